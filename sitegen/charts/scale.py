"""Axes: where a value lies between two bounds that hold every value, and the round numbers along the way."""

from dataclasses import dataclass
from datetime import date
from math import log10

from sitegen.exact import TICKS_PER_USD
from sitegen.measures import Unit

LOG_FROM = 50
"""An axis is logarithmic where the highest value is more than so many times the lowest."""
_STEPS = (10, 15, 20, 25, 30, 40, 50, 60, 80)
"""Tenths of a round step."""
_INTERVALS = (3, 4, 5)
_LOG_STEPS = ((1, 2, 5), (1, 5), (1,))
_MOST_LOG_TICKS = 5
_MONTH_STEPS = (1, 2, 3, 6, 12)
_MOST_MONTHS = 8
_PER_SHOWN: dict[Unit, int] = {"ms": 1000, "ticks": TICKS_PER_USD, "tokens": 1, "count": 1, "points": 1}

_SHORTENED_FROM = 10_000
"""Seconds or dollars from which a label is shortened, as counts are from a thousand."""
INSET = 1.3
"""Space at both ends in percent of the width, so that marks at the edge are whole."""
RAIL_AT = 81.5
"""Place of the rail in percent; right of it stand the runs without a value."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled round number on an axis."""

    at: int
    label: str


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale in the unit of its values."""

    low: int
    high: int
    ticks: tuple[Tick, ...]
    log: bool
    rail: bool
    """Whether room is kept for runs without a value."""

    def place(self, value: float) -> float:
        """Return the place of a value in percent of the width.

        Raises:
            ValueError: The value lies outside the axis; nothing is ever moved to its end.
        """
        if not self.low <= value <= self.high:
            raise ValueError(f"{value} lies outside the axis from {self.low} to {self.high}")
        width = (RAIL_AT - 1.7 if self.rail else 100 - INSET) - INSET
        if self.log:
            share = log10(value / self.low) / log10(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return INSET + share * width


def axis(lowest: int, highest: int, unit: Unit, *, rail: bool = False, most: int | None = None) -> Axis:
    """Return an axis that holds every value from the lowest to the highest.

    It starts at 0, or is logarithmic where the values differ by more than `LOG_FROM` times, none is 0 and none has a
    highest possible value.

    Args:
        lowest: Lowest value.
        highest: Highest value.
        unit: Unit of the values.
        rail: Whether to keep room for runs without a value.
        most: The highest possible value where the measure has one, such as 60 points.
    """
    log = most is None and lowest > 0 and highest > LOG_FROM * lowest
    marks = _log_marks(lowest, highest) if log else _linear_marks(max(highest, most or 0), unit)
    shown = [mark for mark in marks if not log or mark in _labelled(marks)]
    return Axis(marks[0], marks[-1], tuple(Tick(mark, _label(mark, unit)) for mark in shown), log, rail)


def log_axis(lowest: int, highest: int, unit: Unit) -> Axis:
    """Return a logarithmic axis that holds every value from the lowest to the highest, however near they are.

    Raises:
        ValueError: The lowest value is not above 0.
    """
    if lowest <= 0:
        raise ValueError(f"{lowest} has no place on a logarithmic axis")
    marks = _log_marks(lowest, highest)
    labelled = _labelled(marks)
    return Axis(
        marks[0], marks[-1], tuple(Tick(mark, _label(mark, unit)) for mark in marks if mark in labelled), True, False
    )


def signed_axis(lowest: int, highest: int) -> Axis:
    """Return a linear axis for differences in tenths, with 0 on it and a sign at every label."""
    step = _round_step(-(-max(abs(lowest), abs(highest), 1) // 3))
    first, last = min(0, lowest // step), max(0, -(-highest // step))
    if first == last:
        first, last = -1, 1
    marks = [index * step for index in range(first, last + 1)]
    return Axis(marks[0], marks[-1], tuple(Tick(mark, _signed(mark)) for mark in marks), False, False)


def day_axis(first: date, last: date) -> Axis:
    """Return an axis of days, by their ordinal number, with a label at the start of some months."""
    months = _months(first, last)
    every = next((step for step in _MONTH_STEPS if len(months) <= step * _MOST_MONTHS), _MONTH_STEPS[-1])
    ticks = [Tick(day.toordinal(), day.isoformat()[:7]) for day in months if (day.month - 1) % every == 0]
    return Axis(months[0].toordinal(), months[-1].toordinal(), tuple(ticks), False, False)


def _months(first: date, last: date) -> list[date]:
    """Return the first day of each month from the one of the first day to the one after the last day."""
    start, end = first.year * 12 + first.month - 1, last.year * 12 + last.month
    return [date(month // 12, month % 12 + 1, 1) for month in range(start, end + 1)]


def _signed(tenths: int) -> str:
    whole, rest = divmod(abs(tenths), 10)
    sign = "\u2212" if tenths < 0 else "+" if tenths else ""
    return f"{sign}{whole:,}.{rest}" if rest else f"{sign}{whole:,}"


def _linear_marks(highest: int, unit: Unit) -> list[int]:
    if unit == "points" and highest in (60, 100):
        return list(range(0, highest + 1, highest // 4))
    count, step = min(
        ((count, _round_step(-(-highest // count))) for count in _INTERVALS), key=lambda pair: pair[0] * pair[1]
    )
    return [index * step for index in range(count + 1)]


def _round_step(least: int) -> int:
    power: int = 10 ** max(len(str(least)) - 2, 0)
    while True:
        for tenths in _STEPS:
            step, rest = divmod(tenths * power, 10)
            if not rest and step >= max(least, 1):
                return step
        power *= 10


def _log_marks(lowest: int, highest: int) -> list[int]:
    steps = [step * 10**power for power in range(17) for step in (1, 2, 5)]
    first = max(index for index, step in enumerate(steps) if step <= lowest)
    last = min(index for index, step in enumerate(steps) if step >= highest)
    return steps[first : max(last, first + 1) + 1]


def _labelled(marks: list[int]) -> set[int]:
    for leading in _LOG_STEPS:
        chosen = {mark for mark in marks if int(str(mark)[0]) in leading}
        if len(chosen) <= _MOST_LOG_TICKS:
            return chosen
    every = -(-len(chosen) // _MOST_LOG_TICKS)
    return set(sorted(chosen)[::every])


def _label(value: int, unit: Unit) -> str:
    per = _PER_SHOWN[unit]
    if per > 1:
        whole, rest = divmod(value, per)
        digits = str(rest).rjust(len(str(per)) - 1, "0").rstrip("0")
        if digits or whole < _SHORTENED_FROM:
            return f"{whole:,}.{digits}" if digits else f"{whole:,}"
        value = whole
    for size, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if value >= size and value % (size // 10) == 0:
            return f"{value // size}{f'.{value % size * 10 // size}' if value % size else ''}{letter}"
    return str(value)
