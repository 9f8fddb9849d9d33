"""Numbers as readers see them, against values worked out by hand."""

import pytest

from sitegen import figures
from sitegen.measures import MEASURES


@pytest.mark.parametrize(
    ("ms", "shown"),
    [
        (0, "0.000"),
        (7, "0.007"),
        (208_267, "208.267"),
        (999_999, "999.999"),
        (1_000_000, "1,000.000"),
        (61_200_005, "61,200.005"),
        ("208267", "208.267"),
        ("208267.5", "208.268"),
        ("0.5", "0.001"),
        ("1234567.5", "1,234.568"),
    ],
)
def test_seconds_have_three_decimals_rounded_half_up(ms, shown):
    assert figures.seconds(ms) == shown


@pytest.mark.parametrize(
    ("ticks", "shown"),
    [
        (0, "0.0000"),
        (123_456_789, "0.0123"),
        (10_000_000, "0.0010"),
        (9_999_999, "0.0009999999"),
        (1, "0.0000000001"),
        ("1.5", "0.00000000015"),
        (500_000_000, "0.0500"),
        (10_000_500_000, "1.0001"),
        ("10000499999.5", "1.0000"),
        ("10000500000", "1.0001"),
        (123_450_000_000_000, "12,345.0000"),
    ],
)
def test_dollars_have_four_decimals_and_never_hide_a_small_amount(ticks, shown):
    assert figures.dollars(ticks) == shown


@pytest.mark.parametrize(
    ("ticks", "shown"),
    [(63_875_000, "0.006388"), (63_870_000, "0.006387"), (104_050_000, "0.010405"), (99_999, "0.0000099999")],
)
def test_a_runs_page_has_six_decimals(ticks, shown):
    assert figures.run_dollars(ticks) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0"), (999, "999"), (13_200_376, "13,200,376"), ("1234.5", "1,234.5"), ("-1234.5", "\u22121,234.5")],
)
def test_counts_are_grouped_and_keep_a_half(value, shown):
    assert figures.whole(value) == shown


def test_headings_name_the_unit_once():
    assert figures.heading(MEASURES["wall_ms"]) == "Wall time, s"
    assert figures.heading(MEASURES["cost_ticks"]) == "Cost, USD"
    assert figures.heading(MEASURES["points"]) == "Geometry, of 60"
    assert figures.heading(MEASURES["quality"]) == "Quality, of 100"
    assert figures.heading(MEASURES["turns"]) == "Turns"


def test_a_sentence_gets_the_unit_where_it_is_needed():
    assert figures.with_unit("wall_ms", "208267") == "208.267\u00a0s"
    assert figures.with_unit("cost_ticks", 500_000_000) == "0.0500\u00a0USD"
    assert figures.with_unit("input", "1234.5") == "1,234.5"
    assert figures.with_unit("points", "45") == "45\u00a0of 60"


@pytest.mark.parametrize(
    ("size", "shown"), [(0, "0.0"), (49, "0.0"), (50, "0.1"), (1_250, "1.3"), (9_876_543, "9,876.5")]
)
def test_sizes_are_thousands_of_bytes(size, shown):
    assert figures.kilobytes(size) == shown


@pytest.mark.parametrize(("count", "shown"), [(0, "0 runs"), (1, "1 run"), (1_200, "1,200 runs")])
def test_nouns_follow_their_number(count, shown):
    assert figures.plural(count, "run") == shown
