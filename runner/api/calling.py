"""The tool calls of one turn, made one after another."""

import json
from typing import Final

from pydantic import JsonValue

from runner.api.meter import whole_ms
from runner.api.session import Answered, ServerError
from runner.api.state import Course, Means, StopError, Turned
from runner.api.words import clean, name
from runner.providers.contract import Image, ToolCall, ToolResult
from runner.redact import json_without_key, text_without_key
from sitegen import fingerprint
from sitegen.records.kinds import api as records

BATCH: Final = "batch"
"""A tool of this name with a list of `calls` counts as so many operations."""


async def results_of(means: Means, course: Course, turned: Turned) -> tuple[ToolResult, ...]:
    """Return the results of a turn's calls, made in the model's order.

    Raises:
        StopError: A limit is reached, or the server fails.
        EvidenceError: The trace can't be written.
    """
    limits = means.planned.limits
    results = []
    for call in turned.answer.calls:
        if course.tool_calls >= limits.tool_calls:
            raise StopError("tool-call-limit", f"{limits.tool_calls} tool calls")
        if means.meter.left_ms() == 0:
            raise StopError("run-time-limit", f"{limits.run_ms} ms")
        answered = await _call(means, turned, call)
        results.append(ToolResult(call, answered.text, answered.is_error, answered.images))
    return tuple(results)


async def _call(means: Means, turned: Turned, call: ToolCall) -> Answered:
    """Return what a call came to; one that can't be made comes back to the model as an error."""
    fault = _fault(call)
    means.trace.add("call", id=call.id, tool=call.sent_name, arguments=call.arguments, fault=fault)
    at_ns = means.meter.now_ns()
    ok = False
    try:
        answered = Answered(fault, is_error=True) if fault else await _dispatched(means, call)
        ok = not answered.is_error
    finally:
        duration_ms = 0 if fault else whole_ms(means.meter.now_ns() - at_ns)
        turned.calls.append(
            records.ToolCall(
                at_ms=whole_ms(at_ns),
                duration_ms=duration_ms,
                tool=name(call.tool or text_without_key(call.sent_name, means.planned.key)),
                ok=ok,
                operations=_operations(call),
                fault=clean(fault, means.planned.key) if fault else None,
            )
        )
    means.trace.add(
        "result",
        id=call.id,
        text=answered.text,
        is_error=answered.is_error,
        images=[_noted(one) for one in answered.images],
        recorded=turned.calls[-1].model_dump(mode="json"),
    )
    return answered


def _noted(image: Image) -> JsonValue:
    """Return what is kept of a picture: type, size and hash of its base64 text, not the data."""
    digest = fingerprint.of_bytes(image.base64.encode())
    return {"media_type": image.media_type, "characters": len(image.base64), "sha256": digest}


def _fault(call: ToolCall) -> str | None:
    if call.tool is None:
        return f"There is no tool named {json.dumps(call.sent_name)}."
    if call.arguments is None:
        return f"The arguments are no JSON object: {call.fault or 'nothing was given'}."
    return None


async def _dispatched(means: Means, call: ToolCall) -> Answered:
    """Make a call that can be made; a server that fails, or does not answer in time, ends the run.

    Keys stay in the runner's process: one that the model writes into its arguments does not get into the document.
    """
    assert call.tool is not None
    assert call.arguments is not None
    arguments = json_without_key(call.arguments, means.planned.key)
    assert isinstance(arguments, dict)
    left_ms, most_ms = means.meter.left_ms(), means.planned.limits.request_ms
    try:
        return await means.session.call(call.tool, arguments, min(left_ms, most_ms) / 1000)
    except TimeoutError:
        if left_ms <= most_ms:
            raise StopError("run-time-limit", f"{call.tool} was still running") from None
        raise StopError("server-hung", f"{call.tool} gave no answer within {most_ms} ms") from None
    except ServerError as error:
        raise StopError(error.reason, f"{call.tool}: {error}") from None


def _operations(call: ToolCall) -> int:
    """Return how many operations a call asks for."""
    asked = call.arguments.get("calls") if call.tool == BATCH and call.arguments else None
    return max(1, len(asked)) if isinstance(asked, list) else 1
