"""Folders that live as long as the process that made them; what a killed process left behind, the next one removes."""

import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

LOCK_FILE: Final = "held.lock"
"""Marks a folder as one of these. The system gives the lock back when its process ends, however that is."""
_CONTENT: Final = "content"


@contextmanager
def scratch(parent: Path | None = None, prefix: str = "fairtrial-") -> Iterator[Path]:
    """Make a new, empty folder for this user alone; it is gone afterwards, unless it was moved elsewhere.

    Args:
        parent: Where it is made; None takes the system's place for temporary files.
        prefix: How the name of the folder around it begins.

    Raises:
        OSError: It can't be made.
    """
    place = Path(tempfile.gettempdir()) if parent is None else parent
    _sweep(place, prefix)
    outer, lock = _held(place, prefix)
    try:
        inner = outer / _CONTENT
        inner.mkdir(mode=0o700)
        yield inner.resolve()
    finally:
        shutil.rmtree(outer, ignore_errors=True)
        os.close(lock)


def _held(place: Path, prefix: str) -> tuple[Path, int]:
    """Return a new folder and the lock on it."""
    while True:
        outer = Path(tempfile.mkdtemp(dir=place, prefix=prefix))
        lock = os.open(outer / LOCK_FILE, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        if _locked(lock) and (outer / LOCK_FILE).exists():
            return outer, lock
        os.close(lock)  # another process has just taken it for a left one


def _sweep(place: Path, prefix: str) -> None:
    """Remove the folders of this user that no living process holds."""
    for outer in place.glob(f"{prefix}*"):
        try:
            found = outer.lstat()
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
                continue
            lock = os.open(outer / LOCK_FILE, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError:
            continue  # it has just gone, or is no such folder
        if _locked(lock):
            shutil.rmtree(outer, ignore_errors=True)
        os.close(lock)


def _locked(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
