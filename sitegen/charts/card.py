"""The picture that social networks show beside a link: title, a few figures, and the runs as dots."""

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from markupsafe import escape

from sitegen.charts.scale import Axis
from sitegen.charts.swarm import levels, offsets

WIDTH, HEIGHT = 1200, 630
_EDGE = 72
_INSIDE = WIDTH - 2 * _EDGE
_TITLE_LINE, _TITLE_LINES = 34, 2
"""Characters of a line of the title, and most lines."""


@dataclass(frozen=True, slots=True)
class Card:
    """What a picture says."""

    site: str
    title: str
    about: str
    figures: tuple[tuple[str, str], ...]
    """Label and figure."""
    axis: Axis | None
    """Axis of the dots; None where there are none."""
    values: tuple[int, ...]


def card(shown: Card) -> str:
    """Return the picture as SVG text with colours of its own, for a painter that knows no style sheet."""
    lines = wrap(shown.title, _TITLE_LINE, max_lines=_TITLE_LINES, placeholder=" …") or [""]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fcfcfa"/>',
        _text(_EDGE, 96, 34, shown.site, "serif", "bold"),
        f'<path d="M{_EDGE} 124h{_INSIDE}" stroke="#191c1f" stroke-width="2"/>',
    ]
    parts.extend(_text(_EDGE, 206 + 68 * number, 58, line, "serif", "bold") for number, line in enumerate(lines))
    after = 206 + 68 * len(lines)
    parts.append(_text(_EDGE, after - 8, 30, shown.about, "sans-serif", "normal", "#50575d"))
    parts.extend(_figures(shown, after + 92))
    parts.extend(_dots(shown))
    return "".join([*parts, "</svg>"])


def _text(x: float, y: float, size: int, text: str, family: str, weight: str, fill: str = "#191c1f") -> str:
    face = f'font-family="{family}" font-weight="{weight}" font-size="{size}"'
    return f'<text x="{x:g}" y="{y:g}" {face} fill="{fill}">{escape(text)}</text>'


def _figures(shown: Card, top: float) -> Iterator[str]:
    step = _INSIDE / 3
    for number, (label, figure) in enumerate(shown.figures):
        yield _text(_EDGE + number * step, top, 52, figure, "sans-serif", "normal")
        yield _text(_EDGE + number * step, top + 38, 24, label, "sans-serif", "normal", "#50575d")


def _dots(shown: Card) -> Iterator[str]:
    if shown.axis is None or not shown.values:
        return
    middle = HEIGHT - 62
    yield f'<path d="M{_EDGE} {middle}h{_INSIDE}" stroke="#d3d6d2" stroke-width="2"/>'
    places = [shown.axis.place(value) for value in shown.values]
    for place, offset in zip(places, offsets(places, levels(len(places)), _INSIDE), strict=True):
        x = _EDGE + place / 100 * _INSIDE
        yield f'<circle cx="{x:.1f}" cy="{middle + offset * 1.2:.1f}" r="5" fill="#2b5f9c" stroke="#fcfcfa"/>'
