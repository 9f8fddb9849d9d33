"""Is an outline a simple polygon? Decided exactly, on integers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_UNITS_PER_MM = 10_000
"""Coordinates have 4 decimals; differences stay below 2**29, so products of two fit in int64."""

Points = Sequence[Sequence[float]]


def polygon_fault(points: Points) -> str | None:
    """Return what is wrong with a closed outline as "must ..." text, None where it is a simple polygon."""
    corners = _integers(points)
    following = np.roll(corners, -1, axis=0)
    if (corners == following).all(axis=1).any():
        return "must not repeat a corner"
    if _folds_back(corners) or _crosses(corners, following):
        return "must not cross, touch or fold back on itself"
    if doubled_area(points) == 0:
        return "must enclose an area"
    return None


def doubled_area(points: Points) -> int:
    """Return twice the signed area in units of 1e-8 mm2, exactly; positive where the outline runs counter-clockwise."""
    corners = _integers(points)
    x, y = (corners - corners[0]).T
    return int(sum((x * np.roll(y, -1) - y * np.roll(x, -1)).tolist()))


def _integers(points: Points) -> NDArray[np.int64]:
    units = np.rint(np.asarray(points, dtype=np.float64) * _UNITS_PER_MM)
    return units.astype(np.int64)


def _side(a: NDArray[np.int64], b: NDArray[np.int64], c: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return 1, 0 or -1: does c lie left of, on or right of the line from a to b?"""
    u, v = b - a, c - a
    side: NDArray[np.int64] = np.sign(u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])
    return side


def _folds_back(corners: NDArray[np.int64]) -> bool:
    before, after = np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0)
    straight = _side(before, corners, after) == 0
    return bool((straight & (((corners - before) * (after - corners)).sum(axis=1) < 0)).any())


def _crosses(start: NDArray[np.int64], end: NDArray[np.int64]) -> bool:
    """Return whether two edges that are no neighbours have a point in common."""
    count = len(start)
    i, j = np.triu_indices(count, 2)
    apart = ~((i == 0) & (j == count - 1))
    i, j = i[apart], j[apart]
    low, high = np.minimum(start, end), np.maximum(start, end)
    for axis in range(2):
        near = (low[i, axis] <= high[j, axis]) & (low[j, axis] <= high[i, axis])
        i, j = i[near], j[near]
    a, b, c, d = start[i], end[i], start[j], end[j]
    ab_c, ab_d, cd_a, cd_b = _side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b)
    proper = (ab_c * ab_d < 0) & (cd_a * cd_b < 0)
    touching = (
        ((ab_c == 0) & _within(a, b, c))
        | ((ab_d == 0) & _within(a, b, d))
        | ((cd_a == 0) & _within(c, d, a))
        | ((cd_b == 0) & _within(c, d, b))
    )
    return bool((proper | touching).any())


def _within(a: NDArray[np.int64], b: NDArray[np.int64], point: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return whether a point on the line through a and b lies in their box."""
    within = (np.minimum(a, b) <= point) & (point <= np.maximum(a, b))
    return np.asarray(within.all(axis=-1), dtype=np.bool_)
