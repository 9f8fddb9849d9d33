"""The three kinds of tools, and what they give back."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from runner.form.assembly import Assembly, Item
from runner.form.params import Field, Schema, object_schema
from runner.form.session import Session
from sitegen.formdoc.write import number

Values = dict[str, Any]
"""Arguments after their check, every one of the tool's fields present."""


@dataclass(frozen=True)
class Change:
    """A changed assembly and what is said about it."""

    assembly: Assembly
    answer: object
    brief: object = None
    """The shorter answer inside a batch; None where the answer is short."""


@dataclass(frozen=True)
class Picture:
    """An answer with an image."""

    text: dict[str, object]
    png: bytes


@dataclass(frozen=True)
class Tool:
    """What a client sees of a tool."""

    name: str
    description: str
    fields: tuple[Field, ...]

    def schema(self) -> Schema:
        """Return the JSON schema of the arguments."""
        return object_schema(self.fields)


@dataclass(frozen=True)
class ChangeTool(Tool):
    """Makes a changed assembly from an assembly; may stand in a batch."""

    run: Callable[[Assembly, Values], Change]


@dataclass(frozen=True)
class AskTool(Tool):
    """Answers a question about an assembly; may stand in a batch."""

    run: Callable[[Assembly, Values], object]


@dataclass(frozen=True)
class SessionTool(Tool):
    """Works on the session itself or on files; never part of a batch."""

    run: Callable[[Session, Values], object]


def millimetres(um: int) -> int | float:
    """Return a length on the 1 um grid in mm."""
    return number(um / 1000)


def box_mm(item: Item) -> tuple[list[int | float], list[int | float]]:
    """Return the least and the greatest corner in mm."""
    bounds = [millimetres(um) for um in item.solid.facts.bbox_um]
    return bounds[:3], bounds[3:]


def volume_mm3(value: float) -> int | float:
    """Return a volume or area short: 1 decimal from 10 on, 3 below."""
    return number(round(value, 1 if abs(value) >= 10 else 3))


def brief(item: Item) -> list[object]:
    """Return label, least corner, greatest corner, and a warning where there is one."""
    low, high = box_mm(item)
    return [item.label, low, high, *_warnings(item)]


def full(item: Item) -> dict[str, object]:
    """Return label, box, volume, and a warning where there is one."""
    low, high = box_mm(item)
    facts: dict[str, object] = {"label": item.label, "min": low, "max": high}
    facts["volume_mm3"] = volume_mm3(float(item.solid.facts.volume_mm3))
    return facts | ({"warning": _warnings(item)[0]} if _warnings(item) else {})


def _warnings(item: Item) -> list[str]:
    return [f"{item.solid.pieces} separate pieces"] if item.solid.pieces > 1 else []
