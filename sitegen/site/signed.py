"""Differences as readers see them: exact, with a sign, rounded half away from zero only when printed."""

from fractions import Fraction

from sitegen.figures import MINUS


def percent_change(base: Fraction, other: Fraction) -> Fraction | None:
    """Return the change in percent, or None where the base is zero."""
    return None if base == 0 else 100 * (other - base) / base


def signed(change: Fraction | None) -> str:
    """Return a change with its sign and one decimal; `zero base` where there is none."""
    if change is None:
        return "zero base"
    tenths = in_tenths(change)
    sign = MINUS if tenths < 0 else "+" if tenths else ""
    return f"{sign}{abs(tenths) // 10:,}.{abs(tenths) % 10}"


def in_tenths(change: Fraction) -> int:
    """Return a change in tenths, rounded half away from zero."""
    size = (20 * abs(change.numerator) + change.denominator) // (2 * change.denominator)
    return -size if change < 0 else size
