"""Boundaries of the regions that are at least as bright as each step.

Light is linear along the sides of a facet, so a region ends at straight lines across facets, and at edges where the
surface ends, turns away or has a crease. As in `outline`, what two facets share is left out.
"""

from dataclasses import dataclass

import numpy as np

from sitegen.views.clip import zeros
from sitegen.views.outline import chained
from sitegen.views.regions import Ring
from sitegen.views.scene import Scene
from sitegen.views.shading import STEPS, step_of
from sitegen.views.vectors import Flags, Floats, Ints, greatest, least


@dataclass(frozen=True, eq=False)
class Regions:
    """For each group of triangles and each step that occurs in it, all that is at least as bright."""

    group: Ints
    step: Ints
    """Ascending within a group."""
    rings: list[list[Ring]]


@dataclass(frozen=True, eq=False)
class _Lit:
    """Triangles with the light at their corners."""

    scene: Scene
    group: Ints
    """-1 for triangles that are in no region."""
    light: Floats
    steps: Ints
    """Of the light at the corners, shape (facets, 4)."""
    beside: Ints
    """Steps at start and end of each side on the triangle across it, shape (facets, 4, 2); -1 in another group."""
    even: Flags
    """Whether light runs on evenly across the side."""
    side: Ints
    """A number for each side, the same from both sides of an edge across which light runs on evenly."""

    def points(self, triangle: Ints, side: Ints, step: Ints, corner: Ints, at_corner: Flags) -> tuple[Ints, Floats]:
        """Return number and place of points: a corner of a side, or else where light reaches the step on it."""
        here, there = self.scene.corners[triangle, side], self.scene.corners[triangle, (side + 1) % 4]
        least_light = step - 0.5
        number = len(self.scene.points) + self.side[triangle, side] * STEPS + step
        numbers = np.where(at_corner, self.scene.corners[triangle, corner], number)
        places = self.scene.points[self.scene.corners[triangle, corner], :2]
        a, b = self.light[triangle, side] - least_light, self.light[triangle, (side + 1) % 4] - least_light
        within = ~at_corner
        flat = self.scene.points[:, :2]
        places[within] = zeros(flat[here[within]], flat[there[within]], a[within], b[within])
        return numbers, places


@dataclass(frozen=True, eq=False)
class _Edges:
    """Directed edges with the brighter side to their left."""

    group: Ints
    step: Ints
    start: Ints
    end: Ints
    places: Floats
    """Of their starts."""


def regions(scene: Scene, group: Ints, light: Floats) -> Regions:
    """Return the regions; `group` names the group of each triangle, -1 for none, `light` is given at its corners."""
    lit = _lit(scene, group, light)
    found = np.zeros((int(group.max(initial=-1)) + 1, STEPS), dtype=np.int64)
    inside = group >= 0
    for step in range(STEPS):
        spans = inside & (least(lit.steps) <= step) & (greatest(lit.steps) >= step)
        found[group[spans], step] = 1
    keys = np.flatnonzero(found)
    number = np.full(found.size, -1)
    number[keys] = np.arange(len(keys))
    across, along = _across(lit), _along(lit, found > 0)
    start, end, places = (
        np.concatenate([getattr(one, name) for one in (across, along)]) for name in ("start", "end", "places")
    )
    which = number[np.concatenate([one.group * STEPS + one.step for one in (across, along)])]
    rings = chained(start, end, places, which, len(keys))
    return Regions(keys // STEPS, keys % STEPS, rings)


def _lit(scene: Scene, group: Ints, light: Floats) -> _Lit:
    steps = step_of(light)
    other, back = np.maximum(scene.twin, 0), scene.back
    same = (scene.twin >= 0) & (group[other] == group[:, None])
    ahead = np.roll(light, -1, axis=1)
    even = same & (light[other, (back + 1) % 4] == light) & (light[other, back] == ahead)
    beside = np.where(same[:, :, None], np.stack([steps[other, (back + 1) % 4], steps[other, back]], axis=2), -1)
    side = np.arange(4 * len(group)).reshape(-1, 4)
    return _Lit(scene, group, light, steps, beside, even, np.where(even, np.minimum(side, other * 4 + back), side))


def _across(lit: _Lit) -> _Edges:
    """Return the edges that run across facets: from where a region ends on one side to where it next begins."""
    darkest, brightest = least(lit.steps), greatest(lit.steps)
    triangle, step = _steps_of(np.where(lit.group >= 0, darkest, brightest) + 1, brightest)
    inside = lit.steps[triangle] >= step[:, None]
    then = np.roll(inside, -1, axis=1)
    row, leave = np.nonzero(inside & ~then)
    triangle, step = triangle[row], step[row]
    onward = (leave[:, None] + (1, 2, 3)) % 4
    enter = onward[np.arange(len(row)), (~inside & then)[row[:, None], onward].argmax(axis=1)]
    nowhere = np.zeros(len(row), dtype=bool)
    start, places = lit.points(triangle, leave, step, leave, nowhere)
    end, _ = lit.points(triangle, enter, step, enter, nowhere)
    return _Edges(lit.group[triangle], step, start, end, places)


def _along(lit: _Lit, found: Flags) -> _Edges:
    """Return the edges, or parts of them, that run along sides of triangles."""
    triangle, side = np.nonzero((lit.group >= 0)[:, None] & ~lit.even)
    ends = np.stack([lit.steps[triangle, side], lit.steps[triangle, (side + 1) % 4]], axis=1)
    row, step = _steps_of(np.zeros(len(triangle), dtype=np.int64), greatest(ends))
    bright = ends[row] >= step[:, None]
    shared = bright.all(axis=1) & (lit.beside[triangle[row], side[row]] >= step[:, None]).all(axis=1)
    real = found[lit.group[triangle[row]], step] & ~shared
    row, step, bright = row[real], step[real], bright[real]
    triangle, side = triangle[row], side[row]
    start, places = lit.points(triangle, side, step, side, bright[:, 0])
    end, _ = lit.points(triangle, side, step, (side + 1) % 4, bright[:, 1])
    return _Edges(lit.group[triangle], step, start, end, places)


def _steps_of(first: Ints, last: Ints) -> tuple[Ints, Ints]:
    """Return pairs of each row with its steps, from the first to the last."""
    count = np.maximum(last - first + 1, 0)
    row = np.repeat(np.arange(len(count)), count)
    return row, np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count) + first[row]
