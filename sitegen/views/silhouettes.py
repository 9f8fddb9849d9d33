"""The whole area that each part takes up in the picture."""

from collections.abc import Sequence

import numpy as np
from manifold3d import CrossSection

from sitegen.views.nearness import near_pairs_within
from sitegen.views.outline import rings_of_sets
from sitegen.views.regions import Ring, less, region, size
from sitegen.views.scene import Scene
from sitegen.views.vectors import Flags

FEW_RINGS = 1_000
"""So many outlines of a part are united in reasonable time even if each meets each."""
LEAST_AREA = 2.0
"""Square drawing units; what overlaps or shows by less is nothing."""


def silhouettes(scene: Scene) -> list[CrossSection]:
    """Return the silhouette of each part.

    Raises:
        TangledError: Too many outlines of a part meet in the picture.
    """
    member = np.where(scene.front, scene.part, -1)
    outlines = rings_of_sets(scene, scene.points, member, scene.part_count)
    for rings in outlines:
        _count_meeting(rings)
    return [region(rings) for rings in outlines]


def _count_meeting(rings: Sequence[Ring]) -> None:
    """Refuse many rings that nearly all meet: uniting them would take the square of their number."""
    if len(rings) > FEW_RINGS:
        low, high = np.array([ring.min(axis=0) for ring in rings]), np.array([ring.max(axis=0) for ring in rings])
        boxes = np.stack([low, np.c_[high[:, 0], low[:, 1]], high, np.c_[low[:, 0], high[:, 1]]], axis=1)
        for _ in near_pairs_within((boxes, np.zeros(len(rings), dtype=np.int64)), np.ones((1, 1), dtype=np.bool_)):
            pass


def boxes_meet(areas: list[CrossSection]) -> Flags:
    """Return which pairs may overlap in the picture, judged by their boxes."""
    bounds = np.array([(0.0,) * 4 if area.is_empty() else area.bounds() for area in areas])
    low, high = bounds[:, :2], bounds[:, 2:]
    meet: Flags = np.all((low[:, None] < high[None, :]) & (low[None, :] < high[:, None]), axis=2)
    return meet


def showing(areas: list[CrossSection], in_front: Flags) -> Flags:
    """Return which parts show at all behind the silhouettes of those in front of them."""
    shown = np.ones(len(areas), dtype=bool)
    for number, area in enumerate(areas):
        shown[number] = size(less(area, [areas[other] for other in np.flatnonzero(in_front[number])])) > LEAST_AREA
    return shown


def folded(scene: Scene, areas: list[CrossSection]) -> Flags:
    """Return which parts have fronts that lie one behind the other: these measure more than the silhouette."""
    flat = scene.points[scene.corners, :2]
    u, v = flat[:, 2] - flat[:, 0], flat[:, 3] - flat[:, 1]
    front_areas = np.where(scene.front, u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0], 0.0) / 2
    sums = np.bincount(scene.part, weights=front_areas, minlength=scene.part_count)
    twice: Flags = sums - np.array([size(area) for area in areas]) > LEAST_AREA
    return twice
