"""What the loop and every adapter agree on: a conversation and tools in, one request out; one response in, a turn out.

An adapter is pure. It never sends, never waits and never sees a key; `exchange.open_sender` sends, `runner.api` does
the rest. `runner.providers.ADAPTERS` has the adapters by the provider's name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from pydantic import JsonValue

from sitegen.records.protocol import SentTool
from sitegen.records.usage import Usage

StopKind = Literal["answered", "tool_calls", "output_limit", "refused", "paused", "other"]
"""Why the model stopped: it answered; it wants tools; its output was cut at the limit; it or a filter refused; the
provider asks to send the conversation again to go on; anything else."""

Json = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as the server lists it."""

    name: str
    description: str
    schema: Json


@dataclass(frozen=True, slots=True)
class Carried:
    """The tools as one provider gets them, frozen for a whole run."""

    payload: tuple[Json, ...]
    """What is sent, in the provider's own form and in the server's order."""
    names: Mapping[str, str]
    """The server's name by the name sent."""
    sent: tuple[SentTool, ...]
    """For the record: name, description and schema as sent, and what was changed."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call that the model asks for."""

    id: str
    """The provider's id of the call; one of our own where it gives none."""
    sent_name: str
    """The name as the model wrote it."""
    tool: str | None
    """The server's name; None for a tool that was never offered."""
    arguments: Json | None
    """The arguments; None when they are no JSON object, then `fault` says why."""
    fault: str | None = None
    reasoning_before: int = 0
    """Reasoning blocks before the call in its response; each must still stand there when the turn goes back."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture in a tool's result."""

    media_type: str
    base64: str


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a call came to, in the order of the calls."""

    call: ToolCall
    text: str
    is_error: bool
    images: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A model turn as it goes back: the raw blocks verbatim, and the results of its calls (none for a paused turn).

    Whoever goes on after a paused turn appends it with no results and asks for the next request.
    """

    continuation: tuple[JsonValue, ...]
    results: tuple[ToolResult, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """Everything said so far; turns are only ever appended."""

    system: str
    prompt: str
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """One request, ready to be sent; the key is added by the sender and is in no part of it."""

    path: str
    """Path below the base address, with a leading slash."""
    headers: Mapping[str, str]
    """Headers without the key."""
    body: bytes
    """UTF-8 JSON; equal conversations give equal bytes."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response that could be read."""

    calls: tuple[ToolCall, ...]
    text: str
    """The visible text of the turn; no reasoning."""
    stop: StopKind
    provider_stop: str
    """The provider's own word for it."""
    usage: Usage
    """Normalised; null where not reported, with the reason in `usage.missing`."""
    continuation: tuple[JsonValue, ...]
    """The raw blocks that must go back verbatim."""
    model: str | None
    """The model id that the response names."""
    provider_ticks: int | None = None
    """The provider's own amount in 1e-10 USD."""
    service_tier: str | None = None
    response_id: str | None = None
    flags: tuple[str, ...] = ()
    """What was odd, as a sentence each: a check sum that fails, reasoning that was withheld."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An error that the provider answered with; already without secrets."""

    status: int
    kind: str
    """The provider's own type or code of the error; `unknown` where it names none."""
    message: str


@dataclass(frozen=True, slots=True)
class UsageLine:
    """One field of a raw usage and what became of it."""

    pointer: str
    """JSON pointer of the field in the response body."""
    value: JsonValue
    """What stands there."""
    meaning: str
    """The token class that it counts for, or what else it says."""


@dataclass(frozen=True, slots=True)
class Accounted:
    """How the usage of one response is accounted."""

    usage: Usage
    provider_ticks: int | None = None
    """The provider's own amount in 1e-10 USD."""
    flags: tuple[str, ...] = ()
    """What was odd, as a sentence each."""
    lines: tuple[UsageLine, ...] = ()
    """Every field of the raw usage, in its order."""
    sums: tuple[str, ...] = ()
    """The sums that were made and the checks of them, one a line."""


class UnreadableError(Exception):
    """A body that claims success and cannot be read; the text says what is wrong, with a JSON pointer."""


class ContinuationError(Exception):
    """A turn that would go back otherwise than it came: a fault of ours, so nothing may be sent."""


@dataclass(frozen=True, slots=True)
class Route:
    """How a provider is reached."""

    base_url: str
    """Scheme and host, without a version (the paths hold it); empty where the user must name one."""
    key_header: str | None
    """Header that carries the key; None where none is needed."""
    key_prefix: str = ""
    request_id_headers: tuple[str, ...] = field(default=())
    """Response headers that identify a request, kept in the private trace; in lower case."""
    replay: Callable[[Request], bytes] | None = None
    """What answers in place of a server: then nothing is ever sent. None for every real provider."""


class Adapter(Protocol):
    """One provider's API. `name` and `version` enter the protocol hash: a change of what is sent raises the version."""

    @property
    def name(self) -> str:
        """The provider's name in `benchmarks/models.json`."""

    @property
    def version(self) -> int:
        """Version of what is sent."""

    @property
    def route(self) -> Route:
        """How the provider is reached."""

    def carry(self, tools: Sequence[Tool]) -> Carried:
        """Return the tools as this provider accepts them.

        Raises:
            ValueError: A tool can't be carried; the text names it.
        """

    def check_settings(self, settings: Mapping[str, JsonValue]) -> tuple[str, ...]:
        """Return what is wrong with a model's explicit settings, a sentence each; empty when they can be sent."""

    def request(
        self,
        model: str,
        settings: Mapping[str, JsonValue],
        carried: Carried,
        conversation: Conversation,
        output_tokens: int,
    ) -> Request:
        """Return the request of the next turn.

        Raises:
            ContinuationError: A turn lacks a call, a result or reasoning that it came with.
        """

    def read(self, body: bytes, carried: Carried) -> Answer:
        """Return what a response of status 200 says.

        Raises:
            UnreadableError: It is no JSON, is cut, or lacks what a turn needs.
        """

    def failure(self, status: int, body: bytes) -> Failure:
        """Return what an error response says, whatever its body is."""

    def account(self, body: Json) -> Accounted:
        """Return how the usage of a raw response body is accounted, field by field."""
