"""Cost against quality: the cohorts of one task in one chart, and the ones that no other beats in both."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sitegen import layout
from sitegen.charts import Axis, Point, Scatter, axis, log_axis
from sitegen.figures import heading, plural
from sitegen.measures import MEASURES
from sitegen.site.cells import Cell, cohort_cell, rate_cell
from sitegen.site.strips import HIGHEST
from sitegen.summaries import Cohort, Known, Pending, Rate

_MOST_LETTERS = 26
_FEWEST = 2
"""Fewest cohorts that a chart is drawn for."""


@dataclass(frozen=True, slots=True)
class TradeoffRow:
    """One cohort in the table of the chart."""

    letter: str
    title: str
    address: str
    x: Cell
    y: Cell
    place: str
    """What became of it in the chart, in words."""


@dataclass(frozen=True, slots=True)
class Tradeoff:
    """The chart of one task, and its table."""

    title: str
    note: str
    x_heading: str
    y_heading: str
    chart: Scatter
    rows: tuple[TradeoffRow, ...]
    pending: bool


def letters(cohorts: Sequence[Cohort]) -> dict[str, str]:
    """Return a letter for each cohort by id, in the order given; empty ones where the letters do not suffice."""
    few = len(cohorts) <= _MOST_LETTERS
    return {cohort.id: chr(ord("a") + number) if few else "" for number, cohort in enumerate(cohorts)}


def tradeoffs(cohorts: Sequence[Cohort]) -> tuple[Tradeoff, ...]:
    """Return a chart for each task and evaluator with at least two cohorts of which both figures are known.

    Args:
        cohorts: Cohorts of one protocol, results or fixtures, never both.
    """
    tied = letters(cohorts)
    tasks = dict.fromkeys((cohort.key.task.hash, cohort.key.evaluator.hash) for cohort in cohorts)
    groups = ([one for one in cohorts if (one.key.task.hash, one.key.evaluator.hash) == key] for key in tasks)
    return tuple(made for group in groups if (made := _tradeoff(group, tied)) is not None)


def _tradeoff(cohorts: list[Cohort], tied: dict[str, str]) -> Tradeoff | None:
    across = next((id for id in ("cost_ticks", "wall_ms") if _count(cohorts, id) >= _FEWEST), None)
    if across is None:
        return None
    quality = _count(cohorts, "quality") >= _FEWEST
    drawn = [cohort for cohort in cohorts if _known(cohort, across) and (_height(cohort, quality) or quality)]
    if sum(_height(cohort, quality) is not None for cohort in drawn) < _FEWEST:
        return None
    unbeaten = _unbeaten(drawn, across, quality)
    points = tuple(_point(cohort, across, quality, tied[cohort.id], cohort.id in unbeaten) for cohort in drawn)
    x_heading = f"{heading(MEASURES[across])}, median per run"
    y_heading = _y_heading(cohorts[0], quality)
    title = f"{MEASURES[across].label} against {y_heading.partition(',')[0].lower()}: {cohorts[0].key.task.label}"
    shown = {cohort.id for cohort in drawn}
    rows = tuple(
        TradeoffRow(
            tied[cohort.id],
            cohort.title,
            layout.cohort_page(cohort.id),
            cohort_cell(cohort, across),
            cohort_cell(cohort, "quality") if quality else rate_cell(_rate(cohort)),
            _in_words(cohort, shown, unbeaten, quality),
        )
        for cohort in cohorts
    )
    desc = "; ".join(
        f"{row.title}: {row.x.text or row.x.state} and {row.y.text or row.y.state}, {row.place}" for row in rows
    )
    chart = Scatter(title, f"{desc}.", _x_axis(points, across), axis(0, 100, "points", most=100), points)
    return Tradeoff(title, _note(cohorts, chart.x_axis, quality), x_heading, y_heading, chart, rows, _waits(points))


def _waits(points: Sequence[Point]) -> bool:
    return any(point.y is None for point in points)


def _count(cohorts: Sequence[Cohort], measure: str) -> int:
    return sum(_known(cohort, measure) is not None for cohort in cohorts)


def _known(cohort: Cohort, measure: str) -> Known | None:
    summary = cohort.measure(measure)
    return summary.all_runs if summary and isinstance(summary.all_runs, Known) else None


def _rate(cohort: Cohort) -> Rate | None:
    return cohort.resolved if cohort.resolved is not None else cohort.build_check


def _height(cohort: Cohort, quality: bool) -> str | None:
    """Return the figure up the chart as an exact or a printed decimal; None where it is not known."""
    if quality:
        figure = _known(cohort, "quality")
        return figure.median if figure else None
    rate = _rate(cohort)
    return rate.percent if rate else None


def _y_heading(cohort: Cohort, quality: bool) -> str:
    if quality:
        return f"{heading(MEASURES['quality'])}, median per run"
    return "Resolved rate, %" if cohort.resolved is not None else "Build-check rate, %"


def _unbeaten(cohorts: Sequence[Cohort], across: str, quality: bool) -> set[str]:
    """Return the cohorts that no other matches in one figure and betters in the other."""
    known = [
        (cohort.id, Fraction(cost.median), Fraction(height))
        for cohort in cohorts
        if (cost := _known(cohort, across)) and (height := _height(cohort, quality)) is not None
    ]
    return {
        id
        for id, cost, height in known
        if not any(c <= cost and h >= height and (c, h) != (cost, height) for _, c, h in known)
    }


def _point(cohort: Cohort, across: str, quality: bool, letter: str, unbeaten: bool) -> Point:
    cost, grade = _known(cohort, across), _known(cohort, "quality") if quality else None
    assert cost is not None, "cohorts without it are not drawn"
    return Point(
        letter,
        cohort.title,
        layout.cohort_page(cohort.id),
        cost.median,
        _height(cohort, quality),
        (cost.interval.low, cost.interval.high) if cost.interval else None,
        (grade.interval.low, grade.interval.high) if grade and grade.interval else None,
        unbeaten,
    )


def _x_axis(points: Sequence[Point], across: str) -> Axis:
    ends = [int(value) for point in points for value in point.x_bounds or ()]
    whole = [int(Fraction(point.x)) for point in points]
    low, high = min([*ends, *whole]), max([*ends, *(value + 1 for value in whole)])
    unit = MEASURES[across].unit
    return log_axis(low, high, unit) if low > 0 else axis(low, high, unit, most=HIGHEST.get(across))


def _in_words(cohort: Cohort, shown: set[str], unbeaten: set[str], quality: bool) -> str:
    if cohort.id not in shown:
        return "not drawn"
    if cohort.id in unbeaten:
        return "on the line"
    summary = cohort.measure("quality") if quality else None
    if summary is not None and isinstance(summary.all_runs, Pending):
        return "pending"
    return "beaten in both" if not quality or _known(cohort, "quality") else "no quality"


def _note(cohorts: Sequence[Cohort], scale: Axis, quality: bool) -> str:
    axis_in_words = "The axis below is logarithmic." if scale.log else "The axis below starts at 0."
    line = "The dashed line joins the cohorts that no other beats in both figures; thin lines are 95 % intervals."
    waiting = sum(isinstance(one.all_runs, Pending) for c in cohorts if (one := c.measure("quality")) is not None)
    reason = ""
    if not quality and cohorts[0].build_check is not None and waiting:
        reason = f" Quality is pending in {plural(waiting, 'cohort')}, so the build-check rate stands in this chart."
    return f"{axis_in_words} {line}{reason}"
