"""Charts as SVG text: the same values give the same bytes. Colours and line widths are the style sheet's."""

from sitegen.charts.axis import labels
from sitegen.charts.bar import HATCHED, Part, bar
from sitegen.charts.scale import Axis, Tick, axis
from sitegen.charts.strip import NARROW, WIDE, Marks, Strip, backdrop, own_mark, strip

__all__ = [
    "HATCHED",
    "NARROW",
    "WIDE",
    "Axis",
    "Marks",
    "Part",
    "Strip",
    "Tick",
    "axis",
    "backdrop",
    "bar",
    "labels",
    "own_mark",
    "strip",
]
