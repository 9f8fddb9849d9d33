"""The manifest: every file of the site with its hash and sources, and the rules for its addresses."""

import hashlib
import re
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import orjson

from sitegen.layout import MANIFEST
from sitegen.publish.errors import BadPath, NotOurs

SCHEMA = 1

# A segment is at most 255 characters and does not end with a dot, which also rules out `.` and `..`.
_SEGMENT = r"[A-Za-z0-9._-]{0,254}[A-Za-z0-9_-]"
_PATH = re.compile(rf"{_SEGMENT}(?:/{_SEGMENT})*")
_PATHS = re.compile(rf"(?:{_PATH.pattern}\n)*(?:{_PATH.pattern})?")


class Entry(NamedTuple):
    """One file of the site."""

    path: str
    """Relative to `public/`, with `/`."""
    sha256: str
    size: int
    """Bytes."""
    sources: tuple[str, ...]
    """Files that the content comes from, relative to the project."""


def check_path(path: str) -> None:
    """Return when the path may be an address on any static host.

    Raises:
        BadPath: It is absolute, leaves the folder, or has other characters than letters, digits, `.`, `_`, `-`, `/`.
    """
    if not _PATH.fullmatch(path):
        raise BadPath(
            f"address {path!r}: expected segments of A-Z a-z 0-9 . _ - that do not end with a dot, joined by single "
            "slashes. Rename what it is made from."
        )


def folders_of(paths: Iterable[str]) -> set[str]:
    """Return every folder that the paths lie in, without the top."""
    found: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return found


def index(entries: Iterable[Entry]) -> dict[str, Entry]:
    """Return the entries by path, sorted by path.

    Raises:
        BadPath: An address is unsafe, or two files or folders have addresses that are equal under letter case.
    """
    listed = sorted(entries)
    paths = [entry.path for entry in listed]
    together = "\n".join(paths)
    if together.count("\n") >= len(paths) or not all(paths) or not _PATHS.fullmatch(together):
        for path in paths:
            check_path(path)
    names = [MANIFEST, *paths, *folders_of(paths)]
    seen: dict[str, str] = {}
    if len({name.lower() for name in names}) != len(names):
        for name in names:
            if name.lower() in seen:
                raise BadPath(
                    f"addresses {seen[name.lower()]!r} and {name!r} meet: on some hosts they are one file or folder. "
                    "Rename what one of them is made from."
                )
            seen[name.lower()] = name
    return dict(zip(paths, listed, strict=True))


def encode(entries: Mapping[str, Entry], extra: Mapping[str, object]) -> bytes:
    """Return the bytes of `manifest.json`: one line per file, sorted by path; `extra` are further top-level members."""
    rows = [
        {"path": path, "sha256": entry.sha256, "size": entry.size, "sources": entry.sources}
        for path, entry in sorted(entries.items())
    ]
    head = orjson.dumps({**extra, "schema": SCHEMA}, option=orjson.OPT_SORT_KEYS)
    # Inside a JSON string every quote is escaped, so the pattern stands between two rows only.
    lines = orjson.dumps(rows)[1:-1].replace(b'},{"path"', b'},\n{"path"')
    return head[:-1] + b',"files":[\n' + lines + b"\n]}\n"


def read_manifest(public: Path) -> dict[str, Entry]:
    """Return what the last build published, by path; empty where `public` is absent or an empty folder.

    Raises:
        NotOurs: `public` holds something, but no manifest of ours.
    """
    if not public.exists():
        return {}
    if not public.is_dir():
        raise NotOurs(f"{public} is not a folder. Remove it, or choose another output folder.")
    data = read_plain(public / MANIFEST)
    if data is None:
        if any(public.iterdir()):
            raise NotOurs(
                f"{public} holds files, but no {MANIFEST} of a build. Nothing in it is touched: move it away, or "
                "choose another output folder."
            )
        return {}
    try:
        return _decode(data)
    except (ValueError, TypeError, KeyError, BadPath) as error:
        raise NotOurs(
            f"{public / MANIFEST} is not a manifest that this program wrote ({error}). Restore it, or move {public} "
            "away and build again."
        ) from error


def _decode(data: bytes) -> dict[str, Entry]:
    document = orjson.loads(data)
    if document["schema"] != SCHEMA:
        raise ValueError(f"schema {document['schema']!r}, expected {SCHEMA}")
    return index(Entry(row["path"], row["sha256"], row["size"], tuple(row["sources"])) for row in document["files"])


def digest(path: Path) -> str | None:
    """Return the sha256 of a regular file; None where there is none, or a link in its place."""
    data = read_plain(path)
    return None if data is None else hashlib.sha256(data).hexdigest()


def read_plain(path: Path) -> bytes | None:
    """Return the content of a regular file; None where there is none, or a link, a pipe or a folder in its place."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return None
    except (FileNotFoundError, NotADirectoryError):
        return None
    return path.read_bytes()


def damaged(public: Path, manifest: Mapping[str, Entry]) -> set[str]:
    """Return the paths whose file in `public` is missing or has other content than its entry says."""
    return {path for path, entry in manifest.items() if digest(public / path) != entry.sha256}
