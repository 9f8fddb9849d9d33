"""Token classes: what may stand in one usage record, by the arithmetic of five providers."""

from typing import Any

import pytest
from pydantic import ValidationError

from sitegen.records.usage import Usage

CLASSES = ("input", "cached_read", "cache_write", "output", "reasoning")
WHY = "the stream ended before it"

VALID: dict[str, Any] = {
    "everything zero": {},
    "cached tokens are a part of the input": {"input": 10_000, "cached_read": 9_000, "output": 500, "reasoning": 200},
    "total of input and output": {"input": 10_000, "output": 500, "reasoning": 500, "provider_total": 10_500},
    "thoughts within the output": {"input": 55_000, "output": 1_700, "reasoning": 800, "provider_total": 56_700},
    "reads and writes fill the input": {"input": 10, "cached_read": 4, "cache_write": 6},
    "split of the writes": {"input": 10, "cache_write": 10, "cache_write_by_lifetime": {"5m": 2, "1h": 8}},
    "all output is reasoning": {"output": 7, "reasoning": 7},
    "nothing reported": {**dict.fromkeys(CLASSES), "missing": {"input": WHY, "output": WHY}},
    "a part not reported": {"input": 5, "cached_read": None, "reasoning": None},
    "a part not reported, with its reason": {"cached_read": None, "missing": {"cached_read": WHY}},
    "total without an input": {"input": None, "missing": {"input": WHY}, "provider_total": 3},
    "the largest counts": {"input": 2**53 - 1, "output": 2**53 - 1},
}

INVALID: dict[str, Any] = {
    "cached beside the input": ({"input": 1_000, "cached_read": 9_000, "output": 500}, "usage-identity"),
    "reads and writes above the input": ({"input": 10, "cached_read": 5, "cache_write": 6}, "usage-identity"),
    "thoughts left out of the output": (
        {"input": 55_000, "output": 900, "reasoning": 800, "provider_total": 56_700},
        "usage-identity",
    ),
    "thoughts beside the output": ({"output": 7, "reasoning": 8}, "usage-identity"),
    "total one too high": ({"input": 2, "output": 3, "provider_total": 6}, "usage-identity"),
    "total one too low": ({"input": 2, "output": 3, "provider_total": 4}, "usage-identity"),
    "split adds up to less": (
        {"input": 10, "cache_write": 10, "cache_write_by_lifetime": {"5m": 2, "1h": 7}},
        "usage-identity",
    ),
    "split on top of the writes": (
        {"input": 18, "cache_write": 10, "cache_write_by_lifetime": {"5m": 10, "1h": 8}},
        "usage-identity",
    ),
    "split of unknown writes": ({"cache_write": None, "cache_write_by_lifetime": {"5m": 0}}, "usage-identity"),
    "unknown input without a reason": ({"input": None}, "usage-missing"),
    "unknown output without a reason": ({"output": None}, "usage-missing"),
    "a reason for a known value": ({"missing": {"input": WHY}}, "usage-missing"),
    "a reason for zero": ({"input": 0, "missing": {"input": WHY}}, "usage-missing"),
    "a class that needs no reason": ({"reasoning": None, "missing": {"reasoning": WHY}}, "literal_error"),
    "a lifetime that nobody sells": ({"cache_write_by_lifetime": {"2h": 0}}, "literal_error"),
}


def _usage(changes):
    return Usage(**dict.fromkeys(CLASSES, 0) | changes)


@pytest.mark.parametrize("name", VALID)
def test_valid(name):
    assert _usage(VALID[name]).model_dump().items() >= VALID[name].items()


@pytest.mark.parametrize("name", INVALID)
def test_invalid(name):
    changes, code = INVALID[name]
    with pytest.raises(ValidationError) as caught:
        _usage(changes)
    assert [error["type"] for error in caught.value.errors()] == [code]


def test_unknown_is_not_zero():
    assert _usage({"cached_read": None}).cached_read is None
    assert _usage({"cached_read": 0}).cached_read == 0
