"""The swap: staged files take their places in `public/`, the manifest last, and a killed swap is finished later."""

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, NamedTuple

from sitegen.layout import MANIFEST
from sitegen.publish.errors import SwapBroken, SwapStopped
from sitegen.publish.journal import JOURNAL, Journal
from sitegen.publish.manifest import Entry, digest, encode, folders_of, index
from sitegen.publish.plan import plan, require_whole
from sitegen.publish.stage import DRAFT, FOLDER_MODE, Stage, beside, clear, write_new


class Published(NamedTuple):
    """What a build did to `public`; paths are sorted."""

    written: tuple[str, ...]
    removed: tuple[str, ...]
    unchanged: tuple[str, ...]
    foreign: tuple[str, ...]
    """Files, and folders with a `/` at the end, that no build made: left alone, and in no manifest."""


class Recovery(NamedTuple):
    """What a killed build had left, and what became of it."""

    kind: Literal["nothing", "completed", "discarded"]
    n_files: int
    """Files that were still to be renamed when a swap was completed; else 0."""


def commit(
    stage: Stage, entries: Iterable[Entry], staged: Collection[str], extra: Mapping[str, object] | None = None
) -> Published:
    """Publish the new site and return what changed. Nothing in `public` changes before all is checked and journalled.

    Without an fsync for each file, a power failure may still cost files after the swap; `damaged` finds those.

    Args:
        stage: Where the staged files lie; it is gone afterwards.
        entries: Every file of the new site, the manifest left out.
        staged: Paths of the files that were staged; `public` must have all others already, with equal content.
        extra: Further top-level members of the manifest.

    Raises:
        BadPath: Two addresses meet, or one is unsafe.
        Incomplete: A file of the new site is neither staged nor published, or a staged one is not in it.
        NotOurs: Something that no build made stands in the way.
        SwapStopped: The system or the user stopped the swap in its middle.
    """
    new = index(entries)
    fresh = frozenset(staged)
    require_whole(stage, new, fresh)
    manifest = encode(new, extra or {})
    if not stage.public.exists():
        return _publish_first(stage, new, manifest)
    journal, foreign = plan(stage, new, fresh, hashlib.sha256(manifest).hexdigest())
    if journal.moves or journal.clear or journal.remove or digest(stage.public / MANIFEST) != journal.manifest:
        write_new(f"{stage.folder}/{MANIFEST}", manifest, durable=True)
        _begin(stage.folder, journal)
        try:
            _swap(stage.public, stage.folder, journal, journal.moves)
        except (OSError, KeyboardInterrupt) as error:
            raise _stopped(stage.public, error) from error
    clear(stage.folder)
    unchanged = tuple(path for path in new if path not in fresh)
    return Published(tuple(journal.moves), tuple(sorted(journal.clear + journal.remove)), unchanged, foreign)


def recover(public: Path) -> Recovery:
    """Finish what a killed build had begun to swap, or remove what it had only staged; call it under the lock.

    Raises:
        SwapBroken: Files of the swap are damaged or gone; a build that stages every file mends it.
        SwapStopped: The system or the user stopped the swap again.
    """
    target, folder = beside(public, ""), beside(public, ".stage")
    if folder.is_symlink() or not folder.is_dir():
        return Recovery("nothing", 0)
    journal = Journal.read(folder)
    if journal is None:
        clear(folder)
        return Recovery("discarded", 0)
    moves = _remaining(target, folder, journal)
    try:
        _swap(target, folder, journal, moves)
    except (FileNotFoundError, FileExistsError, IsADirectoryError, NotADirectoryError) as error:
        raise SwapBroken(
            f"{target} was changed after a build was interrupted ({error}). A full build mends it."
        ) from error
    except (OSError, KeyboardInterrupt) as error:
        raise _stopped(target, error) from error
    clear(folder)
    return Recovery("completed", len(moves))


def _publish_first(stage: Stage, new: dict[str, Entry], manifest: bytes) -> Published:
    """Turn the whole stage into `public` by one rename; no journal is needed."""
    write_new(f"{stage.files}/{MANIFEST}", manifest, durable=True)
    stage.files.rename(stage.public)
    clear(stage.folder)
    return Published(tuple(new), (), (), ())


def _begin(folder: Path, journal: Journal) -> None:
    """Put the journal in place: from here on the build is published, even if it is killed."""
    write_new(f"{folder}/{DRAFT}", journal.encode(), durable=True)
    (folder / DRAFT).replace(folder / JOURNAL)
    with _opened(folder) as handle:
        os.fsync(handle)


def _remaining(public: Path, folder: Path, journal: Journal) -> list[str]:
    """Return the staged files that a killed swap had not renamed yet, once all of its files are found whole."""
    files = folder / journal.files
    moves = [path for path in journal.moves if (files / path).exists()]
    places = {path: public / path for path in journal.moves} | {path: files / path for path in moves}
    bad = [path for path, place in places.items() if digest(place) != journal.moves[path]]
    staged = folder / MANIFEST
    if digest(staged if staged.exists() else public / MANIFEST) != journal.manifest:
        bad.append(MANIFEST)
    bad += [
        path for path in folders_of([*journal.clear, *journal.moves, *journal.remove]) if (public / path).is_symlink()
    ]
    if bad:
        raise SwapBroken(
            f"an interrupted build cannot be completed: {len(bad)} of its files in {public} or {folder} are damaged or "
            f"gone ({', '.join(bad[:3])}). A full build mends it."
        )
    return moves


def _swap(public: Path, folder: Path, journal: Journal, moves: Iterable[str]) -> None:
    with _opened(public) as here, _opened(folder / journal.files) as there:
        for path in journal.clear:
            _unlink(path, here)
        _drop(journal.drop, here)
        for path in journal.make:
            with suppress(FileExistsError):
                os.mkdir(path, FOLDER_MODE, dir_fd=here)
            os.chmod(path, FOLDER_MODE, dir_fd=here)
        for path in moves:
            os.replace(path, path, src_dir_fd=there, dst_dir_fd=here)
        for path in journal.remove:
            _unlink(path, here)
        _drop(journal.drop, here)
    # When a swap is finished that was killed after this step, the manifest is in place already.
    with suppress(FileNotFoundError):
        (folder / MANIFEST).replace(public / MANIFEST)


def _stopped(public: Path, error: BaseException) -> SwapStopped:
    return SwapStopped(
        f"{public} is partly updated: the last step was stopped ({str(error) or 'by the user'}). Mend the cause and "
        "build again; that build first completes the update."
    )


def _unlink(path: str, here: int) -> None:
    """Remove a file; where it is gone, what took its place or its folder's place stays."""
    with suppress(FileNotFoundError, IsADirectoryError, NotADirectoryError):
        os.unlink(path, dir_fd=here)


def _drop(folders: Iterable[str], here: int) -> None:
    for path in folders:
        # A folder that is not empty, or is gone already, is left as it is.
        with suppress(OSError):
            os.rmdir(path, dir_fd=here)


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield handle
    finally:
        os.close(handle)
