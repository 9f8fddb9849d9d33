"""What FORM accepts can be saved and opened again, and no call does more than it may."""

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runner.form import features, limits
from runner.form.assembly import Assembly
from runner.form.kernel import KERNEL_NAME, KERNEL_VERSION
from runner.form.reopen import reopened
from sitegen.formdoc import Document, Part, canonical, canonical_mesh, check_reopen_without_kernel, mesh_facts, parse
from sitegen.formdoc.size import Size, count_values, document_size, part_size

ZIGZAG = [[n, n % 2] for n in range(250)] + [[n, -9] for n in range(249, -1, -1)]
"""An outline of 500 corners."""
COMB = {"outline": ZIGZAG, "h": 5, "at": [0, 0, 0]}


def told_size(assembly: Assembly) -> Size:
    return document_size(KERNEL_NAME, KERNEL_VERSION, [item.size for item in assembly.items.values()])


def true_size(data: bytes) -> Size:
    return Size(len(data), count_values(data.decode()))


def test_the_size_is_told_before_anything_is_written(machine):
    machine("rename", label="knob", to='"knob" [1], größer\\')
    machine("group", labels=["rail"], group="a,b [c]")
    machine("sphere", label="fine", r=300, at=[0, 0, 0])
    machine("sphere", label="fine", mode="add", r=300, at=[300, 0, 0])
    assert told_size(machine.session.assembly) == true_size(machine.document())


def test_the_size_of_a_mesh_with_wide_indices():
    """Beyond 65,536 corners an index has four bytes."""
    corners = np.arange(3 * 22_000)
    mesh = canonical_mesh(np.stack([corners, corners**2 % 1_000, corners % 7], axis=1), corners.reshape(-1, 3))
    part = Part("a", "#000000", "", True, ({"op": "box"},), mesh)
    told = document_size("k", "1", [part_size(part, mesh_facts(mesh))])
    assert told == true_size(canonical(Document("k", "1", (part,))))


def test_an_empty_document_has_a_size(form):
    assert told_size(form.session.assembly) == true_size(form.document())


labels = st.text(st.sampled_from('ab[],":\\é '), min_size=1, max_size=6).map(str.strip).filter(lambda text: text)


@settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(labels, labels, st.floats(1, 20)), max_size=4, unique_by=lambda entry: entry[0]))
def test_the_size_is_right_whatever_the_labels(form, parts):
    known = set(form.session.assembly.items)
    if known:
        form("delete", labels=sorted(known))
    for label, group, r in parts:
        form("cylinder", label=f"{len(form.session.assembly.items)}{label}", group=group, r=r, h=2, at=[0, 0, 0])
    assert told_size(form.session.assembly) == true_size(form.document())


@pytest.fixture
def narrow(monkeypatch):
    """Sets a limit of the document where FORM counts and where the reader counts."""

    def set_limit(name, value):
        monkeypatch.setattr(f"sitegen.formdoc.read.{name}", value)
        monkeypatch.setattr(f"runner.form.assembly.{name}", value)

    return set_limit


@pytest.mark.parametrize(("name", "unit"), [("MAX_DOCUMENT_BYTES", "bytes"), ("MAX_VALUES", "values")])
def test_what_is_accepted_can_be_saved_and_opened(form, narrow, name, unit):
    for n in range(3):
        form("extrude", label=f"comb {n}", **COMB)
    most = getattr(true_size(form.document()), unit)
    form("undo")
    narrow(name, most)
    form("extrude", label="comb 2", **COMB)
    for tool, arguments in (
        ("box", {"label": "n", "size": [1, 1, 1], "at": [0, 0, 0]}),
        ("extrude", {"label": "comb 1", "mode": "add", **COMB}),
        ("copy", {"label": "comb 0", "to": "n"}),
        ("mirror", {"labels": ["comb 0"], "plane": "x", "name": "{} left"}),
        ("move", {"labels": ["comb 0"], "by": [1, 1, 1]}),
        ("batch", {"calls": [{"tool": "copy", "args": {"label": "comb 0", "to": "n"}}]}),
    ):
        error = form.refused(tool, **arguments)
        assert (error["code"], error["limit"]) == ("too_large", most), tool
    error = form.refused("repeat", label="comb 0", count=4, step=[1, 0, 0], name="c{n}")
    assert (error["code"], error["field"], error["limit"]) == ("too_large", "count", most)
    form("save")
    assert form("open")["same_bytes"] is True
    data = form.document()
    assert check_reopen_without_kernel(data) == ()
    assert len(parse(data).parts) == 3
    narrow(name, most - 1)
    assert form.refused("open")["code"] == "bad_document"


def test_what_is_accepted_can_be_built_anew_within_a_call(form, monkeypatch):
    for n in range(3):
        form("sphere", label=f"ball {n}", r=20, at=[60 * n, 0, 0])
    form("box", label="ball 0", mode="cut", size=[5, 5, 5], at=[0, 0, 0])
    form("boolean", target="ball 1", tools=["ball 2"], mode="add")
    monkeypatch.setattr(limits, "MAX_WORK", sum(item.solid.work for item in form.session.assembly.items.values()))
    form("save")
    assert form("open")["same_bytes"] is True
    error = form.refused("box", label="n", size=[1, 1, 1], at=[0, 0, 0])
    assert (error["code"], error["limit"]) == ("too_large", limits.MAX_WORK)
    monkeypatch.setattr(limits, "MAX_WORK", limits.MAX_WORK - 1)
    error = form.refused("open")
    assert (error["code"], error["field"]) == ("bad_document", "/parts/1/features")
    assert "more than one call may do" in error["hint"]


def test_the_work_of_a_solid_does_not_depend_on_how_it_was_made(form):
    """A sphere of 24 segments has 24 * 2 + 24 * 10 * 2 = 528 triangles, a box 12; each step counts 300 more."""
    form("sphere", label="a", r=5, at=[0, 0, 0])
    form("box", label="a", mode="add", size=[1, 1, 1], at=[50, 0, 0])
    form("move", labels=["a"], by=[0, 0, 1])
    assert form.session.assembly.items["a"].solid.work == (300 + 528) + (300 + 528 + 12) + (300 + 528 + 12)
    assert reopened(form.document()).items["a"].solid.work == form.session.assembly.items["a"].solid.work


def test_a_batch_has_one_budget(form, monkeypatch):
    form("sphere", label="a", r=5, at=[0, 0, 0])
    edits = [{"tool": "edit", "args": {"label": "a", "set": {"r": 6 + n % 2}}} for n in range(10)]
    monkeypatch.setattr(limits, "MAX_WORK", 5_000)
    error = form.refused("batch", calls=edits)
    assert (error["code"], error["limit"], error["failed_call"]) == ("too_much_work", 5_000, 6)
    form("batch", calls=edits[:6])
    form("batch", calls=edits[:6])


def test_an_outline_costs_as_much_as_its_comparisons(form):
    form("extrude", label="a", **COMB)
    assert form.session.assembly.items["a"].solid.work > 500 * 500 / 6


def test_only_new_features_are_checked(form, monkeypatch):
    """Old ones were, when they were new: else a solid of many outlines takes longer with each of them."""
    checked = []

    def counted(points):
        checked.append(points)

    monkeypatch.setattr(features, "polygon_fault", counted)
    for n in range(5):
        form("extrude", label="a", mode="add" if n else "new", outline=ZIGZAG, h=5, at=[0, 0, n])
    form("move", labels=["a"], by=[1, 0, 0])
    form("copy", label="a", to="b", by=[0, 0, 50])
    form("boolean", target="a", tools=["b"], mode="add")
    assert len(checked) == 5


def test_moves_that_add_up_beyond_the_limit_are_refused(form):
    form("box", label="a", size=[1, 1, 1], at=[-9_000, 0, 0])
    form("move", labels=["a"], by=[9_000, 0, 0])
    error = form.refused("move", labels=["a"], by=[9_000, 0, 0])
    assert (error["code"], error["field"]) == ("bad_value", "by[0]")


@pytest.fixture
def heavy(form):
    """A solid whose features have about 10 kB each."""
    for n in range(30):
        outline = [[x + 0.1234, y + 0.1234] for x, y in ZIGZAG]
        form("extrude", label="a", mode="add" if n else "new", outline=outline, h=5, at=[0, 0, n])
    return form


def test_an_answer_has_a_limit(heavy):
    ask = {"tool": "describe", "args": {"label": "a"}}
    assert len(json.dumps(heavy("batch", calls=[ask] * 3))) < 1.2 * limits.MAX_ANSWER_BYTES
    error = heavy.refused("batch", calls=[ask] * 100)
    assert (error["code"], error["limit"]) == ("too_large", 400_000)
    assert 2 < error["failed_call"] < 6
    assert "ask for less" in error["hint"]


def test_a_change_with_too_long_an_answer_is_none(form, monkeypatch):
    form("box", label="a", size=[1, 1, 1], at=[0, 0, 0])
    form("repeat", label="a", count=50, step=[2, 0, 0], name="a long name of number {n}")
    monkeypatch.setattr(limits, "MAX_ANSWER_BYTES", 1_000)
    names = list(form.session.assembly.items)
    assert form.refused("move", labels=names, by=[0, 0, 1])["code"] == "too_large"
    assert form.refused("list")["limit"] == 1_000
    form("move", labels=names[:3], by=[0, 0, 1])


def test_the_longest_list_is_no_longer_than_it_may_be(form):
    label = "\U0001f600" * 60
    form("box", label=label, group=label, size=[0.123, 0.123, 0.123], at=[-9_999.123, -9_999.123, -9_999.123])
    line = form("list")["solids"][0]
    assert len(json.dumps(line, ensure_ascii=False).encode()) * limits.MAX_SOLIDS < limits.MAX_ANSWER_BYTES


def test_a_long_description_goes_on_where_it_stopped(heavy):
    heavy("move", labels=["a"], by=[1, 0, 0])
    found, start = [], 0
    while True:
        answer = heavy("describe", label="a", start=start)
        assert len(json.dumps(answer["features"], separators=(",", ":"))) <= limits.MAX_DESCRIBED_BYTES + 1_000
        found += answer["features"]
        if "more" not in answer:
            break
        start = len(found)
        assert answer["more"] == 31 - start
        assert f"start={start}" in answer["hint"]
    assert [feature["feature"] for feature in found] == list(range(31))
    assert heavy("describe", label="a", start=200)["features"] == []
