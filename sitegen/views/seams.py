"""Where the surfaces of two parts meet in space: a line that no edge of either part marks."""

import numpy as np

from sitegen.views.clip import zeros
from sitegen.views.lines import Segments
from sitegen.views.occlusion import Overlaps
from sitegen.views.planes import inside_lines, narrowed, side_lines
from sitegen.views.scene import Scene


def seams(scene: Scene, found: Overlaps) -> Segments:
    """Return the segments in which triangles of two parts cross; each counts to one of the two."""
    pairs = found.partly & (scene.part[found.hidden] != scene.part[found.hider]) & (found.hidden < found.hider)
    a, b, before = found.hidden[pairs], found.hider[pairs], found.before[pairs]
    corners = scene.points[scene.corners[b]]
    row, side = np.nonzero((before >= 0) != (np.roll(before, -1, axis=1) >= 0))
    then = (side + 1) % 3
    points = zeros(corners[row, side], corners[row, then], before[row, side], before[row, then])
    ends, row = points.reshape(-1, 2, 3), row[::2]
    intervals = np.zeros(len(row)), np.ones(len(row))
    lines = side_lines(scene.flat(a[row]))
    for side_of_a in range(3):
        intervals = narrowed(intervals, inside_lines(lines[:, side_of_a], ends[:, :, :2]))
    begin, end = intervals
    real = end > begin
    found = Segments(ends, scene.part[a[row]], np.ones(len(row), dtype=bool))
    return found.chosen(real).between(begin[real], end[real])
