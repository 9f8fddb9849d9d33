"""Many convex polygons cut by one line each, all at once."""

from dataclasses import dataclass

import numpy as np

from sitegen.views.vectors import Floats, Ints


@dataclass(frozen=True, eq=False)
class Polygons:
    """Convex polygons, their corners one after the other."""

    corners: Floats
    """Shape (corners, 2)."""
    owner: Ints
    """The number of the polygon of each corner, ascending; a number without corners is an empty polygon."""


def following_corners(owner: Ints) -> Ints:
    """Return for each corner the next one round its polygon; corners of one polygon have one owner, in a row."""
    following = np.arange(1, len(owner) + 1)
    last = np.flatnonzero(np.r_[owner[1:] != owner[:-1], True])[: len(owner)]
    following[last] = np.r_[0, last[:-1] + 1][: len(last)]
    return following


def cut(polygons: Polygons, side: Floats) -> Polygons:
    """Return what lies where the value, given at the corners and linear between them, is not negative."""
    following = following_corners(polygons.owner)
    inside = side >= 0
    crossing = inside != inside[following]
    count = inside.astype(np.int64) + crossing
    place = np.cumsum(count) - count
    corners = np.empty((int(count.sum()), 2))
    corners[place[inside]] = polygons.corners[inside]
    a, b = np.flatnonzero(crossing), following[crossing]
    corners[(place + inside)[crossing]] = zeros(polygons.corners[a], polygons.corners[b], side[a], side[b])
    return Polygons(corners, np.repeat(polygons.owner, count))


def zeros(a: Floats, b: Floats, value_a: Floats, value_b: Floats) -> Floats:
    """Return the points between a and b where the value is 0; to the bit the same with a and b exchanged."""
    points: Floats = (a * value_b[:, None] - b * value_a[:, None]) / (value_b - value_a)[:, None]
    return points
