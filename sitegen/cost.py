"""The cost of usage under a dated price, in ticks, summed per response."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegen.exact import ticks_per_token
from sitegen.records.price import Cost, Price, Rates
from sitegen.records.usage import Usage
from sitegen.rows import CostBasis

LONGEST_PRICED_INPUT = 180_000
"""Reported input tokens above which no request is priced."""


class Line(NamedTuple):
    """One term of the cost formula."""

    label: str
    tokens: int
    usd_per_million: str
    ticks: int


class Estimate(NamedTuple):
    """The cost of one response, term by term."""

    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()

    @property
    def ticks(self) -> int:
        """Sum of the terms."""
        return sum([line.ticks for line in self.lines])


@dataclass(frozen=True, slots=True)
class Unpriced:
    """Why a response has no cost."""

    reason: str


def estimate(usage: Usage, price: Price) -> Estimate | Unpriced:
    """Return the cost of one response.

    cost = (input - cached_read - cache_write) x input rate + cached_read x cached rate
         + cache writes by lifetime x their rates + output x output rate
    """
    whole, output = usage.input, usage.output
    read, written = _billed(usage.cached_read, price, "cached_read"), _billed(usage.cache_write, price, "cache_write")
    if whole is None or read is None or written is None or output is None:
        counts = {"input": whole, "cached_read": read, "cache_write": written, "output": output}
        return Unpriced(f"{', '.join(name for name, count in counts.items() if count is None)} not reported")
    longest = longest_input(price)
    if whole > longest:
        return Unpriced(f"{whole} input tokens are more than {longest}, the longest input that is priced")
    rest = whole - read - written
    if rest < 0:
        return Unpriced("cached and written tokens are more than the input")
    rates = rates_for(price, whole)
    writes = _writes(usage, price, rates, written)
    if isinstance(writes, Unpriced):
        return writes
    lines, notes = writes
    return Estimate(
        (
            _line("Uncached input", rest, rates.input),
            _line("Cached read", read, rates.cached_read),
            *lines,
            _line("Output", output, rates.output),
        ),
        notes,
    )


@dataclass(frozen=True, slots=True)
class Amounts:
    """What a whole run cost."""

    estimated_ticks: int | None
    """Sum of the estimates; None unless every request brought a response and each has an estimate."""
    provider_ticks: int | None
    """Sum of the provider's own amounts; None unless every request brought a response with one."""
    at_least_ticks: int | None
    """Sum over the responses whose cost is known, where no total is; None where a total is known, or nothing is."""
    reason: str | None
    """Why there is no estimate."""
    notes: tuple[str, ...]


def amounts(responses: Sequence[tuple[Usage, int | None]], requests: int, price: Price | None) -> Amounts:
    """Return what a run cost.

    Args:
        responses: Usage and the provider's own amount in ticks, by response.
        requests: Requests that were sent.
        price: The price snapshot; None where nothing is billed.
    """
    billed = [ticks for _, ticks in responses]
    found = [] if price is None else [estimate(usage, price) for usage, _ in responses]
    priced = [one for one in found if isinstance(one, Estimate)]
    estimates = [one.ticks if isinstance(one, Estimate) else None for one in found] or [None] * len(responses)
    whole = requests == len(responses) > 0
    estimated, provider = (_sum(parts) if whole else None for parts in (estimates, billed))
    least = None
    if estimated is None and provider is None:
        known = [own if own is not None else ours for own, ours in zip(billed, estimates, strict=True)]
        least = _sum([ticks for ticks in known if ticks is not None] or [None])
    reasons = _unanswered(requests, len(responses)) if price else ["not billed per token"]
    reasons += dict.fromkeys(one.reason for one in found if isinstance(one, Unpriced))
    notes = tuple(dict.fromkeys(note for one in priced for note in one.notes))
    return Amounts(estimated, provider, least, None if estimated is not None else "; ".join(reasons), notes)


def _sum(parts: Sequence[int | None]) -> int | None:
    known = [part for part in parts if part is not None]
    return sum(known) if len(known) == len(parts) else None


def _unanswered(requests: int, responses: int) -> list[str]:
    if not requests:
        return ["no request was sent"]
    return [f"{requests - responses} of {requests} requests brought no usage"] if requests > responses else []


def longest_input(price: Price) -> int:
    """Return the most reported input tokens of a request that is priced: the lowest undeclared step ends it."""
    undeclared = (step.above_input_tokens for step in price.steps if step.rates is None)
    return min((LONGEST_PRICED_INPUT, *undeclared))


def rates_for(price: Price, input_tokens: int) -> Rates:
    """Return the rates of a whole request with that many reported input tokens, at most `longest_input`."""
    rates = price.rates
    for step in price.steps:
        if step.rates is not None and input_tokens > step.above_input_tokens:
            rates = step.rates
    return rates


def shown(cost: Cost) -> tuple[int | None, CostBasis | None]:
    """Return the cost that pages show and how it was obtained: the provider's own amount first."""
    if cost.provider_ticks is not None:
        return cost.provider_ticks, "provider"
    if cost.estimated_ticks is not None:
        return cost.estimated_ticks, "estimated"
    return None, None


def _billed(count: int | None, price: Price, name: str) -> int | None:
    return 0 if count is None and name in price.unbilled else count


def _line(label: str, tokens: int, rate: str) -> Line:
    return Line(label, tokens, rate, tokens * ticks_per_token(rate))


def _writes(
    usage: Usage, price: Price, rates: Rates, written: int
) -> tuple[tuple[Line, ...], tuple[str, ...]] | Unpriced:
    if not written:
        return (), ()
    split = {life: count for life, count in usage.cache_write_by_lifetime.items() if count}
    notes: tuple[str, ...] = ()
    if not split:
        if price.default_write_lifetime is None:
            return Unpriced("cache writes without a lifetime, and the price names no default")
        split = {price.default_write_lifetime: written}
        notes = (f"cache writes priced as {price.default_write_lifetime} writes; the provider does not split them",)
    unpriced = [lifetime for lifetime in split if lifetime not in rates.cache_write]
    if unpriced:
        return Unpriced(f"no rate for cache writes that live {', '.join(sorted(unpriced))}")
    lines = tuple(_line(f"Cache write, {life}", split[life], rates.cache_write[life]) for life in sorted(split))
    return lines, notes
