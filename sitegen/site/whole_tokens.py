"""Tokens of all runs of a cohort together, by class: exact sums, or the reason why there is none."""

from collections.abc import Sequence
from dataclasses import dataclass

from sitegen.charts import Part
from sitegen.figures import count_of, whole
from sitegen.rows import RunRow


@dataclass(frozen=True, slots=True)
class TokenBar:
    """One total and its parts."""

    label: str
    total: str
    """The sum over all attempted runs; empty where a run lacks it."""
    parts: tuple[Part, ...]
    """Empty where a part is not known of every run."""
    note: str
    """What is missing."""


def token_bars(rows: Sequence[RunRow]) -> tuple[TokenBar, ...]:
    """Return the bars of input and output; none where no run reports tokens.

    Args:
        rows: Attempted runs of one cohort.
    """
    bars = (_input(rows), _output(rows))
    return bars if any(bar.total or bar.parts for bar in bars) else ()


def _input(rows: Sequence[RunRow]) -> TokenBar:
    total, read = _sum(rows, "input"), _sum(rows, "cached_read")
    written = [row.values.get("cache_write") for row in rows]
    silent = written.count(None)
    if total is None or read is None:
        return _partial("Input", rows, total, "input" if total is None else "cached_read")
    to_cache = sum(value or 0 for value in written)
    parts = (
        Part("uncached", "not from a cache", total - read - to_cache),
        Part("cached-read", "read from a cache", read),
        Part("cache-write", "written to a cache", to_cache),
    )
    note = f"Cache writes are not reported by {count_of(silent, len(rows))} runs and then lie in the first part."
    return TokenBar("Input", whole(total), parts if total else (), note if silent else "")


def _output(rows: Sequence[RunRow]) -> TokenBar:
    total, reasoning = _sum(rows, "output"), _sum(rows, "reasoning")
    if total is None or reasoning is None:
        return _partial("Output", rows, total, "output" if total is None else "reasoning")
    parts = (Part("output", "visible", total - reasoning), Part("reasoned", "reasoning", reasoning))
    return TokenBar("Output", whole(total), parts if total else (), "")


def _partial(label: str, rows: Sequence[RunRow], total: int | None, lacking: str) -> TokenBar:
    unknown = sum(row.values.get(lacking) is None for row in rows)
    what = {"cached_read": "cached reads", "reasoning": "reasoning tokens"}.get(lacking, "the total")
    note = f"{count_of(unknown, len(rows))} runs did not report {what}, so the parts are unavailable."
    return TokenBar(label, "" if total is None else whole(total), (), note)


def _sum(rows: Sequence[RunRow], measure: str) -> int | None:
    values = [row.values.get(measure) for row in rows]
    return None if not values or None in values else sum(value for value in values if value is not None)
