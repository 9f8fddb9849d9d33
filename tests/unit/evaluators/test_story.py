"""Labels inside other labels: an evaluator by substring takes the tray for the group head; this one does not."""

from dataclasses import replace

import pytest

from runner.evaluators import espresso_v1
from runner.evaluators.espresso_v1 import evaluate
from runner.evaluators.roles import Roles
from tests.unit.evaluators.machine import MACHINE, machine, relabelled, saved, the_task

TRAY = "drip tray below group head"


def graded(boxes):
    grade = evaluate(saved(boxes), the_task(), True)
    return grade.points, {check.id: check.found for check in grade.checks if not check.passed}


def by_substring(roles, labels):
    """Each role goes to the first label that contains it and is not taken yet."""
    taken: dict[str, str] = {}
    for role in sorted(roles, key=lambda role: role != "group head"):
        found = [label for label in labels if role in label and label not in taken.values()]
        if found:
            taken[role] = found[0]
    return Roles(taken, {}, tuple(role for role in roles if role not in taken))


def test_the_tray_is_not_the_group_head(monkeypatch):
    boxes = relabelled({"drip tray": TRAY})
    assert graded(boxes) == (60, {})
    monkeypatch.setattr(espresso_v1, "assigned", by_substring)
    points, failed = graded(boxes)
    assert (points, set(failed)) == (45, {"required-labels", "head-over-tray"})


@pytest.mark.parametrize("turned", [False, True])
def test_the_order_of_the_solids_does_not_matter(turned):
    boxes = relabelled({"drip tray": TRAY})
    assert [box.label for box in boxes].index(TRAY) < [box.label for box in boxes].index("group head")
    assert graded(boxes[::-1] if turned else boxes) == (60, {})


def test_the_tray_alone_is_no_group_head():
    boxes = [box for box in relabelled({"drip tray": TRAY}) if box.label != "group head"]
    assert graded(boxes) == (
        45,
        {
            "required-labels": "9 of 10; no such part: group head",
            "head-over-tray": "group head: no such part",
        },
    )


def test_two_equal_labels_are_neither():
    wide = "".join(chr(ord(char) + 0xFEE0) for char in "group") + " head"
    twin = replace(MACHINE["group head"].moved(z=30), label=wide)
    points, failed = graded(machine(twin))
    assert (points, set(failed)) == (45, {"required-labels", "head-over-tray"})
    assert failed["head-over-tray"] == f'group head: equal claims of "group head", "{wide}"'


def test_two_equal_primary_labels_are_neither():
    boxes = relabelled({"housing": "housing (left)"})
    twin = replace(MACHINE["housing"], label="housing of steel")
    points, failed = graded([*boxes, twin])
    assert (points, set(failed)) == (40, {"required-labels", "housing-size"})
    assert failed["housing-size"] == 'housing: equal claims of "housing (left)", "housing of steel"'


def test_a_whole_label_has_no_rival_in_a_primary_one():
    twin = replace(MACHINE["housing"].moved(z=5), label="housing (copy)")
    assert graded(machine(twin)) == (60, {})
