"""Dot plots of cohorts, and the axes that they share."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sitegen.charts import Axis, Marks, Strip, axis
from sitegen.figures import heading
from sitegen.measures import MEASURES
from sitegen.rows import RunRow
from sitegen.site.cells import in_words
from sitegen.summaries import Cohort, MeasureSummary

MOST_DOTS = 3_000
"""Most dots on a page of several cohorts; above, their strips show median, interval and range alone."""
HIGHEST: Mapping[str, int] = {"points": 60, "quality": 100}
"""The highest possible value of the measures that have one."""


@dataclass(frozen=True, slots=True)
class Column:
    """A measure's strips in a table: one axis for all rows."""

    measure: str
    heading: str
    axis: Axis | None
    """None where no run has a value."""
    scale: str
    """The axis in words."""


def marks(rows: Sequence[RunRow]) -> Marks:
    """Return the runs as they stand in charts."""
    attempted = [row for row in rows if row.attempted]
    return Marks(
        tuple(row.status == "failed" for row in attempted),
        tuple(row.address for row in attempted),
    )


def column(measure: str, rows: Iterable[RunRow]) -> Column:
    """Return the shared axis of a measure over all rows of a table."""
    found = [row.values.get(measure) for row in rows if row.attempted]
    known = [value for value in found if value is not None]
    name = heading(MEASURES[measure])
    if not known:
        return Column(measure, name, None, "")
    unit = MEASURES[measure].unit
    shared = axis(min(known), max(known), unit, rail=len(known) < len(found), most=HIGHEST.get(measure))
    return Column(measure, name, shared, in_scale(shared))


def in_scale(shared: Axis) -> str:
    """Return an axis in words, such as `axis 0 to 450, linear`."""
    kind = "logarithmic" if shared.log else "linear"
    return f"axis {shared.ticks[0].label} to {shared.ticks[-1].label}, {kind}" if shared.ticks else kind


def cohort_strip(cohort: Cohort, measure: str, rows: Sequence[RunRow], shared: Axis | None, *, dots: bool) -> Strip | None:
    """Return the dot plot of one measure of a cohort, or None where no run has a value.

    Args:
        cohort: The cohort.
        measure: Id of the measure.
        rows: Its runs.
        shared: The axis.
        dots: Whether every run is drawn, not the summary alone.
    """
    summary = cohort.measure(measure)
    values = tuple(row.values.get(measure) for row in rows if row.attempted)
    known = [value for value in values if value is not None]
    if summary is None or shared is None or not known:
        return None
    return _strip(f"{heading(MEASURES[measure])}: {cohort.title}", summary, shared, values, known, dots)


def _strip(
    title: str, summary: MeasureSummary, shared: Axis, values: tuple[int | None, ...], known: list[int], dots: bool
) -> Strip:
    figure = summary.all_runs
    bounds = figure.interval if figure.state == "known" else None
    return Strip(
        title,
        in_words(summary),
        shared,
        values if dots else (),
        figure.median if figure.state == "known" else None,
        (bounds.low, bounds.high) if bounds else None,
        (min(known), max(known)),
    )
