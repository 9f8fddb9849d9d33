"""The labels of an axis, drawn once for all charts that share it."""

from markupsafe import Markup, escape

from sitegen.charts.scale import Axis
from sitegen.charts.svg import finished, percent, upright

HEIGHT = 18
_NEAR_EDGE = 4


def labels(axis: Axis) -> Markup:
    """Return the ticks of an axis with their labels; `?` marks the place of runs without a value."""
    parts = [f'<svg class="c ax" width="100%" height="{HEIGHT}" aria-hidden="true" focusable="false">']
    for tick in axis.ticks:
        place = axis.place(tick.at)
        anchor = "start" if place < _NEAR_EDGE else "end" if place > 100 - _NEAR_EDGE else "middle"
        parts.append(upright("tk", place, HEIGHT - 4, HEIGHT))
        parts.append(f'<text x="{percent(place)}" y="{HEIGHT - 7}" text-anchor="{anchor}">{escape(tick.label)}</text>')
    if axis.rail:
        parts.append(f'<text x="100%" y="{HEIGHT - 7}" text-anchor="end">?</text>')
    return finished(parts)
