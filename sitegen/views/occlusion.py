"""What triangles hide of each other, where whole parts do not settle it.

On a triangle the depth is linear, so the difference of two depths is linear too and its sign is known from the
corners. The hidden piece is then convex: the hider's triangle, cut by the line where both depths are equal and by the
three sides of the hidden one. Nothing is sorted or split beforehand, so rings of parts that hide each other and parts
that stick in each other need no special case.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from manifold3d import CrossSection

from sitegen.views.clip import Polygons, cut
from sitegen.views.nearness import PAIRS_AT_ONCE, near_pairs_within
from sitegen.views.outline import rings_of_groups
from sitegen.views.planes import before_planes, contact, inside_lines, planes, side_lines
from sitegen.views.regions import Ring, covered, region, united
from sitegen.views.scene import Scene
from sitegen.views.vectors import Flags, Floats, Ints, greatest, least

SLACK = 0.05
"""Drawing units by which pieces reach over the hidden triangle's sides, so that no sliver is left between two."""


@dataclass(frozen=True, eq=False)
class Overlaps:
    """Pairs of triangles of which one hides some of the other; one row for each, sorted by the hidden one."""

    hidden: Ints
    hider: Ints
    partly: Flags
    """Whether the hider may also lie behind, so that their planes cross."""
    touching: Flags
    """Whether an edge of the hider lies in the plane of the hidden one."""
    level: Ints
    """Shape (2, n): triangles that lie in one plane, one upon the other."""

    def chosen(self, rows: Flags | Ints) -> "Overlaps":
        """Return these rows."""
        return Overlaps(self.hidden[rows], self.hider[rows], self.partly[rows], self.touching[rows], self.level)

    def before(self, scene: Scene) -> Floats:
        """Return how far the corners of the hider lie before the plane of the hidden one, shape (rows, 4)."""
        return before_planes(planes(scene, self.hidden), scene.points[scene.corners[self.hider]])


def overlaps(scene: Scene, may_hide: Flags) -> Overlaps:
    """Return what triangles of parts p and q hide of each other where `may_hide[p, q]`; the array is symmetric.

    Raises:
        TangledError: Too many triangles meet in the picture.
    """
    triangles = np.flatnonzero(scene.front & np.any(may_hide, axis=1)[scene.part])
    flat, part = scene.flat(triangles), scene.part[triangles]
    shapes = _Surfaces(flat, side_lines(flat), planes(scene, triangles), scene.points[scene.corners[triangles]])
    rows: list[tuple[Ints, Ints, Flags, Flags]] = []
    level = [np.empty((2, 0), dtype=np.int64)]
    for pairs in near_pairs_within((flat, part), may_hide):
        met, even = _hidings(shapes, *pairs, contact(scene))
        rows.extend(met)
        level.append(triangles[even])
    hidden, hider, partly, touching = (np.concatenate(column) for column in zip(*rows, strict=True))
    order = np.lexsort((hider, hidden))
    hidden, hider, partly, touching = hidden[order], hider[order], partly[order], touching[order]
    return Overlaps(triangles[hidden], triangles[hider], partly, touching, np.concatenate(level, axis=1))


@dataclass(frozen=True, eq=False)
class _Surfaces:
    """Triangles by what is asked of them often; one row for each."""

    flat: Floats
    lines: Floats
    planes: Floats
    corners: Floats


def _hidings(of: _Surfaces, a: Ints, b: Ints, gap: float) -> tuple[list[tuple[Ints, Ints, Flags, Flags]], Ints]:
    """Return rows of hidden, hider, partly, touching for pairs of triangles; and the pairs, (2, n), that are level."""
    for one, other in ((0, 1), (1, 0)):
        for side in range(4):
            pair = a, b
            meet = greatest(inside_lines(of.lines[pair[one], side], of.flat[pair[other]])) > gap
            a, b = a[meet], b[meet]
    before_a, before_b = before_planes(of.planes[a], of.corners[b]), before_planes(of.planes[b], of.corners[a])
    b_hides = (greatest(before_a) > gap) & (least(before_b) < -gap)
    a_hides = (greatest(before_b) > gap) & (least(before_a) < -gap)
    rows = [
        (hidden[hides], hider[hides], other[hides], ((np.abs(before) <= gap).sum(axis=1) > 1)[hides])
        for hidden, hider, hides, other, before in (
            (a, b, b_hides, a_hides, before_a),
            (b, a, a_hides, b_hides, before_b),
        )
    ]
    level = ~(a_hides | b_hides)
    return rows, np.stack([a[level], b[level]])


def hidden_areas(scene: Scene, found: Overlaps, chosen: Flags, set_of: Ints, set_count: int) -> list[CrossSection]:
    """Return for each set of triangles what is hidden of it in the chosen rows.

    `set_of` is the set of each triangle, -1 for none. Of one set no triangle may hide another one. A hider that lies
    before all triangles of the set that it overlaps, and level with none, hides them with its whole area, so the
    outline of all such hiders serves for the set; other hiders are cut to a piece for each triangle.
    """
    of_hidden = np.where(chosen, set_of[found.hidden], -1)
    count = len(scene.corners)
    keys = of_hidden * count + found.hider
    beside = np.concatenate([found.level, found.level[::-1]], axis=1)
    mixed = np.concatenate(
        [keys[found.partly], set_of[found.hider] * count + found.hidden, set_of[beside[0]] * count + beside[1]]
    )
    simple = ~np.isin(keys, mixed)
    group, triangle = np.divmod(np.unique(keys[simple & (of_hidden >= 0)]), count)
    areas = [[region(rings)] if rings else [] for rings in rings_of_groups(scene, group, triangle, set_count)]
    rows = np.flatnonzero(~simple & (of_hidden >= 0))
    for start in range(0, len(rows), PAIRS_AT_ONCE):
        portion = found.chosen(rows[start : start + PAIRS_AT_ONCE])
        pieces: dict[int, list[Ring]] = {}
        shapes = _pieces(scene, portion)
        bounds = np.searchsorted(shapes.owner, np.arange(len(portion.hidden) + 1)).tolist()
        for number, (begin, end) in zip(set_of[portion.hidden].tolist(), pairwise(bounds), strict=True):
            if end > begin:
                pieces.setdefault(number, []).append(shapes.corners[begin:end])
        for number, rings in pieces.items():
            areas[number].append(covered(rings))
    return [united(of_set) for of_set in areas]


def _pieces(scene: Scene, found: Overlaps) -> Polygons:
    """Return, row by row, what the hider covers of the hidden triangle."""
    corners = scene.flat(found.hider).reshape(-1, 2)
    before = np.where(found.partly[:, None], found.before(scene), 1.0)
    pieces = cut(Polygons(corners, np.repeat(np.arange(len(found.hider)), 4)), before.ravel())
    lines = side_lines(scene.flat(found.hidden))
    for side in range(4):
        inside = inside_lines(lines[pieces.owner, side], pieces.corners[:, None])[:, 0]
        pieces = cut(pieces, inside + SLACK)
    return pieces
