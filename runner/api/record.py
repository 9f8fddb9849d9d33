"""From what a run came to, to its record."""

from collections.abc import Sequence
from dataclasses import dataclass

from runner.api.contract import Clock, PlannedRun
from runner.api.protocol import entry
from runner.api.saving import Saved
from runner.api.state import Course, End, Turned
from runner.api.trace import stamp
from runner.api.words import clean, name
from sitegen import fingerprint
from sitegen.cost import amounts
from sitegen.records.base import TaskRef
from sitegen.records.grade import Evaluation, PointsGrade
from sitegen.records.kinds.api import ApiRun, ProviderError, Response, ToolCall
from sitegen.records.price import Cost
from sitegen.records.run import Artifact, ModelRef, Status, Stop
from sitegen.records.usage import TOKEN_CLASSES, ExplainedClass, Lifetime, TokenClass, Usage
from sitegen.stops import STOPS

_EXPLAINED: tuple[ExplainedClass, ...] = ("input", "cached_read", "cache_write", "output")


@dataclass(frozen=True, slots=True)
class Ended:
    """A run that has ended, before it is graded."""

    end: End
    course: Course
    started_at: str
    ended_at: str
    wall_ms: int
    saved: Saved


def unstarted(planned: PlannedRun, clock: Clock, reason: str, detail: str | None = None) -> ApiRun:
    """Return the record of a run that sent no request; `reason` is a slug of `sitegen.stops`."""
    return _record(planned, End(reason, detail), Course(), at=stamp(clock))


def started(planned: PlannedRun, ended: Ended, grade: PointsGrade, artifacts: tuple[Artifact, ...]) -> ApiRun:
    """Return the record of a run that sent at least one request."""
    return _record(planned, ended.end, ended.course, ended=ended, grade=grade, artifacts=artifacts)


def _record(
    planned: PlannedRun,
    end: End,
    course: Course,
    *,
    at: str | None = None,
    ended: Ended | None = None,
    grade: PointsGrade | None = None,
    artifacts: tuple[Artifact, ...] = (),
) -> ApiRun:
    responses = tuple(_response(turned, planned.key) for turned in course.turns)
    calls = [call for response in responses for call in response.calls]
    return ApiRun(
        schema_version=1,
        kind="api",
        id=planned.id,
        suite=planned.suite,
        fixture=planned.fixture,
        task=TaskRef(id=planned.task.id, hash=fingerprint.of_record(planned.task)),
        protocol=entry(planned, ()).hash,
        provider=planned.provider,
        model=ModelRef(requested=planned.model, label=planned.label, reported=_reported(responses)),
        settings=dict(planned.settings),
        source=planned.source,
        evaluator=planned.evaluator,
        harness=planned.harness,
        repetition=planned.repetition,
        position=planned.position,
        status=_status(end, ended is not None),
        stop=Stop(reason=end.reason, detail=clean(end.detail, planned.key) if end.detail else None),
        started_at=ended.started_at if ended else at,
        ended_at=ended.ended_at if ended else at,
        wall_ms=ended.wall_ms if ended else None,
        usage=_usage([turned.answer.usage for turned in course.turns], course.requests),
        cost=_cost(planned, course),
        artifacts=artifacts,
        provider_ms=sum(response.provider_ms for response in responses) if ended else None,
        tool_ms=sum(call.duration_ms for call in calls) if ended else None,
        requests=course.requests,
        turns=len(responses),
        tool_calls=len(calls),
        failed_tool_calls=sum(not call.ok for call in calls),
        operations=sum(call.operations for call in calls),
        responses=responses,
        evaluation=Evaluation(grade=grade) if grade else None,
        provider_error=_error(end, planned.key),
        document=ended.saved.verdict if ended else None,
    )


def _status(end: End, was_started: bool) -> Status:
    if not was_started:
        return "not_started"
    return "completed" if STOPS[end.reason].completed else "failed"


def _response(turned: Turned, key: str | None) -> Response:
    answer = turned.answer
    flags = [clean(flag, key) for flag in answer.flags]
    calls: tuple[ToolCall, ...] = tuple(turned.calls)
    return Response(
        at_ms=turned.at_ms,
        provider_ms=turned.provider_ms,
        usage=answer.usage,
        provider_ticks=answer.provider_ticks,
        stop=name(answer.provider_stop),
        model=name(answer.model) if answer.model else None,
        service_tier=name(answer.service_tier) if answer.service_tier else None,
        flags=tuple(flag for flag in flags if flag),
        calls=calls,
    )


def _reported(responses: Sequence[Response]) -> tuple[str, ...]:
    return tuple(sorted({response.model for response in responses if response.model is not None}))


def _error(end: End, key: str | None) -> ProviderError | None:
    if end.error is None:
        return None
    return ProviderError(status=end.error.status, kind=name(end.error.kind), message=clean(end.error.message, key))


def _cost(planned: PlannedRun, course: Course) -> Cost:
    responses = [(turned.answer.usage, turned.answer.provider_ticks) for turned in course.turns]
    found = amounts(responses, course.requests, planned.price)
    return Cost(
        estimated_ticks=found.estimated_ticks,
        provider_ticks=found.provider_ticks,
        at_least_ticks=found.at_least_ticks,
        price=planned.price,
        reason=found.reason,
        notes=found.notes,
    )


def _usage(usages: Sequence[Usage], requests: int) -> Usage:
    """Return the totals of a run: a class is null as soon as one request brought no count of it."""
    totals = {each: _total(usages, each) if requests == len(usages) else None for each in TOKEN_CLASSES}
    missing = {each: _why(usages, each, requests) for each in _EXPLAINED if totals[each] is None}
    return Usage(**totals, cache_write_by_lifetime=_writes(usages, totals["cache_write"]), missing=missing)


def _total(usages: Sequence[Usage], each: TokenClass) -> int | None:
    counts = [getattr(usage, each) for usage in usages]
    return None if None in counts or not counts else sum(counts)


def _why(usages: Sequence[Usage], each: ExplainedClass, requests: int) -> str:
    if not requests:
        return "no request was sent"
    if requests > len(usages):
        return f"{requests - len(usages)} of {requests} requests brought no usage"
    gaps = [usage for usage in usages if getattr(usage, each) is None]
    first = gaps[0].missing.get(each, "not reported")
    return f"{len(gaps)} of {requests} responses: {first}"


def _writes(usages: Sequence[Usage], total: int | None) -> dict[Lifetime, int]:
    """Return the cache writes by lifetime, where every response that wrote splits them."""
    found: dict[Lifetime, int] = {}
    for usage in usages:
        for lifetime, count in usage.cache_write_by_lifetime.items():
            found[lifetime] = found.get(lifetime, 0) + count
    return found if total is not None and sum(found.values()) == total else {}
