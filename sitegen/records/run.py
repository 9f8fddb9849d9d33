"""The fields that every run has, whatever its protocol."""

from typing import Literal, Self

from pydantic import Field, model_validator

from sitegen.records.base import (
    Count,
    FileName,
    Fingerprint,
    Milliseconds,
    Name,
    Positive,
    Record,
    Settings,
    Sha256,
    Slug,
    Source,
    TaskRef,
    Text,
    Timestamp,
    fault,
    instant,
)
from sitegen.records.price import Cost
from sitegen.records.usage import Usage

Status = Literal["completed", "failed", "not_started"]
"""How a run ended; `not_started` means that no request was dispatched, so it is in no denominator."""


class ModelRef(Record):
    """Which model was asked for and which answered."""

    requested: Name | None
    """Model id as requested; null where the origin names none."""
    label: Name
    """Display text."""
    reported: tuple[Name, ...]
    """Distinct model ids that the responses reported, sorted; empty where none did."""

    @model_validator(mode="after")
    def _sorted(self) -> Self:
        if list(self.reported) != sorted(set(self.reported)):
            raise fault(
                "model-reported", "reported ids are not sorted and distinct", found=self.reported, expected="sorted ids"
            )
        return self


class Artifact(Record):
    """A file that the run left, published beside its record."""

    name: FileName
    """File name in the run's folder."""
    sha256: Sha256
    """Its content hash."""
    bytes: Count
    """Its size."""
    media_type: Name
    """Its media type."""


class Stop(Record):
    """Why a run ended."""

    reason: Slug
    """`answered`, a limit, or a failure, as a slug."""
    detail: Text | None = None
    """The evidence in words, cleaned of secrets and paths."""


class RunBase(Record):
    """One attempt at one task under one protocol."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    id: Slug
    """Id of the run, unique within its suite; the folder's name."""
    suite: Slug
    """The suite it belongs to."""
    fixture: bool
    """True for hand-made runs; they are never counted as results."""
    task: TaskRef
    """The task, by content."""
    protocol: Sha256
    """Protocol hash; its entry is in the suite's protocol.json."""
    provider: Name
    """Who served the model; part of the cohort."""
    model: ModelRef
    """The model."""
    settings: Settings
    """Explicit model settings; part of the cohort by their hash."""
    source: Source
    """The system under test."""
    evaluator: Fingerprint
    """The evaluator whose grade counts."""
    harness: Fingerprint
    """The code that ran or imported the run."""
    repetition: Positive
    """Planned number of this run within its cell, from 1."""
    position: Positive | None
    """Place in the order of execution, from 1; null where not recorded."""
    status: Status
    """How it ended."""
    stop: Stop
    """Why it ended."""
    started_at: Timestamp | None
    """Start; null where the origin gives none."""
    ended_at: Timestamp | None
    """End; null where the origin gives none."""
    wall_ms: Milliseconds | None
    """Wall time by the protocol's own definition."""
    usage: Usage
    """Totals of the run: a class is null as soon as one response lacks it."""
    cost: Cost
    """Cost of the run."""
    missing: dict[Name, Text] = Field(default_factory=dict)
    """Why a measured value is null, by field name."""
    artifacts: tuple[Artifact, ...] = ()
    """Files beside the record, sorted by name."""

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        names = [artifact.name for artifact in self.artifacts]
        if names != sorted(set(names)):
            raise fault(
                "artifact-order", "artifacts are not sorted and distinct", found=names, expected=sorted(set(names))
            )
        if self.started_at and self.ended_at and instant(self.ended_at) < instant(self.started_at):
            raise fault(
                "time-order", "the run ends before it starts", found=self.ended_at, expected=f"from {self.started_at}"
            )
        for name in self.missing:
            if getattr(self, name, self) is not None:
                raise fault(
                    "value-unexplained",
                    "missing gives a reason for {name}, which has a value or does not exist",
                    name=name,
                    found=name,
                    expected="names of null fields",
                )
        self._explained("wall_ms")
        return self

    def _explained(self, *names: str) -> None:
        """Refuse a measured value of a started run that is null without a reason."""
        for name in names:
            if getattr(self, name) is None and self.status != "not_started" and name not in self.missing:
                raise fault(
                    "value-unexplained",
                    "{name} is null without a reason",
                    name=name,
                    found=None,
                    expected=f"a reason under missing.{name}",
                )

    def _part_of(self, whole: str, part: str, slack_ms: int = 0) -> None:
        """Refuse a time that is longer than the one it is a part of; `slack_ms` is what rounding may add."""
        longest, found = getattr(self, whole), getattr(self, part)
        if longest is not None and found is not None and found > longest + slack_ms:
            raise fault(
                "time-parts",
                "{part} is a part of {whole}",
                part=part,
                whole=whole,
                found=found,
                expected=f"at most {longest}",
            )
