"""The most that a request can cost, before it is sent: a planning bound, no limit of the provider."""

from collections.abc import Iterator
from typing import Final

from sitegen.exact import ticks_per_token
from sitegen.records.price import Price, Rates

OVERHEAD_TOKENS: Final = 4_096
"""Tokens that a provider may add to a request, such as its own framing of tools."""
LARGEST_BOUND_TOKENS: Final = 180_096
"""The bound of the largest request that the protocol allows, 176,000 bytes."""


def bound_tokens(request_bytes: int) -> int:
    """Return the most input tokens that a request of that many UTF-8 bytes is taken to have."""
    return min(request_bytes + OVERHEAD_TOKENS, LARGEST_BOUND_TOKENS)


def reserve_ticks(price: Price, request_bytes: int, output_tokens: int) -> int:
    """Return the most that a request can cost.

    (bytes + 4,096) tokens, at most 180,096, at the highest input or cache-write rate, and the whole output at the
    highest output rate, of all declared steps that the bound can reach.
    """
    tokens = bound_tokens(request_bytes)
    reachable = tuple(_reachable(price, tokens))
    into = max(ticks_per_token(rate) for rates in reachable for rate in (rates.input, *rates.cache_write.values()))
    out = max(ticks_per_token(rates.output) for rates in reachable)
    return tokens * into + output_tokens * out


def _reachable(price: Price, tokens: int) -> Iterator[Rates]:
    """Yield the rates that a request with at most that many input tokens can be billed at."""
    yield price.rates
    yield from (step.rates for step in price.steps if step.rates and step.above_input_tokens < tokens)
