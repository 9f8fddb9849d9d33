"""`suite.json` of a private suite: on the disk it is always whole, and always true if the runner were killed now."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, TypeAdapter

from sitegen.layout import SUITE_FILE
from sitegen.records.base import (
    Count,
    DecimalText,
    Fingerprint,
    Name,
    Positive,
    Record,
    Sha256,
    Slug,
    Source,
    Text,
    Ticks,
    Timestamp,
)
from sitegen.records.kinds.api import ApiLimits, ApiProtocolEntry, ApiRun
from sitegen.records.model import Model
from sitegen.records.protocol import Machine
from sitegen.records.task import ModellingTask
from sitegen.store import Parsed, parse_record, stored_form, write_whole

LOCK_FILE: Final = "running.lock"

State = Literal["planned", "running", "finished", "lost", "not_started"]
"""Not reached yet; under way, or cut off when the runner was killed; has its record; was tried and has none, for it
could not be written; ended before its first request."""


class SuiteSlot(Record):
    """One planned run, in the order of execution."""

    run: Slug
    """Id of the run; its folder's name."""
    model: Name
    """Requested model."""
    repetition: Positive
    """Planned number within its cell."""
    position: Positive
    """Place in the order of execution."""
    state: State
    """What became of it."""
    reason: Text | None = None
    """Why it was not started, or has no record."""


class Frozen(Record):
    """What must not change while the suite runs."""

    source: Source
    """Kernel, server and interchange of the system under test, their lock file and the tools that it lists."""
    evaluator: Fingerprint
    """The evaluator and what it reads documents with."""
    harness: Fingerprint
    """The rest of the runner."""
    dependencies: Sha256
    """Lock file and installed distributions."""


class Spent(Record):
    """What the invocation has spent."""

    spent_ticks: Ticks
    """Cost of the requests whose cost is known."""
    held_ticks: Ticks
    """Reserves of the requests whose cost is unknown."""
    unknown_requests: Count
    """How many those are; with any, the cost is a lower bound."""
    surplus_ticks: Ticks
    """By how much requests were dearer than their reserves, in all."""


class Manifest(Record):
    """A suite as its runner writes it; private."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    kind: Literal["api"]
    """Discriminator."""
    id: Slug
    """Id; the folder's name."""
    fixture: bool
    """True when the runs are hand-made."""
    started_at: Timestamp
    """Start."""
    ended_at: Timestamp | None
    """End; null while it runs, and where the runner was killed."""
    halted: Text | None
    """Why no further paid request may be sent; null where none was held back."""
    stopped: Text | None
    """Why the suite ended before its last run was tried; null where it did not."""
    repetitions: Positive
    """Planned repetitions of each cell."""
    budget_usd: DecimalText | None
    """Spending limit; null where nothing is billed."""
    spent: Spent
    """What was spent when this file was written."""
    models: tuple[Model, ...]
    """The models as configured, with their prices."""
    task: ModellingTask
    """The task."""
    limits: ApiLimits
    """The limits of every run."""
    frozen: Frozen
    """What was frozen."""
    machine: Machine
    """Where the runs were made."""
    runtime: dict[Name, Name]
    """Version of each distribution that was installed, by its name."""
    protocols: tuple[ApiProtocolEntry, ...]
    """The protocols of the planned runs, sorted by hash, with the tools as sent."""
    slots: Annotated[tuple[SuiteSlot, ...], Field(min_length=1)]
    """Every planned run, in the order of execution."""
    running: ApiRun | None = None
    """The run under way as it stands before its first request, or the lost one; null where there is neither."""

    @property
    def whole(self) -> bool:
        """Whether every planned run was made, and nothing held the suite back."""
        made = all(slot.state == "finished" for slot in self.slots)
        return made and self.halted is None and self.stopped is None


MANIFEST: TypeAdapter[Manifest] = TypeAdapter(Manifest)


def write(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a suite whole.

    Raises:
        OSError: It cannot be written; the one before stands then.
    """
    write_whole(folder / SUITE_FILE, stored_form(manifest.model_dump(mode="json")))


def read(folder: Path) -> Parsed[Manifest]:
    """Return the manifest of a suite, or everything that is wrong with it.

    Raises:
        OSError: It cannot be read.
    """
    return parse_record(MANIFEST, (folder / SUITE_FILE).read_bytes(), f"{folder.name}/{SUITE_FILE}")


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Mark the suite as running as long as this process lives; the system takes the mark away when it is killed."""
    handle = os.open(folder / LOCK_FILE, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


def is_running(folder: Path) -> bool:
    """Return whether a living runner holds the suite."""
    try:
        handle = os.open(folder / LOCK_FILE, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False
