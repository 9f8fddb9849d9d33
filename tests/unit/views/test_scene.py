"""The arrays that a picture is made from."""

import numpy as np
import pytest

from sitegen.formdoc.mesh import frozen_mesh
from sitegen.views.facets import twins
from sitegen.views.projection import CAMERAS
from sitegen.views.scene import drawing_unit_mm, scene_of
from tests.unit.views import models


@pytest.mark.parametrize(
    ("extent_mm", "unit_mm"),
    [(640, 0.1), (400, 0.1), (399.9, 0.05), (800, 0.2), (2000, 0.5), (4000, 1), (20_000, 5), (4, 0.001), (0, 1e-5)],
)
def test_the_model_measures_4000_to_10000_units(extent_mm, unit_mm):
    assert drawing_unit_mm(extent_mm) == unit_mm


def test_twins_of_a_tetrahedron():
    corners = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    assert twins(corners, 4).tolist() == [[3, 2, 1], [0, 2, 3], [0, 3, 1], [1, 2, 0]]


def test_an_open_edge_has_no_twin():
    assert twins(np.array([[0, 1, 2], [0, 2, 3]]), 4).tolist() == [[-1, -1, 1], [0, -1, -1]]


def test_an_edge_of_four_triangles_is_paired_in_order():
    two_fins = np.array([[0, 1, 2], [0, 1, 3], [1, 0, 4], [1, 0, 5]])
    assert twins(two_fins, 6)[:, 0].tolist() == [2, 3, 0, 1]


def test_two_triangles_that_run_an_edge_the_same_way_are_no_twins():
    assert (twins(np.array([[0, 1, 2], [0, 1, 3]]), 4) == -1).all()


def test_front_of_a_box_from_the_front():
    scene = scene_of([models.part(models.box((0, 0, 0), (10, 20, 30)))], CAMERAS["front"])
    assert scene.normals[scene.front].tolist() == [[0, 0, 1]]
    (face,) = (scene.flat(np.flatnonzero(scene.front)) * scene.unit_um).round().tolist()
    start = face.index([0, 0])
    assert face[start:] + face[:start] == [[0, 0], [10_000, 0], [10_000, 30_000], [0, 30_000]]
    assert scene.boxes_um.tolist() == [[[0, 0, 0], [10_000, 20_000, 30_000]]]
    assert scene.extent == pytest.approx(30_000 / scene.unit_um)


def test_parts_keep_their_own_points():
    parts = [models.part(models.box((at, 0, 0), (at + 1, 1, 1))) for at in (0, 5)]
    scene = scene_of(parts, CAMERAS["front"])
    right_mm = scene.points[scene.corners, 0] * scene.unit_um / 1000
    assert (right_mm[scene.part == 0].min(), right_mm[scene.part == 0].max()) == (0, 1)
    assert right_mm[scene.part == 1].min() == pytest.approx(5)
    assert (scene.part[scene.twin] == scene.part[:, None]).all()


def test_a_sliver_takes_the_normal_of_the_face_along_its_longest_side():
    """The middle of three triangles is 1 um high and, by rounding, tilted by 45 degrees."""
    vertices_um = [[0, 0, 0], [100_000, 0, 0], [50_000, 1, 1], [50_000, 0, 80_000], [50_000, 0, -80_000]]
    triangles = [[0, 1, 2], [0, 2, 3], [2, 1, 3], [1, 0, 4]]
    part = models.part(frozen_mesh(np.array(vertices_um), np.array(triangles)))
    normals = scene_of([part], CAMERAS["front"]).normals
    assert normals[0].tolist() == pytest.approx([0, 0, 1], abs=1e-4)
