"""The lock, and the folder where files lie before they are published."""

import os
import signal
from collections.abc import Callable

import pytest

from sitegen.publish import BadPath, Busy, NotOurs, PublishError, Stage, Written, locked, stage_file
from tests.unit.publish.drill import assert_site, build, contents, sha

PAGES = {f"runs/part-{number % 3}/{number}.html": b"%d" % number for number in range(60)} | {"index.html": b"index"}


class Child:
    """A forked process that runs `action(tell, wait)`; `tell` and `wait` talk to the test."""

    def __init__(self, action: Callable[[Callable[[bytes], object], Callable[[], bytes]], object]) -> None:
        self._from_child, to_test = os.pipe()
        from_test, self._to_child = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            os.close(self._to_child)
            action(lambda word: os.write(to_test, word), lambda: os.read(from_test, 9))
            os._exit(0)
        os.close(to_test)
        os.close(from_test)

    def hear(self) -> bytes:
        return os.read(self._from_child, 99)

    def tell(self) -> None:
        os.write(self._to_child, b"go")

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def test_second_build_is_refused_until_the_first_dies(tmp_path):
    public = tmp_path / "site" / "public"

    def hold(tell, wait):
        with locked(public):
            tell(b"locked")
            wait()

    child = Child(hold)
    assert child.hear() == b"locked"
    with pytest.raises(Busy, match=rf"process {child.pid}\) .*Wait until it ends"):
        build(public, PAGES)
    assert not public.exists()
    child.kill()
    build(public, PAGES)
    assert_site(public, PAGES)


def test_lock_ends_with_the_build(tmp_path):
    public = tmp_path / "public"
    with pytest.raises(KeyError), locked(public):
        raise KeyError
    with locked(public):
        assert (tmp_path / "public.lock").exists()
    assert list(tmp_path.iterdir()) == []


def test_lock_on_a_removed_file_is_taken_again(tmp_path, monkeypatch):
    real, opened = os.open, []

    def open_then_lose(path, *args, **kwargs):
        handle = real(path, *args, **kwargs)
        opened.append(handle)
        if len(opened) == 1:
            path.unlink()
        return handle

    monkeypatch.setattr(os, "open", open_then_lose)
    with locked(tmp_path / "public"):
        assert len(opened) == 2
        assert (tmp_path / "public.lock").read_text() == f"{os.getpid()}\n"


def test_workers_that_outlive_a_killed_build_disturb_nothing(tmp_path):
    public = tmp_path / "public"

    def parent(tell, wait):
        with locked(public), Stage.open(public) as stage:
            stage.write("old.html", b"of the killed build")
            if os.fork():
                signal.pause()
            tell(b"ready")
            wait()
            try:
                stage_file(stage.files, "runs/part-0/0.html", b"too late")
            except PublishError as error:
                tell(type(error).__name__.encode())
            os._exit(0)

    child = Child(parent)
    assert child.hear() == b"ready"
    child.kill()
    with locked(public), Stage.open(public) as stage:
        for path, data in PAGES.items():
            stage.write(path, data)
        child.tell()
        assert child.hear() == b"PublishError"
        assert contents(stage.files) == PAGES
    build(public, PAGES)
    assert_site(public, PAGES)


def test_worker_that_fails_leaves_lock_and_stage_to_its_parent(tmp_path):
    public = tmp_path / "public"

    def parent(tell, wait):
        try:
            with locked(public), Stage.open(public) as stage:
                stage.write("index.html", b"index")
                worker = os.fork()
                if not worker:
                    raise ZeroDivisionError
                os.waitpid(worker, 0)
                tell(b"worker has failed")
                wait()
        except ZeroDivisionError:
            os._exit(1)

    child = Child(parent)
    assert child.hear() == b"worker has failed"
    assert [path.name for path in (tmp_path / "public.stage").rglob("*.html")] == ["index.html"]
    with pytest.raises(Busy), locked(public):
        pass
    child.kill()


def test_workers_stage_together(tmp_path):
    public = tmp_path / "public"
    build(public, PAGES, n_workers=3)
    assert_site(public, PAGES)


def test_staged_file_has_hash_and_size(tmp_path):
    stage = Stage.open(tmp_path / "public")
    data = bytes(range(256)) * 5000
    assert stage.write("a/b.bin", data) == Written(sha(data), 1_280_000)
    assert stage.write("a/empty", b"") == Written("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", 0)
    assert contents(stage.files) == {"a/b.bin": data, "a/empty": b""}
    assert not stage.public.exists()


def test_short_writes_are_continued(tmp_path, monkeypatch):
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, data[:7]))
    stage = Stage.open(tmp_path / "public")
    stage.write("a", b"0123456789" * 10)
    assert (stage.files / "a").read_bytes() == b"0123456789" * 10


@pytest.mark.parametrize("path", ["a/b", "a/b/c", "a"])
def test_two_outputs_at_one_address(tmp_path, path):
    stage = Stage.open(tmp_path / "public")
    stage.write("a/b", b"first")
    with pytest.raises(BadPath, match="two files of this build claim it"):
        stage.write(path, b"second")
    assert contents(stage.files) == {"a/b": b"first"}


@pytest.mark.parametrize("path", ["../outside", "/tmp/outside", "a/../../outside", "a\\b", ""])
def test_nothing_is_written_outside_the_stage(tmp_path, path):
    stage = Stage.open(tmp_path / "public")
    with pytest.raises(BadPath):
        stage.write(path, b"x")
    assert contents(tmp_path) == {}


@pytest.mark.parametrize("umask", [0o000, 0o027, 0o077])
def test_umask_changes_nothing(tmp_path, umask):
    before = os.umask(umask)
    try:
        for place in ("new/public", "old/public"):
            if place.startswith("old"):
                (tmp_path / "old/public").mkdir(parents=True, mode=0o755)
            build(tmp_path / place, PAGES)
            build(tmp_path / place, PAGES | {"added/deep/x": b"x", "index.html": b"new"})
            assert_site(tmp_path / place, PAGES | {"added/deep/x": b"x", "index.html": b"new"})
        assert (tmp_path / "new/public").stat().st_mode & 0o777 == 0o755
    finally:
        os.umask(before)


def test_leftover_stage_is_emptied_but_nothing_else(tmp_path):
    public = tmp_path / "public"
    first = Stage.open(public)
    first.write("a/b", b"left over")
    (first.folder / "files-of-mine").mkdir()
    (first.folder / "files-of-mine/notes.txt").write_text("of the user")
    second = Stage.open(public)
    assert second.files != first.files
    assert contents(second.folder) == {"files-of-mine/notes.txt": b"of the user"}


@pytest.mark.parametrize("kind", ["file", "link"])
def test_place_of_the_stage_is_taken(tmp_path, kind):
    taken = tmp_path / "public.stage"
    if kind == "file":
        taken.write_text("of the user")
    else:
        (tmp_path / "elsewhere").mkdir()
        taken.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NotOurs, match=r"public\.stage is needed for the build"):
        build(tmp_path / "public", PAGES)
    assert not (tmp_path / "public").exists()


def test_link_to_the_output_folder_is_followed(tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "public").symlink_to(tmp_path / "disk" / "site")
    build(tmp_path / "public", PAGES)
    build(tmp_path / "public", PAGES | {"index.html": b"new"})
    assert contents(tmp_path / "disk" / "site").keys() == PAGES.keys() | {"manifest.json"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["disk", "public"]


def test_mount_point_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(os.path, "ismount", lambda path: str(path) == str(tmp_path / "public"))
    with pytest.raises(NotOurs, match=r"mount point.*Choose a folder inside it"):
        build(tmp_path / "public", PAGES)
