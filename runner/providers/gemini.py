"""Gemini's generateContent."""

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import quote

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
from runner.providers.replay import check_replayed, said, split_images, with_note
from runner.providers.schemas import GEMINI
from runner.providers.settings import Between, Known, OneOf, setting_faults
from runner.providers.tools import carried
from runner.providers.usage_gemini import account
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
    "temperature": Between(0, 2),
    "thinking_level": OneOf(("minimal", "low", "medium", "high")),
    "top_p": Between(0, 1),
}
_STOPS: Final[Mapping[str, StopKind]] = {
    "STOP": "answered",
    "MAX_TOKENS": "output_limit",
    "CONTINUATION": "paused",
    "SAFETY": "refused",
    "RECITATION": "refused",
    "BLOCKLIST": "refused",
    "PROHIBITED_CONTENT": "refused",
    "SPII": "refused",
    "MODEL_ARMOR": "refused",
    "IMAGE_SAFETY": "refused",
    "IMAGE_PROHIBITED_CONTENT": "refused",
    "IMAGE_RECITATION": "refused",
}
_IMAGES: Final = frozenset({"image/png", "image/jpeg", "image/webp"})
_TOKEN: Final = "continuationToken"


class Gemini:
    """Gemini's generateContent; parts go back as they came, thought signatures with them."""

    name = "gemini"
    version = 1
    route = Route(base_url="https://generativelanguage.googleapis.com", key_header="x-goog-api-key")

    def carry(self, tools: Sequence[Tool]) -> Carried:
        """Return the tools as function declarations; see `Adapter.carry`."""
        return carried(tools, GEMINI, _declaration)

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
        body: Json = {}
        if conversation.system:
            body["systemInstruction"] = {"parts": [{"text": conversation.system}]}
        if carried.payload:
            body["tools"] = [{"functionDeclarations": list(carried.payload)}]
        config: Json = {"maxOutputTokens": output_tokens}
        if "thinking_level" in settings:
            config["thinkingConfig"] = {"thinkingLevel": settings["thinking_level"]}
        config |= {sent: settings[name] for name, sent in _SAMPLING.items() if name in settings}
        body["generationConfig"] = config
        body["contents"], token = _contents(conversation)
        if token is not None:
            body[_TOKEN] = token
        return Request(f"/v1beta/models/{quote(model, safe='')}:generateContent", _HEADERS, encode(body))

    def read(self, body: bytes, carried: Carried) -> Answer:
        """Return what a response says; see `Adapter.read`."""
        response = decode(body)
        if not response.keys() & {"candidates", "promptFeedback", "usageMetadata"}:
            raise UnreadableError("the body has neither candidates nor promptFeedback nor usageMetadata")
        candidates = objects(response.get("candidates") or [], "/candidates")
        candidate = candidates[0] if candidates else {}
        content = candidate.get("content")
        parts = objects(member(content, "parts") or [], "/candidates/0/content/parts")
        calls = _calls(parts, carried)
        stop, provider_stop = _stop(response, candidate, bool(calls))
        accounted = self.account(response)
        texts = [part.get("text") for part in parts if not part.get("thought")]
        token = {_TOKEN: candidate[_TOKEN]} if stop == "paused" else {}
        return Answer(
            calls=calls,
            text="".join(visible(text) for text in texts if isinstance(text, str)),
            stop=stop,
            provider_stop=provider_stop,
            usage=accounted.usage,
            continuation=({"content": content, **token},) if isinstance(content, dict) or token else (),
            model=label_or_none(response.get("modelVersion")),
            response_id=label_or_none(response.get("responseId")),
            flags=(*accounted.flags, *_odd(candidate, parts, accounted)),
        )

    def failure(self, status: int, body: bytes) -> Failure:
        """Return what an error response says."""
        return read_failure(status, body)

    def account(self, body: Json) -> Accounted:
        """Return how the usage of a response is accounted."""
        return account(body)


_SAMPLING: Final[Mapping[str, str]] = {"temperature": "temperature", "top_p": "topP"}


def _declaration(name: str, description: str, schema: Json) -> Json:
    return {"name": name, "description": description, "parametersJsonSchema": schema}


def _contents(conversation: Conversation) -> tuple[list[JsonValue], JsonValue]:
    """Return the contents, and the token that resumes a response which is not at its end; else None.

    While a response is resumed the contents stay as they were; after it all its parts are one content.
    """
    contents: list[JsonValue] = [{"role": "user", "parts": [{"text": conversation.prompt}]}]
    parts: list[JsonValue] = []
    token: JsonValue = None
    for turn in conversation.turns:
        given = _parts_of(turn)
        calls = _calls_in(given)
        check_replayed(turn, calls)
        parts += given
        if turn.results:
            answers = [_response(result, call[0]) for result, call in zip(turn.results, calls, strict=True)]
            contents += [{"role": "model", "parts": parts}, {"role": "user", "parts": answers}]
            parts, token = [], None
        else:
            token = member(turn.continuation[0], _TOKEN) if turn.continuation else None
    return contents, token


def _parts_of(turn: Turn) -> list[JsonValue]:
    found = member(member(turn.continuation[0], "content"), "parts") if turn.continuation else None
    return found if isinstance(found, list) else []


def _calls_in(parts: Sequence[JsonValue]) -> list[tuple[str | None, int]]:
    """Return the id of each call, where it has one, and the thought signatures up to it."""
    found: list[tuple[str | None, int]] = []
    signatures = 0
    for part in parts:
        signatures += "thoughtSignature" in part if isinstance(part, dict) else 0
        call = member(part, "functionCall")
        if isinstance(call, dict):
            found.append((text_or_none(call.get("id")), signatures))
    return found


def _calls(parts: Sequence[Json], carried: Carried) -> tuple[ToolCall, ...]:
    bodies = [(number, part["functionCall"]) for number, part in enumerate(parts) if _has_call(part)]
    calls = []
    for order, ((number, body), (identity, signatures)) in enumerate(
        zip(bodies, _calls_in(list(parts)), strict=True), start=1
    ):
        assert isinstance(body, dict)
        name = text_at(body, "name", f"/candidates/0/content/parts/{number}/functionCall")
        given = body.get("args", {})
        arguments, fault = arguments_of(given if isinstance(given, dict) else None)
        own = identity or f"call-{order}"
        calls.append(ToolCall(own, visible(name), carried.names.get(name), arguments, fault, signatures))
    return tuple(calls)


def _has_call(part: Json) -> bool:
    return isinstance(part.get("functionCall"), dict)


def _response(result: ToolResult, identity: str | None) -> JsonValue:
    images, note = split_images(result, _IMAGES)
    body: Json = {} if identity is None else {"id": identity}
    body["name"] = result.call.sent_name
    body["response"] = {"error" if result.is_error else "output": with_note(said(result), note)}
    if images:
        body["parts"] = [{"inlineData": {"mimeType": image.media_type, "data": image.base64}} for image in images]
    return {"functionResponse": body}


def _stop(response: Json, candidate: Json, has_calls: bool) -> tuple[StopKind, str]:
    if not candidate:
        reason = label_or_none(member(response.get("promptFeedback"), "blockReason"))
        return ("other", "no candidates") if reason is None else ("refused", f"prompt blocked: {reason}")
    provider_stop = label(candidate.get("finishReason"), "none")
    stop = _STOPS.get(provider_stop, "other")
    if stop == "paused" and (has_calls or not isinstance(candidate.get(_TOKEN), str)):
        return "other", provider_stop
    return ("tool_calls" if has_calls and stop == "answered" else stop), provider_stop


def _odd(candidate: Json, parts: Sequence[Json], accounted: Accounted) -> list[str]:
    flags = []
    if candidate.get("finishReason") == "CONTINUATION" and not isinstance(candidate.get(_TOKEN), str):
        flags.append("the response is to be continued, but has no token for it")
    calls = [part for part in parts if _has_call(part)]
    if calls and "thoughtSignature" not in calls[0] and accounted.usage.reasoning:
        flags.append("the response reports thoughts, but its first call has no thought signature")
    message = label_or_none(candidate.get("finishMessage"))
    if message is not None:
        flags.append(f"the provider says: {message}"[:300])
    return flags
