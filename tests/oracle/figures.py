"""Figures from whole numbers: medians, intervals, shares, decimals."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb
from typing import Any

Object = dict[str, Any]
"""A JSON object."""


def written(value: Fraction | int) -> str:
    """Return the exact decimal of a number whose denominator has no factor but 2 and 5."""
    value, places = Fraction(value), 0
    while (value * 10**places).denominator != 1:
        places += 1
        if places > 400:
            raise ValueError(f"{value} has no end as a decimal")
    return rounded(value, places)


def rounded(value: Fraction, places: int) -> str:
    """Return a decimal of so many places, halves away from zero; never a negative zero."""
    twice = abs(2 * value * 10**places)
    units = str((twice.numerator // twice.denominator + 1) // 2).rjust(places + 1, "0")
    whole, part = units[: len(units) - places], units[len(units) - places :]
    sign = "-" if value < 0 and units.strip("0") else ""
    return f"{sign}{whole}.{part}" if places else sign + whole


def median(values: Sequence[int]) -> Fraction:
    """Return the middle value, or the mean of the middle two."""
    ordered, half = sorted(values), len(values) // 2
    return Fraction(ordered[half] + ordered[~half], 2)


def ranks(n: int) -> tuple[int, int, Fraction] | None:
    """Return the largest k and n+1-k that cover the median with 95 %, and that coverage; None of too few values.

    Of n values the number below the median is binomial with a half: between the ranks lies all but both tails.
    """
    best, tail = None, 0
    for k in range(1, n // 2 + 1):
        tail += comb(n, k - 1)
        coverage = 1 - Fraction(2 * tail, 2**n)
        if coverage < Fraction(95, 100):
            break
        best = k, n + 1 - k, coverage
    return best


def interval(values: Sequence[int]) -> Object | None:
    """Return the interval of the median by order statistics; None of too few values."""
    found = ranks(len(values))
    if found is None:
        return None
    (low, high, coverage), ordered = found, sorted(values)
    observed = {"low": ordered[low - 1], "high": ordered[high - 1], "low_rank": low, "high_rank": high}
    return observed | {"coverage_percent": rounded(100 * coverage, 2)}


def summary(values: Sequence[int | None]) -> Object:
    """Return what is said of one measure over some runs; None is a run that lacks the value."""
    there = [value for value in values if value is not None]
    if not values:
        return {"state": "no_runs"}
    if len(there) < len(values):
        return {
            "state": "unavailable",
            "unknown": len(values) - len(there),
            "n": len(values),
            "at_least": sum(there),
        }
    spread = {"n": len(there), "low": min(there), "high": max(there)}
    return {"state": "known", "median": written(median(there)), **spread, "interval": interval(there)}


def percent(part: int, whole: int) -> str | None:
    """Return a share in percent with one place; None of nothing."""
    return rounded(Fraction(100 * part, whole), 1) if whole else None


def share(part: int, whole: int) -> Object:
    """Return a rate."""
    return {"count": part, "n": whole, "percent": percent(part, whole)}


def tally(names: Iterable[str]) -> list[Object]:
    """Return how often each name occurs, by name."""
    return [{"name": name, "count": count} for name, count in sorted(Counter(names).items())]


def canonical(value: Any) -> str:
    """Return JSON by RFC 8785, for numbers between 1e-4 and 1e16."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(f"{canonical(key)}:{canonical(value[key])}" for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return json.dumps(value, ensure_ascii=False)


def digest(value: Any) -> str:
    """Return the sha256 of canonical JSON."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()
