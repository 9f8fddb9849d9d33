"""Well-formed conversations, written by hand from the reference: what a request of each provider looks like.

A conversation grows by an answer of the simulator and the results of its calls; the answer goes back verbatim.
"""

import copy
import json
from collections.abc import Callable, Sequence
from typing import Any

Body = dict[str, Any]
Result = tuple[str, bool]
"""Text of a tool's result, and whether it is an error."""

SYSTEM = "You build with the tools."
PROMPT = "Build a cup of 80 mm."
DESCRIPTION = "Adds a box."


def _box() -> Body:
    return {
        "type": "object",
        "properties": {
            "label": {"type": "string"},
            "size": {"type": "array", "items": {"type": "number"}},
            "mode": {"type": "string", "enum": ["new", "cut"]},
        },
        "required": ["label", "size"],
    }


def _list() -> Body:
    return {"type": "object", "properties": {}}


def openai_request(model: str = "gpt-6.2-sol") -> Body:
    """Return the first request to OpenAI Responses."""
    return {
        "model": model,
        "instructions": SYSTEM,
        "input": [{"role": "user", "content": PROMPT}],
        "tools": [
            {"type": "function", "name": "box", "description": DESCRIPTION, "parameters": _box(), "strict": False},
            {"type": "function", "name": "list", "description": "Lists.", "parameters": _list(), "strict": False},
        ],
        "store": False,
        "include": ["reasoning.encrypted_content"],
        "max_output_tokens": 8192,
        "reasoning": {"effort": "low"},
    }


def openai_grow(body: Body, answer: Body, results: Sequence[Result]) -> Body:
    """Return the next request: all output items as they came, then the outputs."""
    calls = [item for item in answer["output"] if item["type"] == "function_call"]
    outputs = [
        {"type": "function_call_output", "call_id": call["call_id"], "output": text}
        for call, (text, _) in zip(calls, results, strict=True)
    ]
    return _grown(body, "input", [*answer["output"], *outputs])


def xai_request(model: str = "grok-4.7") -> Body:
    """Return the first request to xAI Responses."""
    return openai_request(model)


def anthropic_request(model: str = "claude-opus-5-5") -> Body:
    """Return the first request to Anthropic Messages."""
    return {
        "model": model,
        "max_tokens": 8192,
        "system": SYSTEM,
        "messages": [{"role": "user", "content": [{"type": "text", "text": PROMPT}]}],
        "tools": [
            {"name": "box", "description": DESCRIPTION, "input_schema": _box()},
            {"name": "list", "description": "Lists.", "input_schema": _list()},
        ],
        "thinking": {"type": "adaptive"},
    }


def anthropic_grow(body: Body, answer: Body, results: Sequence[Result]) -> Body:
    """Return the next request: the content as it came, then all results in one message of the user."""
    calls = [block for block in answer["content"] if block["type"] == "tool_use"]
    given = [
        {
            "type": "tool_result",
            "tool_use_id": call["id"],
            "content": [{"type": "text", "text": text}],
            "is_error": failed,
        }
        for call, (text, failed) in zip(calls, results, strict=True)
    ]
    said = {"role": "assistant", "content": answer["content"]}
    return _grown(body, "messages", [said, *([{"role": "user", "content": given}] if given else [])])


def gemini_request(model: str = "gemini-4-argon") -> Body:
    """Return the first request to Gemini; the model stands in the path."""
    return {
        "contents": [{"role": "user", "parts": [{"text": PROMPT}]}],
        "systemInstruction": {"parts": [{"text": SYSTEM}]},
        "tools": [
            {
                "functionDeclarations": [
                    {"name": "box", "description": DESCRIPTION, "parametersJsonSchema": _box()},
                    {"name": "list", "description": "Lists.", "parametersJsonSchema": _list()},
                ]
            }
        ],
        "generationConfig": {"maxOutputTokens": 8192, "thinkingConfig": {"thinkingLevel": "low"}},
    }


def gemini_grow(body: Body, answer: Body, results: Sequence[Result]) -> Body:
    """Return the next request: the content as it came, then one response for each call in its order."""
    content = answer["candidates"][0]["content"]
    calls = [part["functionCall"] for part in content["parts"] if "functionCall" in part]
    given = []
    for call, (text, failed) in zip(calls, results, strict=True):
        response = {"name": call["name"], "response": {"error" if failed else "output": text}}
        given.append({"functionResponse": response | ({"id": call["id"]} if "id" in call else {})})
    return _grown(body, "contents", [content, *([{"role": "user", "parts": given}] if given else [])])


def chat_request(model: str = "local-model") -> Body:
    """Return the first request to an OpenAI-compatible server."""
    return {
        "model": model,
        "messages": [{"role": "system", "content": SYSTEM}, {"role": "user", "content": PROMPT}],
        "tools": [
            {"type": "function", "function": {"name": "box", "description": DESCRIPTION, "parameters": _box()}},
            {"type": "function", "function": {"name": "list", "description": "Lists.", "parameters": _list()}},
        ],
        "max_tokens": 8192,
    }


def chat_grow(body: Body, answer: Body, results: Sequence[Result]) -> Body:
    """Return the next request: the message as it came, then one message of the tool for each call."""
    message = answer["choices"][0]["message"]
    outputs = [
        {"role": "tool", "tool_call_id": call["id"], "content": text}
        for call, (text, _) in zip(message.get("tool_calls", ()), results, strict=True)
    ]
    return _grown(body, "messages", [message, *outputs])


def _grown(body: Body, member: str, items: Sequence[Any]) -> Body:
    grown = copy.deepcopy(body)
    grown[member] = [*grown[member], *copy.deepcopy(list(items))]
    return grown


START: dict[str, Callable[[], Body]] = {
    "openai": openai_request,
    "xai": xai_request,
    "anthropic": anthropic_request,
    "gemini": gemini_request,
    "openai-compatible": chat_request,
}
GROW: dict[str, Callable[[Body, Body, Sequence[Result]], Body]] = {
    "openai": openai_grow,
    "xai": openai_grow,
    "anthropic": anthropic_grow,
    "gemini": gemini_grow,
    "openai-compatible": chat_grow,
}
PATHS = {
    "openai": "/v1/responses",
    "xai": "/v1/responses",
    "anthropic": "/v1/messages",
    "gemini": "/v1beta/models/gemini-4-argon:generateContent",
    "openai-compatible": "/v1/chat/completions",
}


def headers(provider: str, key: str) -> dict[str, str]:
    """Return the headers of a well-formed request."""
    found = {"content-type": "application/json"}
    if provider == "anthropic":
        return found | {"x-api-key": key, "anthropic-version": "2023-06-01"}
    if provider == "gemini":
        return found | {"x-goog-api-key": key}
    return found | {"authorization": f"Bearer {key}"}


def as_bytes(body: Body) -> bytes:
    """Return a body as it is sent."""
    return json.dumps(body, ensure_ascii=False).encode()
