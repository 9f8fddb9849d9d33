"""The invented prices of the cases, and sums in Fractions: another way to the same ticks."""

import json
from fractions import Fraction
from typing import Any

from sitegen.records.price import Price
from sitegen.records.usage import Usage

TABLE: dict[str, Any] = {
    "m-large": {
        "rates": {"input": "4", "cached_read": "0.4", "cache_write": {"5m": "5", "1h": "8"}, "output": "20"},
        "steps": [
            {"above_input_tokens": 200_000, "rates": {"input": "8", "cached_read": "0.8", "output": "30"}},
        ],
    },
    "nova-5": {"rates": {"input": "1.25", "cached_read": "0.125", "output": "10"}},
}
DATES: dict[str, Any] = {
    "source": "https://prices.example/list",
    "checked_on": "2026-11-30",
    "expires_on": "2026-12-30",
}


def price(model="m-large", **changes):
    fields = {"provider": "house", "model": model, "unbilled": ["cached_read", "cache_write"], **TABLE[model], **DATES}
    return Price.model_validate_json(json.dumps(fields | changes))


def usage(given, out, cached=None, written=None, **more):
    return Usage(input=given, output=out, cached_read=cached, cache_write=written, **{"reasoning": None} | more)


def ticks(*terms):
    """Sum (tokens, US dollars per million) and return ticks of 1e-10 US dollars."""
    dollars = sum(Fraction(tokens) * Fraction(rate) / 1_000_000 for tokens, rate in terms)
    whole = dollars * 10**10
    assert whole.denominator == 1
    return int(whole)
