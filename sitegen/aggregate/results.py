"""Every published number from the inputs."""

from collections.abc import Iterator, Mapping, Sequence

from sitegen.aggregate.cohorts import Group, cohort, groups, unrecorded
from sitegen.aggregate.counts import NO_COUNTS, suite_counts, total, verdicts
from sitegen.caveats import applying, conditions
from sitegen.inputs import Inputs, SuiteInput
from sitegen.records.caveat import Caveat
from sitegen.records.kinds.imported import ImportedSuite
from sitegen.records.suite import ProtocolKind
from sitegen.rows import RunRow
from sitegen.summaries import ProtocolSummary, Results, SuiteSummary, WithdrawnRun

KINDS: tuple[ProtocolKind, ...] = ("api", "imported")
"""Protocols that have records, in the order of the site."""


def results(inputs: Inputs) -> tuple[Results, tuple[Group, ...]]:
    """Return all numbers but the claims, which are decided from them, and the rows of each cohort."""
    suites = {suite.id: suite for suite in inputs.suites}
    standing = [row for row in inputs.rows if row.run not in suites[row.suite].withdrawn]
    counted = [row for row in standing if suites[row.suite].tombstone is None]
    made = groups(counted, suites)
    lacking = unrecorded(made, suites)
    cohorts = tuple(
        cohort(group, suites, _cohort_caveats(group, suites, inputs.caveats), lacking[group.id]) for group in made
    )
    by_suite: dict[str, list[RunRow]] = {suite: [] for suite in suites}
    for row in standing:
        by_suite[row.suite].append(row)
    cohorts_of: dict[str, list[str]] = {suite: [] for suite in suites}
    for one in cohorts:
        for suite in one.suites:
            cohorts_of[suite].append(one.id)
    summaries = tuple(
        _suite(suite, by_suite[suite.id], cohorts_of[suite.id], inputs.caveats) for suite in inputs.suites
    )
    protocols = tuple(_protocols(summaries, inputs, counted))
    return Results(protocols, summaries, cohorts, (), tuple(_withdrawn(inputs, suites))), made


def _withdrawn(inputs: Inputs, suites: Mapping[str, SuiteInput]) -> Iterator[WithdrawnRun]:
    """Yield the withdrawn runs, each with the cohort that its record would be in, or that a release says."""
    released = {
        address: run.cohort
        for past in inputs.releases
        for address, run in past.held.runs.items()
        if run.cohort is not None
    }
    kept = [row for row in inputs.rows if row.run in suites[row.suite].withdrawn]
    recorded = {row.address: group.id for group in groups(kept, suites) for row in group.rows}
    for one in inputs.withdrawn:
        cohort = recorded.get(one.address) or released.get(one.address)
        yield WithdrawnRun(one.address, one.suite, one.run, one.on, one.reason, cohort, one.address in recorded)


def _cohort_caveats(group: Group, suites: Mapping[str, SuiteInput], caveats: Sequence[Caveat]) -> tuple[str, ...]:
    own = [suites[suite] for suite in sorted({row.suite for row in group.rows})]
    return applying(caveats, conditions(group.rows, own))


def _suite(
    suite: SuiteInput, rows: Sequence[RunRow], cohorts: Sequence[str], caveats: Sequence[Caveat]
) -> SuiteSummary:
    barred = suite.tombstone
    attempted = [row for row in rows if row.attempted]
    record = suite.record
    return SuiteSummary(
        id=suite.id,
        kind=suite.kind,
        title=suite.title,
        fixture=suite.fixture,
        state="invalidated" if barred else "published",
        reason=barred.reason if barred else None,
        counts=suite_counts(suite, rows),
        tasks=len(record.tasks) if record else 0,
        verdicts=verdicts(attempted) if suite.kind == "imported" and not barred else None,
        cohorts=tuple(cohorts),
        submitted_accuracy=record.origin.submitted.accuracy if isinstance(record, ImportedSuite) else None,
        caveats=applying(caveats, conditions(rows, [suite])),
    )


def _protocols(
    summaries: Sequence[SuiteSummary], inputs: Inputs, counted: Sequence[RunRow]
) -> Iterator[ProtocolSummary]:
    for kind in KINDS:
        own = [summary for summary in summaries if summary.kind == kind]
        live = [summary for summary in own if summary.state == "published"]
        held = conditions(
            [row for row in counted if row.kind == kind], [suite for suite in inputs.suites if suite.kind == kind]
        )
        yield ProtocolSummary(
            kind=kind,
            results=total(one.counts for one in live if not one.fixture) if live else NO_COUNTS,
            fixtures=total(one.counts for one in live if one.fixture) if live else NO_COUNTS,
            suites=tuple(one.id for one in own),
            cohorts=tuple(dict.fromkeys(cohort for one in live for cohort in one.cohorts)),
            caveats=applying(inputs.caveats, held | {kind}),
        )
