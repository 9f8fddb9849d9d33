"""The data files of the simulator, as they stand in `tables/`."""

import json
from functools import cache
from pathlib import Path
from typing import Any

TABLES = Path(__file__).parent / "tables"
PROVIDERS = ("openai", "xai", "anthropic", "gemini", "openai-compatible")


@cache
def table(name: str) -> Any:
    """Return a table by its path below `tables/`."""
    return json.loads((TABLES / name).read_text(encoding="utf-8"))


def usage_cases(provider: str) -> list[dict[str, Any]]:
    """Return the usage table of a provider."""
    cases: list[dict[str, Any]] = table(f"usage/{provider}.json")["cases"]
    return cases


def limits(provider: str) -> dict[str, Any]:
    """Return what the checks of a provider read."""
    found: dict[str, Any] = table("limits.json")[provider]
    return found


def fits(expected: Any, found: Any) -> bool:
    """Return whether a normalised value is what a table expects; `{"one_of": [...]}` leaves a choice."""
    if isinstance(expected, dict) and set(expected) == {"one_of"}:
        return any(fits(value, found) for value in expected["one_of"])
    return type(expected) is type(found) and bool(expected == found)


def settled(expected: Any) -> Any:
    """Return the first choice of an expected value, itself where there is no choice."""
    return expected["one_of"][0] if isinstance(expected, dict) and set(expected) == {"one_of"} else expected
