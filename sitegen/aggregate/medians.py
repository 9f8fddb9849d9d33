"""One measure over a group of runs."""

from collections.abc import Sequence
from fractions import Fraction

from sitegen import exact, stats
from sitegen.rows import RunRow
from sitegen.summaries import Aggregate, Interval, Known, MeasureSummary, NoRuns, Pending, Unavailable

QUALITY = "quality"


def measure_summary(measure: str, rows: Sequence[RunRow]) -> MeasureSummary:
    """Return the headline over attempted runs and the same over completed ones.

    Args:
        measure: Id of a measure that all the rows have.
        rows: Attempted runs only.
    """
    completed = [row for row in rows if row.status == "completed"]
    summarize = _quality if measure == QUALITY else aggregate
    return MeasureSummary(
        measure,
        summarize([row.values[measure] for row in rows], rows),
        summarize([row.values[measure] for row in completed], completed),
    )


def aggregate(values: Sequence[int | None], _rows: Sequence[RunRow] = ()) -> Aggregate:
    """Return the exact median with range and interval, or why there is none; one unknown is enough."""
    if not values:
        return NoRuns("no_runs")
    known = sorted(value for value in values if value is not None)
    if len(known) < len(values):
        return Unavailable("unavailable", len(values) - len(known), len(values), sum(known))
    return Known("known", exact.median(known), len(known), known[0], known[-1], _interval(known))


def _quality(values: Sequence[int | None], rows: Sequence[RunRow]) -> Aggregate:
    """Return the quality: unavailable once an artifact is lost, pending until every run is reviewed."""
    lost = sum(row.artifact_lost for row in rows)
    if lost:
        return Unavailable("unavailable", lost, len(rows), sum(value for value in values if value is not None))
    reviewed = sum(value is not None for value in values)
    if values and reviewed < len(values):
        return Pending("pending", reviewed, len(values))
    return aggregate(values)


def _interval(ordered: Sequence[int]) -> Interval | None:
    found = stats.interval(ordered)
    if found is None:
        return None
    low, high, ranks = found
    coverage: Fraction = ranks.coverage
    percent = exact.ratio(100 * coverage.numerator, coverage.denominator, 2)
    return Interval(low, high, ranks.low, ranks.high, percent)
