"""xAI Responses: OpenAI's items with rules, errors and amounts of its own."""

from collections.abc import Mapping
from typing import Any

from tests.simulator.ask import Accepted, Asked, Maker, Notes, RefusalError, bearer, parsed, text_member
from tests.simulator.facts import limits
from tests.simulator.openai import SAID, functions, note_options
from tests.simulator.responses import check_seals, make_body, make_output, read_items
from tests.simulator.schemas import check_names, check_schema
from tests.simulator.script import Turn
from tests.simulator.seal import Sealer, digest

NAME = "xai"
PATHS = ("/v1/responses",)
USUAL = {
    "input_tokens": 1201,
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens": 83,
    "output_tokens_details": {"reasoning_tokens": 17},
    "total_tokens": 1284,
}


def check(asked: Asked, sealer: Sealer) -> Accepted:
    """Return the request as accepted.

    Raises:
        RefusalError: It breaks a rule.
    """
    notes, rules = Notes(), limits(NAME)
    key = bearer(asked)
    if key != asked.key:
        shown = f"{key[:3]}***" if key else "none"
        raise RefusalError("key", f"Incorrect API key provided: {shown}. You can obtain an API key from the console.")
    body = parsed(asked, 415)
    model = text_member(body, "model", "model")
    _check_options(body, model, notes)
    tools = functions(body, notes)
    if len(body.get("tools") or []) > rules["max_tools"]:
        raise RefusalError("tool-count", f"A maximum of {rules['max_tools']} tools is supported.")
    check_names(NAME, [tool["name"] for tool in tools])
    for tool in tools:
        check_schema(NAME, tool["name"], tool.get("parameters"))
    items = body.get("input")
    history = read_items(items, notes, rich_outputs=False)
    said = {name: body.get(name) for name in SAID}
    listed = items if isinstance(items, list) else [items]
    for found in check_seals(NAME, sealer, said, listed, history):
        where = f"input[{found.index}]"
        if found.item.get("type") == "reasoning" and found.fault in ("corrupted", "block"):
            raise RefusalError("edited-reasoning", f"Could not decrypt the provided encrypted_content of {where}.")
        rule = {"lost": "reasoning-lost", "prefix": "changed-prefix", "corrupted": "foreign-id"}
        notes.add(rule.get(found.fault, "edited-continuation"), where)
    prefix = digest({**said, "input": listed})
    return Accepted(model, len(history.turns), prefix, body, tuple(notes.found))


def _check_options(body: Mapping[str, Any], model: str, notes: Notes) -> None:
    rules = limits(NAME)
    if body.get("stream"):
        raise RefusalError("stream", "This simulator does not stream.")
    if body.get("previous_response_id"):
        if body.get("instructions"):
            raise RefusalError("instructions-clash", "instructions can't be combined with previous_response_id.")
        raise RefusalError("previous-response", "The previous response was not found.", 404)
    effort = (body.get("reasoning") or {}).get("effort")
    refused: list[str] = next(
        (efforts for start, efforts in rules["efforts_refused"].items() if model.startswith(start)), []
    )
    if effort is not None and (effort not in rules["efforts"] or effort in refused):
        raise RefusalError("effort", f"Model {model} does not support parameter reasoningEffort with value {effort}.")
    for name in ("temperature", "top_p"):
        if name in body:
            notes.add("sampling", name)
    note_options(body, notes)


def answer(turn: Turn, maker: Maker) -> dict[str, Any]:
    """Return the body of a good answer."""
    output = make_output(NAME, turn, maker, phase=False)
    body = make_body(turn, maker.accepted, output, maker.number)
    if turn.usage is not None:
        body["usage"] = dict(USUAL if turn.usage == "usual" else turn.usage)
    return body | dict(turn.extra)


def headers(number: int) -> dict[str, str]:
    """Return the headers of every answer."""
    return {"x-request-id": f"{number:08x}-0000-4000-8000-000000000000", "x-metrics-e2e-ms": str(90 + number)}
