"""What the suite hands to the loop for one run, and what it gets back.

The loop is `runner.api.run.run_one(planned, folder, budget, watch)`. It makes `folder`, which must not be there yet,
and leaves every file of the run in it. `runner.api.record.unstarted(planned, clock, reason, detail)` is the record of a
planned run that was never tried; `runner.api.protocol.entry(planned, tools)` its protocol.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from runner.providers.contract import Adapter
from sitegen.records.base import Fingerprint, Setting, Source
from sitegen.records.kinds.api import ApiLimits, ApiProtocolEntry, ApiRun
from sitegen.records.price import Price
from sitegen.records.task import ModellingTask
from sitegen.records.usage import Usage


@dataclass(frozen=True, slots=True)
class ServerCommand:
    """How the MCP server under test is started, in a new empty workspace that is its working directory."""

    command: str
    args: tuple[str, ...]
    env: Mapping[str, str]
    """Its whole environment; no key is ever in it."""


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """One run of a suite's plan and everything frozen for it."""

    id: str
    suite: str
    fixture: bool
    repetition: int
    position: int
    provider: str
    model: str
    label: str
    settings: Mapping[str, Setting]
    base_url: str
    adapter: Adapter
    key: str | None
    """The key, for the sender alone; None where none is needed."""
    price: Price | None
    """The price snapshot of the model; None where nothing is billed."""
    task: ModellingTask
    limits: ApiLimits
    server: ServerCommand
    source: Source
    evaluator: Fingerprint
    harness: Fingerprint


@dataclass(frozen=True, slots=True)
class Clock:
    """Where the time comes from."""

    monotonic_ns: Callable[[], int]
    """Nanoseconds that only ever grow; every duration and limit is measured with it."""
    utc: Callable[[], datetime]
    """The time of day, in UTC; only ever recorded."""


SYSTEM_CLOCK = Clock(time.monotonic_ns, lambda: datetime.now(UTC))


@dataclass(frozen=True, slots=True)
class Refused:
    """Why the next request may not be sent."""

    reason: str
    """`budget` or `no-price`, a slug of `sitegen.stops`: the stop reason of the run."""
    detail: str


class Budget(Protocol):
    """The spending limit of one invocation; amounts in 1e-10 USD."""

    def reserve(self, price: Price | None, request_bytes: int, output_tokens: int) -> Refused | None:
        """Reserve the most that a request can cost; None when it may be sent."""

    def settle(self, price: Price | None, usage: Usage | None, provider_ticks: int | None) -> str | None:
        """Replace the reserve by what the request cost; return why spending must stop now, None where it may go on.

        Usage is None when no response came that states one: its cost is unknown, the reserve stays spent.
        """


class Watch(Protocol):
    """Who is told how a run goes; a terminal shows it, a pipe doesn't."""

    def turn(self, run: str, turns: int, tool_calls: int, usage: Usage | None) -> None:
        """Take note of a finished model turn."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A run that came to its end, whatever end that was."""

    run: ApiRun
    """The whole record; its files (trace.jsonl, model.form.json, views) stand in the run's folder already."""
    protocol: ApiProtocolEntry
    halt: str | None
    """Why the suite may send no further paid request; None where it may go on. A run that the operator stopped
    (`interrupted`) halts the suite too."""
    lost: str | None = None
    """Why `run.json` could not be written; None where it stands in the folder."""
