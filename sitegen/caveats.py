"""Which caveats apply, decided from the data."""

from collections.abc import Iterable, Sequence

from sitegen.inputs import SuiteInput
from sitegen.records.caveat import Caveat, Condition
from sitegen.rows import RunRow

FEW = 6
"""Fewer runs than this have no interval."""


def conditions(rows: Sequence[RunRow], suites: Iterable[SuiteInput]) -> frozenset[Condition]:
    """Return the conditions that hold for runs and their suites; barred and unstarted runs may be among them."""
    attempted = [row for row in rows if row.attempted]
    found: set[Condition] = {"always"}
    found.update(_of_suites(suites))
    found.update(_of_costs(attempted))
    found.update(_of_reviews(attempted))
    holds: dict[Condition, bool] = {
        "one-repetition": len(attempted) == 1,
        "few-repetitions": 0 < len(attempted) < FEW,
        "effort-setting": any('effort"' in row.settings for row in rows),
        "tier-label": any(row.kind == "api" for row in rows),
        "mixed-versions": len({name for row in attempted for name in row.reported}) > 1,
        "no-reported-version": any(not row.reported for row in attempted),
    }
    found.update(name for name, true in holds.items() if true)
    return frozenset(found)


def _of_suites(suites: Iterable[SuiteInput]) -> Iterable[Condition]:
    for suite in suites:
        yield suite.kind
        if suite.fixture:
            yield "fixture"
        if suite.record is not None and suite.record.task_set is not None:
            yield "task-set"
        if any(slot.state == "not_started" for slot in suite.standing):
            yield "budget-stops"


def _of_costs(rows: Sequence[RunRow]) -> Iterable[Condition]:
    if any(row.cost_basis == "estimated" for row in rows):
        yield "estimated-cost"
    if any(row.cost_basis is None for row in rows):
        yield "no-cost"


def _of_reviews(rows: Sequence[RunRow]) -> Iterable[Condition]:
    bases = {row.review_basis for row in rows} - {None, "rule"}
    if bases:
        yield "reviewed"
    if bases & {"ai-blind", "ai-open"}:
        yield "ai-review"
    if any(row.values.get("points") is not None for row in rows):
        yield "geometry-grade"
        yield "views"


def applying(caveats: Iterable[Caveat], held: frozenset[Condition]) -> tuple[str, ...]:
    """Return the ids of the caveats one of whose conditions holds, in file order."""
    return tuple(caveat.id for caveat in caveats if held.intersection(caveat.when))
