"""Batches are one change, all or nothing; undo goes back change by change."""

import json
from pathlib import Path
from typing import Any

import pytest

from runner.form.kernel import KERNEL_NAME, KERNEL_VERSION
from runner.form.tools.kinds import Picture
from sitegen.formdoc import Document, canonical

CALLS = Path(__file__).parents[3] / "benchmarks" / "illustration" / "espresso-machine.calls.json"


def box(label, **more):
    return {"tool": "box", "args": {"label": label, "size": [1, 2, 3], "at": [0, 0, 0], **more}}


def test_a_batch_is_one_change(form):
    answer = form(
        "batch", calls=[box("a"), {"tool": "move", "args": {"labels": ["a"], "by": [1, 0, 0]}}, {"tool": "list"}]
    )
    assert answer["applied"] == 3
    assert answer["results"][0] == ["a", [-0.5, -1, 0], [0.5, 1, 3]]
    assert answer["results"][2] == {"solids": [["a", [0.5, -1, 0], [1.5, 1, 3], 6, ""]]}
    assert form("undo") == {"solids": 0}


def test_one_batch_and_single_calls_make_the_same_bytes(form, tmp_path_factory):
    """The calls of the illustration: as they stand, one by one, and all in as few batches as may be."""
    listed: list[dict[str, Any]] = json.loads(CALLS.read_bytes())
    singles: list[dict[str, Any]] = [
        step for each in listed for step in (each["args"]["calls"] if each["tool"] == "batch" else [each])
    ]
    batches: list[dict[str, Any]] = [
        {"tool": "batch", "args": {"calls": singles[n : n + 100]}} for n in range(0, len(singles), 100)
    ]
    assert len(singles) > len(listed) > len(batches)
    made = []
    orders: list[list[dict[str, Any]]] = [listed, singles, batches]
    for calls in orders:
        other = type(form)(tmp_path_factory.mktemp("workspace"))
        for each in calls:
            other(each["tool"], **each["args"])
        made.append(other.document())
    assert made[0] == made[1] == made[2]


def test_a_call_may_use_what_an_earlier_one_made(form):
    form(
        "batch",
        calls=[
            box("a"),
            box("b", at=[5, 0, 0]),
            {"tool": "boolean", "args": {"target": "a", "tools": ["b"], "mode": "add"}},
        ],
    )
    assert form.facts("a").volume_mm3 == 12


@pytest.mark.parametrize("place", [0, 1, 2])
def test_nothing_of_a_failed_batch_stays(form, place):
    form("box", label="first", size=[1, 1, 1], at=[0, 0, 0])
    calls = [box("a"), box("b"), box("c")]
    calls[place] = {"tool": "move", "args": {"labels": ["nobody"], "by": [1, 0, 0]}}
    error = form.refused("batch", calls=calls)
    assert (error["code"], error["failed_call"], error["tool"], error["applied"]) == ("no_such_label", place, "move", 0)
    assert list(form.session.assembly.items) == ["first"]


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ({"tool": "batch", "args": {"calls": []}}, "not_in_batch"),
        ({"tool": "undo"}, "not_in_batch"),
        ({"tool": "save"}, "not_in_batch"),
        ({"tool": "open"}, "not_in_batch"),
        ({"tool": "export", "args": {"format": "stl"}}, "not_in_batch"),
        ({"tool": "capture_view"}, "not_in_batch"),
        ({"tool": "bx"}, "no_such_tool"),
        ({"tool": "box", "args": {"label": "z"}}, "bad_arguments"),
        ({"tool": "box", "args": {"label": "z", "mode": "cut", "size": [1, 1, 1], "at": [0, 0, 0]}}, "no_such_label"),
    ],
)
def test_a_refused_call_refuses_the_batch(form, call, code):
    error = form.refused("batch", calls=[box("a"), call])
    assert (error["code"], error["failed_call"]) == (code, 1)


@pytest.mark.parametrize(
    ("calls", "field"),
    [
        ([], "calls"),
        ([{"args": {}}], "calls[0].tool"),
        ([box("a"), {"tool": "box", "args": "label=a"}], "calls[1].args"),
        ([{"tool": "box", "arguments": {}}], "arguments"),
        ("[]", "calls"),
        ([box(str(n)) for n in range(101)], "calls"),
    ],
)
def test_a_malformed_batch_is_refused(form, calls, field):
    assert form.refused("batch", calls=calls)["field"] == field


def test_a_deep_batch_is_refused(form):
    call = box("a")
    for _ in range(500):
        call = {"tool": "batch", "args": {"calls": [call]}}
    error = form.refused("batch", calls=[call])
    assert (error["code"], error["failed_call"]) == ("not_in_batch", 0)


def test_a_dry_run_tells_and_leaves(form):
    before = form.state()
    answer = form("batch", calls=[box("a")], dry_run=True)
    assert answer == {"dry_run": True, "applied": 0, "results": [["a", [-0.5, -1, 0], [0.5, 1, 3]]]}
    assert form.state() == before
    assert form.refused("batch", calls=[box("a"), box("a")], dry_run=True)["code"] == "label_taken"


def test_a_batch_of_questions_is_no_change(form):
    form("batch", calls=[{"tool": "check"}])
    assert form.refused("undo")["code"] == "nothing_to_undo"


def test_undo_goes_back_by_changes(form):
    form("box", label="a", size=[1, 1, 1], at=[0, 0, 0])
    first = form.document()
    form("batch", calls=[box("b"), box("c")])
    second = form.document()
    form("style", labels=["a"], color="#000000")
    form("undo")
    assert form.document() == second
    form("undo")
    assert form.document() == first
    form("undo")
    assert form("list") == {"solids": []}


def test_undo_of_several_changes(form):
    for label in "abc":
        form("box", label=label, size=[1, 1, 1], at=[0, 0, 0])
    assert form("undo", n=2) == {"solids": 1}
    error = form.refused("undo", n=2)
    assert (error["code"], error["limit"]) == ("nothing_to_undo", 1)
    assert form.refused("undo", n=0)["code"] == "bad_value"


def test_a_refused_call_leaves_no_undo_step(form):
    form("box", label="a", size=[1, 1, 1], at=[0, 0, 0])
    form.refused("box", label="a", size=[1, 1, 1], at=[0, 0, 0])
    form("undo")
    assert form.refused("undo")["code"] == "nothing_to_undo"


def test_undo_keeps_the_last_two_hundred_changes(form):
    form("box", label="a", size=[1, 1, 1], at=[0, 0, 0])
    for n in range(205):
        form("style", labels=["a"], color=f"#{n:06x}")
    form("undo", n=200)
    assert form("describe", label="a")["color"] == "#000004"
    assert form.refused("undo")["code"] == "nothing_to_undo"


def test_undo_keeps_no_more_bytes_than_it_may(form, monkeypatch):
    """A moved box is another solid of as many bytes, a coloured one the same solid."""
    form("box", label="a", size=[1, 1, 1], at=[0, 0, 0])
    form("move", labels=["a"], by=[0, 0, 9])
    one = len(form.document()) - len(canonical(Document(KERNEL_NAME, KERNEL_VERSION, ())))
    form("undo")
    monkeypatch.setattr("runner.form.limits.MAX_UNDO_BYTES", 3 * one)
    for n in range(1, 6):
        form("move", labels=["a"], by=[1, 0, 0])
        form("style", labels=["a"], color=f"#00000{n}")
    assert form.refused("undo", n=6)["limit"] == 5
    form("undo", n=5)
    assert form("measure", labels=["a"])["solids"][0]["centroid"] == [3, 0, 0.5]


def test_the_camera_is_no_change(form):
    assert form("set_camera", view="front") == {"view": "front"}
    assert form.refused("undo")["code"] == "nothing_to_undo"
    assert form.refused("set_camera", view="top")["code"] == "bad_value"
    assert form.refused("capture_view")["code"] == "empty_document"


def test_a_picture_is_a_png_of_the_width_asked_for(machine):
    for view in ("front", "right", "isometric"):
        machine("set_camera", view=view)
        picture = machine("capture_view", width_px=320)
        assert isinstance(picture, Picture)
        assert picture.text == {"view": view, "width_px": 320}
        assert picture.png[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(picture.png[16:20]) == 320
