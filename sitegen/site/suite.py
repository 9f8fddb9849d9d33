"""The page of a suite: its plan, what became of it, where it comes from. A barred suite keeps a page that says why."""

from collections.abc import Iterable
from dataclasses import dataclass

from sitegen import layout
from sitegen.charts import Part
from sitegen.exact import ratio
from sitegen.figures import plural
from sitegen.inputs import SuiteInput
from sitegen.records.kinds.imported import ImportedSuite, Origin
from sitegen.rows import RunRow
from sitegen.site.caveats import Note
from sitegen.site.context import SiteContext
from sitegen.site.downloads import Download, suite_downloads
from sitegen.site.links import Gate, Link, gate
from sitegen.site.page import Crumb, Page
from sitegen.site.protocol import OVERVIEW_CRUMB
from sitegen.site.protocols import FAMILIES
from sitegen.site.rules import Fact, Rules, rules_of
from sitegen.site.tables import CohortTable, cohort_tables, outcome, with_dots
from sitegen.site.withdrawn import WithdrawnLine, withdrawn_lines
from sitegen.summaries import Counts, SuiteSummary, Verdicts


@dataclass(frozen=True, slots=True)
class Unstarted:
    """A planned run that dispatched no request."""

    run: str
    model: str
    task: str
    reason: str
    address: str
    """Page of its record; empty where it left none."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A difference within the origin's own publication."""

    subject: str
    table: str
    files: str
    taken: str
    address: str
    """Page of the run that it concerns; empty where it concerns none."""


@dataclass(frozen=True, slots=True)
class Imported:
    """Where an imported suite comes from, and how its own figures compare with ours."""

    facts: tuple[Fact, ...]
    url: str
    submitted: str
    """The origin's own rate."""
    counted: str
    """Ours, to as many decimals; empty without runs."""
    equal: bool
    differences: tuple[Disagreement, ...]
    dropped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TaskLine:
    """A task of the suite."""

    title: str
    id: str
    version: int
    hash: str
    address: str


@dataclass(frozen=True, slots=True)
class SuiteView:
    """A suite."""

    title: str
    kind_title: str
    summary: str
    fixture: bool
    counts: Counts
    tasks: int
    verdicts: Verdicts | None
    outcome: tuple[Part, ...]
    table: CohortTable | None
    imported: Imported | None
    unstarted: tuple[Unstarted, ...]
    withdrawn: tuple[WithdrawnLine, ...]
    task_lines: tuple[TaskLine, ...]
    rules: tuple[Rules, ...]
    facts: tuple[Fact, ...]
    command: str
    gates: tuple[Gate, ...]
    notes: tuple[Note, ...]
    downloads: tuple[Download, ...]


@dataclass(frozen=True, slots=True)
class TombstoneView:
    """A barred suite."""

    title: str
    kind_title: str
    fixture: bool
    reason: str
    on: str
    counts: Counts
    runs: tuple[Link, ...]
    downloads: tuple[Download, ...]
    notes: tuple[Note, ...]


def suite_pages(context: SiteContext) -> list[Page]:
    """Return a page for every suite, barred ones included."""
    return [_page(context, suite) for suite in context.results.suites]


def _page(context: SiteContext, suite: SuiteSummary) -> Page:
    given = context.suites[suite.id]
    family = FAMILIES[suite.kind]
    barred = suite.state == "invalidated"
    title = suite.title if not barred else f"{suite.title}, invalidated"
    return Page(
        layout.suite_page(suite.id),
        "tombstone.html" if barred else "suite.html",
        title,
        f"{family.title}: {plural(suite.counts.planned, 'planned run')}, {suite.counts.attempted:,} attempted.",
        layout.OVERVIEW,
        (OVERVIEW_CRUMB, Crumb(family.title, layout.protocol_page(suite.kind)), Crumb(suite.title, None)),
        _tombstone(context, suite, given) if barred else _view(context, suite, given),
        (given.path, *suite.cohorts),
    )


def _tombstone(context: SiteContext, suite: SuiteSummary, given: SuiteInput) -> TombstoneView:
    return TombstoneView(
        suite.title,
        FAMILIES[suite.kind].title,
        suite.fixture,
        suite.reason or "no reason recorded",
        given.tombstone.invalidated_at if given.tombstone else "",
        suite.counts,
        tuple(Link(row.run, layout.run_page(row.address)) for row in context.barred_rows.get(suite.id, ())),
        suite_downloads(given),
        context.notes(suite.caveats, "suite"),
    )


def _view(context: SiteContext, suite: SuiteSummary, given: SuiteInput) -> SuiteView:
    cohorts = context.cohorts(suite.cohorts)
    rows = [row for cohort in cohorts for row in context.rows.get(cohort.id, ()) if row.suite == suite.id]
    record = given.record
    tables = cohort_tables(context, suite.kind, cohorts, (suite,), dots=with_dots(cohorts))
    return SuiteView(
        suite.title,
        FAMILIES[suite.kind].title,
        record.summary if record else "",
        suite.fixture,
        suite.counts,
        suite.tasks,
        suite.verdicts,
        outcome(suite.verdicts),
        tables[1] if suite.fixture else tables[0],
        _imported(record, suite) if isinstance(record, ImportedSuite) else None,
        _unstarted(given, rows),
        withdrawn_lines(one for one in context.results.withdrawn if one.suite == suite.id),
        _tasks(given),
        rules_of([given]),
        _facts(given),
        (record.command or "") if record else "",
        tuple(
            gate(claim, context.results.cohorts)
            for claim in context.claims_on("suite", [cohort.id for cohort in cohorts])
        ),
        context.notes(suite.caveats, "suite"),
        suite_downloads(given),
    )


def _imported(record: ImportedSuite, suite: SuiteSummary) -> Imported:
    origin = record.origin
    decimals = len(origin.submitted.accuracy.partition(".")[2])
    counted = ""
    if suite.verdicts and suite.counts.attempted:
        counted = ratio(suite.verdicts.resolved, suite.counts.attempted, decimals)
    return Imported(
        _origin_facts(origin, suite.verdicts),
        origin.url,
        origin.submitted.accuracy,
        counted,
        counted == origin.submitted.accuracy,
        tuple(
            Disagreement(
                one.subject,
                one.table,
                one.files,
                one.taken,
                layout.run_page(f"{suite.id}--{one.run}") if one.run else "",
            )
            for one in origin.differences
        ),
        origin.dropped,
    )


def _origin_facts(origin: Origin, verdicts: Verdicts | None) -> tuple[Fact, ...]:
    own = origin.submitted
    figures = f"{own.trials:,} trials, {own.resolved:,} resolved, {own.unresolved:,} not resolved"
    if verdicts and verdicts.not_resolved + verdicts.ungraded == own.unresolved:
        figures += f" ({verdicts.not_resolved:,} graded so, {verdicts.ungraded:,} ungraded)"
    return (
        Fact("Harness", origin.harness),
        Fact("Data set", origin.dataset),
        Fact("Submission", origin.submission),
        Fact("Agent", origin.agent),
        Fact("Origin’s run", "" if origin.run_uuid else "not recorded", origin.run_uuid or ""),
        Fact("Commit of its harness", "" if origin.commit else "not recorded", origin.commit or ""),
        Fact("Read on", origin.retrieved_on),
        Fact("Its own figures", figures),
    )


def _unstarted(given: SuiteInput, rows: Iterable[RunRow]) -> tuple[Unstarted, ...]:
    recorded = {row.run: row.address for row in rows}
    return tuple(
        Unstarted(
            slot.run,
            slot.model or "not named",
            slot.task,
            slot.reason or "no reason recorded",
            layout.run_page(recorded[slot.run]) if slot.run in recorded else "",
        )
        for slot in given.standing
        if slot.state == "not_started"
    )


def _tasks(given: SuiteInput) -> tuple[TaskLine, ...]:
    return tuple(
        TaskLine(
            task.title,
            id,
            task.version,
            given.task_hashes.get(id, ""),
            layout.suite_file(given.id, f"{layout.TASKS}/{id}.json"),
        )
        for id, task in sorted(given.tasks.items())
    )


def _facts(given: SuiteInput) -> tuple[Fact, ...]:
    record = given.record
    if record is None:
        return ()
    facts = [
        Fact("Id", "", record.id),
        Fact("Started", record.started_at or "not recorded"),
        Fact("Ended", record.ended_at or ("interrupted" if record.interrupted else "not recorded")),
    ]
    if record.task_set:
        facts.append(Fact("Task set", f"{len(record.task_set.tasks):,} tasks", record.task_set.hash))
    return tuple(facts)
