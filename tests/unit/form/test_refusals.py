"""Bad input is refused with a short answer that says what to do, and nothing changes."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import runner.form
from runner.form.dispatch import TOOLS, call
from runner.form.errors import CODES, FormError
from runner.form.server import answered
from runner.form.session import Session
from sitegen.formdoc import canonical

BOX: dict[str, object] = {"label": "n", "size": [1, 2, 3], "at": [0, 0, 0]}


@pytest.mark.parametrize(
    ("tool", "arguments", "code", "field"),
    [
        # units and kinds of numbers
        ("box", BOX | {"size": ["1mm", 2, 3]}, "bad_value", "size[0]"),
        ("box", BOX | {"size": "1x2x3"}, "bad_value", "size"),
        ("box", BOX | {"size": [True, 2, 3]}, "bad_value", "size[0]"),
        ("box", BOX | {"size": [None, 2, 3]}, "bad_value", "size[0]"),
        ("box", BOX | {"size": [math.nan, 2, 3]}, "bad_value", "size[0]"),
        ("box", BOX | {"size": [math.inf, 2, 3]}, "bad_value", "size[0]"),
        ("box", BOX | {"size": [10**5000, 2, 3]}, "bad_value", "size[0]"),
        ("box", BOX | {"size": [[10**5000], 2, 3]}, "bad_value", "size[0]"),
        ("box", BOX | {"units": "inch"}, "bad_arguments", "units"),
        ("box", BOX | {"size": [280_000, 200_000, 360_000]}, "bad_value", "size[0]"),
        ("box", BOX | {"size": [0.28, 0.2, 0.001]}, "bad_value", "size[2]"),
        # signs and sizes
        ("box", BOX | {"size": [-1, 2, 3]}, "bad_value", "size[0]"),
        ("box", BOX | {"size": [0, 2, 3]}, "bad_value", "size[0]"),
        ("box", BOX | {"size": [1, 2]}, "bad_value", "size"),
        ("box", BOX | {"at": [0, 0, 10_001]}, "bad_value", "at[2]"),
        ("box", BOX | {"at": [0, 0, 9_999]}, "too_large", None),
        ("box", BOX | {"r": -1}, "bad_value", "r"),
        ("box", BOX | {"r": 0.5}, "bad_value", "r"),
        ("box", BOX | {"r": 0.6, "edges": "all"}, "bad_value", "r"),
        ("box", BOX | {"edges": "top"}, "bad_value", "edges"),
        ("cylinder", {"label": "n", "r": 0, "h": 5, "at": [0, 0, 0]}, "bad_value", "r"),
        ("cylinder", {"label": "n", "r": 1, "h": 5, "at": [0, 0, 0], "axis": "up"}, "bad_value", "axis"),
        ("sphere", {"label": "n", "r": -3, "at": [0, 0, 0]}, "bad_value", "r"),
        # outlines and profiles
        ("extrude", {"label": "n", "outline": [[0, 0], [1, 0]], "h": 1, "at": [0, 0, 0]}, "bad_value", "outline"),
        (
            "extrude",
            {"label": "n", "outline": [[0, 0], [1, 0], [0, 0]], "h": 1, "at": [0, 0, 0]},
            "bad_value",
            "outline",
        ),
        (
            "extrude",
            {"label": "n", "outline": [[0, 0], [1, 0], [2, 0]], "h": 1, "at": [0, 0, 0]},
            "bad_value",
            "outline",
        ),
        (
            "extrude",
            {"label": "n", "outline": [[0, 0], [2, 2], [2, 0], [0, 2]], "h": 1, "at": [0, 0, 0]},
            "bad_value",
            "outline",
        ),
        (
            "extrude",
            {"label": "n", "outline": [[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]], "h": 1, "at": [0, 0, 0]},
            "bad_value",
            "outline",
        ),
        (
            "extrude",
            {"label": "n", "outline": [[0, 0], [4, 0], [4, 0], [0, 4]], "h": 1, "at": [0, 0, 0]},
            "bad_value",
            "outline",
        ),
        (
            "extrude",
            {"label": "n", "outline": [[0, 0, 0], [4, 0, 0], [0, 4, 0]], "h": 1, "at": [0, 0, 0]},
            "bad_value",
            "outline[0]",
        ),
        ("extrude", {"label": "n", "outline": [[0, 0]] * 501, "h": 1, "at": [0, 0, 0]}, "bad_value", "outline"),
        ("revolve", {"label": "n", "profile": [[-1, 0], [3, 0], [0, 3]], "at": [0, 0, 0]}, "bad_value", "profile"),
        # paths
        ("tube", {"label": "n", "path": [[0, 0, 0]], "r": 1}, "bad_value", "path"),
        ("tube", {"label": "n", "path": [[0, 0, 0], [0, 0, 0]], "r": 1}, "bad_value", "path"),
        ("tube", {"label": "n", "path": [[0, 0, 0], [0, 0, 10], [0, 0, 5]], "r": 1}, "bad_value", "path"),
        ("tube", {"label": "n", "path": [[0, 0, 0], [0, 0, 3], [9, 0, 3]], "r": 4}, "bad_value", "path"),
        ("tube", {"label": "n", "path": [[0, 0, 0], [0, 0, 30], [30, 0, 30]], "r": 4, "bend": 31}, "bad_value", "bend"),
        ("tube", {"label": "n", "path": [[0, 0, 0], [0, 0, 30], [30, 0, 30]], "r": 4, "bend": 4}, "bad_value", "bend"),
        (
            "tube",
            {"label": "n", "path": [[0, 0, 0], [40, 0, 0], [40, 40, 0], [20, 40, 0], [20, -40, 0]], "r": 2},
            "bad_value",
            "path",
        ),
        # lofts
        ("loft", {"label": "n", "sections": [{"z": 0, "w": 5, "d": 5}], "at": [0, 0, 0]}, "bad_value", "sections"),
        (
            "loft",
            {"label": "n", "sections": [{"z": 0, "w": 5, "d": 5}, {"z": 0, "w": 5, "d": 5}], "at": [0, 0, 0]},
            "bad_value",
            "sections[1].z",
        ),
        (
            "loft",
            {"label": "n", "sections": [{"z": 0, "w": 5, "d": 5, "r": 3}, {"z": 9, "w": 5, "d": 5}], "at": [0, 0, 0]},
            "bad_value",
            "sections[0].r",
        ),
        (
            "loft",
            {"label": "n", "sections": [{"z": 0, "w": 5}, {"z": 9, "w": 5, "d": 5}], "at": [0, 0, 0]},
            "bad_arguments",
            "sections[0].d",
        ),
        (
            "loft",
            {"label": "n", "sections": [{"z": 0, "w": 5, "d": 5, "h": 1}, {"z": 9, "w": 5, "d": 5}], "at": [0, 0, 0]},
            "bad_arguments",
            "h",
        ),
        # modes and results
        ("box", BOX | {"label": "a", "mode": "cut", "size": [50, 50, 50], "at": [0, 0, -20]}, "empty_result", None),
        ("box", BOX | {"label": "a", "mode": "keep", "at": [500, 0, 0]}, "empty_result", None),
        ("box", BOX | {"label": "a", "mode": "add", "size": [10, 10, 10], "at": [10, 10, 0]}, "not_closed", None),
        ("box", BOX | {"label": "a"}, "label_taken", "label"),
        ("box", BOX | {"label": "A"}, "label_taken", "label"),
        ("box", BOX | {"label": "b", "mode": "cut"}, "no_such_label", "label"),
        ("box", BOX | {"mode": "subtract"}, "bad_value", "mode"),
        # labels, colours, unknown and missing arguments
        ("box", BOX | {"label": ""}, "bad_value", "label"),
        ("box", BOX | {"label": "x" * 1_000_000}, "bad_value", "label"),
        ("box", BOX | {"label": "a\nb"}, "bad_value", "label"),
        ("box", BOX | {"label": "\ud800"}, "bad_value", "label"),
        ("box", BOX | {"label": 5}, "bad_value", "label"),
        ("box", BOX | {"group": "\u202e"}, "bad_value", "group"),
        ("box", BOX | {"color": "#fff"}, "bad_value", "color"),
        ("box", BOX | {"colour": "#ffffff"}, "bad_arguments", "colour"),
        ("box", {"label": "n", "dims": [1, 2, 3], "at": [0, 0, 0]}, "bad_arguments", "dims"),
        ("box", {"label": "n", "size": [1, 2, 3]}, "bad_arguments", "at"),
        ("box", {}, "bad_arguments", "label"),
        ("set_cam", {}, "no_such_tool", "tool"),
        ("list", {"labels": ["a"]}, "bad_arguments", "labels"),
    ],
)
def test_refusals(form, tool, arguments, code, field):
    form("box", label="a", size=[10, 10, 10], at=[0, 0, 0])
    error = form.refused(tool, **arguments)
    assert (error["code"], error.get("field")) == (code, field)
    assert len(json.dumps(error)) < 420


def test_an_error_says_what_to_do(form):
    error = form.refused("box", label="n", size=[10, 10, 10], at=[0, 0, 0], r=6)
    assert error == {
        "code": "bad_value",
        "field": "r",
        "limit": 5,
        "hint": "r=6 is too large: must be below 5 mm for size [10, 10, 10]",
    }


def test_null_counts_as_absent_where_an_argument_is_optional(form):
    form("box", label="a", size=[1, 1, 1], at=[0, 0, 0], r=None, color=None, mode=None)
    assert form.refused("box", label=None, size=[1, 1, 1], at=[0, 0, 0])["field"] == "label"


def test_every_code_is_raised_somewhere():
    folder = Path(runner.form.__file__).parent
    source = "".join(path.read_text() for path in folder.rglob("*.py") if path.name != "errors.py")
    assert [code for code in CODES if f'"{code}"' not in source] == []


def test_a_fault_of_our_own_is_an_answer_too(tmp_path, monkeypatch, capsys):
    session = Session(tmp_path)
    monkeypatch.setattr("runner.form.tools.kinds.box_mm", lambda item: 1 / 0)
    result = answered(session, "box", BOX)
    assert result.is_error
    assert '"code":"internal"' in result.content[0].model_dump_json(by_alias=True).replace("\\", "")
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert session.assembly.items == {}


def test_an_answer_holds_nothing_that_cannot_be_sent(tmp_path):
    result = answered(Session(tmp_path), "box", {"\ud800": 1})
    result.model_dump_json()
    assert result.is_error


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["a", "b", "z", "new"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["tool", "args", "z", "w", "d"]), inner, max_size=3)
    ),
    max_leaves=6,
)
names = st.sampled_from(sorted({field.name for tool in TOOLS.values() for field in tool.fields}))


@settings(
    max_examples=300,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.sampled_from(sorted(set(TOOLS) - {"save", "export", "open", "capture_view"})),
    st.dictionaries(names, anything, max_size=6),
    st.data(),
)
def test_any_arguments_are_answered_or_refused(tmp_path, tool, arguments, data):
    """Arguments of any shape never break a tool, and a refusal changes nothing."""
    session = Session(tmp_path)
    call(session, "box", {"label": "a", "size": [10, 10, 10], "at": [0, 0, 0]})
    for field in TOOLS[tool].fields:
        if data.draw(st.booleans()):
            arguments.setdefault(field.name, data.draw(anything))
    before = canonical(session.assembly.document())
    try:
        call(
            session,
            tool,
            {key: value for key, value in arguments.items() if key in {f.name for f in TOOLS[tool].fields}},
        )
    except FormError as error:
        assert canonical(session.assembly.document()) == before
        json.dumps(error.answer(), allow_nan=False)
