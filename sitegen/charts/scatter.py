"""Two figures of several cohorts against each other, with the line of those that no other beats in both."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape

from sitegen.charts.scale import Axis
from sitegen.charts.svg import finished, opening, percent, upright

_TOP, _BOTTOM, _RAIL = 30, 310, 34
_RADIUS = 9
_SCREEN = 1_000
"""Width in pixels for which names are kept apart; the chart itself fits any width."""
_CHARACTER, _LINE = 6.6, 15
_BESIDE, _ABOVE = 9, 8
"""Where a name stands, from its point in pixels: above the lines of its intervals."""


@dataclass(frozen=True, slots=True)
class Point:
    """One cohort."""

    letter: str
    """Ties the point to a row of the table; empty where there are too many."""
    name: str
    address: str
    """Page of the cohort, from the top of the site."""
    x: str
    """Exact decimal."""
    y: str | None
    """Exact decimal; None where it is pending, which has a rail of its own."""
    x_bounds: tuple[int, int] | None
    """95 % interval; None where there is none."""
    y_bounds: tuple[int, int] | None
    unbeaten: bool
    """Whether no other cohort is better in one figure and as good in the other."""


@dataclass(frozen=True, slots=True)
class Scatter:
    """What one chart shows."""

    title: str
    desc: str
    """The numbers in words."""
    x_axis: Axis
    y_axis: Axis
    points: tuple[Point, ...]


def scatter(id: str, shown: Scatter, up: str = "") -> Markup:
    """Return the chart.

    Args:
        id: Distinct on the page.
        shown: What to draw.
        up: Way from the page to the top of the site.

    Raises:
        ValueError: A value lies outside its axis.
    """
    rail = any(point.y is None for point in shown.points)
    bottom = _BOTTOM + (_RAIL if rail else 0)
    parts = [opening("scatter", id, shown.title, shown.desc, bottom + 24, links=True)]
    for tick in shown.y_axis.ticks:
        y = f"{_down(shown.y_axis, tick.at):.1f}"
        parts.append(f'<line class="g" x1="0" x2="100%" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="0" y="{float(y) - 4:.1f}">{escape(tick.label)}</text>')
    for tick in shown.x_axis.ticks:
        place = shown.x_axis.place(tick.at)
        anchor = "start" if place < 4 else "end" if place > 96 else "middle"
        parts.append(upright("g", place, _TOP - 8, bottom))
        parts.append(f'<text x="{percent(place)}" y="{bottom + 18}" text-anchor="{anchor}">{escape(tick.label)}</text>')
    if rail:
        parts.append(f'<line class="rail" x1="0" x2="100%" y1="{_BOTTOM + 12}" y2="{_BOTTOM + 12}"/>')
        parts.append(f'<text x="0" y="{_BOTTOM + 29}">pending</text>')
    parts.extend(_line(shown))
    parts.extend(_bounds(shown))
    parts.append('<g aria-hidden="true">')
    parts.extend(_point(shown, point, up) for point in shown.points)
    parts.append("</g>")
    parts.extend(_names(shown))
    return finished(parts)


def _down(axis: Axis, value: float) -> float:
    """Return the place of a value in pixels from the top."""
    low, high = axis.place(axis.low), axis.place(axis.high)
    return _BOTTOM - (axis.place(value) - low) / (high - low) * (_BOTTOM - _TOP)


def _place(shown: Scatter, point: Point) -> tuple[float, float]:
    x = shown.x_axis.place(float(point.x))
    return x, _BOTTOM + 25 if point.y is None else _down(shown.y_axis, float(point.y))


def _line(shown: Scatter) -> list[str]:
    """Return the steps from one unbeaten cohort to the next, and from the last one to the end."""
    corners = sorted(_place(shown, point) for point in shown.points if point.unbeaten)
    found = []
    for (x, y), (further, above) in pairwise([*corners, (100.0, corners[-1][1])] if corners else []):
        found.append(f'<line class="pa" x1="{percent(x)}" x2="{percent(further)}" y1="{y:.1f}" y2="{y:.1f}"/>')
        if above != y:
            to = percent(further)
            found.append(f'<line class="pa" x1="{to}" x2="{to}" y1="{y:.1f}" y2="{above:.1f}"/>')
    return found


def _bounds(shown: Scatter) -> list[str]:
    found = []
    for point in shown.points:
        x, y = _place(shown, point)
        if point.x_bounds:
            low, high = (percent(shown.x_axis.place(value)) for value in point.x_bounds)
            found.append(f'<line class="rg" x1="{low}" x2="{high}" y1="{y:.1f}" y2="{y:.1f}"/>')
        if point.y_bounds and point.y is not None:
            low, high = (f"{_down(shown.y_axis, value):.1f}" for value in point.y_bounds)
            found.append(f'<line class="rg" x1="{percent(x)}" x2="{percent(x)}" y1="{low}" y2="{high}"/>')
    return found


def _point(shown: Scatter, point: Point, up: str) -> str:
    x, y = _place(shown, point)
    kind = "pe" if point.y is None else "on" if point.unbeaten else "off"
    letter = ""
    if point.letter:
        letter = f'<text class="kt {kind}" x="{percent(x)}" y="{y + 4:.1f}" text-anchor="middle">{point.letter}</text>'
    return (
        f'<a href="{escape(up + point.address)}" tabindex="-1">'
        f'<circle class="k {kind}" cx="{percent(x)}" cy="{y:.1f}" r="{_RADIUS if point.letter else 4}"/>{letter}</a>'
    )


def _names(shown: Scatter) -> list[str]:
    """Return the names beside the points; one that would lie on another is left out, its letter says it."""
    taken: list[tuple[float, float, float]] = []
    found = []
    for point in sorted(shown.points, key=lambda one: (not one.unbeaten, one.name)):
        x, y = _place(shown, point)
        left = x > 60
        start = x / 100 * _SCREEN + (-_BESIDE - len(point.name) * _CHARACTER if left else _BESIDE)
        end = start + len(point.name) * _CHARACTER
        y -= _ABOVE
        if _hits(taken, start, end, y):
            continue
        taken.append((start, end, y))
        anchor = ' text-anchor="end"' if left else ""
        found.append(
            f'<text class="nm" x="{percent(x)}" dx="{-_BESIDE if left else _BESIDE}" y="{y:.1f}"{anchor}>'
            f"{escape(point.name)}</text>"
        )
    return found


def _hits(taken: Sequence[tuple[float, float, float]], start: float, end: float, y: float) -> bool:
    return any(abs(y - other) < _LINE and start < right and left < end for left, right, other in taken)
