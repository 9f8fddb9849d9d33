"""The spending limit: reserve, settle, stop. Amounts by hand in Fractions of a dollar."""

from typing import Any

import pytest

from runner.api.contract import Budget
from runner.money.budget import Ledger, Surplus
from sitegen.cost import Estimate, estimate
from tests.unit.money.prices import price, ticks, usage

DOLLAR = 10**10
TODAY = "2026-12-01"


def ledger(limit=DOLLAR, day=TODAY):
    return Ledger(limit, lambda: day)


def test_a_ledger_is_the_budget_that_the_loop_asks():
    budget: Budget = ledger()
    assert budget.reserve(price(), 904, 100) is None


def test_what_a_request_cost_takes_the_place_of_its_reserve():
    one = ledger()
    assert one.reserve(price(), 15_904, 8_000) is None
    assert one.spending.left_ticks == DOLLAR - ticks((20_000, 8), (8_000, 20))
    assert str(one.spending) == "at least 0 USD"
    assert one.settle(price(), usage(15_000, 500), None) is None
    assert one.spending.spent_ticks == ticks((15_000, 4), (500, 20)) == 700_000_000
    assert one.spending.left_ticks == DOLLAR - 700_000_000
    assert str(one.spending) == "0.07 USD"


def test_the_limit_may_be_used_up_to_the_last_tick():
    most = ticks((20_000, 8), (8_000, 20))
    assert ledger(most).reserve(price(), 15_904, 8_000) is None
    refused = ledger(most - 1).reserve(price(), 15_904, 8_000)
    assert refused is not None and refused.reason == "budget"
    assert refused.detail == ("the next request can cost up to 0.32 USD, and 0.3199999999 of 0.3199999999 USD are left")


def test_case_077_none_of_four_is_sent_with_a_tenth_of_a_dollar_left():
    one = ledger()
    assert one.settle(price(), usage(0, 45_000), None) is None
    assert one.spending.spent_ticks == ticks((45_000, 20)) == 9 * DOLLAR // 10
    for _ in range(4):
        refused = one.reserve(price(), 15_904, 8_000)
        assert refused is not None and refused.reason == "budget"
    assert one.spending.spent_ticks == 9 * DOLLAR // 10
    assert one.spending.unknown_requests == 0


def test_a_request_that_was_dearer_than_reserved_shows_its_surplus():
    one = ledger(10 * DOLLAR)
    one.reserve(price(), 904, 100)
    one.settle(price(), None, 5 * DOLLAR)
    reserved = ticks((5_000, 8), (100, 20))
    assert one.spending.surpluses == (Surplus(reserved, 5 * DOLLAR),)
    assert one.spending.left_ticks == 5 * DOLLAR


def test_a_passed_limit_leaves_nothing_rather_than_less():
    one = ledger()
    one.reserve(price(), 904, 100)
    one.settle(price(), None, 3 * DOLLAR)
    assert one.spending.left_ticks == 0
    assert one.reserve(price(), 0, 1) is not None


def test_the_amount_that_the_provider_states_counts_before_the_estimate():
    one = ledger()
    one.reserve(price(), 904, 100)
    assert one.settle(price(), usage(1_000, 100), 12_345) is None
    assert one.spending.spent_ticks == 12_345


UNKNOWN = {
    "no response": (None, "no response states its usage"),
    "no output": (usage(10, None, missing={"output": "lost"}), "output not reported"),
    "too long for any price": (usage(180_001, 5), "180001 input tokens are more than 180000"),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_cost_stops_spending_and_stays_reserved(name):
    given, reason = UNKNOWN[name]
    one = ledger()
    one.reserve(price(), 904, 100)
    stopped = one.settle(price(), given, None)
    assert stopped is not None and reason in stopped and "m-large" in stopped
    assert one.spending.held_ticks == ticks((5_000, 8), (100, 20))
    assert (one.spending.spent_ticks, one.spending.unknown_requests) == (0, 1)
    assert str(one.spending) == "at least 0 USD"


def test_a_reserve_that_was_never_settled_stays_spent():
    one = ledger()
    one.reserve(price(), 904, 100)
    one.reserve(price(), 904, 100)
    assert one.spending.left_ticks == DOLLAR - 2 * ticks((5_000, 8), (100, 20))
    assert one.spending.unknown_requests == 2


@pytest.mark.parametrize(
    ("day", "sent"), [("2026-11-29", False), ("2026-11-30", True), ("2026-12-30", True), ("2026-12-31", False)]
)
def test_a_price_holds_on_its_days_only_whatever_day_the_run_began(day, sent):
    refused = ledger(day=day).reserve(price(), 904, 100)
    assert (refused is None) is sent
    assert refused is None or (refused.reason == "no-price" and day in refused.detail)


def test_what_is_not_billed_needs_no_budget():
    one = ledger(0)
    assert one.reserve(None, 10**6, 10**6) is None
    assert one.settle(None, None, None) is None
    assert str(one.spending) == "0 USD"


AMOUNTS: dict[str, Any] = {
    "007": (
        usage(10_000, 500, cached=9_000, written=0, reasoning=200),
        [(1_000, 4), (9_000, "0.4"), (500, 20)],
        "0.0176",
    ),
    "009": (usage(55_000, 1_700, cached=0, written=0, reasoning=800), [(55_000, 4), (1_700, 20)], "0.254"),
    "011": (
        usage(10_000, 0, cached=0, written=10_000, cache_write_by_lifetime={"5m": 2_000, "1h": 8_000}),
        [(2_000, 5), (8_000, 8)],
        "0.074",
    ),
}


@pytest.mark.parametrize("case", AMOUNTS)
def test_the_cases_about_token_classes(case):
    given, terms, dollars = AMOUNTS[case]
    found = estimate(given, price())
    assert isinstance(found, Estimate)
    assert found.ticks == ticks(*terms) == ticks((1_000_000, dollars))


@pytest.mark.parametrize(
    ("limits", "longest"), [((100_000,), 100_000), ((150_000, 90_000), 90_000), ((500_000,), 180_000)]
)
def test_above_the_lowest_undeclared_step_nothing_is_priced(limits, longest):
    steps = [{"above_input_tokens": limit, "rates": None} for limit in sorted(limits)]
    known = price(steps=steps)
    assert isinstance(estimate(usage(longest, 1, cached=0, written=0), known), Estimate)
    above: Any = estimate(usage(longest + 1, 1, cached=0, written=0), known)
    assert f"more than {longest}" in above.reason


def test_a_declared_step_above_an_undeclared_one_prices_nothing():
    steps = [
        {"above_input_tokens": 100_000, "rates": None},
        {"above_input_tokens": 120_000, "rates": {"input": "1", "cached_read": "1", "output": "1"}},
    ]
    assert not isinstance(estimate(usage(130_000, 1, cached=0, written=0), price(steps=steps)), Estimate)
