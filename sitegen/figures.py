"""Numbers as readers see them: exact decimals as text, rounded half away from zero only where a unit is coarser."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sitegen.exact import TICKS_PER_USD, rounded, usd
from sitegen.measures import MEASURES, Measure, Unit

NO_BREAK = "\u00a0"
MINUS = "\u2212"

_GROUPED_FROM = 1_000_000
"""Milliseconds from which the seconds need a separator; below, cutting the digits is much the quickest."""
USD_DECIMALS = 4
"""Decimals of dollars in tables."""
USD_DECIMALS_OF_A_RUN = 6
"""Decimals of dollars on the page of one run."""


def seconds(ms: int | str) -> str:
    """Return milliseconds as seconds with three decimals."""
    exact = ms if type(ms) is int else _whole_number(ms)
    if exact is None or not 0 <= exact < _GROUPED_FROM:
        return _grouped(rounded(str(ms), 3, shift=3))
    digits = str(exact)
    return f"{digits[:-3]}.{digits[-3:]}" if exact >= 1000 else f"0.{digits:0>3}"


def dollars(ticks: int | str, decimals: int = USD_DECIMALS) -> str:
    """Return ticks as US dollars; an amount too small for the decimals is printed in full, so never as zero."""
    exact, unit = _whole_number(ticks), TICKS_PER_USD // 10**decimals
    if exact is not None and (exact >= 10 * unit or not exact):
        before, after = divmod((2 * exact + unit) // (2 * unit), 10**decimals)
        return f"{before:,}.{after:0{decimals}d}"
    if 0 < float(ticks) < 10 * unit:
        return usd(str(ticks))
    return _grouped(rounded(str(ticks), decimals, shift=10))


def run_dollars(ticks: int | str) -> str:
    """Return ticks as US dollars with the decimals of a run's page."""
    return dollars(ticks, USD_DECIMALS_OF_A_RUN)


def whole(value: int | str) -> str:
    """Return a count with thousands separators; the half of a median stays."""
    exact = _whole_number(value)
    return _grouped(str(value)) if exact is None else f"{exact:,}"


AMOUNT: Mapping[Unit, Callable[[int | str], str]] = MappingProxyType(
    {"ms": seconds, "ticks": dollars, "tokens": whole, "count": whole, "points": whole}
)
"""How the values of a unit are printed in tables; the unit itself stands in the header."""

UNIT_WORD: Mapping[Unit, str] = MappingProxyType(
    {"ms": "s", "ticks": "USD", "tokens": "tokens", "count": "", "points": ""}
)
"""The unit as printed; empty where the label says it."""

_SCALES = MappingProxyType({"points": "of 60", "quality": "of 100"})


def heading(measure: Measure) -> str:
    """Return the label of a measure with its unit, such as `Wall time, s`."""
    word = _SCALES.get(measure.id) or UNIT_WORD[measure.unit]
    return f"{measure.label}, {word}" if word else measure.label


def with_unit(measure_id: str, value: int | str) -> str:
    """Return a value with its unit where the unit is needed to read it, as in a sentence."""
    measure = MEASURES[measure_id]
    word = _SCALES.get(measure_id) or ("" if measure.unit == "tokens" else UNIT_WORD[measure.unit])
    text = AMOUNT[measure.unit](value)
    return f"{text}{NO_BREAK}{word}" if word else text


def kilobytes(size: int) -> str:
    """Return a file size in kB of 1,000 bytes with one decimal."""
    tenths = (size + 50) // 100
    return f"{tenths // 10:,}.{tenths % 10}"


def count_of(part: int, total: int) -> str:
    """Return a fraction in words, such as `3 of 12`."""
    return f"{part:,} of {total:,}"


def plural(count: int, one: str, many: str | None = None) -> str:
    """Return a count with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def _whole_number(value: int | str) -> int | None:
    """Return a value that is a whole number from 0, the usual and quick case, or None."""
    if type(value) is int:
        return value if value >= 0 else None
    return int(value) if str(value).isdigit() else None


def _grouped(decimal: str) -> str:
    sign, digits = (MINUS, decimal[1:]) if decimal.startswith("-") else ("", decimal)
    before, point, after = digits.partition(".")
    return f"{sign}{int(before):,}{point}{after}"
