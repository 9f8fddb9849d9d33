"""Regions, ink and shadow put together as an SVG file; lengths in drawing units."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sitegen.views.bands import Band
from sitegen.views.chain import polylines
from sitegen.views.lines import Segments
from sitegen.views.paths import on_paper, open_path, region_paths
from sitegen.views.regions import Ring
from sitegen.views.scene import Scene
from sitegen.views.shading import crease_ink, shade
from sitegen.views.sheet import INK, sheet
from sitegen.views.vectors import Ints

MARGIN, CONTOUR, CREASE = 0.025, 0.0024, 0.0015
"""Margin, and widths of lines, as shares of the longer side of the model."""
SHADOW = '<path class="shadow" fill="#000000" fill-opacity=".05" d="{}"/>'


@dataclass(frozen=True, eq=False)
class Drawing:
    """What is drawn of a scene; sequences by part have one entry for each part of the scene."""

    numbers: Sequence[int]
    """Place of each part in the document."""
    colors: Sequence[str]
    groups: Sequence[Sequence[int]]
    """Parts painted one after the other; contours of a group are inked after its last part."""
    bands: Sequence[Band]
    """By part, then from dark to bright."""
    ink: Segments
    shadow: Sequence[Sequence[Ring]]


def picture(scene: Scene, drawing: Drawing, title: str, description: str) -> str:
    """Return the SVG file."""
    inked = on_paper(np.concatenate([scene.points[:, :2], *(ring for layer in drawing.shadow for ring in layer)]))
    margin = round(MARGIN * scene.extent)
    x, y = (inked.min(axis=0) - margin).tolist()
    width, height = (np.ptp(inked, axis=0) + 2 * margin).tolist()
    shadow = [SHADOW.format(path) for path in region_paths(drawing.shadow) if path]
    content = "".join([*shadow, *_groups(drawing, scene.extent)])
    return sheet((x, y, width, height), title, description, content)


def _groups(drawing: Drawing, extent: float) -> Iterator[str]:
    """Yield the parts in painting order, and after each group its contours."""
    fills: dict[int, list[str]] = {}
    for band, path in zip(drawing.bands, region_paths([band.rings for band in drawing.bands]), strict=True):
        if path:
            fill = shade(drawing.colors[band.part], band.step)
            fills.setdefault(band.part, []).append(f'<path fill="{fill}" d="{path}"/>')
    creases = _ink_by_number(drawing.ink.chosen(~drawing.ink.contour), np.arange(len(drawing.colors)))
    group_of = np.zeros(len(drawing.colors), dtype=np.int64)
    for number, group in enumerate(drawing.groups):
        group_of[list(group)] = number
    contours = _ink_by_number(drawing.ink.chosen(drawing.ink.contour), group_of)
    for number, group in enumerate(drawing.groups):
        for part in group:
            crease = _line("crease", crease_ink(drawing.colors[part]), CREASE * extent, creases.get(part))
            yield f'<g data-part="{drawing.numbers[part]}">{"".join(fills.get(part, []))}{crease}</g>'
        yield _line("contour", INK, CONTOUR * extent, contours.get(number))


def _ink_by_number(ink: Segments, number_of_part: Ints) -> dict[int, Ints]:
    """Return the segments' ends on paper, by the number of their part."""
    numbers = number_of_part[ink.part]
    order = np.argsort(numbers, kind="stable")
    found, first = np.unique(numbers[order], return_index=True)
    return dict(zip(found.tolist(), np.split(on_paper(ink.ends[order]), first[1:]), strict=True)) if len(found) else {}


def _line(kind: str, color: str, width: float, ends: Ints | None) -> str:
    path = "" if ends is None else "".join(map(open_path, polylines(ends)))
    line = f'<path class="ink {kind}" fill="none" stroke="{color}" stroke-width="{round(width)}" d="{path}"/>'
    return line if path else ""
