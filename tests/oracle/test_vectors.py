"""The shared vectors against the product's own modules and against the independent recomputation."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sitegen import exact, stats
from tests.oracle import figures

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))


def _cases(section: str) -> list[Any]:
    return [pytest.param(*case.values(), id=f"{section}-{index}") for index, case in enumerate(VECTORS[section])]


@pytest.mark.parametrize(("name", "values", "result"), _cases("summaries"))
def test_summaries(name, values, result):
    assert figures.summary(values) == result, name
    if result["state"] == "known":
        assert exact.median(values) == result["median"], name
        bounds = stats.interval(sorted(values))
        assert (bounds is None) == (result["interval"] is None)
        if bounds:
            assert bounds[:2] == (result["interval"]["low"], result["interval"]["high"])


def test_there_is_no_median_of_nothing():
    with pytest.raises(ValueError, match="nothing"):
        exact.median([])


@pytest.mark.parametrize(("n", "result"), _cases("ranks"))
def test_ranks(n, result):
    found = stats.ranks(n)
    written = found and [
        found.low,
        found.high,
        exact.ratio(100 * found.coverage.numerator, found.coverage.denominator, 2),
    ]
    assert written == result
    own = figures.ranks(n)
    assert (own and [*own[:2], figures.rounded(100 * own[2], 2)]) == result


@pytest.mark.parametrize("n", [6, 7, 8, 9, 10, 12])
def test_the_coverage_is_the_share_of_all_ways_the_values_can_fall(n):
    """Counts every way in which n values can lie below or above the median, each equally likely."""
    low, high, coverage = next(case["result"] for case in VECTORS["ranks"] if case["n"] == n)
    below = [sum(way) for way in product((0, 1), repeat=n)]
    inside = [low <= count < high for count in below]
    assert figures.rounded(Fraction(100 * sum(inside), 2**n), 2) == coverage
    narrower = [low + 1 <= count < high - 1 for count in below]
    assert Fraction(sum(narrower), 2**n) < Fraction(95, 100) <= Fraction(sum(inside), 2**n)


@pytest.mark.parametrize(("part", "whole", "result"), _cases("percents"))
def test_percents(part, whole, result):
    assert figures.percent(part, whole) == result
    if whole:
        assert exact.percent(part, whole) == result


@pytest.mark.parametrize(("value", "digits", "shift", "result"), _cases("roundings"))
def test_roundings(value, digits, shift, result):
    assert exact.rounded(value, digits, shift) == result
    assert figures.rounded(Fraction(value) / 10**shift, digits) == result


@pytest.mark.parametrize(("count", "result"), _cases("halves"))
def test_halves(count, result):
    assert exact.halves(count) == result
    assert figures.written(figures.median([count // 2, count - count // 2])) == result


@pytest.mark.parametrize(("ticks", "result"), _cases("amounts"))
def test_amounts(ticks, result):
    assert exact.usd(ticks) == result
    assert figures.written(Fraction(ticks) / 10**10) == result
