"""What the page of a run must know beside its record: small, and the same for all runs of a cohort."""

from dataclasses import dataclass

from sitegen import layout
from sitegen.charts import WIDE, Axis, Shared, backdrop, labels
from sitegen.figures import AMOUNT, heading
from sitegen.measures import MEASURES
from sitegen.site.caveats import Note
from sitegen.site.cells import median_cell
from sitegen.site.context import SiteContext
from sitegen.site.links import Badge, badges
from sitegen.site.page import Crumb
from sitegen.site.protocols import FAMILIES
from sitegen.site.strips import attempted, cohort_strip, column, values_of
from sitegen.summaries import Cohort, WithdrawnRun

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
    backdrop: Shared
    """Chart of median, interval and range, to which the page adds its run's own mark."""
    labels: Shared
    """The axis below it."""


@dataclass(frozen=True, slots=True)
class Around:
    """What the pages of all runs of a cohort, or of a barred suite, say alike, or that of a withdrawn run."""

    cohort_title: str
    """Empty for withdrawn runs and for those of a barred suite, which lie in no cohort."""
    cohort_address: str
    n: int
    """Attempted runs of the cohort."""
    failed: int
    badges: tuple[Badge, ...]
    notes: tuple[Note, ...]
    barred: str
    """Why the suite is barred; empty for published suites."""
    withdrawn_on: str = ""
    """Day on which the run was withdrawn; empty where it was not."""
    withdrawn: str = ""
    """Why."""


@dataclass(frozen=True, slots=True)
class RunBrief:
    """A cohort, or a barred suite, as its run pages show it."""

    around: Around
    crumbs: tuple[Crumb, ...]
    """The way to the page, without the page itself."""
    places: tuple[Place, ...]


def brief_for(context: SiteContext, cohort: Cohort) -> RunBrief:
    """Return the brief for the runs of a cohort."""
    around = Around(
        cohort.title,
        layout.cohort_page(cohort.id),
        cohort.counts.attempted,
        cohort.counts.failed,
        badges(cohort),
        context.notes(cohort.caveats, "run"),
        "",
    )
    places = [place for measure in _PLACED.get(cohort.key.kind, ()) for place in _place(context, cohort, measure)]
    return RunBrief(around, _crumbs(cohort.key.kind, cohort.title, around.cohort_address), tuple(places))


def barred_brief(context: SiteContext, suite_id: str) -> RunBrief:
    """Return the brief for the runs of a barred suite: they lie in no cohort."""
    suite = context.suite(suite_id)
    notes = context.notes(suite.caveats, "run")
    around = Around("", "", 0, 0, (), notes, suite.reason or "no reason recorded")
    return RunBrief(around, _crumbs(suite.kind, suite.title, layout.suite_page(suite.id)), ())


def withdrawn_brief(context: SiteContext, one: WithdrawnRun) -> RunBrief:
    """Return the brief for a withdrawn run: it lies in no cohort any more."""
    suite = context.suite(one.suite)
    around = Around("", "", 0, 0, (), context.notes(suite.caveats, "run"), "", one.on, one.reason)
    return RunBrief(around, _crumbs(suite.kind, suite.title, layout.suite_page(suite.id)), ())


def _crumbs(kind: str, above: str, address: str) -> tuple[Crumb, ...]:
    return (
        Crumb("Benchmarks", layout.OVERVIEW),
        Crumb(FAMILIES[kind].title, layout.protocol_page(kind)),
        Crumb(above, address),
    )


def _place(context: SiteContext, cohort: Cohort, measure: str) -> list[Place]:
    summary, values = cohort.measure(measure), values_of(measure, attempted(context.rows.get(cohort.id, ())))
    shared = column(measure, values).axis
    drawn = cohort_strip(cohort, measure, values, shared, dots=False)
    if summary is None or shared is None or drawn is None:
        return []
    figure = summary.all_runs
    median = AMOUNT[MEASURES[measure].unit](figure.median) if figure.state == "known" else ""
    cell = median_cell(summary, cohort.counts, cohort.key.tasks)
    return [
        Place(
            measure,
            heading(MEASURES[measure]),
            median,
            ", ".join(cell.notes),
            shared,
            backdrop(f"place-{measure.replace('_', '-')}-", drawn),
            Shared(labels(shared, WIDE)),
        )
    ]
