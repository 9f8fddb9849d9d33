"""Joining solids and editing features."""

import pytest


@pytest.fixture
def pair(form):
    form("box", label="plate", size=[40, 40, 10], at=[0, 0, 0])
    form("box", label="bolt", size=[10, 10, 30], at=[0, 0, -10])
    form("box", label="bolt", mode="cut", size=[4, 4, 100], at=[0, 0, -50])
    return form


def test_cut_takes_the_whole_tool(pair):
    answer = pair("boolean", target="plate", tools=["bolt"], mode="cut")
    # The tool is a hollow bar: 100 - 16 mm2 over the 10 mm of the plate, so a core stays.
    assert answer["volume_mm3"] == 16_000 - 840
    assert answer["warning"] == "2 separate pieces"
    assert list(pair.session.assembly.items) == ["plate"]


def test_add_and_keep_with_tools_kept(pair):
    pair("boolean", target="plate", tools=["bolt"], mode="add", keep_tools=True)
    assert pair.facts("plate").volume_mm3 == 16_000 + 84 * 20
    assert pair.facts("bolt").volume_mm3 == 84 * 30
    pair("boolean", target="plate", tools=["bolt"], mode="keep")
    assert pair.facts("plate").volume_mm3 == 84 * 30


def test_a_joined_solid_keeps_its_features(pair):
    pair("boolean", target="plate", tools=["bolt"], mode="add")
    features = pair("describe", label="plate")["features"]
    assert [(f["feature"], f["op"], f.get("in")) for f in features] == [
        (0, "box", None),
        (1, "solid", None),
        (2, "box", 1),
        (3, "box", 1),
    ]
    assert features[1] == {"feature": 1, "op": "solid", "mode": "add", "label": "bolt"}
    pair("edit", label="plate", feature=3, set={"size": [2, 2, 100]})
    assert pair.facts("plate").volume_mm3 == 16_000 + 96 * 20
    pair("edit", label="plate", feature=3, remove=True)
    assert pair.facts("plate").volume_mm3 == 16_000 + 100 * 20
    pair("edit", label="plate", feature=1, set={"mode": "cut"})
    assert pair.facts("plate").volume_mm3 == 16_000 - 100 * 10


def test_edit_sets_the_base_by_default(pair):
    answer = pair("edit", label="plate", set={"size": [20, 20, 10], "at": [0, 0, 5]})
    assert answer == {"label": "plate", "min": [-10, -10, 5], "max": [10, 10, 15], "volume_mm3": 4000}


def test_edit_of_a_move_and_a_turn(pair):
    pair("move", labels=["plate"], by=[1, 2, 3])
    pair("rotate", labels=["plate"], axis="z", deg=45)
    pair("edit", label="plate", feature=2, set={"deg": 90})
    pair("edit", label="plate", feature=1, set={"by": [100, 0, 0]})
    assert pair.facts("plate").bbox_um == (-20_000, 80_000, 0, 20_000, 120_000, 10_000)


def test_values_that_follow_others_follow_an_edit(form):
    form("cylinder", label="rod", r=10, h=5, at=[0, 0, 0])
    form("edit", label="rod", set={"r": 4})
    assert form("describe", label="rod")["features"][0]["r2"] == 4
    form("edit", label="rod", set={"r2": 2})
    form("edit", label="rod", set={"r": 5})
    assert form("describe", label="rod")["features"][0]["r2"] == 2
    form("tube", label="rail", path=[[0, 0, 0], [0, 0, 40], [30, 0, 40]], r=3)
    form("edit", label="rail", set={"r": 4})
    assert form("describe", label="rail")["features"][0]["bend"] == 8


@pytest.mark.parametrize(
    ("arguments", "code", "field"),
    [
        ({"set": {"width": 3}}, "no_such_parameter", "set"),
        ({"set": {"mode": "cut"}}, "no_such_parameter", "set"),
        ({"set": {"op": "sphere"}}, "no_such_parameter", "set"),
        ({"set": {"size": [1, 2]}}, "bad_value", "size"),
        ({"set": {"r": 5}}, "bad_value", "r"),
        ({"set": {}}, "bad_arguments", "set"),
        ({}, "bad_arguments", "set"),
        ({"set": [1]}, "bad_value", "set"),
        ({"feature": 2, "set": {"size": [1, 1, 1]}}, "no_such_feature", "feature"),
        ({"feature": -1, "set": {"size": [1, 1, 1]}}, "bad_value", "feature"),
        ({"feature": 1, "set": {"mode": "new"}}, "bad_value", "mode"),
        ({"feature": 1, "set": {"size": [100, 100, 100]}}, "empty_result", None),
        ({"remove": True}, "bad_value", "feature"),
        ({"feature": 1, "remove": True, "set": {"r": 1}}, "bad_arguments", "remove"),
    ],
)
def test_refused_edits(pair, arguments, code, field):
    error = pair.refused("edit", label="bolt", **arguments)
    assert (error["code"], error.get("field")) == (code, field)


def test_the_parameters_are_named_where_one_is_unknown(pair):
    error = pair.refused("edit", label="bolt", set={"sizes": [1, 1, 1]})
    assert "did you mean size?" in error["hint"]
    assert error["limit"] == ["size", "at", "r", "edges"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"target": "plate", "tools": ["plate"], "mode": "cut"}, "bad_value"),
        ({"target": "plate", "tools": ["nut"], "mode": "cut"}, "no_such_label"),
        ({"target": "plate", "tools": [], "mode": "cut"}, "bad_value"),
        ({"target": "plate", "tools": ["bolt"], "mode": "union"}, "bad_value"),
        ({"target": "bolt", "tools": ["plate", "far"], "mode": "keep"}, "empty_result"),
    ],
)
def test_refused_joins(pair, arguments, code):
    pair("box", label="far", size=[1, 1, 1], at=[500, 0, 0])
    assert pair.refused("boolean", **arguments)["code"] == code


def test_joins_in_joins_have_a_limit(form):
    form("box", label="0", size=[10, 10, 10], at=[0, 0, 0])
    for n in range(1, 6):
        form("box", label=str(n), size=[10, 10, 10], at=[5 * n, 0, 0])
        form("boolean", target=str(n), tools=[str(n - 1)], mode="add")
    form("box", label="6", size=[10, 10, 10], at=[30, 0, 0])
    error = form.refused("boolean", target="6", tools=["5"], mode="add")
    assert (error["code"], error["limit"]) == ("too_many", 5)


def test_features_of_one_solid_have_a_limit(form):
    calls = [
        {"tool": "box", "args": {"label": "a", "mode": "add", "size": [1, 1, 1], "at": [n / 4, 0, 0]}}
        for n in range(99)
    ]
    form("box", label="a", size=[1, 1, 1], at=[0, 0, 0])
    form("batch", calls=calls)
    form("batch", calls=calls)
    form("box", label="a", mode="add", size=[1, 1, 1], at=[0, 0, 0])
    error = form.refused("box", label="a", mode="add", size=[1, 1, 1], at=[0, 0, 0])
    assert (error["code"], error["limit"]) == ("too_many", 200)


def test_labels_colours_groups(pair):
    assert pair("rename", label="bolt", to="screw") == {"label": "screw"}
    assert pair("style", labels=["screw", "plate"], color="#ABCDEF") == {"changed": 2}
    assert pair("style", labels=["screw"], visible=False) == {"changed": 1}
    assert pair("group", labels=["screw"], group="fasteners") == {"changed": 1}
    look = pair("describe", label="screw")
    assert (look["color"], look["group"], look["visible"]) == ("#abcdef", "fasteners", False)
    assert pair("group", labels=["screw"], group="") == {"changed": 1}
    assert pair("delete", labels=["screw"]) == {"deleted": 1, "solids": 1}
    assert list(pair.session.assembly.items) == ["plate"]


def test_rename_keeps_the_place_and_may_change_the_case(pair):
    pair("rename", label="plate", to="Plate")
    assert list(pair.session.assembly.items) == ["Plate", "bolt"]


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("rename", {"label": "bolt", "to": "plate"}, "label_taken"),
        ("rename", {"label": "bolt", "to": "PLATE"}, "label_taken"),
        ("rename", {"label": "bolt", "to": " x"}, "bad_value"),
        ("style", {"labels": ["bolt"]}, "bad_arguments"),
        ("style", {"labels": ["bolt"], "color": "red"}, "bad_value"),
        ("style", {"labels": ["bolt"], "color": "#12345g"}, "bad_value"),
        ("style", {"labels": ["bolt"], "visible": 1}, "bad_value"),
        ("delete", {"labels": ["bolt", "nut"]}, "no_such_label"),
        ("group", {"labels": ["nut"], "group": "g"}, "no_such_label"),
    ],
)
def test_refused_names_and_looks(pair, tool, arguments, code):
    assert pair.refused(tool, **arguments)["code"] == code
