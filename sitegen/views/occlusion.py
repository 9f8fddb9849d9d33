"""What triangles hide of each other, where whole parts do not settle it.

On a triangle the depth is linear, so the difference of two depths is linear too and its sign is known from the
corners. The hidden piece is then convex: the hider's triangle, cut by the line where both depths are equal and by the
three sides of the hidden one. Nothing is sorted or split beforehand, so rings of parts that hide each other and parts
that stick in each other need no special case.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sitegen.views.clip import Polygons, cut
from sitegen.views.nearness import near_pairs_within
from sitegen.views.outline import rings_of_groups
from sitegen.views.planes import before_planes, inside_lines, planes, side_lines
from sitegen.views.regions import Ring
from sitegen.views.scene import Flags, Floats, Ints, Scene, greatest, least

CONTACT_UM = 2
"""Surfaces nearer than this touch: their corners are rounded to 1 um."""
SLACK = 0.05
"""Drawing units by which pieces reach over the hidden triangle's sides, so that no sliver is left between two."""


@dataclass(frozen=True, eq=False)
class Overlaps:
    """Pairs of triangles of which one hides some of the other; one row for each, sorted by the hidden one."""

    hidden: Ints
    hider: Ints
    before: Floats
    """Shape (rows, 3): how far the corners of the hider lie before the plane of the hidden one."""
    partly: Flags
    """Whether the hider may also lie behind, so that their planes cross."""
    ties: Ints
    """Shape (2, n): parts of which triangles lie in one plane, one upon the other."""

    def chosen(self, rows: Flags) -> "Overlaps":
        """Return these rows."""
        return Overlaps(self.hidden[rows], self.hider[rows], self.before[rows], self.partly[rows], self.ties)


@dataclass(frozen=True, eq=False)
class _Pairs:
    """Triangles a and b that overlap in the picture, and how far the corners of each lie before the other's plane."""

    a: Ints
    b: Ints
    before_a: Floats
    """Shape (pairs, 3): corners of b, positive in front of the plane of a."""
    before_b: Floats
    """Corners of a, positive in front of the plane of b."""


def overlaps(scene: Scene, may_hide: Flags) -> Overlaps:
    """Return what triangles of parts p and q hide of each other where `may_hide[p, q]`; the array is symmetric."""
    gap = contact(scene)
    pairs = _pairs(scene, may_hide)
    b_hides = (greatest(pairs.before_a) > gap) & (least(pairs.before_b) < -gap)
    a_hides = (greatest(pairs.before_b) > gap) & (least(pairs.before_a) < -gap)
    hidden = np.concatenate([pairs.a[b_hides], pairs.b[a_hides]])
    hider = np.concatenate([pairs.b[b_hides], pairs.a[a_hides]])
    before = np.concatenate([pairs.before_a[b_hides], pairs.before_b[a_hides]])
    partly = np.concatenate([a_hides[b_hides], b_hides[a_hides]])
    order = np.lexsort((hider, hidden))
    level = ~(a_hides | b_hides)
    ties = np.stack([scene.part[pairs.a[level]], scene.part[pairs.b[level]]])
    return Overlaps(hidden[order], hider[order], before[order], partly[order], ties)


def contact(scene: Scene) -> float:
    """Return the distance up to which surfaces touch, in drawing units."""
    return CONTACT_UM / scene.unit_um


def hidden_rings(scene: Scene, found: Overlaps, set_of: Ints, set_count: int) -> list[list[Ring]]:
    """Return for each set of triangles rings that wind round all that is hidden of it.

    `set_of` is the set of each triangle, -1 for none. Of one set no triangle may hide another one. A hider that lies
    before all triangles of the set that it overlaps hides them with its whole area, so the outline of all such hiders
    serves for the set; other hiders are cut to a piece for each triangle.
    """
    of_hidden = set_of[found.hidden]
    count = len(scene.corners)
    keys = of_hidden * count + found.hider
    mixed = np.concatenate([keys[found.partly], set_of[found.hider] * count + found.hidden])
    simple = ~np.isin(keys, mixed)
    group, triangle = np.divmod(np.unique(keys[simple & (of_hidden >= 0)]), count)
    rings = rings_of_groups(scene, group, triangle, set_count)
    cut = found.chosen(~simple & (of_hidden >= 0))
    pieces = _pieces(scene, cut)
    bounds = np.searchsorted(pieces.owner, np.arange(len(cut.hidden) + 1)).tolist()
    for number, (start, stop) in zip(set_of[cut.hidden].tolist(), pairwise(bounds), strict=True):
        if stop > start:
            rings[number].append(pieces.corners[start:stop])
    return rings


def _pieces(scene: Scene, found: Overlaps) -> Polygons:
    """Return, row by row, what the hider covers of the hidden triangle."""
    corners = scene.flat(found.hider).reshape(-1, 2)
    before = np.where(found.partly[:, None], found.before, 1.0)
    pieces = cut(Polygons(corners, np.repeat(np.arange(len(found.hider)), 3)), before.ravel())
    lines = side_lines(scene.flat(found.hidden))
    for side in range(3):
        inside = inside_lines(lines[pieces.owner, side], pieces.corners[:, None])[:, 0]
        pieces = cut(pieces, inside + SLACK)
    return pieces


def _pairs(scene: Scene, may_hide: Flags) -> _Pairs:
    """Return the pairs of front triangles that overlap in the picture by more than a contact."""
    triangles = np.flatnonzero(scene.front & np.any(may_hide, axis=1)[scene.part])
    flat, part = scene.flat(triangles), scene.part[triangles]
    pairs = near_pairs_within((flat, part), may_hide)
    lines = side_lines(flat)
    for one, other in ((0, 1), (1, 0)):
        for side in range(3):
            reach = inside_lines(lines[pairs[one], side], flat[pairs[other]])
            meet = greatest(reach) > contact(scene)
            pairs = pairs[0][meet], pairs[1][meet]
    a, b = triangles[pairs[0]], triangles[pairs[1]]
    surface, corners = planes(scene), scene.points[scene.corners]
    return _Pairs(a, b, before_planes(surface[a], corners[b]), before_planes(surface[b], corners[a]))
