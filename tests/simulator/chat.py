"""An OpenAI-compatible server: chat completions at a base address, with or without a key."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.simulator.ask import (
    Accepted,
    Asked,
    Maker,
    Notes,
    RefusalError,
    bearer,
    data_url,
    look_at_text,
    parsed,
    text_member,
)
from tests.simulator.responses import IMAGE_TYPES, arguments
from tests.simulator.schemas import check_names, check_schema
from tests.simulator.script import Turn
from tests.simulator.seal import Bound, Sealer, broken, digest

NAME = "openai-compatible"
PATHS = ("/v1/chat/completions", "/chat/completions")
USUAL = {"prompt_tokens": 1201, "completion_tokens": 83, "total_tokens": 1284}
ROLES = ("system", "developer", "user", "assistant", "tool")


def check(asked: Asked, sealer: Sealer) -> Accepted:
    """Return the request as accepted; a key is needed by nobody, and a wrong one is refused.

    Raises:
        RefusalError: It breaks a rule.
    """
    notes = Notes()
    if bearer(asked) not in (None, asked.key):
        raise RefusalError("key", "Unauthorized", 401)
    body = parsed(asked)
    model = text_member(body, "model", "model")
    if body.get("stream"):
        raise RefusalError("stream", "This simulator does not stream.")
    tools = body.get("tools") or []
    for tool in tools:
        if tool.get("type") != "function" or not isinstance(tool.get("function"), dict):
            raise RefusalError("tool-members", "tools: expected type 'function' and a function.")
    check_names(NAME, [tool["function"].get("name") for tool in tools])
    for tool in tools:
        check_schema(NAME, tool["function"]["name"], tool["function"].get("parameters", {"type": "object"}))
    said = {"model": model, "tools": body.get("tools")}
    turns = _check_messages(sealer, said, body.get("messages"), notes)
    prefix = digest({**said, "messages": body["messages"]})
    return Accepted(model, turns, prefix, body, tuple(notes.found))


def _check_messages(sealer: Sealer, said: Mapping[str, Any], messages: Any, notes: Notes) -> int:
    if not isinstance(messages, list) or not messages:
        raise RefusalError("input", "messages: at least one is required.")
    waiting: list[Any] = []
    turns = 0
    for index, message in enumerate(messages):
        role = message.get("role") if isinstance(message, dict) else None
        if role not in ROLES:
            raise RefusalError("role", f"messages[{index}].role: expected one of {', '.join(ROLES)}.")
        if role == "tool":
            if message.get("tool_call_id") not in waiting:
                raise RefusalError("output-without-call", f"messages[{index}]: no tool call has this tool_call_id.")
            waiting.remove(message["tool_call_id"])
        elif waiting:
            raise RefusalError("unanswered-call", f"messages[{index}]: tool_call_ids without a response: {waiting[0]}")
        if role == "assistant":
            turns += 1
            calls = message.get("tool_calls") or []
            waiting = [call.get("id") for call in calls]
            if message.get("content") is None and not calls:
                raise RefusalError("empty-content", f"messages[{index}]: content or tool_calls is required.")
            _check_seals(sealer, digest({**said, "messages": messages[:index]}), index, message, notes)
        else:
            _check_content(index, message.get("content"), notes, text_only=role == "tool")
    if waiting:
        raise RefusalError("unanswered-call", f"tool_call_ids without a response: {waiting[0]}")
    if messages[-1]["role"] == "assistant":
        notes.add("ends-with-model-turn")
    return turns


def _check_content(index: int, content: Any, notes: Notes, *, text_only: bool) -> None:
    if isinstance(content, str):
        look_at_text(content, f"messages[{index}]", notes)
        return
    if not isinstance(content, list) or (text_only and any(part.get("type") != "text" for part in content)):
        raise RefusalError("output-form", f"messages[{index}].content: expected text.")
    for part in content:
        if part.get("type") == "image_url":
            data_url((part.get("image_url") or {}).get("url"), IMAGE_TYPES)
        else:
            look_at_text(part.get("text"), f"messages[{index}]", notes)


def _check_seals(sealer: Sealer, prefix: bytes, index: int, message: Mapping[str, Any], notes: Notes) -> None:
    whole = digest(plain(message))
    for call in message.get("tool_calls") or []:
        found = sealer.read(NAME, str(call.get("id")).rpartition("_")[2])
        fault = broken(found, prefix, whole, digest(call.get("function")))
        if fault is not None:
            rules = {"prefix": "changed-prefix", "corrupted": "foreign-id"}
            notes.add(rules.get(fault, "edited-continuation"), f"messages[{index}]")


def plain(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a message says, without ids; an absent member and null are the same."""
    calls: Sequence[Any] = message.get("tool_calls") or []
    return {"content": message.get("content"), "calls": [call.get("function") for call in calls]}


def answer(turn: Turn, maker: Maker) -> dict[str, Any]:
    """Return the body of a good answer."""
    message: dict[str, Any] = {"role": "assistant", "content": turn.text or (None if turn.calls else "")}
    if turn.calls:
        message["tool_calls"] = [
            {"type": "function", "function": {"name": call.tool, "arguments": arguments(call)}} for call in turn.calls
        ]
        whole = digest(plain(message))
        for position, call in enumerate(message["tool_calls"]):
            bound = Bound(maker.accepted.prefix, whole, digest(call["function"]), 0, position)
            call["id"] = f"call_{maker.sealer.seal(NAME, bound)}"
    if turn.reasoning:
        message["reasoning_content"] = "\n".join(turn.reasoning)
    body: dict[str, Any] = {
        "id": f"chatcmpl-{maker.number}",
        "object": "chat.completion",
        "created": 1796000000 + maker.number,
        "model": turn.model or maker.accepted.model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": turn.stop or ("tool_calls" if turn.calls else "stop"),
                "logprobs": None,
            }
        ],
    }
    if turn.usage is not None:
        body["usage"] = dict(USUAL if turn.usage == "usual" else turn.usage)
    return body | dict(turn.extra)


def headers(number: int) -> dict[str, str]:
    """Return the headers of every answer."""
    return {"x-request-id": f"local-{number}"}
