"""One request and its response, under limits and budget."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pydantic import JsonValue

from runner.api.meter import whole_ms
from runner.api.state import Course, Means, StopError, Turned
from runner.api.trace import body_members
from runner.providers.contract import Answer, Conversation, Failure, Request, UnreadableError
from runner.providers.exchange import Exchanged
from runner.redact import text_without_key, without_key
from sitegen import fingerprint
from sitegen.records.usage import Usage

_NOTHING_SENT: Final = Usage(input=0, cached_read=0, cache_write=0, output=0, reasoning=0)
_KEPT_BYTES: Final = 2**16
"""How much is kept of a body that is too large for a response."""
_BY_STATUS: Final = {
    401: "key-refused",
    403: "key-refused",
    429: "rate-limited",
    503: "overloaded",
    529: "overloaded",
}


async def ask(means: Means, course: Course, conversation: Conversation) -> Turned:
    """Send the next request and return the turn that came back, which is part of the course then.

    Raises:
        StopError: A limit or the budget allows no request, or no answer came of it.
        EvidenceError: The trace can't be written.
    """
    request = _next_request(means, course, conversation)
    at_ms = whole_ms(means.meter.now_ns())
    means.trace.add(
        "request",
        number=course.requests + 1,
        at_ms=at_ms,
        bytes=len(request.body),
        sha256=fingerprint.of_bytes(request.body),
    )
    means.meter.start()
    exchanged = await _send(means, course, request)
    turned = Turned(at_ms, exchanged.complete_ms, _read(means, course, exchanged))
    course.turns.append(turned)
    return turned


def _next_request(means: Means, course: Course, conversation: Conversation) -> Request:
    """Return the next request, if limits and budget allow it."""
    planned, limits = means.planned, means.planned.limits
    if len(course.turns) >= limits.model_turns:
        raise StopError("turn-limit", f"{limits.model_turns} model turns")
    if means.meter.left_ms() == 0:
        raise StopError("run-time-limit", f"{limits.run_ms} ms")
    request = planned.adapter.request(
        planned.model, planned.settings, means.carried, conversation, limits.output_tokens_per_request
    )
    if len(request.body) > limits.request_bytes:
        raise StopError("request-size-limit", f"{len(request.body)} bytes; at most {limits.request_bytes}")
    refused = means.budget.reserve(planned.price, len(request.body), limits.output_tokens_per_request)
    if refused is not None:
        raise StopError(refused.reason, refused.detail)
    return request


async def _send(means: Means, course: Course, request: Request) -> Exchanged:
    """Send the request; an end without a whole response is settled as unknown, and halts the suite."""
    left_ms, limits, price = means.meter.left_ms(), means.planned.limits, means.planned.price
    course.requests += 1
    settled = False
    try:
        exchanged = await means.sender.send(request, min(left_ms, limits.request_ms))
        settled = exchanged.fault is None
        if not exchanged.dispatched:
            course.requests -= 1
            means.budget.settle(price, _NOTHING_SENT, None)
            settled = True
    finally:
        if not settled:
            means.budget.settle(price, None, None)
    means.trace.add("response", **_members(exchanged, means.planned.key))
    if exchanged.fault is not None:
        course.halt = f"a request failed: {exchanged.detail}"
        raise _failed(exchanged, left_ms <= limits.request_ms)
    return exchanged


def _members(exchanged: Exchanged, key: str | None) -> Mapping[str, JsonValue]:
    body = exchanged.body[:_KEPT_BYTES] if exchanged.fault == "too-large" else exchanged.body
    return {
        "status": exchanged.status,
        "fault": exchanged.fault,
        "detail": exchanged.detail,
        "dispatched": exchanged.dispatched,
        "first_byte_ms": exchanged.first_byte_ms,
        "complete_ms": exchanged.complete_ms,
        "headers": dict(exchanged.headers),
        "bytes": len(exchanged.body),
        "sha256": fingerprint.of_bytes(exchanged.body),
        **body_members(without_key(body, key)),
    }


def _failed(exchanged: Exchanged, run_is_over: bool) -> StopError:
    detail = exchanged.detail
    match exchanged.fault:
        case "timeout":
            return StopError("run-time-limit" if run_is_over else "request-time-limit", detail)
        case "connect":
            return StopError("no-connection", detail)
        case "too-large":
            return StopError("unreadable-response" if exchanged.status == 200 else _refusal(exchanged.status), detail)
    return StopError("connection-lost", detail)


def _refusal(status: int | None) -> str:
    """Return the stop reason of a response with another status than 200."""
    return _BY_STATUS.get(status or 0, "request-refused" if 400 <= (status or 0) < 500 else "provider-error")


def _read(means: Means, course: Course, exchanged: Exchanged) -> Answer:
    """Return the answer in a whole response; an error response, and one that can't be read, end the run."""
    adapter, price, status = means.planned.adapter, means.planned.price, exchanged.status or 0
    if status == 200:
        try:
            return _answer_without_key(adapter.read(exchanged.body, means.carried), means.planned.key)
        except UnreadableError as error:
            stop = StopError("unreadable-response", text_without_key(str(error), means.planned.key))
    else:
        failure = _failure_without_key(adapter.failure(status, exchanged.body), means.planned.key)
        stop = StopError(_refusal(status), f"HTTP {status}, {failure.kind}: {failure.message}", failure)
    means.budget.settle(price, None, None)
    course.halt = f"what a request cost is unknown: {stop.end.detail}"
    raise stop


def _answer_without_key(answer: Answer, key: str | None) -> Answer:
    """Return the answer with no part of the key in any text of it that is shown or kept.

    The continuation and what names the calls go back to the provider alone, as they came.
    """

    def clear(text: str | None) -> str | None:
        return None if text is None else text_without_key(text, key)

    return replace(
        answer,
        text=text_without_key(answer.text, key),
        provider_stop=text_without_key(answer.provider_stop, key),
        model=clear(answer.model),
        service_tier=clear(answer.service_tier),
        response_id=clear(answer.response_id),
        flags=tuple(text_without_key(flag, key) for flag in answer.flags),
    )


def _failure_without_key(failure: Failure, key: str | None) -> Failure:
    return replace(failure, kind=text_without_key(failure.kind, key), message=text_without_key(failure.message, key))
