"""Chat completions at any base URL, such as a local server; nothing is billed per token."""

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
    UnreadableError,
)
from runner.providers.failures import read_failure
from runner.providers.replay import check_replayed, data_url, shown_text, split_images, with_note
from runner.providers.schemas import OPENAI
from runner.providers.settings import Between, Known, OneOf, setting_faults
from runner.providers.tools import carried
from runner.providers.usage_openai import CHAT, account
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

_HEADERS: Final[Mapping[str, str]] = {"content-type": "application/json"}
_SETTINGS: Final[Known] = {
    "effort": OneOf(("none", "minimal", "low", "medium", "high", "xhigh", "max")),
    "temperature": Between(0, 2),
    "top_p": Between(0, 1),
}
_STOPS: Final[Mapping[str, StopKind]] = {
    "stop": "answered",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "length": "output_limit",
    "content_filter": "refused",
}
_IMAGES: Final = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"})


class OpenAICompatible:
    """Chat completions below a base URL that the user names, its version included; a key is optional."""

    name = "openai-compatible"
    version = 1
    route = Route(base_url="", key_header="authorization", key_prefix="Bearer ", request_id_headers=("x-request-id",))

    def carry(self, tools: Sequence[Tool]) -> Carried:
        """Return the tools as functions; see `Adapter.carry`."""
        return carried(tools, OPENAI, _function)

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
        messages: list[JsonValue] = []
        if conversation.system:
            messages.append({"role": "system", "content": conversation.system})
        messages.append({"role": "user", "content": conversation.prompt})
        for turn in conversation.turns:
            check_replayed(turn, _calls_in(turn))
            messages += [*turn.continuation, *_results(turn.results)]
        body: Json = {"model": model, "messages": messages}
        if carried.payload:
            body["tools"] = list(carried.payload)
        body["max_tokens"] = output_tokens
        if "effort" in settings:
            body["reasoning_effort"] = settings["effort"]
        body |= {name: settings[name] for name in ("temperature", "top_p") if name in settings}
        return Request("/chat/completions", _HEADERS, encode(body))

    def read(self, body: bytes, carried: Carried) -> Answer:
        """Return what a response says; see `Adapter.read`."""
        response = decode(body)
        choices = objects(response.get("choices"), "/choices")
        message = choices[0].get("message") if choices else None
        if not isinstance(message, dict):
            raise UnreadableError("/choices/0/message is no object")
        calls = _calls(message, carried)
        provider_stop = label(choices[0].get("finish_reason"), "none")
        stop = _STOPS.get(provider_stop, "other")
        if stop in ("answered", "tool_calls"):
            stop = "tool_calls" if calls else "answered" if stop == "answered" else "other"
        accounted = self.account(response)
        shown = [message.get("content"), message.get("refusal")]
        return Answer(
            calls=calls,
            text="".join(visible(text) for text in shown if isinstance(text, str)),
            stop="refused" if stop == "answered" and message.get("refusal") else stop,
            provider_stop=provider_stop,
            usage=accounted.usage,
            continuation=(message,),
            model=label_or_none(response.get("model")),
            service_tier=label_or_none(response.get("service_tier")),
            response_id=label_or_none(response.get("id")),
            flags=accounted.flags,
        )

    def failure(self, status: int, body: bytes) -> Failure:
        """Return what an error response says."""
        return read_failure(status, body)

    def account(self, body: Json) -> Accounted:
        """Return how the usage of a response is accounted."""
        return account(body, CHAT)


def _function(name: str, description: str, schema: Json) -> Json:
    return {"type": "function", "function": {"name": name, "description": description, "parameters": schema}}


def _results(results: Sequence[ToolResult]) -> list[JsonValue]:
    """Return the results as text, and their images in a user message after them: results take no image here."""
    messages: list[JsonValue] = []
    parts: list[JsonValue] = []
    for result in results:
        images, note = split_images(result, _IMAGES)
        text = with_note(shown_text(result), note)
        messages.append({"role": "tool", "tool_call_id": result.call.id, "content": text})
        if images:
            parts.append({"type": "text", "text": f"The result of {result.call.sent_name} shows:"})
        parts += [{"type": "image_url", "image_url": {"url": data_url(image)}} for image in images]
    return [*messages, {"role": "user", "content": parts}] if parts else messages


def _calls_in(turn: Turn) -> list[tuple[str | None, int]]:
    listed = member(turn.continuation[0], "tool_calls") if turn.continuation else None
    return [(text_or_none(member(one, "id")), 0) for one in listed] if isinstance(listed, list) else []


def _calls(message: Json, carried: Carried) -> tuple[ToolCall, ...]:
    calls = []
    for number, item in enumerate(objects(message.get("tool_calls") or [], "/choices/0/message/tool_calls")):
        place = f"/choices/0/message/tool_calls/{number}/function"
        function = item.get("function")
        if not isinstance(function, dict):
            raise UnreadableError(f"{place} is no object")
        identity = text_or_none(item.get("id")) or f"call-{number + 1}"
        name = text_at(function, "name", place)
        arguments, fault = arguments_of(function.get("arguments"))
        calls.append(ToolCall(identity, visible(name), carried.names.get(name), arguments, fault))
    return tuple(calls)
