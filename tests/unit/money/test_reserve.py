"""The reserve before a request, worked out by hand."""

import pytest

from runner.money.reserve import bound_tokens, reserve_ticks
from tests.unit.money.prices import price, ticks

FLAT = {"input": "2", "cached_read": "0.1", "output": "10"}
STEPS = [
    {"above_input_tokens": 100_000, "rates": {**FLAT, "input": "4", "output": "15"}},
    {"above_input_tokens": 180_096, "rates": {**FLAT, "input": "90", "output": "900"}},
]


def test_the_bound_is_the_bytes_and_4096_and_never_more_than_180096():
    assert [bound_tokens(size) for size in (0, 15_904, 176_000, 176_001, 10**7)] == [4_096, 20_000, *[180_096] * 3]


def test_a_worked_example():
    # 20,000 tokens at the highest rate into the model, that of an hour's cache write, and 8,192 out:
    # 20,000 x 8 / 10^6 + 8,192 x 20 / 10^6 = 0.16 + 0.16384 USD
    assert reserve_ticks(price(), 15_904, 8_192) == 3_238_400_000
    assert reserve_ticks(price(), 15_904, 8_192) == ticks((20_000, 8), (8_192, 20))


def test_without_a_rate_for_writes_the_input_rate_counts():
    assert reserve_ticks(price(rates=FLAT, steps=[]), 904, 100) == ticks((5_000, 2), (100, 10))


@pytest.mark.parametrize(("size", "into", "out"), [(95_904, 2, 10), (95_905, 4, 15), (176_000, 4, 15), (10**9, 4, 15)])
def test_a_step_counts_once_the_bound_can_pass_its_limit(size, into, out):
    tokens = min(size + 4_096, 180_096)
    assert reserve_ticks(price(rates=FLAT, steps=STEPS), size, 10) == ticks((tokens, into), (10, out))


def test_a_step_that_is_cheaper_lowers_nothing():
    cheap = [{"above_input_tokens": 1_000, "rates": {"input": "1", "cached_read": "0.1", "output": "1"}}]
    assert reserve_ticks(price(rates=FLAT, steps=cheap), 904, 100) == ticks((5_000, 2), (100, 10))


def test_a_step_without_rates_adds_nothing():
    undeclared = [{"above_input_tokens": 1_000, "rates": None}]
    assert reserve_ticks(price(rates=FLAT, steps=undeclared), 904, 100) == ticks((5_000, 2), (100, 10))
