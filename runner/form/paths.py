"""The centre line of a tube: straight pieces joined by arcs of one radius."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
MIN_STEP_MM = 0.01
"""Least distance of two points of a path."""
SHARPEST_DEG = 175.0
"""A corner may turn by less than this."""
_SMALL_MM = 1e-6
_SMALL_RAD = 1e-9


@dataclass(frozen=True)
class Straight:
    """A straight piece."""

    start: Vector
    end: Vector

    def tangent(self) -> Vector:
        """Return the unit vector along the piece at its start."""
        return _unit(self.end - self.start)


@dataclass(frozen=True)
class Arc:
    """An arc: `start` turned by `angle_rad` about `axis` (unit vector) through `centre`."""

    start: Vector
    middle: Vector
    end: Vector
    centre: Vector
    axis: Vector
    angle_rad: float

    def tangent(self) -> Vector:
        """Return the unit vector along the piece at its start."""
        return _unit(np.cross(self.axis, self.start - self.centre))


def _unit(vector: Vector) -> Vector:
    unit: Vector = vector / np.linalg.norm(vector)
    return unit


def path_fault(path: Sequence[Sequence[float]]) -> str | None:
    """Return what is wrong with a path as "must ..." text, None where it can be bent."""
    points = np.asarray(path, dtype=np.float64)
    if (np.linalg.norm(np.diff(points, axis=0), axis=1) < MIN_STEP_MM).any():
        return f"must have points at least {MIN_STEP_MM} mm apart"
    for index, (_, _, turn) in enumerate(_corners(points), start=1):
        if math.degrees(turn) >= SHARPEST_DEG:
            return f"must not turn back, but does at point {index}"
    return None


def greatest_bend(path: Sequence[Sequence[float]]) -> float:
    """Return the greatest radius in mm to which every corner can be bent; infinite for a path without corners.

    A corner turning by t takes R tan(t/2) of both its legs, and a leg must have room for the corners at both its ends.
    """
    points = np.asarray(path, dtype=np.float64)
    taken = [0.0, *(math.tan(turn / 2) for _, _, turn in _corners(points)), 0.0]
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    rooms = [length / (a + b) for length, a, b in zip(lengths.tolist(), taken, taken[1:], strict=False) if a + b > 0]
    return min(rooms, default=math.inf)


def centre_line(path: Sequence[Sequence[float]], bend: float) -> Iterator[Straight | Arc]:
    """Yield the pieces from the first point to the last, without empty ones."""
    points = np.asarray(path, dtype=np.float64)
    here = points[0]
    for corner, (arriving, leaving, turn) in zip(points[1:-1], _corners(points), strict=True):
        if turn < _SMALL_RAD:
            continue
        taken = bend * math.tan(turn / 2)
        start, end = corner - arriving * taken, corner + leaving * taken
        inward = _unit(leaving - arriving)
        centre = corner + inward * (bend / math.cos(turn / 2))
        axis = _unit(np.cross(arriving, leaving))
        if np.linalg.norm(start - here) > _SMALL_MM:
            yield Straight(here, start)
        yield Arc(start, centre - inward * bend, end, centre, axis, turn)
        here = end
    if np.linalg.norm(points[-1] - here) > _SMALL_MM:
        yield Straight(here, points[-1])


def _corners(points: Vector) -> list[tuple[Vector, Vector, float]]:
    """Return the unit vectors before and after each inner point, and the angle between them in radians."""
    steps = np.diff(points, axis=0)
    units = steps / np.linalg.norm(steps, axis=1)[:, None]
    return [(u, v, math.atan2(float(np.linalg.norm(np.cross(u, v))), float(u @ v))) for u, v in pairwise(units)]


def turned(vector: Vector, axis: Vector, angle_rad: float) -> Vector:
    """Return the vector turned about the unit axis (Rodrigues' formula)."""
    cos, sin = math.cos(angle_rad), math.sin(angle_rad)
    result: Vector = vector * cos + _cross(axis, vector) * sin + axis * float(axis @ vector) * (1 - cos)
    return result


def _cross(a: Vector, b: Vector) -> Vector:
    """Return the vector product; for single vectors numpy's takes ten times as long."""
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


def meets_itself(stations: Sequence[Vector], r: float, bend: float) -> bool:
    """Return whether a tube along these stations of its centre line runs into itself.

    Stretches closer along the line than half a turn of the bend radius cannot meet, since nothing bends more tightly.
    """
    points = np.asarray(stations)
    start, end = points[:-1], points[1:]
    ends_at = np.cumsum(np.linalg.norm(end - start, axis=1))
    i, j = np.triu_indices(len(start), 1)
    gap = (ends_at[j] - np.linalg.norm(end[j] - start[j], axis=1)) - ends_at[i]
    far = gap >= math.pi * min(bend, 1e6) - _SMALL_MM
    i, j = i[far], j[far]
    low, high = np.minimum(start, end), np.maximum(start, end)
    for axis in range(3):
        near = (low[i, axis] - high[j, axis] < 2 * r) & (low[j, axis] - high[i, axis] < 2 * r)
        i, j = i[near], j[near]
    return bool(len(i)) and bool((_distances(start[i], end[i], start[j], end[j]) < 2 * r).any())


def _distances(p: Vector, p_end: Vector, q: Vector, q_end: Vector) -> Vector:
    """Return the least distance of each pair of line segments.

    Source: C. Ericson, Real-Time Collision Detection, 2005, section 5.1.9.
    """
    u, v, w = p_end - p, q_end - q, p - q
    uu, vv, uv = (u * u).sum(1), (v * v).sum(1), (u * v).sum(1)
    uw, vw = (u * w).sum(1), (v * w).sum(1)
    spread = uu * vv - uv * uv
    s = np.where(spread > 1e-12 * uu * vv, (uv * vw - vv * uw) / np.where(spread > 0, spread, 1), 0.0).clip(0, 1)
    t = ((uv * s + vw) / vv).clip(0, 1)
    s = ((uv * t - uw) / uu).clip(0, 1)
    distances: Vector = np.linalg.norm(w + s[:, None] * u - t[:, None] * v, axis=1)
    return distances
