"""Which suites lie at a place that a user names."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field, TypeAdapter

from runner.suite import manifest as manifests
from runner.suite.manifest import Manifest
from sitegen.issues import Issue, issue
from sitegen.layout import RUNS, SUITE_FILE, TOMBSTONE_FILE
from sitegen.records.base import Record, Text, Timestamp
from sitegen.store import parse_record


class Invalidated(Record):
    """`INVALIDATED.json` of a private suite, written by the operator: bars the suite."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    reason: Text
    """Why, for readers."""
    invalidated_at: Timestamp
    """When."""


_INVALIDATED = TypeAdapter(Invalidated)


@dataclass(frozen=True, slots=True)
class Found:
    """A private suite."""

    folder: Path
    manifest: Manifest
    invalidated: Invalidated | None
    """None where it is not barred."""
    running: bool
    """Whether its runner is at work."""

    @property
    def interrupted(self) -> bool:
        """Whether its runner was killed, or stopped by the operator."""
        cut_off = self.manifest.ended_at is None and not self.running
        return cut_off or self.manifest.stopped is not None


def folders(place: Path) -> tuple[Path, ...]:
    """Return the folders of the suites at a place, sorted: a suite, its `runs`, or a folder of suites."""
    if (place / SUITE_FILE).is_file():
        return (place,)
    if place.name == RUNS and (place.parent / SUITE_FILE).is_file():
        return (place.parent,)
    return tuple(sorted(path.parent for path in place.glob(f"*/{SUITE_FILE}") if not path.parent.name.startswith(".")))


def found(folder: Path) -> tuple[Found | None, tuple[Issue, ...]]:
    """Return the suite in a folder, or everything that is wrong with it.

    Raises:
        OSError: It cannot be read.
    """
    # Asked first: a suite that ends meanwhile is then taken as running, which leaves out rather than cuts off.
    running = manifests.is_running(folder)
    manifest = manifests.read(folder)
    issues = list(manifest.issues)
    barred = None
    path = folder / TOMBSTONE_FILE
    if path.exists():
        parsed = parse_record(_INVALIDATED, path.read_bytes(), f"{folder.name}/{TOMBSTONE_FILE}")
        barred = parsed.record
        issues += parsed.issues
    if manifest.record is not None and manifest.record.id != folder.name:
        file = f"{folder.name}/{SUITE_FILE}"
        issues.append(issue("id-mismatch", file, "/id", found=manifest.record.id, expected=folder.name))
    if issues or manifest.record is None:
        return None, tuple(issues)
    return Found(folder, manifest.record, barred, running), ()
