"""OpenAI Responses: what it refuses, what it passes over in silence, and what it answers."""

from collections.abc import Mapping
from typing import Any

from tests.simulator.ask import Accepted, Asked, Maker, Notes, RefusalError, bearer, only, parsed, text_member
from tests.simulator.facts import limits
from tests.simulator.responses import check_seals, make_body, make_output, read_items
from tests.simulator.schemas import check_names, check_schema, check_strict
from tests.simulator.script import Turn
from tests.simulator.seal import Sealer, digest

NAME = "openai"
PATHS = ("/v1/responses",)
USUAL = {
    "input_tokens": 1201,
    "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
    "output_tokens": 83,
    "output_tokens_details": {"reasoning_tokens": 17},
    "total_tokens": 1284,
}
SAID = ("model", "instructions", "tools")


def check(asked: Asked, sealer: Sealer) -> Accepted:
    """Return the request as accepted.

    Raises:
        RefusalError: It breaks a rule.
    """
    key, notes, rules = bearer(asked), Notes(), limits(NAME)
    if key != asked.key:
        shown = f": {key[:3]}***" if key else ""
        raise RefusalError("key", f"Incorrect API key provided{shown}.", 401, code="invalid_api_key")
    body = parsed(asked)
    only(body, rules["members"], "unknown-member", "Unknown parameter: '{}'.")
    model = text_member(body, "model", "model")
    _check_options(body, model, notes)
    _check_tools(body, notes)
    items = body.get("input")
    history = read_items(items, notes, rich_outputs=True)
    said = {name: body.get(name) for name in SAID}
    listed = items if isinstance(items, list) else [items]
    withheld = _check_history(sealer, said, listed, history, notes)
    prefix = digest({**said, "input": listed})
    return Accepted(model, len(history.turns), prefix, body, tuple(notes.found), tuple(withheld))


def _check_options(body: Mapping[str, Any], model: str, notes: Notes) -> None:
    rules = limits(NAME)
    if body.get("stream"):
        raise RefusalError("stream", "This simulator does not stream.", param="stream")
    if body.get("previous_response_id"):
        raise RefusalError("previous-response", "Previous response not found.", code="previous_response_not_found")
    for name in rules["sampling"]:
        if name in body:
            raise RefusalError(
                "sampling", f"Unsupported parameter: '{name}' is not supported with this model.", param=name,
                code="unsupported_parameter",
            )  # fmt: skip
    effort = (body.get("reasoning") or {}).get("effort")
    refused: list[str] = next(
        (efforts for start, efforts in rules["efforts_refused"].items() if model.startswith(start)), []
    )
    if effort is not None and (effort not in rules["efforts"] or effort in refused):
        raise RefusalError("effort", f"Unsupported value: 'reasoning.effort' does not support '{effort}'.",
                      param="reasoning.effort", code="unsupported_value")  # fmt: skip
    most = body.get("max_output_tokens")
    if most is not None and (type(most) is not int or most < 16):
        raise RefusalError("max-output", "Invalid 'max_output_tokens': integer below minimum value.",
                      param="max_output_tokens", code="integer_below_min_value")  # fmt: skip
    note_options(body, notes)


def note_options(body: Mapping[str, Any], notes: Notes) -> None:
    """Note what our protocol does not allow: stored answers, cache keys, tiers with another price."""
    if body.get("store") is not False:
        notes.add("stored", "store")
    if "reasoning.encrypted_content" not in (body.get("include") or []):
        notes.add("reasoning-not-asked-for", "include")
    for name in ("prompt_cache_key", "prompt_cache_options", "prompt_cache_retention"):
        if name in body:
            notes.add("cache-control", name)
    if body.get("service_tier", "auto") not in ("auto", "default"):
        notes.add("priced-option", "service_tier")
    if body.get("truncation", "disabled") != "disabled":
        notes.add("truncation", "truncation")


def _check_tools(body: Mapping[str, Any], notes: Notes) -> None:
    tools = functions(body, notes)
    for index, tool in enumerate(tools):
        if "parameters" not in tool:
            raise RefusalError(
                "tool-members", f"Missing required parameter: 'tools[{index}].parameters'.", param="tools"
            )
    check_names(NAME, [tool.get("name") for tool in tools])
    for tool in tools:
        check_schema(NAME, str(tool["name"]), tool["parameters"])
        if tool.get("strict"):
            check_strict(str(tool["name"]), tool["parameters"])
        elif tool.get("strict") is not False:
            notes.add("strict-not-false", str(tool["name"]))


def functions(body: Mapping[str, Any], notes: Notes) -> list[Mapping[str, Any]]:
    """Return the function tools; a hosted one is noted."""
    found: list[Mapping[str, Any]] = []
    for index, tool in enumerate(body.get("tools") or []):
        if not isinstance(tool, dict) or not isinstance(tool.get("type"), str):
            raise RefusalError("tool-members", f"Missing required parameter: 'tools[{index}].type'.", param="tools")
        if tool["type"] == "function":
            if not isinstance(tool.get("name"), str):
                raise RefusalError("tool-members", f"Missing required parameter: 'tools[{index}].name'.", param="tools")
            found.append(tool)
        else:
            notes.add("hosted-tool", tool["type"])
    return found


def _check_history(
    sealer: Sealer, said: Mapping[str, Any], items: list[Any], history: Any, notes: Notes
) -> list[Mapping[str, Any]]:
    withheld: list[Mapping[str, Any]] = []
    for found in check_seals(NAME, sealer, said, items, history):
        where, kind = f"input[{found.index}]", found.item.get("type")
        if found.fault == "lost":
            raise RefusalError(
                "missing-reasoning",
                f"Item '{found.item.get('id')}' of type 'function_call' was provided without its required 'reasoning' "
                "item.",
                param="input",
            )
        if kind == "reasoning" and found.fault in ("corrupted", "block"):
            raise RefusalError("edited-reasoning", f"The encrypted content for {where} could not be verified.",
                          code="invalid_encrypted_content")  # fmt: skip
        if found.fault == "prefix":
            notes.add("changed-prefix", where)
            if kind == "reasoning":
                item = {
                    "id": found.item.get("id"),
                    "type": "reasoning",
                    "action": "removed",
                    "reason": "prefix_mismatch",
                }
                withheld.append(item)
        else:
            notes.add("foreign-id" if found.fault == "corrupted" else "edited-continuation", where)
    return withheld


def answer(turn: Turn, maker: Maker) -> dict[str, Any]:
    """Return the body of a good answer."""
    output = make_output(NAME, turn, maker, phase=True)
    body = make_body(turn, maker.accepted, output, maker.number)
    if turn.usage is not None:
        body["usage"] = dict(USUAL if turn.usage == "usual" else turn.usage)
    if maker.accepted.withheld:
        body["input_transformations"] = [dict(item) for item in maker.accepted.withheld]
    return body | dict(turn.extra)


def headers(number: int) -> dict[str, str]:
    """Return the headers of every answer."""
    return {
        "x-request-id": f"req_{number:032x}",
        "openai-processing-ms": str(40 + number),
        "openai-version": "2020-10-01",
        "openai-organization": "org-simulated",
        "x-ratelimit-limit-requests": "500",
        "x-ratelimit-remaining-requests": str(max(0, 499 - number)),
        "x-ratelimit-reset-requests": "12ms",
    }
