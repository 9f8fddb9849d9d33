"""What a task asks of an espresso machine: the evaluator's data, read strictly from the task file."""

import json
from decimal import Decimal
from typing import Annotated, Literal, Self, get_args

from pydantic import Field, ValidationError, model_validator

from runner.evaluators.roles import normal, numbered
from sitegen.records.base import Count, Name, Positive, Record, fault
from sitegen.records.task import ModellingTask

UM_PER_MM = 1000
CheckId = Literal[
    "visible-objects",
    "closed-solids",
    "required-labels",
    "housing-size",
    "envelope",
    "head-over-tray",
    "bars-and-controls",
    "reopens",
]
CHECK_IDS: tuple[CheckId, ...] = get_args(CheckId)
"""The checks of the rubric, in the order in which they are shown."""

Millimetres = Annotated[int | float, Field(ge=-10_000, le=10_000)]
Size = tuple[Millimetres, Millimetres, Millimetres]


class NumberedParts(Record):
    """Equal parts that differ by their number."""

    name: Name
    """What they are called together."""
    bases: Annotated[tuple[Name, ...], Field(min_length=1)]
    """Words that may stand before the number."""
    count: Positive
    """How many there must be, neither more nor fewer."""


class Housing(Record):
    """Where the housing is and how large."""

    label: Name
    """Its required label."""
    size_mm: Size
    """Width, depth, height."""
    tolerance_percent: Annotated[int, Field(ge=0, le=100)]
    """How far each size may be off, inclusive."""
    bottom_z_mm: Millimetres
    """Height of its lowest point."""
    bottom_tolerance_mm: Millimetres
    """How far that height may be off, inclusive."""


class Envelope(Record):
    """The room that all visible parts together may take."""

    size_mm: Size
    """Most width, depth, height, inclusive; where it stands in X and Y is free."""
    ground_z_mm: Millimetres
    """Height of the lowest point."""
    ground_tolerance_mm: Millimetres
    """How far that height may be off, inclusive."""


class Overhang(Record):
    """Two required labels of which one part must hang above the other."""

    upper: Name
    """The part above."""
    lower: Name
    """The part below."""


class Requirements(Record):
    """Everything that the evaluator knows about the task."""

    points: dict[CheckId, Count]
    """Points of each check."""
    least_visible_objects: Positive
    """Fewest visible objects."""
    volume_above_mm3: Count
    """Every visible object must have more than this volume."""
    required_labels: Annotated[tuple[Name, ...], Field(min_length=1)]
    """Labels that distinct solids must have."""
    numbered_parts: tuple[NumberedParts, ...]
    """Parts that are counted by their numbers."""
    housing: Housing
    """The housing."""
    envelope: Envelope
    """The whole machine."""
    overhang: Overhang
    """The open brewing area, by its upper and its lower end."""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        known = [normal(label) for label in self.required_labels]
        bases = [normal(base) for parts in self.numbered_parts for base in parts.bases]
        if set(self.points) != set(CHECK_IDS):
            raise fault("task-requirements", "points are not given for each check", expected=", ".join(CHECK_IDS))
        if len(set(known)) < len(known) or len(set(bases)) < len(bases):
            raise fault("task-requirements", "a required label or a base stands twice", expected="each once")
        if any(numbered(label, bases) is not None for label in known):
            raise fault("task-requirements", "a required label is a numbered part, too", expected="one of the two")
        for label in (self.housing.label, self.overhang.upper, self.overhang.lower):
            if label not in self.required_labels:
                raise fault("task-requirements", "no required label", found=label, expected=str(self.required_labels))
        return self


def requirements_of(task: ModellingTask) -> Requirements:
    """Return the requirements of the task.

    Raises:
        ValueError: The task file does not say what this evaluator must know; every fault is named.
    """
    try:
        return Requirements.model_validate_json(json.dumps(task.requirements))
    except ValidationError as error:
        lines = (f"/requirements/{'/'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors())
        raise ValueError(f"task {task.id} cannot be graded by this evaluator: {'; '.join(lines)}") from None


def um(value_mm: float) -> int:
    """Return a length of the task file in whole micrometres."""
    return round(Decimal(str(value_mm)) * UM_PER_MM)
