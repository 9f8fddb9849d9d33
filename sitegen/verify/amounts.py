"""Values as pages print them, worked out from the rules with fractions."""

from fractions import Fraction

from sitegen.verify.figures import decimal

LABELS = {
    "wall_ms": "Wall time",
    "provider_ms": "Provider time",
    "tool_ms": "Tool time",
    "trial_ms": "Trial time",
    "test_ms": "Test time",
    "cost_ticks": "Cost",
    "input": "Input",
    "cached_read": "Cached read",
    "cache_write": "Cache write",
    "output": "Output",
    "reasoning": "Reasoning",
    "turns": "Turns",
    "tool_calls": "Tool calls",
    "failed_tool_calls": "Failed tool calls",
    "operations": "Operations",
    "points": "Geometry",
    "quality": "Quality",
}
"""Every measure as readers know it."""
TOKENS = frozenset({"input", "cached_read", "cache_write", "output", "reasoning"})
_TICKS = 10**10
TABLE_DECIMALS, RUN_DECIMALS = 4, 6
"""Decimals of a dollar in tables and on the page of one run."""


def heading(measure: str) -> str:
    """Return the heading of a measure's row or column."""
    return f"{LABELS[measure]}{_HEADINGS.get(measure, _unit_words(measure))}"


_HEADINGS = {"points": ", of 60", "quality": ", of 100", "cost_ticks": ", USD"}


def _unit_words(measure: str) -> str:
    if measure.endswith("_ms"):
        return ", s"
    return ", tokens" if measure in TOKENS else ""


MEASURE_OF = {heading(measure): measure for measure in LABELS}
"""Measures by their heading."""


def grouped(number: str) -> str:
    """Return a decimal with separators between thousands."""
    whole, point, rest = number.removeprefix("-").partition(".")
    return f"{'-' if number.startswith('-') else ''}{int(whole):,}{point}{rest}"


def printed(measure: str, value: int | str) -> str:
    """Return a value as tables print it: seconds, dollars, or grouped digits."""
    if measure.endswith("_ms"):
        return grouped(decimal(Fraction(value) / 1000, 3))
    return dollars(Fraction(value)) if measure == "cost_ticks" else grouped(str(value))


def dollars(ticks: Fraction, decimals: int = TABLE_DECIMALS) -> str:
    """Return ticks as dollars; an amount of which the decimals would show less than two digits in full."""
    if 0 < ticks < Fraction(_TICKS, 10 ** (decimals - 1)):
        return in_full(ticks)
    return grouped(decimal(ticks / _TICKS, decimals))


def in_full(ticks: Fraction) -> str:
    """Return ticks, or half ticks, as dollars without rounding."""
    return decimal(ticks / _TICKS, 11).rstrip("0").rstrip(".")


def exactly(measure: str, value: str) -> str:
    """Return a value with its unit as claims print it."""
    if measure.endswith("_ms"):
        return f"{decimal(Fraction(value) / 1000, 3)} s"
    if measure == "cost_ticks":
        return f"{in_full(Fraction(value))} USD"
    units = {"points": " points", "quality": " points"} | dict.fromkeys(TOKENS, " tokens")
    return f"{value}{units.get(measure, '')}"
