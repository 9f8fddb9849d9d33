"""Pairs of small shapes that may overlap in the picture, found by their extents in eight directions."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np

from sitegen.views.scene import Flags, Floats, Ints, greatest, least

PAIRS_AT_ONCE = 1 << 20
"""Pairs looked at together, which bounds the memory."""

MOST_PAIRS = 80_000
MOST_PAIRS_PER_SHAPE = 30
"""Pairs of shapes that are drawn at most: solids have about ten for each triangle, whatever their size. Triangles at
random all meet, and drawing them takes time with the third power of their number."""

Shapes = tuple[Floats, Ints]
"""Corners of shapes, (n, k, 2), and the part of each."""


class TangledError(Exception):
    """More shapes meet than can be drawn in reasonable time."""


def near_pairs(a: Shapes, b: Shapes, may_meet: Flags) -> tuple[Ints, Ints]:
    """Return the pairs of shapes whose extents meet and of whose parts p and q `may_meet[p, q]` holds, in no order.

    Raises:
        TangledError: There are too many.
    """
    (extents_a, members_a), (extents_b, members_b) = (_by_part(*shapes, len(may_meet)) for shapes in (a, b))
    found = (
        (members_a[p][i], members_b[q][j])
        for p, q in np.argwhere(may_meet).tolist()
        for i, j in _meeting(extents_a[:, members_a[p]], extents_b[:, members_b[q]])
    )
    return _joined(_limited(found, len(a[1]) + len(b[1])))


def near_pairs_within(shapes: Shapes, may_meet: Flags) -> tuple[Ints, Ints]:
    """Return the same for the pairs of one set of shapes, each pair once; `may_meet` is symmetric.

    Raises:
        TangledError: There are too many.
    """
    extents, members = _by_part(*shapes, len(may_meet))
    across = near_pairs(shapes, shapes, np.triu(may_meet, 1))
    inside = (
        (members[p][i], members[p][j])
        for p in np.flatnonzero(may_meet.diagonal()).tolist()
        for i, j in _meeting_within(extents[:, members[p]])
    )
    return _joined((across, *_limited(inside, len(shapes[1]))))


def _limited(pairs: Iterable[tuple[Ints, Ints]], shape_count: int) -> Iterator[tuple[Ints, Ints]]:
    left = MOST_PAIRS + MOST_PAIRS_PER_SHAPE * shape_count
    for first, second in pairs:
        left -= len(first)
        if left < 0:
            raise TangledError
        yield first, second


def _by_part(corners: Floats, parts: Ints, part_count: int) -> tuple[Floats, list[Ints]]:
    """Return the extents of the shapes, (8, n), and for each part its shapes in order of their left ends.

    The first four extents are the least x, y, x + y and x - y, the others the greatest.
    """
    x, y = corners[:, :, 0], corners[:, :, 1]
    lines = (x, y, x + y, x - y)
    extents = np.stack([*map(least, lines), *map(greatest, lines)])
    order = np.lexsort((extents[0], parts))
    return extents, np.split(order, np.searchsorted(parts[order], np.arange(1, part_count)))


def _meeting(a: Floats, b: Floats) -> Iterator[tuple[Ints, Ints]]:
    """Yield pairs of columns whose extents meet; the columns of a, and of b, stand in order of their left ends."""
    for i, j in _rows(np.searchsorted(b[0], a[0]), np.searchsorted(b[0], a[4], side="right")):
        yield _filtered(a, i, b, j)
    for j, i in _rows(np.searchsorted(a[0], b[0], side="right"), np.searchsorted(a[0], b[4], side="right")):
        yield _filtered(a, i, b, j)


def _meeting_within(a: Floats) -> Iterator[tuple[Ints, Ints]]:
    for i, j in _rows(np.arange(1, a.shape[1] + 1), np.searchsorted(a[0], a[4], side="right")):
        yield _filtered(a, i, a, j)


def _rows(begin: Ints, end: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Yield pairs of each row with its columns, from `begin` and up to, not including, `end`."""
    total = np.cumsum(end - begin)
    steps = np.arange(PAIRS_AT_ONCE, total[-1] if len(total) else 0, PAIRS_AT_ONCE)
    for first, last in pairwise([0, *np.searchsorted(total, steps).tolist(), len(total)]):
        count = (end - begin)[first:last]
        row = np.repeat(np.arange(first, last), count)
        yield row, np.arange(len(row)) + np.repeat(begin[first:last] - (np.cumsum(count) - count), count)


def _filtered(a: Floats, i: Ints, b: Floats, j: Ints) -> tuple[Ints, Ints]:
    """Return the pairs whose extents meet in all but the first direction too."""
    for low in (1, 2, 3):
        near = b[low].take(j) <= a[low + 4].take(i)
        i, j = i[near], j[near]
        near = b[low + 4].take(j) >= a[low].take(i)
        i, j = i[near], j[near]
    return i, j


def _joined(pairs: Iterable[tuple[Ints, Ints]]) -> tuple[Ints, Ints]:
    nothing = np.empty(0, dtype=np.int64)
    first, second = zip((nothing, nothing), *pairs, strict=True)
    return np.concatenate(first), np.concatenate(second)
