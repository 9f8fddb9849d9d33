"""Where the surfaces of two parts meet in space: a line that no edge of either part need mark."""

from functools import reduce

import numpy as np

from sitegen.views.clip import zeros
from sitegen.views.lines import Segments, edge_kinds
from sitegen.views.nearness import PAIRS_AT_ONCE
from sitegen.views.occlusion import Overlaps
from sitegen.views.planes import contact, inside_lines, narrowed, side_lines
from sitegen.views.scene import Scene
from sitegen.views.vectors import Floats, Ints, greatest


def seams(scene: Scene, found: Overlaps) -> Segments:
    """Return the segments in which triangles of two parts meet; each counts to one of the two."""
    apart = found.chosen(scene.part[found.hidden] != scene.part[found.hider])
    crossing = np.flatnonzero(apart.partly & (apart.hidden < apart.hider))
    portions = [crossing[start : start + PAIRS_AT_ONCE] for start in range(0, len(crossing), PAIRS_AT_ONCE)]
    crossings = (_inside(scene, *_crossings(scene, apart.chosen(rows))) for rows in portions)
    return reduce(Segments.__add__, crossings, _inside(scene, *_touches(scene, apart.chosen(apart.touching))))


def _inside(scene: Scene, ends: Floats, triangle: Ints) -> Segments:
    """Return what of stretches in the planes of triangles lies within these."""
    intervals = np.zeros(len(triangle)), np.ones(len(triangle))
    lines = side_lines(scene.flat(triangle))
    for side in range(4):
        intervals = narrowed(intervals, inside_lines(lines[:, side], ends[:, :, :2]))
    begin, end = intervals
    real = end > begin
    met = Segments(ends, triangle, scene.part[triangle], np.ones(len(triangle), dtype=bool))
    return met.chosen(real).between(begin[real], end[real])


def _crossings(scene: Scene, found: Overlaps) -> tuple[Floats, Ints]:
    """Return where triangles pass through the planes of others, and those others; each pair once."""
    corners, before = scene.points[scene.corners[found.hider]], found.before(scene)
    row, side = np.nonzero((before >= 0) != (np.roll(before, -1, axis=1) >= 0))
    then = (side + 1) % 4
    points = zeros(corners[row, side], corners[row, then], before[row, side], before[row, then])
    return points.reshape(-1, 2, 3), found.hidden[row[::2]]


def _touches(scene: Scene, found: Overlaps) -> tuple[Floats, Ints]:
    """Return edges that lie in the planes of other triangles, and those; edges that are inked anyway are left out."""
    before = found.before(scene)
    on = np.abs(before) <= contact(scene)
    raised = (greatest(before) > contact(scene))[:, None]
    row, side = np.nonzero(on & np.roll(on, -1, axis=1) & raised)
    contour, crease = edge_kinds(scene, found.hider[row], side)
    row, side = row[~(contour | crease)], side[~(contour | crease)]
    corners = scene.points[scene.corners[found.hider[row]]]
    number = np.arange(len(row))
    return np.stack([corners[number, side], corners[number, (side + 1) % 4]], axis=1), found.hidden[row]
