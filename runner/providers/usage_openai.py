"""Accounting of the usage objects of OpenAI's kind: Responses of OpenAI and xAI, and chat completions."""

from dataclasses import dataclass
from typing import Final

from runner.providers.contract import Accounted, Json
from runner.providers.tally import Counts, Tally, nothing, settled, void
from sitegen.records.usage import Lifetime


@dataclass(frozen=True, slots=True)
class Fields:
    """Where the counters stand, as JSON pointers."""

    input: str
    output: str
    cached_read: str
    reasoning: str
    cache_write: str | None = None
    """None where the provider reports no cache writes."""
    total: str = "/usage/total_tokens"
    cached_may_be_outside: bool = False
    """Whether some models report input without its cached part."""


RESPONSES: Final = Fields(
    input="/usage/input_tokens",
    output="/usage/output_tokens",
    cached_read="/usage/input_tokens_details/cached_tokens",
    reasoning="/usage/output_tokens_details/reasoning_tokens",
    cache_write="/usage/input_tokens_details/cache_write_tokens",
)
XAI: Final = Fields(
    input="/usage/input_tokens",
    output="/usage/output_tokens",
    cached_read="/usage/input_tokens_details/cached_tokens",
    reasoning="/usage/output_tokens_details/reasoning_tokens",
    cached_may_be_outside=True,
)
CHAT: Final = Fields(
    input="/usage/prompt_tokens",
    output="/usage/completion_tokens",
    cached_read="/usage/prompt_tokens_details/cached_tokens",
    reasoning="/usage/completion_tokens_details/reasoning_tokens",
)
TICKS: Final = "/usage/cost_in_usd_ticks"
_LIFETIMES: Final[tuple[tuple[Lifetime, str], ...]] = (("30m", "ttl_30m_tokens"), ("12h", "ttl_12h_tokens"))


def account(body: Json, fields: Fields, ticks: str | None = None) -> Accounted:
    """Return how a usage of OpenAI's kind is accounted; `ticks` points to the provider's own amount."""
    tally = Tally(body)
    if not isinstance(body.get("usage"), dict):
        return nothing(tally, "the response has no usage")
    counts = Counts(
        input=tally.count(fields.input, "input, cached part included"),
        cached_read=tally.count(fields.cached_read, "cached_read, a part of input"),
        output=tally.count(fields.output, "output, reasoning included"),
        reasoning=tally.count(fields.reasoning, "reasoning, a part of output"),
        total=tally.count(fields.total, "check sum: input + output"),
        total_name=fields.total.rsplit("/", 1)[-1],
    )
    if fields.cache_write is None:
        tally.unknown("cache_write", "the provider reports no cache writes")
    else:
        counts.cache_write = tally.count(fields.cache_write, "cache_write, a part of input")
        tally.unreported("cache_write", fields.cache_write)
        places = ((lifetime, f"{fields.cache_write}_details/{name}") for lifetime, name in _LIFETIMES)
        found = {lifetime: tally.count(place, f"cache_write that lives {lifetime}") for lifetime, place in places}
        counts.lifetimes = {lifetime: count for lifetime, count in found.items() if count is not None}
    if fields.cached_may_be_outside:
        _take_cached_in(tally, counts)
    _guard_chat_style(tally, counts)
    tally.unreported("input", fields.input)
    tally.unreported("cached_read", fields.cached_read)
    tally.unreported("output", fields.output)
    amount = None if ticks is None else tally.count(ticks, "the provider's own cost, in 1e-10 USD")
    tally.other_fields("/usage")
    return settled(tally, counts, amount)


def _take_cached_in(tally: Tally, counts: Counts) -> None:
    """Some of xAI's models leave the cached part out of input: then cached is more than input. The total must agree."""
    if counts.input is None or counts.cached_read is None or counts.cached_read <= counts.input:
        return
    whole = counts.input + counts.cached_read
    tally.flag(f"cached {counts.cached_read} is more than input {counts.input}: input was taken without it")
    tally.sums.append(f"input {counts.input} + cached {counts.cached_read} = {whole} in all")
    counts.input = whole


def _guard_chat_style(tally: Tally, counts: Counts) -> None:
    """In chat style reasoning stands beside output and not in it; that is said and not guessed."""
    if counts.input is None or counts.output is None or not counts.reasoning:
        return
    if counts.input + counts.output + counts.reasoning == counts.total:
        text = (
            f"reasoning {counts.reasoning} stands beside output {counts.output}, not in it: "
            f"{counts.total_name} {counts.total} is the sum of all three"
        )
        tally.sums.append(text)
        void(tally, counts, "output", text)
