"""The accounting that all providers share: counters are read one by one, then the sums are checked.

Unknown is null with a reason. Where two numbers contradict each other, neither counts: a class that is part of the
contradiction becomes null.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pydantic import JsonValue

from runner.providers.contract import Accounted, Json, UsageLine
from runner.providers.wire import count_of, label
from sitegen.records.base import JSON_SAFE_MAX
from sitegen.records.usage import ExplainedClass, Lifetime, Usage

NO_CLASS: Final = "no token class"
_SHOWN_CHARACTERS: Final = 60
_ALL_ZERO: Final = "input and output are 0, which no request has"


@dataclass(slots=True)
class Counts:
    """The token classes of one response as far as they are known; see `sitegen.records.usage.Usage`."""

    input: int | None = None
    cached_read: int | None = None
    cache_write: int | None = None
    output: int | None = None
    reasoning: int | None = None
    lifetimes: Mapping[Lifetime, int] = field(default_factory=dict)
    total: int | None = None
    total_name: str = "total"
    """What the provider calls its total."""


@dataclass(slots=True)
class Tally:
    """What is read of one raw usage, and what is said about it."""

    body: Json
    lines: dict[str, UsageLine] = field(default_factory=dict)
    missing: dict[ExplainedClass, str] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    sums: list[str] = field(default_factory=list)

    def look(self, pointer: str, meaning: str) -> JsonValue:
        """Return what stands at the pointer and note what it means; None where nothing does."""
        value: JsonValue = self.body
        for part in pointer.split("/")[1:]:
            if not isinstance(value, dict) or part not in value:
                return None
            value = value[part]
        self.lines[pointer] = UsageLine(pointer, value, meaning)
        return value

    def count(self, pointer: str, meaning: str) -> int | None:
        """Return the counter at the pointer; None where there is none, or no whole number from 0."""
        value = self.look(pointer, meaning)
        count = count_of(value)
        if value is not None and count is None:
            self.flag(f"{pointer} is {str(value)[:_SHOWN_CHARACTERS]!r}: no whole number from 0")
        return count

    def unknown(self, name: ExplainedClass, reason: str) -> None:
        """Say why a class is unknown; the first reason stays."""
        self.missing.setdefault(name, label(reason, "unknown"))

    def unreported(self, name: ExplainedClass, *pointers: str) -> None:
        """Say which counters of a class are not reported, or are no counts."""
        self.unknown(name, f"no count at {', '.join(pointers)}")

    def flag(self, sentence: str) -> None:
        """Note something odd."""
        self.flags.append(label(sentence, "odd usage"))

    def other_fields(self, pointer: str) -> None:
        """Note every field below the pointer that was not read, so that none is passed over in silence."""
        value: JsonValue = self.body
        for part in pointer.split("/")[1:]:
            value = value.get(part) if isinstance(value, dict) else None
        self._others(value, pointer)

    def _others(self, value: JsonValue, pointer: str) -> None:
        if pointer in self.lines:
            return
        if isinstance(value, dict) and value:
            for name, part in value.items():
                self._others(part, f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}")
        elif value is not None:
            self.lines[pointer] = UsageLine(pointer, value, NO_CLASS)


def nothing(tally: Tally, reason: str) -> Accounted:
    """Return the accounting of a response whose usage is unknown altogether."""
    for name in ("input", "cached_read", "cache_write", "output"):
        tally.unknown(name, reason)
    return settled(tally, Counts())


def void(tally: Tally, counts: Counts, name: ExplainedClass, reason: str) -> None:
    """Make a class unknown because of a contradiction, and say so."""
    setattr(counts, name, None)
    tally.missing[name] = label(reason, "unknown")
    if tally.missing[name] not in tally.flags:
        tally.flag(reason)


def settled(tally: Tally, counts: Counts, provider_ticks: int | None = None) -> Accounted:
    """Return the accounting once every sum was checked; what contradicts itself is null and flagged."""
    _check_size(tally, counts)
    holds = _check_total(tally, counts)
    _check_reasoning(tally, counts, holds)
    _check_parts(tally, counts, holds)
    _check_lifetimes(tally, counts)
    usage = Usage(
        input=counts.input,
        cached_read=counts.cached_read,
        cache_write=counts.cache_write,
        output=counts.output,
        reasoning=counts.reasoning,
        cache_write_by_lifetime=dict(counts.lifetimes),
        provider_total=counts.total if holds else None,
        missing={name: reason for name, reason in tally.missing.items() if getattr(counts, name) is None},
    )
    return Accounted(usage, provider_ticks, tuple(tally.flags), tuple(tally.lines.values()), tuple(tally.sums))


def _check_size(tally: Tally, counts: Counts) -> None:
    """A sum past what JSON keeps exact, and a request of no tokens at all, are no counts."""
    if counts.input is not None and counts.input > JSON_SAFE_MAX:
        void(tally, counts, "input", "input would be more than JSON keeps exact")
    if counts.output is not None and counts.output > JSON_SAFE_MAX:
        void(tally, counts, "output", "output would be more than JSON keeps exact")
    if counts.input == 0 and counts.output == 0:
        void(tally, counts, "input", _ALL_ZERO)
        void(tally, counts, "output", _ALL_ZERO)


def _check_total(tally: Tally, counts: Counts) -> bool:
    """Return whether the provider's total is there and is input plus output."""
    if counts.input is None or counts.output is None or counts.total is None:
        return False
    found = counts.input + counts.output
    holds = found == counts.total
    text = f"input {counts.input} + output {counts.output} = {found}; {counts.total_name} is {counts.total}"
    tally.sums.append(f"{text}: {'holds' if holds else 'fails'}")
    if not holds:
        void(tally, counts, "input", text)
        void(tally, counts, "output", text)
    return holds


def _check_reasoning(tally: Tally, counts: Counts, holds: bool) -> None:
    if counts.reasoning is None or counts.output is None or counts.reasoning <= counts.output:
        return
    text = f"reasoning {counts.reasoning} is more than output {counts.output}"
    if holds:
        counts.reasoning = None
        tally.flag(text)
    else:
        void(tally, counts, "output", text)


def _check_parts(tally: Tally, counts: Counts, holds: bool) -> None:
    parts = (counts.cached_read or 0) + (counts.cache_write or 0)
    if counts.input is None or parts <= counts.input:
        return
    text = f"cached {counts.cached_read or 0} + written {counts.cache_write or 0} is more than input {counts.input}"
    names: tuple[ExplainedClass, ...] = ("cached_read", "cache_write")
    for name in names if holds else (*names, "input"):
        if getattr(counts, name) is not None:
            void(tally, counts, name, text)


def _check_lifetimes(tally: Tally, counts: Counts) -> None:
    split = sum(counts.lifetimes.values())
    if not counts.lifetimes or split == counts.cache_write:
        return
    if counts.cache_write is not None:
        void(tally, counts, "cache_write", f"writes by lifetime add up to {split}, not to {counts.cache_write}")
    counts.lifetimes = {}
