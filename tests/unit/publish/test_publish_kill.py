"""A build that is killed at any call to the file system leaves no half site, and the next build sets all right."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sitegen.publish import Recovery, Stage, SwapStopped, locked, recover
from sitegen.publish.journal import Journal
from sitegen.publish.plan import plan
from tests.unit.publish.drill import (
    assert_between,
    assert_site,
    at_call,
    build,
    disk_full,
    entry,
    interrupted,
    journalled,
    killed,
    sha,
    tree,
)

OLD = {
    "index.html": b"old index",
    "same.html": b"same",
    "runs/a.html": b"old a",
    "runs/b.html": b"removed",
    "gone/deep/c.html": b"removed with its folders",
    "deep/turns": b"a file that becomes a folder",
    "flat/d.html": b"a folder that becomes a file",
    "Twin.html": b"renamed in letter case",
}
NEW = {
    "index.html": b"new index",
    "same.html": b"same",
    "runs/a.html": b"new a",
    "added/deep/e.html": b"added",
    "deep/turns/f.html": b"in a folder that was a file",
    "flat": b"was a folder",
    "twin.html": b"renamed in letter case",
}


@pytest.fixture(autouse=True)
def no_wait_for_the_disk(monkeypatch):
    """A killed process loses nothing that it wrote; only a power failure would, and these tests have none."""

    def fsync(handle: int) -> None:
        os.fstat(handle)

    monkeypatch.setattr(os, "fsync", fsync)


def published(folder: Path, pages: dict[str, bytes]) -> Path:
    folder.mkdir(parents=True)
    build(folder / "public", pages)
    return folder / "public"


def at_every_call(start: Path, action: Callable[[Path], object], check: Callable[[Path], None]) -> int:
    """Kill the action at each of its calls in turn, each time in a new copy of `start`; returns how many there are."""
    number = 1
    while True:
        public = Path(f"{start}-{number}/public")
        shutil.copytree(start, public.parent)
        if not killed(lambda: action(public), number):  # noqa: B023 - it runs before the next round
            return number - 1
        check(public)
        number += 1


def index_is_new(public: Path) -> bool:
    return (public / "index.html").read_bytes() == b"new index"


def test_update_killed_at_every_call(tmp_path):
    start, new = published(tmp_path / "old", OLD), tree(published(tmp_path / "new", NEW))
    old = tree(start)
    seen = set()

    def check(public):
        assert_between(public, old, new)
        seen.add(frozenset(tree(public).items()))
        build(public, NEW)
        assert_site(public, NEW)
        assert tree(public) == new

    # 6 files and the manifest move, 5 files and 3 folders go, 3 folders come: every state between was looked at.
    assert at_every_call(start.parent, lambda public: build(public, NEW), check) > 60
    assert len(seen) > 18


def test_steps_of_the_update(tmp_path):
    public = published(tmp_path / "site", OLD)
    with Stage.open(public) as stage:
        staged = {path for path, data in NEW.items() if OLD.get(path) != data}
        journal, foreign = plan(stage, {path: entry(path, data) for path, data in NEW.items()}, staged, "0" * 64)
    assert journal == Journal(
        files=stage.files.name,
        manifest="0" * 64,
        clear=("Twin.html", "deep/turns", "flat/d.html"),
        drop=("gone/deep", "gone", "flat"),
        make=("added", "added/deep", "deep/turns"),
        moves={path: sha(NEW[path]) for path in sorted(staged)},
        remove=("gone/deep/c.html", "runs/b.html"),
    )
    assert len(staged) == 6
    assert foreign == ()


def test_first_build_killed_at_every_call(tmp_path):
    new = tree(published(tmp_path / "new", NEW))
    start = tmp_path / "empty"
    start.mkdir()

    def check(public):
        assert tree(public) in ({}, new)
        build(public, NEW)
        assert_site(public, NEW)
        assert tree(public) == new

    assert at_every_call(start, lambda public: build(public, NEW), check) > 25


def test_first_build_into_an_empty_folder_killed_at_every_call(tmp_path):
    new = tree(published(tmp_path / "new", NEW))
    start = tmp_path / "empty"
    (start / "public").mkdir(parents=True)

    def check(public):
        assert_between(public, {}, new)
        build(public, NEW)
        assert_site(public, NEW)
        assert tree(public) == new

    assert at_every_call(start, lambda public: build(public, NEW), check) > 40


@pytest.mark.parametrize("last_step", [journalled, index_is_new], ids=["journal", "index"])
def test_recovery_killed_at_every_call(tmp_path, last_step):
    start, new = published(tmp_path / "old", OLD), tree(published(tmp_path / "new", NEW))
    old = tree(start)

    def check(public):
        assert_between(public, old, new)
        with locked(public):
            recover(public)
        assert_site(public, NEW)
        assert tree(public) == new

    assert at_every_call(interrupted(start.parent, NEW, last_step).parent, recover, check) > 12


def test_recovery_says_what_it_did(tmp_path):
    public = published(tmp_path / "site", OLD)
    assert recover(public) == Recovery("nothing", 0)
    Stage.open(public).write("index.html", b"staged only")
    assert recover(public) == Recovery("discarded", 0)
    assert_site(public, OLD)
    assert recover(tmp_path / "absent") == Recovery("nothing", 0)


@pytest.mark.parametrize(("last_step", "n_left"), [(journalled, 6), (index_is_new, 2)], ids=["journal", "index"])
def test_recovery_counts_the_files_that_were_left(tmp_path, last_step, n_left):
    # Files move in the order of their paths; after the index come runs/a.html and twin.html.
    start = published(tmp_path / "site", OLD).parent
    assert recover(interrupted(start, NEW, last_step)) == Recovery("completed", n_left)


def test_disk_full_at_every_call(tmp_path):
    start, new = published(tmp_path / "old", OLD), tree(published(tmp_path / "new", NEW))
    old = tree(start)
    n_failed = n_unchanged = 0
    for number in range(1, 100):
        public = tmp_path / str(number) / "public"
        shutil.copytree(start.parent, public.parent)
        try:
            with at_call(number, disk_full):
                build(public, NEW)
        except (OSError, SwapStopped):
            n_failed += 1
            assert_between(public, old, new)
            n_unchanged += tree(public) == old
            build(public, NEW)
        assert_site(public, NEW)
    assert n_failed > 30
    assert n_unchanged > 20


def test_failed_build_leaves_nothing_beside(tmp_path):
    public = published(tmp_path / "site", OLD)
    with pytest.raises(ZeroDivisionError), locked(public), Stage.open(public) as stage:
        stage.write("index.html", b"never published")
        1 / 0  # noqa: B018 - the failure of a build
    assert_site(public, OLD)
