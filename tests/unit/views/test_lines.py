"""Edges, hidden stretches, seams, and polylines."""

from math import sqrt

import numpy as np
import pytest

from sitegen.views.arrangement import arrange
from sitegen.views.chain import polylines
from sitegen.views.lines import Segments, feature_edges, seen
from sitegen.views.paths import on_paper, open_path, region_paths
from sitegen.views.projection import CAMERAS
from sitegen.views.scene import scene_of
from sitegen.views.seams import seams
from tests.unit.views import models


def scene_from(view, *solids):
    return scene_of([models.part(solid) for solid in solids], CAMERAS[view])


def length_mm(scene, segments):
    run = segments.ends[:, 1, :2] - segments.ends[:, 0, :2]
    return float(np.sqrt((run**2).sum(axis=1)).sum() * scene.unit_um / 1000)


def seen_length_mm(view, *solids):
    scene = scene_from(view, *solids)
    arrangement = arrange(scene, CAMERAS[view])
    edges = feature_edges(scene, arrangement.drawn)
    return length_mm(scene, seen(scene, edges, arrangement.hides)), length_mm(scene, seams(scene, arrangement.overlaps))


def test_a_cube_shows_six_contours_and_three_creases():
    scene = scene_from("isometric", models.box((0, 0, 0), (10, 10, 10)))
    edges = feature_edges(scene, np.array([True]))
    assert (edges.contour.sum(), (~edges.contour).sum()) == (6, 3)
    assert length_mm(scene, edges) == pytest.approx(9 * 10 * sqrt(2 / 3))


def test_facets_of_a_rod_are_no_creases():
    scene = scene_from("isometric", models.rod(10, 5, 32))
    edges = feature_edges(scene, np.array([True]))
    # rim of the top, half of the bottom's, two sides
    assert (~edges.contour).sum() + edges.contour.sum() == 32 + 16 + 2


def test_parts_that_are_not_drawn_have_no_edges():
    scene = scene_from("front", models.box((0, 0, 0), (1, 1, 1)), models.box((2, 0, 0), (3, 1, 1)))
    assert feature_edges(scene, np.array([False, True])).part.tolist() == [1, 1, 1, 1]


def test_a_bar_through_a_plate():
    """A bar 2 x 2 sticks out of a plate 10 x 10, seen square to the plate: its sides, and so its seam, edge on."""
    plate, bar = models.box((0, 0, 0), (10, 2, 10)), models.box((4, -3, 4), (6, 5, 6))
    edges_mm, seams_mm = seen_length_mm("front", plate, bar)
    assert edges_mm == pytest.approx(4 * 10 + 4 * 2)
    assert seams_mm == pytest.approx(0, abs=1e-6)


def test_the_seams_of_a_bar_through_a_plate():
    """Where the bar leaves the front of the plate, its top and its right side meet it in view; both are 2 wide."""
    plate, bar = models.box((0, 0, 0), (10, 4, 10)), models.box((4, -3, 4), (6, 5, 6))
    _, seams_mm = seen_length_mm("isometric", plate, bar)
    assert seams_mm == pytest.approx(2 * 2 * sqrt(2 / 3))


def test_a_seam_along_a_smooth_edge_of_the_mesh():
    """Half of a ball is in the floor; its equator, an edge of the mesh and no crease, is the seam."""
    floor = models.box((-20, -20, -5), (20, 20, 0))
    ball = models.ball(10, 64)
    _, seams_mm = seen_length_mm("isometric", floor, ball)
    # The front half of a circle, seen as half of an ellipse with half axes 10 and 10 / sqrt(3).
    a, b = 10, 10 / sqrt(3)
    h = ((a - b) / (a + b)) ** 2
    half = np.pi * (a + b) * (1 + 3 * h / (10 + sqrt(4 - 3 * h))) / 2
    assert seams_mm == pytest.approx(half, rel=0.01)


def test_stretches_between_hidden_intervals_are_seen():
    """Two plates before a long rod, seen from the front, leave three stretches of each of its four long edges."""
    rod = models.box((0, 0, 0), (100, 2, 2))
    plates = [models.box((at, -4, -5), (at + 10, -2, 7)) for at in (20, 60)]
    scene = scene_from("front", rod, *plates)
    hides = np.zeros((3, 3), dtype=bool)
    hides[0, 1:] = True
    edges = seen(scene, feature_edges(scene, np.array([True, False, False])), hides)
    assert length_mm(scene, edges) == pytest.approx(2 * 80 + 2 * 2, abs=0.01)
    ends_mm = np.sort(edges.ends[..., 0] * scene.unit_um / 1000, axis=1).round(2)
    assert sorted(set(map(tuple, ends_mm.tolist()))) == [(0, 0), (0, 20), (30, 60), (70, 100), (100, 100)]


def test_a_line_in_a_plane_that_a_later_part_shares_is_painted_over():
    """The tops of two bars that cross are level. The first has a contour of 18 mm there; the second is 2 wide."""
    camera = CAMERAS["isometric"]
    bars = [models.box((-9, -1, 0), (9, 1, 2)), models.box((-1, -9, 0), (1, 9, 2))]
    scene = scene_from("isometric", *bars)
    edges = feature_edges(scene, np.array([True, True]))
    place_mm = edges.ends @ np.array([camera.right, camera.up, camera.toward]) * scene.unit_um / 1000
    along_x = np.abs(place_mm[:, 0, 1:] - place_mm[:, 1, 1:]).max(axis=1) < 1e-6
    top = edges.chosen((edges.part == 0) & edges.contour & along_x & (place_mm[:, 0, 2] > 1.999))
    assert length_mm(scene, top) == pytest.approx(18 * sqrt(2 / 3))
    assert length_mm(scene, seen(scene, top, arrange(scene, camera).hides)) == pytest.approx(16 * sqrt(2 / 3), rel=1e-3)


def test_remnants_of_a_hidden_line_are_dropped():
    scene = scene_from("front", models.box((0, 0, 0), (100, 2, 2)), models.box((0.01, -4, -5), (120, -2, 7)))
    hides = np.array([[False, True], [False, False]])
    left = seen(scene, feature_edges(scene, np.array([True, False])), hides)
    assert left.ends[..., 0].max() == 0  # only the edge at x = 0, not the ends of the long ones beside it


def test_segments_add_up():
    one = Segments(np.zeros((1, 2, 3)), np.array([9]), np.array([4]), np.array([True]))
    both = one + one.between(np.array([0.0]), np.array([0.5]))
    assert (both.part.tolist(), both.contour.tolist(), both.ends.shape) == ([4, 4], [True, True], (2, 2, 3))


def chained(*stretches):
    return polylines(np.array(stretches))


def test_stretches_join_to_one_line():
    assert chained([(5, 5), (9, 0)], [(0, 0), (5, 5)], [(9, 0), (9, 9)]) == [[(0, 0), (5, 5), (9, 0), (9, 9)]]


def test_straight_runs_lose_their_middle_points_and_copies_are_dropped():
    assert chained([(0, 0), (2, 1)], [(2, 1), (4, 2)], [(4, 2), (2, 1)], [(7, 7), (7, 7)]) == [[(0, 0), (4, 2)]]


def test_lines_end_where_three_meet():
    lines = chained([(0, 0), (5, 0)], [(5, 0), (9, 3)], [(5, 0), (9, -3)])
    assert sorted(map(len, lines)) == [2, 2, 2]


def test_a_closed_line_ends_where_it_began():
    (line,) = chained([(0, 0), (5, 0)], [(5, 0), (5, 5)], [(5, 5), (0, 0)])
    assert line == [(0, 0), (5, 0), (5, 5), (0, 0)]


def test_a_line_that_doubles_back_keeps_its_turning_point():
    assert chained([(0, 0), (5, 0)], [(2, 0), (5, 0)]) == [[(0, 0), (5, 0), (2, 0)]]


def test_path_text():
    assert open_path([(3, -4), (-2, -4), (0, 6)]) == "M3-4l-5 0 2 10"
    triangle, speck = np.array([[0, 0], [10.4, 0], [9.6, 10]]), np.array([[0, 0], [2, 0], [2, 2]])
    assert region_paths([[triangle, speck], [], [speck]]) == ["M0 0l10 0 0-10z", "", ""]
    assert region_paths([]) == []


def test_points_that_repeat_or_lie_on_a_side_are_left_out():
    ring = np.array([[0, 0], [0.2, 0.1], [5, 0], [10, 0], [10, 0], [10, 5], [10, 10.3]])
    assert region_paths([[ring]]) == ["M0 0l10 0 0-10z"]


def test_paper_has_y_downwards():
    assert on_paper(np.array([[1.6, 2.4, 9], [-1.6, -2.4, 9]])).tolist() == [[2, -2], [-2, 2]]
