"""The edges that a draughtsman would ink, and which stretches of them are seen."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sitegen.views.nearness import near_pairs
from sitegen.views.planes import Intervals, before_planes, contact, inside_lines, narrowed, planes, side_lines
from sitegen.views.scene import FLAT_COSINE, Scene
from sitegen.views.vectors import Flags, Floats, Ints, greatest

CREASE_COSINE = 0.883
"""Of 28 degrees: where two faces turn by more, the edge between them is inked."""
BEHIND = 0.2
"""Drawing units that a line must lie behind a facet, along the view, to be hidden by it; and not touch its plane."""
STEEP = 1e-4
"""A triangle whose normal has a smaller cosine with the view is seen edge on and hides no line."""
ALONG = 1e-5
"""Drawing units by which a line along the common side of two triangles counts as inside both."""
WITHIN = 0.3
"""Drawing units by which a line must lie inside a facet to be painted over by it, where both are level."""
SHORTEST = 0.8
"""Drawing units; what is left of a partly hidden line and shorter is not drawn."""


@dataclass(frozen=True, eq=False)
class Segments:
    """Straight stretches of ink lines."""

    ends: Floats
    """Shape (n, 2, 3)."""
    facet: Ints
    """A front facet that the stretch bounds or lies on."""
    part: Ints
    contour: Flags
    """Whether the stretch bounds a part in the picture; else it is a crease within it."""

    def __add__(self, other: "Segments") -> "Segments":
        return Segments(
            np.concatenate([self.ends, other.ends]),
            np.concatenate([self.facet, other.facet]),
            np.concatenate([self.part, other.part]),
            np.concatenate([self.contour, other.contour]),
        )

    def chosen(self, rows: Ints | Flags) -> "Segments":
        """Return these segments."""
        return Segments(self.ends[rows], self.facet[rows], self.part[rows], self.contour[rows])

    def between(self, begin: Floats, end: Floats) -> "Segments":
        """Return a stretch of each, from 0 to 1 along it."""
        start, run = self.ends[:, :1], self.ends[:, 1:] - self.ends[:, :1]
        ends = start + run * np.stack([begin, end], axis=1)[:, :, None]
        return Segments(ends, self.facet, self.part, self.contour)


def feature_edges(scene: Scene, drawn: Flags) -> Segments:
    """Return contours and creases of the drawn parts, hidden stretches included."""
    triangle = np.flatnonzero(drawn[scene.part] & scene.front).repeat(4)
    side = np.tile(np.arange(4), len(triangle) // 4)
    contour, crease = edge_kinds(scene, triangle, side)
    inked = contour | (crease & (triangle < scene.twin[triangle, side]))
    triangle, side = triangle[inked], side[inked]
    ends = np.stack([scene.corners[triangle, side], scene.corners[triangle, (side + 1) % 4]], axis=1)
    return Segments(scene.points[ends], triangle, scene.part[triangle], contour[inked])


def edge_kinds(scene: Scene, triangle: Ints, side: Ints) -> tuple[Flags, Flags]:
    """Return which edges of front triangles are contours, and which are creases between two fronts."""
    other = scene.twin[triangle, side]
    contour = (other < 0) | ~scene.front[other]
    turned: Flags = (scene.normals[triangle] * scene.normals[other]).sum(axis=1) < CREASE_COSINE
    return contour, turned & ~contour


def seen(scene: Scene, segments: Segments, may_hide: Flags) -> Segments:
    """Return what no front triangle of a part q hides, where `may_hide[p, q]` and p is the segment's part."""
    visible = visible_stretches(scene, segments, may_hide)
    return segments.chosen(visible.row).between(visible.begin, visible.end)


@dataclass(frozen=True, eq=False)
class Stretches:
    """What is seen of some segments."""

    row: Ints
    """The segment of each stretch."""
    begin: Floats
    """From 0 to 1 along the segment."""
    end: Floats


def visible_stretches(scene: Scene, segments: Segments, may_hide: Flags, reach: float = 0.0) -> Stretches:
    """Return what is seen of segments; triangles hide what lies behind them and up to `reach` beside them."""
    segment, (begin, end) = _hidden(scene, segments, may_hide, reach)
    order = np.lexsort((begin, segment))
    segment, begin, end = segment[order], begin[order], end[order]
    cut, first = np.unique(segment, return_index=True)
    bounds = [*first.tolist(), len(segment)]
    gaps = [
        (number, *gap)
        for number, (start, stop) in zip(cut.tolist(), pairwise(bounds), strict=True)
        for gap in _gaps(begin[start:stop].tolist(), end[start:stop].tolist())
    ]
    row, begin, end = (np.array([gap[k] for gap in gaps]) for k in range(3))
    row = row.astype(np.int64)
    run = segments.ends[row, 1, :2] - segments.ends[row, 0, :2]
    long = (run * run).sum(axis=1) * (end - begin) ** 2 > SHORTEST**2
    whole = np.setdiff1d(np.arange(len(segments.part)), cut, assume_unique=True)
    return Stretches(
        np.concatenate([whole, row[long]]),
        np.concatenate([np.zeros(len(whole)), begin[long]]),
        np.concatenate([np.ones(len(whole)), end[long]]),
    )


def _gaps(begin: list[float], end: list[float]) -> list[tuple[float, float]]:
    """Return what intervals, given in order of their beginning, leave free between 0 and 1."""
    gaps, reached = [], 0.0
    for start, stop in zip([*begin, 1.0], [*end, 1.0], strict=True):
        if start > reached:
            gaps.append((reached, start))
        reached = max(reached, stop)
    return gaps


def _painted_over(scene: Scene, facet: Ints, over: Ints, before: Floats) -> Flags:
    """Return where a line lies in the plane of a later part's facet, and the facet that it bounds does too."""
    level = (scene.normals[facet] * scene.normals[over]).sum(axis=1) > FLAT_COSINE
    later = scene.part[facet] < scene.part[over]
    painted: Flags = level & later & (greatest(np.abs(before)) <= contact(scene))
    return painted


def _hidden(scene: Scene, segments: Segments, may_hide: Flags, reach: float) -> tuple[Ints, Intervals]:
    """Return hidden intervals, 0 to 1 along their segments, and the segment of each."""
    some = np.flatnonzero(np.any(may_hide, axis=1)[segments.part])
    triangles = np.flatnonzero(scene.front & np.any(may_hide, axis=0)[scene.part])
    surface = planes(scene, triangles)
    flat = surface[:, 2] > STEEP
    triangles, surface = triangles[flat], surface[flat]
    least_behind = np.maximum(BEHIND * surface[:, 2], contact(scene))
    lines, ends = side_lines(scene.flat(triangles)), segments.ends[some]
    found = [(np.empty(0, dtype=np.int64), np.empty(0), np.empty(0))]
    shapes = (ends[:, :, :2], segments.part[some]), (scene.flat(triangles), scene.part[triangles])
    for segment, triangle in near_pairs(*shapes, may_hide, reach):
        before = before_planes(surface[triangle], ends[segment])
        behind = -before - least_behind[triangle, None]
        over = _painted_over(scene, segments.facet[some[segment]], triangles[triangle], before)
        behind[over] = 1.0
        margin = np.where(over, -WITHIN, ALONG + reach)
        rows = greatest(behind) > 0
        segment, triangle, margin = segment[rows], triangle[rows], margin[rows, None]
        intervals = narrowed((np.zeros(len(segment)), np.ones(len(segment))), behind[rows])
        for side in range(4):
            intervals = narrowed(intervals, inside_lines(lines[triangle, side], ends[segment, :, :2]) + margin)
        real = intervals[1] > intervals[0]
        found.append((some[segment[real]], intervals[0][real], intervals[1][real]))
    segment, begin, end = (np.concatenate(column) for column in zip(*found, strict=True))
    return segment, (begin, end)
