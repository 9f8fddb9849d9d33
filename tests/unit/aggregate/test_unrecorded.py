"""Planned runs without a record: each belongs to one cohort, or stands with its suite alone."""

from dataclasses import replace

import pytest

from sitegen.aggregate.cohorts import unrecorded
from sitegen.records.suite import Slot
from tests.unit.aggregate.rows import api_row, groups_of, suite


def _slot(run, model="m-one", task="clip"):
    return Slot(run=run, state="not_started", model=model, task=task, repetition=1, reason="budget")


def _planned(*slots, **more):
    one = suite("s", unstarted=1, **more)
    if one.record is None:
        return one
    return replace(one, record=one.record.model_copy(update={"slots": slots}), slots={slot.run: slot for slot in slots})


ROWS = [api_row(1, suite="s"), api_row(2, suite="s", model="m-two")]


@pytest.mark.parametrize(
    ("rows", "slots", "expected"),
    [
        (ROWS, [_slot("x"), _slot("y"), _slot("z", model="m-two")], {"m-one": 2, "m-two": 1}),
        (ROWS, [_slot("x", model="m-three")], {}),
        (ROWS, [_slot("x", task="another")], {}),
        (ROWS, [_slot(ROWS[0].run)], {}),
        ([*ROWS, api_row(3, suite="s", source_hash="0" * 64)], [_slot("x")], {}),
        ([api_row(1, suite="elsewhere")], [_slot("x")], {}),
    ],
    ids=["by model", "no such model", "no such task", "it has a record", "two cohorts fit", "another suite"],
)
def test_a_slot_belongs_to_the_only_cohort_that_fits(rows, slots, expected):
    planned = _planned(*slots)
    made = groups_of(rows, planned)
    known = {row.suite: suite(row.suite) for row in rows} | {"s": planned}
    models = {group.id: group.key.model for group in made}
    assert {models[id]: count for id, count in unrecorded(made, known).items()} == expected


def test_slots_of_a_barred_suite_are_nowhere():
    stone = suite("b", barred=True).tombstone
    planned = replace(_planned(_slot("x")), tombstone=stone)
    assert not unrecorded(groups_of(ROWS, planned), {"s": planned})
