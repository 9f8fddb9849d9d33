"""What is on disk: every file of a tree with its size, time and inode, and whatever must not be there."""

import marshal
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, NoReturn

from sitegen.issues import Issue, issue
from sitegen.layout import OPTIONAL_FILES, TOMBSTONE_FILE, comparable

_DEVICE = r"(?!(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:[./]|\Z))"
"""Names that Windows keeps for devices, with any ending."""
_SAFE_NAME = rf"(?=[^/]{{1,100}}(?:/|\Z)){_DEVICE}[a-z0-9]+(?:[._-]+[a-z0-9]+)*"
_SAFE = re.compile(rf"{_SAFE_NAME}\Z")
_ALL_SAFE = re.compile(rf"(?:(?:{_SAFE_NAME}/)*{_SAFE_NAME})?\Z")
"""Names of a whole folder at once, joined by slashes; a folder of safe names is the usual case."""


class Seen(NamedTuple):
    """A file as the file system shows it, without reading it."""

    path: str
    """Relative to the root, with `/`."""
    size: int
    ctime_ns: int
    """Time of the last change of content or attributes; unlike the time of writing, no program can set it."""
    inode: int


@dataclass(frozen=True, slots=True)
class Tree:
    """The files below a folder, sorted by path."""

    files: tuple[Seen, ...]
    issues: tuple[Issue, ...]


def walk(root: Path, folder: str) -> Tree:
    """Return every plain file below `root/folder`; links are named, never followed. A missing folder is empty.

    What has a name that is no text is named too, and left out.
    """
    files: list[Seen] = []
    issues: list[Issue] = []
    if (root / folder).is_symlink():
        return Tree((), (issue("link", folder, found="a symbolic link", expected="a folder"),))
    if (root / folder).is_dir():
        _walk_into(f"{root}/", folder, files, issues)
    files.sort()
    return Tree(tuple(files), tuple(issues))


def walk_beside(root: Path, folder: str, other: Path, jobs: int) -> tuple[Tree, tuple[Seen, ...]]:
    """Return what `walk` finds, and the plain files below another folder, which a second process looks at meanwhile."""
    if jobs < 2 or not hasattr(os, "fork"):
        return walk(root, folder), walk(other.parent, other.name).files
    reader, writer = os.pipe()
    process = os.fork()
    if not process:
        _tell_files(other, reader, writer)
    os.close(writer)
    with open(reader, "rb") as pipe:  # noqa: PTH123  it has no path
        tree = walk(root, folder)
        told = pipe.read()
    if os.waitpid(process, 0)[1]:
        return tree, walk(other.parent, other.name).files
    return tree, tuple(map(Seen._make, marshal.loads(told)))


def _tell_files(folder: Path, reader: int, writer: int) -> NoReturn:
    """Write the files of a folder into a pipe and end this process."""
    failed = 1
    try:
        os.close(reader)
        with open(writer, "wb") as pipe:
            pipe.write(marshal.dumps(list(map(tuple, walk(folder.parent, folder.name).files))))
        failed = 0
    finally:
        os._exit(failed)


def _walk_into(base: str, folder: str, files: list[Seen], issues: list[Issue]) -> None:
    names = []
    with os.scandir(base + folder) as found:
        entries = list(found)
    for entry in entries:
        name = entry.name
        names.append(name)
        path = f"{folder}/{name}"
        if not (name.isascii() or _is_text(name)):
            continue  # its name is an issue below, and no path could be written with it
        if entry.is_dir(follow_symlinks=False):
            if name in OPTIONAL_FILES:
                issues.append(issue("not-a-file", path, found="a folder", expected="a file"))
            _walk_into(base, path, files, issues)
            continue
        info = entry.stat(follow_symlinks=False)
        mode = info.st_mode
        if stat.S_ISREG(mode):
            files.append(Seen(path, info.st_size, info.st_ctime_ns, info.st_ino))
        elif stat.S_ISLNK(mode):
            issues.append(issue("link", path, found="a symbolic link", expected="a plain file or folder"))
        else:
            issues.append(issue("not-a-file", path, found="a special file", expected="a plain file or folder"))
    if not _ALL_SAFE.match("/".join(names)):
        issues.extend(_name_issues(folder, names))


def _is_text(name: str) -> bool:
    """Return whether the bytes of a file's name are UTF-8."""
    return not any("\ud800" <= char <= "\udfff" for char in name)


def _name_issues(folder: str, names: list[str]) -> Iterator[Issue]:
    unsafe = sorted(name for name in names if not _SAFE.match(name))
    if not unsafe:
        return
    safe = sorted(set(names) - set(unsafe))
    owners = {comparable(name): name for name in (*reversed(unsafe), *safe)}
    for name in unsafe:
        owner = owners[comparable(name)]
        if owner != name:
            expected = f"a name other than {_spelled(owner)}"
            yield issue("name-collision", f"{folder}/{name}", found=_spelled(name), expected=expected)
        if name != TOMBSTONE_FILE:
            expected = "letters a-z, digits, and . _ - between them; no name of a Windows device"
            yield issue("name-unsafe", f"{folder}/{name}", found=_spelled(name), expected=expected)


def _spelled(name: str) -> str:
    """Return a name in ASCII with its other characters by number, for some look alike."""
    return ascii(name)[1:-1]
