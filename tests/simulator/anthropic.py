"""Anthropic Messages: what it refuses, what it passes over in silence, and what it answers."""

from collections.abc import Mapping
from typing import Any

from tests.simulator.anthropic_history import check_messages, make_content
from tests.simulator.ask import Accepted, Asked, Maker, Notes, RefusalError, bearer, only, parsed, text_member
from tests.simulator.facts import limits
from tests.simulator.schemas import check_names, check_schema
from tests.simulator.script import Turn
from tests.simulator.seal import Sealer, digest

NAME = "anthropic"
PATHS = ("/v1/messages",)
USUAL = {
    "input_tokens": 1201,
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
    "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0},
    "output_tokens": 83,
    "output_tokens_details": {"thinking_tokens": 17},
    "service_tier": "standard",
}


def check(asked: Asked, sealer: Sealer) -> Accepted:
    """Return the request as accepted.

    Raises:
        RefusalError: It breaks a rule.
    """
    notes, rules = Notes(), limits(NAME)
    if (asked.headers.get("x-api-key") or bearer(asked)) != asked.key:
        raise RefusalError("key", "invalid x-api-key", 401)
    if asked.headers.get("anthropic-version") not in rules["versions"]:
        raise RefusalError("version", "anthropic-version: a valid version header is required")
    if "anthropic-beta" in asked.headers:
        notes.add("beta", asked.headers["anthropic-beta"])
    body = parsed(asked)
    only(body, rules["members"], "unknown-member", "{}: Extra inputs are not permitted")
    model = text_member(body, "model", "model")
    most = body.get("max_tokens")
    if type(most) is not int or most < 1:
        raise RefusalError("max-output", "max_tokens: Field required")
    _check_options(body, asked, notes)
    names = _check_tools(body, notes)
    said = {"model": model, "system": body.get("system"), "tools": body.get("tools")}
    turns = check_messages(sealer, said, body.get("messages"), names, notes)
    prefix = digest({**said, "messages": body["messages"]})
    return Accepted(model, turns, prefix, body, tuple(notes.found))


def _check_options(body: Mapping[str, Any], asked: Asked, notes: Notes) -> None:
    rules = limits(NAME)
    if body.get("stream"):
        raise RefusalError("stream", "This simulator does not stream.")
    newest = asked.headers["anthropic-version"] == rules["versions"][-1]
    for name in rules["sampling"]:
        usual = name in ("temperature", "top_p") and body.get(name) == 1 and not newest
        if name in body and not usual:
            raise RefusalError("sampling", f"{name}: only the default value is supported for this model")
    thinking = (body.get("thinking") or {}).get("type")
    if thinking is not None and thinking not in rules["thinking"]:
        raise RefusalError("thinking", f"thinking.type: '{thinking}' is not supported for this model")
    if (body.get("tool_choice") or {}).get("type", "auto") in ("any", "tool"):
        raise RefusalError("forced-tool", "tool_choice: forcing a tool is not supported for this model")
    effort = (body.get("output_config") or {}).get("effort")
    if effort is not None and effort not in rules["efforts"]:
        raise RefusalError("effort", f"output_config.effort: Input should be one of {', '.join(rules['efforts'])}")
    if body.get("service_tier", "auto") not in ("auto", "standard_only"):
        raise RefusalError("tier", "service_tier: Input should be 'auto' or 'standard_only'")
    for name in ("speed", "inference_geo"):
        if name in body:
            notes.add("priced-option", name)
    for where in cache_controls(body):
        notes.add("cache-control", where)


def cache_controls(value: Any, where: str = "") -> list[str]:
    """Return every place of a cache control."""
    if isinstance(value, list):
        return [found for n, part in enumerate(value) for found in cache_controls(part, f"{where}/{n}")]
    if not isinstance(value, dict):
        return []
    here = [f"{where}/cache_control"] if "cache_control" in value else []
    below = [(name, part) for name, part in value.items() if name not in ("input_schema", "input")]
    return here + [found for name, part in below for found in cache_controls(part, f"{where}/{name}")]


def _check_tools(body: Mapping[str, Any], notes: Notes) -> list[str]:
    names = []
    for index, tool in enumerate(body.get("tools") or []):
        if tool.get("type", "custom") != "custom":
            notes.add("hosted-tool", str(tool["type"]))
            continue
        if "input_schema" not in tool:
            raise RefusalError("tool-members", f"tools.{index}.custom.input_schema: Field required")
        if tool.get("strict"):
            notes.add("strict-not-false", str(tool.get("name")))
        check_schema(NAME, str(tool.get("name")), tool["input_schema"])
        names.append(tool.get("name"))
    check_names(NAME, names)
    return names


def answer(turn: Turn, maker: Maker) -> dict[str, Any]:
    """Return the body of a good answer."""
    stop = turn.stop or ("tool_use" if turn.calls else "end_turn")
    body: dict[str, Any] = {
        "id": f"msg_{maker.number:024x}",
        "type": "message",
        "role": "assistant",
        "model": turn.model or maker.accepted.model,
        "content": make_content(turn, maker),
        "stop_reason": stop,
        "stop_sequence": None,
    }
    if stop == "refusal":
        body["stop_details"] = {"type": "refusal", "category": "general_harms", "explanation": "simulated"}
    if turn.usage is not None:
        usage = dict(USUAL if turn.usage == "usual" else turn.usage)
        body["usage"] = usage | ({"service_tier": turn.service_tier} if turn.service_tier else {})
    return body | dict(turn.extra)


def headers(number: int) -> dict[str, str]:
    """Return the headers of every answer."""
    return {
        "request-id": f"req_{number:024x}",
        "anthropic-ratelimit-requests-limit": "1000",
        "anthropic-ratelimit-requests-remaining": str(max(0, 999 - number)),
        "anthropic-ratelimit-requests-reset": "2026-11-30T12:00:00Z",
    }
