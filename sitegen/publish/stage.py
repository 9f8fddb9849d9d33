"""The stage: a folder beside `public/` where a build lays its files before any of them is published."""

import fcntl
import hashlib
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from sitegen.layout import MANIFEST
from sitegen.publish.errors import BadPath, Busy, NotOurs, PublishError, SwapBroken
from sitegen.publish.journal import FILES_NAME, JOURNAL, Journal
from sitegen.publish.manifest import Entry, check_path, read_manifest

DRAFT = "journal.json.new"

FILE_MODE = 0o644
FOLDER_MODE = 0o755

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class Written(NamedTuple):
    """What was staged."""

    sha256: str
    size: int
    """Bytes."""


def beside(public: Path, suffix: str) -> Path:
    """Return the path of `public`, links resolved, with a suffix to its name: same folder, same file system."""
    return Path(f"{os.path.realpath(public)}{suffix}")


@contextmanager
def locked(public: Path) -> Iterator[None]:
    """Keep other processes from building into `public`; the lock ends with this process, however it ends.

    It is a record lock: forked workers do not share it, so workers that outlive a killed build do not block the next.
    For the same reason it does not keep out its own process, which must not nest it.

    Raises:
        Busy: Another process holds it.
        NotOurs: Something else than a file has its name.
    """
    path = beside(public, ".lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = _acquire(path)
    owner = os.getpid()
    try:
        yield
    finally:
        if os.getpid() == owner:
            path.unlink(missing_ok=True)
        os.close(handle)


def _acquire(path: Path) -> int:
    while True:
        if _is_foreign(path):
            raise NotOurs(f"{path} is needed for the build and is no plain file. Remove it, then build again.")
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, FILE_MODE)
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            holder = os.read(handle, 20).decode("ascii", "replace").strip() or "unknown"
            os.close(handle)
            raise Busy(
                f"another build (process {holder}) is writing beside {path.with_suffix('')}. Wait until it ends, or "
                "stop it, then build again; the lock ends with it."
            ) from None
        # The holder removes the file when it ends: a lock on a removed file locks nobody out.
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), path.stat()):
                os.ftruncate(handle, 0)
                os.write(handle, f"{os.getpid()}\n".encode())
                return handle
        os.close(handle)


def _is_foreign(path: Path) -> bool:
    """Return whether something else than a plain file is there, which opening might wait for or write through."""
    try:
        return not stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return False


def write_new(path: str, data: bytes, *, durable: bool = False) -> None:
    """Write a file that is not there yet, with mode 0644 whatever the umask; `durable` waits for the disk."""
    handle = os.open(path, _NEW_FILE, FILE_MODE)
    try:
        os.fchmod(handle, FILE_MODE)
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]
        if durable:
            os.fsync(handle)
    finally:
        os.close(handle)


def stage_file(files: Path, path: str, data: bytes) -> None:
    """Write one file below the folder `Stage.files`; callable in forked workers.

    Raises:
        BadPath: The address is unsafe, or something was staged there before.
        PublishError: The stage is gone, because another build has begun since.
    """
    check_path(path)
    target = f"{files}/{path}"
    try:
        try:
            write_new(target, data)
        except FileNotFoundError:
            _make_folders(files, path.rpartition("/")[0])
            write_new(target, data)
    except (FileExistsError, NotADirectoryError) as error:
        raise BadPath(f"address {path!r}: two files of this build claim it. Rename what one is made from.") from error


def _make_folders(files: Path, folder: str) -> None:
    """Make the folder and those above it, but never the stage itself."""
    if not files.is_dir():
        raise PublishError(f"the stage {files} is gone: another build has begun since. Build again.")
    made = files
    for name in folder.split("/"):
        made /= name
        with suppress(FileExistsError):
            made.mkdir()
            made.chmod(FOLDER_MODE)


@dataclass(frozen=True, slots=True)
class Stage:
    """A build's files on their way to `public`. As a context it is removed at the end, unless a swap still needs it."""

    public: Path
    """Links resolved."""
    folder: Path
    """`<public>.stage`."""
    files: Path
    """Where the staged files lie. The name is new for each build: workers that outlive a killed one cannot reach it."""
    scratch: Path
    """Where the build leaves what only it needs; nothing of it is published."""
    old: dict[str, Entry]
    """What `public` holds by its manifest; empty after a broken swap, when nothing there is to be relied upon."""
    leftover: frozenset[str]
    """Paths of ours that a broken swap may have left in `public`, new or old; else empty."""
    owner: int
    """Process that opened it; a forked worker that fails leaves it to its parent."""

    @classmethod
    def open(cls, public: Path) -> Self:
        """Return an empty stage; call it under the lock and after `recover`.

        A journal that is still there belongs to a broken swap. It stays until a full build replaces it.

        Raises:
            NotOurs: `public` or the stage's own place holds something that no build made.
        """
        target = beside(public, "")
        folder = beside(public, ".stage")
        if os.path.ismount(target):
            raise NotOurs(f"{target} is a mount point; files cannot be renamed into it. Choose a folder inside it.")
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            raise NotOurs(f"{folder} is needed for the build and is not a folder. Move it away.")
        broken = (folder / JOURNAL).exists()
        old = {} if broken else read_manifest(target)
        leftover = _leftover(target, folder) if broken else frozenset[str]()
        clear(folder, keep_journal=broken)
        files, scratch = _new_files(folder), _new_files(folder)
        for made in (folder, files, scratch):
            made.mkdir(exist_ok=True)
            made.chmod(FOLDER_MODE)
        return cls(target, folder, files, scratch, old, leftover, os.getpid())

    @classmethod
    def trial(cls, public: Path, folder: Path) -> Self:
        """Return a stage in a folder of its own, beside nothing: what is staged there is never published.

        Raises:
            NotOurs: `public` holds something that no build made.
        """
        target = beside(public, "")
        files, scratch = _new_files(folder), _new_files(folder)
        for made in (files, scratch):
            made.mkdir()
        return cls(target, folder, files, scratch, read_manifest(target), frozenset(), os.getpid())

    def write(self, path: str, data: bytes) -> Written:
        """Stage one file and return its hash and size; see `stage_file`."""
        stage_file(self.files, path, data)
        return Written(hashlib.sha256(data).hexdigest(), len(data))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if os.getpid() == self.owner and not (self.folder / JOURNAL).exists():
            clear(self.folder)


def _new_files(folder: Path) -> Path:
    return folder / f"files-{secrets.token_hex(4)}"


def _leftover(public: Path, folder: Path) -> frozenset[str]:
    paths: set[str] = set()
    with suppress(NotOurs):
        paths.update(read_manifest(public))
    with suppress(SwapBroken):
        if journal := Journal.read(folder):
            paths.update(journal.moves)
    return frozenset(paths)


def clear(folder: Path, *, keep_journal: bool = False) -> None:
    """Remove what builds have left in the stage, and the stage itself where nothing else is in it."""
    if not keep_journal:
        (folder / JOURNAL).unlink(missing_ok=True)
    for name in (DRAFT, MANIFEST):
        (folder / name).unlink(missing_ok=True)
    for child in folder.glob("files-*"):
        if FILES_NAME.fullmatch(child.name):
            # Workers of a killed build may still write: under a new name they cannot reach the folder any more. What
            # one of them wrote in that very moment goes with the next build.
            shutil.rmtree(child.rename(_new_files(folder)), ignore_errors=True)
    with suppress(OSError):
        folder.rmdir()
