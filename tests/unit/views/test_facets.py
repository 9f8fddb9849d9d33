"""Triangles joined to quadrilaterals."""

import numpy as np
import pytest

from sitegen.formdoc.mesh import frozen_mesh
from sitegen.views.facets import merged, twins
from sitegen.views.projection import CAMERAS
from sitegen.views.scene import scene_of
from tests.unit.views import models


def facets_of(points, triangles, rise=0.0, face=None):
    corners = np.array(triangles)
    twin = twins(corners, len(points))
    faces = np.zeros(len(corners), dtype=int) if face is None else np.array(face)
    return merged(corners, twin, np.array(points, dtype=float), faces, rise)


SQUARE = [[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]]
HALVES = [[0, 1, 2], [0, 2, 3]]


def test_two_halves_of_a_square_are_one_facet_with_four_sides():
    found = facets_of(SQUARE, HALVES)
    (corners,) = found.corners.tolist()
    start = corners.index(0)
    assert corners[start:] + corners[:start] == [0, 1, 2, 3]
    assert found.twin.tolist() == [[-1, -1, -1, -1]]


def test_a_triangle_repeats_its_last_corner_and_is_its_own_neighbour_there():
    found = facets_of(SQUARE[:3], HALVES[:1])
    assert found.corners.tolist() == [[0, 1, 2, 2]]
    assert (found.twin.tolist(), found.back[0, 2]) == ([[-1, -1, 0, -1]], 2)


@pytest.mark.parametrize(
    ("points", "face", "rise"),
    [
        ([[0, 0, 0], [4, 0, 0], [1, 1, 0], [0, 4, 0]], None, 0.0),  # concave
        (SQUARE, [0, 1], 0.0),  # of two faces
        ([*SQUARE[:3], [0, 2, 0.1]], None, 0.04),  # bent: the diagonals pass at 0.05
    ],
)
def test_what_is_no_flat_convex_facet_stays_apart(points, face, rise):
    assert len(facets_of(points, HALVES, rise, face).corners) == 2


def test_neighbours_are_the_same_as_those_of_the_triangles():
    """A strip of a square and a triangle; the triangle's edge with the square is its side from corner 1 to 2."""
    found = facets_of([*SQUARE, [5, 1, 0]], [*HALVES, [1, 4, 2]], face=[0, 0, 1])
    square, triangle = found.corners.tolist()
    assert triangle == [1, 4, 2, 2]
    (side,) = np.flatnonzero(found.twin[0] == 1).tolist()
    assert (square[side], square[(side + 1) % 4]) == (1, 2)
    assert (found.twin[1].tolist(), found.back[0, side], found.back[1, 3]) == ([-1, -1, 1, 0], 3, side)


def test_a_box_has_six_facets_and_a_rod_one_for_each_of_its_sides():
    box = scene_of([models.part(models.box((0, 0, 0), (3, 4, 5)))], CAMERAS["front"])
    assert len(box.corners) == 6
    rod = scene_of([models.part(models.rod(9, 4, 16))], CAMERAS["front"])
    upright = np.abs(rod.normals[:, 1]) < 1e-9
    assert upright.sum() == 16
    assert (rod.corners[upright, 2] != rod.corners[upright, 3]).all()


def test_area_and_normal_of_a_face_hold_for_all_its_facets():
    mesh = frozen_mesh(np.array([[0, 0, 0], [4000, 0, 0], [1000, 0, 1000], [0, 0, 4000]]), np.array(HALVES))
    scene = scene_of([models.part(mesh)], CAMERAS["front"])
    assert scene.face_areas * (scene.unit_um / 1000) ** 2 == pytest.approx([4, 4])
