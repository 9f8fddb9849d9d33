"""Light that changes evenly over round surfaces, and the regions of equal brightness."""

from math import cos, pi

import numpy as np
import pytest

from sitegen.formdoc.mesh import frozen_mesh
from sitegen.views.isophotes import regions
from sitegen.views.projection import CAMERAS
from sitegen.views.regions import signed_area
from sitegen.views.scene import scene_of
from sitegen.views.smoothing import corner_normals
from tests.unit.views import models


def scene_from(view, *solids):
    return scene_of([models.part(solid) for solid in solids], CAMERAS[view])


def test_a_rod_has_the_normals_of_a_round_one():
    """At a corner on the mantle the normal points away from the axis, on the lids along it."""
    scene = scene_from("front", models.rod(10, 5, 32))
    normals, on_lid = corner_normals(scene), np.abs(scene.normals[:, 1]) > 0.5
    assert np.abs(normals[on_lid] - scene.normals[on_lid, None]).max() < 1e-9
    places = scene.points[scene.corners[~on_lid]] * scene.unit_um / 1000
    away = places * (1, 0, 1) / 5
    assert np.abs(normals[~on_lid] - away).max() < 1e-3


def test_a_flat_side_stays_flat_to_its_rounded_rim():
    """A block with quarter rods of radius 1 along its edges: its broad sides are lit evenly."""
    profile = [(x + cos(turn), y + cos(turn - pi / 2)) for x, y, turn in rounded_corners(8, 6)]
    scene = scene_from("isometric", models.extruded(profile, 20))
    normals = corner_normals(scene)
    broad = scene.face_areas > 0.5 * scene.face_areas.max()
    assert broad.any()
    assert np.abs(normals[broad] - scene.normals[broad, None]).max() < 1e-9


def rounded_corners(width, height):
    for corner, (x, y) in enumerate([(width, height), (-width, height), (-width, -height), (width, -height)]):
        yield from ((x, y, (corner + step / 6) * pi / 2) for step in range(7))


def test_edges_of_a_box_are_sharp():
    scene = scene_from("isometric", models.box((0, 0, 0), (3, 4, 5)))
    assert np.abs(corner_normals(scene) - scene.normals[:, None]).max() < 1e-12


def lit(points_um, triangles, light):
    scene = scene_of([models.part(frozen_mesh(np.array(points_um), np.array(triangles)))], CAMERAS["front"])
    right, up = (scene.points[scene.corners, axis] * scene.unit_um / 1000 for axis in (0, 1))
    found = regions(scene, np.zeros(len(scene.corners), dtype=int), light(right, up))
    areas = [sum(map(signed_area, rings)) * (scene.unit_um / 1000) ** 2 for rings in found.rings]
    return dict(zip(found.step.tolist(), areas, strict=True)), found


SQUARE_UM = [[0, 0, 0], [10_000, 0, 0], [10_000, 0, 10_000], [0, 0, 10_000]]


@pytest.mark.parametrize("triangles", [[[0, 1, 2], [0, 2, 3]], [[0, 1, 3], [1, 2, 3]]])
def test_regions_of_a_square_lit_from_the_right_are_strips(triangles):
    """Light is 2 on the left side and 5 on the right: step 3 begins at 2.5, a sixth of the way."""
    areas, _ = lit(SQUARE_UM, triangles, lambda right, _: 2 + 0.3 * right)
    assert areas == pytest.approx({2: 100, 3: 100 * 5 / 6, 4: 50, 5: 100 / 6})


def test_a_region_within_a_fan_has_one_outline_and_no_seam():
    """Four triangles about a bright middle: light falls from 5 there to 3 at the corners."""
    fan = [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]]
    areas, found = lit([*SQUARE_UM, [5000, 0, 5000]], fan, lambda right, _: np.where(right == 5, 5.0, 3.0))
    assert areas == pytest.approx({3: 100, 4: 100 * 0.75**2, 5: 100 * 0.25**2})
    assert [len(rings) for rings in found.rings] == [1, 1, 1]
    assert [len(rings[0]) for rings in found.rings] == [4, 4, 4]


def test_across_a_crease_each_side_has_its_own_regions():
    """The left half of a roof is at step 1, the right one at step 8: between them there is nothing."""

    def halves(right, _):
        return np.repeat(np.where(right.mean(axis=1) < 5, 1.0, 8.0)[:, None], 4, axis=1)

    points = [[0, 0, 0], [5000, 0, 0], [5000, 0, 10_000], [0, 0, 10_000], [10_000, 0, 0], [10_000, 0, 10_000]]
    areas, found = lit(points, [[0, 1, 2], [0, 2, 3], [1, 4, 5], [1, 5, 2]], halves)
    assert areas == pytest.approx({1: 100, 8: 50})
    assert found.step.tolist() == [1, 8]


def test_triangles_of_no_group_are_left_out():
    scene = scene_from("front", models.box((0, 0, 0), (3, 4, 5)))
    assert regions(scene, np.full(len(scene.corners), -1), np.zeros((len(scene.corners), 4))).rings == []
