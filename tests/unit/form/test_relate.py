"""Overlaps and gaps within the budget of a call."""

import numpy as np
import pytest

from runner.form import gaps, limits


@pytest.fixture
def row(form):
    """Ten boxes of 10 mm, 4 mm apart: each overlaps the two nearest on either side, by 6 and 2 mm."""
    form("box", label="b", size=[10, 10, 10], at=[0, 0, 0])
    form("repeat", label="b", count=10, step=[4, 0, 0], name="b{n}")
    return form


EXPECTED = [[f"b{a}", f"b{b}", 600 if b == a + 1 else 200] for a in range(1, 11) for b in (a + 1, a + 2) if b <= 10]


def test_overlaps_that_are_beyond_one_call_are_found_by_several(row, monkeypatch):
    assert len(EXPECTED) == 17
    monkeypatch.setattr(limits, "MAX_WORK", 5 * (300 + 24))
    for unchecked in (12, 7, 2):
        answer = row("interference")
        assert answer["unchecked_pairs"] == unchecked
        assert "call again" in answer["hint"]
        assert len(answer["pairs"]) == 17 - unchecked
    assert row("interference") == {"pairs": EXPECTED}


def test_overlaps_of_unchanged_solids_are_not_found_again(row, monkeypatch):
    row("interference")
    row("style", labels=["b3"], color="#000000")
    row("rename", label="b10", to="last")
    monkeypatch.setattr(limits, "MAX_WORK", 0)
    assert "unchecked_pairs" not in row("interference")
    assert row("clearance", a="b1", b="b2") == {"distance_mm": 0, "overlap_mm3": 600}
    monkeypatch.setattr(limits, "MAX_WORK", 10_000)
    row("move", labels=["b5"], by=[0, 0, 3])
    monkeypatch.setattr(limits, "MAX_WORK", 0)
    assert row("interference")["unchecked_pairs"] == 4


def test_only_solids_whose_boxes_meet_are_compared(form, monkeypatch):
    form("box", label="b", size=[10, 10, 10], at=[0, 0, 0])
    form("repeat", label="b", count=20, step=[10, 0, 0], name="b{n}")
    monkeypatch.setattr(limits, "MAX_WORK", 0)
    assert form("interference") == {"pairs": []}


def test_a_gap_between_fine_solids_is_found_with_little_work(form, monkeypatch):
    """Each ball has 96 * 2 + 96 * 46 * 2 triangles; all their pairs would be 81 million."""
    for label, x in (("a", 0), ("b", 315)):
        form("sphere", label=label, r=150, at=[x, 0, 0])
    assert form.facts("a").triangles == 9_024
    monkeypatch.setattr(limits, "MAX_WORK", 100_000)
    assert form("clearance", a="a", b="b") == {"distance_mm": 15, "overlap_mm3": 0}


def test_a_gap_with_too_many_near_pairs_is_refused(form, monkeypatch):
    form("sphere", label="shell", r=150, at=[0, 0, 0])
    form("sphere", label="shell", mode="cut", r=140, at=[0, 0, 0])
    form("sphere", label="core", r=20, at=[0, 0, 0])
    monkeypatch.setattr(limits, "MAX_WORK", 100_000)
    error = form.refused("clearance", a="shell", b="core")
    assert error["code"] == "too_much_work"
    assert "at most 120.01 mm apart" in error["hint"]


def test_the_bound_of_near_pairs_is_one():
    """Five boxes of 1 mm in a row, 2 mm apart, against themselves: within 1 mm are a box and its neighbours."""
    low = [[2.0 * n, 0.0, 0.0] for n in range(5)]
    boxes = np.array([[[x, 0, 0], [x + 1, 1, 1]] for x, _, _ in low])
    assert gaps._pairs_within(boxes, boxes, 1.0) == 5 + 2 * 4
    assert gaps._pairs_within(boxes, boxes, 0.9) == 5
    assert gaps._pairs_within(boxes[:1], boxes[4:], 1.0) == 0
