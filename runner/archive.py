"""The runner's only door to the content tree: a suite is written whole, or not at all."""

import errno
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel

from sitegen.issues import Issue, issue
from sitegen.layout import EVIDENCE, PROTOCOL_FILE, RUN_FILE, RUNS, SUITE_FILE, TASKS
from sitegen.leaks import Finding, Gate, secrets_from
from sitegen.records.kinds.api import ApiProtocolFile, ApiRun, ApiSuite
from sitegen.records.kinds.imported import ImportedProtocolFile, ImportedRun, ImportedSuite
from sitegen.records.task import ImportedTask, ModellingTask
from sitegen.store import stored_form, write_whole


class LeakError(Exception):
    """Something private stands in a record; `issues` says where."""

    def __init__(self, issues: tuple[Issue, ...]) -> None:
        """Take what the leak gate found."""
        super().__init__(f"{len(issues)} findings of the leak gate")
        self.issues = issues


def suite_folder(content: Path, suite: str) -> Path:
    """Return the folder of a suite in the content tree."""
    return content / EVIDENCE / suite


def write_suite(
    content: Path,
    suite: ApiSuite | ImportedSuite,
    protocol: ApiProtocolFile | ImportedProtocolFile,
    tasks: Iterable[ModellingTask | ImportedTask],
    runs: Iterable[ApiRun | ImportedRun],
) -> Path:
    """Return the new folder of the suite; it appears under its name when all of its files are on the disk.

    Raises:
        FileExistsError: There is such a suite already; evidence is never overwritten.
        LeakError: A record holds something private; nothing is left behind then.
        OSError: A file cannot be written; nothing is left behind then.
    """
    target = suite_folder(content, suite.id)
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists() or target.is_symlink():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    part = Path(tempfile.mkdtemp(dir=target.parent, prefix=".part-"))
    try:
        part.chmod(0o755)
        _write(part / SUITE_FILE, suite)
        _write(part / PROTOCOL_FILE, protocol)
        (part / TASKS).mkdir()
        for task in tasks:
            _write(part / TASKS / f"{task.id}.json", task)
        (part / RUNS).mkdir()
        for run in runs:
            (part / RUNS / run.id).mkdir()
            _write(part / RUNS / run.id / RUN_FILE, run)
        _require_clean(part, f"{EVIDENCE}/{suite.id}")
        part.rename(target)
    except BaseException:
        shutil.rmtree(part)
        raise
    return target


def _require_clean(folder: Path, shown: str) -> None:
    gate = Gate(secrets_from(os.environ))
    found = [
        finding
        for path in sorted(folder.rglob("*.json"))
        for finding in gate.scan(f"{shown}/{path.relative_to(folder).as_posix()}", path.read_bytes())
    ]
    if found:
        raise LeakError(tuple(_issue(finding) for finding in found))


def _issue(finding: Finding) -> Issue:
    return issue("leak", finding.path, finding.pointer or "", found=finding.summary, expected="nothing private")


def _write(path: Path, record: BaseModel) -> None:
    """Write a record in the stored form, null members included."""
    write_whole(path, stored_form(record.model_dump(mode="json")))
