"""A trial of Terminal-Bench 1 as a run record.

Status and verdict are independent: a trial whose agent ran out of time is `failed`, and may be resolved all the same,
because the origin tests what was left. A trial is graded where the origin says true or false under `is_resolved`; where
it says null, the run is ungraded, never "not resolved".
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from types import MappingProxyType

from runner.importers.cleaning import clean_labels
from runner.importers.terminal_bench_reconcile import TrialFacts
from runner.importers.terminal_bench_source import SourceTrial
from sitegen.exact import milliseconds
from sitegen.issues import Issue, issue
from sitegen.layout import slugs
from sitegen.records.base import Fingerprint, Source, TaskRef
from sitegen.records.grade import Check, Verdict, VerdictGrade
from sitegen.records.kinds.imported import ImportedRun, Trial
from sitegen.records.price import Cost
from sitegen.records.run import ModelRef, Status, Stop
from sitegen.records.usage import ExplainedClass, Usage

NOT_NAMED = "not named by the origin"

_ANSWERED = "answered"
ENDINGS: Mapping[str, tuple[Status, str]] = MappingProxyType(
    {
        "unset": ("completed", _ANSWERED),
        "none": ("completed", _ANSWERED),
        "parse_error": ("completed", "tests-unreadable"),
        "test_timeout": ("completed", "tests-timed-out"),
        "agent_timeout": ("failed", "agent-timeout"),
        "agent_installation_failed": ("failed", "agent-installation-failed"),
        "context_length_exceeded": ("failed", "context-length-exceeded"),
        "fatal_llm_parse_error": ("failed", "fatal-llm-parse-error"),
        "output_length_exceeded": ("failed", "output-length-exceeded"),
        "unknown_agent_error": ("failed", "unknown-agent-error"),
    }
)
"""Status and stop reason by the origin's failure mode. Its `unknown` has no mapping.

Where only the tests failed to give a verdict, the agent had ended by itself: the run is completed, and its stop reason
says what became of the tests.
"""

_UNGRADED: Mapping[str, str] = MappingProxyType(
    {
        "parse_error": "the origin could not read what its tests printed",
        "test_timeout": "the origin's tests ran out of time",
    }
)
_SPANS = (("wall_ms", "agent"), ("trial_ms", "trial"), ("test_ms", "test"))
_ATTEMPT = re.compile(r"\.([1-9]\d{0,5})-of-([1-9]\d{0,5})(\.|$)")


@dataclass(frozen=True, slots=True)
class Common:
    """What all runs of the suite have in common."""

    suite: str
    model: str | None
    protocol: str
    source: Source
    evaluator: Fingerprint
    harness: Fingerprint
    run_ids: Mapping[str, str]
    """By the origin's name of the trial."""
    trial_names: Mapping[str, str]
    """What is shown of the origin's name of each trial."""
    tasks: Mapping[str, TaskRef]
    """By the origin's name of the task."""
    private: tuple[re.Pattern[str], ...]
    """What no label may show."""


def trial_faults(trials: Iterable[TrialFacts]) -> tuple[Issue, ...]:
    """Return what keeps trials from being taken over: unknown endings, names without a number, negative durations."""
    return tuple(fault for facts in trials for fault in _faults(facts))


def _faults(facts: TrialFacts) -> list[Issue]:
    trial, faults = facts.trial, []
    if trial.failure_mode not in ENDINGS:
        known = f"a failure mode that has a mapping: {', '.join(sorted(ENDINGS))}"
        place = f"{facts.pointer}/failure_mode"
        faults.append(issue("field-value", facts.file, place, found=trial.failure_mode, expected=known))
    if attempt(trial) is None:
        place = f"{facts.pointer}/trial_name"
        expected = f"{trial.task_id}.<number>-of-<attempts>"
        faults.append(issue("field-value", facts.file, place, found=trial.trial_name, expected=expected))
    for _, what in _SPANS:
        start, end = trial.span(what)
        if start is not None and end is not None and end < start:
            place = f"{facts.pointer}/{what}_ended_at"
            expected = f"a time from {start.isoformat()}"
            faults.append(issue("time-order", facts.file, place, found=end.isoformat(), expected=expected))
    return faults


def attempt(trial: SourceTrial) -> int | None:
    """Return the number of the attempt, from 1; None where the name of the trial does not have it."""
    rest = trial.trial_name.removeprefix(trial.task_id)
    found = _ATTEMPT.match(rest)
    return int(found[1]) if found else None


def labels(trial: SourceTrial, private: tuple[re.Pattern[str], ...]) -> dict[str, str]:
    """Return the label of each of the trial's tests, by the origin's name."""
    return clean_labels(trial.parser_results or {}, private)


def run_of(facts: TrialFacts, common: Common) -> ImportedRun:
    """Return the record of a trial that has no faults."""
    trial = facts.trial
    status, stop = ENDINGS[trial.failure_mode]
    spans = {name: _span_ms(*trial.span(what)) for name, what in _SPANS}
    started_at, ended_at = trial.span("trial")
    return ImportedRun(
        kind="imported",
        schema_version=1,
        id=common.run_ids[trial.trial_name],
        suite=common.suite,
        fixture=False,
        task=common.tasks[trial.task_id],
        protocol=common.protocol,
        provider=NOT_NAMED,
        model=ModelRef(requested=common.model, label=common.model or NOT_NAMED, reported=()),
        settings={},
        source=common.source,
        evaluator=common.evaluator,
        harness=common.harness,
        repetition=attempt(trial) or 1,
        position=None,
        status=status,
        stop=Stop(reason=stop),
        started_at=timestamp(started_at),
        ended_at=timestamp(ended_at),
        wall_ms=spans["wall_ms"],
        trial_ms=spans["trial_ms"],
        test_ms=spans["test_ms"],
        usage=_usage(trial),
        cost=Cost(
            estimated_ticks=None,
            provider_ticks=None,
            reason="the origin gives no amount, and names no price to estimate it",
        ),
        missing={name: _no_span(what, facts) for name, what in _SPANS if spans[name] is None},
        trial=Trial(
            name=common.trial_names[trial.trial_name],
            uuid=trial.key,
            has_file=facts.has_file,
            failure_mode=trial.failure_mode,
        ),
        grade=_grade(facts, common),
    )


def timestamp(moment: datetime | None) -> str | None:
    """Return a point in time in UTC as records write it; None where there is none."""
    return None if moment is None else moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def _span_ms(start: datetime | None, end: datetime | None) -> int | None:
    if start is None or end is None:
        return None
    return milliseconds(Fraction((end - start) // timedelta(microseconds=1), 10**6))


def _no_span(what: str, facts: TrialFacts) -> str:
    if not facts.has_file:
        return "the submission has no file of this trial, and its table gives no times"
    return f"the origin gives no times of the {what}"


def _usage(trial: SourceTrial) -> Usage:
    uncounted: tuple[ExplainedClass, ...] = ("cached_read", "cache_write")
    missing = dict.fromkeys(uncounted, "the origin does not count it")
    counted, reason_in = _tokens(trial.total_input_tokens)
    written, reason_out = _tokens(trial.total_output_tokens)
    if reason_in is not None:
        missing["input"] = reason_in
    if reason_out is not None:
        missing["output"] = reason_out
    return Usage(input=counted, cached_read=None, cache_write=None, output=written, reasoning=None, missing=missing)


def _tokens(count: int | None) -> tuple[int | None, str | None]:
    """Return the count, or None and why: an agent that ran cannot have used 0 tokens."""
    if count is None:
        return None, "not reported: the origin says null"
    if count == 0:
        return None, "not reported: the origin says 0, which stands for an agent that counts nothing"
    return count, None


def _grade(facts: TrialFacts, common: Common) -> VerdictGrade:
    trial = facts.trial
    verdicts: dict[bool | None, Verdict | None] = {True: "resolved", False: "not_resolved", None: None}
    verdict = verdicts[trial.is_resolved]
    shown = labels(trial, common.private)
    ids = slugs(list(shown.values()))
    outcome = {"passed": True, "failed": False}
    checks = tuple(
        Check(id=ids[shown[name]], label=shown[name], passed=outcome.get(result))
        for name, result in (trial.parser_results or {}).items()
    )
    reason = None
    if verdict is None:
        mode = trial.failure_mode
        reason = _UNGRADED.get(mode, f"the origin gives no verdict for a trial that ended as {mode}")
        if not facts.has_file:
            reason = f"the origin's table lists the trial as {mode} without a verdict, and there is no file of it"
    return VerdictGrade(evaluator=common.evaluator, verdict=verdict, checks=checks, reason=reason)
