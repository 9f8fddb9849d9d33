"""How a number or a decision came about, in lines of text, down to file and hash."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from sitegen.build.prepare import Prepared, make_gate, prepare
from sitegen.build.state import State
from sitegen.eligibility import eligibility
from sitegen.layout import CONTENT
from sitegen.load.tree import RunFiles
from sitegen.measures import MEASURES
from sitegen.scan import walk
from sitegen.summaries import Aggregate, Cohort, Known, MeasureSummary, NoRuns, Pending


class UnknownSubjectError(Exception):
    """There is no such run, cohort or claim."""


def explain(root: Path, subject: str, environ: Mapping[str, str]) -> list[str]:
    """Return the explanation of a run's address, a cohort's id or a claim's id.

    Raises:
        UnknownSubjectError: The content has issues, or nothing of that name.
    """
    gate, _faults = make_gate(root, environ)
    prepared, issues = prepare(root, walk(root, CONTENT), gate, State(), 1, lambda _step, _done, _n: None)
    if prepared is None:
        raise UnknownSubjectError(f"the content has {len(issues)} issues; see build-site check")
    run = next((run for run in prepared.loaded.runs if run.row.address == subject), None)
    if run is not None:
        return list(_run(run, prepared))
    cohort = next((cohort for cohort in prepared.results.cohorts if cohort.id == subject), None)
    if cohort is not None:
        return list(_cohort(cohort, prepared))
    claim = next((claim for claim in prepared.results.claims if claim.id == subject), None)
    if claim is None:
        raise UnknownSubjectError(f"{subject} is no run address (suite--run), cohort id or claim id of this content")
    lines = [f"Claim {claim.id} ({claim.rule}): {'made' if claim.made else 'not made'}", f"  {claim.sentence}"]
    lines += [f"  cites {claim.measure} of cohort {one}; see build-site explain {one}" for one in claim.cohorts]
    lines += [f"  {'met  ' if one.met else 'unmet'} {one.text}: {one.found}" for one in claim.conditions]
    return lines


def _run(run: RunFiles, prepared: Prepared) -> Iterator[str]:
    row = run.row
    suites = {suite.id: suite for suite in prepared.inputs.suites}
    found = eligibility(row, suites)
    yield f"Run {row.address}: {row.status} ({row.stop})"
    yield f"  {'counts' if found.counts else 'does not count'}: {found.reason}"
    cohort = next((one.id for one in prepared.results.cohorts if row.address in one.runs), None)
    yield f"  cohort: {cohort or 'none'}"
    for measure, value in row.values.items():
        unit = MEASURES[measure].unit
        yield f"  {measure}: {'unknown' if value is None else value} {unit}"
    yield f"  cost basis: {row.cost_basis or 'none'}; price snapshot: {row.price or 'none'}"
    for fact in run.facts:
        yield f"  {fact.sha256}  {fact.path}"


def _cohort(cohort: Cohort, prepared: Prepared) -> Iterator[str]:
    key = cohort.key
    yield f"Cohort {cohort.id}: {cohort.title}"
    yield f"  {cohort.counts.attempted} attempted, {cohort.counts.completed} completed, {cohort.counts.failed} failed"
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
    for summary in cohort.measures:
        yield from _measure(summary)
    by_address = {run.row.address: run for run in prepared.loaded.runs}
    for address in cohort.runs:
        run = by_address[address]
        record = next(fact for fact in run.facts if fact.path.endswith("/run.json"))
        yield f"  {record.sha256}  {record.path}"


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
