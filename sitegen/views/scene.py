"""The visible parts of a document as one set of arrays, in the axes of one camera."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sitegen.formdoc.model import Part
from sitegen.views.facets import merged, twins
from sitegen.views.projection import UM_PER_MM, Camera
from sitegen.views.vectors import Flags, Floats, Ints, components, cross, length

LEAST_EXTENT = 4000
"""Drawing units that the longer side of the model measures at least; at most 10,000."""
FLAT_COSINE = 1 - 1e-7
"""Neighbours whose normals differ by less are one flat face."""
SLIVER_UM = 20
"""A triangle less high than this has no normal of its own: its corners are rounded to 1 um."""
UNEVEN_UM = 1
"""How far the diagonals of a facet may pass each other; its corners are rounded to 1 um."""
FACING = 1e-6
"""Least cosine between a normal and the direction to the viewer for a triangle to show its front."""


@dataclass(frozen=True, eq=False)
class Scene:
    """Facets of all parts, triangles and convex quadrilaterals; lengths in drawing units.

    The axes of the points go right, up, and toward the viewer. A triangle repeats its last corner; the side between
    the two has no length, and the triangle itself for neighbour.
    """

    unit_um: float
    """Length of a drawing unit."""
    boxes_um: Ints
    """World boxes, shape (parts, 2, 3): least corner, greatest corner."""
    points: Floats
    """Shape (vertices, 3)."""
    corners: Ints
    """Shape (facets, 4), indices of points, counter-clockwise where the front is seen."""
    part: Ints
    """The part of each facet."""
    twin: Ints
    """Shape (facets, 4): the facet across the edge from corner k to corner k + 1; -1 where there is none."""
    back: Ints
    """The corner of that facet from which the same edge starts; 0 where there is none."""
    normals: Floats
    """Unit normals, the same for all facets of a flat face."""
    face_areas: Floats
    """Area of the flat face that the facet belongs to."""
    front: Flags
    """Whether the viewer sees the facet from outside."""

    @property
    def extent(self) -> float:
        """Return the longer side of the model in the picture."""
        return float(np.ptp(self.points[:, :2], axis=0).max())

    @property
    def part_count(self) -> int:
        """Return the number of parts."""
        return len(self.boxes_um)

    def flat(self, facets: Ints) -> Floats:
        """Return the corners of these facets in the picture, shape (n, 4, 2)."""
        return self.points[self.corners[facets], :2]


def scene_of(parts: Sequence[Part], camera: Camera) -> Scene:
    """Return the scene of these parts, at least one; each must have triangles."""
    vertices = [part.mesh.vertices_um.astype(np.int64) for part in parts]
    starts = np.cumsum([0, *map(len, vertices)])
    corners = np.concatenate([part.mesh.triangles + start for part, start in zip(parts, starts[:-1], strict=True)])
    points_mm = camera.project(np.concatenate(vertices))
    unit_mm = drawing_unit_mm(float(np.ptp(points_mm[:, :2], axis=0).max()))
    points = points_mm / unit_mm
    twin = twins(corners, len(points))
    face, normals, areas = _faces(points[corners], twin, SLIVER_UM / UM_PER_MM / unit_mm)
    part = np.repeat(np.arange(len(parts)), [len(part.mesh.triangles) for part in parts])
    facets = merged(corners, twin, points, face, UNEVEN_UM / UM_PER_MM / unit_mm)
    return Scene(
        unit_um=unit_mm * UM_PER_MM,
        boxes_um=np.array([[v.min(axis=0), v.max(axis=0)] for v in vertices]),
        points=points,
        corners=facets.corners,
        part=part[facets.triangle],
        twin=facets.twin,
        back=facets.back,
        normals=normals[facets.triangle],
        face_areas=areas[facets.triangle],
        front=normals[facets.triangle, 2] > FACING,
    )


def drawing_unit_mm(extent_mm: float) -> float:
    """Return the largest of 1, 2 and 5 times a power of ten that divides the extent into LEAST_EXTENT units or more."""
    units = (step / 10**places for places in range(7) for step in (50, 20, 10))
    return next((unit for unit in units if unit * LEAST_EXTENT <= extent_mm), 1e-5)


def _faces(shapes: Floats, twin: Ints, sliver: float) -> tuple[Ints, Floats, Floats]:
    """Return the flat face of each triangle, given by its corners, and the normal and the area of that face."""
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
    return face, (sums / np.maximum(doubled, 1e-300)[:, None])[face], doubled[face] / 2
