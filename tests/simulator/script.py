"""What the simulated model does: a script of turns and faults, in the order of the requests of one conversation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call; arguments as text are sent as they are, which only providers that send text can do."""

    tool: str
    arguments: Mapping[str, Any] | str = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """One good answer."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    reasoning: tuple[str, ...] = ()
    """Visible summaries, one for each block of sealed reasoning; an empty text is a block without a summary."""
    redacted: bool = False
    """Anthropic: one more block, all sealed."""
    refusal: str = ""
    """OpenAI and xAI: a refusal part in the message."""
    usage: Mapping[str, Any] | Literal["usual"] | None = "usual"
    """The raw usage object, whatever it holds; None leaves it out."""
    stop: str | None = None
    """The provider's own word (`stops.json` has the spellings); None for the one that fits text and calls."""
    model: str | None = None
    """Model that the answer names; None for the requested one."""
    service_tier: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Members that replace or join those of the body."""
    call_ids: bool = True
    """Gemini: whether calls carry an id. xAI: whether reasoning does."""


@dataclass(frozen=True, slots=True)
class Error:
    """The provider's own error body for a status, or a body of the test's own."""

    status: int
    message: str = "simulated"
    echo_key: bool = False
    """Repeat the key of the request in the message, as some providers do."""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """A good answer that ends in the middle: fewer bytes than announced, or a chunk that never ends."""

    turn: Turn
    keep: float = 0.5
    """Share of the body that is sent, from 0 to below 1."""
    chunked: bool = False


@dataclass(frozen=True, slots=True)
class Stall:
    """Silence until the client leaves or the simulator ends, before the headers or in the middle of the body."""

    turn: Turn = field(default_factory=Turn)
    where: Literal["headers", "body"] = "headers"


@dataclass(frozen=True, slots=True)
class Drip:
    """A good answer, a few bytes at a time: never silent for long, and never done."""

    turn: Turn = field(default_factory=Turn)
    bytes_at_once: int = 1
    pause_s: float = 0.02


@dataclass(frozen=True, slots=True)
class Reset:
    """A connection that is reset, after so many bytes of the answer."""

    turn: Turn = field(default_factory=Turn)
    after_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes as they are: no JSON, nothing, a page of a proxy."""

    body: bytes
    status: int = 200
    content_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Huge:
    """A body of so many bytes, made while it is sent: one JSON text without end in sight."""

    size_bytes: int
    status: int = 200


Step = Turn | Error | Cut | Stall | Drip | Reset | Raw | Huge


@dataclass(frozen=True, slots=True)
class Script:
    """The steps of one conversation: the n-th answers the request that holds n model turns."""

    steps: tuple[Step, ...]
    then: Step | None = None
    """What every later request gets; None: it is a fault of the test and gets status 500."""

    def at(self, turns: int) -> Step | None:
        """Return the step after so many model turns."""
        return self.steps[turns] if turns < len(self.steps) else self.then


def script(*steps: Step, then: Step | None = None) -> Script:
    """Return a script of these steps."""
    return Script(steps, then)
