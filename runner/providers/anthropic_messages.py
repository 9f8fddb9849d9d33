"""Anthropic's Messages API."""

from collections.abc import Mapping, Sequence
from typing import Final

from pydantic import JsonValue

from runner.providers.contract import (
    Accounted,
    Answer,
    Carried,
    Conversation,
    Failure,
    Json,
    Request,
    Route,
    StopKind,
    Tool,
    ToolCall,
    ToolResult,
    Turn,
)
from runner.providers.failures import read_failure
from runner.providers.replay import check_replayed, said, split_images, with_note
from runner.providers.schemas import ANTHROPIC
from runner.providers.settings import Known, OneOf, setting_faults
from runner.providers.tools import carried
from runner.providers.usage_anthropic import account
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

API_VERSION: Final = "2023-06-01"
"""The one version that is named; another one is another version of this adapter."""
_HEADERS: Final[Mapping[str, str]] = {"anthropic-version": API_VERSION, "content-type": "application/json"}
_SETTINGS: Final[Known] = {
    "effort": OneOf(("low", "medium", "high", "xhigh", "max")),
    "thinking": OneOf(("adaptive", "between_tools", "disabled")),
}
_STOPS: Final[Mapping[str, StopKind]] = {
    "end_turn": "answered",
    "stop_sequence": "answered",
    "max_tokens": "output_limit",
    "model_context_window_exceeded": "output_limit",
    "tool_use": "tool_calls",
    "pause_turn": "paused",
    "refusal": "refused",
}
_THINKING: Final = frozenset({"thinking", "redacted_thinking"})
_IMAGES: Final = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"})


class AnthropicMessages:
    """Anthropic's Messages API; thinking goes back as it came."""

    name = "anthropic"
    version = 1
    route = Route(
        base_url="https://api.anthropic.com",
        key_header="x-api-key",
        request_id_headers=("request-id",),
    )

    def carry(self, tools: Sequence[Tool]) -> Carried:
        """Return the tools as Anthropic takes them; see `Adapter.carry`."""
        return carried(tools, ANTHROPIC, _tool)

    def check_settings(self, settings: Mapping[str, JsonValue]) -> tuple[str, ...]:
        """Return what is wrong with the settings."""
        return setting_faults(settings, _SETTINGS)

    def request(
        self,
        model: str,
        settings: Mapping[str, JsonValue],
        carried: Carried,
        conversation: Conversation,
        output_tokens: int,
    ) -> Request:
        """Return the request of the next turn; see `Adapter.request`."""
        body: Json = {"model": model, "max_tokens": output_tokens}
        if conversation.system:
            body["system"] = conversation.system
        if carried.payload:
            body["tools"] = list(carried.payload)
        if "thinking" in settings:
            body["thinking"] = {"type": settings["thinking"]}
        if "effort" in settings:
            body["output_config"] = {"effort": settings["effort"]}
        body["messages"] = _messages(conversation)
        return Request("/v1/messages", _HEADERS, encode(body))

    def read(self, body: bytes, carried: Carried) -> Answer:
        """Return what a response says; see `Adapter.read`."""
        message = decode(body)
        blocks = objects(message.get("content"), "/content")
        calls = _calls(blocks, carried)
        provider_stop = label(message.get("stop_reason"), "none")
        accounted = self.account(message)
        texts = [block.get("text") for block in blocks if block.get("type") == "text"]
        return Answer(
            calls=calls,
            text="\n\n".join(visible(text) for text in texts if isinstance(text, str) and text),
            stop=_stop(provider_stop, bool(calls)),
            provider_stop=provider_stop,
            usage=accounted.usage,
            continuation=tuple(blocks),
            model=label_or_none(message.get("model")),
            service_tier=label_or_none(member(message.get("usage"), "service_tier")),
            response_id=label_or_none(message.get("id")),
            flags=(*accounted.flags, *_odd(message)),
        )

    def failure(self, status: int, body: bytes) -> Failure:
        """Return what an error response says."""
        return read_failure(status, body)

    def account(self, body: Json) -> Accounted:
        """Return how the usage of a response is accounted."""
        return account(body)


def _tool(name: str, description: str, schema: Json) -> Json:
    return {"name": name, "description": description, "input_schema": schema}


def _messages(conversation: Conversation) -> list[JsonValue]:
    """Return the messages, user and assistant by turns: a paused turn and the one that goes on are one message."""
    messages: list[JsonValue] = [{"role": "user", "content": [{"type": "text", "text": conversation.prompt}]}]
    blocks: list[JsonValue] = []
    for turn in conversation.turns:
        check_replayed(turn, _calls_in(turn))
        blocks += turn.continuation
        if turn.results:
            messages.append({"role": "assistant", "content": blocks})
            messages.append({"role": "user", "content": [_result(result) for result in turn.results]})
            blocks = []
    return [*messages, {"role": "assistant", "content": blocks}] if blocks else messages


def _calls_in(turn: Turn) -> list[tuple[str | None, int]]:
    found: list[tuple[str | None, int]] = []
    thinking = 0
    for block in turn.continuation:
        if member(block, "type") in _THINKING:
            thinking += 1
        elif member(block, "type") == "tool_use":
            found.append((text_or_none(member(block, "id")), thinking))
    return found


def _result(result: ToolResult) -> Json:
    images, note = split_images(result, _IMAGES)
    text = with_note(said(result), note)
    content: list[JsonValue] = [{"type": "text", "text": text}] if text.strip() else []
    content += [
        {"type": "image", "source": {"type": "base64", "media_type": image.media_type, "data": image.base64}}
        for image in images
    ]
    block: Json = {"type": "tool_result", "tool_use_id": result.call.id}
    if content:
        block["content"] = content
    if result.is_error:
        block["is_error"] = True
    return block


def _calls(blocks: Sequence[Json], carried: Carried) -> tuple[ToolCall, ...]:
    calls = []
    thinking = 0
    for number, block in enumerate(blocks):
        thinking += block.get("type") in _THINKING
        if block.get("type") != "tool_use":
            continue
        identity = text_at(block, "id", f"/content/{number}")
        name = text_at(block, "name", f"/content/{number}")
        arguments, fault = arguments_of(block.get("input") if isinstance(block.get("input"), dict) else None)
        calls.append(ToolCall(visible(identity), visible(name), carried.names.get(name), arguments, fault, thinking))
    return tuple(calls)


def _stop(provider_stop: str, has_calls: bool) -> StopKind:
    stop = _STOPS.get(provider_stop, "other")
    if has_calls and stop in ("answered", "paused"):
        return "tool_calls"
    return "other" if stop == "tool_calls" and not has_calls else stop


def _odd(message: Json) -> list[str]:
    flags = []
    details = message.get("stop_details")
    category = label_or_none(member(details, "category"))
    if category is not None:
        flags.append(f"refused under the category {category}")
    speed = label_or_none(member(message.get("usage"), "speed"))
    if speed not in (None, "standard"):
        flags.append(f"the speed {speed} has a price of its own")
    place = label_or_none(member(message.get("usage"), "inference_geo"))
    if place not in (None, "global", "not_available"):
        flags.append(f"inference in {place} may have a price of its own")
    return flags
