"""Ranks of the median's interval, against the binomial distribution counted out by hand."""

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from sitegen import stats

# n, ranks, and how many of the 2**n ways lie outside: twice the sum of comb(n, 0) ... comb(n, k - 1)
KNOWN = [
    (6, (1, 6), 2 * 1),
    (7, (1, 7), 2 * 1),
    (8, (1, 8), 2 * 1),
    (9, (2, 8), 2 * (1 + 9)),
    (10, (2, 9), 2 * (1 + 10)),
    (11, (2, 10), 2 * (1 + 11)),
    (12, (3, 10), 2 * (1 + 12 + 66)),
    (20, (6, 15), 2 * (1 + 20 + 190 + 1_140 + 4_845 + 15_504)),
]


@pytest.mark.parametrize(("n", "pair", "outside"), KNOWN)
def test_ranks_and_coverage(n, pair, outside):
    found: Any = stats.ranks(n)
    assert (found.low, found.high) == pair
    assert found.coverage == 1 - Fraction(outside, 2**n)
    assert found.coverage >= Fraction(95, 100)


@pytest.mark.parametrize(("n", "pair"), [(80, (31, 50)), (100, (40, 61))])
def test_ranks_of_printed_tables(n, pair):
    found: Any = stats.ranks(n)
    assert (found.low, found.high) == pair


@pytest.mark.parametrize("n", range(6))
def test_fewer_than_six_values_have_no_interval(n):
    assert stats.ranks(n) is None
    assert stats.interval(list(range(n))) is None


@pytest.mark.parametrize("n", [6, 13, 64, 501, 2_000])
def test_no_narrower_pair_reaches_95_percent(n):
    found: Any = stats.ranks(n)
    below = [sum(comb(n, way) for way in range(k)) for k in (found.low, found.low + 1)]
    outer, inner = (1 - Fraction(2 * count, 2**n) for count in below)
    assert found.coverage == outer >= Fraction(95, 100) > inner
    assert found.low + found.high == n + 1


def test_interval_picks_the_values_at_the_ranks():
    found: Any = stats.interval([3, 5, 8, 13, 21, 34, 55, 89, 144, 233])
    low, high, ranks = found
    assert (low, high) == (5, 144)
    assert (ranks.low, ranks.high) == (2, 9)


def test_a_cohort_of_ten_thousand_runs_has_an_interval():
    """By the normal approximation they lie 1.96 standard deviations of 50 runs, so 98, from the middle two."""
    found: Any = stats.ranks(10_000)
    assert (found.low, found.high) == (4_902, 5_099)
