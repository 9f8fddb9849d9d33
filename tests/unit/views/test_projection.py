"""Where a point of the world stands in each picture."""

from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from sitegen.views.projection import CAMERAS, VIEWS

# X right, Y back, Z up; each world axis in right, up, toward the viewer.
AXES: dict[str, list[tuple[float, float, float]]] = {
    "front": [(1, 0, 0), (0, 0, -1), (0, 1, 0)],
    "right": [(0, 0, 1), (1, 0, 0), (0, 1, 0)],
    "isometric": [
        (sqrt(1 / 2), -sqrt(1 / 6), sqrt(1 / 3)),
        (sqrt(1 / 2), sqrt(1 / 6), -sqrt(1 / 3)),
        (0, sqrt(2 / 3), sqrt(1 / 3)),
    ],
}


@pytest.mark.parametrize("view", VIEWS)
def test_world_axes_in_the_picture(view):
    vertices_um = np.array([[7000, 0, 0], [0, 7000, 0], [0, 0, 7000]])
    assert CAMERAS[view].project(vertices_um) == pytest.approx(7 * np.array(AXES[view]))


@pytest.mark.parametrize("view", VIEWS)
def test_directions_are_seen_as_points_are(view):
    assert CAMERAS[view].seen((0.0, 3.0, 0.0)) == pytest.approx(tuple(3 * np.array(AXES[view][1])))


@pytest.mark.parametrize("view", VIEWS)
def test_the_axes_are_square_to_each_other_and_right_handed(view):
    camera = CAMERAS[view]
    axes = [np.array(axis) for axis in (camera.right, camera.up, camera.toward)]
    assert [axis @ axis for axis in axes] == pytest.approx([1, 1, 1])
    assert [a @ b for a, b in combinations(axes, 2)] == pytest.approx([0, 0, 0])
    assert np.cross(axes[0], axes[1]) == pytest.approx(axes[2])


@pytest.mark.parametrize("view", ["front", "right"])
def test_square_views_keep_whole_micrometres(view):
    points = CAMERAS[view].project(np.array([[123456, -654321, 1]]))
    assert sorted(abs(points[0])) == [0.001, 123.456, 654.321]
