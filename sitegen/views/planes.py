"""Signed distances: points from the sides of triangles in the picture, and from their planes in space."""

import numpy as np

from sitegen.views.scene import Scene
from sitegen.views.vectors import Floats, Ints, cross, length

CONTACT_UM = 2
"""Surfaces nearer than this touch: their corners are rounded to 1 um."""
EVERYWHERE = 1e9
SURE_COSINE = 0.99
"""A triangle whose normal differs more from that of its flat face is a sliver and takes the face's."""


def planes(scene: Scene, facets: Ints) -> Floats:
    """Return the planes of these facets, shape (n, 4): the unit normal outwards, and the offset."""
    a, b, c, d = np.moveaxis(scene.points[scene.corners[facets]], 1, 0)
    normal, of_face = cross(c - a, d - b), scene.normals[facets]
    normal /= np.maximum(length(normal), 1e-300)[:, None]
    sliver = (normal * of_face).sum(axis=1) < SURE_COSINE
    normal[sliver] = of_face[sliver]
    return np.column_stack([normal, -(normal * (a + b + c + d)).sum(axis=1) / 4])


def before_planes(planes: Floats, points: Floats) -> Floats:
    """Return how far points lie before planes, square to them; (n, k) from (n, 4) and (n, k, 3)."""
    a, b, c, offset = planes.T[:, :, None]
    distances: Floats = a * points[:, :, 0] + b * points[:, :, 1] + c * points[:, :, 2] + offset
    return distances


def side_lines(flat: Floats) -> Floats:
    """Return the lines through the sides of shapes, (n, k, 3) from (n, k, 2): the unit normal inwards, and the offset.

    All the picture lies inside a side without length.
    """
    along = np.roll(flat, -1, axis=1) - flat
    x, y = along[:, :, 0], along[:, :, 1]
    size = np.sqrt(x * x + y * y)
    some = np.maximum(size, 1e-300)
    inward_x, inward_y = -y / some, x / some
    offset = -(inward_x * flat[:, :, 0] + inward_y * flat[:, :, 1])
    return np.stack([inward_x, inward_y, np.where(size > 0, offset, EVERYWHERE)], axis=2)


def inside_lines(lines: Floats, points: Floats) -> Floats:
    """Return how far inside lines points lie; (n, k) from (n, 3) and (n, k, 2)."""
    a, b, offset = lines.T[:, :, None]
    distances: Floats = a * points[:, :, 0] + b * points[:, :, 1] + offset
    return distances


Intervals = tuple[Floats, Floats]
"""Where each begins and where it ends."""


def narrowed(intervals: Intervals, values: Floats) -> Intervals:
    """Return the part of each interval where a value is not negative; (n, 2): at 0 and at 1, linear between them."""
    begin, end = intervals
    at_0, at_1 = values.T
    with np.errstate(divide="ignore", invalid="ignore"):
        root = at_0 / (at_0 - at_1)
    begin = np.where((at_0 < 0) & (at_1 >= 0), np.maximum(begin, root), begin)
    end = np.where((at_0 >= 0) & (at_1 < 0), np.minimum(end, root), end)
    return begin, np.where((at_0 < 0) & (at_1 < 0), begin, end)


def contact(scene: Scene) -> float:
    """Return the distance up to which surfaces touch, in drawing units."""
    return CONTACT_UM / scene.unit_um
