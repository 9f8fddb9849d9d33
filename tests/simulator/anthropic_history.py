"""The messages of Anthropic: tool results in their place, thinking bound to what was said before it."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.simulator.ask import Maker, Notes, RefusalError, look_at_text, picture
from tests.simulator.facts import limits
from tests.simulator.script import Turn
from tests.simulator.seal import Bound, Sealer, broken, digest

TOKENS = {"thinking": "signature", "redacted_thinking": "data", "tool_use": "id"}
MODEL_BLOCKS = ("text", "thinking", "redacted_thinking", "tool_use")
USER_BLOCKS = ("text", "image", "tool_result")


def check_messages(sealer: Sealer, said: Mapping[str, Any], messages: Any, names: Sequence[str], notes: Notes) -> int:
    """Return how many model turns the messages hold.

    Raises:
        RefusalError: They break a rule.
    """
    if not isinstance(messages, list) or not messages:
        raise RefusalError("input", "messages: at least one message is required")
    turns = 0
    for index, message in enumerate(messages):
        role = message.get("role") if isinstance(message, dict) else None
        if role not in ("user", "assistant") or (index == 0 and role != "user"):
            raise RefusalError(
                "role", f"messages.{index}.role: the first message must be the user's; roles: user, assistant"
            )
        blocks = _blocks(index, message)
        if role == "assistant":
            for start, blocks_of_turn in _turns(blocks):
                turns += 1
                before = [*messages[:index], *([{**message, "content": blocks[:start]}] if start else [])]
                prefix = digest({**said, "messages": before})
                _check_model_turn(sealer, prefix, f"messages.{index}.content", start, blocks_of_turn, notes)
            following = messages[index + 1] if index + 1 < len(messages) else None
            _check_answered(index, blocks, following)
        else:
            _check_results(index, blocks, messages[index - 1] if index else None, notes)
    _check_end(messages, notes)
    return turns


def _blocks(index: int, message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    content = message.get("content")
    if isinstance(content, str) and content:
        return [{"type": "text", "text": content}]
    if not isinstance(content, list) or not content:
        raise RefusalError("empty-content", f"messages.{index}: all messages must have non-empty content")
    allowed = MODEL_BLOCKS if message["role"] == "assistant" else USER_BLOCKS
    for place, block in enumerate(content):
        if not isinstance(block, dict) or block.get("type") not in allowed:
            raise RefusalError("block", f"messages.{index}.content.{place}: Input tag does not match any of {allowed}")
        if block["type"] == "text" and not block.get("text"):
            raise RefusalError("empty-text", "messages: text content blocks must be non-empty")
    return content


def _turns(blocks: Sequence[Mapping[str, Any]]) -> list[tuple[int, list[Mapping[str, Any]]]]:
    """Return where each turn of a message begins, and its blocks.

    Turns after a paused one may stand in one message: a turn thinks, then speaks once, then calls.
    """
    turns: list[tuple[int, list[Mapping[str, Any]]]] = [(0, [])]
    spoken = False
    for place, block in enumerate(blocks):
        if spoken and block["type"] != "tool_use":
            turns.append((place, []))
            spoken = False
        turns[-1][1].append(block)
        spoken = spoken or block["type"] in ("text", "tool_use")
    return turns


def _check_model_turn(
    sealer: Sealer, prefix: bytes, at: str, start: int, blocks: Sequence[Mapping[str, Any]], notes: Notes
) -> None:
    whole = digest([plain(block) for block in blocks])
    thoughts = sum(block["type"] in ("thinking", "redacted_thinking") for block in blocks)
    for place, block in enumerate(blocks):
        name, where = TOKENS.get(block["type"]), f"{at}.{start + place}"
        if name is None:
            continue
        token = block.get(name)
        found = sealer.read("anthropic", token.rpartition("_")[2] if isinstance(token, str) else "")
        fault = broken(found, prefix, whole, digest(plain(block)))
        if name == "id":
            if found is not None and found.reasoning > thoughts:
                raise RefusalError(
                    "missing-thinking",
                    f"{where}: Expected `thinking` or `redacted_thinking`, but found `tool_use`.",
                )
            if fault is not None:
                rules = {"prefix": "changed-prefix", "corrupted": "foreign-id"}
                notes.add(rules.get(fault, "edited-continuation"), where)
        elif fault is not None:
            raise _thinking_refusal(fault, where, str(block["type"]))


def _thinking_refusal(fault: str, where: str, kind: str) -> RefusalError:
    if fault == "prefix":
        return RefusalError("changed-prefix", f"{where}: this `{kind}` block is bound to a different conversation.")
    if fault == "corrupted":
        return RefusalError("edited-thinking", f"{where}: Invalid `signature` in `{kind}` block")
    return RefusalError(
        "edited-turn", f"{where}: `thinking` or `redacted_thinking` blocks cannot be modified; the turn was changed."
    )


def _check_answered(index: int, blocks: Sequence[Mapping[str, Any]], following: Any) -> None:
    asked = [block.get("id") for block in blocks if block["type"] == "tool_use"]
    if len(asked) != len(set(asked)):
        raise RefusalError("call-twice", f"messages.{index}: `tool_use` ids must be unique")
    content = following.get("content") if isinstance(following, dict) else None
    given = [
        block.get("tool_use_id")
        for block in (content if isinstance(content, list) else [])
        if isinstance(block, dict) and block.get("type") == "tool_result"
    ]
    missing = [call for call in asked if call not in given]
    if missing:
        raise RefusalError(
            "unanswered-call",
            f"messages.{index}: `tool_use` ids were found without `tool_result` blocks immediately after: "
            f"{', '.join(map(str, missing))}.",
        )


def _check_results(index: int, blocks: Sequence[Mapping[str, Any]], before: Any, notes: Notes) -> None:
    content = before.get("content") if isinstance(before, dict) and before.get("role") == "assistant" else None
    asked = [
        block.get("id")
        for block in (content if isinstance(content, list) else [])
        if isinstance(block, dict) and block.get("type") == "tool_use"
    ]
    kinds = [block["type"] == "tool_result" for block in blocks]
    if asked and kinds != sorted(kinds, reverse=True):
        raise RefusalError("results-first", f"messages.{index}: `tool_result` blocks must come first in the message")
    given: list[Any] = []
    for place, block in enumerate(blocks):
        where = f"messages.{index}.content.{place}"
        if block["type"] == "tool_result":
            if block.get("tool_use_id") not in asked:
                raise RefusalError(
                    "output-without-call", f"{where}: unexpected `tool_use_id` found in `tool_result` blocks"
                )
            if block["tool_use_id"] in given:
                raise RefusalError("output-twice", f"{where}: each tool_use must have a single result")
            given.append(block["tool_use_id"])
            _check_result_content(where, block.get("content", ""), notes)
        else:
            _check_part(where, block, notes)
    if given != asked[: len(given)]:
        notes.add("order-of-results", f"messages.{index}")


def _check_result_content(where: str, content: Any, notes: Notes) -> None:
    if isinstance(content, str):
        look_at_text(content, where, notes)
        return
    if not isinstance(content, list):
        raise RefusalError("output-form", f"{where}.content: expected a string or a list of blocks")
    for part in content:
        if not isinstance(part, dict) or part.get("type") not in ("text", "image"):
            raise RefusalError("output-form", f"{where}.content: unexpected block")
        _check_part(where, part, notes)


def _check_part(where: str, part: Mapping[str, Any], notes: Notes) -> None:
    if part["type"] == "text":
        if not part.get("text"):
            raise RefusalError("empty-text", "messages: text content blocks must be non-empty")
        look_at_text(part["text"], where, notes)
        return
    source = part.get("source")
    if not isinstance(source, dict) or source.get("type") != "base64":
        raise RefusalError("image", f"{where}.source: expected base64")
    picture(str(source.get("media_type")), source.get("data"), limits("anthropic")["image_types"])


def _check_end(messages: Sequence[Mapping[str, Any]], notes: Notes) -> None:
    if messages[-1]["role"] == "assistant":
        notes.add("ends-with-model-turn")


def plain(block: Mapping[str, Any]) -> dict[str, Any]:
    """Return a block without its seal."""
    sealed = TOKENS.get(block["type"])
    return {name: value for name, value in block.items() if name != sealed}


def make_content(turn: Turn, maker: Maker) -> list[dict[str, Any]]:
    """Return the sealed blocks of a turn."""
    blocks: list[dict[str, Any]] = [{"type": "thinking", "thinking": text} for text in turn.reasoning]
    if turn.redacted:
        blocks.append({"type": "redacted_thinking"})
    thoughts = len(blocks)
    if turn.text:
        blocks.append({"type": "text", "text": turn.text})
    for call in turn.calls:
        given = {} if isinstance(call.arguments, str) else dict(call.arguments)
        blocks.append({"type": "tool_use", "name": call.tool, "input": given})
    whole = digest([plain(block) for block in blocks])
    for position, block in enumerate(blocks):
        name = TOKENS.get(block["type"])
        if name is not None:
            bound = Bound(maker.accepted.prefix, whole, digest(plain(block)), thoughts, position)
            token = maker.sealer.seal("anthropic", bound)
            block[name] = f"toolu_{token}" if name == "id" else token
    return blocks
