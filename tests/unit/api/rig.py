"""A run without a network: an adapter that reads answers as plain JSON, a sender that replays them, a clock to turn."""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from runner.api.contract import Clock, PlannedRun, Refused, ServerCommand
from runner.api.protocol import LIMITS
from runner.api.run import run_one
from runner.evaluators import espresso_v1
from runner.providers.contract import (
    Accounted,
    Answer,
    Carried,
    Conversation,
    Failure,
    Json,
    Request,
    Route,
    Tool,
    ToolCall,
    UnreadableError,
)
from runner.providers.exchange import Exchanged
from sitegen.records.base import Fingerprint, Source
from sitegen.records.protocol import SentTool
from sitegen.records.task import ModellingTask
from sitegen.records.usage import Usage

ROOT = Path(__file__).parents[3]
TASK = ModellingTask.model_validate_json((ROOT / "benchmarks" / "espresso-machine.v1.json").read_bytes())
USAGE = {"input": 100, "cached_read": 0, "cache_write": 0, "output": 20, "reasoning": 5}
HASH = "ab" * 32
QUIET = ServerCommand(sys.executable, (str(Path(__file__).with_name("server.py")), "quiet"), {})
"""A server that starts at once, answers `done` to every call and saves nothing."""
FORM = ServerCommand(sys.executable, ("-m", "runner.form"), {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"})


def box(label: str, call_id: str = "c1") -> dict[str, Any]:
    """A call that adds a box."""
    return call("box", call_id, label=label, size=[10, 20, 30], at=[0, 0, 0])


def call(tool: str | None, call_id: str = "c1", fault: str | None = None, **arguments: Any) -> dict[str, Any]:
    """A tool call as the adapter of the rig reads it; without a tool it is one that was never offered."""
    return {"id": call_id, "tool": tool, "arguments": None if fault else arguments, "fault": fault}


def answer(*calls: dict[str, Any], **members: Any) -> bytes:
    """A response body; without a call it is a final answer."""
    stop = "tool_calls" if calls else "answered"
    return json.dumps({"calls": calls, "text": "" if calls else "Done.", "stop": stop, **members}).encode()


class PlainAdapter:
    """Reads the bodies of `answer`; its requests hold the conversation."""

    name = "plain"
    version = 1
    route = Route(base_url="", key_header="x-key")

    def carry(self, tools: Sequence[Tool]) -> Carried:
        names = {tool.name: tool.name for tool in tools}
        if "uncarried" in names:
            raise ValueError("uncarried: no provider takes it")
        sent = tuple(
            SentTool(name=tool.name, description=tool.description or "-", input_schema=dict(tool.schema))
            for tool in tools
        )
        return Carried((), names, sent)

    def check_settings(self, settings: Mapping[str, Any]) -> tuple[str, ...]:
        return ()

    def request(
        self,
        model: str,
        settings: Mapping[str, Any],
        carried: Carried,
        conversation: Conversation,
        output_tokens: int,
    ) -> Request:
        said = [
            [list(turn.continuation), [[one.text, one.is_error, len(one.images)] for one in turn.results]]
            for turn in conversation.turns
        ]
        body = {"model": model, "system": conversation.system, "prompt": conversation.prompt, "turns": said}
        return Request("/answer", {}, json.dumps(body).encode())

    def read(self, body: bytes, carried: Carried) -> Answer:
        try:
            found = json.loads(body)
        except ValueError as error:
            raise UnreadableError(f"/: {error}") from None
        calls = tuple(
            ToolCall(
                one["id"],
                one["tool"] or "unheard-of",
                one["tool"] and carried.names.get(one["tool"]),
                one["arguments"],
                one["fault"],
            )
            for one in found["calls"]
        )
        return Answer(
            calls,
            found["text"],
            found["stop"],
            found.get("word", found["stop"]),
            Usage(**found.get("usage", USAGE)),
            ("kept", found["text"]),
            found.get("model", "plain-1"),
            provider_ticks=found.get("ticks"),
            service_tier=found.get("tier"),
            flags=tuple(found.get("flags", ())),
        )

    def failure(self, status: int, body: bytes) -> Failure:
        return Failure(status, "plain_error", body.decode())

    def account(self, body: Json) -> Accounted:
        return Accounted(Usage.model_validate(USAGE))


@dataclass
class Hands:
    """A clock that stands still until it is moved."""

    ns: int = 5_000_000_000

    def move(self, ms: float) -> None:
        self.ns += round(ms * 1_000_000)

    def clock(self) -> Clock:
        day = datetime(2026, 11, 30, 12, tzinfo=UTC)
        return Clock(lambda: self.ns, lambda: day + timedelta(microseconds=self.ns // 1000))


@dataclass
class Replayed:
    """Sends nothing: replays exchanges, bodies or errors one after another and keeps the requests."""

    answers: Sequence[bytes | Exchanged | Exception]
    hands: Hands | None = None
    took_ms: int = 0
    stalls_at: int = 0
    stalled: asyncio.Event | None = None
    requests: list[Request] = field(default_factory=list)
    within_ms: list[int] = field(default_factory=list)

    async def send(self, request: Request, within_ms: int) -> Exchanged:
        self.requests.append(request)
        self.within_ms.append(within_ms)
        if len(self.requests) == self.stalls_at and self.stalled:
            self.stalled.set()
            await asyncio.sleep(60)
        found = self.answers[len(self.requests) - 1]
        if self.hands:
            self.hands.move(self.took_ms)
        if isinstance(found, Exception):
            raise found
        return found if isinstance(found, Exchanged) else Exchanged(True, self.took_ms, status=200, body=found)

    def said(self, turn: int) -> list[list[Any]]:
        """The tool results of that turn, from 1, as they went back: text, error, number of pictures."""
        results: list[list[Any]] = json.loads(self.requests[turn].body)["turns"][turn - 1][1]
        return results


@dataclass
class Purse:
    """A budget that notes what it is asked."""

    refusals: Iterator[Refused | None] = field(default_factory=lambda: iter(()))
    reserved: list[int] = field(default_factory=list)
    settled: list[Usage | None] = field(default_factory=list)
    stops: Callable[[Usage | None], str | None] = lambda usage: None

    def reserve(self, price: Any, request_bytes: int, output_tokens: int) -> Refused | None:
        self.reserved.append(request_bytes)
        return next(self.refusals, None)

    def settle(self, price: Any, usage: Usage | None, provider_ticks: int | None) -> str | None:
        self.settled.append(usage)
        return self.stops(usage)


@dataclass
class Onlooker:
    """Who is told of the turns, and may look around then."""

    look: Callable[[], None] = lambda: None
    turns: list[tuple[int, int]] = field(default_factory=list)

    def turn(self, run: str, turns: int, tool_calls: int, usage: Usage | None) -> None:
        self.turns.append((turns, tool_calls))
        self.look()


def children() -> set[int]:
    """The living processes that this one has started."""
    found = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
                if int(parent) == os.getpid() and state not in "ZX":
                    found.add(int(folder.name))
    return found


PLANNED = PlannedRun(
    id="plain-r1",
    suite="first",
    fixture=True,
    repetition=1,
    position=1,
    provider="plain",
    model="plain",
    label="Plain",
    settings={},
    base_url="",
    adapter=PlainAdapter(),
    key=None,
    price=None,
    task=TASK,
    limits=LIMITS,
    server=QUIET,
    source=Source(label="FORM", hash=HASH),
    evaluator=espresso_v1.evaluator(),
    harness=Fingerprint(label="runner", hash=HASH),
)


def planned(*, limits: Mapping[str, int] | None = None, **changes: Any) -> PlannedRun:
    """The planned run of the rig, with other limits and members."""
    if limits:
        changes["limits"] = LIMITS.model_copy(update=dict(limits))
    return replace(PLANNED, **changes)


async def made(
    folder: Path,
    answers: Sequence[bytes | Exchanged | Exception],
    *,
    run: PlannedRun = PLANNED,
    purse: Purse | None = None,
    hands: Hands | None = None,
    took_ms: int = 0,
    stalls_at: int = 0,
    stalled: asyncio.Event | None = None,
) -> tuple[Any, Replayed]:
    """Make the run and return how it finished, and what was sent.

    The request of the number `stalls_at` gets no answer; `stalled` is set once it is sent.
    """
    replayed = Replayed(answers, hands, took_ms, stalls_at, stalled)

    @asynccontextmanager
    async def channel(_: PlannedRun):
        yield replayed

    extra = {"clock": hands.clock()} if hands else {}
    finished = await run_one(run, folder, purse or Purse(), Onlooker(), channel=channel, **extra)
    return finished, replayed


def make(folder: Path, answers: Sequence[bytes | Exchanged | Exception], **more: Any) -> tuple[Any, Replayed]:
    """Make the run from code that is not asynchronous; members of the planned run stand beside the others."""
    changes = {name: more.pop(name) for name in ("server", "limits", "price", "key", "adapter") if name in more}
    return asyncio.run(made(folder, answers, run=planned(**changes), **more))
