"""A suite's own files: its record, its tombstone, its protocol and its tasks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import TypeAdapter

from sitegen import fingerprint
from sitegen.inputs import AnyProtocolFile, AnySuite, AnyTask, FileFact, SuiteInput
from sitegen.issues import Issue, issue
from sitegen.layout import EVIDENCE, PROTOCOL_FILE, RUNS, SUITE_FILE, TASKS, TOMBSTONE_FILE
from sitegen.load.reader import Reader
from sitegen.records import PROTOCOL, SUITE, TASK
from sitegen.records.suite import Tombstone
from sitegen.scan import Seen
from sitegen.store import parse_record
from sitegen.validate.suite import suite_issues

T = TypeVar("T")
_TOMBSTONE = TypeAdapter(Tombstone)


@dataclass(frozen=True, slots=True)
class SuiteFiles:
    """The files of one suite's folder, before any is read."""

    path: str
    own: tuple[Seen, ...]
    runs: Mapping[str, tuple[Seen, ...]]
    """Files of each run by the run's folder."""


def group_by_suite(files: Sequence[Seen], content: str) -> tuple[tuple[SuiteFiles, ...], tuple[Issue, ...]]:
    """Sort the files below the evidence folder into suites and runs."""
    prefix = f"{content}/{EVIDENCE}/"
    own: dict[str, list[Seen]] = {}
    runs: dict[str, dict[str, list[Seen]]] = {}
    stray: list[Issue] = []
    for seen in files:
        if not seen.path.startswith(prefix):
            continue
        suite, _, rest = seen.path[len(prefix) :].partition("/")
        parts = rest.split("/")
        if not rest:
            stray.append(issue("file-unexpected", seen.path, found=suite, expected="folders of suites only"))
        elif parts[0] == RUNS and len(parts) == 3:
            folder = f"{prefix}{suite}/{RUNS}/{parts[1]}"
            runs.setdefault(suite, {}).setdefault(folder, []).append(seen)
        else:
            own.setdefault(suite, []).append(seen)
    suites = (
        SuiteFiles(
            f"{prefix}{suite}",
            tuple(own.get(suite, ())),
            {folder: tuple(found) for folder, found in runs.get(suite, {}).items()},
        )
        for suite in sorted(own.keys() | runs.keys())
    )
    return tuple(suites), tuple(stray)


@dataclass(slots=True)
class _Parts:
    """What has been read of a suite so far."""

    record: AnySuite | None = None
    tombstone: Tombstone | None = None
    protocol: AnyProtocolFile | None = None
    tasks: dict[str, AnyTask] = field(default_factory=dict)
    task_hashes: dict[str, str] = field(default_factory=dict)
    facts: list[FileFact] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)


def load_suite(files: SuiteFiles, reader: Reader) -> tuple[SuiteInput | None, tuple[Issue, ...]]:
    """Return a suite without its runs, or None when it has no readable record, and every issue found."""
    parts = _Parts()
    for seen in files.own:
        _take(seen, seen.path[len(files.path) + 1 :], reader, parts)
    names = {seen.path[len(files.path) + 1 :] for seen in files.own}
    parts.issues.extend(_missing(files, names))
    if parts.record is None and parts.tombstone is None:
        return None, tuple(parts.issues)
    suite = SuiteInput(
        id=files.path.rsplit("/", 1)[1],
        path=files.path,
        record=parts.record,
        tombstone=parts.tombstone,
        protocol=parts.protocol,
        tasks=parts.tasks,
        task_hashes=parts.task_hashes,
        files=tuple(parts.facts),
        digest=fingerprint.of_files({fact.path: fact.sha256 for fact in parts.facts}),
        slots={slot.run: slot for slot in parts.record.slots} if parts.record else {},
    )
    return suite, (*parts.issues, *suite_issues(suite))


def _missing(files: SuiteFiles, names: set[str]) -> list[Issue]:
    if TOMBSTONE_FILE in names and SUITE_FILE not in names:
        return []
    return [
        issue("file-missing", f"{files.path}/{name}", found="nothing", expected=name)
        for name in (SUITE_FILE, PROTOCOL_FILE)
        if name not in names
    ]


def _take(seen: Seen, name: str, reader: Reader, parts: _Parts) -> None:
    if name == SUITE_FILE:
        parts.record = _read(seen, SUITE, reader, parts)
    elif name == TOMBSTONE_FILE:
        parts.tombstone = _read(seen, _TOMBSTONE, reader, parts)
    elif name == PROTOCOL_FILE:
        parts.protocol = _read(seen, PROTOCOL, reader, parts)
    elif name.startswith(f"{TASKS}/") and name.count("/") == 1 and name.endswith(".json"):
        _take_task(seen, name, reader, parts)
    else:
        expected = f"{SUITE_FILE}, {PROTOCOL_FILE}, {TASKS}/<task>.json or {RUNS}/<run>/<file>"
        parts.issues.append(issue("file-unexpected", seen.path, found=name, expected=expected))


def _take_task(seen: Seen, name: str, reader: Reader, parts: _Parts) -> None:
    stem = name[len(TASKS) + 1 : -len(".json")]
    task = _read(seen, TASK, reader, parts)
    if task is None:
        parts.task_hashes[stem] = ""
        return
    if task.id != stem:
        parts.issues.append(issue("id-mismatch", seen.path, "/id", found=task.id, expected=stem))
    parts.tasks[stem] = task
    parts.task_hashes[stem] = fingerprint.of_record(task)


def _read(seen: Seen, adapter: TypeAdapter[T], reader: Reader, parts: _Parts) -> T | None:
    content = reader.record(seen)
    parts.facts.append(content.fact)
    parts.issues.extend(content.issues)
    if content.issues and not content.data:
        return None
    parsed = parse_record(adapter, content.data, seen.path)
    parts.issues.extend(parsed.issues)
    return parsed.record
