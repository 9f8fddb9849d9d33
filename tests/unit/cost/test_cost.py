"""What usage costs under a dated price, each amount worked out by hand in ticks of 1e-10 US dollars.

At R US dollars per million, a token costs R x 10,000 ticks.
"""

import json
from typing import Any

import pytest

from sitegen import cost
from sitegen.cost import Estimate, Unpriced, estimate
from sitegen.exact import usd
from sitegen.records.price import Cost, Price
from sitegen.records.usage import Usage

RATES = {"input": "4", "cached_read": "0.4", "cache_write": {"5m": "5", "1h": "8"}, "output": "20"}
LONG = {"input": "8", "cached_read": "0.8", "output": "30"}
LONGER = {"input": "9", "cached_read": "0.9", "output": "40"}


def price(**changes):
    fields = {
        "provider": "house",
        "model": "m-large",
        "rates": RATES,
        "source": "https://prices.example/house",
        "checked_on": "2026-10-20",
        "expires_on": "2026-12-31",
    }
    return Price.model_validate_json(json.dumps(fields | changes))


def usage(given=0, cached=0, written=0, out=0, **more):
    reasons = {"missing": {name: "lost" for name, value in (("input", given), ("output", out)) if value is None}}
    return Usage(
        input=given, cached_read=cached, cache_write=written, output=out, **{"reasoning": None} | reasons | more
    )


STEPS = [{"above_input_tokens": 100_000, "rates": LONG}, {"above_input_tokens": 150_000, "rates": LONGER}]

AMOUNTS: dict[str, Any] = {
    "cached tokens are a part of the input": (
        usage(10_000, cached=9_000, out=500, reasoning=200, provider_total=10_500),
        {},
        "0.0176",  # 1,000 x 4 + 9,000 x 0.4 + 500 x 20, per million
    ),
    "thoughts beside the candidates are output": (
        usage(55_000, out=1_700, reasoning=800, provider_total=56_700),
        {},
        "0.254",
    ),
    "writes for an hour have a rate of their own": (
        usage(10_000, written=10_000, cache_write_by_lifetime={"5m": 2_000, "1h": 8_000}),
        {},
        "0.074",
    ),
    "all classes at once": (
        usage(1_000, cached=300, written=200, out=100, cache_write_by_lifetime={"5m": 150, "1h": 50}),
        {},
        "0.00527",  # 500 x 4 + 300 x 0.4 + 150 x 5 + 50 x 8 + 100 x 20 = 2,000 + 120 + 750 + 400 + 2,000
    ),
    "nothing": (usage(), {}, "0"),
    "one token": (usage(1), {}, "0.000004"),
    "the smallest rate is a whole tick": (usage(1), {"rates": RATES | {"input": "0.0001"}}, "0.0000000001"),
    "exactly at the step is below it": (usage(100_000, out=1), {"steps": STEPS}, "0.40002"),
    "one above the step costs more for the whole request": (usage(100_001, out=1), {"steps": STEPS}, "0.800038"),
    "exactly at the second step": (usage(150_000), {"steps": STEPS}, "1.2"),
    "above the second step": (usage(150_001, out=2), {"steps": STEPS}, "1.350089"),
    "cached input above the step": (usage(100_010, cached=100_000), {"steps": STEPS}, "0.08008"),
    "the longest input that is priced": (usage(180_000), {}, "0.72"),
    "a class that the model never reports": (usage(1_000, cached=None), {"unbilled": ["cached_read"]}, "0.004"),
    "an unbilled class that was reported": (usage(1_000, cached=500), {"unbilled": ["cached_read"]}, "0.0022"),
}

REFUSED: dict[str, Any] = {
    "input not reported": (usage(None, out=5), {}, "input not reported"),
    "output not reported": (usage(5, out=None), {}, "output not reported"),
    "cached reads not reported": (usage(5, cached=None), {}, "cached_read not reported"),
    "two classes not reported": (usage(5, cached=None, written=None), {}, "cached_read, cache_write not reported"),
    "one class more than those never reported": (
        usage(5, cached=None, written=None),
        {"unbilled": ["cached_read"]},
        "cache_write not reported",
    ),
    "an input that is too long": (usage(180_001), {}, "180001 input tokens are more than 180000"),
    "writes without a lifetime": (usage(10, written=10), {}, "without a lifetime"),
    "writes without a rate for their lifetime": (
        usage(10, written=10, cache_write_by_lifetime={"12h": 10}),
        {},
        "no rate for cache writes that live 12h",
    ),
    "writes above a step that has no rate for them": (
        usage(100_001, written=10, cache_write_by_lifetime={"5m": 10}),
        {"steps": STEPS},
        "no rate for cache writes that live 5m",
    ),
    "a default lifetime without a rate": (usage(10, written=10), {"default_write_lifetime": "30m"}, "that live 30m"),
}


@pytest.mark.parametrize("name", AMOUNTS)
def test_amount(name):
    given, changes, dollars = AMOUNTS[name]
    found: Any = estimate(given, price(**changes))
    assert isinstance(found, Estimate)
    assert usd(str(found.ticks)) == dollars
    assert found.notes == ()
    assert found.ticks == sum(line.ticks for line in found.lines)


@pytest.mark.parametrize("name", REFUSED)
def test_no_amount_where_something_is_unknown(name):
    given, changes, reason = REFUSED[name]
    found: Any = estimate(given, price(**changes))
    assert isinstance(found, Unpriced)
    assert reason in found.reason


def test_writes_that_are_not_split_take_the_default_lifetime_and_say_so():
    found: Any = estimate(usage(10_000, written=10_000), price(default_write_lifetime="5m"))
    assert usd(str(found.ticks)) == "0.05"
    assert found.notes == ("cache writes priced as 5m writes; the provider does not split them",)


def test_split_writes_leave_the_default_lifetime_alone():
    given = usage(10_000, written=10_000, cache_write_by_lifetime={"1h": 10_000})
    found: Any = estimate(given, price(default_write_lifetime="5m"))
    assert (usd(str(found.ticks)), found.notes) == ("0.08", ())


def test_more_cached_than_input_is_no_negative_cost():
    """A record cannot hold such usage; the formula must not either."""
    given = Usage.model_construct(
        input=10, cached_read=6, cache_write=5, output=0, reasoning=0, cache_write_by_lifetime={}
    )
    found: Any = estimate(given, price(default_write_lifetime="5m"))
    assert found == Unpriced("cached and written tokens are more than the input")


def test_lines_show_every_term():
    given = usage(1_000, cached=300, written=200, out=100, cache_write_by_lifetime={"5m": 150, "1h": 50})
    found: Any = estimate(given, price())
    assert [(line.label, line.tokens, line.usd_per_million, line.ticks) for line in found.lines] == [
        ("Uncached input", 500, "4", 20_000_000),
        ("Cached read", 300, "0.4", 1_200_000),
        ("Cache write, 1h", 50, "8", 4_000_000),
        ("Cache write, 5m", 150, "5", 7_500_000),
        ("Output", 100, "20", 20_000_000),
    ]


@pytest.mark.parametrize(
    ("tokens", "rate"),
    [(0, "4"), (99_999, "4"), (100_000, "4"), (100_001, "8"), (150_000, "8"), (150_001, "9"), (180_000, "9")],
)
def test_rates_of_a_request(tokens, rate):
    assert cost.rates_for(price(steps=STEPS), tokens).input == rate


@pytest.mark.parametrize(
    ("estimated", "provider", "shown"),
    [
        (5, 7, (7, "provider")),
        (None, 7, (7, "provider")),
        (5, None, (5, "estimated")),
        (5, 0, (0, "provider")),
        (0, None, (0, "estimated")),
        (None, None, (None, None)),
    ],
)
def test_the_shown_cost_is_the_providers_where_there_is_one(estimated, provider, shown):
    given = Cost(estimated_ticks=estimated, provider_ticks=provider, price=price(), reason="not reported")
    assert cost.shown(given) == shown
