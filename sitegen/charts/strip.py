"""The dot plot of one measure: every run, the median, its 95 % interval and the range."""

from dataclasses import dataclass

from markupsafe import Markup

from sitegen.charts.scale import RAIL_AT, Axis
from sitegen.charts.svg import Shared, finished, opening, percent, upright
from sitegen.charts.swarm import DOT_RADIUS, enough_levels, height, height_of, levels, offsets

WIDE = 420
"""Width of a strip on the page of its cohort, in pixels, on a usual screen."""
NARROW = 130
"""Width of a strip in a table of cohorts."""
_CROWD = 24
"""Number of dots above which the summary has a lane of its own below them, where none can hide it."""
_LANE = 26
_BAND = 7
_TICK = 18
_UNKNOWN_COLUMNS = 13
_UNKNOWN_STEP = 1.25
_UNKNOWN_ROW = 6


@dataclass(frozen=True, slots=True)
class Marks:
    """The runs of a cohort as they stand in each of its charts, in one order."""

    failed: tuple[bool, ...]
    """Whether the run failed: drawn as a cross."""
    addresses: tuple[str, ...]
    """The run's own page, `<suite>--<run>`; empty where dots are no links."""


@dataclass(frozen=True, slots=True)
class Strip:
    """What one dot plot shows."""

    title: str
    desc: str
    """The numbers in words."""
    axis: Axis
    values: tuple[int | None, ...]
    """One per run, in the order of the marks; None is a run without it. Empty where only the summary is drawn."""
    median: str | None
    """Exact decimal; None where there is no median."""
    interval: tuple[int, int] | None
    range: tuple[int, int] | None
    """Lowest and highest known value; None where no value is known."""
    width: int = WIDE
    """Width in pixels for which dots are kept apart; the chart itself fits any width."""
    stacked: bool = False
    """Whether equal values are piled up as high as it takes, so that none hides another."""


def strip(id: str, shown: Strip, marks: Marks, runs_at: str = "") -> Markup:
    """Return the dot plot.

    Args:
        id: Distinct on the page.
        shown: What to draw.
        marks: The runs behind it.
        runs_at: Folder of the run pages, relative to this page.

    Raises:
        ValueError: A value lies outside the axis.
    """
    dotted = _height(shown)
    crowd = len(shown.values) > _CROWD
    tall = dotted + _LANE if crowd else dotted
    middle = dotted // 2
    linked = bool(shown.values and marks.addresses)
    parts = [opening("strip", id, shown.title, shown.desc, tall, links=linked)]
    parts.extend(upright("g", shown.axis.place(tick.at), 0, tall) for tick in shown.axis.ticks)
    parts.extend(_summary(shown, dotted + _LANE // 2 - 3, _LANE // 2 - 3) if crowd else _summary(shown, middle))
    if shown.axis.rail:
        parts.append(upright("rail", RAIL_AT, 3, dotted - 3))
    drawn = _known(shown, marks, middle) + _unknown(shown, dotted)
    if linked:
        pages = marks.addresses
        dots = [f'<a href="{runs_at}{pages[index]}.html" tabindex="-1">{dot}</a>' for index, dot in drawn]
        parts.append(f'<g aria-hidden="true">{"".join(dots)}</g>')
    else:
        parts.extend(dot for _, dot in drawn)
    return finished(parts)


def backdrop(id: str, shown: Strip) -> Shared:
    """Return a dot plot without its runs and without its end, to which `own_mark` adds one run.

    The backdrop of a cohort is the same on the pages of all its runs, so it is drawn once for all of them.
    """
    tall = height(1)
    parts = [opening("strip", id, shown.title, shown.desc, tall)]
    parts.extend(upright("g", shown.axis.place(tick.at), 0, tall) for tick in shown.axis.ticks)
    parts.extend(_summary(shown, tall // 2))
    return Shared("".join(parts))


def own_mark(axis: Axis, value: int, *, failed: bool) -> Markup:
    """Return the mark of one run for its backdrop, and the end of the chart."""
    return Markup(f"{_mark(axis.place(value), height(1) // 2, failed=failed)}</svg>")


def _mark(place: float, middle: int, *, failed: bool) -> str:
    if failed:
        return f'<use href="#m-x" class="bad" x="{place:.2f}%" y="{middle}"/>'
    return f'<circle class="d" cx="{place:.2f}%" cy="{middle}" r="{DOT_RADIUS}"/>'


def _height(shown: Strip) -> int:
    unknown = shown.values.count(None)
    rows = -(-unknown // _UNKNOWN_COLUMNS)
    return max(height_of(_levels(shown)), rows * _UNKNOWN_ROW + 10)


def _levels(shown: Strip) -> tuple[int, ...]:
    """Return the levels of the dots; runs without a value count too, so that the strips of one cohort are alike."""
    if shown.stacked:
        return enough_levels([value for value in shown.values if value is not None])
    return levels(len(shown.values))


def _summary(shown: Strip, middle: int, tick: int = _TICK) -> list[str]:
    place = shown.axis.place
    parts = []
    if shown.range:
        low, high = (percent(place(value)) for value in shown.range)
        parts.append(f'<line class="rg" x1="{low}" x2="{high}" y1="{middle}" y2="{middle}"/>')
    if shown.interval:
        low_at, high_at = (place(value) for value in shown.interval)
        parts.append(
            f'<rect class="ci" x="{percent(low_at)}" width="{percent(high_at - low_at)}" '
            f'y="{middle - _BAND}" height="{2 * _BAND}"/>'
        )
        parts.extend(upright("cap", at, middle - _BAND - 1, middle + _BAND + 1) for at in (low_at, high_at))
    if shown.median is not None:
        at = place(float(shown.median))
        parts.extend(upright(css, at, middle - tick, middle + tick) for css in ("halo", "md"))
    return parts


def _known(shown: Strip, marks: Marks, middle: int) -> list[tuple[int, str]]:
    known = [(index, value) for index, value in enumerate(shown.values) if value is not None]
    places = [shown.axis.place(value) for _, value in known]
    heights = offsets(places, _levels(shown), shown.width)
    return [
        (index, _mark(place, middle + offset, failed=marks.failed[index]))
        for (index, _), place, offset in zip(known, places, heights, strict=True)
    ]


def _unknown(shown: Strip, tall: int) -> list[tuple[int, str]]:
    without = [index for index, value in enumerate(shown.values) if value is None]
    rows = -(-len(without) // _UNKNOWN_COLUMNS)
    top = tall / 2 - (rows - 1) * _UNKNOWN_ROW / 2
    drawn = []
    for order, index in enumerate(without):
        row, column = divmod(order, _UNKNOWN_COLUMNS)
        x, y = RAIL_AT + 2 + column * _UNKNOWN_STEP, top + row * _UNKNOWN_ROW
        drawn.append((index, f'<use href="#m-q" x="{percent(x)}" y="{y:g}"/>'))
    return drawn
