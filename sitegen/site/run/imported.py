"""The page of a run that another harness made."""

from typing import NamedTuple

from sitegen import cost, layout
from sitegen.figures import run_dollars
from sitegen.inputs import RunInput, SuiteInput
from sitegen.records.kinds.imported import ImportedRun, ImportedSuite
from sitegen.records.usage import Usage
from sitegen.site.downloads import Download
from sitegen.site.rules import Fact
from sitegen.site.run.parts import (
    NOT_REPORTED,
    CheckLine,
    Identity,
    Missing,
    checks,
    files,
    identity,
    in_seconds,
    missing,
    or_not_reported,
)

_VERDICTS = {"resolved": "resolved", "not_resolved": "not resolved", None: "ungraded"}


class TokenCount(NamedTuple):
    """A class of tokens as the origin recorded it."""

    label: str
    tokens: str


class Doubt(NamedTuple):
    """A disagreement of the origin's table and files about this run."""

    table: str
    files: str
    taken: str


class ImportedRunView(NamedTuple):
    """A run that another harness made."""

    title: str
    about: str
    """What was tried, in a phrase."""
    status: str
    stop: str
    detail: str
    fixture: bool
    verdict: str
    verdict_reason: str
    has_file: bool
    failure_mode: str
    wall: str
    trial_time: str
    test_time: str
    cost: str
    """Empty where no cost is known."""
    tokens: tuple[TokenCount, ...]
    checks: tuple[CheckLine, ...]
    doubts: tuple[Doubt, ...]
    missing: tuple[Missing, ...]
    origin: tuple[Fact, ...]
    origin_url: str
    identity: Identity
    files: tuple[Download, ...]
    record: str
    """Address of the record."""


def imported_view(run: RunInput, record: ImportedRun, suite: SuiteInput) -> ImportedRunView:
    """Return everything that the page of an imported run says of the run alone."""
    address = f"{record.suite}--{record.id}"
    ticks, _ = cost.shown(record.cost)
    task = suite.tasks.get(record.task.id)
    title = task.title if task else record.task.id
    return ImportedRunView(
        title=f"{title}, attempt {record.repetition}",
        about=f"{suite.title}, {_VERDICTS[record.grade.verdict]}",
        status=record.status,
        stop=record.stop.reason,
        detail=record.stop.detail or "",
        fixture=record.fixture,
        verdict=_VERDICTS[record.grade.verdict],
        verdict_reason=record.grade.reason or "",
        has_file=record.trial.has_file,
        failure_mode=record.trial.failure_mode,
        wall=in_seconds(record.wall_ms),
        trial_time=in_seconds(record.trial_ms),
        test_time=in_seconds(record.test_ms),
        cost=run_dollars(ticks) if ticks is not None else "",
        tokens=_tokens(record.usage),
        checks=checks(record.grade.checks),
        doubts=_doubts(record, suite),
        missing=missing(record),
        origin=_origin(record, suite),
        origin_url=suite.record.origin.url if isinstance(suite.record, ImportedSuite) else "",
        identity=identity(record),
        files=files(run, address),
        record=layout.run_record(address),
    )


def _tokens(usage: Usage) -> tuple[TokenCount, ...]:
    return (
        TokenCount("Input, all", or_not_reported(usage.input)),
        TokenCount("Cached read, part of input", or_not_reported(usage.cached_read)),
        TokenCount("Cache write, part of input", or_not_reported(usage.cache_write)),
        TokenCount("Output, all", or_not_reported(usage.output)),
        TokenCount("Reasoning, part of output", or_not_reported(usage.reasoning)),
    )


def _doubts(record: ImportedRun, suite: SuiteInput) -> tuple[Doubt, ...]:
    if not isinstance(suite.record, ImportedSuite):
        return ()
    return tuple(
        Doubt(one.table, one.files, one.taken) for one in suite.record.origin.differences if one.run == record.id
    )


def _origin(record: ImportedRun, suite: SuiteInput) -> tuple[Fact, ...]:
    trial = record.trial
    own = (
        Fact("Trial", "", trial.name),
        Fact("Id of the trial", "" if trial.uuid else NOT_REPORTED, trial.uuid or ""),
        Fact("Ended as", "", trial.failure_mode),
    )
    if not isinstance(suite.record, ImportedSuite):
        return own
    origin = suite.record.origin
    return (
        *own,
        Fact("Harness", origin.harness),
        Fact("Data set", origin.dataset),
        Fact("Submission", origin.submission),
        Fact("Agent", origin.agent),
        Fact("Read on", origin.retrieved_on),
    )
