"""The distribution-free interval of a median by order statistics, and the exact coverage that goes with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

SMALLEST_N = 6
"""Fewest runs with a symmetric 95 % interval: 1 - 2/2**6 = 96.9 %, while 5 runs reach only 93.75 %."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """Ranks `low` and `high` (from 1) of the ordered values that bound the median."""

    low: int
    high: int
    coverage: Fraction
    """Probability that the interval holds the median, whatever the distribution."""


@lru_cache(maxsize=4096)
def ranks(n: int) -> Ranks | None:
    """Return the narrowest symmetric ranks (k, n+1-k) with coverage of at least 95 %; None below six values.

    Source: the number of values below the median is binomial(n, 1/2), so the coverage of (k, n+1-k) is
    1 - 2 * P(X < k); see H. A. David and H. N. Nagaraja, Order Statistics, section 7.1.
    """
    if n < SMALLEST_N:
        return None
    whole = 2**n
    ways = 1  # in which exactly k - 1 values lie below the median
    below = 0
    best = 0
    covered = 0
    for k in range(1, n // 2 + 1):
        below += ways
        ways = ways * (n - k + 1) // k
        inside = whole - 2 * below
        if inside * 20 < whole * 19:
            break
        best, covered = k, inside
    return Ranks(best, n + 1 - best, Fraction(covered, whole))


def interval(ordered: Sequence[int]) -> tuple[int, int, Ranks] | None:
    """Return the bounding values and their ranks, or None when there are too few values.

    Args:
        ordered: The values in rising order.
    """
    found = ranks(len(ordered))
    if found is None:
        return None
    return ordered[found.low - 1], ordered[found.high - 1], found
