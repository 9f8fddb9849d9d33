"""A run that was under way when its runner was killed: it is told from its trace, and stays in the denominator."""

from pathlib import Path

from runner.api.trace import TRACE_FILE, events
from runner.evaluators import LOST
from sitegen.records.grade import Evaluation
from sitegen.records.kinds.api import ApiRun, SavedDocument
from sitegen.records.price import Cost
from sitegen.records.run import Stop
from sitegen.records.task import ModellingTask
from sitegen.records.usage import ExplainedClass, Usage

_EXPLAINED: tuple[ExplainedClass, ...] = ("input", "cached_read", "cache_write", "output")
_WHY = "the runner was killed during the run"


def cut_off(pending: ApiRun, task: ModellingTask, folder: Path) -> ApiRun:
    """Return the record of a run that has none.

    Args:
        pending: The record as it stood before the first request.
        task: The task.
        folder: The run's folder; it may not be there.

    Raises:
        OSError: The trace cannot be read.
        ValueError: A line of it is no event.
    """
    sent_at = _sent_at(folder / TRACE_FILE)
    if not sent_at:
        return pending
    count = f"{len(sent_at)} request{'s' if len(sent_at) > 1 else ''}"
    fields = {name: getattr(pending, name) for name in ApiRun.model_fields}
    reasons: dict[ExplainedClass, str] = dict.fromkeys(_EXPLAINED, _WHY)
    changes = {
        "status": "failed",
        "stop": Stop(reason="interrupted", detail=f"{_WHY}, after {count}"),
        "started_at": sent_at[0],
        "ended_at": None,
        "wall_ms": None,
        "provider_ms": None,
        "tool_ms": None,
        "missing": dict.fromkeys(("wall_ms", "provider_ms", "tool_ms"), _WHY),
        "requests": len(sent_at),
        "usage": Usage(input=None, cached_read=None, cache_write=None, output=None, reasoning=None, missing=reasons),
        "cost": Cost(estimated_ticks=None, provider_ticks=None, price=pending.cost.price, reason=_WHY),
        "evaluation": Evaluation(grade=LOST[task.evaluator](task, _WHY)),
        "document": SavedDocument(saved=False, reopened=None, kernel=None, detail=_WHY),
    }
    return ApiRun(**{**fields, **changes})


def _sent_at(trace: Path) -> list[str]:
    """Return when each request was sent, as far as the trace tells; one that never left this machine does not count."""
    if not trace.is_file():
        return []
    sent: list[str] = []
    for event in events(trace):
        if event["event"] == "request":
            sent.append(str(event["at"]))
        elif event["event"] == "response" and event["dispatched"] is False:
            sent.pop()
    return sent
