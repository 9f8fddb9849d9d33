"""Why a run through a native API can end: one table for the runner, the pages and the docs."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Side = Literal["model", "infrastructure"]
"""Whose failure it is: the model's within its limits, or that of anything between the model and the task."""


@dataclass(frozen=True, slots=True)
class StopReason:
    """What a stop reason means."""

    meaning: str
    side: Side | None
    """None for the one end that is no failure."""

    @property
    def completed(self) -> bool:
        """Whether a run that ended so is completed; every other end is a failure, or comes before the start."""
        return self.side is None


def _model(meaning: str) -> StopReason:
    return StopReason(meaning, "model")


def _infrastructure(meaning: str) -> StopReason:
    return StopReason(meaning, "infrastructure")


_STOPS: Mapping[str, StopReason] = {
    "answered": StopReason("The model gave its final answer.", None),
    # The model
    "empty-answer": _model("The model stopped with neither text nor tool calls."),
    "truncated": _model("An answer was cut at the output limit of a request; nothing in it was carried out."),
    "refused": _model("The model, or a filter of its provider, refused to go on."),
    "other-stop": _model("The model stopped for a reason that is neither an answer nor a tool call."),
    "turn-limit": _model("All model turns were used before a final answer."),
    "tool-call-limit": _model("The model asked for more tool calls than the protocol allows."),
    "run-time-limit": _model("The wall time of a run was used up."),
    "request-size-limit": _model("The next request would have been larger than the protocol allows."),
    # The provider and the way to it
    "request-time-limit": _infrastructure("A request had no whole response within the wall time of a request."),
    "no-connection": _infrastructure("No connection to the provider came about, so nothing was sent."),
    "connection-lost": _infrastructure("The connection ended before the response was whole."),
    "key-refused": _infrastructure("The provider refused the key (HTTP 401 or 403)."),
    "request-refused": _infrastructure("The provider refused the request (another HTTP status from 400 to 499)."),
    "rate-limited": _infrastructure("The provider had had too many requests (HTTP 429)."),
    "overloaded": _infrastructure("The provider was overloaded (HTTP 503 or 529)."),
    "provider-error": _infrastructure("The provider answered with another error."),
    "unreadable-response": _infrastructure("A response that claims success could not be read."),
    # Money
    "budget": _infrastructure("The next request could have passed the spending limit."),
    "no-price": _infrastructure("There is no valid price for the next request."),
    "cost-unknown": _infrastructure("What a response cost is not known, so nothing more could be spent."),
    # The suite
    "suite-halted": _infrastructure("An earlier run ended so that the suite may send no further paid request."),
    "suite-stopped": _infrastructure("The suite ended before this run was tried."),
    # The server under test
    "server-not-ready": _infrastructure("The server did not start, or listed no tool that the provider accepts."),
    "server-ended": _infrastructure("The server ended during the run."),
    "server-hung": _infrastructure("The server did not answer a tool call within the wall time of a request."),
    "server-wrote-to-stdout": _infrastructure("The server wrote something to standard output that is no message."),
    # The runner
    "evidence-not-written": _infrastructure("The evidence of the run could not be written, such as on a full disk."),
    "interrupted": _infrastructure("The operator stopped the run."),
    "runner-fault": _infrastructure("The runner itself failed."),
}
STOPS: Mapping[str, StopReason] = MappingProxyType(_STOPS)
"""By slug."""
