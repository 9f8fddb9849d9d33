"""A Terminal-Bench 1 submission as its origin wrote it, read strictly and with every fault named.

Of each folder only `run_metadata.json`, `results.json` (the table) and `<task>/<trial>/results.json` are read; terminal
logs and recordings stay where they are. Links are never followed. Members that are not named here are left out, and
their names kept, so that the import can say what it dropped.

Source of the members: the harness's own models, https://github.com/laude-institute/terminal-bench.
"""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, TypeAdapter

from sitegen.issues import Issue, issue
from sitegen.layout import RECORD_MAX_BYTES
from sitegen.records.base import Count, DecimalText, Name, Positive, fault
from sitegen.store import parse_record, parse_value

METADATA_FILE = "run_metadata.json"
RESULTS_FILE = "results.json"

Word = Annotated[Name, Field(max_length=120)]
"""A name of the origin, short enough to be put together with others."""


def _utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise fault("time-invalid", "{found} is outside the calendar", found=str(moment)) from None


Moment = Annotated[AwareDatetime, AfterValidator(_utc)]
"""A point in time, in UTC; one without a zone is refused."""


class SourceRecord(BaseModel):
    """A piece of the submission; members without a field are kept apart."""

    model_config = ConfigDict(
        extra="allow", frozen=True, strict=True, allow_inf_nan=False, protected_namespaces=("model_config",)
    )

    @property
    def unread(self) -> frozenset[str]:
        """Names of the members that have no field."""
        return frozenset(self.__pydantic_extra__ or ())


class SourceTrial(SourceRecord):
    """One trial, in the table or in its own file."""

    trial_name: Word
    task_id: Word
    is_resolved: bool | None
    failure_mode: Word
    parser_results: dict[str, str] | None = None
    total_input_tokens: Count | None = None
    total_output_tokens: Count | None = None
    id: Word | None = None
    uuid: Word | None = None
    trial_started_at: Moment | None = None
    trial_ended_at: Moment | None = None
    agent_started_at: Moment | None = None
    agent_ended_at: Moment | None = None
    test_started_at: Moment | None = None
    test_ended_at: Moment | None = None

    @property
    def key(self) -> str | None:
        """The origin's id of the trial; older harnesses call it `uuid`."""
        return self.id if self.id is not None else self.uuid

    def span(self, what: str) -> tuple[datetime | None, datetime | None]:
        """Return start and end of the trial, the agent or the tests."""
        return getattr(self, f"{what}_started_at"), getattr(self, f"{what}_ended_at")


class SourceTable(SourceRecord):
    """The submission's own summary."""

    results: Annotated[tuple[SourceTrial, ...], Field(min_length=1)]
    n_resolved: Count
    n_unresolved: Count
    accuracy: Decimal


class SourceMetadata(SourceRecord):
    """What the submission says of its whole run."""

    uuid: Word | None = None
    dataset_name: Word
    dataset_version: Word
    agent_name: Word
    model_name: Word | None = None
    task_ids: tuple[Name, ...] | None = None
    n_attempts: Positive | None = None
    n_concurrent_trials: Positive | None = None
    accuracy: float | None = None
    commit_hash: Word | None = None
    start_time: Moment | None = None
    end_time: Moment | None = None
    username: str | None = None


@dataclass(frozen=True, slots=True)
class FoundTrial:
    """A trial and the place where it stands."""

    trial: SourceTrial
    file: str
    """Relative to the submission's folder."""
    pointer: str


@dataclass(frozen=True, slots=True)
class Submission:
    """Everything that was read of a submission."""

    name: str
    """Name of its folder."""
    metadata: SourceMetadata
    table: SourceTable
    accuracy: str
    """The table's own rate, digit for digit."""
    listed: tuple[FoundTrial, ...]
    """The rows of the table, in its order."""
    filed: tuple[FoundTrial, ...]
    """The trials with a file of their own, by path."""


M = TypeVar("M")

_METADATA = TypeAdapter(SourceMetadata)
_TABLE = TypeAdapter(SourceTable)
_TRIAL = TypeAdapter(SourceTrial)
_RATE: TypeAdapter[str] = TypeAdapter(DecimalText)
_MOST_DIGITS = 18
"""Digits before or after the point; a number beyond is not spelled out."""


def read_submission(folder: Path) -> tuple[Submission | None, tuple[Issue, ...]]:
    """Return the submission in a folder, or None and everything that is wrong with its files."""
    faults: list[Issue] = []
    metadata = _record(_METADATA, _bytes(folder, METADATA_FILE, faults), METADATA_FILE, faults)
    data = _bytes(folder, RESULTS_FILE, faults)
    table = _record(_TABLE, data, RESULTS_FILE, faults)
    listed = [FoundTrial(row, RESULTS_FILE, f"/results/{n}") for n, row in enumerate(table.results if table else ())]
    filed = []
    for name in _trial_files(folder, faults):
        trial = _record(_TRIAL, _bytes(folder, name, faults), name, faults)
        if trial is not None:
            filed.append(FoundTrial(trial, name, ""))
    faults += _doubles(listed) + _doubles(filed)
    rate = None if table is None else _rate(data, faults)
    if faults or metadata is None or table is None or rate is None:
        return None, tuple(sorted(set(faults)))
    return Submission(folder.name, metadata, table, rate, tuple(listed), tuple(filed)), ()


def _bytes(folder: Path, name: str, faults: list[Issue]) -> bytes:
    """Return the content of a plain file below the folder; empty, and a fault noted, where it cannot be had."""
    path = folder / name
    if path.is_symlink():
        faults.append(issue("link", name, found="a link", expected="the file itself"))
    elif not path.exists():
        faults.append(issue("file-missing", name, found="no such file", expected="a file of the submission"))
    elif not path.is_file():
        faults.append(issue("not-a-file", name, found="no plain file", expected="a plain file"))
    elif (size := path.stat().st_size) > RECORD_MAX_BYTES:
        faults.append(issue("file-too-large", name, found=f"{size} bytes", expected=f"at most {RECORD_MAX_BYTES}"))
    elif not size:
        faults.append(issue("json-syntax", name, found="an empty file", expected="a JSON object"))
    else:
        try:
            return path.read_bytes()
        except OSError as error:
            found = error.strerror or "an error"
            faults.append(issue("file-unreadable", name, found=found, expected="a readable file"))
    return b""


def _record(adapter: TypeAdapter[M], data: bytes, name: str, faults: list[Issue]) -> M | None:
    if not data:
        return None
    parsed = parse_record(adapter, data, name)
    faults.extend(parsed[1])
    return parsed[0]


def _rate(data: bytes, faults: list[Issue]) -> str | None:
    """Return the table's accuracy with the digits that stand in the file."""
    value = json.loads(data, parse_float=Decimal)["accuracy"]
    rate = Decimal(value)
    plain = rate.is_finite() and abs(rate.adjusted()) <= _MOST_DIGITS
    parsed = parse_value(_RATE, format(rate, "f") if plain else str(rate), RESULTS_FILE)
    faults += [replace(one, pointer="/accuracy") for one in parsed[1]]
    return parsed[0]


def _trial_files(folder: Path, faults: list[Issue]) -> Iterator[str]:
    """Yield the names `<task>/<trial>/results.json` below the folder, sorted."""
    for task in _folders(folder, "", faults):
        for trial in _folders(folder, f"{task}/", faults):
            name = f"{trial}/{RESULTS_FILE}"
            if (folder / name).is_symlink() or (folder / name).exists():
                yield name


def _folders(folder: Path, below: str, faults: list[Issue]) -> list[str]:
    names = []
    try:
        with os.scandir(folder / below) as entries:
            for entry in entries:
                if entry.is_symlink():
                    faults.append(
                        issue("link", below + entry.name, found="a link", expected="the folder or file itself")
                    )
                elif entry.is_dir():
                    names.append(below + entry.name)
    except OSError as error:
        found = error.strerror or "an error"
        faults.append(issue("file-unreadable", below or ".", found=found, expected="a readable folder"))
    return sorted(names)


def _doubles(trials: Sequence[FoundTrial]) -> list[Issue]:
    """Return an issue for each trial whose name or id was already given to another."""
    faults = []
    seen: dict[tuple[str, str], FoundTrial] = {}
    for one in trials:
        given = {"trial_name": one.trial.trial_name, "id": one.trial.key}
        marks = [(member, value) for member, value in given.items() if value is not None]
        for mark in marks:
            if mark in seen:
                found = f"{mark[0]} {mark[1]}, also at {seen[mark].file}{seen[mark].pointer}"
                faults.append(issue("run-duplicate", one.file, one.pointer, found=found, expected="each trial once"))
                break
        seen.update((mark, one) for mark in marks)
    return faults
