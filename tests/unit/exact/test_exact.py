"""Medians, roundings and money on whole numbers, with results worked out by hand."""

from decimal import Decimal
from fractions import Fraction

import pytest

from sitegen import exact

LARGEST = 2**53 - 1


@pytest.mark.parametrize(
    ("values", "result"),
    [
        ([10, 20, 30, 40], "25"),
        ([7, 8], "7.5"),
        ([5], "5"),
        ([0], "0"),
        ([3, 1, 2], "2"),
        ([9, 10], "9.5"),
        ([10, 9, 100], "10"),
        ([1, 1, 2, 2], "1.5"),
        ([0, 1], "0.5"),
        ([0, 0, 0, 1], "0"),
        ([LARGEST, LARGEST - 1], "9007199254740990.5"),
        ([LARGEST, LARGEST], "9007199254740991"),
        ([10**30, 10**30 + 1], "1000000000000000000000000000000.5"),
        ([-1, 0], "-0.5"),
        ([-3, -2], "-2.5"),
    ],
)
def test_median(values, result):
    assert exact.median(values) == result
    assert exact.median(values[::-1]) == result


def test_median_of_nothing_is_refused():
    with pytest.raises(ValueError, match="median of nothing"):
        exact.median([])


def test_median_of_two_prices_is_written_without_noise():
    """0.1 and 0.2 US dollars are 1e9 and 2e9 ticks; in floating point their mean is 0.15000000000000002."""
    assert exact.usd(exact.median([10**9, 2 * 10**9])) == "0.15"


@pytest.mark.parametrize(
    ("part", "whole", "digits", "result"),
    [
        (1, 8, 2, "0.13"),
        (-1, 8, 2, "-0.13"),
        (3, 8, 2, "0.38"),
        (1, 2, 0, "1"),
        (-1, 2, 0, "-1"),
        (3, 2, 0, "2"),
        (1, 3, 0, "0"),
        (2, 3, 1, "0.7"),
        (1, 3, 3, "0.333"),
        (0, 7, 1, "0.0"),
        (7, 7, 1, "1.0"),
        (1, 2000, 3, "0.001"),
        (1, 2001, 3, "0.000"),
        (10**20 + 5, 10, 0, "10000000000000000001"),
    ],
)
def test_ratio_is_rounded_half_away_from_zero(part, whole, digits, result):
    assert exact.ratio(part, whole, digits) == result


@pytest.mark.parametrize(
    ("part", "whole", "result"),
    [
        (2, 8, "25.0"),
        (1, 8, "12.5"),
        (1, 16, "6.3"),
        (1, 3, "33.3"),
        (2, 3, "66.7"),
        (1, 800, "0.1"),
        (0, 5, "0.0"),
        (5, 5, "100.0"),
        (1999, 2000, "100.0"),
        (1998, 2000, "99.9"),
    ],
)
def test_percent(part, whole, result):
    assert exact.percent(part, whole) == result


@pytest.mark.parametrize(
    ("value", "digits", "shift", "result"),
    [
        ("1234.5", 3, 3, "1.235"),
        ("1234.4", 3, 3, "1.234"),
        ("0.5", 0, 0, "1"),
        ("1.5", 0, 0, "2"),
        ("2.5", 0, 0, "3"),
        ("-2.5", 0, 0, "-3"),
        ("0.125", 2, 0, "0.13"),
        ("12", 1, 0, "12.0"),
        ("9007199254740990.5", 0, 0, "9007199254740991"),
        ("9007199254740990.5", 3, 3, "9007199254740.991"),
        ("0", 4, 10, "0.0000"),
    ],
)
def test_rounded(value, digits, shift, result):
    assert exact.rounded(value, digits, shift) == result


@pytest.mark.parametrize(
    ("ticks", "dollars"),
    [
        ("0", "0"),
        ("1", "0.0000000001"),
        ("10000000000", "1"),
        ("100000000000", "10"),
        ("176000000", "0.0176"),
        ("85500000", "0.00855"),
        ("15000000000.5", "1.50000000005"),
        ("9007199254740991", "900719.9254740991"),
    ],
)
def test_ticks_as_dollars(ticks, dollars):
    assert exact.usd(ticks) == dollars


@pytest.mark.parametrize(
    ("rate", "ticks"),
    [("0", 0), ("4", 40_000), ("0.4", 4_000), ("0.0001", 1), ("1.25", 12_500), ("999999.9999", 9_999_999_999)],
)
def test_ticks_of_a_token_are_whole(rate, ticks):
    assert exact.ticks_per_token(rate) == ticks


@pytest.mark.parametrize("rate", ["0.00001", "1.23456"])
def test_rate_of_part_ticks_is_refused(rate):
    with pytest.raises(ValueError, match="more than four decimals"):
        exact.ticks_per_token(rate)


@pytest.mark.parametrize(
    ("seconds", "ms"),
    [
        (Decimal("12.3456"), 12_346),
        (Decimal("0.0005"), 0),
        (Decimal("0.0015"), 2),
        (Decimal("0.0025"), 2),
        (Decimal("0.00250001"), 3),
        (Fraction(1, 2000), 0),
        (Fraction(3, 2000), 2),
        (Fraction(5, 2000), 2),
        (Fraction(1, 3), 333),
    ],
)
def test_seconds_become_milliseconds_half_to_even(seconds, ms):
    assert exact.milliseconds(seconds) == ms


def test_a_tick_is_a_ten_thousand_millionth_of_a_dollar():
    assert exact.usd(str(exact.TICKS_PER_USD)) == "1"
    assert exact.ticks_per_token("1") * 1_000_000 == exact.TICKS_PER_USD


def test_rounding_without_a_shift_keeps_the_unit():
    assert exact.rounded("1234.25", 1) == "1234.3"
