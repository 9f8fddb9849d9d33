"""What a trace tells of a run that left no record: its course, accounted as the run itself would have done it."""

from dataclasses import dataclass, field
from pathlib import Path

from pydantic import JsonValue, ValidationError

from runner.api.state import Course, Turned
from runner.api.trace import body_of, events
from runner.api.words import name
from runner.providers.contract import Adapter, Answer, Carried, UnreadableError
from sitegen.records.kinds.api import ToolCall

_NO_TOOLS = Carried((), {}, ())
"""Which tools were offered matters to the calls alone, and the trace has those as they were recorded."""
Event = dict[str, JsonValue]


@dataclass
class Retold:
    """A run as far as its trace tells of it."""

    course: Course = field(default_factory=Course)
    started_at: str | None = None
    """When its first request was sent; None where none left this machine."""
    calling: str | None = None
    """The tool whose call had no result yet; None where every call had one."""


def retold(trace: Path, adapter: Adapter) -> Retold:
    """Return what a trace tells; of a run without one, nothing.

    Args:
        trace: The file; it may not be there.
        adapter: What the run's responses are read with.

    Raises:
        OSError: It cannot be read.
        ValueError: A line of it is no event, or an event lacks what it must say.
    """
    told = Retold()
    at_ms = 0
    for event in events(trace) if trace.is_file() else ():
        try:
            match event["event"]:
                case "request":
                    at_ms, at = _whole(event, "at_ms"), str(event["at"])
                    told.course.requests += 1
                    told.started_at = told.started_at or at
                case "response":
                    _take(told, at_ms, event, adapter)
                case "call":
                    told.calling = name(str(event["tool"]))
                case "result":
                    told.calling = None
                    told.course.turns[-1].calls.append(ToolCall.model_validate(event["recorded"]))
        except (KeyError, IndexError, TypeError, ValidationError) as error:
            raise ValueError(f"{trace.name}: an event {event.get('event')!r} is not whole: {error!r}") from None
    if not told.course.requests:
        told.started_at = None
    return told


def _take(told: Retold, at_ms: int, event: Event, adapter: Adapter) -> None:
    """Take a response into the course: a turn where it could be read, nothing where the request never left."""
    if event["dispatched"] is False:
        told.course.requests -= 1
        return
    answer = _answer(event, adapter)
    if answer is not None:
        told.course.turns.append(Turned(at_ms, _whole(event, "complete_ms"), answer))


def _whole(event: Event, name: str) -> int:
    """Return a whole number among the members of an event.

    Raises:
        KeyError: There is no such member.
        TypeError: It is something else.
    """
    value = event[name]
    if not isinstance(value, int):
        raise TypeError(f"{name} is no whole number")
    return value


def _answer(event: Event, adapter: Adapter) -> Answer | None:
    if event["fault"] is not None or event["status"] != 200:
        return None
    try:
        return adapter.read(body_of(event), _NO_TOOLS)
    except UnreadableError:
        return None
