"""What a swap has to do, and what forbids it: the new site against what lies in `public/`."""

import os
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import NamedTuple

from sitegen.layout import MANIFEST, SIGNATURE
from sitegen.publish.errors import Incomplete, NotOurs
from sitegen.publish.journal import Journal
from sitegen.publish.manifest import Entry, folders_of
from sitegen.publish.stage import Stage


class Found(NamedTuple):
    """What lies in a folder, as paths relative to it."""

    files: set[str]
    """Everything that is not a folder; a link is not."""
    folders: set[str]


def survey(root: Path, walked: Collection[str] | None = None) -> Found:
    """Return what lies below `root`; folders that are not in `walked` are named but not entered (None: all are)."""
    files: set[str] = set()
    folders: set[str] = set()
    waiting = [""]
    while waiting:
        prefix = waiting.pop()
        with os.scandir(f"{root}/{prefix}") as listing:
            for item in listing:
                path = prefix + item.name
                if not item.is_dir(follow_symlinks=False):
                    files.add(path)
                    continue
                folders.add(path)
                if walked is None or path in walked:
                    waiting.append(f"{path}/")
    return Found(files, folders)


def require_whole(stage: Stage, new: dict[str, Entry], staged: Collection[str]) -> None:
    """Return when each file of the new site is staged, or published before with the same content.

    Raises:
        Incomplete: It is not so, or the stage holds another file.
    """
    if wrong := survey(stage.files).files ^ set(staged):
        raise Incomplete(f"{_some(wrong)}: not both staged and in the list of staged files. Build again.")
    if unlisted := set(staged) - new.keys():
        raise Incomplete(f"{_some(unlisted)}: staged, but not an entry of the new site. Build again.")
    old = stage.old
    changed = [path for path in new.keys() - staged if path not in old or old[path].sha256 != new[path].sha256]
    if changed:
        raise Incomplete(
            f"{_some(changed)}: new or changed since the last build, but not staged. Build all files again."
        )


def plan(
    stage: Stage, new: dict[str, Entry], staged: Collection[str], manifest: str
) -> tuple[Journal, tuple[str, ...]]:
    """Return the swap's journal, and the foreign files and folders that it leaves alone.

    Args:
        stage: The stage with the files of `staged`.
        new: The new site by path.
        staged: Paths of the staged files.
        manifest: The sha256 of the new manifest.

    Raises:
        Incomplete: A file that should be in `public` already is not there.
        NotOurs: Something that no build made, or that may not be written to, stands in the way.
    """
    known = stage.old.keys() | stage.leftover
    needed = folders_of(new)
    found = survey(stage.public, needed | folders_of(known))
    gone = sorted((known - new.keys()) & found.files)
    _refuse_foreign(stage.public, new, known, found, gone)
    if missing := new.keys() - staged - found.files:
        raise Incomplete(f"{_some(missing)}: gone from {stage.public} since the last build. Build all files again.")
    _refuse_locked(stage.public, found.folders & folders_of([*staged, *gone]))
    lowered = {path.lower() for path in new}
    first = tuple(
        path
        for path in gone
        if path in needed or path.lower() in lowered or any(folder in new for folder in folders_of([path]))
    )
    journal = Journal(
        files=stage.files.name,
        manifest=manifest,
        clear=first,
        drop=tuple(sorted(folders_of(gone) - needed, reverse=True)),
        make=tuple(sorted(needed - found.folders)),
        moves={path: new[path].sha256 for path in sorted(staged)},
        remove=tuple(sorted(set(gone) - set(first))),
    )
    return journal, _foreign(known | new.keys(), found)


def _foreign(ours: set[str], found: Found) -> tuple[str, ...]:
    files = found.files - ours - {MANIFEST, SIGNATURE}
    folders = {f"{path}/" for path in found.folders - folders_of(ours)}
    return tuple(sorted(_printable(path) for path in files | folders))


def _refuse_foreign(
    public: Path, new: dict[str, Entry], known: Collection[str], found: Found, gone: Collection[str]
) -> None:
    taken = (new.keys() - known) & found.files
    blocked = folders_of(new) & (found.files - set(gone))
    emptied = folders_of(gone)
    for path in new.keys() & found.folders:
        inside = {inner for inner in found.files | found.folders if inner.startswith(f"{path}/")}
        if path not in emptied or inside - set(gone) - emptied:
            taken.add(path)
    if taken:
        raise NotOurs(
            f"{_some(taken)} in {public}: no build made this, and the new site has a file of that name. Move it away, "
            "then build again."
        )
    if blocked:
        raise NotOurs(
            f"{_some(blocked)} in {public}: a link or a file where the site has a folder. It is not written through: "
            "remove it, then build again."
        )


def _refuse_locked(public: Path, folders: Iterable[str]) -> None:
    shut = [folder for folder in ("", *folders) if not os.access(f"{public}/{folder}", os.W_OK | os.X_OK)]
    if shut:
        raise NotOurs(f"{_some(shut)} in {public}: this user may not write there. Correct its owner, then build again.")


def _some(paths: Collection[str]) -> str:
    first = _printable(min(paths)) or "."
    return first if len(paths) == 1 else f"{first} and {len(paths) - 1} more"


def _printable(path: str) -> str:
    return path.encode("utf-8", "replace").decode()
