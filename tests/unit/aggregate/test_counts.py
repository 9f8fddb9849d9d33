"""Denominators, rates and tallies."""

import pytest

from sitegen.aggregate.counts import counts, rate, suite_counts, tallies, total, verdicts
from sitegen.eligibility import eligibility
from sitegen.summaries import Counts, Rate, Tally, Verdicts
from tests.unit.aggregate.rows import api_row, cohorts_of, imported_row, suite


def _runs(**statuses):
    rows = [status for status, count in statuses.items() for _ in range(count)]
    return [api_row(number, status=status) for number, status in enumerate(rows, 1)]


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [
        ({}, Counts(0, 0, 0, 0, 0)),
        ({"completed": 2}, Counts(2, 0, 2, 2, 0)),
        ({"completed": 2, "failed": 6}, Counts(8, 0, 8, 2, 6)),
        ({"completed": 1, "failed": 1, "not_started": 3}, Counts(5, 3, 2, 1, 1)),
        ({"not_started": 2}, Counts(2, 2, 0, 0, 0)),
    ],
)
def test_counts(statuses, expected):
    assert counts(_runs(**statuses)) == expected


def test_runs_that_erred_stay_in_the_denominator():
    """Of eight runs two passed, four failed their checks and two met an error: 2 of 8, not 2 of 6."""
    rows = [
        *(api_row(n, values={"wall_ms": 10 * n}) for n in (1, 2)),
        *(api_row(n, values={"wall_ms": 10 * n}, checks_passed=False) for n in (3, 4, 5, 6)),
        *(api_row(n, values={"wall_ms": 10 * n}, status="failed", stop="error", checks_passed=False) for n in (7, 8)),
    ]
    (cohort,) = cohorts_of(rows)
    assert cohort.build_check == Rate(2, 8, "25.0")
    assert cohort.counts == Counts(8, 0, 8, 6, 2)
    assert cohort.measure("wall_ms").all_runs.median == "45"
    assert cohort.stops == (Tally("answered", 6), Tally("error", 2))


@pytest.mark.parametrize(
    ("count", "n", "percent"), [(2, 8, "25.0"), (0, 3, "0.0"), (3, 3, "100.0"), (1, 3, "33.3"), (0, 0, None)]
)
def test_rate(count, n, percent):
    assert rate(count, n) == Rate(count, n, percent)


def test_total():
    assert total([Counts(5, 1, 4, 3, 1), Counts(7, 2, 5, 0, 5)]) == Counts(12, 3, 9, 3, 6)
    assert total([]) == Counts(0, 0, 0, 0, 0)


def test_tallies_are_sorted_by_name():
    assert tallies(["b", "a", "b"]) == (Tally("a", 1), Tally("b", 2))
    assert tallies([]) == ()


def test_verdicts_of_the_origin():
    rows = [
        imported_row(1),
        imported_row(2),
        imported_row(3, status="failed"),
        imported_row(4, verdict="not_resolved", status="failed"),
        imported_row(5, verdict=None, status="failed"),
    ]
    assert verdicts(rows) == Verdicts(resolved=3, not_resolved=1, ungraded=1, resolved_although_failed=1)
    (cohort,) = cohorts_of(rows)
    assert cohort.resolved == Rate(3, 5, "60.0")
    assert cohort.build_check is None


def test_a_suite_counts_its_plan_with_slots_that_have_no_record():
    """Five runs were planned and two of them never started, one of those without a record."""
    rows = [*_runs(completed=2, failed=1), api_row(4, status="not_started")]
    assert suite_counts(suite(started=3, unstarted=2), rows) == Counts(5, 2, 3, 2, 1)


def test_a_barred_suite_counts_what_its_tombstone_says_and_completes_nothing():
    assert suite_counts(suite(barred=True), _runs(completed=3)) == Counts(4, 1, 3, 0, 0)


@pytest.mark.parametrize(
    ("row", "barred", "counts", "words"),
    [
        (api_row(), False, True, "it dispatched a request"),
        (api_row(status="failed"), False, True, "it dispatched a request"),
        (api_row(status="not_started", stop="budget-reached"), False, False, "no request (budget-reached)"),
        (api_row(), True, False, "its suite is barred: A tool was broken."),
        (api_row(fixture=True), False, True, "never as a result"),
    ],
)
def test_eligibility(row, barred, counts, words):
    found = eligibility(row, {"s": suite(barred=barred)})
    assert found.counts == counts
    assert words in found.reason
