"""The runner's only door to the content tree: a suite is written whole, or not at all."""

import ctypes
import errno
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel

from sitegen.issues import Issue
from sitegen.layout import CONTENT, EVIDENCE, PROTOCOL_FILE, RUN_FILE, RUNS, SUITE_FILE, TASKS
from sitegen.leaks import Gate, secrets_from
from sitegen.load.evidence import evidence_errors
from sitegen.records.kinds.api import ApiProtocolFile, ApiRun, ApiSuite
from sitegen.records.kinds.imported import ImportedProtocolFile, ImportedRun, ImportedSuite
from sitegen.records.task import ImportedTask, ModellingTask
from sitegen.store import stored_form, write_whole

_PART = ".part-"
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2
_NO_EXCHANGE = frozenset((errno.ENOSYS, errno.EINVAL, errno.ENOTSUP))
"""What system and file system answer where two folders can't change places in one step."""


class EvidenceFaultError(Exception):
    """The build would refuse what was to be written; `issues` says why, in the build's own words."""

    def __init__(self, issues: tuple[Issue, ...]) -> None:
        """Take everything that is wrong."""
        super().__init__(f"{len(issues)} issues")
        self.issues = issues


def suite_folder(content: Path, suite: str) -> Path:
    """Return the folder of a suite in the content tree."""
    return content / EVIDENCE / suite


def published_files(content: Path, suite: str) -> dict[str, bytes]:
    """Return the files of a suite in the content tree by their place in its folder; none where there is no such suite.

    Raises:
        OSError: One cannot be read.
    """
    folder = suite_folder(content, suite)
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


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
        EvidenceFaultError: The build would refuse it, such as for something private; nothing is left behind then.
        OSError: A file cannot be written; nothing is left behind then.
    """

    def files() -> Iterator[tuple[str, bytes]]:
        yield SUITE_FILE, _stored(suite)
        yield PROTOCOL_FILE, _stored(protocol)
        for task in tasks:
            yield f"{TASKS}/{task.id}.json", _stored(task)
        for run in runs:
            yield f"{RUNS}/{run.id}/{RUN_FILE}", _stored(run)

    return place(content, suite.id, files(), os.environ)


def place(
    content: Path,
    suite: str,
    files: Iterable[tuple[str, bytes]],
    environment: Mapping[str, str],
    *,
    replace: bool = False,
) -> Path:
    """Return the folder of the suite, which holds exactly these files; the change is one step.

    Args:
        content: The content tree.
        suite: Id of the suite.
        files: Every file with its place in the suite's folder.
        environment: Variables whose secrets must not stand in any file.
        replace: Take the place of an older export, which the caller has found to hold nothing more.

    Raises:
        FileExistsError: There is such a suite, and it is not to be replaced.
        EvidenceFaultError: The build would refuse it, such as for something private; all is as it was then.
        OSError: A file cannot be written; all is as it was then.
    """
    target = suite_folder(content, suite)
    with _alone(target.parent):
        if not replace and (target.exists() or target.is_symlink()):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
        part = Path(tempfile.mkdtemp(dir=target.parent, prefix=_PART))
        try:
            new = part / CONTENT / EVIDENCE / suite
            _make_folder(new)
            for name, data in files:
                _make_folder((new / name).parent)
                write_whole(new / name, data)
            faults = evidence_errors(part, Gate(secrets_from(environment)))
            if faults:
                raise EvidenceFaultError(faults)
            _swap(new, target)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return target


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other writers out, and remove what a killed one left behind."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        for stale in folder.glob(f"{_PART}*"):
            shutil.rmtree(stale, ignore_errors=True)
        yield
    finally:
        os.close(handle)


def _make_folder(folder: Path) -> None:
    """Make a folder and those above it that others may read, whatever the operator's umask is."""
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir()
        folder.chmod(0o755)


def _swap(part: Path, target: Path) -> None:
    """Put the new folder in place of the old one, which then stands where the new one stood."""
    if not target.exists():
        part.rename(target)
        return
    libc = ctypes.CDLL(None, use_errno=True)
    done = libc.renameat2(_AT_FDCWD, os.fsencode(part), _AT_FDCWD, os.fsencode(target), _RENAME_EXCHANGE)
    if done == 0:
        return
    code = ctypes.get_errno()
    if code not in _NO_EXCHANGE:
        raise OSError(code, os.strerror(code), str(target))
    # A runner that is killed between these two leaves no suite; its next export writes it again.
    old = Path(tempfile.mkdtemp(dir=target.parent, prefix=_PART))
    target.rename(old)
    part.rename(target)
    shutil.rmtree(old, ignore_errors=True)


def _stored(record: BaseModel) -> bytes:
    """Return a record in the stored form, null members included."""
    return stored_form(record.model_dump(mode="json"))
