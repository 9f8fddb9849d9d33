"""Tokens of a run by class, with their shares."""

from typing import NamedTuple

from sitegen.charts import Part
from sitegen.records.usage import Usage
from sitegen.site.run.parts import or_not_reported


class Tokens(NamedTuple):
    """Token classes as printed, and the shares of those whose total is known, in percent."""

    input: str
    uncached: str
    uncached_share: str
    cached_read: str
    cached_read_share: str
    cache_write: str
    cache_write_share: str
    output: str
    visible: str
    visible_share: str
    reasoning: str
    reasoning_share: str
    input_parts: tuple[Part, ...]
    """Empty where the parts of the input are not known."""
    output_parts: tuple[Part, ...]
    """Empty where the parts of the output are not known."""


def tokens(usage: Usage) -> Tokens:
    """Return the token classes with their shares; a class that is not reported has the words for it and no share."""
    whole_input, read, written = usage.input, usage.cached_read, usage.cache_write
    whole_output, reasoning = usage.output, usage.reasoning
    uncached = None if whole_input is None or read is None else whole_input - read - (written or 0)
    visible = None if whole_output is None or reasoning is None else whole_output - reasoning
    return Tokens(
        or_not_reported(whole_input),
        or_not_reported(uncached),
        share(uncached, whole_input),
        or_not_reported(read),
        share(read, whole_input),
        or_not_reported(written),
        share(written, whole_input),
        or_not_reported(whole_output),
        or_not_reported(visible),
        share(visible, whole_output),
        or_not_reported(reasoning),
        share(reasoning, whole_output),
        _input_parts(usage),
        _output_parts(usage),
    )


def share(part: int | None, total: int | None) -> str:
    """Return a share in percent with one decimal, rounded half up; empty where there is none."""
    if part is None or not total:
        return ""
    tenths = (2000 * part + total) // (2 * total)
    return f"{tenths // 10}.{tenths % 10}"


def _input_parts(usage: Usage) -> tuple[Part, ...]:
    if not usage.input or usage.cached_read is None:
        return ()
    written = usage.cache_write or 0
    return (
        Part("uncached", "uncached", usage.input - usage.cached_read - written),
        Part("cached-read", "read from a cache", usage.cached_read),
        Part("cache-write", "written to a cache", written),
    )


def _output_parts(usage: Usage) -> tuple[Part, ...]:
    if not usage.output or usage.reasoning is None:
        return ()
    return (
        Part("output", "visible", usage.output - usage.reasoning),
        Part("reasoned", "reasoning", usage.reasoning),
    )
