"""What has changed between two states, each case worked out by hand."""

import pytest

from sitegen.changes.diff import NOTHING, RunChanges, changes
from sitegen.snapshots import Snapshot
from tests.unit.changes.releases import cohort, known, line, release


def between(before, after):
    return changes(Snapshot.of(before), Snapshot.of(after))


TWO = line("r1", "a") + line("r2", "b")
BASE = release(cohort("x", TWO, {"wall_ms": known("15", 2)}))


def test_nothing_has_changed_between_a_release_and_itself():
    assert between(BASE, BASE).none
    assert between(BASE, BASE).runs == RunChanges()


def test_the_first_release_is_all_new():
    found = changes(NOTHING, Snapshot.of(BASE))
    assert found.runs == RunChanges(added=("suite--r1", "suite--r2"))
    assert [(one.id, one.before) for one in found.cohorts] == [("x", None)]
    assert [one.id for one in found.suites] == ["suite"]


@pytest.mark.parametrize(
    ("runs", "uncounted", "expected"),
    [
        (TWO + line("r3", "c"), "", {"added": ("suite--r3",)}),
        (line("r1", "c") + line("r2", "b"), "", {"changed": ("suite--r1",)}),
        (line("r1", "a", "failed") + line("r2", "b"), "", {"changed": ("suite--r1",)}),
        (line("r1", "a", review="e") + line("r2", "b"), "", {"changed": ("suite--r1",)}),
        (line("r2", "b"), "suite--r1 withdrawn\n", {"withdrawn": ("suite--r1",)}),
        (line("r2", "b"), "suite--r1 barred\n", {"barred": ("suite--r1",)}),
        (line("r2", "b"), "", {"dropped": ("suite--r1",)}),
    ],
    ids=["added", "another record", "another status", "a review", "withdrawn", "barred", "dropped"],
)
def test_what_became_of_a_run(runs, uncounted, expected):
    after = release(cohort("x", runs, {"wall_ms": known("15", 2)}), uncounted=uncounted)
    found = between(BASE, after)
    assert found.runs == RunChanges(**expected)
    assert [one.runs for one in found.cohorts] == [RunChanges(**expected)]
    assert not found.none


def test_a_run_that_was_withdrawn_and_counts_again_is_not_called_new():
    before = release(cohort("x", line("r2", "b"), {}), uncounted="suite--r1 withdrawn\n")
    found = between(before, release(cohort("x", TWO, {})))
    assert found.runs == RunChanges(returned=("suite--r1",))


def test_a_run_in_another_cohort_is_a_changed_one_that_left_and_came():
    before = release(cohort("x", TWO, {}), cohort("y", line("r3", "c"), {}))
    after = release(cohort("x", line("r1", "a"), {}), cohort("y", line("r2", "d") + line("r3", "c"), {}))
    found = between(before, after)
    assert found.runs == RunChanges(changed=("suite--r2",))
    assert {one.id: one.runs for one in found.cohorts} == {
        "x": RunChanges(left=("suite--r2",)),
        "y": RunChanges(came=("suite--r2",)),
    }


def test_a_median_has_moved_with_its_figure_or_its_state_and_not_with_the_number_of_runs_alone():
    unavailable, pending = {"state": "unavailable", "unknown": 1, "n": 3}, {"state": "pending", "reviewed": 1, "n": 3}
    before = cohort(
        "x",
        TWO,
        {"wall_ms": known("15", 2), "turns": known("4", 2), "input": known("9.5", 2), "quality": pending | {"n": 2}},
    )
    after = cohort(
        "x",
        TWO + line("r3", "c"),
        {"wall_ms": known("20", 3), "turns": known("4", 3), "input": unavailable, "quality": pending},
    )
    (found,) = between(release(before), release(after)).cohorts
    assert [one.measure for one in found.medians] == ["wall_ms", "input"]
    wall, lost = found.medians
    assert (wall.before.median, wall.after.median) == ("15", "20")
    assert (lost.before.state, lost.after.state) == ("known", "unavailable")


def test_a_figure_that_moves_though_no_run_did_is_told():
    (found,) = between(BASE, release(cohort("x", TWO, {"wall_ms": known("16", 2)}))).cohorts
    assert (found.runs, [one.measure for one in found.medians]) == (RunChanges(), ["wall_ms"])


def test_a_cohort_whose_runs_are_all_withdrawn_is_gone():
    after = release(uncounted="suite--r1 withdrawn\nsuite--r2 withdrawn\n")
    (found,) = between(BASE, after).cohorts
    assert (found.after, found.runs.withdrawn) == (None, ("suite--r1", "suite--r2"))


def claim(id, made, sentence="It is quick: 15."):
    return {"id": id, "made": made, "sentence": sentence}


def test_claims_that_came_went_turned_or_say_another_figure():
    before = [claim("gone", True), claim("lost", True), claim("same", True), claim("shy", False), claim("value", True)]
    after = [
        *(claim("lost", False), claim("new", False), claim("same", True)),
        *(claim("shy", False, "It is quick: 16."), claim("value", True, "It is quick: 14.")),
    ]
    found = between(release(claim=before), release(claim=after)).claims
    assert [one.id for one in found] == ["gone", "lost", "new", "value"]


def test_a_suite_that_was_barred_since():
    stone = [{"id": "suite", "title": "Suite", "kind": "api", "state": "invalidated"}]
    found = between(BASE, release(suite=stone, uncounted="suite--r1 barred\nsuite--r2 barred\n"))
    assert [(one.id, one.state) for one in found.suites] == [("suite", "invalidated")]
    assert found.runs.barred == ("suite--r1", "suite--r2")
