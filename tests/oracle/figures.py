"""Medians, intervals, rates and their states, from whole numbers alone; nothing of the product is used."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor
from typing import Any

Object = dict[str, Any]
"""A JSON object."""


def median(values: Sequence[int]) -> str:
    """Return the exact median as a decimal string."""
    ordered = sorted(values)
    last = len(ordered) - 1
    twice = ordered[last // 2] + ordered[(last + 1) // 2]
    return decimal(Fraction(twice, 2), 1).removesuffix(".0")


def decimal(value: Fraction, digits: int) -> str:
    """Return the value rounded half away from zero."""
    size = floor(abs(value) * 10**digits + Fraction(1, 2))
    sign = "-" if value < 0 and size else ""
    return f"{sign}{size // 10**digits}" + (f".{size % 10**digits:0{digits}}" if digits else "")


def ranks(n: int) -> tuple[int, int, str] | None:
    """Return the largest k with at least 95 % coverage as (k, n + 1 - k, coverage in percent), or None.

    The coverage of the k-th and the k-th but last of n values is 1 - 2 P(at most k - 1 heads in n throws of a coin).
    """
    found = None
    ways, tail = 1, 0
    for k in range(1, n // 2 + 1):
        tail += ways
        ways = ways * (n - k + 1) // k
        coverage = 1 - Fraction(2 * tail, 2**n)
        if coverage < Fraction(95, 100):
            break
        found = (k, n + 1 - k, decimal(100 * coverage, 2))
    return found


def aggregate(values: Sequence[int | None]) -> Object:
    """Return what is known of the median of some runs' values; None is a value that is unknown."""
    known = sorted(value for value in values if value is not None)
    if not values:
        return {"state": "no_runs"}
    if len(known) < len(values):
        return {"state": "unavailable", "unknown": len(values) - len(known), "n": len(values), "at_least": sum(known)}
    bounds = ranks(len(known))
    interval = None
    if bounds:
        low, high, coverage = bounds
        interval = {
            "low": known[low - 1],
            "high": known[high - 1],
            "low_rank": low,
            "high_rank": high,
            "coverage_percent": coverage,
        }
    return {
        "state": "known",
        "median": median(known),
        "n": len(known),
        "low": known[0],
        "high": known[-1],
        "interval": interval,
    }


def quality(runs: Sequence[Object]) -> Object:
    """Return what is known of the quality: never anything with an artifact lost, not yet before all are reviewed."""
    values = [run["values"]["quality"] for run in runs]
    reviewed = sum(run["review_basis"] is not None for run in runs)
    if reviewed < len(runs) and not any(run["artifact_lost"] for run in runs):
        return {"state": "pending", "reviewed": reviewed, "n": len(runs)}
    return aggregate(values)


def percent(part: int, whole: int) -> str | None:
    """Return the share in percent with one decimal; None of nothing."""
    return decimal(Fraction(100 * part, whole), 1) if whole else None


def rate(part: int, whole: int) -> Object:
    """Return a share of the denominator."""
    return {"count": part, "n": whole, "percent": percent(part, whole)}


def tally(names: Iterable[str]) -> list[Object]:
    """Return how often each name occurs, by name."""
    return [{"name": name, "count": count} for name, count in sorted(Counter(names).items())]
