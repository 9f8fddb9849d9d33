"""Directions of the surface at the corners of triangles, so that light changes evenly over what is meant to be round."""

import numpy as np

from sitegen.views.lines import CREASE_COSINE
from sitegen.views.scene import Floats, Scene, components, length

LEAST_SHARE = 0.25
"""A face less than this share of the largest at a corner has no say there: a flat side stays flat to its rounded rim."""


def corner_normals(scene: Scene) -> Floats:
    """Return the unit normal of the surface at each corner of each triangle, shape (triangles, 3, 3).

    At a corner the faces that meet without a crease share a normal, their mean by area; where this is far from that of
    the face, as at the tip of a cone, the face keeps its own.
    """
    triangle, side = np.nonzero(scene.twin >= 0)
    other, back = scene.twin[triangle, side], scene.back[triangle, side]
    smooth = (scene.normals[triangle] * scene.normals[other]).sum(axis=1) >= CREASE_COSINE
    start, end = triangle * 3 + side, triangle * 3 + (side + 1) % 3
    meets_start, meets_end = other * 3 + (back + 1) % 3, other * 3 + back
    count = len(scene.corners) * 3
    meeting = components(
        count, np.concatenate([start[smooth], end[smooth]]), np.concatenate([meets_start[smooth], meets_end[smooth]])
    )
    weights, own = scene.face_areas.repeat(3), scene.normals.repeat(3, axis=0)
    largest = np.zeros(count)
    np.maximum.at(largest, meeting, weights)
    weights = np.where(weights >= LEAST_SHARE * largest[meeting], weights, 0.0)
    sums = np.stack([np.bincount(meeting, own[:, axis] * weights, count) for axis in range(3)], axis=1)
    mean = (sums / np.maximum(length(sums), 1e-300)[:, None])[meeting]
    far = (mean * own).sum(axis=1) < CREASE_COSINE
    mean[far] = own[far]
    return mean.reshape(-1, 3, 3)
