"""How a number or a decision came about, in lines of text, down to file and hash."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sitegen.build.prepare import Prepared, make_gate, prepare
from sitegen.build.state import State
from sitegen.changes.history import GoneRun, History
from sitegen.eligibility import eligibility
from sitegen.exact import usd_of
from sitegen.figures import plural
from sitegen.layout import CONTENT
from sitegen.load.tree import RunFiles
from sitegen.measures import MEASURES
from sitegen.rows import RunRow
from sitegen.scan import walk
from sitegen.snapshots import NO_RUN
from sitegen.summaries import (
    Aggregate,
    ClaimDecision,
    Cohort,
    Counts,
    Known,
    MeasureSummary,
    NoRuns,
    Pending,
    Rate,
    SuiteSummary,
    Verdicts,
)


class UnknownSubjectError(Exception):
    """There is no such suite, run, cohort or claim, or several runs."""


def explain(root: Path, subject: str, environ: Mapping[str, str]) -> list[str]:
    """Return the explanation of a suite's, cohort's or claim's id, of a run's address, or of an id that one run has.

    Raises:
        UnknownSubjectError: The content has issues, nothing of that name, or several runs.
    """
    gate, _faults = make_gate(root, environ)
    prepared, issues = prepare(root, walk(root, CONTENT), gate, State(), 1, lambda _step, _done, _n: None)
    if prepared is None:
        raise UnknownSubjectError(f"the content has {plural(len(issues), 'issue')}; see build-site check")
    found = [*_named(subject, prepared), *_runs_named(subject, prepared)]
    if not found:
        wanted = "suite id, cohort id, claim id, run address (suite--run) or run id"
        raise UnknownSubjectError(f"{subject} is no {wanted} of this content")
    return "\n\n".join("\n".join(lines) for lines in found).split("\n")


def _named(subject: str, prepared: Prepared) -> Iterator[Iterator[str]]:
    """Yield the explanation of each suite, cohort and claim of that id."""
    results = prepared.results
    yield from (_suite(suite, prepared) for suite in results.suites if suite.id == subject)
    yield from (_cohort(cohort, prepared) for cohort in results.cohorts if cohort.id == subject)
    yield from (_claim(claim) for claim in results.claims if claim.id == subject)
    yield from (_gone(one, prepared.history) for one in prepared.history.gone if subject in (one.address, one.run))


def _runs_named(subject: str, prepared: Prepared) -> Iterator[Iterator[str]]:
    runs = [run for run in prepared.loaded.runs if subject in (run.row.address, run.row.run)]
    if len(runs) > 1:
        addresses = ", ".join(run.row.address for run in runs[:_MOST_NAMED])
        more = f" and {len(runs) - _MOST_NAMED} more" if len(runs) > _MOST_NAMED else ""
        raise UnknownSubjectError(f"{subject} is the id of {len(runs)} runs: {addresses}{more}; name one of them")
    yield from (_run(run, prepared) for run in runs)


_MOST_NAMED = 10


def _claim(claim: ClaimDecision) -> Iterator[str]:
    yield f"Claim {claim.id} ({claim.rule}): {'made' if claim.made else 'not made'}"
    yield f"  {claim.sentence}"
    yield from (f"  cites {claim.measure} of cohort {one}; see build-site explain {one}" for one in claim.cohorts)
    yield from (f"  {'met  ' if one.met else 'unmet'} {one.text}: {one.found}" for one in claim.conditions)


def _gone(one: GoneRun, history: History) -> Iterator[str]:
    yield f"Run {one.address}: no record any more"
    what = "withdrawn" if one.state == "withdrawn" else "barred with its suite"
    yield f"  does not count: it was {what} on {one.on}: {one.reason}"
    for past in history.releases:
        run = past.held.runs.get(one.address, NO_RUN)
        if run.cohort is not None:
            yield f"  in release {past.release.name} it counted in cohort {run.cohort}: {run.standing}, {run.hashes[0]}"


def _suite(suite: SuiteSummary, prepared: Prepared) -> Iterator[str]:
    yield f"Suite {suite.id}: {suite.title}"
    if suite.fixture:
        yield "  fixture: made by hand, in no count of results and in no claim"
    if suite.reason is not None:
        yield f"  barred, in no count: {suite.reason}"
    yield f"  {suite.counts.planned} planned, {_counts(suite.counts)}"
    yield from _verdicts(suite.verdicts)
    if suite.submitted_accuracy is not None:
        yield f"  the origin's own rate: {suite.submitted_accuracy}"
    yield from (f"  cohort {one}; see build-site explain {one}" for one in suite.cohorts)
    given = next(one for one in prepared.inputs.suites if one.id == suite.id)
    for slot in given.standing:
        if slot.state == "not_started":
            yield f"  not started: {slot.run}, {slot.reason}"
    yield from (f"  withdrawn: {one.run} on {one.on}, {one.reason}" for one in given.withdrawn.values())
    yield from (f"  {fact.sha256}  {fact.path}" for fact in given.files)


def _counts(counts: Counts) -> str:
    parts = f"{counts.attempted} attempted, {counts.completed} completed, {counts.failed} failed"
    return f"{parts}, {counts.not_started} not started"


def _verdicts(verdicts: Verdicts | None) -> Iterator[str]:
    if verdicts is not None:
        graded = f"{verdicts.resolved} resolved, {verdicts.not_resolved} not resolved, {verdicts.ungraded} ungraded"
        yield f"  verdicts of the origin: {graded}"


def _run(run: RunFiles, prepared: Prepared) -> Iterator[str]:
    row = run.row
    suites = {suite.id: suite for suite in prepared.inputs.suites}
    found = eligibility(row, suites)
    yield f"Run {row.address}: {row.status} ({row.stop})"
    yield f"  {'counts' if found.counts else 'does not count'}: {found.reason}"
    cohort = next((one.id for one in prepared.results.cohorts if row.address in one.runs), None)
    yield f"  cohort: {cohort or 'none'}"
    for measure, value in row.values.items():
        yield f"  {measure}: {'unknown' if value is None else f'{value} {MEASURES[measure].unit}'}"
    yield f"  cost basis: {row.cost_basis or 'none'}; price snapshot: {row.price or 'none'}"
    for fact in run.facts:
        yield f"  {fact.sha256}  {fact.path}"


def _cohort(cohort: Cohort, prepared: Prepared) -> Iterator[str]:
    key = cohort.key
    yield f"Cohort {cohort.id}: {cohort.title}"
    yield f"  {_counts(cohort.counts)}"
    for name, value in (
        ("task", f"{key.task.label} {key.task.hash}"),
        ("protocol", key.protocol),
        ("provider, model", f"{key.provider}, {key.model or 'not named by the origin'}"),
        ("settings", f"{key.settings.label} {key.settings.hash}"),
        ("source", f"{key.source.label} {key.source.hash}"),
        ("evaluator", f"{key.evaluator.label} {key.evaluator.hash}"),
    ):
        yield f"  {name}: {value}"
    for label in cohort.labels:
        yield f"  limit: {label}"
    yield from _rate("build-check rate", "completed and passed every check", cohort.build_check)
    yield from _rate("resolved rate", "resolved by the origin's verdict", cohort.resolved)
    yield from _verdicts(cohort.verdicts)
    for summary in cohort.measures:
        yield from _measure(summary)
    yield from _spent([row for row in prepared.rows[cohort.id] if row.attempted])
    by_address = {run.row.address: run for run in prepared.loaded.runs}
    for address in cohort.runs:
        run = by_address[address]
        record = next(fact for fact in run.facts if fact.path.endswith("/run.json"))
        note = "" if run.row.attempted else "  not started, in no denominator"
        yield f"  {record.sha256}  {record.path}{note}"


def _rate(name: str, meaning: str, rate: Rate | None) -> Iterator[str]:
    if rate is not None:
        share = "no runs" if rate.percent is None else f"{rate.count} of {rate.n} = {rate.percent} %"
        yield f"  {name}: {share}, {meaning}"


def _spent(rows: Sequence[RunRow]) -> Iterator[str]:
    """Yield what the runs cost together; a sum that lacks some says so."""
    ticks = [row.values["cost_ticks"] for row in rows]
    known = [value for value in ticks if value is not None]
    if known:
        unknown = len(ticks) - len(known)
        lacking = f"; {unknown} of {len(ticks)} unknown, so this is no total" if unknown else ""
        yield f"  cost together: {usd_of(sum(known))} USD over {plural(len(known), 'run')}{lacking}"


def _measure(summary: MeasureSummary) -> Iterator[str]:
    yield f"  {summary.measure} ({MEASURES[summary.measure].unit}): {_aggregate(summary.all_runs)}"


def _aggregate(found: Aggregate) -> str:
    if isinstance(found, NoRuns):
        return "no runs"
    if isinstance(found, Pending):
        return f"pending, {found.reviewed} of {found.n} reviewed"
    if not isinstance(found, Known):
        rest = f"; the others add up to {found.at_least}" if found.unknown < found.n else ""
        return f"unavailable, {found.unknown} of {found.n} unknown{rest}"
    text = f"median {found.median} of {found.n} runs, range {found.low} to {found.high}"
    if found.interval is None:
        return f"{text}, too few runs for an interval"
    one = found.interval
    ranks = f"ranks {one.low_rank} and {one.high_rank}, coverage {one.coverage_percent} %"
    return f"{text}, 95 % interval {one.low} to {one.high} ({ranks})"
