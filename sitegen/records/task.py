"""What an agent was asked to do."""

from typing import Annotated, Literal

from pydantic import Field

from sitegen.records.base import JsonObject, Name, Positive, Record, Sha256, Slug, TaskRef, Text, Url


class TaskBase(Record):
    """Fields of every task."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    id: Slug
    """Id; the file name without `.json`."""
    version: Positive
    """Version of the task; a changed word makes a new version."""
    title: Name
    """Title for readers."""


class ModellingTask(TaskBase):
    """A CAD modelling task of our own."""

    kind: Literal["modelling"]
    """Discriminator."""
    system: Text
    """System instruction, word for word."""
    prompt: Text
    """The brief, word for word."""
    excluded_tools: tuple[Name, ...] = ()
    """Tools of the server that the agent is not given."""
    evaluator: Slug
    """Evaluator that grades the artifact."""
    requirements: JsonObject = Field(default_factory=dict)
    """Everything the evaluator must know about this task."""


class Dataset(Record):
    """Where a task of another harness comes from."""

    name: Name
    """Name of the data set."""
    version: Name
    """Its version, as the origin writes it."""
    task: Name
    """The task's own id there."""
    url: Url | None = None
    """Address of the data set; null where none is known."""


class ImportedTask(TaskBase):
    """A task of another harness; its text stays with the origin."""

    kind: Literal["imported"]
    """Discriminator."""
    dataset: Dataset
    """Data set, version and id."""
    prompt: None
    """Not published by the origin."""


Task = Annotated[ModellingTask | ImportedTask, Field(discriminator="kind")]


class TaskSet(Record):
    """Several tasks that a suite runs as one set."""

    hash: Sha256
    """sha256 of the canonical JSON list of task hashes, sorted by task id."""
    tasks: Annotated[tuple[TaskRef, ...], Field(min_length=2)]
    """The tasks, sorted by id."""
