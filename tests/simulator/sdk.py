"""The official SDKs as judges: whether a request or an answer has the shape that their types give it.

Imports are late: each SDK takes a second.
"""

import json
from functools import cache
from typing import Any

from pydantic import TypeAdapter


def check_request(provider: str, body: bytes) -> None:
    """Return if the body of a request fits the provider's own types.

    Raises:
        pydantic.ValidationError: It doesn't.
    """
    value = json.loads(body)
    if provider in ("openai", "xai"):
        from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming

        _typed(ResponseCreateParamsNonStreaming, value)
    elif provider == "anthropic":
        from anthropic.types.message_create_params import MessageCreateParamsNonStreaming

        _typed(MessageCreateParamsNonStreaming, value)
    elif provider == "gemini":
        _gemini_request(value)
    else:
        from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming

        _typed(CompletionCreateParamsNonStreaming, value)


def check_answer(provider: str, body: bytes) -> None:
    """Return if the body of a good answer fits the provider's own types.

    Raises:
        pydantic.ValidationError: It doesn't.
    """
    if provider in ("openai", "xai"):
        from openai.types.responses import Response

        Response.model_validate(_as_openai(json.loads(body)) if provider == "xai" else json.loads(body))
    elif provider == "anthropic":
        from anthropic.types import Message

        Message.model_validate_json(body)
    elif provider == "gemini":
        from google.genai.types import GenerateContentResponse

        GenerateContentResponse.model_validate_json(body)
    else:
        from openai.types.chat import ChatCompletion

        ChatCompletion.model_validate_json(body)


def _as_openai(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer of xAI with the two members that OpenAI's type requires and xAI may leave out."""
    into = (answer.get("usage") or {}).get("input_tokens_details")
    if into is not None:
        into.setdefault("cache_write_tokens", 0)
    for item in answer["output"]:
        item.setdefault("id", "none")
    return answer


def _typed(kind: Any, value: Any) -> None:
    _exhaust(_adapter(kind).validate_python(value))
    unknown = set(value) - set(kind.__annotations__) - _inherited(kind)
    if unknown:
        raise TypeError(f"{kind.__name__} knows no {', '.join(sorted(unknown))}")


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    # The lazy iterators of a validated value need their adapter alive.
    return TypeAdapter(kind)


def _inherited(kind: Any) -> set[str]:
    return {name for base in getattr(kind, "__orig_bases__", ()) for name in getattr(base, "__annotations__", ())}


def _exhaust(value: Any) -> None:
    """Walk through a value, since pydantic checks the items of an iterable only when they are taken."""
    if isinstance(value, dict):
        for part in value.values():
            _exhaust(part)
    elif not isinstance(value, str | bytes | int | float | None):
        for part in value:
            _exhaust(part)


def _gemini_request(value: dict[str, Any]) -> None:
    from google.genai import types

    for content in value["contents"]:
        types.Content.model_validate(content)
    if "systemInstruction" in value:
        types.Content.model_validate(value["systemInstruction"])
    for tool in value.get("tools", ()):
        types.Tool.model_validate(tool)
    types.GenerationConfig.model_validate(value.get("generationConfig", {}))
    types.ToolConfig.model_validate(value.get("toolConfig", {}))
