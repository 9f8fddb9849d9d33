"""The visible parts of a document as one set of arrays, in the axes of one camera."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from sitegen.formdoc.model import Part
from sitegen.views.projection import UM_PER_MM, Camera, Direction

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

LEAST_EXTENT = 4000
"""Drawing units that the longer side of the model measures at least; at most 10,000."""
FLAT_COSINE = 1 - 1e-7
"""Neighbours whose normals differ by less are one flat face."""
SLIVER_UM = 20
"""A triangle less high than this has no normal of its own: its corners are rounded to 1 um."""
FACING = 1e-6
"""Least cosine between a normal and the direction to the viewer for a triangle to show its front."""


@dataclass(frozen=True, eq=False)
class Scene:
    """Triangles of all parts; lengths in drawing units, axes right, up, toward the viewer."""

    unit_um: float
    """Length of a drawing unit."""
    boxes_um: Ints
    """World boxes, shape (parts, 2, 3): least corner, greatest corner."""
    points: Floats
    """Shape (vertices, 3)."""
    corners: Ints
    """Shape (triangles, 3), indices of points, counter-clockwise where the front is seen."""
    part: Ints
    """The part of each triangle."""
    twin: Ints
    """Shape (triangles, 3): the triangle across the edge from corner k to corner k + 1; -1 where there is none."""
    back: Ints
    """The corner of that triangle from which the same edge starts; 0 where there is none."""
    normals: Floats
    """Unit normals, the same for all triangles of a flat face."""
    face_areas: Floats
    """Area of the flat face that the triangle belongs to."""
    front: Flags
    """Whether the viewer sees the triangle from outside."""

    @property
    def extent(self) -> float:
        """Return the longer side of the model in the picture."""
        return float(np.ptp(self.points[:, :2], axis=0).max())

    @property
    def part_count(self) -> int:
        """Return the number of parts."""
        return len(self.boxes_um)

    def flat(self, triangles: Ints) -> Floats:
        """Return the corners of these triangles in the picture, shape (n, 3, 2)."""
        return self.points[self.corners[triangles], :2]


def scene_of(parts: Sequence[Part], camera: Camera) -> Scene:
    """Return the scene of these parts, at least one; each must have triangles."""
    vertices = [part.mesh.vertices_um.astype(np.int64) for part in parts]
    starts = np.cumsum([0, *map(len, vertices)])
    corners = np.concatenate([part.mesh.triangles + start for part, start in zip(parts, starts[:-1], strict=True)])
    points_mm = camera.project(np.concatenate(vertices))
    unit_mm = drawing_unit_mm(float(np.ptp(points_mm[:, :2], axis=0).max()))
    points = points_mm / unit_mm
    twin = twins(corners, len(points))
    normals, face_areas = _faces(points[corners], twin, SLIVER_UM / UM_PER_MM / unit_mm)
    return Scene(
        unit_um=unit_mm * UM_PER_MM,
        boxes_um=np.array([[v.min(axis=0), v.max(axis=0)] for v in vertices]),
        points=points,
        corners=corners,
        part=np.repeat(np.arange(len(parts)), [len(part.mesh.triangles) for part in parts]),
        twin=twin,
        back=_back(corners, twin),
        normals=normals,
        face_areas=face_areas,
        front=normals[:, 2] > FACING,
    )


def drawing_unit_mm(extent_mm: float) -> float:
    """Return the largest of 1, 2 and 5 times a power of ten that divides the extent into LEAST_EXTENT units or more."""
    units = (step / 10**places for places in range(7) for step in (50, 20, 10))
    return next((unit for unit in units if unit * LEAST_EXTENT <= extent_mm), 1e-5)


def twins(corners: Ints, vertex_count: int) -> Ints:
    """Return the neighbour across each edge, shape of the corners; -1 where no triangle runs the edge backwards.

    Where several triangles run the same edge, they are paired in order of their indices.
    """
    start, end = corners.ravel(), corners[:, [1, 2, 0]].ravel()
    edge = np.minimum(start, end) * vertex_count + np.maximum(start, end)
    ahead, back = (np.flatnonzero(way)[np.argsort(edge[way], kind="stable")] for way in (start < end, start > end))
    ranks = [_rank_in_runs(edge[side]) for side in (ahead, back)]
    depth = 1 + max((int(rank.max()) for rank in ranks if len(rank)), default=0)
    keys = [edge[side] * depth + rank for side, rank in zip((ahead, back), ranks, strict=True)]
    _, i, j = np.intersect1d(keys[0], keys[1], assume_unique=True, return_indices=True)
    twin = np.full(len(start), -1)
    twin[ahead[i]], twin[back[j]] = back[j] // 3, ahead[i] // 3
    return twin.reshape(-1, 3)


def _back(corners: Ints, twin: Ints) -> Ints:
    """Return from which corner the neighbour across each edge starts the same edge; 0 where there is none."""
    starts = corners[np.maximum(twin, 0)]
    runs_back = (starts == np.roll(corners, -1, axis=1)[:, :, None]) & (
        np.roll(starts, -1, axis=2) == corners[:, :, None]
    )
    return np.where(twin >= 0, runs_back.argmax(axis=2), 0)


def _rank_in_runs(ordered: Ints) -> Ints:
    """Return 0, 1, 2, ... within each run of equal values."""
    first = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])[: len(ordered)]
    return np.arange(len(ordered)) - np.repeat(first, np.diff(np.r_[first, len(ordered)]))


def _faces(shapes: Floats, twin: Ints, sliver: float) -> tuple[Floats, Floats]:
    """Return normal and area of the flat face that each triangle, given by its corners, belongs to."""
    edges: Floats = np.roll(shapes, -1, axis=1) - shapes
    area_normals = cross(edges[:, 0], edges[:, 1])
    doubled, lengths = length(area_normals), length(edges)
    normals = area_normals / np.maximum(doubled, 1e-300)[:, None]
    longest = lengths.argmax(axis=1)
    thin = doubled < sliver * np.take_along_axis(lengths, longest[:, None], axis=1)[:, 0]
    triangle, side = np.nonzero(twin >= 0)
    other = twin[triangle, side]
    flat = (normals[triangle] * normals[other]).sum(axis=1) > FLAT_COSINE
    joined = (flat & ~thin[triangle] & ~thin[other]) | (thin[triangle] & (side == longest[triangle]))
    face = components(len(shapes), triangle[joined], other[joined])
    sums = np.zeros_like(area_normals)
    for axis in range(3):
        sums[:, axis] = np.bincount(face, weights=area_normals[:, axis], minlength=len(shapes))
    doubled = length(sums)
    return (sums / np.maximum(doubled, 1e-300)[:, None])[face], doubled[face] / 2


def components(count: int, a: Ints, b: Ints) -> Ints:
    """Return for each node the least node that links lead to."""
    label = np.arange(count)
    while True:
        before = label.copy()
        least = np.minimum(label[a], label[b])
        np.minimum.at(label, before[a], least)
        np.minimum.at(label, before[b], least)
        label = label[label]
        if (label == before).all():
            return label


def least(rows: Floats) -> Floats:
    """Return the least value of each row; of few columns, so it goes by columns, which is many times quicker."""
    return reduce(np.minimum, rows.T)


def greatest(rows: Floats) -> Floats:
    """Return the greatest value of each row, in the same way."""
    return reduce(np.maximum, rows.T)


def cross(u: Floats, v: Floats) -> Floats:
    """Return the cross products, row by row."""
    (ux, uy, uz), (vx, vy, vz) = u.T, v.T
    return np.stack([uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx], axis=1)


def length(vectors: Floats) -> Floats:
    """Return the lengths along the last axis, which has three components."""
    x, y, z = np.moveaxis(vectors, -1, 0)
    lengths: Floats = np.sqrt(x * x + y * y + z * z)
    return lengths


def along(vectors: Floats, direction: Floats | Direction) -> Floats:
    """Return the scalar products with one direction."""
    a, b, c = direction
    shares: Floats = vectors[:, 0] * a + vectors[:, 1] * b + vectors[:, 2] * c
    return shares
