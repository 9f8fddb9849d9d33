"""The accounting against tables that were worked out by hand from the reference, before the adapters."""

import json

import pytest

from runner.providers import ADAPTERS
from tests.simulator.facts import PROVIDERS, fits, usage_cases

CLASSES = ("input", "cached_read", "cache_write", "output", "reasoning", "provider_total")


@pytest.mark.parametrize(
    ("provider", "case"),
    [pytest.param(name, case, id=f"{name}-{case['id']}") for name in PROVIDERS for case in usage_cases(name)],
)
def test_a_raw_usage_is_accounted_as_by_hand(provider, case):
    accounted = ADAPTERS[provider].account(case["body"])
    found = {name: getattr(accounted.usage, name) for name in CLASSES}
    found["by_lifetime"] = dict(accounted.usage.cache_write_by_lifetime)
    wrong = {
        name: (found.get(name), expected)
        for name, expected in case["usage"].items()
        if not fits(expected, found.get(name, accounted.provider_ticks))
    }
    assert not wrong, case["why"]
    if case["flagged"] is not None:
        assert bool(accounted.flags) is case["flagged"], (accounted.flags, case["why"])


@pytest.mark.parametrize("provider", PROVIDERS)
def test_every_field_of_a_usage_is_told(provider):
    """Nothing is passed over: each leaf of the usage has a line of its own, with the value that stands there."""
    for case in usage_cases(provider):
        lines = ADAPTERS[provider].account(case["body"]).lines
        told = {line.pointer for line in lines}
        usage = next((name for name in ("usage", "usageMetadata") if isinstance(case["body"].get(name), dict)), None)
        for pointer in _leaves(case["body"][usage], f"/{usage}") if usage else ():
            assert any(pointer == one or pointer.startswith(f"{one}/") for one in told), (case["id"], pointer)


def _leaves(value, pointer):
    if isinstance(value, dict) and value:
        return [leaf for name, part in value.items() for leaf in _leaves(part, f"{pointer}/{name}")]
    return [] if value is None or json.dumps(value) == "{}" else [pointer]
