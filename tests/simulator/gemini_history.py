"""The contents of Gemini: responses in the order of the calls, thought signatures in their places."""

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any

from tests.simulator.ask import Maker, Notes, RefusalError, look_at_text, picture
from tests.simulator.facts import limits
from tests.simulator.script import Turn
from tests.simulator.seal import Bound, Sealer, broken, digest

DUMMY = "skip_thought_signature_validator"
KINDS = ("text", "inlineData", "functionCall", "functionResponse")
PART_MEMBERS = (*KINDS, "thought", "thoughtSignature")


def check_contents(sealer: Sealer, said: Mapping[str, Any], contents: Any, names: Sequence[str], notes: Notes) -> int:
    """Return how many model turns the contents hold.

    Raises:
        RefusalError: They break a rule.
    """
    if not isinstance(contents, list) or not contents:
        raise RefusalError("input", "* GenerateContentRequest.contents: contents is not specified")
    turns = 0
    for index, content in enumerate(contents):
        role = content.get("role") if isinstance(content, dict) else None
        if role not in ("user", "model") or (index == 0 and role != "user"):
            raise RefusalError("role", "Please use a valid role: user, model; the first content must be the user's.")
        parts = _parts(index, content)
        if role == "model":
            turns += 1
            _check_signatures(sealer, digest({**said, "contents": contents[:index]}), index, parts, notes)
            following = contents[index + 1] if index + 1 < len(contents) else {}
            _check_answered(parts, following)
        else:
            before = contents[index - 1] if index else {}
            _check_responses(index, parts, before, notes)
    if contents[-1]["role"] == "model":
        notes.add("ends-with-model-turn")
    return turns


def _parts(index: int, content: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    parts = content.get("parts")
    if not isinstance(parts, list) or not parts:
        raise RefusalError(
            "empty-content", f"* GenerateContentRequest.contents[{index}].parts: contents.parts must not be empty."
        )
    for place, part in enumerate(parts):
        at = f"contents[{index}].parts[{place}]"
        for name in part:
            if name not in PART_MEMBERS:
                raise RefusalError(
                    "unknown-member",
                    f"Invalid JSON payload received. Unknown name \"{name}\" at '{at}': Cannot find field.",
                )
        if sum(kind in part for kind in KINDS) != 1:
            raise RefusalError(
                "part",
                f"* GenerateContentRequest.{at}.data: required oneof field 'data' must have one initialized field",
            )
    return parts


def _check_signatures(
    sealer: Sealer, prefix: bytes, index: int, parts: Sequence[Mapping[str, Any]], notes: Notes
) -> None:
    whole = digest([plain(part) for part in parts])
    first_call = next((place for place, part in enumerate(parts) if "functionCall" in part), None)
    for place, part in enumerate(parts):
        where = f"contents[{index}].parts[{place}]"
        signature = part.get("thoughtSignature")
        if signature == DUMMY:
            notes.add("dummy-signature", where)
            continue
        if signature is None:
            if place == first_call:
                raise RefusalError(
                    "missing-signature",
                    "Function call is missing a thought_signature in functionCall parts. Function call "
                    f"`default_api:{part['functionCall'].get('name')}`, position {place + 1}.",
                )
            continue
        found = _read(sealer, signature)
        if found is None or (found.position != place and digest(plain(part)) != found.block):
            raise RefusalError("edited-signature", f"Corrupted thought signature at {where}.")
        fault = broken(found, prefix, whole, digest(plain(part)))
        if fault is not None:
            notes.add("changed-prefix" if fault == "prefix" else "edited-continuation", where)


def _read(sealer: Sealer, signature: Any) -> Bound | None:
    try:
        return sealer.read("gemini", base64.b64decode(signature, validate=True).hex())
    except (TypeError, ValueError, binascii.Error):
        return None


def _check_answered(parts: Sequence[Mapping[str, Any]], following: Mapping[str, Any]) -> None:
    calls = [part["functionCall"] for part in parts if "functionCall" in part]
    if not calls:
        return
    given = [part["functionResponse"] for part in following.get("parts", ()) if "functionResponse" in part]
    if len(given) != len(calls):
        raise RefusalError(
            "unanswered-call",
            "Please ensure that the number of function response parts is equal to the number of function call parts of "
            "the function call turn.",
        )
    for call, response in zip(calls, given, strict=True):
        if response.get("name") != call.get("name") or ("id" in call and response.get("id") != call["id"]):
            raise RefusalError(
                "response-order", f"Function response {response.get('name')} does not answer call {call.get('name')}."
            )


def _check_responses(index: int, parts: Sequence[Mapping[str, Any]], before: Mapping[str, Any], notes: Notes) -> None:
    called = any("functionCall" in part for part in before.get("parts", ()))
    for place, part in enumerate(parts):
        where = f"contents[{index}].parts[{place}]"
        if "functionResponse" in part:
            if not called:
                raise RefusalError(
                    "output-without-call",
                    "Please ensure that function response turn comes immediately after a function call turn.",
                )
            _check_response(where, part["functionResponse"], notes)
        elif "inlineData" in part:
            _check_inline(part["inlineData"])
        else:
            look_at_text(part.get("text"), where, notes)


def _check_response(where: str, response: Mapping[str, Any], notes: Notes) -> None:
    given = response.get("response")
    if not isinstance(given, dict):
        raise RefusalError(
            "output-form", f"Invalid value at '{where}.function_response.response' (google.protobuf.Struct)"
        )
    if not set(given) & {"output", "error"}:
        notes.add("response-without-output", where)
    for value in given.values():
        look_at_text(value, where, notes)
    for part in response.get("parts") or []:
        _check_inline(part.get("inlineData"))


def _check_inline(inline: Any) -> None:
    if not isinstance(inline, dict):
        raise RefusalError("image", "inline_data: expected a Blob.")
    picture(str(inline.get("mimeType")), inline.get("data"), limits("gemini")["image_types"])


def plain(part: Mapping[str, Any]) -> dict[str, Any]:
    """Return a part without its signature."""
    return {name: value for name, value in part.items() if name != "thoughtSignature"}


def make_parts(turn: Turn, maker: Maker) -> list[dict[str, Any]]:
    """Return the parts of a turn: thoughts, text, calls; the first call is signed, else an empty text carries it."""
    parts: list[dict[str, Any]] = [{"text": text, "thought": True} for text in turn.reasoning if text]
    if turn.text:
        parts.append({"text": turn.text})
    first = len(parts)
    for number, call in enumerate(turn.calls):
        given = {} if isinstance(call.arguments, str) else dict(call.arguments)
        made: dict[str, Any] = {"name": call.tool, "args": given}
        parts.append({"functionCall": made | ({"id": f"fc{maker.number}-{number}"} if turn.call_ids else {})})
    if not turn.calls:
        if not turn.reasoning:
            return parts
        parts.append({"text": ""})
    whole = digest([plain(part) for part in parts])
    place = first if turn.calls else len(parts) - 1
    bound = Bound(maker.accepted.prefix, whole, digest(plain(parts[place])), len(turn.reasoning), place)
    token = bytes.fromhex(maker.sealer.seal("gemini", bound))
    parts[place]["thoughtSignature"] = base64.b64encode(token).decode()
    return parts
