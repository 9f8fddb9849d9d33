"""Integer meshes: canonical order and exact facts, against hand-made bodies and rational arithmetic."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen.formdoc import canonical_mesh, mesh_facts
from sitegen.formdoc.mesh import decode_mesh, encode, frozen_mesh, mesh_bytes

# A box of 1 x 2 x 3 mm with one corner in the origin; outward faces are counter-clockwise.
CORNERS = [[x, y, z] for x in (0, 1000) for y in (0, 2000) for z in (0, 3000)]
BOX = [
    [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
    [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
]  # fmt: skip


def box(vertices=CORNERS, triangles=BOX):
    return canonical_mesh(np.array(vertices), np.array(triangles))


def six_volumes(vertices, triangles):
    """Six times the volume by rational arithmetic on plain integers."""
    total = Fraction(0)
    for a, b, c in triangles:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (map(int, vertices[i]) for i in (a, b, c))
        total += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)
    return total


def test_a_box_has_the_facts_of_a_box():
    facts = mesh_facts(box())
    assert facts.closed
    assert facts.volume_mm3 == Decimal("6.000")
    assert facts.bbox_um == (0, 0, 0, 1000, 2000, 3000)
    assert facts.triangles == 12


def test_a_box_with_a_missing_triangle_is_open():
    assert not mesh_facts(box(triangles=BOX[1:])).closed


def test_a_box_with_a_doubled_triangle_is_open():
    assert not mesh_facts(box(triangles=[*BOX, BOX[0]])).closed


def test_a_box_with_a_turned_triangle_is_open():
    assert not mesh_facts(box(triangles=[BOX[0][::-1], *BOX[1:]])).closed


def test_nothing_is_not_closed():
    nothing = canonical_mesh(np.zeros((0, 3), int), np.zeros((0, 3), int))
    assert mesh_facts(nothing).closed is False
    assert mesh_facts(nothing).volume_mm3 == 0
    assert mesh_facts(nothing).bbox_um == (0, 0, 0, 0, 0, 0)


def test_an_inside_out_box_has_a_negative_volume():
    facts = mesh_facts(box(triangles=[triangle[::-1] for triangle in BOX]))
    assert facts.closed
    assert facts.volume_mm3 == Decimal("-6.000")


def test_two_boxes_along_one_edge_are_open_on_the_grid():
    beside = [[x + 1000, y + 2000, z] for x, y, z in CORNERS]
    both = canonical_mesh(np.array(CORNERS + beside), np.array(BOX + [[i + 8 for i in t] for t in BOX]))
    assert not mesh_facts(both).closed


@pytest.mark.parametrize(
    ("height_um", "volume_mm3"),
    [
        (3, "0.000"),  # 1000 * 1000 * 3 / 6 um3 = 0.0005 mm3: half, to the even 0.000
        (9, "0.002"),  # 0.0015 mm3: half, to the even 0.002
        (4, "0.001"),  # 0.000667
        (2, "0.000"),  # 0.000333
    ],
)
def test_volumes_are_rounded_half_to_even(height_um, volume_mm3):
    vertices = [[0, 0, 0], [1000, 0, 0], [0, 1000, 0], [0, 0, height_um]]
    triangles = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]
    assert str(mesh_facts(canonical_mesh(np.array(vertices), np.array(triangles))).volume_mm3) == volume_mm3
    inside_out = canonical_mesh(np.array(vertices), np.array(triangles)[:, ::-1])
    assert mesh_facts(inside_out).volume_mm3 == -Decimal(volume_mm3)


def test_the_largest_box_has_an_exact_volume():
    low, high = -10_000_000, 9_999_999
    corners = [[x, y, z] for x in (low, high) for y in (low, high) for z in (low, high)]
    facts = mesh_facts(box(corners))
    side = high - low
    assert facts.volume_mm3 == Decimal(side**3).scaleb(-9).quantize(Decimal("0.001"))
    assert Decimal(repr(float(facts.volume_mm3))) == facts.volume_mm3


@settings(derandomize=True, deadline=None)
@given(st.data())
def test_order_numbering_and_doubled_corners_do_not_matter(data):
    order = data.draw(st.permutations(range(12)))
    numbers = data.draw(st.permutations(range(16)))
    turns = data.draw(st.lists(st.integers(0, 2), min_size=12, max_size=12))
    doubled = [*CORNERS, *CORNERS]  # every corner is there twice; each use takes either
    picks = data.draw(st.lists(st.integers(0, 1), min_size=36, max_size=36))
    vertices = [doubled[numbers.index(new)] for new in range(16)]
    triangles = []
    for place, index in enumerate(order):
        corners = [numbers[corner + 8 * picks[3 * place + k]] for k, corner in enumerate(BOX[index])]
        triangles.append(corners[turns[place] :] + corners[: turns[place]])
    again = canonical_mesh(np.array(vertices), np.array(triangles))
    assert mesh_bytes(again) == mesh_bytes(box())


def test_collapsed_and_opposite_triangles_are_dropped():
    extra = [[0, 0, 1], [0, 1, 3], [0, 3, 1], [5, 5, 5]]
    assert mesh_bytes(box(triangles=[*BOX, *extra])) == mesh_bytes(box())


def test_unused_vertices_are_dropped():
    assert mesh_bytes(box(vertices=[*CORNERS, [7, 7, 7]])) == mesh_bytes(box())


coordinates = st.integers(-10_000_000, 10_000_000)
points = st.tuples(coordinates, coordinates, coordinates)


@settings(derandomize=True, deadline=None)
@given(st.lists(points, min_size=4, max_size=30), st.data())
def test_volume_is_exact_for_any_triangles(vertices, data):
    index = st.integers(0, len(vertices) - 1)
    triangles = data.draw(st.lists(st.tuples(index, index, index), min_size=1, max_size=40))
    mesh = frozen_mesh(np.array(vertices), np.array(triangles))
    shift = mesh.vertices_um.min(axis=0).astype(object)
    expected = six_volumes(mesh.vertices_um.astype(object) - shift, triangles)
    thousandths = expected / 6 / 10**6
    assert mesh_facts(mesh).volume_mm3 * 1000 == round(thousandths)  # Fraction rounds half to even


@settings(derandomize=True, deadline=None)
@given(st.lists(points, min_size=4, max_size=30), st.data())
def test_canonical_form_is_stable_and_survives_storage(vertices, data):
    index = st.integers(0, len(vertices) - 1)
    triangles = data.draw(st.lists(st.tuples(index, index, index), min_size=1, max_size=40))
    once = canonical_mesh(np.array(vertices), np.array(triangles))
    twice = canonical_mesh(once.vertices_um, once.triangles)
    stored = decode_mesh(*map(encode, mesh_bytes(once)))
    assert mesh_bytes(once) == mesh_bytes(twice) == mesh_bytes(stored)


def test_many_vertices_take_wider_indices():
    vertices = np.array([[i, 0, 0] for i in range(65_536)])
    triangles = np.arange(65_536 - 1).reshape(-1, 3)
    narrow = frozen_mesh(vertices, triangles)
    wide = frozen_mesh(np.vstack([vertices, [[1, 1, 1]]]), triangles)
    assert len(mesh_bytes(narrow)[1]) == triangles.size * 2
    assert len(mesh_bytes(wide)[1]) == triangles.size * 4
    assert (decode_mesh(*map(encode, mesh_bytes(wide))).triangles == triangles).all()


@pytest.mark.parametrize(
    ("vertices", "indices", "message"),
    [
        ("AAAA", "", "vertices_um has 3 bytes, no multiple of 12"),
        ("A" * 16, "AAAA", "indices has 3 bytes, no multiple of 6"),
        ("A" * 16, "AQAAAAAA", "index 1 of 1 vertices"),
        ("A*AA", "", "vertices_um is no base64"),
        ("ä", "", "vertices_um is no base64"),
    ],
)
def test_what_holds_no_mesh_is_refused(vertices, indices, message):
    with pytest.raises(ValueError, match="^" + message.replace("*", "[*]") + "$"):
        decode_mesh(vertices, indices)
