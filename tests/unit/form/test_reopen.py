"""Test B: a saved document comes back byte for byte when FORM builds every solid anew from its features."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import rfc8785
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runner.form import reopen
from runner.form.dispatch import call
from runner.form.errors import FormError
from runner.form.kernel import solid
from runner.form.reopen import reopened
from runner.form.session import Session
from sitegen.formdoc import canonical, check_reopen_without_kernel


def test_the_machine_comes_back(machine):
    data = machine.document()
    assert check_reopen_without_kernel(data) == ()
    assert canonical(reopened(data).document()) == data


def test_an_empty_document_comes_back(form):
    assert canonical(reopened(form.document()).document()) == form.document()


def test_open_brings_back_everything_and_can_be_undone(machine):
    machine("save")
    before = machine.document()
    machine("delete", labels=["body", "rail"])
    answer = machine("open")
    assert answer["same_bytes"] is True
    assert answer["solids"] == len(machine.session.assembly.items)
    assert machine.document() == before
    machine("undo")
    assert "body" not in machine.session.assembly.items


def test_an_opened_document_can_be_edited_on(machine, tmp_path):
    machine("save")
    other = Session(tmp_path)
    call(other, "open", {})
    for session in (machine.session, other):
        call(session, "edit", {"label": "body", "feature": 1, "set": {"size": [70, 30, 30]}})
        call(session, "move", {"labels": ["lens"], "by": [1, 1, 1]})
    assert canonical(other.assembly.document()) == machine.document()


# Whole numbers make faces, edges and corners meet; the others make them miss.
lengths = st.integers(1, 40) | st.floats(1, 40).map(lambda value: round(value, 3))
places = st.tuples(*[st.integers(-20, 20) | st.floats(-20, 20)] * 3).map(list)
makers = st.one_of(
    st.fixed_dictionaries(
        {"tool": st.just("box"), "size": st.tuples(lengths, lengths, lengths).map(list), "at": places}
    ),
    st.fixed_dictionaries(
        {
            "tool": st.just("cylinder"),
            "r": lengths,
            "h": lengths,
            "at": places,
            "axis": st.sampled_from(["x", "-y", "z"]),
        }
    ),
    st.fixed_dictionaries({"tool": st.just("sphere"), "r": lengths, "at": places}),
    st.fixed_dictionaries(
        {"tool": st.just("tube"), "r": st.floats(0.5, 3), "path": st.lists(places, min_size=2, max_size=4)}
    ),
)
moves = st.one_of(
    st.fixed_dictionaries({"tool": st.just("move"), "by": places}),
    st.fixed_dictionaries(
        {"tool": st.just("rotate"), "axis": st.sampled_from("xyz"), "deg": st.floats(-180, 180), "about": places}
    ),
)
steps = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from(["new", "add", "cut", "keep"]), makers | moves),
    min_size=1,
    max_size=8,
)


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps)
def test_any_session_comes_back(tmp_path, steps):
    session = Session(tmp_path)
    for label, mode, step in steps:
        arguments = {key: value for key, value in step.items() if key != "tool"}
        arguments |= {"labels": [label]} if step["tool"] in ("move", "rotate") else {"label": label, "mode": mode}
        before = canonical(session.assembly.document())
        try:
            call(session, step["tool"], arguments)
        except FormError as error:
            assert error.code in ("no_such_label", "label_taken", "bad_value", "empty_result", "not_closed")
            assert canonical(session.assembly.document()) == before
    if "a" in session.assembly.items and "b" in session.assembly.items:
        try:
            call(session, "boolean", {"target": "a", "tools": ["b"], "mode": "cut", "keep_tools": True})
        except FormError as error:
            assert error.code in ("empty_result", "not_closed")
    data = canonical(session.assembly.document())
    assert check_reopen_without_kernel(data) == ()
    assert canonical(reopened(data).document()) == data


SCRIPT = """
import hashlib, sys
from pathlib import Path
from runner.form.dispatch import call
from runner.form.session import Session
from sitegen.formdoc import canonical
session = Session(Path("."))
for n in range(12):
    call(session, "box", {"label": f"part {n}", "size": [30, 20 + n, 10], "at": [n, 2 * n, 0], "r": 3, "group": "g"})
    call(session, "sphere", {"label": f"part {n}", "mode": "cut", "r": 8, "at": [n, 2 * n, 9]})
call(session, "repeat_round", {"label": "part 3", "count": 5, "name": "leg {n}", "about": [50, 0, 0]})
print(hashlib.sha256(canonical(session.assembly.document())).hexdigest())
"""


def test_the_hash_seed_does_not_matter():
    root = Path(__file__).parents[3]
    results = set()
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        results.add(done.stdout)
    assert len(results) == 1


@pytest.fixture
def saved(form):
    """A session with a saved document of two solids, as content to be spoilt."""
    form("box", label="a", size=[10, 10, 10], at=[0, 0, 0])
    form("box", label="a", mode="cut", size=[2, 2, 20], at=[0, 0, -5])
    form("cylinder", label="b", r=5, h=10, at=[50, 0, 0])
    form("save")
    return form


def spoilt(form, change):
    content = json.loads(form.document())
    change(content)
    path = form.session.workspace / "model.form.json"
    path.write_bytes(rfc8785.dumps(content) + b"\n")
    return form


def other_mesh(content):
    a, b = content["parts"]
    a["solid"] = b["solid"]


def other_feature(content):
    content["parts"][0]["features"][1]["size"] = [3, 3, 20]


def other_kernel(content):
    content["kernel"]["version"] = "0.0.1"


def lost_default(content):
    del content["parts"][1]["features"][0]["r2"]


def unknown_operation(content):
    content["parts"][1]["features"][0]["op"] = "teapot"


def unknown_parameter(content):
    content["parts"][1]["features"][0]["color"] = "#000000"


def move_first(content):
    content["parts"][1]["features"].insert(0, {"op": "move", "by": [0, 0, 0]})


def base_that_cuts(content):
    content["parts"][1]["features"][0]["mode"] = "cut"


def too_round(content):
    content["parts"][0]["features"][0]["r"] = 50


def cut_to_nothing(content):
    content["parts"][0]["features"][1]["size"] = [20, 20, 20]


def wrong_volume(content):
    content["parts"][0]["solid"]["volume_mm3"] = 1


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        (other_mesh, "bad_document", "parts"),
        (other_feature, "bad_document", "parts"),
        (other_kernel, "kernel_differs", "kernel"),
        (lost_default, "bad_document", "/parts/1/features"),
        (unknown_operation, "bad_document", "/parts/1/features"),
        (unknown_parameter, "bad_document", "/parts/1/features"),
        (move_first, "bad_document", "/parts/1/features"),
        (base_that_cuts, "bad_document", "/parts/1/features"),
        (too_round, "bad_document", "/parts/0/features"),
        (cut_to_nothing, "bad_document", "/parts/0/features"),
        (wrong_volume, "bad_document", "/parts/0/solid/volume_mm3"),
    ],
)
def test_a_hand_edited_document_is_refused(saved, change, code, field):
    error = spoilt(saved, change).refused("open")
    assert (error["code"], error["field"]) == (code, field)
    assert saved("list")["solids"]


def test_the_solids_whose_mesh_is_not_theirs_are_named(saved):
    error = spoilt(saved, other_feature).refused("open")
    assert "'a'" in error["hint"]
    assert error["limit"] == 1


@pytest.mark.parametrize("change", [other_mesh, other_kernel, wrong_volume])
def test_rebuild_takes_the_features_alone(saved, change):
    before = saved.document()
    answer = spoilt(saved, change)("open", rebuild=True)
    assert answer["same_bytes"] is False
    assert saved.document() == before


def test_a_document_beyond_the_limits_is_not_built_to_its_end(saved, monkeypatch):
    built = []

    def counted(features):
        built.append(features)
        return solid(features)

    monkeypatch.setattr(reopen, "solid", counted)
    monkeypatch.setattr("runner.form.limits.MAX_TRIANGLES", 20)
    error = saved.refused("open", rebuild=True)
    assert (error["code"], error["field"], error["limit"]) == ("too_large", "/parts/0", 20)
    assert len(built) == 1
    monkeypatch.setattr("runner.form.limits.MAX_SOLIDS", 1)
    error = saved.refused("open")
    assert (error["code"], error["field"], error["limit"]) == ("too_many", "parts", 1)
    assert len(built) == 1


@pytest.mark.parametrize("share", [0.0, 0.3, 0.999])
def test_a_truncated_document_is_refused(saved, share):
    path = saved.session.workspace / "model.form.json"
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    error = saved.refused("open")
    assert error["code"] == "bad_document"
    assert len(json.dumps(error)) < 500


def test_a_kernel_that_builds_otherwise_is_found(saved, monkeypatch):
    """The comparison does not only repeat test A: other triangles from the same features are found."""
    data = saved.document()
    monkeypatch.setattr(reopen, "solid", lambda features: solid((*features, {"op": "move", "by": [0, 0, 1]})))
    with pytest.raises(FormError, match="'a', 'b' does not come from its features"):
        reopened(data)
