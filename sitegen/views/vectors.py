"""Arithmetic on rows of arrays, written out so that every processor rounds alike, and linked nodes."""

from functools import reduce
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sitegen.views.projection import Direction

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Rows = TypeVar("Rows", Floats, Ints)


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


def least(rows: Rows) -> Rows:
    """Return the least value of each row; of few columns, so it goes by columns, which is many times quicker."""
    return reduce(np.minimum, rows.T)


def greatest(rows: Rows) -> Rows:
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
