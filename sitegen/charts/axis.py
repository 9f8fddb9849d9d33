"""The labels of an axis, drawn once for all charts that share it."""

from markupsafe import Markup, escape

from sitegen.charts.scale import Axis
from sitegen.charts.svg import finished, percent, upright

HEIGHT = 18
_NEAR_EDGE = 4
_CHARACTER = 6.6
"""Width of a digit in pixels."""
_BETWEEN = 7
"""Least space between labels in pixels."""


def labels(axis: Axis, width: int) -> Markup:
    """Return the ticks of an axis with their labels; `?` marks the place of runs without a value.

    A label that would touch the one before it is left out; its tick stays.

    Args:
        axis: The axis.
        width: Width in pixels on a usual screen.
    """
    parts = [f'<svg class="c ax" width="100%" height="{HEIGHT}" aria-hidden="true" focusable="false">']
    reached = -float(_BETWEEN)
    room = width - (_CHARACTER + _BETWEEN if axis.rail else 0)
    for tick in axis.ticks:
        place = axis.place(tick.at)
        anchor = "start" if place < _NEAR_EDGE else "end" if place > 100 - _NEAR_EDGE else "middle"
        parts.append(upright("tk", place, HEIGHT - 4, HEIGHT))
        long = len(tick.label) * _CHARACTER
        left = place / 100 * width - long * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        if left - reached >= _BETWEEN and left + long <= room + _BETWEEN:
            reached = left + long
            parts.append(
                f'<text x="{percent(place)}" y="{HEIGHT - 7}" text-anchor="{anchor}">{escape(tick.label)}</text>'
            )
    if axis.rail:
        parts.append(f'<text x="100%" y="{HEIGHT - 7}" text-anchor="end">?</text>')
    return finished(parts)
