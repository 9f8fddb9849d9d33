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
from sitegen.records.price import Cost, Price
from sitegen.records.run import Artifact, ModelRef, Stop
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
    return _before(planned, End(reason, detail), stamp(clock))


def started(planned: PlannedRun, ended: Ended, grade: PointsGrade, artifacts: tuple[Artifact, ...]) -> ApiRun:
    """Return the record of a run that sent at least one request."""
    return after(
        _before(planned, ended.end, ended.started_at),
        ended.course,
        planned.key,
        status="completed" if STOPS[ended.end.reason].completed else "failed",
        ended_at=ended.ended_at,
        wall_ms=ended.wall_ms,
        artifacts=artifacts,
        evaluation=Evaluation(grade=grade),
        provider_error=_error(ended.end, planned.key),
        document=ended.saved.verdict,
    )


def after(before: ApiRun, course: Course, key: str | None, **end: object) -> ApiRun:
    """Return the record of a run that came to something.

    Args:
        before: The record as it stood before the first request.
        course: What the run came to.
        key: What must not stand in the record; None where nothing of it is left.
        end: The fields that tell of the end.
    """
    responses = tuple(_response(turned, key) for turned in course.turns)
    calls = [call for response in responses for call in response.calls]
    fields = {name: getattr(before, name) for name in ApiRun.model_fields}
    came_to = {
        "model": before.model.model_copy(update={"reported": _reported(responses)}),
        "usage": _usage([turned.answer.usage for turned in course.turns], course.requests),
        "cost": _cost(before.cost.price, course),
        "provider_ms": sum(response.provider_ms for response in responses),
        "tool_ms": sum(call.duration_ms for call in calls),
        "requests": course.requests,
        "turns": len(responses),
        "tool_calls": len(calls),
        "failed_tool_calls": sum(not call.ok for call in calls),
        "operations": sum(call.operations for call in calls),
        "responses": responses,
    }
    return ApiRun(**{**fields, **came_to, **end})


def _before(planned: PlannedRun, end: End, at: str) -> ApiRun:
    """Return the record of a run that has not sent a request."""
    return ApiRun(
        schema_version=1,
        kind="api",
        id=planned.id,
        suite=planned.suite,
        fixture=planned.fixture,
        task=TaskRef(id=planned.task.id, hash=fingerprint.of_record(planned.task)),
        protocol=entry(planned, ()).hash,
        provider=planned.provider,
        model=ModelRef(requested=planned.model, label=planned.label, reported=()),
        settings=dict(planned.settings),
        source=planned.source,
        evaluator=planned.evaluator,
        harness=planned.harness,
        repetition=planned.repetition,
        position=planned.position,
        status="not_started",
        stop=Stop(reason=end.reason, detail=clean(end.detail, planned.key) if end.detail else None),
        started_at=at,
        ended_at=at,
        wall_ms=None,
        usage=_usage([], 0),
        cost=_cost(planned.price, Course()),
        provider_ms=None,
        tool_ms=None,
        requests=0,
        turns=0,
        tool_calls=0,
        failed_tool_calls=0,
        operations=0,
        responses=(),
        evaluation=None,
    )


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


def _cost(price: Price | None, course: Course) -> Cost:
    responses = [(turned.answer.usage, turned.answer.provider_ticks) for turned in course.turns]
    found = amounts(responses, course.requests, price)
    return Cost(
        estimated_ticks=found.estimated_ticks,
        provider_ticks=found.provider_ticks,
        at_least_ticks=found.at_least_ticks,
        price=price,
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
