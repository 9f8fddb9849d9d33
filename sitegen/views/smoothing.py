"""Directions of the surface at the corners of triangles, so that light changes evenly where a surface is round."""

import numpy as np

from sitegen.views.lines import CREASE_COSINE
from sitegen.views.scene import Scene
from sitegen.views.vectors import Flags, Floats, Ints, components, cross, length

LEAST_SHARE = 0.25
"""A face less than this share of the largest at a corner has no say there: a flat side stays flat to its round rim."""
SLENDER = 8
"""A triangle so many times as high over an edge as this is long is none of a fine mesh: light does not run on from one
such to another, as at a bend of a tube."""


def corner_normals(scene: Scene) -> Floats:
    """Return the unit normal of the surface at each corner of each triangle, shape (facets, 4, 3).

    At a corner the faces that meet without a crease share a normal, their mean by area; where this is far from that of
    the face, as at the tip of a cone, the face keeps its own.
    """
    triangle, side = np.nonzero(scene.twin >= 0)
    other, back = scene.twin[triangle, side], scene.back[triangle, side]
    smooth = (scene.normals[triangle] * scene.normals[other]).sum(axis=1) >= CREASE_COSINE
    slender = _slender(scene)
    smooth &= ~(slender[triangle, side] & slender[other, back])
    first, second = np.stack([triangle * 4 + side, triangle * 4 + (side + 1) % 4]), other * 4 + back
    joined = np.stack([other * 4 + (back + 1) % 4, second])
    count = 4 * len(scene.corners)
    meeting = components(count, first[:, smooth].ravel(), joined[:, smooth].ravel())
    return _mean(meeting, scene.normals.repeat(4, axis=0), scene.face_areas.repeat(4)).reshape(-1, 4, 3)


def _mean(meeting: Ints, normals: Floats, areas: Floats) -> Floats:
    """Return for each corner the mean of those it meets, or its own where that is far from it."""
    largest = np.zeros(len(meeting))
    np.maximum.at(largest, meeting, areas)
    weights = np.where(areas >= LEAST_SHARE * largest[meeting], areas, 0.0)
    sums = np.zeros_like(normals)
    for axis in range(3):
        sums[:, axis] = np.bincount(meeting, normals[:, axis] * weights, len(meeting))
    mean: Floats = (sums / np.maximum(length(sums), 1e-300)[:, None])[meeting]
    far = (mean * normals).sum(axis=1) < CREASE_COSINE
    mean[far] = normals[far]
    return mean


def _slender(scene: Scene) -> Flags:
    """Return for each side of each triangle whether the triangle is high over it."""
    shapes = scene.points[scene.corners]
    edges: Floats = np.roll(shapes, -1, axis=1) - shapes
    doubled = length(cross(shapes[:, 2] - shapes[:, 0], shapes[:, 3] - shapes[:, 1]))
    squares = (edges * edges).sum(axis=2)
    slender: Flags = doubled[:, None] > SLENDER * squares
    return slender
