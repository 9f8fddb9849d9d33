"""What the eye should see and what a picture shows, both as pixels.

The truth is a depth buffer over the triangles of the saved meshes: nothing of it is shared with the drawing code, not
even the cameras, which are written out here.
"""

import io
import re
from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import Any

import cairosvg
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from sitegen.formdoc import Document

Grid = NDArray[Any]
# Right, down and toward the viewer.
AXES = {
    "front": ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
    "right": ((0, 1, 0), (0, 0, -1), (1, 0, 0)),
    "isometric": (
        (sqrt(1 / 2), sqrt(1 / 2), 0),
        (sqrt(1 / 6), -sqrt(1 / 6), -sqrt(2 / 3)),
        (sqrt(1 / 3), -sqrt(1 / 3), sqrt(1 / 3)),
    ),
}
TIE_MM = 0.001
NOTHING = -1
BIG = 100_000
ASIDE = 0.37
"""Drawing units by which pixels are moved, so that no edge, at whole units, runs through the middles of a row."""


@dataclass(frozen=True, eq=False)
class Frame:
    """The rectangle of the model plane that a picture shows, and its pixels."""

    left_mm: float
    top_mm: float
    unit_mm: float
    pixels_per_mm: float
    width: int
    height: int


@dataclass(frozen=True, eq=False)
class Seen:
    """What each pixel shows: the part (NOTHING for the ground), its depth and its unit normal."""

    part: Grid
    depth_mm: Grid
    normal: Grid


def frame_of(svg: str, pixels_per_mm: float) -> Frame:
    left, top, width, height = (int(number) - ASIDE for number in re.findall(r'viewBox="([^"]+)"', svg)[0].split())
    unit_mm = float(re.findall(r", to ([0-9.]+) mm\.", svg)[0])
    scale = unit_mm * pixels_per_mm
    return Frame(left * unit_mm, top * unit_mm, unit_mm, pixels_per_mm, round(width * scale), round(height * scale))


def truth(document: Document, view: str, frame: Frame) -> Seen:
    """Return what is seen of the parts; of fronts that lie in one plane, the later part's."""
    shape = (frame.height, frame.width)
    seen = Seen(np.full(shape, NOTHING), np.full(shape, -np.inf), np.zeros((*shape, 3)))
    for number, part in enumerate(document.parts):
        if part.visible:
            points = part.mesh.vertices_um / 1000 @ np.array(AXES[view]).T
            for corners in points[part.mesh.triangles]:
                _put(seen, number, corners, frame)
    return seen


def _put(seen: Seen, number: int, corners: Grid, frame: Frame) -> None:
    normal = np.cross(corners[2] - corners[0], corners[1] - corners[0])  # the axes are left-handed
    if normal[2] < 1e-9:
        return  # seen from inside or edge on, which a closed solid never is
    flat = (corners[:, :2] - (frame.left_mm, frame.top_mm)) * frame.pixels_per_mm
    (x0, y0), (x1, y1) = flat.min(axis=0), flat.max(axis=0)
    columns = slice(max(0, floor(x0)), min(frame.width, ceil(x1) + 1))
    rows = slice(max(0, floor(y0)), min(frame.height, ceil(y1) + 1))
    x, y = np.arange(columns.start, columns.stop)[None] + 0.5, np.arange(rows.start, rows.stop)[:, None] + 0.5
    (ax, ay), (bx, by), (cx, cy) = flat
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    beta = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area
    gamma = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area
    depth = corners[0, 2] + beta * (corners[1, 2] - corners[0, 2]) + gamma * (corners[2, 2] - corners[0, 2])
    before = np.where(seen.part[rows, columns] == number, 0.0, TIE_MM)
    wins = (beta >= 0) & (gamma >= 0) & (beta + gamma <= 1) & (depth > seen.depth_mm[rows, columns] - before)
    seen.depth_mm[rows, columns][wins] = depth[wins]
    seen.part[rows, columns][wins] = number
    seen.normal[rows, columns][wins] = normal / np.linalg.norm(normal)


def parts_shown(svg: str, frame: Frame) -> Grid:
    """Return the part whose fill each pixel of the picture has, without ink and shadow; NOTHING for the ground."""
    plain = re.sub(r'<path class="[^"]*"[^>]*/>', "", svg)
    coded = re.sub(
        r'<g data-part="(\d+)">(.*?)</g>',
        lambda group: re.sub(r'fill="#\w+"', f'fill="#{int(group[1]) + 1:02x}ff80"', group[2]),
        plain,
    )
    image = _pixels(coded, frame)
    return np.where(image[..., 3] > 127, image[..., 0].astype(int) - 1, NOTHING)


def ink_shown(svg: str, frame: Frame) -> Grid:
    """Return which pixels show ink, all lines drawn a pixel wide, that no later fill covers."""
    bare = re.sub(r'<path class="shadow"[^>]*/>', "", svg)
    white = re.sub(r'fill="#\w+"', 'fill="#ffffff"', bare)
    black = re.sub(
        r'stroke="#\w+" stroke-width="\d+"',
        f'stroke="#000000" stroke-width="{1 / (frame.unit_mm * frame.pixels_per_mm)}"',
        white,
    )
    paper = f'<path fill="#ffffff" d="M-{BIG}-{BIG}h{2 * BIG}v{2 * BIG}h-{2 * BIG}z"/>'
    return _pixels(black.replace("<title>", f"{paper}<title>"), frame, crisp=False)[..., 0] < 250


def _pixels(svg: str, frame: Frame, crisp: bool = True) -> Grid:
    """Return the pixels, RGBA; the size of the picture is replaced by that of the frame, so that pixels are square."""
    left, top = frame.left_mm / frame.unit_mm, frame.top_mm / frame.unit_mm
    units = [pixels / (frame.pixels_per_mm * frame.unit_mm) for pixels in (frame.width, frame.height)]
    size = f'viewBox="{left} {top} {units[0]} {units[1]}" width="{frame.width}" height="{frame.height}"'
    size += ' shape-rendering="crispEdges"' if crisp else ""
    sized = re.sub(r'viewBox="[^"]*" width="\d+" height="\d+"', size, svg, count=1)
    data = cairosvg.svg2png(bytestring=sized.encode(), output_width=frame.width, output_height=frame.height)
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGBA"))


def features(seen: Seen, frame: Frame) -> Grid:
    """Return the pixels beside which part, depth or direction of the surface jumps."""
    found = boundaries(seen.part)
    steep_mm = 4 / frame.pixels_per_mm
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
        depth, normal = (np.roll(grid, (-down, -across), (0, 1)) for grid in (seen.depth_mm, seen.normal))
        with np.errstate(invalid="ignore"):
            jump = np.abs(depth - seen.depth_mm) > steep_mm
        jump |= (normal * seen.normal).sum(axis=2) < 0.985
        found |= jump | np.roll(jump, (down, across), (0, 1))
    return found


def near(flags: Grid, reach: int = 1) -> Grid:
    """Return the flags spread by so many pixels in every direction."""
    wide = np.pad(flags, reach)
    height, width = flags.shape
    steps = range(2 * reach + 1)
    spread: Grid = np.any([wide[y : y + height, x : x + width] for y in steps for x in steps], axis=0)
    return spread


def boundaries(part: Grid) -> Grid:
    """Return the pixels that have one of another part among their eight neighbours."""
    padded = np.pad(part, 1, mode="edge")
    height, width = part.shape
    edges: Grid = np.any([padded[y : y + height, x : x + width] != part for y in range(3) for x in range(3)], axis=0)
    return edges
