"""Pairs of small shapes that may overlap in the picture, found by their extents in eight directions.

The shapes of each part are the leaves of a binary tree, neighbours in the picture near each other in it. Pairs of nodes
whose extents meet are opened, all of a portion at once, until both are leaves.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np

from sitegen.views.vectors import Flags, Floats, Ints, greatest, least

PAIRS_AT_ONCE = 1 << 17
"""Pairs looked at together, which bounds the memory."""
MOST_PAIRS = 2_000_000
"""Pairs of shapes looked at for one picture. A wire grate of 20 bars by 20 has a million; shapes at random all meet, so
that without a limit the time would grow with the square of their number."""
DIRECTIONS = ((1.0, 0.0), (0.0, 1.0), (0.5, sqrt(0.75)), (0.5, -sqrt(0.75)))
"""Square to these lie the edges of boxes, in each of the three views."""
GRID_BITS = 16

Shapes = tuple[Floats, Ints]
"""Corners of shapes, (n, k, 2), and the part of each."""
Pairs = tuple[Ints, Ints]


class TangledError(Exception):
    """More shapes meet than can be drawn in reasonable time."""


def near_pairs(a: Shapes, b: Shapes, may_meet: Flags, reach: float = 0.0) -> Iterator[Pairs]:
    """Yield the pairs of shapes whose extents meet and of whose parts p and q `may_meet[p, q]` holds, in portions.

    Extents meet that are no more than `reach` apart.

    Raises:
        TangledError: There are too many.
    """
    trees = _trees(*a, len(may_meet), reach), _trees(*b, len(may_meet))
    return _limited(_meeting(*trees, may_meet, once=False))


def near_pairs_within(shapes: Shapes, may_meet: Flags) -> Iterator[Pairs]:
    """Yield the same for the pairs of one set of shapes, each pair once; `may_meet` is symmetric.

    Raises:
        TangledError: There are too many.
    """
    trees = _trees(*shapes, len(may_meet))
    return _limited(_meeting(trees, trees, np.triu(may_meet), once=True))


def _limited(portions: Iterator[Pairs]) -> Iterator[Pairs]:
    left = MOST_PAIRS
    for first, second in portions:
        left -= len(first)
        if left < 0:
            raise TangledError
        yield first, second


@dataclass(frozen=True, eq=False)
class _Trees:
    """A tree for each part; the children of a node stand side by side."""

    low: Floats
    """Shape (4, nodes): least extents along DIRECTIONS; infinite for a node without shapes."""
    high: Floats
    child: Ints
    """The first child; of a leaf, -1."""
    shape: Ints
    """The shape of a leaf."""
    root: Ints
    """By part."""

    def opened(self, nodes: Ints, others: Ints) -> Pairs:
        """Return pairs with the children in the place of the nodes that have some."""
        child = self.child[nodes]
        inner = child >= 0
        return np.r_[np.where(inner, child, nodes), child[inner] + 1], np.r_[others, others[inner]]


def _trees(corners: Floats, parts: Ints, part_count: int, reach: float = 0.0) -> _Trees:
    """Return trees of shapes that reach so far; they are complete, so a node's place tells where its children are."""
    along = [corners[:, :, 0] * x + corners[:, :, 1] * y for x, y in DIRECTIONS]
    low, high = (np.stack([ends(values) for values in along]) for ends in (least, greatest))
    order = np.lexsort((_curve(low[:2] + high[:2]), parts))
    counts = np.bincount(parts, minlength=part_count)
    leaves = np.array([1 << max(count - 1, 0).bit_length() for count in counts.tolist()], dtype=np.int64)
    start = np.cumsum(2 * leaves) - 2 * leaves
    place = np.arange(int(2 * leaves.sum())) - np.repeat(start, 2 * leaves)
    inner = place < np.repeat(leaves, 2 * leaves)
    rank = np.arange(len(parts)) - np.repeat(np.cumsum(counts) - counts, counts)
    leaf = (start + leaves)[parts[order]] + rank
    found = _Trees(
        low=np.full((len(DIRECTIONS), len(place)), np.inf),
        high=np.full((len(DIRECTIONS), len(place)), -np.inf),
        child=np.where(inner, np.arange(len(place)) + place, -1),
        shape=np.full(len(place), -1),
        root=start + 1,
    )
    found.low[:, leaf], found.high[:, leaf], found.shape[leaf] = low[:, order] - reach, high[:, order] + reach, order
    for depth in reversed(range(int(leaves.max(initial=1)).bit_length() - 1)):
        nodes = np.flatnonzero(inner & (place >> depth == 1))
        child = found.child[nodes]
        found.low[:, nodes] = np.minimum(found.low[:, child], found.low[:, child + 1])
        found.high[:, nodes] = np.maximum(found.high[:, child], found.high[:, child + 1])
    return found


def _curve(places: Floats) -> Ints:
    """Return the number of each place, (2, n), along a curve that visits near places one after the other."""
    if not places.size:
        return np.empty(0, dtype=np.int64)
    first = places.min(axis=1, keepdims=True)
    size = max(float((places - first).max()), 1e-300)
    x, y = ((places - first) * (((1 << GRID_BITS) - 1) / size)).astype(np.int64)
    number: Ints = np.zeros_like(x)
    for bit in range(GRID_BITS):
        number |= ((x >> bit & 1) << 2 * bit) | ((y >> bit & 1) << 2 * bit + 1)
    return number


def _meeting(a: _Trees, b: _Trees, may_meet: Flags, once: bool) -> Iterator[Pairs]:
    """Yield the pairs of shapes that meet; of the same trees twice, each pair `once` and no shape with itself."""
    p, q = np.nonzero(may_meet)
    waiting = [(a.root[p], b.root[q])]
    while waiting:
        i, j = waiting.pop()
        if len(i) > PAIRS_AT_ONCE:
            waiting += [(i[:PAIRS_AT_ONCE], j[:PAIRS_AT_ONCE]), (i[PAIRS_AT_ONCE:], j[PAIRS_AT_ONCE:])]
            continue
        for direction in range(len(DIRECTIONS)):
            near = a.low[direction, i] <= b.high[direction, j]
            near &= b.low[direction, j] <= a.high[direction, i]
            i, j = i[near], j[near]
        ends = (a.child[i] < 0) & (b.child[j] < 0)
        real = ends & (i < j) if once else ends
        yield a.shape[i[real]], b.shape[j[real]]
        i, j = a.opened(i[~ends], j[~ends])
        j, i = b.opened(j, i)
        if once:
            i, j = i[i <= j], j[i <= j]
        if len(i):
            waiting.append((i, j))
