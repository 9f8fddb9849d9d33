"""Colours of faces, and the shadow."""

from math import hypot, sqrt

import numpy as np
import pytest

from sitegen.views.projection import CAMERAS
from sitegen.views.regions import signed_area
from sitegen.views.scene import scene_of
from sitegen.views.shading import AS_GIVEN, FILL, HALFWAY, KEY, STEPS, crease_ink, light, shade, step_of
from sitegen.views.shadow import LAYERS, LIGHT, shadow_layers
from tests.unit.views import models


def test_lights_are_directions_of_length_1():
    for direction in (KEY, FILL, HALFWAY):
        assert hypot(*direction) == pytest.approx(1, abs=0.01)
    between = np.array(KEY) + (0, 0, 1)  # noqa: RUF005
    assert pytest.approx(between / np.linalg.norm(between), abs=0.01) == HALFWAY


def test_a_face_square_to_the_view_has_the_colour_of_the_document():
    assert step_of(light(np.array([[0.0, 0, 1]]))).tolist() == [AS_GIVEN]
    for color in ("#000000", "#ffffff", "#b9c0c7", "#0a80ff"):
        assert shade(color, AS_GIVEN) == color


def test_top_front_and_right_of_a_box_have_three_tones():
    camera = CAMERAS["isometric"]
    top, front, right = (camera.seen(side) for side in ((0.0, 0.0, 1.0), (0.0, -1.0, 0.0), (1.0, 0.0, 0.0)))
    steps = step_of(light(np.array([top, front, right]))).tolist()
    assert steps == sorted(set(steps), reverse=True)


def test_steps_stay_in_their_range():
    draw = np.random.default_rng(2).normal(size=(4000, 3))
    steps = step_of(light(draw / np.linalg.norm(draw, axis=1)[:, None]))
    assert steps.min() >= 0
    assert steps.max() == STEPS - 1


def test_colours_go_from_dark_to_bright():
    # 0.34 of the colour at step 0, half way to white at the last
    assert shade("#6496c8", 0) == "#223344"
    assert shade("#6496c8", STEPS - 1) == "#b2cae4"
    luminous = [sum(bytes.fromhex(shade("#6496c8", step)[1:])) for step in range(STEPS)]
    assert luminous == sorted(set(luminous))


def test_creases_of_dark_parts_are_light():
    assert crease_ink("#2f343a") != crease_ink("#b9c0c7") == crease_ink("#c0392b")


def shadow_of_box(view, low, high):
    camera = CAMERAS[view]
    scene = scene_of([models.part(models.box(low, high))], camera)
    return scene, shadow_layers(scene, camera)


def test_the_shadow_of_a_box():
    """Base and top fall on the floor as equal squares; between them lie two slanting strips."""
    side, height = 10, 30
    scene, layers = shadow_of_box("isometric", (0, 0, 5), (side, side, 5 + height))
    x, y = (height * LIGHT[axis] / -LIGHT[2] for axis in (0, 1))
    floor_mm2 = side * side + side * x + side * y
    seen_mm2 = floor_mm2 / sqrt(3)  # the floor is tilted against the view as every side of an isometric cube is
    sizes_mm2 = [sum(map(signed_area, layer)) * (scene.unit_um / 1000) ** 2 for layer in layers]
    assert sizes_mm2 == sorted(sizes_mm2, reverse=True)
    assert sizes_mm2[LAYERS // 2] == pytest.approx(seen_mm2, rel=0.01)


@pytest.mark.parametrize("view", ["front", "right"])
def test_no_shadow_on_a_floor_seen_edge_on(view):
    assert shadow_of_box(view, (0, 0, 0), (1, 1, 1))[1] == []
