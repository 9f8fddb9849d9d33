"""Moves, copies, rows and rings."""

import pytest


@pytest.fixture
def block(form):
    form("box", label="block", size=[10, 20, 30], at=[0, 0, 0], color="#112233", group="g")
    return form


def box_mm(form, label):
    return [value / 1000 for value in form.facts(label).bbox_um]


def ops(form, label):
    return [feature["op"] for feature in form("describe", label=label)["features"]]


def test_move_shifts_every_label(block):
    block("box", label="other", size=[1, 1, 1], at=[0, 0, 0])
    answer = block("move", labels=["block", "other"], by=[1, -2, 0.5])
    assert answer == {
        "changed": [["block", [-4, -12, 0.5], [6, 8, 30.5]], ["other", [0.5, -2.5, 0.5], [1.5, -1.5, 1.5]]]
    }


def test_moves_in_a_row_are_one_feature(block):
    block("move", labels=["block"], by=[1, 0, 0])
    block("move", labels=["block"], by=[0.1, 0.2, 0])
    assert block("describe", label="block")["features"][1:] == [{"feature": 1, "op": "move", "by": [1.1, 0.2, 0]}]
    block("move", labels=["block"], by=[-1.1, -0.2, 0])
    assert ops(block, "block") == ["box"]


def test_a_feature_after_a_move_is_placed_in_the_world(block):
    block("move", labels=["block"], by=[100, 0, 0])
    block("box", label="block", mode="cut", size=[4, 4, 100], at=[100, 0, -10])
    assert block.facts("block").volume_mm3 == 6000 - 4 * 4 * 30


def test_rotate_turns_right_handed_about_a_point(block):
    block("rotate", labels=["block"], axis="z", deg=90, about=[5, 0, 0])
    # (x, y) about (5, 0) by 90 degrees: (5 - y, x - 5)
    assert box_mm(block, "block") == [-5, -10, 0, 15, 0, 30]
    block("rotate", labels=["block"], axis="z", deg=-90, about=[5, 0, 0])
    assert box_mm(block, "block") == [-5, -10, 0, 5, 10, 30]


@pytest.mark.parametrize(
    ("axis", "box"), [("x", [-5, -30, -10, 5, 0, 10]), ("y", [0, -10, -5, 30, 10, 5]), ("z", [-10, -5, 0, 10, 5, 30])]
)
def test_rotate_by_a_right_angle_is_exact(block, axis, box):
    block("rotate", labels=["block"], axis=axis, deg=90)
    assert box_mm(block, "block") == box


def test_rotate_by_an_odd_angle_keeps_the_volume(block):
    block("rotate", labels=["block"], axis="y", deg=33.3)
    assert float(block.facts("block").volume_mm3) == pytest.approx(6000, rel=2e-4)
    assert block.facts("block").closed


def test_mirror_makes_copies(block):
    answer = block("mirror", labels=["block"], plane="x", offset=10, name="{} left")
    assert answer == {"made": [["block left", [15, -10, 0], [25, 10, 30]]]}
    assert box_mm(block, "block") == [-5, -10, 0, 5, 10, 30]
    assert block.facts("block left").volume_mm3 == 6000
    assert block("describe", label="block left")["color"] == "#112233"


def test_copy_shifts_and_keeps_the_look(block):
    block("copy", label="block", to="second", by=[20, 0, 0])
    assert box_mm(block, "second") == [15, -10, 0, 25, 10, 30]
    assert block("describe", label="second")["group"] == "g"
    block("copy", label="block", to="third")
    assert ops(block, "third") == ["box"]


def test_repeat_renames_the_source_in_its_place(block):
    block("box", label="last", size=[1, 1, 1], at=[0, 0, 100])
    answer = block("repeat", label="block", count=3, step=[0, 26, 0.5], name="bar_{n}")
    assert answer["made"] == ["bar_1", "bar_2", "bar_3"]
    assert answer["first"] == [[-5, -10, 0], [5, 10, 30]]
    assert answer["last"] == [[-5, 42, 1], [5, 62, 31]]
    assert list(block.session.assembly.items) == ["bar_1", "last", "bar_2", "bar_3"]


def test_repeat_may_keep_the_label_for_number_one(block):
    block("rename", label="block", to="b 1")
    block("repeat", label="b 1", count=2, step=[50, 0, 0], name="b {n}")
    assert list(block.session.assembly.items) == ["b 1", "b 2"]


def test_repeat_round_spreads_over_the_circle(block):
    block("move", labels=["block"], by=[100, 0, 0])
    answer = block("repeat_round", label="block", count=4, name="leg {n}")
    assert box_mm(block, "leg 2") == [-10, 95, 0, 10, 105, 30]
    assert box_mm(block, "leg 3") == [-105, -10, 0, -95, 10, 30]
    assert answer["last"] == [[-10, -105, 0], [10, -95, 30]]


def test_repeat_round_may_go_round_more_than_once(block):
    block("repeat_round", label="block", count=3, step_deg=-450, name="n {n}")
    turns = [block("describe", label=f"n {n}")["features"][1]["deg"] for n in (2, 3)]
    assert turns == [270, 180]


def test_repeat_round_by_a_given_angle_about_a_point(block):
    block("repeat_round", label="block", count=2, axis="y", about=[0, 0, 50], step_deg=180, name="n {n}")
    assert box_mm(block, "n 2") == [-5, -10, 70, 5, 10, 100]


@pytest.mark.parametrize(
    ("tool", "arguments", "code", "field"),
    [
        ("move", {"labels": ["blok"], "by": [0, 0, 1]}, "no_such_label", "label"),
        ("move", {"labels": ["block", "block"], "by": [0, 0, 1]}, "bad_value", "labels"),
        ("move", {"labels": [], "by": [0, 0, 1]}, "bad_value", "labels"),
        ("move", {"labels": ["block"], "by": [0, 0, 10_000]}, "too_large", None),
        ("rotate", {"labels": ["block"], "axis": "-z", "deg": 10}, "bad_value", "axis"),
        ("rotate", {"labels": ["block"], "axis": "z", "deg": 1e9}, "bad_value", "deg"),
        ("mirror", {"labels": ["block"], "plane": "x", "name": "twin"}, "bad_value", "name"),
        ("mirror", {"labels": ["block"], "plane": "x", "name": "{}"}, "label_taken", "label"),
        ("copy", {"label": "block", "to": "Block"}, "label_taken", "label"),
        ("repeat", {"label": "block", "count": 10**6, "step": [1, 0, 0], "name": "b{n}"}, "bad_value", "count"),
        ("repeat", {"label": "block", "count": 1, "step": [1, 0, 0], "name": "b{n}"}, "bad_value", "count"),
        ("repeat", {"label": "block", "count": 2.5, "step": [1, 0, 0], "name": "b{n}"}, "bad_value", "count"),
        ("repeat", {"label": "block", "count": 3, "step": [1, 0, 0], "name": "bar"}, "bad_value", "name"),
        ("repeat", {"label": "block", "count": 3, "step": [1, 0, 0], "name": "{i}{n}"}, "bad_value", "name"),
        ("repeat", {"label": "block", "count": 200, "step": [51, 0, 0], "name": "b{n}"}, "bad_value", "step"),
        ("repeat", {"label": "block", "count": 101, "step": [100, 0, 0], "name": "b{n}"}, "too_large", None),
    ],
)
def test_refusals(block, tool, arguments, code, field):
    error = block.refused(tool, **arguments)
    assert (error["code"], error.get("field")) == (code, field)


def test_a_near_miss_is_suggested(block):
    assert "did you mean 'block'?" in block.refused("move", labels=["blok"], by=[0, 0, 1])["hint"]
    assert "did you mean 'block'?" in block.refused("move", labels=["BLOCK"], by=[0, 0, 1])["hint"]


def test_too_many_solids_are_refused(block):
    block("repeat", label="block", count=200, step=[11, 0, 0], name="a{n}")
    block("copy", label="a1", to="b")
    block("repeat", label="b", count=200, step=[11, 0, 0], name="b{n}")
    block("copy", label="a1", to="c")
    error = block.refused("repeat", label="c", count=102, step=[11, 0, 0], name="c{n}")
    assert (error["code"], error["limit"]) == ("too_many", 500)


def test_too_many_triangles_are_refused_before_they_are_made(block):
    block("sphere", label="ball", r=500, at=[0, 0, 0])
    error = block.refused("repeat", label="ball", count=60, step=[1, 0, 0], name="ball{n}")
    assert (error["code"], error["field"], error["limit"]) == ("too_large", "count", 250_000)
