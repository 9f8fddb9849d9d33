"""The tables that the simulator and the adapters are held to agree with themselves."""

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, get_args

import pytest

from runner.providers.contract import StopKind
from sitegen.records.usage import ExplainedClass, Usage
from tests.simulator import spend
from tests.simulator.facts import PROVIDERS, fits, settled, table, usage_cases

CASES = [pytest.param(name, case, id=f"{name}-{case['id']}") for name in PROVIDERS for case in usage_cases(name)]
CLASSES = ("input", "cached_read", "cache_write", "output", "reasoning", "provider_total")


def numbers(value: Any) -> list[int]:
    """Return every whole number in a body."""
    if isinstance(value, dict):
        return [found for part in value.values() for found in numbers(part)]
    if isinstance(value, list):
        return [found for part in value for found in numbers(part)]
    return [value] if type(value) is int else []


@pytest.mark.parametrize(("provider", "case"), CASES)
def test_a_known_count_stands_in_the_body_or_is_a_sum_of_counts_that_do(provider, case):
    stated = numbers(case["body"])
    for name in CLASSES:
        value, work = case["usage"][name], case["work"].get(name)
        if work is not None:
            assert sum(work) == value
            known = {*stated, *(v for v in case["usage"].values() if type(v) is int), 0}
            assert set(work) <= known
        elif type(value) is int and value != 0:
            assert value in stated, name


@pytest.mark.parametrize(("provider", "case"), CASES)
def test_the_record_can_hold_what_is_expected(provider, case):
    chosen = {name: settled(value) for name, value in case["usage"].items()}
    if isinstance(case["usage"]["provider_total"], dict):
        chosen["provider_total"] = None
    parts = (chosen["cached_read"] or 0) + (chosen["cache_write"] or 0)
    if chosen["input"] is not None and parts > chosen["input"]:
        assert case["usage"]["input"] != chosen["input"], "a choice must be left"
        chosen["input"] = None
    if chosen["output"] is not None and (chosen["reasoning"] or 0) > chosen["output"]:
        assert case["usage"]["output"] != chosen["output"], "a choice must be left"
        chosen["output"] = None
    absent: tuple[Literal["input", "output"], ...] = ("input", "output")
    missing: dict[ExplainedClass, str] = {name: "not reported" for name in absent if chosen[name] is None}
    lifetimes = chosen.pop("by_lifetime")
    if chosen["cache_write"] is None:
        lifetimes = {}
    Usage(**chosen, cache_write_by_lifetime=lifetimes, missing=missing)


@pytest.mark.parametrize(("provider", "case"), CASES)
def test_a_cost_is_known_just_where_all_its_counts_are(provider, case):
    plain = [case["usage"][name] for name in ("input", "cached_read", "output")]
    write = case["usage"]["cache_write"]
    match case["estimate"]:
        case "known":
            assert all(type(count) is int for count in [*plain, write])
        case "known without a write fee":
            assert all(type(count) is int for count in plain)
            assert write is None
        case "unavailable":
            assert case["flagged"] is True or None in [*plain, write]
        case None:
            assert any(isinstance(count, dict) for count in case["usage"].values())
        case other:
            raise AssertionError(other)


@pytest.mark.parametrize(("provider", "case"), CASES)
def test_the_second_reading_of_the_raw_usage_agrees(provider, case):
    found = spend.tokens(provider, case["body"])
    for name in ("input", "cached_read", "cache_write", "output", "reasoning"):
        expected = case["usage"][name]
        assert fits(expected, getattr(found, name)), name
    assert fits(case["usage"]["by_lifetime"], dict(found.by_lifetime))
    assert fits(case.get("ticks"), found.ticks)


def test_the_amount_that_xai_billed_shows_reasoning_beside_output_in_the_chat_style():
    # 1.25, 0.20 and 2.50 USD per million, list prices of grok-4.3.
    case = next(case for case in usage_cases("xai") if case["id"] == "chat-style")
    per_token = {"input": Decimal("1.25"), "cached": Decimal("0.20"), "output": Decimal("2.50")}
    usd = ((10120 - 128) * per_token["input"] + 128 * per_token["cached"] + (1499 + 2809) * per_token["output"]) / 10**6
    assert usd * 10**10 == case["ticks"]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_ids_are_unique(provider):
    ids = [case["id"] for case in usage_cases(provider)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("provider", PROVIDERS)
def test_stops_map_to_kinds_of_the_contract(provider):
    rows = table("stops.json")[provider]
    assert len({json.dumps([r["stop"], r["calls"], r.get("refusal")]) for r in rows}) == len(rows)
    for row in rows:
        kinds = row["kind"] if isinstance(row["kind"], list) else [row["kind"]]
        assert set(kinds) <= set(get_args(StopKind))


M_LARGE = spend.Rates("4.00", "0.40", "20.00", {"5m": "5.00", "1h": "8.00"})
WITHOUT_WRITE_FEE = spend.Rates("4.00", "0.40", "20.00")


@pytest.mark.parametrize(
    ("provider", "case", "rates", "usd"),
    [
        ("openai", "case-007", WITHOUT_WRITE_FEE, "0.0176"),
        ("gemini", "case-009", WITHOUT_WRITE_FEE, "0.254"),
        ("anthropic", "case-011", M_LARGE, "0.074"),
        ("anthropic", "split-disagrees", M_LARGE, None),
        ("openai", "case-007", M_LARGE, None),
    ],
)
def test_costs_that_the_cases_state(provider, case, rates, usd):
    body = next(row["body"] for row in usage_cases(provider) if row["id"] == case)
    ticks = spend.cost_ticks(provider, body, rates)
    assert ticks == (None if usd is None else Fraction(usd) * 10**10)


def test_a_long_request_is_paid_at_the_step_as_a_whole():
    rates = spend.Rates("2", "0.50", "6", above=((1000, spend.Rates("4", "1", "12")),))

    def cost(given: int) -> int | None:
        return spend.cost_ticks(
            "xai",
            {
                "usage": {
                    "input_tokens": given,
                    "input_tokens_details": {"cached_tokens": 0},
                    "output_tokens": 1,
                    "output_tokens_details": {"reasoning_tokens": 0},
                    "total_tokens": given + 1,
                }
            },
            rates,
        )

    assert cost(1000) == 1000 * 20_000 + 60_000
    assert cost(1001) == 1001 * 40_000 + 120_000
    assert cost(180_000) is not None
    assert cost(180_001) is None


def test_the_reserve_takes_the_dearest_rate_that_the_bound_can_reach():
    step = spend.Rates("4", "1", "12")
    rates = spend.Rates("2", "0.50", "6", {"30m": "2.50"}, ((200_000, step),))
    assert spend.reserve_ticks(176_000, 8_192, rates) == 180_096 * 25_000 + 8_192 * 60_000
    near = spend.Rates("2", "0.50", "6", {"30m": "2.50"}, ((180_095, step),))
    assert spend.reserve_ticks(176_000, 8_192, near) == 180_096 * 40_000 + 8_192 * 120_000
