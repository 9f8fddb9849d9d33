"""The overview of all protocols: counts, and one section for each protocol with its cohorts."""

from collections.abc import Iterable
from dataclasses import dataclass

from sitegen import layout
from sitegen.exports.dataset import json_ld
from sitegen.figures import plural
from sitegen.site.caveats import Note
from sitegen.site.cells import NO_RUNS
from sitegen.site.context import SiteContext
from sitegen.site.dates import TimeView, time_view
from sitegen.site.explore import Explore, explore
from sitegen.site.links import Gate, gate
from sitegen.site.page import Page
from sitegen.site.protocols import FAMILIES, Family
from sitegen.site.tables import CohortTable, cohort_tables, with_dots
from sitegen.summaries import Counts, ProtocolSummary, SuiteSummary


@dataclass(frozen=True, slots=True)
class CountRow:
    """What became of the planned runs of one protocol or suite."""

    kind: str
    title: str
    address: str
    counts: Counts | None
    """None where there are no runs."""
    note: str


@dataclass(frozen=True, slots=True)
class Barred:
    """A suite that counts nowhere."""

    title: str
    address: str
    fixture: bool
    reason: str
    counts: Counts


@dataclass(frozen=True, slots=True)
class Section:
    """One protocol with its tables."""

    family: Family
    address: str
    results: CohortTable | None
    fixtures: CohortTable | None
    barred: tuple[Barred, ...]
    suites: tuple[CountRow, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """The overview."""

    said: str
    """How many runs there are, in a sentence or two: results, what became of them, fixtures."""
    results: tuple[CountRow, ...]
    fixtures: tuple[CountRow, ...]
    sections: tuple[Section, ...]
    """Protocols with runs; those with results first."""
    empty: tuple[Section, ...]
    """Protocols without any."""
    dots: bool
    explore: Explore | None
    """None where there are no runs."""
    time: TimeView | None
    """None where no run has a day."""
    gates: tuple[Gate, ...]
    notes: tuple[Note, ...]
    dataset: str
    """The data set described as JSON-LD."""


def overview_page(context: SiteContext) -> Page:
    """Return the overview."""
    results = context.results
    dots = with_dots(results.cohorts)
    applying = [id for protocol in results.protocols for id in protocol.caveats]
    sections = [section(context, family, dots=dots) for family in FAMILIES.values()]
    shown = [one for one in sections if one.results or one.fixtures or one.barred]
    view = Overview(
        runs_in_words(context),
        tuple(count_row(family, summary_of(context, kind), fixture=False) for kind, family in FAMILIES.items()),
        tuple(
            count_row(FAMILIES[summary.kind], summary, fixture=True)
            for summary in results.protocols
            if summary.fixtures.planned and summary.kind in FAMILIES
        ),
        tuple(sorted(shown, key=lambda one: one.results is None)),
        tuple(one for one in sections if one not in shown),
        dots,
        explore(context),
        time_view(context),
        tuple(gate(claim, results.cohorts) for claim in context.claims_on("benchmarks")),
        context.notes(applying, "benchmarks"),
        json_ld(context.site, context.downloads),
    )
    return Page(
        layout.OVERVIEW,
        "overview.html",
        "Benchmarks",
        "All protocols, suites and cohorts, with what became of every planned run.",
        layout.OVERVIEW,
        (),
        view,
        tuple(sorted([suite.path for suite in context.suites.values()] + [cohort.id for cohort in results.cohorts])),
    )


def runs_in_words(context: SiteContext) -> str:
    """Return how many runs are published, which of them are results, and what became of these."""
    suites = [suite for suite in context.results.suites if suite.state == "published"]
    results, fixtures = ([suite.counts for suite in suites if suite.fixture is fixture] for fixture in (False, True))
    attempted, completed = (sum(getattr(one, name) for one in results) for name in ("attempted", "completed"))
    made_up = sum(one.attempted for one in fixtures)
    found = "There are no results yet."
    if attempted:
        ends = f"{completed:,} completed, {attempted - completed:,} failed"
        found = f"{plural(attempted, 'run')} of {plural(sum(one.attempted > 0 for one in results), 'suite')}: {ends}."
    beside = (
        f"{plural(made_up, 'more run' if attempted else 'run')} {'is a fixture' if made_up == 1 else 'are fixtures'}"
    )
    return f"{found} {beside}, made by hand to show the site, in no count." if made_up else found


def summary_of(context: SiteContext, kind: str) -> ProtocolSummary | None:
    """Return the summary of a protocol family, or None where nothing of it is in the tree."""
    return next((summary for summary in context.results.protocols if summary.kind == kind), None)


def count_row(family: Family, summary: ProtocolSummary | None, *, fixture: bool) -> CountRow:
    """Return the counts of a protocol, of its results or its fixtures; without counts where nothing was attempted."""
    counts = None if summary is None else summary.fixtures if fixture else summary.results
    if counts is None or not counts.attempted:
        planned = counts.planned if counts else 0
        note = f"{NO_RUNS}; {plural(planned, 'planned run')} not started" if planned else NO_RUNS
        return CountRow(family.kind, family.title, layout.protocol_page(family.kind), None, note)
    return CountRow(family.kind, family.title, layout.protocol_page(family.kind), counts, "")


def section(context: SiteContext, family: Family, *, dots: bool) -> Section:
    """Return the tables of one protocol."""
    summary = summary_of(context, family.kind)
    cohorts = context.cohorts(summary.cohorts) if summary else ()
    suites = suites_of(context, family.kind)
    results, fixtures = cohort_tables(context, family.kind, cohorts, suites, dots=dots)
    return Section(
        family,
        layout.protocol_page(family.kind),
        results,
        fixtures,
        barred(suites),
        tuple(suite_row(suite) for suite in suites if suite.state == "published"),
    )


def suites_of(context: SiteContext, kind: str) -> tuple[SuiteSummary, ...]:
    """Return the suites of a protocol, barred ones included, sorted by title."""
    chosen = (suite for suite in context.results.suites if suite.kind == kind)
    return tuple(sorted(chosen, key=lambda suite: (suite.title, suite.id)))


def suite_row(suite: SuiteSummary) -> CountRow:
    """Return the counts of a suite."""
    return CountRow(
        suite.kind,
        suite.title,
        layout.suite_page(suite.id),
        suite.counts if suite.counts.attempted else None,
        "fixture" if suite.fixture else "",
    )


def barred(suites: Iterable[SuiteSummary]) -> tuple[Barred, ...]:
    """Return the barred ones of some suites."""
    return tuple(
        Barred(
            suite.title, layout.suite_page(suite.id), suite.fixture, suite.reason or "no reason recorded", suite.counts
        )
        for suite in suites
        if suite.state == "invalidated"
    )
