"""How the cost of a run came about: each term of the formula, summed over the responses."""

from functools import lru_cache
from typing import NamedTuple

from sitegen.cost import rates_for
from sitegen.exact import ticks_per_token
from sitegen.figures import run_dollars
from sitegen.records.kinds.api import ApiRun
from sitegen.records.price import Cost, Price, Rates
from sitegen.records.usage import Lifetime, Usage

_KIND = {"Uncached input": "uncached", "Cached read": "cached-read", "Output": "output"}
rate_in_ticks = lru_cache(maxsize=1024)(ticks_per_token)


class Term(NamedTuple):
    """One term of the cost formula."""

    kind: str
    label: str
    tokens: str
    rate: str
    usd: str


class Money(NamedTuple):
    """The cost of a run with its basis."""

    shown: str
    """Empty where no cost is known."""
    basis: str
    terms: tuple[Term, ...]
    estimated: str
    provider: str
    price: str
    """The price snapshot in words."""
    price_url: str
    """Empty where the price is made up, as that of a fixture."""
    notes: tuple[str, ...]
    reason: str
    at_least: str
    """What the responses with a known cost add up to, where no total is known; empty where one is."""


def terms(run: ApiRun, price: Price) -> dict[tuple[str, str], int]:
    """Return the tokens of each term, by label and rate in US dollars per million, over all responses.

    Rates are chosen response by response, since a long input has other ones.
    """
    by_step: dict[int, tuple[Rates, list[Usage]]] = {}
    for response in run.responses:
        rates = rates_for(price, response.usage.input or 0)
        by_step.setdefault(id(rates), (rates, []))[1].append(response.usage)
    found: dict[tuple[str, str], int] = {}
    for rates, usages in by_step.values():
        read = sum([usage.cached_read or 0 for usage in usages])
        written = sum([usage.cache_write or 0 for usage in usages])
        rest = sum([usage.input or 0 for usage in usages]) - read - written
        writes = _writes(usages, price) if written else {}
        counts = [("Uncached input", rates.input, rest), ("Cached read", rates.cached_read, read)]
        counts += [(f"Cache write, {life}", rates.cache_write[life], count) for life, count in writes.items()]
        counts.append(("Output", rates.output, sum([usage.output or 0 for usage in usages])))
        for label, rate, count in counts:
            found[label, rate] = found.get((label, rate), 0) + count
    return found


def _writes(usages: list[Usage], price: Price) -> dict[Lifetime, int]:
    """Return the cache writes by lifetime; those that the provider does not split have the price's default one."""
    found: dict[Lifetime, int] = {}
    for usage in usages:
        split = usage.cache_write_by_lifetime
        if not split and usage.cache_write and price.default_write_lifetime:
            split = {price.default_write_lifetime: usage.cache_write}
        for lifetime, count in split.items():
            found[lifetime] = found.get(lifetime, 0) + count
    return found


def money(run: ApiRun) -> Money:
    """Return the cost of a run, term by term where it is estimated."""
    cost = run.cost
    provider = "" if cost.provider_ticks is None else run_dollars(cost.provider_ticks)
    estimated = "" if cost.estimated_ticks is None else run_dollars(cost.estimated_ticks)
    lines: tuple[Term, ...] = ()
    if cost.estimated_ticks is not None and cost.price is not None:
        lines = tuple(
            Term(
                _KIND.get(label, "cache-write"),
                label,
                f"{tokens:,}",
                rate,
                run_dollars(tokens * rate_in_ticks(rate)),
            )
            for (label, rate), tokens in terms(run, cost.price).items()
        )
    return Money(
        provider or estimated,
        "as the provider billed it" if provider else "estimated from usage and list price" if estimated else "",
        lines,
        estimated,
        provider,
        _price(cost),
        cost.price.source if cost.price and not run.fixture else "",
        cost.notes,
        cost.reason or "",
        "" if cost.at_least_ticks is None else run_dollars(cost.at_least_ticks),
    )


def _price(cost: Cost) -> str:
    price = cost.price
    if price is None:
        return ""
    hand = ", read second-hand" if price.second_hand else ""
    return f"List price of {price.model}, checked {price.checked_on}{hand}, valid until {price.expires_on}."
