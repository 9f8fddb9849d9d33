"""The folder in which a build leaves what it knows, and the quick look that tells whether anything changed.

This module imports nothing heavy: a build with nothing to do ends here.
"""

import hashlib
import hmac
import marshal
import os
import secrets
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sitegen.build.program import program_key
from sitegen.layout import ALLOWED_LEAKS_FILE, CONTENT, MANIFEST, PUBLIC
from sitegen.scan import Seen, Tree, walk_beside
from sitegen.secret_names import names_secret

_FOLDER = ".build"
_SAME_BYTES = 2
"""Version of the format in which equal values have equal bytes; later ones tell which values were one object."""
_SALT, _SNAPSHOT = "salt", "snapshot"


@dataclass(frozen=True, slots=True)
class Memory:
    """The folder `.build`, bound to this checkout on this disk: what came with a copied tree is not believed."""

    folder: Path

    @classmethod
    def of(cls, root: Path) -> "Memory":
        """Return the memory of a project; makes its folder."""
        folder = root / _FOLDER
        folder.mkdir(exist_ok=True)
        return cls(folder)

    @classmethod
    def existing(cls, root: Path) -> "Memory | None":
        """Return the memory that a build has left, or None; makes nothing."""
        memory = cls(root / _FOLDER)
        return None if memory.read(_SALT) is None else memory

    def key(self, root: Path, environ: Mapping[str, str]) -> str:
        """Return a hash over all that can change a verdict or an output beside the content itself.

        Secrets enter by a salted hash, so that the key tells nothing of them.
        """
        info = self.folder.stat()
        digest = hmac.new(self._salt(), digestmod=hashlib.sha256)
        digest.update(f"{program_key()} {info.st_dev} {info.st_ino}\n".encode())
        for name, value in sorted(environ.items()):
            if names_secret(name):
                digest.update(f"{name}={len(value)}:{value}\n".encode("utf-8", "surrogateescape"))
        allowed = root / CONTENT / ALLOWED_LEAKS_FILE
        if allowed.is_file():
            digest.update(allowed.read_bytes())
        return digest.hexdigest()

    def read(self, name: str) -> bytes | None:
        """Return a file of the memory, or None; a link, a pipe or a folder of that name holds nothing of ours."""
        path = self.folder / name
        try:
            return path.read_bytes() if stat.S_ISREG(path.lstat().st_mode) else None
        except OSError:
            return None

    def write(self, name: str, data: bytes) -> None:
        """Keep a file, in place of whatever has its name, a folder left aside."""
        from sitegen.store import write_whole

        write_whole(self.folder / name, data)

    def recall(self, name: str, key: str) -> Any:
        """Return what was kept under a key, or None. Without the key, which no other folder has, nothing is decoded."""
        data = self.read(name)
        if data is None or not hmac.compare_digest(data[: len(key)], key.encode()):
            return None
        try:
            return marshal.loads(memoryview(data)[len(key) :])
        except (ValueError, TypeError, EOFError):
            return None

    def keep(self, name: str, key: str, value: Any) -> None:
        """Keep plain values, or code, under a key; see `recall`."""
        self.write(name, key.encode() + marshal.dumps(value))

    def snapshot(self) -> str | None:
        """Return the digest of everything as the last build left it, or None."""
        data = self.read(_SNAPSHOT)
        return None if data is None else data.decode("utf-8", "replace")

    def forget_snapshot(self) -> None:
        """Make sure that the next build looks closer."""
        (self.folder / _SNAPSHOT).unlink(missing_ok=True)

    def save_snapshot(self, digest: str) -> None:
        """Remember the digest of everything as it is now."""
        self.write(_SNAPSHOT, digest.encode())

    def _salt(self) -> bytes:
        salt = self.read(_SALT)
        if salt is None:
            salt = secrets.token_bytes(32)
            self.write(_SALT, salt)
        return salt


class Look(NamedTuple):
    """What is there before a build begins."""

    key: str
    tree: Tree
    site: tuple[Seen, ...]
    """Files of the site; `public` itself may be a link to a folder elsewhere."""
    same: bool
    """Whether content, program and site are just as the last build left them."""

    def holds(self, root: Path) -> bool:
        """Return whether no other build has begun or ended since: each one leaves a stage or a new manifest."""
        manifest = Path(os.path.realpath(root / PUBLIC)) / MANIFEST
        try:
            info = manifest.lstat()
            there = [(info.st_size, info.st_ctime_ns, info.st_ino)]
        except OSError:
            there = []
        seen = [one[1:] for one in self.site if one.path == f"{manifest.parent.name}/{MANIFEST}"]
        return there == seen and not _stage(root).exists()


def look(root: Path, environ: Mapping[str, str], jobs: int) -> Look:
    """Return what is there; nothing is read but names, sizes and times."""
    memory = Memory.of(root)
    key = memory.key(root, environ)
    tree, site = walk_beside(root, CONTENT, Path(os.path.realpath(root / PUBLIC)), jobs)
    known = None if _stage(root).exists() else memory.snapshot()
    return Look(key, tree, site, known is not None and known == stat_digest(key, tree.files, site))


def _stage(root: Path) -> Path:
    return Path(f"{os.path.realpath(root / PUBLIC)}.stage")


def stat_digest(key: str, *trees: Iterable[Seen]) -> str:
    """Return a digest of files as the file system shows them."""
    digest = hashlib.sha256(key.encode())
    for tree in trees:
        digest.update(marshal.dumps(list(map(tuple, tree)), _SAME_BYTES))
    return digest.hexdigest()
