"""Pieces of SVG that every chart uses. Places across are in percent: a chart fits any width without a script."""

from markupsafe import Markup, escape


class Shared(Markup):
    """Markup that many pages hold, letter for letter; the leak gate looks at it once."""


def percent(place: float) -> str:
    """Return a place across the chart with two decimals."""
    return f"{place:.2f}%"


def opening(chart: str, id: str, title: str, desc: str, height: int, *, links: bool = False) -> str:
    """Return the start tag of a chart with its title and its description in words.

    Args:
        chart: Kind of chart, a class of the style sheet.
        id: Distinct on the page.
        title: What is drawn.
        desc: The numbers in words.
        height: Height in pixels; the width is that of the place where it stands.
        links: Whether marks lead to other pages; such a chart is a group, since an image may hold no links.
    """
    role = "group" if links else "img"
    return (
        f'<svg class="c {chart}" width="100%" height="{height}" role="{role}" aria-labelledby="{id}t {id}d">'
        f'<title id="{id}t">{escape(title)}</title><desc id="{id}d">{escape(desc)}</desc>'
    )


def upright(css: str, place: float, top: int, bottom: int) -> str:
    """Return a vertical line."""
    x = percent(place)
    return f'<line class="{css}" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>'


def finished(parts: list[str]) -> Markup:
    """Return the chart."""
    return Markup("".join(parts) + "</svg>")  # every text in it went through escape
