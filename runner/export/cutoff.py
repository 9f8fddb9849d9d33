"""A run that has no record, for its runner was killed or could not write it: its trace tells what it came to."""

from pathlib import Path

from runner.api.record import after
from runner.api.retelling import Retold, retold
from runner.api.trace import TRACE_FILE
from runner.evaluators import LOST
from runner.providers.contract import Adapter
from sitegen.records.grade import Evaluation
from sitegen.records.kinds.api import ApiRun, SavedDocument
from sitegen.records.run import Stop
from sitegen.records.task import ModellingTask


def cut_off(pending: ApiRun, task: ModellingTask, folder: Path, adapter: Adapter) -> ApiRun:
    """Return the record of a run that has none: what its requests brought, and a lower bound where one brought nothing.

    Args:
        pending: The record as it stood before the first request; its stop says why there is no other.
        task: The task.
        folder: The run's folder; it may not be there.
        adapter: What the run's responses are read with.

    Raises:
        OSError: The trace cannot be read.
        ValueError: A line of it is no event.
    """
    told = retold(folder / TRACE_FILE, adapter)
    why = pending.stop.detail or pending.stop.reason
    if not told.course.requests:
        stop = Stop(reason=pending.stop.reason, detail=f"{why} before the first request")
        return pending.model_copy(update={"stop": stop})
    # Nothing was graded; the grade says so in the name of the evaluator that the suite has frozen.
    grade = LOST[task.evaluator](task, why).model_copy(update={"evaluator": pending.evaluator})
    missing = {"wall_ms": why}
    times: dict[str, object] = {"ended_at": None, "wall_ms": None}
    if told.calling is not None:
        missing["tool_ms"] = why
        times["tool_ms"] = None
    return after(
        pending,
        told.course,
        None,
        status="failed",
        stop=Stop(reason=pending.stop.reason, detail=_detail(why, told)),
        started_at=told.started_at,
        missing=missing,
        evaluation=Evaluation(grade=grade),
        document=SavedDocument(saved=False, reopened=None, kernel=None, detail=why),
        **times,
    )


def _detail(why: str, told: Retold) -> str:
    requests, answered = told.course.requests, len(told.course.turns)
    count = f"{requests} request{'s' if requests > 1 else ''}, {answered} answered"
    calling = f", during a call of {told.calling}" if told.calling is not None else ""
    return f"{why}; {count}{calling}"
