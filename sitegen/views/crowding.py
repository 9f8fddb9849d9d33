"""Ink that would run into other ink: remnants of lines close beside the contour of what hides the rest of them."""

import numpy as np

from sitegen.views.lines import Segments, visible_stretches
from sitegen.views.paths import on_paper
from sitegen.views.scene import Scene
from sitegen.views.vectors import Flags, Floats, Ints, components, greatest

REMNANT = 8
"""A line that measures less, in widths of a contour, may be a remnant."""


def uncrowded(scene: Scene, ink: Segments, in_front: Flags, width: float) -> Segments:
    """Return the ink without short lines that lie wholly within a contour's width beside a part in front of them.

    `in_front[p, q]` says that all of part q is in front of part p; `width` is that of a contour.
    """
    places = on_paper(ink.ends)
    line = _lines(places, ink.part)
    few = np.flatnonzero(_size(places, line)[line] < REMNANT * width)
    kept = np.ones(len(line), dtype=np.bool_)
    kept[few] = False
    kept[few[visible_stretches(scene, ink.chosen(few), in_front, width).row]] = True
    clear = np.bincount(line, kept) > 0
    return ink.chosen(clear[line])


def _lines(places: Ints, part: Ints) -> Ints:
    """Return for each segment the number of the connected line of its part that it belongs to."""
    x, y = (places - places.min(axis=(0, 1), initial=0)).reshape(-1, 2).T
    width = int(x.max(initial=0)) + 1
    _, point = np.unique((part.repeat(2) * (int(y.max(initial=0)) + 1) + y) * width + x, return_inverse=True)
    label = components(len(point), point[::2], point[1::2])
    return np.unique(label[point[::2]], return_inverse=True)[1]


def _size(places: Ints, line: Ints) -> Floats:
    """Return the longer side of the box around each line."""
    count = int(line.max(initial=-1)) + 1
    low, high = np.full((count, 2), np.inf), np.full((count, 2), -np.inf)
    for end in (0, 1):
        np.minimum.at(low, line, places[:, end])
        np.maximum.at(high, line, places[:, end])
    return greatest(high - low)
