"""Cutting, outlining and combining flat shapes."""

from math import sqrt

import numpy as np
import pytest

from sitegen.formdoc.mesh import frozen_mesh
from sitegen.views.clip import Polygons, cut, following_corners, zeros
from sitegen.views.nearness import TangledError, near_pairs, near_pairs_within
from sitegen.views.outline import rings_of_groups, rings_of_sets
from sitegen.views.planes import before_planes, inside_lines, narrowed, planes, side_lines
from sitegen.views.projection import CAMERAS
from sitegen.views.regions import covered, less, region, rings_of, signed_area, size, united, without_slivers
from sitegen.views.scene import scene_of
from tests.unit.views import models


def rectangle(left, bottom, right, top):
    return np.array([[left, bottom], [right, bottom], [right, top], [left, top]], dtype=float)


def test_corners_follow_round_their_polygon():
    assert following_corners(np.array([0, 0, 0, 2, 2, 2, 2])).tolist() == [1, 2, 0, 4, 5, 6, 3]
    assert following_corners(np.array([], dtype=int)).tolist() == []


def test_cut_keeps_the_side_that_is_not_negative():
    squares = Polygons(np.concatenate([rectangle(0, 0, 2, 2)] * 3), np.repeat([0, 1, 2], 4))
    # x >= 1 of the first, all of the second, nothing of the third
    values = np.concatenate([squares.corners[:4, 0] - 1, np.ones(4), -np.ones(4)])
    left = cut(squares, values)
    assert left.owner.tolist() == [0] * 4 + [1] * 4
    assert sorted(left.corners[:4].tolist()) == [[1, 0], [1, 2], [2, 0], [2, 2]]
    assert left.corners[4:].tolist() == rectangle(0, 0, 2, 2).tolist()


def test_zeros_are_the_same_from_either_end():
    draw = np.random.default_rng(5)
    a, b = draw.uniform(-900, 900, (2, 500, 2))
    low, high = -draw.uniform(0.001, 50, 500), draw.uniform(0.001, 50, 500)
    assert (zeros(a, b, low, high) == zeros(b, a, high, low)).all()


def test_distances_from_sides_and_planes():
    triangle = np.array([[[0, 0], [4, 0], [0, 3]]], dtype=float)
    inside = [
        inside_lines(side_lines(triangle)[:, side], np.array([[[1, 1], [4, 3]]], dtype=float)) for side in range(3)
    ]
    # bottom, slope (unit normal (-3, -4) / 5 through (4, 0)), left
    assert np.concatenate(inside).ravel().tolist() == pytest.approx([1, 3, 1, -12 / 5, 1, 4])
    plane = np.array([[0, 0.6, 0.8, -2]])
    assert before_planes(plane, np.array([[[9.0, 0, 0], [9, 5, 5]]])).tolist() == [pytest.approx([-2, 5])]


def test_intervals_are_narrowed_to_where_a_value_is_not_negative():
    whole = np.zeros(4), np.ones(4)
    begin, end = narrowed(whole, np.array([[-1.0, 3], [3, -1], [-1, -2], [1, 2]]))
    assert list(zip(begin.tolist(), end.tolist(), strict=True)) == [(0.25, 1), (0, 0.75), (0, 0), (0, 1)]


def listed(portions):
    return [pair for one in portions for pair in zip(*(side.tolist() for side in one), strict=True)]


def test_near_pairs_are_those_whose_eight_extents_meet():
    draw = np.random.default_rng(3)
    corners = draw.uniform(0, 100, (150, 1, 2)) + draw.uniform(-8, 8, (150, 3, 2))
    parts, may = draw.integers(0, 4, 150), draw.random((4, 4)) < 0.6
    may |= may.T
    x, y = corners[..., 0], corners[..., 1]
    lines = [x, y, x / 2 + sqrt(0.75) * y, x / 2 - sqrt(0.75) * y]
    meet = may[parts][:, parts]
    for line in lines:
        low, high = line.min(axis=1), line.max(axis=1)
        meet &= (low[:, None] <= high) & (low <= high[:, None])
    all_pairs = listed(near_pairs((corners, parts), (corners, parts), may))
    once = listed(near_pairs_within((corners, parts), may))
    assert len(all_pairs) == len(set(all_pairs)) == meet.sum() > 200
    assert set(all_pairs) == set(map(tuple, np.argwhere(meet)))
    assert {frozenset(pair) for pair in once} == {frozenset(pair) for pair in all_pairs if pair[0] != pair[1]}
    assert len(once) == len({frozenset(pair) for pair in once})


def test_near_pairs_in_small_portions(monkeypatch):
    draw = np.random.default_rng(4)
    shapes = draw.uniform(0, 30, (60, 3, 2)), np.zeros(60, dtype=int)
    expected = set(listed(near_pairs_within(shapes, np.ones((1, 1), dtype=bool))))
    monkeypatch.setattr("sitegen.views.nearness.PAIRS_AT_ONCE", 7)
    portions = list(near_pairs_within(shapes, np.ones((1, 1), dtype=bool)))
    assert max(len(first) for first, _ in portions) <= 7
    assert set(listed(portions)) == expected


def test_more_pairs_than_can_be_drawn_are_refused(monkeypatch):
    """Six shapes upon each other meet in 15 pairs."""
    shapes = np.array([[[0.0, 0], [9, 0], [0, 9]]] * 6), np.zeros(6, dtype=int)
    monkeypatch.setattr("sitegen.views.nearness.MOST_PAIRS", 15)
    assert len(listed(near_pairs_within(shapes, np.ones((1, 1), dtype=bool)))) == 15
    monkeypatch.setattr("sitegen.views.nearness.MOST_PAIRS", 14)
    with pytest.raises(TangledError):
        listed(near_pairs_within(shapes, np.ones((1, 1), dtype=bool)))


def test_shapes_no_further_apart_than_a_reach_are_near():
    square = rectangle(0, 0, 2, 2)
    one, other = (square[None], np.array([0])), (rectangle(5, 0, 7, 2)[None], np.array([0]))
    both = np.ones((1, 1), dtype=bool)
    assert [len(listed(near_pairs(one, other, both, reach))) for reach in (2.9, 3.1)] == [0, 1]


def front_scene():
    """An arrowhead from the front: two triangles of 2 square mm each, that are no convex shape together."""
    corners_um = np.array([[0, 0, 0], [4000, 0, 0], [1000, 0, 1000], [0, 0, 4000]])
    mesh = frozen_mesh(corners_um, np.array([[0, 1, 2], [0, 2, 3]]))
    scene = scene_of([models.part(mesh)], CAMERAS["front"])
    return scene, np.flatnonzero(scene.front)


def corners_mm(rings, scene):
    return [sorted((ring * scene.unit_um / 1000).round(6).tolist()) for ring in rings]


def area_mm2(rings, scene):
    return sum(map(signed_area, rings)) * (scene.unit_um / 1000) ** 2


def test_the_outline_of_two_triangles_is_the_arrowhead():
    scene, _ = front_scene()
    (rings,) = rings_of_sets(scene, scene.points, np.where(scene.front, 0, -1), 1)
    assert corners_mm(rings, scene) == [[[0, 0], [0, 4], [1, 1], [4, 0]]]
    assert area_mm2(rings, scene) == pytest.approx(4)


def test_triangles_of_two_sets_do_not_share_an_outline():
    scene, (first, second) = front_scene()
    member = np.full(len(scene.front), -1)
    member[[first, second]] = 1, 0
    one, two = rings_of_sets(scene, scene.points, member, 2)
    assert corners_mm(one, scene) == [[[0, 0], [0, 4], [1, 1]]]
    assert corners_mm(two, scene) == [[[0, 0], [1, 1], [4, 0]]]


def test_a_triangle_may_be_in_several_groups():
    scene, (first, second) = front_scene()
    groups = rings_of_groups(scene, np.array([0, 0, 1]), np.array([first, second, second]), 2)
    assert corners_mm(groups[0], scene) == [[[0, 0], [0, 4], [1, 1], [4, 0]]]
    assert area_mm2(groups[1], scene) == pytest.approx(2)


def test_planes_look_outwards():
    scene, front = front_scene()
    surface = planes(scene, front)
    assert surface[:, :3].tolist() == [[0, 0, 1], [0, 0, 1]]
    assert surface[:, 3] == pytest.approx([0, 0])


def test_all_lies_inside_a_side_without_length():
    scene, front = front_scene()
    (lines, *_), far = side_lines(scene.flat(front)), np.array([[[-1e6, -1e6]]])
    assert inside_lines(lines[None, 2], far)[0, 0] > 0
    assert min(inside_lines(lines[None, side], far)[0, 0] for side in (0, 1, 3)) < 0


def test_shapes_that_pile_up_cover_what_any_of_them_does():
    """A stair of 200 squares, each a step right and up of the one before, and one aside."""
    stair = [rectangle(step, step, step + 100, step + 100) for step in range(200)]
    assert size(covered([*stair, rectangle(500, 0, 510, 10)])) == pytest.approx(100 * 100 + 199 * 199 + 100)
    assert covered([]).is_empty()


def test_regions_unite_and_lessen():
    area = united([region([rectangle(0, 0, 100, 100)]), region([rectangle(50, 0, 200, 100)])])
    assert size(area) == pytest.approx(20_000)
    holed = less(area, [region([rectangle(10, 10, 20, 20)]), region([rectangle(150, -5, 300, 105)])])
    assert size(holed) == pytest.approx(15_000 - 100)
    assert sorted(signed_area(ring) for ring in rings_of(holed)) == pytest.approx([-100, 15_000])


def test_slivers_go_and_the_rest_stays():
    bodied = region([rectangle(0, 0, 100, 100), rectangle(100, 40, 900, 40.2), rectangle(300, -80, 300.001, -70)])
    clean = without_slivers(bodied)
    assert clean.num_contour() == 1
    left, bottom, right, top = (value * 2**15 for value in clean.bounds())
    assert (left, bottom, right, top) == pytest.approx((0, 0, 100, 100), abs=0.11)


def test_a_speck_below_all_else_does_not_turn_the_region_inside_out():
    """Clipper2 takes the lowest ring for an outer one; a clockwise speck there would make holes of all others."""
    speck = rectangle(10, -500, 10.02, -499.98)[::-1]
    clean = without_slivers(region([rectangle(0, 0, 100, 100), speck]))
    assert size(clean) == pytest.approx(10_000, rel=0.01)


def test_no_triangle_no_ring():
    nothing = np.empty(0, dtype=int)
    assert rings_of_groups(front_scene()[0], nothing, nothing, 2) == [[], []]
