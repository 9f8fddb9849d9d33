"""What a response costs, computed a second time: from its raw usage, in fractions, without the product's cost module.

Unknown is None. The formula: (input - cached_read - cache_write) x input rate + cached_read x its rate + the writes of
each lifetime x their rate + output x output rate, in 1e-10 USD.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

TICKS_PER_TOKEN_AT_ONE_USD = Fraction(10**10, 10**6)
INPUT_LIMIT = 180_000
RESERVE_TOKENS = 4_096


@dataclass(frozen=True, slots=True)
class Rates:
    """US dollars per million tokens as decimal strings; `writes` by lifetime, the first one being the default."""

    input: str
    cached_read: str
    output: str
    writes: Mapping[str, str] = field(default_factory=dict)
    above: tuple[tuple[int, "Rates"], ...] = ()
    """Rates of the whole request whose input is larger than this many tokens, lowest first."""

    def at(self, tokens: int) -> "Rates":
        """Return the rates of a request with so much input."""
        reached = [rates for limit, rates in self.above if tokens > limit]
        return reached[-1] if reached else self


@dataclass(frozen=True, slots=True)
class Tokens:
    """Counts of one response; None where unknown."""

    input: int | None
    cached_read: int | None
    cache_write: int | None
    output: int | None
    reasoning: int | None
    by_lifetime: Mapping[str, int]
    total: int | None
    ticks: int | None = None


def tokens(provider: str, body: Mapping[str, Any]) -> Tokens:
    """Return the counts of a raw response body."""
    if provider == "gemini":
        return _gemini(_part(body, "usageMetadata"))
    usage = _part(body, "usage")
    if provider == "anthropic":
        return _anthropic(usage)
    chat = provider == "openai-compatible"
    names = ("prompt", "completion") if chat else ("input", "output")
    return _openai(usage, *names, xai=provider == "xai")


def cost_ticks(provider: str, body: Mapping[str, Any], rates: Rates) -> int | None:
    """Return what a response costs in 1e-10 USD; None where its usage does not tell."""
    found = tokens(provider, body)
    writes = found.cache_write if rates.writes else (found.cache_write or 0)
    if found.input is None or found.cached_read is None or writes is None or found.output is None:
        return None
    rest = found.input - found.cached_read - writes
    if rest < 0 or found.input > INPUT_LIMIT:
        return None
    at = rates.at(found.input)
    usd_per_million = rest * Fraction(at.input) + found.cached_read * Fraction(at.cached_read)
    usd_per_million += found.output * Fraction(at.output)
    if rates.writes:
        split = found.by_lifetime or {next(iter(rates.writes)): writes}
        usd_per_million += sum(count * Fraction(at.writes[lifetime]) for lifetime, count in split.items())
    return _whole(usd_per_million * TICKS_PER_TOKEN_AT_ONE_USD)


def reserve_ticks(request_bytes: int, output_tokens: int, rates: Rates) -> int:
    """Return the most that a request is held to cost before it is sent, in 1e-10 USD."""
    bound = request_bytes + RESERVE_TOKENS
    reached = [rates, *(step for limit, step in rates.above if bound > limit)]
    dearest = max(Fraction(rate) for step in reached for rate in (step.input, *step.writes.values()))
    output = max(Fraction(step.output) for step in reached)
    return _whole((bound * dearest + output_tokens * output) * TICKS_PER_TOKEN_AT_ONE_USD)


def _whole(amount: Fraction) -> int:
    if amount.denominator != 1:
        raise ValueError(f"{amount} is no whole number of 1e-10 USD")
    return amount.numerator


def _part(body: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = body.get(name)
    return value if isinstance(value, dict) else {}


def _count(part: Mapping[str, Any], name: str) -> int | None:
    value = part.get(name)
    return value if type(value) is int and value >= 0 else None


def _sum(*counts: int | None) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def _openai(usage: Mapping[str, Any], asked: str, made: str, *, xai: bool) -> Tokens:
    into, out = _part(usage, f"{asked}_tokens_details"), _part(usage, f"{made}_tokens_details")
    split = _part(into, "cache_write_tokens_details")
    lifetimes = {"30m": _count(split, "ttl_30m_tokens"), "12h": _count(split, "ttl_12h_tokens")} if split else {}
    read, write = _count(into, "cached_tokens"), _count(into, "cache_write_tokens")
    given, output = _count(usage, f"{asked}_tokens"), _count(usage, f"{made}_tokens")
    reasoning, total = _count(out, "reasoning_tokens"), _count(usage, "total_tokens")
    if xai and given is not None and read is not None and read > given:
        given += read
    if reasoning and given is not None and output is not None and given + output + reasoning == total:
        output = None
    write, by_lifetime = _split(write, lifetimes)
    return Tokens(given, read, write, output, reasoning, by_lifetime, total, _count(usage, "cost_in_usd_ticks"))


def _split(write: int | None, lifetimes: Mapping[str, int | None]) -> tuple[int | None, dict[str, int]]:
    known = {name: count for name, count in lifetimes.items() if count is not None}
    if not known:
        return write, {}
    if len(known) < len(lifetimes) or sum(known.values()) != write:
        return None, {}
    return write, known


def _anthropic(usage: Mapping[str, Any]) -> Tokens:
    split = _part(usage, "cache_creation")
    lifetimes = (
        {"5m": _count(split, "ephemeral_5m_input_tokens"), "1h": _count(split, "ephemeral_1h_input_tokens")}
        if split
        else {}
    )
    stated, read = _count(usage, "cache_creation_input_tokens"), _count(usage, "cache_read_input_tokens")
    write, by_lifetime = _split(stated, lifetimes)
    whole = _sum(_count(usage, "input_tokens"), stated, read)
    thinking = _count(_part(usage, "output_tokens_details"), "thinking_tokens")
    return Tokens(whole, read, write, _count(usage, "output_tokens"), thinking, by_lifetime, None)


def _gemini(usage: Mapping[str, Any]) -> Tokens:
    names = ("promptTokenCount", "toolUsePromptTokenCount", "candidatesTokenCount", "thoughtsTokenCount")
    total, stated = _count(usage, "totalTokenCount"), {name: _count(usage, name) for name in names}
    unreadable = any(name in usage and count is None for name, count in stated.items())
    proven = total is not None and sum(count or 0 for count in stated.values()) == total and not unreadable
    zero = 0 if proven and stated["promptTokenCount"] else None
    prompt, tool, candidates, thoughts = (zero if count is None else count for count in stated.values())
    cached = _count(usage, "cachedContentTokenCount")
    cached = zero if cached is None and "cachedContentTokenCount" not in usage else cached
    return Tokens(_sum(prompt, tool), cached, None, _sum(candidates, thoughts), thoughts, {}, total)
