"""Makers: boxes, places and volumes worked out by hand."""

import math
from decimal import Decimal

import numpy as np
import pytest

from runner.form.meshes import segments


def polygon_area(r, corners):
    """Area of a regular polygon with its corners on a circle of radius r."""
    return corners / 2 * r * r * math.sin(2 * math.pi / corners)


def near(facts, volume_mm3):
    """Corners lie on a grid of 0.001 mm: that moves a volume by far less than the facets do."""
    return float(facts.volume_mm3) == pytest.approx(volume_mm3, rel=3e-4)


def test_a_box_stands_on_the_centre_of_its_bottom_face(form):
    answer = form("box", label="a", size=[10, 20, 30], at=[1, 2, 3])
    assert answer == {"label": "a", "min": [-4, -8, 3], "max": [6, 12, 33], "volume_mm3": 6000}
    assert form.facts("a").volume_mm3 == 6000
    assert form.facts("a").triangles == 12


def test_vertical_edges_are_rounded(form):
    form("box", label="a", size=[20, 30, 10], at=[0, 0, 0], r=4)
    # Four corners of 8 x 8 mm become a circle of radius 4, here a polygon of 24 corners.
    assert near(form.facts("a"), 10 * (20 * 30 - 64 + polygon_area(4, 24)))
    assert form.facts("a").bbox_um == (-10_000, -15_000, 0, 10_000, 15_000, 10_000)


def test_all_edges_are_rounded_within_the_box(form):
    form("box", label="a", size=[20, 30, 10], at=[0, 0, 0], r=4, edges="all")
    facts = form.facts("a")
    assert facts.bbox_um == (-10_000, -15_000, 0, 10_000, 15_000, 10_000)
    # Steiner's formula: the inner box of 12 x 22 x 2 mm, grown by a ball of 4 mm, less what the facets leave out.
    inner, faces, edges = 12 * 22 * 2, 2 * (12 * 22 + 12 * 2 + 22 * 2) * 4, math.pi * 16 * (12 + 22 + 2)
    ideal = inner + faces + edges + 4 / 3 * math.pi * 64
    assert 0.97 * ideal < float(facts.volume_mm3) < ideal


@pytest.mark.parametrize(
    ("axis", "box"),
    [
        ("z", (-10, -10, 0, 10, 10, 5)),
        ("-z", (-10, -10, -5, 10, 10, 0)),
        ("x", (0, -10, -10, 5, 10, 10)),
        ("-x", (-5, -10, -10, 0, 10, 10)),
        ("y", (-10, 0, -10, 10, 5, 10)),
        ("-y", (-10, -5, -10, 10, 0, 10)),
    ],
)
def test_a_cylinder_grows_along_its_axis(form, axis, box):
    form("cylinder", label="a", r=10, h=5, at=[0, 0, 0], axis=axis)
    assert form.facts("a").bbox_um == tuple(1000 * value for value in box)
    assert near(form.facts("a"), 5 * polygon_area(10, 24))


def test_a_cone_and_a_point(form):
    form("cylinder", label="cone", r=10, r2=4, h=6, at=[0, 0, 0])
    form("cylinder", label="point", r=10, r2=0, h=6, at=[0, 0, 0])
    frustum = 6 / 3 * (1 + 0.4 + 0.16) * polygon_area(10, 24)
    assert near(form.facts("cone"), frustum)
    assert near(form.facts("point"), 6 / 3 * polygon_area(10, 24))


def test_a_sphere_reaches_its_radius_on_every_axis(form):
    form("sphere", label="a", r=10, at=[100, 0, 0])
    facts = form.facts("a")
    assert facts.bbox_um == (90_000, -10_000, -10_000, 110_000, 10_000, 10_000)
    ideal = 4 / 3 * math.pi * 1000
    assert 0.96 * ideal < float(facts.volume_mm3) < ideal


@pytest.mark.parametrize(
    ("axis", "box"),
    [
        ("z", (0, 0, 0, 30, 20, 5)),
        ("-z", (0, 0, -5, 30, 20, 0)),
        ("y", (0, 0, 0, 30, 5, 20)),
        ("-y", (0, -5, 0, 30, 0, 20)),
        ("x", (0, 0, 0, 5, 30, 20)),
        ("-x", (-5, 0, 0, 0, 30, 20)),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_an_outline_lies_in_the_plane_across_its_axis(form, axis, box, turned):
    outline = [[0, 0], [30, 0], [0, 20]]
    form("extrude", label="a", outline=outline[::-1] if turned else outline, h=5, at=[0, 0, 0], axis=axis)
    assert form.facts("a").bbox_um == tuple(1000 * value for value in box)
    assert form.facts("a").volume_mm3 == 30 * 20 / 2 * 5


def test_a_closing_corner_may_be_repeated(form):
    form("extrude", label="a", outline=[[0, 0], [30, 0], [0, 20], [0, 0]], h=5, at=[0, 0, 0])
    assert form("describe", label="a")["features"][0]["outline"] == [[0, 0], [30, 0], [0, 20]]


def test_a_concave_outline_keeps_its_notch(form):
    form("extrude", label="a", outline=[[0, 0], [10, 0], [10, 10], [5, 2], [0, 10]], h=1, at=[0, 0, 0])
    assert form.facts("a").volume_mm3 == 100 - 40  # the notch is a triangle 10 wide and 8 deep


def test_a_ring_is_turned_from_its_half_profile(form):
    form("revolve", label="a", profile=[[17, 0], [24, 0], [24, 6], [17, 6]], at=[0, 0, 10], axis="-y")
    assert near(form.facts("a"), 6 * (polygon_area(24, 48) - polygon_area(17, 48)))
    assert form.facts("a").bbox_um == (-24_000, -6000, -14_000, 24_000, 0, 34_000)


def test_a_straight_bar_is_a_polygon_prism(form):
    form("tube", label="a", path=[[0, 0, 0], [0, 0, 50]], r=5)
    assert near(form.facts("a"), 50 * polygon_area(5, 24))


def test_a_bent_bar_follows_its_arc(form):
    form("tube", label="a", path=[[0, 0, 0], [0, 0, 40], [30, 0, 40]], r=3, bend=10)
    # Legs of 30 and 20 mm and a quarter circle of radius 10, drawn as chords of 90/8 degrees.
    arc = 8 * 2 * 10 * math.sin(math.radians(90 / 16))
    length = 30 + 20 + arc
    assert float(form.facts("a").volume_mm3) == pytest.approx(length * polygon_area(3, 24), rel=2e-3)
    assert form.facts("a").bbox_um == (-3000, -3000, 0, 30_000, 3000, 43_000)
    assert form("describe", label="a")["features"][0]["bend"] == 10


def test_the_default_bend_is_twice_the_radius_or_what_the_legs_leave(form):
    form("tube", label="a", path=[[0, 0, 0], [0, 0, 40], [30, 0, 40]], r=3)
    form("tube", label="b", path=[[0, 0, 100], [0, 0, 105], [30, 0, 105]], r=3)
    assert form("describe", label="a")["features"][0]["bend"] == 6
    assert form("describe", label="b")["features"][0]["bend"] == 5  # the first leg is 5 mm, and it turns by 90 degrees


def test_a_path_may_have_points_on_a_straight_line(form):
    form("tube", label="a", path=[[0, 0, 0], [0, 0, 20], [0, 0, 50]], r=5)
    assert near(form.facts("a"), 50 * polygon_area(5, 24))


def test_a_loft_of_equal_rectangles_is_a_box(form):
    form("loft", label="a", sections=[{"z": -2, "w": 20, "d": 10}, {"z": 8, "w": 20, "d": 10}], at=[0, 0, 5], axis="x")
    # Across x, the width runs along y and the depth along z.
    assert form.facts("a").bbox_um == (-2000, -10_000, 0, 8000, 10_000, 10_000)
    assert form.facts("a").volume_mm3 == 2000


def test_a_loft_of_two_rectangles_is_a_prismatoid(form):
    form("loft", label="a", sections=[{"z": 0, "w": 20, "d": 10}, {"z": 6, "w": 10, "d": 4}], at=[0, 0, 0])
    top, middle, bottom = 10 * 4, 15 * 7, 20 * 10
    assert form.facts("a").volume_mm3 == 6 * (top + 4 * middle + bottom) / 6


def test_modes_add_cut_and_keep(form):
    form("box", label="a", size=[10, 10, 10], at=[0, 0, 0])
    form("box", label="a", mode="add", size=[10, 10, 10], at=[5, 0, 0])
    assert form.facts("a").volume_mm3 == 1500
    form("box", label="a", mode="cut", size=[2, 2, 20], at=[0, 0, -5])
    assert form.facts("a").volume_mm3 == 1460
    form("box", label="a", mode="keep", size=[4, 4, 4], at=[0, 0, 0])
    assert form.facts("a").volume_mm3 == 64 - 16
    assert [feature["mode"] for feature in form("describe", label="a")["features"]] == ["new", "add", "cut", "keep"]


def test_colour_and_group_go_with_any_mode(form):
    form("box", label="a", size=[10, 10, 10], at=[0, 0, 0], color="#AABBCC", group="g")
    form("box", label="a", mode="cut", size=[2, 2, 20], at=[0, 0, -5], color="#000000")
    look = form("describe", label="a")
    assert (look["color"], look["group"], look["visible"]) == ("#000000", "g", True)


def test_separate_pieces_are_told(form):
    answer = form("box", label="a", size=[10, 10, 10], at=[0, 0, 0])
    assert "warning" not in answer
    answer = form("box", label="a", mode="add", size=[1, 1, 1], at=[50, 0, 0])
    assert answer["warning"] == "2 separate pieces"


def test_numbers_are_kept_to_four_decimals(form):
    form("box", label="a", size=[10.00004, 10, 10], at=[-0.0, 0.00005, 1e-9])
    feature = form("describe", label="a")["features"][0]
    assert feature["size"] == [10, 10, 10]
    assert feature["at"] == [0, 0.0001, 0] or feature["at"] == [0, 0, 0]  # 0.00005 has no exact double


@pytest.mark.parametrize(
    ("r", "corners"), [(0.01, 24), (11, 24), (11.01, 48), (46, 48), (47, 96), (187, 192), (9999, 192)]
)
def test_facets_by_radius(r, corners):
    assert segments(r) == corners


def test_facets_of_one_radius_never_overlap(form):
    """A disc fits into a bore of its radius, whatever body has the bore."""
    form("revolve", label="ring", profile=[[17, 0], [60, 0], [60, 6], [17, 6]], at=[0, 0, 0], axis="y")
    form("cylinder", label="disc", r=17, h=6, at=[0, 0, 0], axis="y")
    form("cylinder", label="plug", r=17, h=6, at=[0, 6, 0], axis="-y")
    assert form("clearance", a="ring", b="disc") == {"distance_mm": 0, "overlap_mm3": 0}
    assert form("clearance", a="ring", b="plug") == {"distance_mm": 0, "overlap_mm3": 0}


def test_a_capsule_has_no_ledge(form):
    """A ball meets a bar of its radius in the same polygon, along every axis."""
    for axis in ("x", "y", "z"):
        form("cylinder", label=axis, r=8, h=20, at=[0, 0, 0], axis=axis)
        before = form.facts(axis).volume_mm3
        form("sphere", label=axis, mode="add", r=8, at=[0, 0, 0])
        half_ball = form.facts(axis).volume_mm3 - before
        form("sphere", label=f"ball {axis}", r=8, at=[0, 0, 100])
        assert half_ball * 2 == pytest.approx(form.facts(f"ball {axis}").volume_mm3, abs=Decimal("0.5"))


def test_every_solid_is_closed(machine):
    for item in machine.session.assembly.items.values():
        assert item.solid.facts.closed
        assert item.solid.facts.volume_mm3 > 0
        assert np.isfinite(item.solid.mesh.vertices_um).all()
