"""The journal: every step of a swap, written before the first of them, so that a killed swap can be finished."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import orjson

from sitegen.publish.errors import BadPath, NotOurs, SwapBroken
from sitegen.publish.manifest import check_path, read_plain

JOURNAL = "journal.json"

FILES_NAME = re.compile(r"files-[0-9a-f]{8}")
"""Names of the folders in a stage that hold staged files, or what the build leaves for itself."""

_SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Journal:
    """The steps of a swap in their order, each safe to repeat."""

    files: str
    """Name of the folder in the stage where the staged files lie."""
    manifest: str
    """The sha256 of the new manifest, staged beside that folder."""
    clear: tuple[str, ...]
    """Files that go first, because a folder, a file or a twin in letter case takes their place."""
    drop: tuple[str, ...]
    """Folders that the new site does not have, deepest first; each goes once it is empty."""
    make: tuple[str, ...]
    """Folders to make, parents first."""
    moves: dict[str, str]
    """Staged files to rename into `public`: sha256 by path."""
    remove: tuple[str, ...]
    """Files that go once all others are in place."""

    def encode(self) -> bytes:
        """Return the journal as JSON."""
        return orjson.dumps({"schema": _SCHEMA, "swap": self})

    @classmethod
    def read(cls, stage: Path) -> Self | None:
        """Return the journal in a stage; None where there is none.

        Raises:
            NotOurs: Something else than a file has its name.
            SwapBroken: It is not a journal of ours.
        """
        data = read_plain(stage / JOURNAL)
        if data is None:
            if os.path.lexists(stage / JOURNAL):
                raise NotOurs(f"{stage / JOURNAL} is no plain file. Nothing is touched: remove it, then build again.")
            return None
        try:
            document = orjson.loads(data)
            if document["schema"] != _SCHEMA:
                raise ValueError(f"schema {document['schema']!r}, expected {_SCHEMA}")
            swap = document["swap"]
            lists = {name: tuple(swap[name]) for name in ("clear", "drop", "make", "remove")}
            found = cls(files=swap["files"], manifest=swap["manifest"], moves=dict(swap["moves"]), **lists)
            if not FILES_NAME.fullmatch(found.files):
                raise ValueError(f"folder {found.files!r}")
            for path in (*found.clear, *found.drop, *found.make, *found.moves, *found.remove):
                check_path(path)
        except (ValueError, TypeError, KeyError, BadPath) as error:
            raise _unreadable(stage, error) from error
        return found


def _unreadable(stage: Path, error: Exception) -> SwapBroken:
    return SwapBroken(f"{stage / JOURNAL} is not a journal of this program ({error}). A full build replaces it.")
