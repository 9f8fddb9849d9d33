"""Checks of a suite: its plan against its runs, its hashes, its origin's own figures."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from sitegen import fingerprint
from sitegen.exact import ratio
from sitegen.inputs import SuiteInput
from sitegen.issues import Issue, issue
from sitegen.layout import PROTOCOL_FILE, SUITE_FILE, TASKS, TOMBSTONE_FILE
from sitegen.records.kinds.imported import ImportedSuite
from sitegen.rows import RunRow

_FLOAT_NOISE = Fraction(1, 10**9)
"""Origins compute their rates in floating point."""


def suite_issues(suite: SuiteInput) -> Iterator[Issue]:
    """Yield what is wrong with a suite's own files."""
    folder = suite.path.rsplit("/", 1)[1]
    if suite.tombstone is not None:
        yield from _tombstone(suite, folder)
    if suite.record is None:
        return
    file = f"{suite.path}/{SUITE_FILE}"
    if suite.record.id != folder:
        yield issue("id-mismatch", file, "/id", found=suite.record.id, expected=folder)
    yield from _tasks(suite, file)
    yield from _protocol(suite)


def plan_issues(suite: SuiteInput, rows: Sequence[RunRow]) -> Iterator[Issue]:
    """Yield what is wrong between a suite's plan and the records of its runs; a barred suite may have none."""
    if suite.record is None or (suite.tombstone is not None and not rows):
        return
    file = f"{suite.path}/{SUITE_FILE}"
    there = {row.run for row in rows}
    for index, slot in enumerate(suite.record.slots):
        if slot.state == "started" and slot.run not in there and slot.run not in suite.withdrawn:
            yield issue(
                "run-missing", file, f"/slots/{index}/run", found="no record", expected=f"runs/{slot.run}/run.json"
            )
    if isinstance(suite.record, ImportedSuite):
        yield from _origin(suite.record, rows, len(suite.withdrawn.keys() - there), file)


def _tombstone(suite: SuiteInput, folder: str) -> Iterator[Issue]:
    stone = suite.tombstone
    assert stone is not None
    file = f"{suite.path}/{TOMBSTONE_FILE}"
    if stone.suite != folder:
        yield issue("id-mismatch", file, "/suite", found=stone.suite, expected=folder)
    if suite.record is None:
        return
    for name in ("kind", "fixture"):
        found, expected = getattr(stone, name), getattr(suite.record, name)
        if found != expected:
            yield issue("suite-barred", file, f"/{name}", found=found, expected=f"{expected} as in suite.json")
    planned = len(suite.record.slots)
    started = sum(slot.state == "started" for slot in suite.record.slots)
    if stone.counts.started != started:
        yield issue("suite-barred", file, "/counts/started", found=stone.counts.started, expected=started)
    if stone.counts.planned != planned:
        yield issue("suite-barred", file, "/counts/planned", found=stone.counts.planned, expected=planned)


def _tasks(suite: SuiteInput, file: str) -> Iterator[Issue]:
    assert suite.record is not None
    listed = {task.id for task in suite.record.tasks}
    for index, task in enumerate(suite.record.tasks):
        if task.id not in suite.task_hashes:
            yield issue("task-unknown", file, f"/tasks/{index}/id", found=task.id, expected=f"{TASKS}/{task.id}.json")
        elif suite.task_hashes[task.id] not in ("", task.hash):
            expected = suite.task_hashes[task.id]
            yield issue("task-hash", file, f"/tasks/{index}/hash", found=task.hash, expected=expected)
    for unlisted in sorted(suite.task_hashes.keys() - listed):
        path = f"{suite.path}/{TASKS}/{unlisted}.json"
        yield issue("file-unexpected", path, found=unlisted, expected="a task that suite.json lists")
    for index, slot in enumerate(suite.record.slots):
        if slot.task not in listed:
            yield issue("task-unknown", file, f"/slots/{index}/task", found=slot.task, expected="a task of the suite")
    whole = suite.record.task_set
    if whole is not None and whole.hash != fingerprint.of_task_set(whole.tasks):
        expected = fingerprint.of_task_set(whole.tasks)
        yield issue("task-hash", file, "/task_set/hash", found=whole.hash, expected=expected)


def _protocol(suite: SuiteInput) -> Iterator[Issue]:
    if suite.protocol is None:
        return
    file = f"{suite.path}/{PROTOCOL_FILE}"
    if suite.protocol.kind != suite.kind:
        yield issue("suite-mismatch", file, "/kind", found=suite.protocol.kind, expected=suite.kind)
    hashed = [(entry.hash, fingerprint.of_record(entry.hashed)) for entry in suite.protocol.entries]
    for index, (found, actual) in enumerate(hashed):
        if found != actual:
            yield issue("protocol-hash", file, f"/entries/{index}/hash", found=found, expected=actual)


def _origin(record: ImportedSuite, rows: Sequence[RunRow], gone: int, file: str) -> Iterator[Issue]:
    """Compare the origin's own figures with the runs; only a difference about the same figure explains a gap.

    Each one about the trials explains one run more or less, one about another figure explains that figure; so does a
    withdrawn run whose record is gone.
    """
    said = record.origin.submitted
    explained: Counter[str | None] = Counter(one.figure for one in record.origin.differences)
    explained.update(dict.fromkeys(("trials", "resolved", "unresolved"), gone))
    resolved = sum(row.verdict == "resolved" for row in rows)
    ours = {"trials": len(rows), "resolved": resolved, "unresolved": len(rows) - resolved}
    off = {name: abs(getattr(said, name) - count) for name, count in ours.items()}
    for name, count in ours.items():
        if off[name] > explained["trials"] if name == "trials" else off[name] and not explained[name]:
            yield _gap(file, name, getattr(said, name), count)
    whole = bool(rows) and not any(off.values()) and not explained["accuracy"]
    if whole and abs(Fraction(resolved, len(rows)) - Fraction(said.accuracy)) > _FLOAT_NOISE:
        yield _gap(file, "accuracy", said.accuracy, ratio(resolved, len(rows), 6))


def _gap(file: str, figure: str, found: object, ours: object) -> Issue:
    place = f"/origin/submitted/{figure}"
    return issue("origin-sum", file, place, found=found, expected=f"{ours} as in the runs, or a difference about it")
