"""Whole documents: hidden objects, meshes that are open, inside out or not from their features, and broken files."""

import base64
import json
from dataclasses import replace

import numpy as np
import pytest

from runner.evaluators import EVALUATORS
from runner.evaluators.espresso_v1 import evaluate, lost
from runner.form.dispatch import call
from runner.form.errors import FormError
from runner.form.session import Session
from sitegen.formdoc import Document, Mesh, canonical, parse
from tests.unit.evaluators.machine import CHECKS, MACHINE, Box, box_mesh, machine, saved, the_task


def graded(data, reopened=True):
    return evaluate(data, the_task(), reopened)


def failed(grade):
    return {check.id for check in grade.checks if not check.passed}


def with_mesh(label, change):
    mesh = box_mesh(MACHINE[label])
    return machine(replace(MACHINE[label], mesh=Mesh(mesh.vertices_um, np.array(change(mesh.triangles), np.int32))))


def opened(session, data):
    """The verdict of a FORM process on a saved document: test B."""
    (session.workspace / "model.form.json").write_bytes(data)
    try:
        call(session, "open", {})
        return True
    except FormError as error:
        assert error.code == "bad_document"
        return False


def test_an_open_mesh_is_open_though_the_document_is_canonical():
    grade = graded(saved(with_mesh("water tank", lambda triangles: triangles[:-1])))
    assert (grade.points, failed(grade)) == (45, {"closed-solids"})
    assert grade.checks[1].found == 'open: "water tank"'


def test_a_mesh_that_is_inside_out_has_no_volume():
    grade = graded(saved(with_mesh("water tank", lambda triangles: triangles[:, ::-1])))
    assert (grade.points, failed(grade)) == (45, {"closed-solids"})
    assert grade.checks[1].found == 'inside out: "water tank"'


def test_corners_that_are_one_point_are_one_corner():
    """Three corners of its own for each triangle: closed as geometry, but not as FORM would save it."""
    box = MACHINE["water tank"]
    mesh = box_mesh(box)
    soup = Mesh(mesh.vertices_um[mesh.triangles.ravel()], np.arange(36, dtype=np.int32).reshape(-1, 3))
    whole = json.loads(saved(machine()))
    part = next(part for part in whole["parts"] if part["label"] == box.label)
    part["solid"] |= {"vertices_um": encoded(soup.vertices_um, "<i4"), "indices": encoded(soup.triangles, "<u2")}
    grade = graded(json.dumps(whole).encode())
    assert (grade.points, failed(grade)) == (55, {"reopens"})


def encoded(numbers, kind):
    return base64.b64encode(numbers.astype(kind).tobytes()).decode()


def test_written_facts_are_not_believed():
    whole = json.loads(saved(with_mesh("water tank", lambda triangles: triangles[:-1])))
    for part in whole["parts"]:
        part["solid"] |= {"closed": True, "volume_mm3": 1e6, "bbox_um": [0, 0, 0, 1000, 1000, 1000]}
    grade = graded(json.dumps(whole).encode())
    assert failed(grade) == {"closed-solids", "reopens"}


@pytest.fixture
def session(tmp_path):
    """The machine of boxes, built by FORM."""
    session = Session(tmp_path)
    for box in MACHINE.values():
        feature = box.part().features[0]
        call(session, "box", {"label": box.label, "size": feature["size"], "at": feature["at"]})
    return session


def test_a_machine_built_by_form(session):
    data = canonical(session.assembly.document())
    grade = graded(data, opened(session, data))
    assert (grade.points, failed(grade)) == (60, set())


def test_a_mesh_that_does_not_follow_from_its_features(session):
    """The base is a small cube by its features, and a plate by its mesh: test A holds, test B does not."""
    whole = parse(canonical(session.assembly.document()))
    small = {"op": "box", "mode": "new", "size": [10, 10, 10], "at": [0, 0, 0], "r": 0, "edges": "vertical"}
    parts = [replace(part, features=(small,)) if part.label == "base" else part for part in whole.parts]
    data = canonical(Document(whole.kernel_name, whole.kernel_version, tuple(parts)))
    verdict = opened(session, data)
    assert verdict is False
    grade = graded(data, verdict)
    assert (grade.points, failed(grade)) == (55, {"reopens"})
    assert grade.checks[-1].found == "FORM did not get the same bytes back from its features"


def test_hidden_objects_do_not_count():
    hidden = replace(MACHINE["housing"], visible=False)
    grade = graded(saved(machine(hidden)))
    assert failed(grade) == {"required-labels", "housing-size"}
    assert grade.visible_objects == 16
    outside = Box("far away", (900, 0, -50), (901, 1, 0), visible=False)
    twin = Box("housing (old)", (0, 0, 0), (1, 1, 1), visible=False)
    assert graded(saved(machine(outside, twin))).points == 60
    open_mesh = replace(with_mesh("base", lambda triangles: triangles[:-1])[1], label="frame", visible=False)
    assert graded(saved(machine(open_mesh))).points == 60


@pytest.mark.parametrize("boxes", [[], [replace(box, visible=False) for box in MACHINE.values()]])
def test_without_a_visible_object_there_are_no_points_by_rule(boxes):
    grade = graded(saved(boxes))
    assert (grade.points, grade.points_max, grade.visible_objects) == (0, 60, 0)
    assert failed(grade) == set(CHECKS) - {"reopens"}
    assert (grade.checks[-1].passed, grade.checks[-1].points, grade.checks[-1].points_max) == (True, 0, 5)
    assert grade.reason == "0 by rule: the document has no visible object"
    assert not grade.all_passed


GOOD = saved(machine())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"[]",
        b"{}",
        GOOD[:-100],
        GOOD + b"{}",
        b"\xef\xbb\xbf" + GOOD,
        GOOD.replace(b'"units":"mm"', b'"units":"inch"'),
        GOOD.replace(b'"form":1', b'"form":2'),
        GOOD.replace(b'"label":"base"', b'"label":"HOUSING"'),
        GOOD.replace(b'"label":"base"', b'"label":"\\u202ebase"'),
        GOOD.replace(b'"label":"base"', b'"label":"\\ud800"'),
        GOOD.replace(b'"visible":true', b'"visible":"yes"', 1),
        GOOD.replace(b'"visible":true', b'"visible":true,"visible":false', 1),
        GOOD.replace(b'"r":0', b'"r":NaN', 1),
        GOOD.replace(b'"r":0', b'"r":1e999', 1),
        GOOD.replace(b'"r":0', b'"r":' + b"9" * 5000, 1),
        GOOD.replace(b'"r":0', b'"r":' + b"[" * 100_000, 1),
        GOOD.replace(b'"r":0', b'"r":' + b"[" * 50 + b"]" * 50, 1),
        GOOD.replace(b'"indices":"AA', b'"indices":"__', 1),
        GOOD.replace(b'"indices":"AA', b'"indices":"//', 1),
        GOOD.replace(b'"vertices_um":"', b'"vertices_um":"////f///', 1),
        GOOD.replace(b'"volume_mm3":', b'"volume_mm3":1e400,"x":', 1),
        GOOD.replace(b'{"form":1', b'{"a\\u202e\\u0007":1,"form":1'),
        GOOD.replace(b'{"form":1', b'{"' + b"x" * 5000 + b'":1,"form":1'),
        b" " * 64_000_001,
    ],
    ids=range(27),
)
def test_a_broken_file_fails_every_check_and_never_the_evaluator(data):
    assert data != GOOD
    grade = graded(data)
    assert (grade.points, grade.points_max, grade.visible_objects, grade.facts) == (0, 60, None, ())
    assert failed(grade) == set(CHECKS)
    assert grade.reason.startswith("the saved document cannot be read: ")
    assert all(check.found == grade.reason for check in grade.checks)
    assert len(grade.reason) < 1100


def test_a_file_that_can_be_read_is_measured_whatever_it_claims():
    grade = graded(GOOD.replace(b'"triangles":12', b'"triangles":' + b"1" * 400, 1))
    assert (grade.points, failed(grade)) == (55, {"reopens"})


def test_a_lost_document_has_no_points():
    grade = lost(the_task(), "the server ended before the document was saved")
    assert (grade.points, grade.points_max, grade.visible_objects) == (None, 60, None)
    assert grade.reason == "the server ended before the document was saved"
    assert [(check.id, check.passed, check.points) for check in grade.checks] == [(name, None, 0) for name in CHECKS]
    assert not grade.all_passed


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"envelope": None}, "/requirements/envelope: "),
        ({"extra": 1}, "/requirements/extra: Extra inputs"),
        ({"least_visible_objects": "ten"}, "/requirements/least_visible_objects: "),
        ({"points": {"reopens": 5}}, "points are not given for each check"),
        ({"required_labels": ["housing", "group head", "drip tray", "Knob 7"]}, "is a numbered part, too"),
        ({"required_labels": ["housing", "group head", "drip tray", "Drip_Tray"]}, "stands twice"),
        ({"numbered_parts": [{"name": "a", "bases": ["bar"], "count": 1}] * 2}, "stands twice"),
        ({"required_labels": ["housing", "group head"]}, "no required label"),
    ],
)
def test_a_task_that_does_not_say_what_is_needed_is_refused(change, told):
    task = the_task().model_copy(update={"requirements": the_task().requirements | change})
    with pytest.raises(ValueError, match="task espresso-machine-v1 cannot be graded by this evaluator") as refused:
        evaluate(GOOD, task, True)
    assert told in str(refused.value)


def test_the_task_names_an_evaluator_that_exists():
    assert EVALUATORS[the_task().evaluator] is evaluate
