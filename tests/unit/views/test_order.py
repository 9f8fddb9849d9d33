"""Which part may be painted over which."""

import numpy as np
import pytest

from sitegen.views.arrangement import arrange
from sitegen.views.order import painting_groups, relations
from sitegen.views.projection import CAMERAS, VIEWS
from sitegen.views.scene import scene_of
from sitegen.views.silhouettes import folded, showing, silhouettes
from tests.unit.views import models


def boxes(*corners):
    return np.array(corners) * 1000


NEAR, FAR = [[0, 0, 0], [5, 5, 5]], [[0, 5, 0], [5, 9, 5]]  # they touch at y = 5


@pytest.mark.parametrize(
    ("first", "second", "view", "second_in_front"),
    [
        (FAR, NEAR, "front", True),
        (NEAR, FAR, "front", False),
        (FAR, NEAR, "isometric", True),
        ([[0, 0, 0], [5, 5, 5]], [[0, 0, 5], [5, 5, 9]], "isometric", True),  # on top
        ([[0, 0, 0], [5, 5, 5]], [[6, 0, 0], [9, 5, 5]], "right", True),
        ([[0, 0, 0], [5, 5, 5]], [[6, 0, 0], [9, 5, 5]], "front", False),  # side by side
        ([[0, 0, 0], [5, 5, 5]], [[6, 6, 0], [9, 9, 5]], "isometric", False),  # in front by x, behind by y
        ([[0, 0, 0], [5, 5, 5]], [[4, 0, 4], [9, 5, 9]], "isometric", False),  # they meet
    ],
)
def test_planes_between_boxes_tell_who_is_in_front(first, second, view, second_in_front):
    known = relations(boxes(first, second), CAMERAS[view])
    assert bool(known.in_front[0, 1]) is second_in_front


def test_only_boxes_that_meet_are_tangled():
    known = relations(boxes(NEAR, FAR, [[4, 4, 4], [6, 6, 6]]), CAMERAS["isometric"])
    assert known.tangled.tolist() == [[True, False, True], [False, True, True], [True, True, True]]


def links(count, *pairs):
    hides = np.zeros((count, count), dtype=bool)
    for behind, front in pairs:
        hides[behind, front] = True
    return hides


@pytest.mark.parametrize(
    ("hides", "groups"),
    [
        (links(3), [[0], [1], [2]]),
        (links(3, (0, 2), (2, 1)), [[0], [2], [1]]),
        (links(3, (2, 0)), [[1], [2], [0]]),
        (links(4, (0, 1), (1, 3), (3, 0)), [[0, 1, 3], [2]]),
        (links(4, (0, 1), (1, 0), (1, 2), (3, 0)), [[3], [0, 1], [2]]),
    ],
)
def test_painting_goes_from_back_to_front_and_else_by_number(hides, groups):
    assert painting_groups(hides) == groups


def scene_from(view, *solids):
    return scene_of([models.part(solid) for solid in solids], CAMERAS[view])


def test_a_part_behind_others_together_does_not_show():
    wall = models.box((0, 10, 0), (20, 11, 20))
    left, right = models.box((0, 0, 0), (11, 1, 20)), models.box((11, 3, 0), (20, 4, 20))
    scene = scene_from("front", wall, left, right)
    shown = showing(silhouettes(scene), relations(scene.boxes_um, CAMERAS["front"]).in_front)
    assert shown.tolist() == [False, True, True]


def test_only_folded_parts_lie_before_themselves():
    cup = models.turned([(0, 0), (9, 0), (9, 9), (8, 9), (8, 1), (0, 1)])
    ball = models.ball(5, 32)
    for view in VIEWS:
        scene = scene_from(view, cup, ball)
        assert folded(scene, silhouettes(scene)).tolist() == [True, False]


@pytest.mark.parametrize(
    ("view", "groups"), [("front", [[0], [1], [2]]), ("right", [[1], [0], [2]]), ("isometric", [[0, 1], [2]])]
)
def test_parts_share_a_group_where_each_hides_some_of_the_other(view, groups):
    """Two bars cross; along either of them, its near end hides the other."""
    cross = [models.box((-9, -1, -1), (9, 1, 1)), models.box((-1, -9, -1.5), (1.5, 9, 1.5))]
    aside = models.box((40, 40, 40), (41, 41, 41))
    assert arrange(scene_from(view, *cross, aside), CAMERAS[view]).groups == groups


@pytest.mark.parametrize("turned", [False, True])
def test_only_what_is_painted_too_late_is_cut_away(turned):
    """Of two bars that cross, the second is painted over the first, so only it loses what the first hides of it."""
    bars = [models.box((-9, -1, -1), (9, 1, 1)), models.box((-1, -9, -1.5), (1.5, 9, 1.5))]
    scene = scene_from("isometric", *(bars[::-1] if turned else bars))
    found = arrange(scene, CAMERAS["isometric"])
    assert set(scene.part[found.overlaps.hidden].tolist()) == {0, 1}
    assert set(scene.part[found.overlaps.hidden[found.cut]].tolist()) == {1}
    assert set(scene.part[found.overlaps.hider[found.cut]].tolist()) == {0}


def test_what_a_part_hides_of_itself_is_cut_away():
    cup = models.turned([(0, 0), (9, 0), (9, 9), (8, 9), (8, 1), (0, 1)])
    found = arrange(scene_from("isometric", cup), CAMERAS["isometric"])
    assert len(found.cut)
    assert found.cut.all()
