"""Shapes as SVG path data: whole drawing units, relative steps, no more characters than needed."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from sitegen.views.clip import following_corners
from sitegen.views.regions import Ring
from sitegen.views.vectors import Floats, Ints

Point = tuple[int, int]

LEAST_RING_AREA = 4.0
"""Rings of less, in square drawing units, are specks."""


def on_paper(points: Floats) -> Ints:
    """Return points of the picture in whole drawing units, y downwards."""
    whole = np.rint(points[..., :2]).astype(np.int64)
    whole[..., 1] *= -1
    return whole


def region_paths(regions: Sequence[Sequence[Ring]]) -> list[str]:
    """Return path data for each region, to fill by the non-zero rule; empty where nothing is large enough to see."""
    rings = [ring for region in regions for ring in region]
    if not rings:
        return [""] * len(regions)
    points, owner = on_paper(np.concatenate(rings)), np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
    for keep in (_moves, _bends):
        kept = keep(points, following_corners(owner))
        points, owner = points[kept], owner[kept]
    (x, y), (u, v) = points.T, points[following_corners(owner)].T
    areas = np.bincount(owner, (x * v - y * u) / 2, len(rings)).tolist()
    bounds = np.searchsorted(owner, np.arange(len(rings) + 1)).tolist()
    corners = points.tolist()
    texts = iter(
        open_path(corners[start:stop]) + "z" if abs(area) >= LEAST_RING_AREA else ""
        for area, (start, stop) in zip(areas, pairwise(bounds), strict=True)
    )
    return ["".join(next(texts) for _ in region) for region in regions]


def _moves(points: Ints, following: Ints) -> Ints:
    """Return the points that the next one does not repeat."""
    return np.flatnonzero((points != points[following]).any(axis=1))


def _bends(points: Ints, following: Ints) -> Ints:
    """Return the points where the ring turns or goes back."""
    before = np.empty_like(following)
    before[following] = np.arange(len(following))
    into, out = points - points[before], points[following] - points
    turns = into[:, 0] * out[:, 1] != into[:, 1] * out[:, 0]
    return np.flatnonzero(turns | ((into * out).sum(axis=1) < 0))


def open_path(corners: Iterable[Sequence[int]]) -> str:
    """Return path data that runs through the points, at least one."""
    (x, y), *rest = corners
    text = f"M{x} {y}l"
    for u, v in rest:
        text += f"{u - x} {v - y} "
        x, y = u, v
    return text.rstrip().replace(" -", "-")
