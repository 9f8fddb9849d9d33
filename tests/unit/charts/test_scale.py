"""Axes: where values lie, what is labelled, and that nothing is ever moved inside."""

from math import log10

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.charts import axis


def labels(found):
    return [tick.label for tick in found.ticks]


def test_a_linear_axis_starts_at_zero_and_has_round_steps():
    found = axis(60_000, 445_000, "ms")
    assert (found.low, found.high, found.log) == (0, 450_000, False)
    assert labels(found) == ["0", "150", "300", "450"]


@pytest.mark.parametrize(
    ("low", "high", "unit", "expected"),
    [
        (3, 7, "count", ["0", "2", "4", "6", "8"]),
        (0, 0, "count", ["0", "1", "2", "3"]),
        (1, 1, "count", ["0", "1", "2", "3"]),
        (700, 2_400, "ms", ["0", "0.8", "1.6", "2.4"]),
        (40_000, 130_000, "tokens", ["0", "50k", "100k", "150k"]),
        (300_000_000, 800_000_000, "ticks", ["0", "0.02", "0.04", "0.06", "0.08"]),
    ],
)
def test_labels_are_short_and_in_the_shown_unit(low, high, unit, expected):
    assert labels(axis(low, high, unit)) == expected


def test_more_than_fifty_times_makes_it_logarithmic():
    assert axis(10, 500, "tokens").log is False
    found = axis(10, 501, "tokens")
    assert found.log is True
    assert (found.low, found.high) == (10, 1_000)
    assert labels(found) == ["10", "50", "100", "500", "1k"]
    assert labels(axis(3, 400_000, "tokens")) == ["10", "100", "1k", "10k", "100k"]


def test_a_zero_keeps_the_axis_linear():
    assert axis(0, 10**9, "tokens").log is False


def test_a_measure_with_a_highest_value_shows_all_of_it():
    found = axis(1, 58, "points", most=60)
    assert found.log is False
    assert labels(found) == ["0", "15", "30", "45", "60"]
    assert labels(axis(88, 90, "points", most=100)) == ["0", "25", "50", "75", "100"]


def test_huge_values_keep_few_labels():
    assert len(axis(1, 2**53 - 1, "ms").ticks) <= 5


def test_places_are_shares_of_the_width():
    found = axis(0, 450_000, "ms")
    assert found.place(0) == pytest.approx(1.3)
    assert found.place(450_000) == pytest.approx(98.7)
    assert found.place(225_000) == pytest.approx(50)
    logarithmic = axis(10, 1_000, "tokens")
    assert logarithmic.place(100) == pytest.approx(50)
    assert axis(0, 4, "count", rail=True).place(4) < 81.5


@pytest.mark.parametrize("value", [-1, 450_001, 10**9])
def test_a_value_outside_is_refused_and_not_moved(value):
    with pytest.raises(ValueError, match="outside"):
        axis(0, 450_000, "ms").place(value)


@given(
    st.lists(st.integers(0, 2**53 - 1), min_size=1, max_size=20),
    st.sampled_from(["ms", "ticks", "tokens", "count"]),
    st.booleans(),
)
def test_every_value_lies_on_its_axis(values, unit, rail):
    found = axis(min(values), max(values), unit, rail=rail)
    assert all(0 <= found.place(value) <= 100 for value in values)
    assert found.ticks
    assert [tick.at for tick in found.ticks] == sorted({tick.at for tick in found.ticks})
    assert found.log == (min(values) > 0 and max(values) > 50 * min(values))


@given(st.integers(1, 10**6), st.integers(51, 10**6))
def test_a_logarithmic_place_is_the_share_of_the_logarithm(lowest, times):
    found = axis(lowest, lowest * times, "tokens")
    middle = (lowest * lowest * times) ** 0.5
    share = log10(middle / found.low) / log10(found.high / found.low)
    assert found.place(middle) == pytest.approx(1.3 + share * 97.4)
