"""Gemini generateContent: what it refuses, what it passes over in silence, and what it answers."""

import re
from collections.abc import Mapping
from typing import Any

from tests.simulator.ask import Accepted, Asked, Maker, Notes, RefusalError, only, parsed
from tests.simulator.facts import limits
from tests.simulator.gemini_history import check_contents, make_parts
from tests.simulator.schemas import check_names, check_parameters, walk
from tests.simulator.script import Turn
from tests.simulator.seal import Sealer, digest

NAME = "gemini"
PATH = re.compile(r"/v1beta/models/([A-Za-z0-9._-]+):generateContent")
USUAL = {"promptTokenCount": 1201, "candidatesTokenCount": 66, "thoughtsTokenCount": 17, "totalTokenCount": 1284}
UNKNOWN = 'Invalid JSON payload received. Unknown name "{}"{at}: Cannot find field.'


def check(asked: Asked, sealer: Sealer) -> Accepted:
    """Return the request as accepted.

    Raises:
        RefusalError: It breaks a rule.
    """
    notes, rules = Notes(), limits(NAME)
    key = asked.headers.get("x-goog-api-key")
    if key is None:
        raise RefusalError("no-key", "Method doesn't allow unregistered callers. Please use API Key.", 403)
    if key != asked.key:
        raise RefusalError("key", "API key not valid. Please pass a valid API key.")
    match = PATH.fullmatch(asked.path.partition("?")[0])
    assert match is not None, "the server hands over this path only"
    if "key=" in asked.path:
        notes.add("key-in-address")
    body, model = parsed(asked), match[1]
    only(body, rules["members"], "unknown-member", UNKNOWN.replace("{at}", ""))
    _check_generation(body.get("generationConfig") or {}, model, notes)
    names = _check_tools(body, notes)
    if "cachedContent" in body:
        notes.add("cache-control", "cachedContent")
    said = {"model": model, **{name: body.get(name) for name in ("systemInstruction", "tools", "toolConfig")}}
    turns = check_contents(sealer, said, body.get("contents"), names, notes)
    prefix = digest({**said, "contents": body["contents"]})
    return Accepted(model, turns, prefix, body, tuple(notes.found))


def _check_generation(config: Mapping[str, Any], model: str, notes: Notes) -> None:
    rules = limits(NAME)
    only(config, rules["generation_members"], "unknown-member", UNKNOWN.replace("{at}", " at 'generation_config'"))
    most = config.get("maxOutputTokens")
    if most is not None and (type(most) is not int or most < 1):
        raise RefusalError("max-output", "max_output_tokens must be positive.")
    for name in ("temperature", "topP", "topK"):
        if name in config:
            notes.add("sampling", name)
    thinking = config.get("thinkingConfig") or {}
    known = ("thinkingLevel", "thinkingBudget", "includeThoughts")
    only(thinking, known, "unknown-member", UNKNOWN.replace("{at}", " at 'generation_config.thinking_config'"))
    if "thinkingBudget" in thinking and model.startswith("gemini-4"):
        raise RefusalError("thinking-budget", "Thinking budget is not supported for this model.")
    level = thinking.get("thinkingLevel")
    if level is not None and str(level).lower() not in rules["levels"]:
        raise RefusalError("thinking-level", f"Thinking level {level} is not supported for this model.")


def _check_tools(body: Mapping[str, Any], notes: Notes) -> list[str]:
    names: list[str] = []
    rules = limits(NAME)
    for place, tool in enumerate(body.get("tools") or []):
        for hosted in set(tool) - {"functionDeclarations"}:
            notes.add("hosted-tool", hosted)
        for index, declared in enumerate(tool.get("functionDeclarations") or []):
            at = f" at 'tools[{place}].function_declarations[{index}]'"
            only(declared, rules["declaration_members"], "unknown-member", UNKNOWN.replace("{at}", at))
            if "parameters" in declared and "parametersJsonSchema" in declared:
                raise RefusalError("two-schemas", "parameters and parameters_json_schema can't both be set.")
            names.append(declared.get("name"))
            if "parameters" in declared:
                check_parameters(index, declared["parameters"])
            schema = declared.get("parametersJsonSchema")
            if schema is not None and (not isinstance(schema, dict) or schema.get("type") != "object"):
                raise RefusalError("schema-root-type", "parameters_json_schema: the top level must be of type object.")
            for where, part in walk(schema):
                for keyword in rules["noted_in_json_schema"]:
                    if keyword in part:
                        notes.add("exclusive-bound", f"{names[-1]}{where}")
    check_names(NAME, names)
    return names


def answer(turn: Turn, maker: Maker) -> dict[str, Any]:
    """Return the body of a good answer."""
    stop = turn.stop or "STOP"
    body: dict[str, Any] = {}
    if stop.startswith("blocked:"):
        body["promptFeedback"] = {"blockReason": stop.partition(":")[2]}
    else:
        parts = make_parts(turn, maker)
        content: dict[str, Any] = {"role": "model"} | ({"parts": parts} if parts else {})
        candidate: dict[str, Any] = {"content": content, "finishReason": stop, "index": 0}
        if stop == "CONTINUATION":
            candidate["continuationToken"] = f"c{maker.number}"
        body["candidates"] = [candidate]
    if turn.usage is not None:
        body["usageMetadata"] = dict(USUAL if turn.usage == "usual" else turn.usage)
    body |= {"modelVersion": turn.model or maker.accepted.model, "responseId": f"r{maker.number:015x}"}
    return body | dict(turn.extra)


def headers(number: int) -> dict[str, str]:
    """Return the headers of every answer; there is no request id."""
    return {"server-timing": f"gfet4t7; dur={100 + number}"}
