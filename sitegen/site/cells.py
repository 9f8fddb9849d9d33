"""Cells of tables: a median, a rate or a count in whatever state it is, with what must stand beside it."""

from dataclasses import dataclass
from typing import Literal

from sitegen.exact import usd
from sitegen.figures import AMOUNT, UNIT_WORD, count_of, heading, seconds, whole
from sitegen.measures import MEASURES
from sitegen.summaries import Cohort, Counts, Interval, Known, MeasureSummary, Rate, Unavailable

State = Literal["known", "unavailable", "pending", "no_runs"]
NO_RUNS = "no runs yet"
_LOST = {"points": "artifact lost", "quality": "artifact lost"}
"""Why a value that the origin cannot report is missing."""
TOO_FEW = "too few runs for an interval"


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure with its state."""

    state: State
    text: str
    """The figure as printed; empty where there is none."""
    notes: tuple[str, ...]
    """What must stand in the same cell, line by line."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What stands beside a median."""

    interval: str
    """Empty where there is none."""
    ranks: str
    """Which ordered values bound the interval, and its coverage."""
    range: str
    """Lowest and highest value."""


EMPTY = Cell("no_runs", "", (NO_RUNS,))
NO_SPREAD = Spread("", "", "")


def median_cell(summary: MeasureSummary | None, counts: Counts, tasks: int = 1) -> Cell:
    """Return the cell of a median.

    The count of failures stands in it; the figure of completed runs alone stands below where it differs, and says so.

    Args:
        summary: The measure; None where the protocol does not have it.
        counts: The runs behind it.
        tasks: Tasks that the runs are pooled over.
    """
    if summary is None or summary.all_runs.state == "no_runs":
        return EMPTY
    figure = summary.all_runs
    if figure.state == "unavailable":
        return Cell("unavailable", "", (missing(summary.measure, figure),))
    if figure.state == "pending":
        return Cell("pending", "", (f"{count_of(figure.reviewed, figure.n)} reviewed",))
    show = AMOUNT[MEASURES[summary.measure].unit]
    notes = [f"{count_of(counts.failed, figure.n)} failed"]
    if tasks > 1:
        notes.append(f"pooled over {tasks:,} tasks")
    completed = summary.completed_only
    if completed.state == "known" and completed.n < figure.n and show(completed.median) != show(figure.median):
        notes.append(f"completed: {show(completed.median)}")
    return Cell("known", show(figure.median), tuple(notes))


def missing(measure: str, figure: Unavailable) -> str:
    """Return how many runs lack a value, such as `197 of 400 not reported`."""
    return f"{count_of(figure.unknown, figure.n)} {_LOST.get(measure, 'not reported')}"


def cohort_cell(cohort: Cohort, measure: str) -> Cell:
    """Return the cell of one measure of a cohort."""
    return median_cell(cohort.measure(measure), cohort.counts, cohort.key.tasks)


def rate_cell(rate: Rate | None) -> Cell:
    """Return the cell of a rate in percent, its fraction beneath."""
    if rate is None or rate.percent is None:
        return EMPTY
    return Cell("known", rate.percent, (count_of(rate.count, rate.n),))


def spread(summary: MeasureSummary) -> Spread:
    """Return interval and range as text; both are empty where there is no median."""
    figure = summary.all_runs
    if figure.state != "known":
        return NO_SPREAD
    show = AMOUNT[MEASURES[summary.measure].unit]
    bounds = figure.interval
    return Spread(
        f"{show(bounds.low)} to {show(bounds.high)}" if bounds else "",
        ranks(bounds) if bounds else TOO_FEW,
        f"{show(figure.low)} to {show(figure.high)}",
    )


def ranks(bounds: Interval) -> str:
    """Return which ordered values bound an interval, and its exact coverage."""
    return f"ranks {bounds.low_rank} and {bounds.high_rank}, coverage {bounds.coverage_percent}\u00a0%"


def in_words(summary: MeasureSummary) -> str:
    """Return what a chart of the measure shows, for those who cannot see it."""
    figure, measure = summary.all_runs, MEASURES[summary.measure]
    if isinstance(figure, Known):
        unit, beside = UNIT_WORD[measure.unit], spread(summary)
        median = _joined(AMOUNT[measure.unit](figure.median), unit)
        interval = f"95 % interval {beside.interval} ({beside.ranks})" if figure.interval else TOO_FEW
        return f"Median {median} of {figure.n} runs, range {beside.range}, {interval}."
    if isinstance(figure, Unavailable):
        return f"No median: {missing(summary.measure, figure)}."
    return "No median yet."


def at_least(summary: MeasureSummary) -> str:
    """Return the sum over the runs that have the value, a lower bound; empty where all have it."""
    figure = summary.all_runs
    if figure.state != "unavailable":
        return ""
    unit = MEASURES[summary.measure].unit
    if unit == "ticks":
        return usd(str(figure.at_least))
    return seconds(figure.at_least) if unit == "ms" else whole(figure.at_least)


def measure_heading(measure: str) -> str:
    """Return the header of a measure's column."""
    return heading(MEASURES[measure])


def _joined(text: str, unit: str) -> str:
    return f"{text} {unit}" if unit else text
