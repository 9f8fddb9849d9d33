"""The folder of a run: made at the start with room for its end, filled whole file by whole file."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from runner.api.trace import EvidenceError
from sitegen import fingerprint
from sitegen.layout import DOCUMENT_FILE, RUN_FILE
from sitegen.records.kinds.api import ApiRun
from sitegen.records.run import Artifact
from sitegen.store import stored_form, write_whole

RESERVE_FILE: Final = ".reserve"
RESERVE_BYTES: Final = 8 * 2**20
"""Room that is kept free, so that a run whose trace has filled the disk can still write its record."""
_MEDIA_TYPES: Final = {".json": "application/json", ".svg": "image/svg+xml"}


def make_folder(folder: Path) -> None:
    """Make the folder of a run and take its room on the disk.

    Raises:
        FileExistsError: It is there already; evidence is never overwritten.
        EvidenceError: There is no room.
    """
    try:
        folder.mkdir(parents=True)
        with (folder / RESERVE_FILE).open("xb") as file:
            os.posix_fallocate(file.fileno(), 0, RESERVE_BYTES)
    except FileExistsError:
        raise
    except OSError as error:
        raise EvidenceError(f"no room for the run's evidence: {error.strerror}") from None


def give_up_reserve(folder: Path) -> None:
    """Give the room back."""
    (folder / RESERVE_FILE).unlink(missing_ok=True)


def keep(folder: Path, files: Mapping[str, bytes]) -> tuple[Artifact, ...]:
    """Write files whole and return them as artifacts, sorted by name.

    Raises:
        EvidenceError: One can't be written.
    """
    kept = []
    for name, data in sorted(files.items()):
        _write(folder / name, data)
        kept.append(
            Artifact(
                name=name,
                sha256=fingerprint.of_bytes(data),
                bytes=len(data),
                media_type=_MEDIA_TYPES[Path(name).suffix],
            )
        )
    return tuple(kept)


def keep_record(folder: Path, run: ApiRun) -> None:
    """Write `run.json` whole: the last file of a run, so that a folder without it shows a run that was cut off.

    Raises:
        EvidenceError: It can't be written.
    """
    _write(folder / RUN_FILE, stored_form(run.model_dump(mode="json")))


def _write(path: Path, data: bytes) -> None:
    try:
        write_whole(path, data)
    except OSError as error:
        raise EvidenceError(f"{path.name}: {error.strerror}") from None


def read_saved(workspace: Path, most_bytes: int) -> bytes:
    """Return the document that a server has saved; a link is not followed.

    Raises:
        OSError: There is none, or it is no plain file.
        ValueError: It is larger than that.
    """
    with os.fdopen(os.open(workspace / DOCUMENT_FILE, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise ValueError(f"{DOCUMENT_FILE} is larger than {most_bytes} bytes")
    return data
