"""`build-site release`: what the tree holds now becomes a file of `content/releases/`, never to be changed again."""

from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from sitegen.build.history import held_now
from sitegen.build.pipeline import Options, examine
from sitegen.build.prepare import Prepared, Progress, make_gate
from sitegen.changes.diff import NOTHING, changes
from sitegen.changes.text import release_toml
from sitegen.issues import Issue, errors
from sitegen.layout import CONTENT, RELEASES
from sitegen.load.reader import leak_issues
from sitegen.records.release import Release
from sitegen.site.changes import Step, summary
from sitegen.snapshots import Past, Snapshot
from sitegen.store import parse_value, write_whole

_RELEASE = TypeAdapter(Release)


class NotReleasedError(Exception):
    """What was asked for is no release: its name is taken, its day too early, or nothing has changed."""


@dataclass(frozen=True, slots=True)
class Released:
    """What came of a release."""

    path: str
    """The file below the root; empty where issues bar it."""
    issues: tuple[Issue, ...]
    summary: str
    """What it changes, in a sentence; empty where issues bar it."""


def make_release(options: Options, name: str, on: str, notes: str | None, progress: Progress) -> Released:
    """Write a release of a tree without errors.

    Args:
        options: The project.
        name: Name of the release.
        on: Its day, YYYY-MM-DD.
        notes: What readers should know of it.
        progress: Takes the step, how many are done, and how many there are.

    Raises:
        NotReleasedError: It would be no release.
        PublishError: As from a build.
    """
    prepared, issues = examine(options, progress)
    if prepared is None or errors(issues):
        return Released("", issues, "")
    release = _release(prepared, name, on, notes)
    said = _what_it_changes(prepared.inputs.releases, release)
    path = f"{CONTENT}/{RELEASES}/{release.name}.toml"
    data = release_toml(release).encode()
    gate, _ = make_gate(options.root, options.environ)
    if leaks := leak_issues(gate, path, data):
        return Released("", leaks, "")
    target: Path = options.root / path
    target.parent.mkdir(exist_ok=True)
    write_whole(target, data)
    return Released(path, issues, said)


def _release(prepared: Prepared, name: str, on: str, notes: str | None) -> Release:
    inputs = prepared.inputs
    held = held_now(inputs, prepared.loaded, prepared.results, prepared.rows, prepared.history.gone)
    said = {"schema": 1, "name": name, "on": on, "notes": notes, "data_set": inputs.site.data_set.version}
    parsed = parse_value(_RELEASE, held.model_dump() | said, "")
    if parsed.record is None:
        faults = (
            f"{one.pointer.removeprefix('/')}: found {one.found}, expected {one.expected}" for one in parsed.issues
        )
        raise NotReleasedError(". ".join(faults))
    return parsed.record


def _what_it_changes(releases: tuple[Past, ...], release: Release) -> str:
    if any(past.release.name == release.name for past in releases):
        raise NotReleasedError(f"Release {release.name} is there already, and none is ever changed. Take another name.")
    before = releases[-1] if releases else None
    last = before.release if before else None
    if last is not None and (release.on, release.name) < (last.on, last.name):
        raise NotReleasedError(
            f"The last release is {last.name} of {last.on}; {release.name} of {release.on} would stand before it. "
            "Give a later day; on one day releases follow each other by name."
        )
    held = Snapshot.of(release)
    found = changes(before.held if before else NOTHING, held)
    if last is not None and found.none:
        raise NotReleasedError(f"Nothing has changed since release {last.name} of {last.on}.")
    return summary(Step(None, held, before, found))
