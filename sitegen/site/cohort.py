"""The page of a cohort: every measure with every run, the runs themselves, and what makes it this cohort."""

from collections.abc import Sequence
from dataclasses import dataclass

from sitegen import layout
from sitegen.charts import Marks, Part, Strip
from sitegen.figures import count_of, plural
from sitegen.measures import MEASURES
from sitegen.site.caveats import Note
from sitegen.site.cells import Cell, Spread, at_least, cohort_cell, measure_heading, rate_cell, spread
from sitegen.site.compare import Comparison, comparisons
from sitegen.site.context import SiteContext
from sitegen.site.links import Gate, Link, Notice, gate, notices
from sitegen.site.neighbours import Neighbour, neighbours
from sitegen.site.page import Crumb, Page
from sitegen.site.protocol import OVERVIEW_CRUMB
from sitegen.site.protocols import FAMILIES
from sitegen.site.rules import Fact
from sitegen.site.runs import RunTable, TaskTable, run_pages, run_table, task_table
from sitegen.site.strips import attempted, cohort_strip, column, marks, values_of
from sitegen.site.tables import outcome, settings_in_words
from sitegen.site.whole_tokens import TokenBar, token_bars
from sitegen.site.withdrawn import WithdrawnLine, withdrawn_lines
from sitegen.summaries import Cohort, Counts, MeasureSummary, Verdicts


@dataclass(frozen=True, slots=True)
class Reading:
    """A figure in the line of instruments under the title."""

    label: str
    cell: Cell
    unit: str
    beside: str
    """Interval or basis; empty where there is none."""


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """One measure with every run."""

    heading: str
    part_of: str
    """The total that it is a part of; empty for totals."""
    cell: Cell
    spread: Spread
    strip: Strip | None
    scale: str


@dataclass(frozen=True, slots=True)
class Gap:
    """A measure that some runs have and others lack."""

    heading: str
    missing: str
    at_least: str
    """Sum over the runs that have it: a lower bound."""
    reported: str


@dataclass(frozen=True, slots=True)
class RunsView:
    """Further runs of a cohort."""

    title: str
    runs: RunTable


@dataclass(frozen=True, slots=True)
class CohortView:
    """A cohort."""

    title: str
    kind: str
    kind_title: str
    fixture: bool
    counts: Counts
    tasks: int
    readings: tuple[Reading, ...]
    notices: tuple[Notice, ...]
    withdrawn: tuple[WithdrawnLine, ...]
    verdicts: Verdicts | None
    outcome: tuple[Part, ...]
    measures: tuple[MeasureRow, ...]
    silent: str
    """Measures that no run reports, which have no row."""
    marks: Marks
    tokens: tuple[TokenBar, ...]
    gaps: tuple[Gap, ...]
    stops: tuple[tuple[str, int], ...]
    reviews: tuple[tuple[str, int], ...]
    by_task: TaskTable | None
    runs: RunTable
    facts: tuple[Fact, ...]
    suites: tuple[Link, ...]
    near: tuple[Neighbour, ...]
    compared: tuple[Link, ...]
    """Pages that set it beside cohorts which differ in one thing."""
    gates: tuple[Gate, ...]
    notes: tuple[Note, ...]


_READINGS = {"api": ("wall_ms", "cost_ticks", "points", "quality"), "imported": ("wall_ms", "input", "cost_ticks")}


def cohort_pages(context: SiteContext) -> list[Page]:
    """Return a page for every cohort."""
    known = neighbours(context.results.cohorts)
    compared: dict[str, list[Comparison]] = {}
    for one in comparisons(context.results.cohorts):
        for cohort in one.cohorts:
            compared.setdefault(cohort.id, []).append(one)
    made = []
    for cohort in context.results.cohorts:
        made.append(_page(context, cohort, known[cohort.id], compared.get(cohort.id, ())))
        made.extend(_further(context, cohort))
    return made


def _further(context: SiteContext, cohort: Cohort) -> list[Page]:
    """Return the pages of the runs that the cohort's own page does not hold."""
    rows = context.rows.get(cohort.id, ())
    found = []
    for one in run_pages(cohort.id, len(rows))[1:]:
        title = f"{cohort.title}, runs {one.label}"
        crumbs = (OVERVIEW_CRUMB, Crumb(cohort.title, layout.cohort_page(cohort.id)), Crumb(f"Runs {one.label}", None))
        view = RunsView(title, run_table(cohort, rows, one.first))
        about = f"Runs {one.label} of {len(rows):,}, each with its page and its record."
        found.append(Page(one.address, "cohort_runs.html", title, about, layout.OVERVIEW, crumbs, view, (cohort.id,)))
    return found


def _page(context: SiteContext, cohort: Cohort, near: tuple[Neighbour, ...], compared: Sequence[Comparison]) -> Page:
    family = FAMILIES[cohort.key.kind]
    counts = cohort.counts
    return Page(
        layout.cohort_page(cohort.id),
        "cohort.html",
        cohort.title,
        f"{family.title}: {plural(counts.attempted, 'attempted run')}, {counts.completed:,} completed, "
        f"{counts.failed:,} failed.",
        layout.OVERVIEW,
        (OVERVIEW_CRUMB, Crumb(family.title, layout.protocol_page(family.kind)), Crumb(cohort.title, None)),
        _view(context, cohort, near, compared),
        (cohort.id, *cohort.suites),
    )


def _view(
    context: SiteContext, cohort: Cohort, near: tuple[Neighbour, ...], compared: Sequence[Comparison]
) -> CohortView:
    rows = context.rows.get(cohort.id, ())
    return CohortView(
        title=cohort.title,
        kind=cohort.key.kind,
        kind_title=FAMILIES[cohort.key.kind].title,
        fixture=cohort.key.fixture,
        counts=cohort.counts,
        tasks=cohort.key.tasks,
        readings=_readings(cohort),
        notices=notices(cohort),
        withdrawn=withdrawn_lines(one for one in context.results.withdrawn if one.cohort == cohort.id),
        verdicts=cohort.verdicts,
        outcome=outcome(cohort.verdicts),
        measures=_measures(context, cohort),
        silent=", ".join(MEASURES[one.measure].label.lower() for one in cohort.measures if _is_silent(one)),
        marks=marks(attempted(rows)),
        tokens=token_bars(attempted(rows)),
        gaps=_gaps(cohort),
        stops=tuple((tally.name, tally.count) for tally in cohort.stops),
        reviews=tuple((tally.name, tally.count) for tally in cohort.reviews),
        by_task=task_table(cohort),
        runs=run_table(cohort, rows),
        facts=_facts(cohort),
        suites=tuple(Link(context.suite(id).title, layout.suite_page(id)) for id in cohort.suites),
        near=near,
        compared=tuple(one.link for one in compared),
        gates=tuple(
            gate(claim, context.results.cohorts) for claim in context.results.claims if cohort.id in claim.cohorts
        ),
        notes=context.notes(cohort.caveats, "cohort"),
    )


def _readings(cohort: Cohort) -> tuple[Reading, ...]:
    found = []
    if cohort.build_check is not None:
        found.append(
            Reading("Build-check rate", rate_cell(cohort.build_check), "%", "completed with all checks passed")
        )
    if cohort.resolved is not None:
        found.append(Reading("Resolved rate", rate_cell(cohort.resolved), "%", "resolved by the origin’s verdict"))
    for id in _READINGS.get(cohort.key.kind, ()):
        summary = cohort.measure(id)
        if summary is None:
            continue
        label, _, unit = measure_heading(id).partition(", ")
        beside = spread(summary)
        text = f"95 % interval {beside.interval}" if beside.interval else beside.ranks
        found.append(Reading(f"{label}, median", cohort_cell(cohort, id), unit, text))
    return tuple(found)


def _is_silent(summary: MeasureSummary) -> bool:
    figure = summary.all_runs
    return figure.state == "unavailable" and figure.unknown == figure.n


def _measures(context: SiteContext, cohort: Cohort) -> tuple[MeasureRow, ...]:
    rows = attempted(context.rows.get(cohort.id, ()))
    found = []
    for summary in cohort.measures:
        if _is_silent(summary):
            continue
        measure = MEASURES[summary.measure]
        values = values_of(summary.measure, rows)
        shared = column(summary.measure, values)
        found.append(
            MeasureRow(
                shared.heading,
                f"part of {MEASURES[measure.part_of].label.lower()}" if measure.part_of else "",
                cohort_cell(cohort, summary.measure),
                spread(summary),
                cohort_strip(cohort, summary.measure, values, shared.axis),
                shared.scale,
            )
        )
    return tuple(found)


def _gaps(cohort: Cohort) -> tuple[Gap, ...]:
    return tuple(
        Gap(
            measure_heading(summary.measure),
            count_of(figure.unknown, figure.n),
            at_least(summary),
            count_of(figure.n - figure.unknown, figure.n),
        )
        for summary in cohort.measures
        if (figure := summary.all_runs).state == "unavailable" and figure.unknown < figure.n
    )


def _facts(cohort: Cohort) -> tuple[Fact, ...]:
    key = cohort.key
    reported = ", ".join(f"{tally.name} ({plural(tally.count, 'run')})" for tally in cohort.reported_models)
    return (
        Fact("Provider", key.provider),
        Fact("Model, requested", "" if key.model else "not named by the origin", key.model or ""),
        Fact("Model, reported", "" if reported else "not reported", reported),
        Fact("Settings", settings_in_words(key), key.settings.hash),
        Fact("Source", key.source.label, key.source.hash),
        Fact("Task" if key.tasks == 1 else f"Set of {key.tasks:,} tasks", key.task.label, key.task.hash),
        Fact("Protocol", FAMILIES[key.kind].title, key.protocol),
        Fact("Evaluator", key.evaluator.label, key.evaluator.hash),
        Fact(
            "Cost",
            ", ".join(f"{tally.name} in {plural(tally.count, 'run')}" for tally in cohort.cost_bases) or "unknown",
        ),
        Fact("Price snapshots", "none" if not cohort.prices else "", ", ".join(cohort.prices)),
    )
