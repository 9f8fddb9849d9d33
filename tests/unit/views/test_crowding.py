"""Ink that would run into the contour beside it."""

import numpy as np
import pytest

from sitegen.views.crowding import uncrowded
from sitegen.views.lines import Segments, feature_edges
from sitegen.views.projection import CAMERAS
from sitegen.views.scene import scene_of
from tests.unit.views import models

WIDTH_MM = 1.0


def left_of(wall, *solids):
    """Return how many lines of the solids are kept beside a wall before them, with lines 1 mm wide."""
    parts = [models.part(solid) for solid in (wall, *solids)]
    scene = scene_of(parts, CAMERAS["front"])
    edges = feature_edges(scene, np.array([False] + [True] * len(solids)))
    in_front = np.zeros((len(parts), len(parts)), dtype=bool)
    in_front[1:, 0] = True
    return len(uncrowded(scene, edges, in_front, WIDTH_MM * 1000 / scene.unit_um).part), len(edges.part)


WALL = models.box((0, 0, 0), (100, 1, 100))


@pytest.mark.parametrize(("out_mm", "kept"), [(0.9, 0), (1.1, 4)])
def test_a_short_line_goes_only_when_all_of_it_is_within_a_width_of_the_wall(out_mm, kept):
    tab = models.box((100, 5, 40), (100 + out_mm, 6, 44))
    assert left_of(WALL, tab) == (kept, 4)


def test_a_long_line_beside_a_wall_stays():
    assert left_of(WALL, models.box((100, 5, 10), (100.9, 6, 90))) == (4, 4)


def test_what_is_before_the_wall_stays():
    assert left_of(WALL, models.box((100, -6, 40), (100.9, -5, 44))) == (4, 4)


def test_no_ink_no_remnant():
    scene = scene_of([models.part(WALL)], CAMERAS["front"])
    none = feature_edges(scene, np.array([False]))
    assert isinstance(uncrowded(scene, none, np.zeros((1, 1), dtype=bool), 1.0), Segments)
