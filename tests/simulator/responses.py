"""The item list of the Responses API, which OpenAI and xAI share: its order, its calls, its sealed reasoning."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.simulator.ask import Accepted, Maker, Notes, RefusalError, data_url, look_at_text
from tests.simulator.script import Call, Turn
from tests.simulator.seal import Bound, Sealer, broken, digest

IMAGE_TYPES = ("image/png", "image/jpeg", "image/gif", "image/webp")
SEALED = ("id", "call_id", "encrypted_content")
TOKENS = {"reasoning": "encrypted_content", "function_call": "call_id", "message": "id"}


@dataclass(slots=True)
class History:
    """What an item list says, item by item."""

    turns: list[tuple[int, list[Mapping[str, Any]]]] = field(default_factory=list)
    """Where each model turn begins, and its items."""
    waiting: list[str] = field(default_factory=list)
    """Calls without an output, in their order."""
    known: set[str] = field(default_factory=set)
    spoken: bool = False
    """Whether the last item was the model's."""


def is_model_item(item: Mapping[str, Any]) -> bool:
    """Return whether an item was made by the model."""
    return item.get("type") in ("reasoning", "function_call") or item.get("role") == "assistant"


def read_items(items: Any, notes: Notes, *, rich_outputs: bool) -> History:
    """Return the history of an item list.

    Args:
        items: The `input`.
        notes: Takes what is passed over in silence.
        rich_outputs: Whether the output of a call may be a list of parts.

    Raises:
        RefusalError: An item is malformed, an output has no call, or a call has no output.
    """
    if isinstance(items, str):
        return History()
    if not isinstance(items, list) or not items:
        raise RefusalError("input", "Missing required parameter: 'input'.", param="input")
    history = History()
    for index, item in enumerate(items):
        if not isinstance(item, dict):
            raise RefusalError(
                "input", f"Invalid type for 'input[{index}]': expected an object.", param=f"input[{index}]"
            )
        if is_model_item(item):
            _model_item(history, index, item)
        else:
            _other_item(history, index, item, notes, rich_outputs)
    _nothing_waits(history)
    if history.spoken:
        notes.add("ends-with-model-turn")
    return history


def _model_item(history: History, index: int, item: Mapping[str, Any]) -> None:
    if not history.spoken:
        _nothing_waits(history)
        history.turns.append((index, []))
    history.spoken = True
    history.turns[-1][1].append(item)
    if item.get("type") != "function_call":
        return
    for name in ("call_id", "name", "arguments"):
        if not isinstance(item.get(name), str):
            raise RefusalError(
                "input", f"Missing required parameter: 'input[{index}].{name}'.", param=f"input[{index}]"
            )
    if item["call_id"] in history.known:
        raise RefusalError("call-twice", f"Duplicate call_id '{item['call_id']}' in input.", param="input")
    history.known.add(item["call_id"])
    history.waiting.append(item["call_id"])


def _other_item(history: History, index: int, item: Mapping[str, Any], notes: Notes, rich_outputs: bool) -> None:
    history.spoken = False
    if item.get("type") == "function_call_output":
        _output(history, index, item, notes, rich_outputs)
    elif item.get("type", "message") == "message" and item.get("role") in ("user", "system", "developer"):
        _message(index, item, notes)
    else:
        raise RefusalError("input", f"Invalid value for 'input[{index}].type'.", param=f"input[{index}]")


def _output(history: History, index: int, item: Mapping[str, Any], notes: Notes, rich: bool) -> None:
    call = item.get("call_id")
    if call not in history.waiting:
        raise RefusalError(
            "output-without-call", f"No tool call found for function call output with call_id {call}.", param="input"
        )
    if history.waiting[0] != call:
        notes.add("order-of-results", f"input[{index}]")
    history.waiting.remove(call)
    output = item.get("output")
    if isinstance(output, str):
        look_at_text(output, f"input[{index}]", notes)
    elif rich and isinstance(output, list):
        _parts(output, index, notes)
    else:
        raise RefusalError(
            "output-form",
            f"Invalid type for 'input[{index}].output': expected a string.",
            param=f"input[{index}].output",
        )


def _message(index: int, item: Mapping[str, Any], notes: Notes) -> None:
    content = item.get("content")
    if isinstance(content, str):
        look_at_text(content, f"input[{index}]", notes)
    elif isinstance(content, list) and content:
        _parts(content, index, notes)
    else:
        raise RefusalError("input", f"Missing required parameter: 'input[{index}].content'.", param=f"input[{index}]")


def _parts(parts: Sequence[Any], index: int, notes: Notes) -> None:
    for part in parts:
        kind = part.get("type") if isinstance(part, dict) else None
        if kind == "input_text" and isinstance(part.get("text"), str):
            look_at_text(part["text"], f"input[{index}]", notes)
        elif kind == "input_image":
            data_url(part.get("image_url"), IMAGE_TYPES)
        else:
            raise RefusalError("part", f"Invalid value: '{kind}' in 'input[{index}]'.", param=f"input[{index}]")


def _nothing_waits(history: History) -> None:
    if history.waiting:
        raise RefusalError(
            "unanswered-call", f"No tool output found for function call {history.waiting[0]}.", param="input"
        )


@dataclass(frozen=True, slots=True)
class Broken:
    """A seal of a replayed turn that does not fit."""

    fault: str
    index: int
    item: Mapping[str, Any]


def check_seals(
    provider: str, sealer: Sealer, said: Mapping[str, Any], items: Sequence[Any], history: History
) -> Iterator[Broken]:
    """Return what does not fit in the replayed turns; `lost` stands for reasoning that is gone."""
    for start, turn in history.turns:
        prefix = digest({**said, "input": list(items[:start])})
        whole = digest([plain(item) for item in turn])
        reasoning = sum(item.get("type") == "reasoning" for item in turn)
        for place, item in enumerate(turn):
            name = TOKENS.get(str(item.get("type", "message")), "id")
            found = sealer.read(provider, _token(item, name))
            if found is None and name != "encrypted_content" and name not in item:
                continue
            fault = broken(found, prefix, whole, digest(plain(item)))
            if found is not None and item.get("type") == "function_call" and found.reasoning > reasoning:
                fault = None
                yield Broken("lost", start + place, item)
            if fault is not None:
                yield Broken(fault, start + place, item)


def _token(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name)
    return value.rpartition("_")[2] if isinstance(value, str) else ""


def plain(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item without its seals."""
    return {name: value for name, value in item.items() if name not in SEALED}


def make_output(provider: str, turn: Turn, maker: Maker, *, phase: bool) -> list[dict[str, Any]]:
    """Return the sealed output items of a turn; `phase` marks the message as comment or final answer."""
    items = _plain_items(turn, phase=phase)
    whole = digest([plain(item) for item in items])
    for position, item in enumerate(items):
        bound = Bound(maker.accepted.prefix, whole, digest(plain(item)), len(turn.reasoning), position)
        token = maker.sealer.seal(provider, bound)
        match item["type"]:
            case "reasoning":
                item["encrypted_content"] = f"gAAAAA_{token}"
                if turn.call_ids:
                    item["id"] = f"rs_{token}"
            case "function_call":
                item["call_id"], item["id"] = f"call_{token}", f"fc_{token}"
            case _:
                item["id"] = f"msg_{token}"
    return items


def _plain_items(turn: Turn, *, phase: bool) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": text}] if text else []}
        for text in turn.reasoning
    ]
    cut = bool(turn.stop and turn.stop.startswith("incomplete"))
    content: list[dict[str, Any]] = []
    if turn.text:
        content.append({"type": "output_text", "text": turn.text, "annotations": [], "logprobs": []})
    if turn.refusal:
        content.append({"type": "refusal", "refusal": turn.refusal})
    if content:
        message = {"type": "message", "role": "assistant", "status": "completed", "content": content}
        items.append(message | ({"phase": "commentary" if turn.calls else "final_answer"} if phase else {}))
    for call in turn.calls:
        status = "incomplete" if cut and call is turn.calls[-1] else "completed"
        items.append({"type": "function_call", "name": call.tool, "arguments": arguments(call), "status": status})
    return items


def arguments(call: Call) -> str:
    """Return the arguments of a call as text."""
    return call.arguments if isinstance(call.arguments, str) else json.dumps(dict(call.arguments), ensure_ascii=False)


def make_body(turn: Turn, accepted: Accepted, output: list[dict[str, Any]], number: int) -> dict[str, Any]:
    """Return a whole Response object around its output; the usage is still to come."""
    request = accepted.request
    status, _, reason = (turn.stop or "completed").partition(":")
    return {
        "id": f"resp_{number:024x}",
        "object": "response",
        "created_at": 1796000000 + number,
        "status": status,
        "background": False,
        "error": {"code": "server_error", "message": "The model failed."} if status == "failed" else None,
        "incomplete_details": {"reason": reason} if reason else None,
        "instructions": request.get("instructions"),
        "max_output_tokens": request.get("max_output_tokens"),
        "metadata": {},
        "model": turn.model or accepted.model,
        "output": output,
        "parallel_tool_calls": request.get("parallel_tool_calls", True),
        "previous_response_id": None,
        "reasoning": request.get("reasoning") or {"effort": "medium", "summary": None},
        "service_tier": turn.service_tier or "default",
        "store": request.get("store", True),
        "temperature": 1.0,
        "text": {"format": {"type": "text"}},
        "tool_choice": request.get("tool_choice", "auto"),
        "tools": request.get("tools", []),
        "top_p": 1.0,
        "truncation": "disabled",
        "user": None,
    }
