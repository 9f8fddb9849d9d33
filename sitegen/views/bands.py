"""Visible regions of the parts, one for each step of brightness, ready to be filled.

The regions of a part are nested: the first has all that is seen of it, each next one what is brighter. Painted in
this order no background shows through between two steps.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from manifold3d import CrossSection

from sitegen.views.arrangement import Arrangement
from sitegen.views.isophotes import regions
from sitegen.views.occlusion import Overlaps, hidden_areas
from sitegen.views.regions import Ring, less, region, rings_of, simplified, united, without_slivers
from sitegen.views.scene import Scene
from sitegen.views.shading import light
from sitegen.views.smoothing import corner_normals
from sitegen.views.vectors import Ints


@dataclass(frozen=True, eq=False)
class Band:
    """A region of one part, at least as bright as its step."""

    part: int
    step: int
    rings: list[Ring]


def bands(scene: Scene, arrangement: Arrangement) -> list[Band]:
    """Return the bands of all drawn parts, by part and then from dark to bright."""
    found = arrangement.overlaps
    layers = _layers(scene.part, found)
    sets, member = np.unique((scene.part * (int(layers.max()) + 1) + layers)[arrangement.visible], return_inverse=True)
    set_of = np.full(len(scene.part), -1)
    set_of[arrangement.visible] = member
    part_of = (sets // (int(layers.max()) + 1)).tolist()
    hidden = hidden_areas(scene, found, arrangement.cut, set_of, len(sets))
    lit = regions(scene, set_of, light(corner_normals(scene).reshape(-1, 3)).reshape(-1, 4))
    by_part: dict[int, dict[int, dict[int, list[Ring]]]] = {}
    for number, step, rings in zip(lit.group.tolist(), lit.step.tolist(), lit.rings, strict=True):
        by_part.setdefault(part_of[number], {}).setdefault(number, {})[step] = rings
    return [band for part, by_set in sorted(by_part.items()) for band in _of_part(part, by_set, hidden, arrangement)]


def _of_part(
    part: int, by_set: dict[int, dict[int, list[Ring]]], hidden: list[CrossSection], arrangement: Arrangement
) -> Iterator[Band]:
    """Yield the bands of a part; `by_set` has for each of its sets of triangles the outlines by step."""
    covers = arrangement.covers.get(part, [])
    if len(by_set) == 1 and not covers and all(hidden[number].is_empty() for number in by_set):
        for step, rings in next(iter(by_set.values())).items():
            yield Band(part, step, rings)
        return
    taken = {number: [*covers, hidden[number]] for number in by_set}
    for step in sorted({step for of_set in by_set.values() for step in of_set}):
        areas = [less(region(_at_least(step, of_set)), taken[number]) for number, of_set in by_set.items()]
        yield Band(part, step, rings_of(simplified(without_slivers(united(areas)))))


def _at_least(step: int, outlines: dict[int, list[Ring]]) -> list[Ring]:
    """Return the outlines of the next brighter step that there is, none where there is none."""
    return next((outlines[other] for other in sorted(outlines) if other >= step), [])


def _layers(part: Ints, found: Overlaps) -> Ints:
    """Return the layer of each triangle, counted from 0: within one layer of a part no triangle hides another."""
    same = part[found.hidden] == part[found.hider]
    rivals: dict[int, set[int]] = {}
    for a, b in zip(found.hidden[same].tolist(), found.hider[same].tolist(), strict=True):
        rivals.setdefault(a, set()).add(b)
        rivals.setdefault(b, set()).add(a)
    placed: dict[int, int] = {}
    for triangle in sorted(rivals):
        taken = {placed[other] for other in rivals[triangle] if other in placed}
        placed[triangle] = next(layer for layer in range(len(taken) + 1) if layer not in taken)
    layers = np.zeros(len(part), dtype=np.int64)
    layers[list(placed)] = list(placed.values())
    return layers
