"""The gate of each rule: with every condition met the claim is made, and each condition alone withholds it."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from sitegen.claims import Facts, decide
from sitegen.inputs import AnyClaim
from sitegen.records.claim import Claim
from tests.trees.jsonform import invented_hash
from tests.unit.aggregate.rows import api_row, cohorts_of, groups_of, imported_row, task_set_suite

OTHER = invented_hash("other")
_CLAIM: TypeAdapter[AnyClaim] = TypeAdapter(Claim)


def claim(rule, **changes):
    fields = {
        "median-at-most": {"measure": "wall_ms", "of": {"suite": "a"}, "threshold": "100"},
        "rate-at-least": {"rate": "build-check", "of": {"suite": "a"}, "threshold": "0.75"},
        "saving": {"measure": "wall_ms", "before": {"suite": "a"}, "after": {"suite": "b"}, "threshold": "20"},
    }[rule]
    base = {"schema": 1, "id": "c", "sentence": "It is {value}.", "rule": rule}
    return _CLAIM.validate_json(json.dumps(base | fields | changes))


def decision(given, rows, *suites):
    """Return the decision on one claim about suites `a` and `b`."""
    found = {group.id: group.rows for group in groups_of(rows, *suites)}
    known = {row.suite for row in rows} | {one.id for one in suites}
    (made,) = decide([given], Facts(known, cohorts_of(rows, *suites), found))
    return made


def unmet(made):
    assert made.made == all(one.met for one in made.conditions)
    return [one.text for one in made.conditions if not one.met]


def side(suite_id, walls, source="core 1", **changes):
    """Return completed runs of one source, with these wall times."""
    changes = {"source": source, "source_hash": invented_hash(source)} | changes
    values = changes.pop("values", {})
    return [
        api_row(n, suite=suite_id, values={"wall_ms": wall, "quality": 90} | values, **changes)
        for n, wall in enumerate(walls, 1)
    ]


def last(rows, *, values=None, **changes):
    """Return the rows with the last one changed."""
    one = rows[-1]
    return [*rows[:-1], one._replace(values=one.values | (values or {}), **changes)]


def whole(rows, *, values=None, **changes):
    """Return the rows with all of them changed."""
    return [one._replace(values=one.values | (values or {}), **changes) for one in rows]


MEDIAN = side("a", [80, 100, 120])

MEDIAN_ROWS: dict[str, Any] = {
    "at the threshold": (MEDIAN, {}, []),
    "a fixture": (whole(MEDIAN, fixture=True), {}, ["No fixture among the runs"]),
    "one run too few": (MEDIAN[:2], {"threshold": "90"}, ["At least 3 runs a side"]),
    "enough by its own count": (MEDIAN[:2], {"threshold": "90", "min_runs": 2}, []),
    "two reported versions": (last(MEDIAN, reported=("m-one-2",)), {}, ["One reported model version a side"]),
    "a version not reported": (last(MEDIAN, reported=()), {}, ["One reported model version a side"]),
    "half above the threshold": (
        [*MEDIAN, *side("a", [101])],
        {"min_runs": 3},
        ["Median of at most 0.100 s"],
    ),
    "one value unknown": (
        last(MEDIAN, values={"wall_ms": None}),
        {},
        ["Wall time known for every run", "Median of at most 0.100 s"],
    ),
    "a cost with one price": (MEDIAN, {"measure": "cost_ticks"}, []),
    "two price snapshots": (
        last(MEDIAN, price=OTHER),
        {"measure": "cost_ticks"},
        ["One price snapshot and one cost basis"],
    ),
    "two cost bases": (
        last(MEDIAN, cost_basis="provider"),
        {"measure": "cost_ticks"},
        ["One price snapshot and one cost basis"],
    ),
    "two prices, but it is about time": (last(MEDIAN, price=OTHER, cost_basis="provider"), {}, []),
}


@pytest.mark.parametrize("name", MEDIAN_ROWS)
def test_median_at_most(name):
    rows, changes, expected = MEDIAN_ROWS[name]
    rows = [row._replace(run=f"r{n}") for n, row in enumerate(rows)]
    assert unmet(decision(claim("median-at-most", **changes), rows)) == expected


def test_median_over_a_set_of_tasks_is_no_claim():
    tasks = {"x": invented_hash("x"), "y": invented_hash("y")}
    rows = [imported_row(n, suite="a", task=task, task_hash=tasks[task]) for n, task in enumerate("xyx", 1)]
    assert unmet(decision(claim("median-at-most"), rows, task_set_suite("a", tasks))) == ["One task, not a set pooled"]


PASSED = side("a", [1, 2, 3, 4])

RATE_ROWS: dict[str, Any] = {
    "at the threshold": (last(PASSED, checks_passed=False), {}, []),
    "below the threshold": (
        [*PASSED[:2], *whole(PASSED[2:], checks_passed=False)],
        {},
        ["Rate of at least 0.75"],
    ),
    "a fixture": (whole(PASSED, fixture=True), {}, ["No fixture among the runs"]),
    "too few runs": (PASSED, {"min_runs": 5}, ["At least 5 runs a side"]),
    "a failed run counts": (
        [*PASSED[:2], *whole(PASSED[2:], status="failed", checks_passed=False)],
        {},
        ["Rate of at least 0.75"],
    ),
    "a run not started does not": (last(PASSED, status="not_started", checks_passed=False), {}, []),
    "no such rate": (PASSED, {"rate": "resolved"}, ["Rate of at least 0.75"]),
    "no runs": (
        whole(PASSED, status="not_started"),
        {},
        ["At least 3 runs a side", "Rate of at least 0.75"],
    ),
}


@pytest.mark.parametrize("name", RATE_ROWS)
def test_rate_at_least(name):
    rows, changes, expected = RATE_ROWS[name]
    assert unmet(decision(claim("rate-at-least", **changes), rows)) == expected


BEFORE = side("a", [100, 100, 100])
AFTER = side("b", [80, 80, 80], source="core 2")
SAVED = "Saving of at least 20 %"

SAVING_ROWS: dict[str, Any] = {
    "at the threshold": (AFTER, {}, []),
    "below the threshold": (whole(AFTER, values={"wall_ms": 81}), {}, [SAVED]),
    "more than before": (whole(AFTER, values={"wall_ms": 120}), {}, [SAVED]),
    "a fixture": (whole(AFTER, fixture=True), {}, ["No fixture among the runs"]),
    "another task": (whole(AFTER, task_hash=OTHER), {}, ["Same task"]),
    "another protocol": (whole(AFTER, protocol=OTHER), {}, ["Same protocol"]),
    "another provider": (whole(AFTER, provider="shop"), {}, ["Same model and settings"]),
    "another model": (whole(AFTER, model="m-two"), {}, ["Same model and settings"]),
    "other settings": (whole(AFTER, settings_hash=OTHER), {}, ["Same model and settings"]),
    "another evaluator": (whole(AFTER, evaluator_hash=OTHER), {}, ["Same evaluator"]),
    "another harness": (whole(AFTER, harness_hash=OTHER), {}, ["Same harness"]),
    "two harnesses on one side": (last(AFTER, harness_hash=OTHER), {}, ["Same harness"]),
    "another version answered": (whole(AFTER, reported=("m-one-2",)), {}, ["Same reported model version"]),
    "two versions on one side": (
        last(AFTER, reported=("m-one-2",)),
        {},
        ["One reported model version a side", "Same reported model version"],
    ),
    "a version not reported": (last(AFTER, reported=()), {}, ["One reported model version a side"]),
    "too few runs": (AFTER[:2], {}, ["At least 3 runs a side"]),
    "a check not passed": (
        last(AFTER, checks_passed=False),
        {},
        ["Every run completed and passed every automatic check"],
    ),
    "a failed run": (
        last(AFTER, status="failed", checks_passed=False),
        {},
        ["Every run completed and passed every automatic check", "Equal failure rates"],
    ),
    "no run was started": (
        whole(AFTER, status="not_started"),
        {},
        [
            "Same harness",
            "One reported model version a side",
            "Same reported model version",
            "At least 3 runs a side",
            "Every run completed and passed every automatic check",
            "Equal failure rates",
            "Input known for every run",
            "Output known for every run",
            "Wall time known for every run",
            "Same basis of reviews",
            "Every run reviewed, and median quality not lower",
            SAVED,
        ],
    ),
    "input unknown": (last(AFTER, values={"input": None}), {}, ["Input known for every run"]),
    "output unknown": (last(AFTER, values={"output": None}), {}, ["Output known for every run"]),
    "the measure unknown": (
        last(AFTER, values={"wall_ms": None}),
        {},
        ["Wall time known for every run", SAVED],
    ),
    "another price": (
        whole(AFTER, price=OTHER, values={"cost_ticks": 8}),
        {"measure": "cost_ticks"},
        ["One price snapshot and one cost basis"],
    ),
    "a cost unknown, which is no basis": (
        last(AFTER, cost_basis=None, price=None, values={"cost_ticks": None}),
        {"measure": "cost_ticks"},
        ["Cost known for every run", SAVED],
    ),
    "another cost basis": (
        whole(AFTER, cost_basis="provider", values={"cost_ticks": 8}),
        {"measure": "cost_ticks"},
        ["One price snapshot and one cost basis"],
    ),
    "a cost with one price": (whole(AFTER, values={"cost_ticks": 8}), {"measure": "cost_ticks"}, []),
    "a cost unknown": (
        last(AFTER, values={"cost_ticks": None}),
        {"measure": "cost_ticks"},
        ["Cost known for every run", SAVED],
    ),
    "lower quality": (
        whole(AFTER, values={"quality": 89}),
        {},
        ["Every run reviewed, and median quality not lower"],
    ),
    "reviewed by others": (whole(AFTER, review_basis="ai-open"), {}, ["Same basis of reviews"]),
    "higher quality": (whole(AFTER, values={"quality": 91}), {}, []),
    "a run not reviewed": (
        last(AFTER, values={"quality": None}),
        {},
        ["Every run reviewed, and median quality not lower"],
    ),
}


@pytest.mark.parametrize("name", SAVING_ROWS)
def test_saving(name):
    after, changes, expected = SAVING_ROWS[name]
    assert unmet(decision(claim("saving", **changes), [*BEFORE, *after])) == expected


ODD = AFTER[1]._replace(
    reported=("m-one-1", "m-one-2"),
    status="failed",
    checks_passed=False,
    values=AFTER[1].values | {"quality": None},
)

FOUND: dict[str, Any] = {
    "met": (
        AFTER,
        ["none", *["equal"] * 5, "m-one-1; m-one-1", "equal", "core 1 and core 2", "one task", "3 and 3"],
        ["3 of 3 and 3 of 3", "0 of 3 failed and 0 of 3 failed", *["known"] * 3, "equal", "90 and 90", "0.0 %"],
    ),
    "unmet": (
        [AFTER[0], ODD],
        ["none", *["equal"] * 5, "m-one-1; m-one-1, m-one-2", "differs", "core 1 and core 2", "one task", "3 and 2"],
        ["3 of 3 and 1 of 2", "0 of 3 failed and 1 of 2 failed", *["known"] * 3, "equal", "90 and pending", "0.0 %"],
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_was_found_stands_beside_each_condition(name):
    after, first, rest = FOUND[name]
    made = decision(claim("saving", measure="cost_ticks", threshold="0"), [*BEFORE, *after])
    found = [one.found for one in made.conditions]
    assert found[: len(first)] == first
    assert [text for text in found[len(first) :] if "price" not in text] == rest
    assert "1 price snapshots, bases: estimated" in found


def test_what_was_found_where_a_rate_or_a_median_is_missing():
    assert decision(claim("rate-at-least", rate="resolved"), PASSED).conditions[-1].found == "no such rate"
    assert decision(claim("rate-at-least"), PASSED).conditions[-1].found == "4 of 4"
    assert decision(claim("median-at-most"), MEDIAN).conditions[-1].found == "0.100 s"
    unknown = decision(claim("median-at-most"), last(MEDIAN, values={"wall_ms": None}))
    assert unknown.conditions[-1].found == "unavailable"
    waiting = whole(PASSED, status="not_started")
    assert decision(claim("rate-at-least"), waiting).conditions[-1].found == "0 of 0"
    assert decision(claim("median-at-most"), waiting).conditions[-1].found == "no runs"


def found_of(made, text):
    return next(one.found for one in made.conditions if one.text == text)


def test_a_quality_that_cannot_be_known_is_not_called_pending():
    lost = last(AFTER, artifact_lost=True, review_basis=None, values={"quality": None, "points": None})
    made = decision(claim("saving"), [*BEFORE, *lost])
    assert found_of(made, "Every run reviewed, and median quality not lower") == "90 and unavailable"
    waiting = decision(
        claim("median-at-most", measure="quality"), last(MEDIAN, review_basis=None, values={"quality": None})
    )
    assert found_of(waiting, "Quality known for every run") == "pending"


def test_each_side_says_what_it_lacks():
    made = decision(claim("saving"), [*BEFORE, *last(AFTER, values={"input": None})])
    assert found_of(made, "Input known for every run") == "known and unavailable"
    unpriced = {"cost_basis": None, "price": None, "values": {"cost_ticks": None}}
    made = decision(claim("saving", measure="cost_ticks"), [*whole(BEFORE, **unpriced), *whole(AFTER, **unpriced)])
    price = next(one for one in made.conditions if one.text == "One price snapshot and one cost basis")
    assert (price.met, price.found) == (False, "0 price snapshots, bases: none")


def test_sides_without_reviews_do_not_differ_in_them():
    unreviewed = {"review_basis": None, "values": {"quality": None}}
    made = decision(claim("saving"), [*whole(BEFORE, **unreviewed), *whole(AFTER, **unreviewed)])
    assert found_of(made, "Same basis of reviews") == "none"
    assert found_of(made, "Every run reviewed, and median quality not lower") == "pending and pending"


def test_saving_of_a_source_against_itself():
    before = {"suite": "a", "source": "core 1"}
    assert unmet(decision(claim("saving", threshold="0", before=before, after=before), BEFORE)) == ["Different sources"]


def test_saving_over_sets_of_tasks():
    """Imported runs lack checks and reviews too; what the set adds is the one condition."""
    tasks = {"x": invented_hash("x"), "y": invented_hash("y")}
    rows = [
        imported_row(n, suite=name, task=task, task_hash=tasks[task], source_hash=invented_hash(name))
        for name in "ab"
        for n, task in enumerate("xyxy", 1)
    ]
    given = claim("saving", threshold="0")
    pooled = unmet(decision(given, rows, task_set_suite("a", tasks), task_set_suite("b", tasks)))
    single = unmet(decision(given, [row._replace(task_hash=tasks["x"]) for row in rows]))
    assert set(pooled) - set(single) == {"One task, not a set pooled"}


def test_every_condition_of_a_saving_has_a_row():
    texts = {one.text for one in decision(claim("saving", measure="cost_ticks"), [*BEFORE, *AFTER]).conditions}
    covered = {text for _, _, expected in SAVING_ROWS.values() for text in expected}
    assert texts - covered == {"Different sources", "One task, not a set pooled"}, "these two have tests of their own"
