"""Builds for the publish tests, made to stop at any call to the file system, and an independent view of the result."""

import errno
import hashlib
import json
import os
import shutil
import signal
import stat
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from sitegen.publish import Entry, Published, Stage, SwapBroken, Written, commit, damaged, locked, recover, stage_file

Pages = dict[str, bytes]
Tree = dict[str, tuple[int, bytes]]

CHANGING_CALLS = (
    "chmod", "fchmod", "fsync", "ftruncate", "mkdir", "open", "rename", "replace", "rmdir", "unlink", "write",
)  # fmt: skip


def entry(path: str, data: bytes) -> Entry:
    return Entry(path, sha(data), len(data), (f"content/{path}.toml",))


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def build(public: Path, pages: Pages, n_workers: int = 0) -> Published:
    """What a build does with its pages: stage those that changed, or all after a broken swap, then commit."""
    with locked(public):
        try:
            recover(public)
        except SwapBroken as error:
            print(error)
        with Stage.open(public) as stage:
            lost = damaged(stage.public, stage.old)
            staged = [
                path
                for path, data in sorted(pages.items())
                if path in lost or path not in stage.old or stage.old[path].sha256 != sha(data)
            ]
            if n_workers:
                stage_by_workers(stage, pages, staged, n_workers)
            else:
                for path in staged:
                    assert stage.write(path, pages[path]) == Written(sha(pages[path]), len(pages[path]))
            return commit(stage, [entry(path, data) for path, data in pages.items()], staged)


def stage_by_workers(stage: Stage, pages: Pages, staged: list[str], n_workers: int) -> None:
    children = []
    for number in range(n_workers):
        child = os.fork()
        if not child:
            try:
                for path in staged[number::n_workers]:
                    stage_file(stage.files, path, pages[path])
                os._exit(0)
            finally:
                os._exit(1)
        children.append(child)
    assert all(os.waitpid(child, 0)[1] == 0 for child in children)


def tree(folder: Path) -> Tree:
    """Mode and content of everything in a folder, links not followed; empty where there is none."""
    found: Tree = {}
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        content = path.read_bytes() if stat.S_ISREG(mode) else b""
        found[str(path.relative_to(folder))] = (mode, content)
    return found


def contents(folder: Path) -> Pages:
    return {path: content for path, (mode, content) in tree(folder).items() if stat.S_ISREG(mode)}


def assert_site(public: Path, pages: Pages) -> None:
    """The folder holds these pages, the folders that they need, and a manifest that says so; nothing lies beside it."""
    found = tree(public)
    mode, manifest = found.pop("manifest.json")
    assert {path: content for path, (mode, content) in found.items() if stat.S_ISREG(mode)} == pages
    folders = {path for path, (mode, _) in found.items() if stat.S_ISDIR(mode)}
    assert folders == {str(parent) for path in pages for parent in Path(path).parents} - {"."}
    assert {mode for mode, _ in found.values()} | {mode} <= {stat.S_IFREG | 0o644, stat.S_IFDIR | 0o755}
    rows = json.loads(manifest)["files"]
    assert rows == [
        entry(path, pages[path])._asdict() | {"sources": [f"content/{path}.toml"]} for path in sorted(pages)
    ]
    assert [path.name for path in public.parent.iterdir() if path.name.startswith("public")] == ["public"]


def assert_between(public: Path, old: Tree, new: Tree) -> None:
    """No half file: without a journal all is old, or all new; with one each file is its old or its new self."""
    found = tree(public)
    if not journalled(public):
        assert found in (old, new)
        return
    assert found.items() <= old.items() | new.items()
    assert found.keys() >= {path for path in old.keys() & new.keys() if stat.S_ISREG(old[path][0] & new[path][0])}


@contextmanager
def at_call(number: int, act: Callable[..., None]) -> Iterator[None]:
    """Call `act(real call, arguments)` before the n-th call that changes the file system, counted from 1."""
    n_calls = 0

    def wrap(real: Callable[..., object]) -> Callable[..., object]:
        def call(*args, **kwargs):
            nonlocal n_calls
            n_calls += 1
            if n_calls == number:
                act(real, args)
            return real(*args, **kwargs)

        return call

    wrapped: dict[str, Any] = {name: wrap(getattr(os, name)) for name in CHANGING_CALLS}
    with mock.patch.multiple(os, **wrapped):
        yield


def die(real: Callable[..., object], args: tuple[object, ...]) -> None:
    """End the process as `kill -9` does; a write is torn in its middle."""
    if real.__name__ == "write" and isinstance(args[1], bytes | memoryview):
        real(args[0], args[1][: len(args[1]) // 2])
    os.kill(os.getpid(), signal.SIGKILL)


def disk_full(real: Callable[..., object], args: tuple[object, ...]) -> None:
    """Fail as on a full disk where the call may need room; a write gets half of its bytes down."""
    if real.__name__ == "write" and isinstance(args[1], bytes | memoryview):
        real(args[0], args[1][: len(args[1]) // 2])
    if real.__name__ in ("fsync", "mkdir", "open", "rename", "replace", "write"):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def killed(action: Callable[[], object], number: int) -> bool:
    """Run the action in a forked process that is killed at its n-th changing call; False if it ended before."""
    child = os.fork()
    if not child:
        try:
            with at_call(number, die):
                action()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    status = os.waitpid(child, 0)[1]
    assert status == 0 or os.WTERMSIG(status) == signal.SIGKILL
    return status != 0


def journalled(public: Path) -> bool:
    """Whether a swap has begun and not ended."""
    return (public.parent / "public.stage" / "journal.json").exists()


def interrupted(start: Path, pages: Pages, until: Callable[[Path], bool]) -> Path:
    """Kill a build at each of its calls in turn, in copies of the folder `start`, until a `public` is as asked for."""
    number = 0
    while True:
        number += 1
        public = Path(f"{start}-{number}/public")
        shutil.copytree(start, public.parent)
        assert killed(lambda: build(public, pages), number)  # noqa: B023 - it runs before the next round
        if until(public):
            return public


def many_pages(version: str, n_pages: int) -> Pages:
    """A site of several folders; of two versions a third is equal, a third changed, a third is in one only."""
    pages: Pages = {}
    for number in range(n_pages):
        kind = number % 3
        name = f"{version}-{number}" if kind == 0 else str(number)
        text = f"{number} {version if kind == 1 else 'same'}\n" * (1 + number % 200)
        folder = f"{version}/part-{number % 5}" if kind == 0 else f"runs/part-{number % 5}"
        pages[f"{folder}/{name}.html"] = text.encode()
    return pages


if __name__ == "__main__":
    print("begin", flush=True)
    build(Path(sys.argv[1]), many_pages(sys.argv[2], int(sys.argv[3])), n_workers=2)
