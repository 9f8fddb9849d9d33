"""What the suite hands to the loop for one run, and what it gets back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from pydantic import JsonValue

from runner.providers.contract import Adapter
from sitegen.records.base import Fingerprint, Source
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
    settings: Mapping[str, JsonValue]
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
class Refused:
    """Why the next request may not be sent."""

    reason: str
    """`budget` or `no-price`, as a slug: the stop reason of the run."""
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
    """Why the suite may send no further paid request; None where it may go on."""
