"""What a run works with, what it has come to, and how it can end."""

from dataclasses import dataclass, field

from runner.api.contract import Budget, PlannedRun, Watch
from runner.api.meter import Meter
from runner.api.session import Session
from runner.api.trace import Trace
from runner.providers.contract import Answer, Carried, Failure
from runner.providers.exchange import Sender
from sitegen.records.kinds.api import ToolCall


@dataclass(frozen=True, slots=True)
class End:
    """Why a run ended; `reason` is a slug of `sitegen.stops`."""

    reason: str
    detail: str | None = None
    error: Failure | None = None
    """The provider's error response; None for every other end."""


class StopError(Exception):
    """Ends the loop; never leaves `runner.api.loop.converse`."""

    def __init__(self, reason: str, detail: str | None = None, error: Failure | None = None) -> None:
        """Take the end."""
        super().__init__(detail)
        self.end = End(reason, detail, error)


@dataclass(frozen=True, slots=True)
class Turned:
    """A model turn that came back."""

    at_ms: int
    provider_ms: int
    answer: Answer
    calls: list[ToolCall] = field(default_factory=list)
    """Its calls that were answered, as they are recorded."""


@dataclass
class Course:
    """What a run has come to so far."""

    requests: int = 0
    turns: list[Turned] = field(default_factory=list)
    halt: str | None = None
    """Why nothing more may be spent."""

    @property
    def tool_calls(self) -> int:
        """Calls that were answered."""
        return sum(len(turned.calls) for turned in self.turns)


@dataclass(frozen=True, slots=True)
class Means:
    """What a run works with."""

    planned: PlannedRun
    session: Session
    carried: Carried
    sender: Sender
    budget: Budget
    watch: Watch
    trace: Trace
    meter: Meter
