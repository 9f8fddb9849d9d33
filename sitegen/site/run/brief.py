"""What the page of a run must know beside its record: small, and the same for all runs of a cohort."""

from dataclasses import dataclass

from sitegen.charts import Axis, Strip
from sitegen.figures import AMOUNT, heading
from sitegen.measures import MEASURES
from sitegen.site.caveats import Note
from sitegen.site.cells import median_cell
from sitegen.site.context import SiteContext
from sitegen.site.links import Badge, badges
from sitegen.site.strips import cohort_strip, column
from sitegen.summaries import Cohort

_PLACED = {"api": ("wall_ms", "cost_ticks", "output"), "imported": ("wall_ms",)}


@dataclass(frozen=True, slots=True)
class Place:
    """A measure of the cohort, in which the page shows where its run lies."""

    measure: str
    heading: str
    median: str
    """As printed; empty where there is no median."""
    beside: str
    """What stands with the median, or why there is none."""
    axis: Axis
    summary: Strip
    """Median, interval and range; the run's own dot is added by its page."""


@dataclass(frozen=True, slots=True)
class RunBrief:
    """A cohort, or a barred suite, as its run pages show it."""

    cohort_id: str
    """Empty for runs of a barred suite."""
    cohort_title: str
    n: int
    """Attempted runs of the cohort."""
    failed: int
    places: tuple[Place, ...]
    badges: tuple[Badge, ...]
    notes: tuple[Note, ...]
    barred: str
    """Why the suite is barred; empty for published suites."""


def brief_for(context: SiteContext, cohort: Cohort) -> RunBrief:
    """Return the brief for the runs of a cohort."""
    return RunBrief(
        cohort.id,
        cohort.title,
        cohort.counts.attempted,
        cohort.counts.failed,
        tuple(place for measure in _PLACED.get(cohort.key.kind, ()) for place in _place(context, cohort, measure)),
        badges(cohort),
        context.notes(cohort.caveats, "run"),
        "",
    )


def barred_brief(context: SiteContext, suite_id: str) -> RunBrief:
    """Return the brief for the runs of a barred suite: they lie in no cohort."""
    suite = context.suite(suite_id)
    return RunBrief(
        "", "", 0, 0, (), (), context.notes(suite.caveats, "run"), suite.reason or "no reason recorded"
    )


def _place(context: SiteContext, cohort: Cohort, measure: str) -> list[Place]:
    summary, rows = cohort.measure(measure), context.rows.get(cohort.id, ())
    shared = column(measure, rows).axis
    drawn = cohort_strip(cohort, measure, rows, shared, dots=False)
    if summary is None or shared is None or drawn is None:
        return []
    figure = summary.all_runs
    median = AMOUNT[MEASURES[measure].unit](figure.median) if figure.state == "known" else ""
    cell = median_cell(summary, cohort.counts, cohort.key.tasks)
    return [Place(measure, heading(MEASURES[measure]), median, ", ".join(cell.notes), shared, drawn)]
