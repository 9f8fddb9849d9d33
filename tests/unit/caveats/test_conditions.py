"""When each condition of a caveat holds: once where it does, once where it just does not."""

from typing import Any, get_args

import pytest

from sitegen.caveats import applying, conditions
from sitegen.records.caveat import Caveat, Condition
from tests.trees.jsonform import invented_hash
from tests.unit.aggregate.rows import api_row, imported_row, suite, task_set_suite

TASKS = task_set_suite("t", {"x": invented_hash("x"), "y": invented_hash("y")})


def _many(count, **changes):
    return [api_row(n, **changes) for n in range(1, count + 1)]


# condition: rows and suites where it holds, rows and suites where it does not
ROWS: dict[str, Any] = {
    "always": (([], []), None),
    "api": (([], [suite()]), ([], [TASKS])),
    "imported": (([], [TASKS]), ([], [suite()])),
    "task-set": (([], [TASKS]), ([], [suite()])),
    "fixture": (([], [suite(fixture=True)]), ([], [suite()])),
    "budget-stops": (([], [suite(unstarted=1)]), ([], [suite()])),
    "one-repetition": ((_many(1), []), (_many(2), [])),
    "few-repetitions": ((_many(5), []), (_many(6), [])),
    "estimated-cost": ((_many(1), []), (_many(1, cost_basis="provider"), [])),
    "no-cost": ((_many(1, cost_basis=None), []), (_many(1, cost_basis="provider"), [])),
    "effort-setting": (
        (_many(1, settings='{"reasoning_effort":"low"}'), []),
        (_many(1, settings='{"effortless":1}'), []),
    ),
    "tier-label": ((_many(1), []), ([imported_row(1)], [])),
    "mixed-versions": (([*_many(1), *_many(1, reported=("m-2",))], []), (_many(2), [])),
    "no-reported-version": ((_many(1, reported=()), []), (_many(1), [])),
    "reviewed": ((_many(1, review_basis="human-open"), []), (_many(1, review_basis="rule"), [])),
    "ai-review": ((_many(1, review_basis="ai-blind"), []), (_many(1, review_basis="human-blind"), [])),
    "geometry-grade": ((_many(1), []), (_many(1, values={"points": None}), [])),
    "views": ((_many(1), []), (_many(1, values={"points": None}), [])),
}
"""Conditions that rows and suites decide; those of pages and of protocols without runs are set elsewhere."""

ELSEWHERE = {"codex", "stacks", "arms", "claims", "comparison"}


@pytest.mark.parametrize("condition", ROWS)
def test_condition(condition):
    there, not_there = ROWS[condition]
    assert condition in conditions(*there)
    if not_there is not None:
        assert condition not in conditions(*not_there)


@pytest.mark.parametrize(("count", "holds"), [(0, False), (1, True), (2, True), (5, True), (6, False)])
def test_few_runs_are_one_to_five(count, holds):
    assert ("few-repetitions" in conditions(_many(count), [])) == holds


def test_every_condition_has_a_row():
    assert ROWS.keys() | ELSEWHERE == set(get_args(Condition))


@pytest.mark.parametrize(
    "condition",
    ["one-repetition", "few-repetitions", "estimated-cost", "mixed-versions", "no-reported-version", "ai-review"],
)
def test_runs_that_were_not_started_bring_no_condition(condition):
    rows = _many(1, status="not_started", reported=(), review_basis="ai-open")
    assert condition not in conditions(rows, [suite()])


def _caveat(id, *when):
    return Caveat(id=id, sentence="Mind this.", when=when, where=("cohort",))


def test_one_condition_is_enough_and_the_order_is_that_of_the_file():
    caveats = [_caveat("z", "api"), _caveat("a", "fixture", "always"), _caveat("m", "imported")]
    assert applying(caveats, frozenset({"always", "api"})) == ("z", "a")
    assert applying(caveats, frozenset()) == ()
