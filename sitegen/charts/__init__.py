"""Charts as SVG text: the same values give the same bytes. Colours and line widths are the style sheet's."""

from sitegen.charts.axis import labels
from sitegen.charts.bar import HATCHED, Part, bar
from sitegen.charts.scale import Axis, Tick, axis, log_axis, signed_axis
from sitegen.charts.scatter import Point, Scatter, scatter
from sitegen.charts.strip import NARROW, WIDE, Marks, Strip, backdrop, own_mark, strip
from sitegen.charts.svg import Shared
from sitegen.charts.timeline import Stretch, timeline

__all__ = [
    "HATCHED",
    "NARROW",
    "WIDE",
    "Axis",
    "Marks",
    "Part",
    "Point",
    "Scatter",
    "Shared",
    "Stretch",
    "Strip",
    "Tick",
    "axis",
    "backdrop",
    "bar",
    "labels",
    "log_axis",
    "own_mark",
    "scatter",
    "signed_axis",
    "strip",
    "timeline",
]
