"""The runs that one invocation planned, and what became of them."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from sitegen.records.base import Count, Name, Positive, Record, Slug, TaskRef, Text, Timestamp, fault
from sitegen.records.task import TaskSet

ProtocolKind = Literal["api", "imported"]
"""Families of runs; never pooled."""


class Slot(Record):
    """One planned run."""

    run: Slug
    """Id of the run."""
    state: Literal["started", "not_started"]
    """`started` when it dispatched a request; such a run has a record."""
    model: Name | None
    """Requested model; null where the origin names none."""
    task: Slug
    """Id of the task."""
    repetition: Positive
    """Planned number within its cell."""
    reason: Text | None = None
    """Why it was not started; required then."""

    @model_validator(mode="after")
    def _explained(self) -> Self:
        if self.state == "not_started" and self.reason is None:
            raise fault("slot-unexplained", "a run was not started, without a reason", found=None, expected="a reason")
        return self


class SuiteBase(Record):
    """Fields of every suite."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    id: Slug
    """Id; the folder's name."""
    title: Name
    """Title for readers."""
    summary: Text
    """What was run, in a sentence or two."""
    fixture: bool
    """True when the runs are hand-made."""
    started_at: Timestamp | None
    """Start of the suite; null where unknown."""
    ended_at: Timestamp | None
    """End of the suite; null where unknown or interrupted."""
    interrupted: bool = False
    """True when the runner was stopped before it could finish the suite."""
    tasks: Annotated[tuple[TaskRef, ...], Field(min_length=1)]
    """The tasks, sorted by id."""
    task_set: TaskSet | None = None
    """The set, when the tasks were run as one."""
    slots: tuple[Slot, ...]
    """Every planned run, sorted by id."""
    command: Name | None = None
    """The command line that reproduces it, without paths."""

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        ids = [task.id for task in self.tasks]
        if ids != sorted(set(ids)):
            raise fault("suite-order", "tasks are not sorted and distinct", found=ids[:20], expected="sorted by id")
        runs = [slot.run for slot in self.slots]
        if runs != sorted(set(runs)):
            raise fault("suite-order", "slots are not sorted and distinct", found=runs[:20], expected="sorted by run")
        if self.task_set is not None and self.task_set.tasks != self.tasks:
            raise fault(
                "suite-task-set",
                "the task set names other tasks than the suite",
                found="other tasks",
                expected="the same",
            )
        return self


class TombstoneCounts(Record):
    """How many runs a barred suite had."""

    planned: Count
    """Planned runs."""
    started: Count
    """Runs that dispatched a request."""
    not_started: Count
    """Runs that did not."""

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        if self.started + self.not_started != self.planned:
            raise fault(
                "suite-counts",
                "started and not started do not add up to planned",
                found=self.started + self.not_started,
                expected=self.planned,
            )
        return self


class Tombstone(Record):
    """`INVALIDATED.json`: a barred suite. Its runs are in no count."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    suite: Slug
    """Id of the suite; the folder's name."""
    kind: ProtocolKind
    """Its protocol."""
    title: Name
    """Title for readers."""
    fixture: bool
    """True when its runs were hand-made."""
    reason: Text
    """Why it is barred."""
    invalidated_at: Timestamp
    """When it was barred."""
    counts: TombstoneCounts
    """How many runs are barred."""
