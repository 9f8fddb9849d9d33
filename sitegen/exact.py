"""Exact numbers: medians on integers, integer money, and decimals as text."""

from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

TICKS_PER_USD = 10**10
"""A tick is 1e-10 US dollars."""
TICKS_PER_TOKEN_AT_ONE_USD_PER_MILLION = 10**4


def median(values: Sequence[int]) -> str:
    """Return the exact median as a decimal string, such as "1234" or "1234.5".

    Raises:
        ValueError: There are no values.
    """
    if not values:
        raise ValueError("the median of nothing is not defined")
    ordered = sorted(values)
    half = len(ordered) // 2
    if len(ordered) % 2:
        return str(ordered[half])
    return halves(ordered[half - 1] + ordered[half])


def halves(count: int) -> str:
    """Return `count / 2` as an exact decimal string."""
    sign = "-" if count < 0 else ""
    whole, odd = divmod(abs(count), 2)
    return f"{sign}{whole}.5" if odd else f"{sign}{whole}"


def ratio(part: int, whole: int, digits: int) -> str:
    """Return `part / whole` rounded half away from zero to `digits` decimals; `whole` must not be 0."""
    scaled = Fraction(part * 10**digits, whole)
    return _point(_half_away(scaled), digits)


def percent(part: int, whole: int) -> str:
    """Return the share in percent with one decimal, rounded half away from zero."""
    return ratio(100 * part, whole, 1)


def rounded(value: str, digits: int, shift: int = 0) -> str:
    """Return the decimal string divided by 10**shift, rounded half away from zero to `digits` decimals."""
    scaled = Decimal(value).scaleb(-shift)
    exact = scaled.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)
    return str(exact if exact else abs(exact))


def usd(ticks: str) -> str:
    """Return ticks as US dollars, an exact decimal string without trailing zeros."""
    text = format(Decimal(ticks).scaleb(-10), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def usd_of(ticks: int) -> str:
    """Return whole ticks, from zero, as US dollars: an exact decimal string without trailing zeros."""
    whole, rest = divmod(ticks, TICKS_PER_USD)
    return f"{whole}.{rest:010d}".rstrip("0") if rest else str(whole)


@lru_cache(maxsize=1024)
def ticks_per_token(usd_per_million: str) -> int:
    """Return the whole ticks that one token costs at a rate with at most four decimals."""
    ticks = Decimal(usd_per_million) * TICKS_PER_TOKEN_AT_ONE_USD_PER_MILLION
    if ticks != ticks.to_integral_value():
        raise ValueError(f"{usd_per_million} USD per million has more than four decimals")
    return int(ticks)


def milliseconds(seconds: Fraction | Decimal) -> int:
    """Return seconds as whole milliseconds, rounded half to even."""
    if isinstance(seconds, Fraction):
        return round(seconds * 1000)
    return int((seconds * 1000).to_integral_value(rounding=ROUND_HALF_EVEN))


def _half_away(value: Fraction) -> int:
    whole = abs(value.numerator) * 2 + value.denominator
    magnitude = whole // (2 * value.denominator)
    return -magnitude if value < 0 else magnitude


def _point(scaled: int, digits: int) -> str:
    sign = "-" if scaled < 0 else ""
    text = str(abs(scaled)).rjust(digits + 1, "0")
    return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"
