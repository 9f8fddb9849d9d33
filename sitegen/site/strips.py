"""Dot plots of cohorts, and the axes that they share."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sitegen.charts import WIDE, Axis, Marks, Strip, axis
from sitegen.figures import heading
from sitegen.measures import MEASURES
from sitegen.rows import RunRow
from sitegen.site.cells import in_words
from sitegen.summaries import Cohort

Values = tuple[int | None, ...]
"""A measure of attempted runs, in their order; None where a run does not have it."""
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


def attempted(rows: Iterable[RunRow]) -> tuple[RunRow, ...]:
    """Return the runs that charts show."""
    return tuple(row for row in rows if row.status != "not_started")


def marks(rows: Sequence[RunRow]) -> Marks:
    """Return attempted runs as they stand in charts."""
    return Marks(tuple([row.status == "failed" for row in rows]), tuple([row.address for row in rows]))


def values_of(measure: str, rows: Sequence[RunRow]) -> Values:
    """Return a measure of attempted runs, in their order."""
    return tuple([row.values.get(measure) for row in rows])


def column(measure: str, values: Values) -> Column:
    """Return the axis on which a measure's values are shown."""
    known = [value for value in values if value is not None]
    name = heading(MEASURES[measure])
    if not known:
        return Column(measure, name, None, "")
    unit = MEASURES[measure].unit
    shared = axis(min(known), max(known), unit, rail=len(known) < len(values), most=HIGHEST.get(measure))
    return Column(measure, name, shared, in_scale(shared))


def in_scale(shared: Axis) -> str:
    """Return an axis in words, such as `axis 0 to 450, linear`."""
    kind = "logarithmic" if shared.log else "linear"
    return f"axis {shared.ticks[0].label} to {shared.ticks[-1].label}, {kind}" if shared.ticks else kind


def cohort_strip(
    cohort: Cohort, measure: str, values: Values, shared: Axis | None, *, dots: bool = True, width: int = WIDE
) -> Strip | None:
    """Return the dot plot of one measure of a cohort, or None where no run has a value.

    Args:
        cohort: The cohort.
        measure: Id of the measure.
        values: Its values.
        shared: The axis.
        dots: Whether every run is drawn, not the summary alone.
        width: Width in pixels for which dots are kept apart.
    """
    summary = cohort.measure(measure)
    known = [value for value in values if value is not None]
    if summary is None or shared is None or not known:
        return None
    figure = summary.all_runs
    bounds = figure.interval if figure.state == "known" else None
    return Strip(
        f"{heading(MEASURES[measure])}: {cohort.title}",
        in_words(summary),
        shared,
        values if dots else (),
        figure.median if figure.state == "known" else None,
        (bounds.low, bounds.high) if bounds else None,
        (min(known), max(known)),
        width,
    )
