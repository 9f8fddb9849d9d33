"""Reading one file: bytes, hash and the leak gate's verdict, remembered by content."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from sitegen.inputs import FileFact
from sitegen.issues import Issue, issue
from sitegen.layout import ARTIFACT_MAX_BYTES, RECORD_MAX_BYTES
from sitegen.leaks import Gate
from sitegen.scan import Seen


class FileMemo(NamedTuple):
    """A file whose content was hashed and found free of leaks in an earlier build."""

    size: int
    ctime_ns: int
    inode: int
    sha256: str


class Content(NamedTuple):
    """A file that was read."""

    data: bytes
    fact: FileFact
    issues: tuple[Issue, ...]
    """Findings of the leak gate, or that the file could not be read."""


class Reader:
    """Reads files below a root; a file that is as it was in an earlier build is not read again for its hash."""

    def __init__(self, root: Path, gate: Gate, memo: Mapping[str, FileMemo]) -> None:
        """Take the root, the gate, and what an earlier build knew; an empty memo means to trust nothing."""
        self._root = root
        self._gate = gate
        self._memo = memo

    def fact(self, seen: Seen) -> tuple[FileFact, tuple[Issue, ...]]:
        """Return the file's hash, from memory where the file is unchanged."""
        known = self._memo.get(seen.path)
        if known is not None and known[:3] == seen[1:]:
            return FileFact(seen.path, seen.size, known.sha256), ()
        content = self._read(seen, ARTIFACT_MAX_BYTES)
        return content.fact, content.issues

    def record(self, seen: Seen) -> Content:
        """Read a file that holds a record."""
        return self._read(seen, RECORD_MAX_BYTES)

    def _read(self, seen: Seen, ceiling: int) -> Content:
        """Return the file's bytes and hash; scans it unless an earlier build found these very bytes clean.

        A file over the size ceiling is refused unread.
        """
        if large := size_issues(seen.path, seen.size, ceiling):
            return Content(b"", FileFact(seen.path, seen.size, ""), large)
        try:
            with open(f"{self._root}/{seen.path}", "rb") as file:  # noqa: PTH123  a Path costs more than the read
                data = file.read()
        except OSError as error:
            broken = issue("file-unreadable", seen.path, found=error.strerror, expected="a readable file")
            return Content(b"", FileFact(seen.path, 0, ""), (broken,))
        fact = FileFact(seen.path, len(data), hashlib.sha256(data).hexdigest())
        known = self._memo.get(seen.path)
        if known is not None and known.sha256 == fact.sha256:
            return Content(data, fact, ())
        return Content(data, fact, leak_issues(self._gate, seen.path, data))


def size_issues(path: str, size: int, ceiling: int) -> tuple[Issue, ...]:
    """Return that a file is over the size ceiling, if it is."""
    if size <= ceiling:
        return ()
    return (issue("file-too-large", path, found=f"{size} bytes", expected=f"at most {ceiling} bytes"),)


def leak_issues(gate: Gate, path: str, data: bytes) -> tuple[Issue, ...]:
    """Return the gate's findings as issues; nothing secret is repeated in them."""
    return tuple(
        issue(
            "leak",
            finding.path,
            finding.pointer or "",
            found=finding.summary,
            expected="nothing private"
            + (f"; to allow it, name match_sha256 = {finding.match_sha256}" if finding.match_sha256 else ""),
        )
        for finding in gate.scan(path, data)
    )
