"""Models that no agent made: a hand-written example of a task, and the scores that mark the foot of its scale."""

from typing import Literal

from pydantic import Field

from sitegen.records.base import Name, Record, Sha256, Slug, TaskRef, Text
from sitegen.records.grade import PointsGrade


class Floor(Record):
    """What the evaluator gives to something that nobody would call the task done."""

    title: Name
    """What was graded."""
    grade: PointsGrade
    """Its grade."""


class Illustration(Record):
    """`illustration.json`: a hand-written model, shown as such and never as a result."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    id: Slug
    """Id; the folder's name."""
    title: Name
    """What it is."""
    text: Text
    """What it is for, in a sentence or two."""
    task: TaskRef
    """The task by which it was graded."""
    document: Sha256
    """sha256 of `model.form.json` beside this record."""
    grade: PointsGrade
    """Its grade."""
    floors: tuple[Floor, ...] = ()
    """Grades at the foot of the scale."""
