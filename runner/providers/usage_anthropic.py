"""Accounting of Anthropic's usage object, whose input leaves out what was read from a cache and written to one."""

from typing import Final

from runner.providers.contract import Accounted, Json
from runner.providers.tally import Counts, Tally, nothing, settled, void
from runner.providers.wire import member
from sitegen.records.usage import Lifetime

_PLAIN: Final = "/usage/input_tokens"
_WRITTEN: Final = "/usage/cache_creation_input_tokens"
_READ: Final = "/usage/cache_read_input_tokens"
_OUTPUT: Final = "/usage/output_tokens"
_THINKING: Final = "/usage/output_tokens_details/thinking_tokens"
_LIFETIMES: Final[tuple[tuple[Lifetime, str], ...]] = (
    ("5m", "/usage/cache_creation/ephemeral_5m_input_tokens"),
    ("1h", "/usage/cache_creation/ephemeral_1h_input_tokens"),
)


def account(body: Json) -> Accounted:
    """Return how an Anthropic usage is accounted."""
    tally = Tally(body)
    if not isinstance(body.get("usage"), dict):
        return nothing(tally, "the response has no usage")
    plain = tally.count(_PLAIN, "input that is neither read from a cache nor written to one")
    written = tally.count(_WRITTEN, "cache_write, to be added to input")
    read = tally.count(_READ, "cached_read, to be added to input")
    found = {lifetime: tally.count(place, f"cache_write that lives {lifetime}") for lifetime, place in _LIFETIMES}
    counts = Counts(
        input=_sum(tally, plain, written, read),
        cached_read=read,
        cache_write=written,
        output=tally.count(_OUTPUT, "output, thinking included"),
        reasoning=tally.count(_THINKING, "reasoning, a part of output"),
        lifetimes={lifetime: count for lifetime, count in found.items() if count is not None},
    )
    _check_split(tally, counts)
    _check_compaction(tally, counts)
    tally.unreported("cached_read", _READ)
    tally.unreported("cache_write", _WRITTEN)
    tally.unreported("output", _OUTPUT)
    tally.other_fields("/usage")
    return settled(tally, counts)


def _sum(tally: Tally, plain: int | None, written: int | None, read: int | None) -> int | None:
    parts = {_PLAIN: plain, _WRITTEN: written, _READ: read}
    absent = [pointer for pointer, count in parts.items() if count is None]
    if plain is None or written is None or read is None:
        tally.unreported("input", *absent)
        return None
    tally.sums.append(f"input {plain} + written {written} + read {read} = {plain + written + read} in all")
    return plain + written + read


def _check_split(tally: Tally, counts: Counts) -> None:
    """Where the split contradicts the writes, the input that they are part of is unknown too."""
    split = sum(counts.lifetimes.values())
    if counts.lifetimes and counts.cache_write is not None and split != counts.cache_write:
        void(tally, counts, "input", f"the cache writes in it are {counts.cache_write}, but by lifetime {split}")


def _check_compaction(tally: Tally, counts: Counts) -> None:
    """What a compaction used stands in `iterations` alone, outside the totals."""
    iterations = member(tally.body["usage"], "iterations")
    if isinstance(iterations, list) and any(member(one, "type") == "compaction" for one in iterations):
        void(tally, counts, "input", "the totals leave out what a compaction used")
        void(tally, counts, "output", "the totals leave out what a compaction used")
