"""When things happened: one line for each, from its first day to its last, on one axis of days."""

from dataclasses import dataclass
from datetime import date

from markupsafe import Markup, escape

from sitegen.charts.scale import day_axis
from sitegen.charts.svg import finished, opening, percent, upright

_ROW = 34


@dataclass(frozen=True, slots=True)
class Stretch:
    """One thing with its days."""

    label: str
    address: str
    """Its page, from the top of the site."""
    first: date
    last: date
    days: tuple[date, ...]
    """Days with a mark."""
    hollow: bool
    """Whether its marks are hollow, as those of fixtures are."""


def timeline(id: str, title: str, desc: str, stretches: tuple[Stretch, ...], up: str = "") -> Markup:
    """Return the chart; `stretches` must not be empty, and `up` leads from the page to the top of the site."""
    shared = day_axis(min(one.first for one in stretches), max(one.last for one in stretches))
    tall = _ROW * len(stretches)
    parts = [opening("time", id, title, desc, tall + 22, links=True)]
    for number, tick in enumerate(shared.ticks):
        place = shared.place(tick.at)
        css = ' class="od"' if number % 2 else ""
        anchor = "start" if place < 4 else "end" if place > 96 else "middle"
        parts.append(upright("g", place, 0, tall))
        parts.append(f'<text{css} x="{percent(place)}" y="{tall + 16}" text-anchor="{anchor}">{tick.label}</text>')
    parts.append('<g aria-hidden="true">')
    for number, one in enumerate(stretches):
        start, end = shared.place(one.first.toordinal()), shared.place(one.last.toordinal())
        y = number * _ROW + 24
        anchor, at = ("start", start) if start < 50 else ("end", end)
        parts.append(f'<a href="{escape(up + one.address)}" tabindex="-1">')
        parts.append(
            f'<text class="an" x="{percent(at)}" y="{y - 9}" text-anchor="{anchor}">{escape(one.label)}</text>'
        )
        parts.append(f'<line class="rg" x1="{percent(start)}" x2="{percent(end)}" y1="{y}" y2="{y}"/>')
        kind = "q" if one.hollow else "d"
        parts.extend(
            f'<circle class="{kind}" cx="{percent(shared.place(day.toordinal()))}" cy="{y}" r="4"/>' for day in one.days
        )
        parts.append("</a>")
    parts.append("</g>")
    return finished(parts)
