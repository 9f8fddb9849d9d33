"""A machine of plain boxes that meets the brief, as a table of boxes; tests change single rows of it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from sitegen.formdoc import Document, Mesh, Part, canonical
from sitegen.records.task import ModellingTask

TASK_FILE = Path(__file__).parents[3] / "benchmarks" / "espresso-machine.v1.json"
CHECKS = (
    "visible-objects",
    "closed-solids",
    "required-labels",
    "housing-size",
    "envelope",
    "head-over-tray",
    "bars-and-controls",
    "reopens",
)
CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
"""Corner 4 x + 2 y + z."""
TRIANGLES = np.array(
    [
        *([0, 1, 3], [0, 3, 2]),  # x = 0
        *([4, 6, 7], [4, 7, 5]),  # x = 1
        *([0, 4, 5], [0, 5, 1]),  # y = 0
        *([2, 3, 7], [2, 7, 6]),  # y = 1
        *([0, 2, 6], [0, 6, 4]),  # z = 0
        *([1, 5, 7], [1, 7, 3]),  # z = 1
    ]
)
"""Counter-clockwise seen from outside."""


@dataclass(frozen=True)
class Box:
    """A box from one corner to the opposite one, in mm on the 0.001 mm grid."""

    label: str
    low: tuple[float, float, float]
    high: tuple[float, float, float]
    visible: bool = True
    mesh: Mesh | None = None
    """A mesh in place of the box's own."""

    def part(self) -> Part:
        size = [round(b - a, 3) for a, b in zip(self.low, self.high, strict=True)]
        at = [round((self.low[0] + self.high[0]) / 2, 4), round((self.low[1] + self.high[1]) / 2, 4), self.low[2]]
        feature = {"op": "box", "mode": "new", "size": size, "at": at, "r": 0, "edges": "vertical"}
        return Part(self.label, "#b9c0c7", "", self.visible, (feature,), self.mesh or box_mesh(self))

    def moved(self, x=0.0, y=0.0, z=0.0):
        by = (x, y, z)
        low, high = (tuple(a + b for a, b in zip(corner, by, strict=True)) for corner in (self.low, self.high))
        return replace(self, low=low, high=high)


def box_mesh(box: Box) -> Mesh:
    low, high = (np.rint(np.array(corner) * 1000).astype(int) for corner in (box.low, box.high))
    return Mesh((low + CORNERS * (high - low)).astype(np.int32), TRIANGLES.astype(np.int32))


MACHINE = {
    box.label: box
    for box in (
        Box("housing", (-140, 0, 20), (140, 200, 380)),
        Box("base", (-140, -160, 0), (140, 0, 40)),
        Box("drip tray", (-110, -150, 40), (110, -10, 60)),
        Box("drip grate", (-105, -145, 60), (105, -15, 62)),
        *(Box(f"grate bar {n}", (-100, -160 + 25 * n, 62), (100, -155 + 25 * n, 65)) for n in range(1, 6)),
        Box("group head", (-40, -100, 260), (40, 0, 320)),
        Box("portafilter", (-30, -220, 240), (30, -30, 260)),
        Box("steam wand", (120, -20, 120), (130, 0, 300)),
        Box("water tank", (-100, 120, 380), (100, 190, 460)),
        Box("cup shelf", (-130, 5, 380), (130, 110, 388)),
        Box("control panel", (-140, -5, 330), (140, 0, 375)),
        Box("control 1", (40, -20, 340), (60, -5, 360)),
        Box("control 2", (80, -20, 340), (100, -5, 360)),
    )
}
"""17 boxes; 320 mm wide or less, 420 mm deep (from -220 to 200), 460 mm high."""


def machine(*changes: Box, without: tuple[str, ...] = ()) -> list[Box]:
    """The machine with boxes in place of those of their labels, or after them."""
    boxes = {label: box for label, box in MACHINE.items() if label not in without}
    return list((boxes | {box.label: box for box in changes}).values())


def relabelled(names: dict[str, str]) -> list[Box]:
    """The machine with new labels by old ones."""
    return [replace(box, label=names.get(label, label)) for label, box in MACHINE.items()]


def saved(boxes: Iterable[Box]) -> bytes:
    return canonical(Document("manifold3d", "3.5.4", tuple(box.part() for box in boxes)))


def the_task() -> ModellingTask:
    return ModellingTask.model_validate_json(TASK_FILE.read_bytes())
