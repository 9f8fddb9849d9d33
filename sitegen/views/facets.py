"""Neighbours of triangles in a mesh, and triangles joined two by two: half as many have a quarter of the pairs."""

from dataclasses import dataclass

import numpy as np

from sitegen.views.vectors import Floats, Ints, cross, length


@dataclass(frozen=True, eq=False)
class Facets:
    """Triangles and convex quadrilaterals; a triangle repeats its last corner and is its own neighbour there."""

    corners: Ints
    """Shape (facets, 4)."""
    twin: Ints
    """Shape (facets, 4): the facet across the edge from corner k to corner k + 1; -1 where there is none."""
    back: Ints
    """The corner of that facet from which the same edge starts; 0 where there is none."""
    triangle: Ints
    """A triangle of each facet."""


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


def _backs(corners: Ints, twin: Ints) -> Ints:
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


def merged(corners: Ints, twin: Ints, points: Floats, face: Ints, rise: float) -> Facets:
    """Return facets of these triangles, of which two are joined that lie in one face and are convex together.

    The diagonals of a facet pass each other at a distance of `rise` at most.
    """
    count = len(corners)
    back = _backs(corners, twin)
    side = _mate_sides(corners, twin, back, points, face, rise)
    number = np.arange(count)
    mate = np.where(side >= 0, twin[number, side], -1)
    joined = np.flatnonzero(number < mate)
    alone = np.flatnonzero(mate < 0)
    first = np.concatenate([joined, alone])
    other, way = mate[joined], back[joined, side[joined]]
    here, there = joined * 3, other * 3
    turn = [(side[joined] + step) % 3 for step in (1, 2)], [(way + step) % 3 for step in (1, 2)]
    sides = np.concatenate(
        [
            np.stack([there + turn[1][0], there + turn[1][1], here + turn[0][0], here + turn[0][1]], axis=1),
            np.stack([alone * 3, alone * 3 + 1, np.full(len(alone), -1), alone * 3 + 2], axis=1),
        ]
    )[np.argsort(first)]
    return _linked(corners, twin, back, sides, np.sort(first))


def _linked(corners: Ints, twin: Ints, back: Ints, sides: Ints, triangle: Ints) -> Facets:
    """Return the facets with these sides of triangles, each by its number; -1 for the side without length."""
    starts = np.where(sides >= 0, sides, triangle[:, None] * 3 + 2)
    place = np.full(corners.size, -1)
    own = np.arange(sides.size).reshape(sides.shape)
    place[sides[sides >= 0]] = own[sides >= 0]
    across = np.where(twin >= 0, twin * 3 + back, -1).ravel()[starts]
    opposite = np.where(sides < 0, own, np.where(across >= 0, place[across], -1))
    return Facets(
        corners.ravel()[starts],
        np.where(opposite >= 0, opposite // 4, -1),
        np.where(opposite >= 0, opposite % 4, 0),
        triangle,
    )


def _mate_sides(corners: Ints, twin: Ints, back: Ints, points: Floats, face: Ints, rise: float) -> Ints:
    """Return the side across which each triangle is joined, -1 for none: the longest for both, of those that may be."""
    triangle, side = np.nonzero((twin >= 0) & (face[twin] == face[:, None]))
    other, way = twin[triangle, side], back[triangle, side]
    start, end, apex = (points[corners[triangle, (side + step) % 3]] for step in range(3))
    beyond = points[corners[other, (way + 2) % 3]]
    normal = cross(end - start, apex - beyond)
    flat = np.abs(((beyond - start) * normal).sum(axis=1)) <= rise * length(normal)
    convex = flat & ((cross(start - apex, beyond - start) * normal).sum(axis=1) > 0)
    convex &= (cross(end - beyond, apex - end) * normal).sum(axis=1) > 0
    lengths = np.zeros(corners.shape)
    lengths[triangle[convex], side[convex]] = ((end - start)[convex] ** 2).sum(axis=1)
    number, longest = np.arange(len(corners)), lengths.argmax(axis=1)
    mutual = (lengths[number, longest] > 0) & (longest[twin[number, longest]] == back[number, longest])
    return np.where(mutual, longest, -1)
