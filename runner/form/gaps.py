"""How solids lie to each other: shared volumes and least distances, with a bound on the work."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from runner.form.errors import FormError
from runner.form.kernel import Solid
from runner.form.work import STEP_UNITS, affordable, spend
from sitegen.formdoc import Mesh

_PAIRS_PER_UNIT = 12
"""Pairs of triangles of which the kernel finds the distance within a unit of work."""
_GRID_MM = 0.01
"""More than the saved corners differ from the kernel's own."""
_MOST_TURNS = 100
Boxes = NDArray[np.float64]


def near_pairs(solids: Sequence[Solid]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of numbers, the smaller one first, of solids whose boxes share some volume."""
    boxes = np.array([solid.facts.bbox_um for solid in solids], np.int64).reshape(-1, 6)
    for index in range(len(solids)):
        rest = boxes[index + 1 :]
        near = ((boxes[index, :3] < rest[:, 3:]) & (rest[:, :3] < boxes[index, 3:])).all(axis=1)
        yield from ((index, index + 1 + other) for other in np.flatnonzero(near).tolist())


def known_overlap_mm3(a: Solid, b: Solid) -> float | None:
    """Return the shared volume; None where it has never been found and finding it is beyond the budget of the call."""
    known = a.overlaps.get(b)
    if known is None and affordable(_overlap_units(a, b)):
        return overlap_mm3(a, b)
    return known


def overlap_mm3(a: Solid, b: Solid) -> float:
    """Return the shared volume; found once, it is known as long as both solids are there.

    Raises:
        FormError: `too_much_work`.
    """
    if b not in a.overlaps:
        spend(_overlap_units(a, b))
        a.overlaps[b] = b.overlaps[a] = float((a.body ^ b.body).volume())
    return a.overlaps[b]


def _overlap_units(a: Solid, b: Solid) -> int:
    return STEP_UNITS + a.facts.triangles + b.facts.triangles


def gap_mm(a: Solid, b: Solid) -> float:
    """Return the least distance of two solids that do not overlap.

    Raises:
        FormError: `too_much_work` where too many triangles are about as near as the nearest ones.
    """
    reach = _corner_distance_mm(a.mesh, b.mesh) + _GRID_MM
    pairs = _pairs_within(_boxes_mm(a.mesh), _boxes_mm(b.mesh), reach)
    if not affordable(pairs // _PAIRS_PER_UNIT):
        hint = f"{pairs} pairs of triangles are too near to compare; they are at most {reach:.2f} mm apart"
        raise FormError("too_much_work", hint)
    spend(pairs // _PAIRS_PER_UNIT)
    return float(a.body.min_gap(b.body, reach))


def _corner_distance_mm(a: Mesh, b: Mesh) -> float:
    """Return the distance of a corner of one and a corner of the other, near each other: no less than the gap."""
    here, there = (mesh.vertices_um.astype(np.float64) / 1000 for mesh in (a, b))
    corner = here[np.linalg.norm(here - there.mean(axis=0), axis=1).argmin()]
    distance = np.inf
    for _ in range(_MOST_TURNS):
        distances = np.linalg.norm(there - corner, axis=1)
        nearest = distances.argmin()
        if distances[nearest] >= distance:
            break
        distance, corner = distances[nearest], there[nearest]
        here, there = there, here
    return float(distance)


def _boxes_mm(mesh: Mesh) -> Boxes:
    """Return least and greatest coordinates of every triangle, shape (n, 2, 3)."""
    corners = mesh.vertices_um[mesh.triangles] / 1000
    return np.stack([corners.min(axis=1), corners.max(axis=1)], axis=1)


def _pairs_within(a: Boxes, b: Boxes, reach: float) -> int:
    """Return a bound for the pairs of boxes that are within reach of each other along every axis."""
    a, b = _within(a, b, reach), _within(b, a, reach)
    along = []
    for axis in range(3):
        begin = np.searchsorted(np.sort(b[:, 0, axis]), a[:, 1, axis] + reach, side="right")
        gone = np.searchsorted(np.sort(b[:, 1, axis]), a[:, 0, axis] - reach, side="left")
        along.append(int((begin - gone).sum()))
    return min(along)


def _within(boxes: Boxes, others: Boxes, reach: float) -> Boxes:
    """Return those within reach of the one box around the others."""
    low, high = others[:, 0].min(axis=0) - reach, others[:, 1].max(axis=0) + reach
    near: Boxes = boxes[((boxes[:, 0] <= high) & (low <= boxes[:, 1])).all(axis=1)]
    return near
