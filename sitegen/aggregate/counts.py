"""Denominators, rates and tallies."""

from collections import Counter
from collections.abc import Iterable, Sequence

from sitegen import exact
from sitegen.inputs import SuiteInput
from sitegen.rows import RunRow
from sitegen.summaries import Counts, Rate, Tally, Verdicts

NO_COUNTS = Counts(0, 0, 0, 0, 0)


def counts(rows: Iterable[RunRow], unrecorded: int = 0) -> Counts:
    """Return what became of runs.

    Args:
        rows: Those that have a record.
        unrecorded: How many more were planned and left no record, for they were never started.
    """
    found = Counter(row.status for row in rows)
    attempted = found["completed"] + found["failed"]
    unstarted = found["not_started"] + unrecorded
    return Counts(attempted + unstarted, unstarted, attempted, found["completed"], found["failed"])


def suite_counts(suite: SuiteInput, rows: Sequence[RunRow]) -> Counts:
    """Return what became of a suite's plan, slots without a record included; a barred suite completes nothing.

    Args:
        suite: The suite.
        rows: Its runs that have a record, withdrawn ones left out.
    """
    if suite.tombstone is not None:
        said = suite.tombstone.counts
        return Counts(said.planned, said.not_started, said.started, 0, 0)
    recorded = counts(rows)
    planned = len(suite.standing)
    started = sum(slot.state == "started" for slot in suite.standing)
    return Counts(planned, planned - started, recorded.attempted, recorded.completed, recorded.failed)


def total(parts: Iterable[Counts]) -> Counts:
    """Return the sum of counts."""
    found = list(parts)
    return Counts(
        sum(part.planned for part in found),
        sum(part.not_started for part in found),
        sum(part.attempted for part in found),
        sum(part.completed for part in found),
        sum(part.failed for part in found),
    )


def rate(count: int, n: int) -> Rate:
    """Return a share; without runs it has no percentage."""
    return Rate(count, n, exact.percent(count, n) if n else None)


def tallies(names: Iterable[str]) -> tuple[Tally, ...]:
    """Return how often each name occurs, sorted by name."""
    return tuple(Tally(name, count) for name, count in sorted(Counter(names).items()))


def verdicts(rows: Sequence[RunRow]) -> Verdicts:
    """Return the origin's verdicts over attempted runs."""
    found = Counter(row.verdict for row in rows)
    although = sum(row.verdict == "resolved" and row.status == "failed" for row in rows)
    return Verdicts(found["resolved"], found["not_resolved"], found[None], although)
