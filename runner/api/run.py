"""One run, from its empty workspace to its evidence."""

import asyncio
import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final

from pydantic import JsonValue

from runner.api.contract import SYSTEM_CLOCK, Budget, Clock, Finished, PlannedRun, Watch
from runner.api.evidence import give_up_reserve, keep, keep_record, make_folder
from runner.api.grading import graded, views
from runner.api.loop import converse
from runner.api.meter import Meter, whole_ms
from runner.api.protocol import entry
from runner.api.record import Ended, started, unstarted
from runner.api.saving import Saved, lost, saved
from runner.api.session import ServerError, Session, with_session
from runner.api.state import Course, End, Means
from runner.api.stdio import Heard
from runner.api.trace import EvidenceError, Trace, stamp
from runner.api.unbroken import to_the_end, was_cancelled
from runner.evaluators import LOST
from runner.providers.contract import Tool
from runner.providers.exchange import Sender, open_sender
from runner.scratch import scratch
from sitegen.layout import DOCUMENT_FILE
from sitegen.records.kinds.api import ApiRun
from sitegen.records.protocol import SentTool
from sitegen.records.run import Artifact

INTERRUPTED: Final = "the operator stopped the suite"
Channel = Callable[[PlannedRun], AbstractAsyncContextManager[Sender]]
"""Opens the way to a run's provider."""


def _to_provider(planned: PlannedRun) -> AbstractAsyncContextManager[Sender]:
    return open_sender(planned.adapter.route, planned.base_url, planned.key)


@dataclass
class _Attempt:
    """A run while it is made."""

    planned: PlannedRun
    folder: Path
    budget: Budget
    watch: Watch
    clock: Clock
    trace: Trace
    meter: Meter
    course: Course = field(default_factory=Course)
    heard: Heard = field(default_factory=Heard)
    tools: tuple[SentTool, ...] = ()
    started_at: str = ""


async def run_one(
    planned: PlannedRun,
    folder: Path,
    budget: Budget,
    watch: Watch,
    *,
    clock: Clock = SYSTEM_CLOCK,
    channel: Channel = _to_provider,
) -> Finished:
    """Make one run and return how it ended; its files stand in the folder then, and no process of it is left.

    An interrupt ends the run as every other end does: its document is saved, its evidence written, and what comes back
    says `interrupted`.

    Args:
        planned: The run, and everything frozen for it.
        folder: Where its evidence goes; it is made.
        budget: The spending limit of the invocation.
        watch: Who is told how it goes.
        clock: Where the time comes from.
        channel: Opens the way to the provider.

    Raises:
        FileExistsError: The folder is there already.
        ValueError: The task does not say what its evaluator must know.
    """
    LOST[planned.task.evaluator](planned.task, "tried before anything is spent")
    try:
        make_folder(folder)
        trace = Trace(folder, planned.key, clock)
    except EvidenceError as error:
        give_up_reserve(folder)
        run = unstarted(planned, clock, "evidence-not-written", str(error))
        return Finished(run, entry(planned, ()), str(error), lost=str(error))
    attempt = _Attempt(planned, folder, budget, watch, clock, trace, Meter(clock, planned.limits.run_ms))
    try:
        return _kept(attempt, await _made(attempt, channel))
    finally:
        trace.close()
        give_up_reserve(folder)


async def _made(attempt: _Attempt, channel: Channel) -> Ended:
    """Return how the run ended; the server has ended too then."""
    planned = attempt.planned
    ended: Ended | None = None
    with scratch() as workspace:
        try:
            async with channel(planned) as sender:
                work = partial(_in_session, attempt, sender, workspace)
                excluded = planned.task.excluded_tools
                ended = await with_session(planned.server, workspace, excluded, attempt.heard, work)
        except ServerError as error:
            ended = _ended(attempt, End(error.reason, str(error)))
        except asyncio.CancelledError:
            ended = ended or _ended(attempt, End("interrupted"))
        except Exception as error:
            ended = ended or _ended(attempt, _fault(attempt, error))
    if was_cancelled():
        attempt.course.halt = INTERRUPTED
    return ended


async def _in_session(
    attempt: _Attempt, sender: Sender, workspace: Path, session: Session, tools: tuple[Tool, ...]
) -> Ended:
    ended = _ended(attempt, await _end(attempt, sender, session, tools))
    if attempt.course.requests:
        ended = replace(ended, saved=await _saved(attempt, session, workspace))
    return ended


async def _saved(attempt: _Attempt, session: Session, workspace: Path) -> Saved:
    """Return the saved document; no interrupt cuts the saving off."""
    try:
        return await to_the_end(saved(session, workspace))
    except Exception as error:
        attempt.course.halt = f"the runner failed: {type(error).__name__}"
        return lost(f"the runner failed to save it: {type(error).__name__}: {error}")


async def _end(attempt: _Attempt, sender: Sender, session: Session, tools: tuple[Tool, ...]) -> End:
    """Return why the conversation ended, whatever came between."""
    planned, course = attempt.planned, attempt.course
    try:
        try:
            carried = planned.adapter.carry(tools)
        except ValueError as error:
            return End("server-not-ready", f"a tool can't be sent: {error}")
        attempt.tools = carried.sent
        attempt.trace.add("start", **_start(attempt))
        attempt.started_at = stamp(attempt.clock)
        means = Means(planned, session, carried, sender, attempt.budget, attempt.watch, attempt.trace, attempt.meter)
        return await converse(means, course)
    except asyncio.CancelledError:
        return End("interrupted")
    except EvidenceError as error:
        give_up_reserve(attempt.folder)
        course.halt = str(error)
        return End("evidence-not-written", str(error))
    except Exception as error:
        return _fault(attempt, error)


def _fault(attempt: _Attempt, error: Exception) -> End:
    """Return the end of a run in which the runner failed; its trace tells where."""
    attempt.course.halt = f"the runner failed: {type(error).__name__}"
    with suppress(EvidenceError):
        attempt.trace.add("fault", traceback="".join(traceback.format_exception(error)))
    return End("runner-fault", f"{type(error).__name__}: {error}")


def _start(attempt: _Attempt) -> dict[str, JsonValue]:
    planned = attempt.planned
    price = planned.price.model_dump(mode="json") if planned.price else None
    return {
        "run": planned.id,
        "suite": planned.suite,
        "provider": planned.provider,
        "model": planned.model,
        "settings": dict(planned.settings),
        "price": price,
        "task": planned.task.model_dump(mode="json"),
        "protocol": entry(planned, attempt.tools).model_dump(mode="json"),
    }


def _ended(attempt: _Attempt, end: End) -> Ended:
    wall_ms = whole_ms(attempt.meter.now_ns())
    return Ended(end, attempt.course, attempt.started_at, stamp(attempt.clock), wall_ms, lost("the server was lost"))


def _kept(attempt: _Attempt, ended: Ended) -> Finished:
    """Return the run with all its evidence written, as far as it can be."""
    planned, heard, course = attempt.planned, attempt.heard, attempt.course
    give_up_reserve(attempt.folder)
    with _noting(course):
        attempt.trace.add(
            "server",
            exit_code=heard.exit_code,
            noise=heard.noise,
            stderr_bytes=heard.stderr_bytes,
            stderr_tail=heard.stderr_tail,
            left_behind=heard.left_behind,
        )
        attempt.trace.add("end", reason=ended.end.reason, detail=ended.end.detail, wall_ms=ended.wall_ms)
        attempt.trace.flush()
    if heard.left_behind:
        course.halt = "a process of the server could not be ended"
    run = _graded(attempt, ended) if course.requests else _unstarted(attempt, ended)
    lost = None
    try:
        keep_record(attempt.folder, run)
    except EvidenceError as error:
        course.halt = lost = str(error)
    return Finished(run, entry(planned, attempt.tools), course.halt, lost)


def _unstarted(attempt: _Attempt, ended: Ended) -> ApiRun:
    return unstarted(attempt.planned, attempt.clock, ended.end.reason, ended.end.detail)


def _graded(attempt: _Attempt, ended: Ended) -> ApiRun:
    """Return the record of a started run, its document and views kept; one that can't be kept is lost."""
    task, document = attempt.planned.task, ended.saved.document
    artifacts: tuple[Artifact, ...] = ()
    if document is not None:
        try:
            artifacts = keep(attempt.folder, {DOCUMENT_FILE: document, **views(document)})
        except EvidenceError as error:
            attempt.course.halt = str(error)
            ended = replace(ended, saved=lost(str(error)))
    return started(attempt.planned, ended, graded(task, ended.saved), artifacts)


@contextmanager
def _noting(course: Course) -> Iterator[None]:
    """Let evidence that can't be written halt the suite."""
    try:
        yield
    except EvidenceError as error:
        course.halt = str(error)
