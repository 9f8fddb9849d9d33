"""Accounting of Gemini's usageMetadata, whose thoughts stand beside the candidates.

A counter of zero is left out by the provider. An absent one is 0 only if the others add up to the total; else the
class that it belongs to is unknown.
"""

from typing import Final

from runner.providers.contract import Accounted, Json
from runner.providers.tally import Counts, Tally, nothing, settled
from sitegen.records.usage import ExplainedClass

_PROMPT: Final = "/usageMetadata/promptTokenCount"
_TOOL_USE: Final = "/usageMetadata/toolUsePromptTokenCount"
_CACHED: Final = "/usageMetadata/cachedContentTokenCount"
_CANDIDATES: Final = "/usageMetadata/candidatesTokenCount"
_THOUGHTS: Final = "/usageMetadata/thoughtsTokenCount"
_TOTAL: Final = "/usageMetadata/totalTokenCount"


def account(body: Json) -> Accounted:
    """Return how a Gemini usage is accounted."""
    tally = Tally(body)
    if not isinstance(body.get("usageMetadata"), dict):
        return nothing(tally, "the response has no usageMetadata")
    prompt = tally.count(_PROMPT, "input, cached part included")
    tool_use = tally.count(_TOOL_USE, "input, beside the prompt")
    cached = tally.count(_CACHED, "cached_read, a part of input")
    candidates = tally.count(_CANDIDATES, "output, without thoughts")
    thoughts = tally.count(_THOUGHTS, "reasoning, to be added to output")
    total = tally.count(_TOTAL, "check sum of prompt, tool use, candidates and thoughts")
    found = sum(part or 0 for part in (prompt, tool_use, candidates, thoughts))
    adds_up = total is not None and found == total and prompt is not None
    tally.sums.append(
        f"prompt {_shown(prompt)} + tool use {_shown(tool_use)} + candidates {_shown(candidates)}"
        f" + thoughts {_shown(thoughts)} = {found}; totalTokenCount is {_shown(total)}"
    )
    if adds_up:
        tool_use, cached, candidates, thoughts = (
            _zero(tally, pointer, count)
            for pointer, count in (
                (_TOOL_USE, tool_use),
                (_CACHED, cached),
                (_CANDIDATES, candidates),
                (_THOUGHTS, thoughts),
            )
        )
    counts = Counts(
        input=_sum(tally, "input", {_PROMPT: prompt, _TOOL_USE: tool_use}),
        cached_read=cached,
        output=_sum(tally, "output", {_CANDIDATES: candidates, _THOUGHTS: thoughts}),
        reasoning=thoughts,
        total=total,
        total_name="totalTokenCount",
    )
    if total is not None and not adds_up and (counts.input is None or counts.output is None):
        tally.flag(f"the counters add up to {found}, but totalTokenCount is {total}")
    tally.unreported("cached_read", _CACHED)
    tally.unknown("cache_write", "the provider reports no cache writes")
    tally.other_fields("/usageMetadata")
    return settled(tally, counts)


def _zero(tally: Tally, pointer: str, count: int | None) -> int | None:
    """Return 0 for a counter that is left out; one that is there and no number stays unknown."""
    return 0 if count is None and pointer not in tally.lines else count


def _sum(tally: Tally, name: ExplainedClass, parts: dict[str, int | None]) -> int | None:
    known = [count for count in parts.values() if count is not None]
    if len(known) < len(parts):
        tally.unreported(name, *(pointer for pointer, count in parts.items() if count is None))
        return None
    return sum(known)


def _shown(count: int | None) -> str:
    return "(none)" if count is None else str(count)
