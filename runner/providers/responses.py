"""The Responses API as OpenAI and xAI share it: stateless, with encrypted reasoning that goes back as it came."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pydantic import JsonValue

from runner.providers.contract import (
    Accounted,
    Answer,
    Carried,
    Conversation,
    Json,
    Request,
    StopKind,
    ToolCall,
    ToolResult,
    Turn,
    UnreadableError,
)
from runner.providers.replay import check_replayed
from runner.providers.wire import (
    arguments_of,
    decode,
    encode,
    label,
    label_or_none,
    member,
    objects,
    text_at,
    text_or_none,
    visible,
)

PATH: Final = "/v1/responses"
HEADERS: Final[Mapping[str, str]] = {"content-type": "application/json"}
Outputs = Callable[[Sequence[ToolResult]], list[JsonValue]]
"""Results of a turn -> the items that carry them."""

_INCOMPLETE: Final[Mapping[str, StopKind]] = {"max_output_tokens": "output_limit", "content_filter": "refused"}
_REFUSALS: Final = frozenset({"bio_policy", "misalignment_policy_violation", "invalid_prompt"})
"""Error codes of a failed response that are the provider's refusal to answer."""


def function_tool(name: str, description: str, schema: Json) -> Json:
    """Return a tool in the form of the Responses API; not strict, so that optional arguments stay optional."""
    return {"type": "function", "name": name, "description": description, "parameters": schema, "strict": False}


def build(
    model: str,
    settings: Mapping[str, JsonValue],
    carried: Carried,
    conversation: Conversation,
    output_tokens: int,
    outputs: Outputs,
) -> Request:
    """Return the request of the next turn.

    Raises:
        ContinuationError: A turn goes back otherwise than it came.
    """
    items: list[JsonValue] = [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": conversation.prompt}]}
    ]
    for turn in conversation.turns:
        check_replayed(turn, _calls_in(turn))
        items += [*turn.continuation, *outputs(turn.results)]
    body: Json = {"model": model}
    if conversation.system:
        body["instructions"] = conversation.system
    body["input"] = items
    if carried.payload:
        body["tools"] = list(carried.payload)
    body |= {"max_output_tokens": output_tokens, "store": False, "include": ["reasoning.encrypted_content"]}
    if "effort" in settings:
        body["reasoning"] = {"effort": settings["effort"]}
    body |= {name: settings[name] for name in ("temperature", "top_p") if name in settings}
    return Request(PATH, HEADERS, encode(body))


def _calls_in(turn: Turn) -> list[tuple[str | None, int]]:
    found: list[tuple[str | None, int]] = []
    reasoning = 0
    for item in turn.continuation:
        if member(item, "type") == "reasoning":
            reasoning += 1
        elif member(item, "type") == "function_call":
            found.append((text_or_none(member(item, "call_id")), reasoning))
    return found


def read(body: bytes, carried: Carried, account: Callable[[Json], Accounted]) -> Answer:
    """Return what a response says.

    Raises:
        UnreadableError: It lacks what a turn needs.
    """
    response = decode(body)
    status = text_at(response, "status", "")
    items = [] if status == "failed" and response.get("output") is None else objects(response.get("output"), "/output")
    calls = _calls(items, carried, whole=status == "completed")
    stop, provider_stop = _stop(response, status, items, bool(calls))
    accounted = account(response)
    return Answer(
        calls=calls,
        text=_text(items),
        stop=stop,
        provider_stop=provider_stop,
        usage=accounted.usage,
        continuation=tuple(items),
        model=label_or_none(response.get("model")),
        provider_ticks=accounted.provider_ticks,
        service_tier=label_or_none(response.get("service_tier")),
        response_id=label_or_none(response.get("id")),
        flags=(*accounted.flags, *_odd(response, items, accounted)),
    )


def _calls(items: Sequence[Json], carried: Carried, *, whole: bool) -> tuple[ToolCall, ...]:
    calls = []
    reasoning = 0
    for number, item in enumerate(items):
        reasoning += item.get("type") == "reasoning"
        if item.get("type") != "function_call":
            continue
        try:
            identity = text_at(item, "call_id", f"/output/{number}")
            name = text_at(item, "name", f"/output/{number}")
        except UnreadableError:
            if whole:
                raise
            continue
        arguments, fault = arguments_of(item.get("arguments"))
        calls.append(ToolCall(visible(identity), visible(name), carried.names.get(name), arguments, fault, reasoning))
    return tuple(calls)


def _stop(response: Json, status: str, items: Sequence[Json], has_calls: bool) -> tuple[StopKind, str]:
    """Return why the model stopped; the status of the response counts, not that of an item."""
    if status == "completed":
        if has_calls:
            return "tool_calls", status
        refused = any(part.get("type") == "refusal" for part in _parts(items))
        return ("refused", "completed: refusal") if refused else ("answered", status)
    if status == "incomplete":
        reason = label(member(response.get("incomplete_details"), "reason"), "no reason")
        return _INCOMPLETE.get(reason, "other"), f"incomplete: {reason}"
    if status == "failed":
        code = label(member(response.get("error"), "code"), "no code")
        return "refused" if code in _REFUSALS else "other", f"failed: {code}"
    return "other", label(status, "unknown")


def _parts(items: Sequence[Json]) -> list[Json]:
    """Return the content parts of all messages."""
    contents = [item.get("content") for item in items if item.get("type") == "message"]
    return [part for content in contents if isinstance(content, list) for part in content if isinstance(part, dict)]


def _text(items: Sequence[Json]) -> str:
    messages = []
    for item in items:
        shown = [member(part, name) for part in _parts([item]) for name in ("text", "refusal")]
        messages.append("".join(visible(text) for text in shown if isinstance(text, str)))
    return "\n\n".join(message for message in messages if message)


def _odd(response: Json, items: Sequence[Json], accounted: Accounted) -> list[str]:
    flags = []
    withheld = response.get("input_transformations")
    for one in withheld if isinstance(withheld, list) else ():
        reason = label(member(one, "reason"), "no reason")
        flags.append(f"reasoning that went back was withheld from the model: {reason}")
    reasoning = [item for item in items if item.get("type") == "reasoning"]
    if any(not item.get("encrypted_content") for item in reasoning):
        flags.append("a reasoning item came without its encrypted content, so it can't go back")
    has_calls = any(item.get("type") == "function_call" for item in items)
    if has_calls and not reasoning and accounted.usage.reasoning:
        flags.append("the response reports reasoning tokens, but its calls came without a reasoning item")
    error = member(response.get("error"), "message")
    if response.get("status") == "failed" and isinstance(error, str):
        flags.append(label(f"the response failed: {error}", "the response failed"))
    return flags
