"""Visible regions of the parts, one for each step of brightness, ready to be filled.

The regions of a part are nested: the first has all that is seen of it, each next one what is brighter. Painted in
this order no background shows through between two steps.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from manifold3d import CrossSection

from sitegen.views.arrangement import Arrangement
from sitegen.views.occlusion import Overlaps, hidden_rings
from sitegen.views.outline import nested_rings, rings_of_sets
from sitegen.views.regions import Ring, less, region, rings_of, without_slivers
from sitegen.views.scene import Flags, Ints, Scene
from sitegen.views.shading import STEPS, brightness


@dataclass(frozen=True, eq=False)
class Band:
    """A region of one part, at least as bright as its step."""

    part: int
    step: int
    rings: list[Ring]


def bands(scene: Scene, arrangement: Arrangement) -> list[Band]:
    """Return the bands of all drawn parts, by part and then from dark to bright."""
    keys = scene.part * STEPS + brightness(scene.normals)
    cut = np.zeros(scene.part_count, dtype=bool)
    cut[scene.part[arrangement.overlaps.hidden]] = True
    cut[list(arrangement.covers)] = True
    whole = _whole_bands(scene, arrangement.visible & ~cut[scene.part], keys)
    rest = _cut_bands(scene, arrangement, arrangement.visible & cut[scene.part], keys)
    return sorted(whole + rest, key=lambda band: (band.part, band.step))


def _whole_bands(scene: Scene, chosen: Flags, keys: Ints) -> list[Band]:
    """Return the bands of the chosen triangles, none of which hides another one; a key is part and step in one."""
    sets = np.unique(keys[chosen])
    first = np.searchsorted(sets, scene.part * STEPS)
    rank = np.searchsorted(sets, keys) - first
    rings = nested_rings(scene, np.where(chosen, first, -1), rank, len(sets))
    return [Band(key // STEPS, key % STEPS, of_set) for key, of_set in zip(sets.tolist(), rings, strict=True)]


def _cut_bands(scene: Scene, arrangement: Arrangement, chosen: Flags, keys: Ints) -> list[Band]:
    """Return the bands of the chosen triangles less all that is hidden of them."""
    sheets = _sheets(keys, arrangement.overlaps)
    sheet_count = int(sheets.max()) + 1
    sets, member = np.unique((keys * sheet_count + sheets)[chosen], return_inverse=True)
    set_of = np.full(len(chosen), -1)
    set_of[chosen] = member
    outlines = rings_of_sets(scene, scene.points, set_of, len(sets))
    covered = hidden_rings(scene, arrangement.overlaps, set_of, len(sets))
    areas: dict[int, dict[int, CrossSection]] = {}
    for key, outline, hidden in zip((sets // sheet_count).tolist(), outlines, covered, strict=True):
        area = without_slivers(region(outline) - region(hidden)) if hidden else region(outline)
        by_step = areas.setdefault(key // STEPS, {})
        by_step[key % STEPS] = by_step[key % STEPS] + area if key % STEPS in by_step else area
    return [
        Band(part, step, rings_of(area))
        for part, by_step in areas.items()
        for step, area in _nested(by_step, arrangement.covers.get(part, []))
    ]


def _sheets(keys: Ints, found: Overlaps) -> Ints:
    """Return the sheet of each triangle, counted from 0: of equal keys and sheets none hides another."""
    same = keys[found.hidden] == keys[found.hider]
    rivals: dict[int, set[int]] = {}
    for a, b in zip(found.hidden[same].tolist(), found.hider[same].tolist(), strict=True):
        rivals.setdefault(a, set()).add(b)
        rivals.setdefault(b, set()).add(a)
    placed: dict[int, int] = {}
    for triangle in sorted(rivals):
        taken = {placed[other] for other in rivals[triangle] if other in placed}
        placed[triangle] = next(sheet for sheet in range(len(taken) + 1) if sheet not in taken)
    sheets = np.zeros(len(keys), dtype=np.int64)
    sheets[list(placed)] = list(placed.values())
    return sheets


def _nested(by_step: dict[int, CrossSection], covers: Sequence[CrossSection]) -> Iterator[tuple[int, CrossSection]]:
    """Yield for each step all that is at least as bright and not covered."""
    brighter = CrossSection()
    for step in sorted(by_step, reverse=True):
        brighter = brighter + by_step[step]
        yield step, less(brighter, covers)
