"""What a commit writes, removes, leaves alone and refuses."""

import itertools
import os
import re
import shutil
from pathlib import Path

import pytest

from sitegen.publish import (
    BadPath,
    Incomplete,
    NotOurs,
    Published,
    Recovery,
    Stage,
    SwapBroken,
    SwapStopped,
    commit,
    locked,
    read_manifest,
    recover,
)
from tests.unit.publish.drill import assert_site, build, contents, entry, interrupted, journalled, tree

OLD = {"index.html": b"old", "same.html": b"same", "runs/a.html": b"a", "gone/deep/b.html": b"b"}
NEW = {"index.html": b"new", "same.html": b"same", "runs/a.html": b"a", "added/c.html": b"c"}


@pytest.fixture
def public(tmp_path):
    build(tmp_path / "public", OLD)
    return tmp_path / "public"


def refused(public: Path, pages: dict[str, bytes], error: type[Exception], match: str) -> None:
    before = tree(public.parent)
    with pytest.raises(error, match=match):
        build(public, pages)
    assert tree(public.parent) == before


def test_first_build(tmp_path):
    done = build(tmp_path / "public", OLD)
    assert done == Published(tuple(sorted(OLD)), (), (), ())
    assert_site(tmp_path / "public", OLD)


def test_empty_site(tmp_path):
    assert build(tmp_path / "public", {}) == Published((), (), (), ())
    assert_site(tmp_path / "public", {})


def test_update_writes_only_what_changed(public):
    before = {path: (public / path).stat() for path in ("same.html", "runs/a.html")}
    done = build(public, NEW)
    assert done == Published(
        ("added/c.html", "index.html"), ("gone/deep/b.html",), ("runs/a.html", "same.html"), ()
    )  # fmt: skip
    assert_site(public, NEW)
    assert not (public / "gone").exists()
    for path, state in before.items():
        assert (public / path).stat().st_ino == state.st_ino
        assert (public / path).stat().st_mtime_ns == state.st_mtime_ns


def test_build_without_change_writes_nothing(public):
    def found():
        """Everything but the time of the last reading, which the comparison itself may change."""
        stats = {path: os.lstat(path) for path in [public, *public.rglob("*")]}
        return {path: (info.st_ino, info.st_mode, info.st_size, info.st_ctime_ns) for path, info in stats.items()}

    before = found()
    assert build(public, OLD) == Published((), (), tuple(sorted(OLD)), ())
    assert found() == before


def test_change_of_sources_alone_renews_the_manifest(public):
    entries = [entry(path, data)._replace(sources=("x",)) for path, data in OLD.items()]
    with Stage.open(public) as stage:
        assert commit(stage, entries, ()).written == ()
    assert read_manifest(public)["index.html"].sources == ("x",)


def test_order_of_entries_does_not_matter(tmp_path):
    orders = list(itertools.permutations(OLD))[::7]
    for number, order in enumerate(orders):
        build(tmp_path / str(number) / "public", {path: OLD[path] for path in order})
    assert all(tree(tmp_path / str(number)) == tree(tmp_path / "0") for number in range(len(orders)))


def test_further_members_of_the_manifest(public):
    with Stage.open(public) as stage:
        commit(stage, [], (), {"version": "1.2"})
    assert (public / "manifest.json").read_bytes() == b'{"schema":1,"version":"1.2","files":[\n\n]}\n'


def test_damaged_and_missing_files_are_put_right(public):
    (public / "index.html").write_bytes(b"edited")
    (public / "runs/a.html").unlink()
    (public / "runs").rmdir()
    assert build(public, OLD).written == ("index.html", "runs/a.html")
    assert_site(public, OLD)


def test_foreign_files_are_left_alone_and_named(public):
    foreign = {"CNAME": b"c", "runs/notes.txt": b"n", "gone/deep/keep.txt": b"k", ".git/objects/x": b"o", "own/y": b"y"}
    for path, data in foreign.items():
        (public / path).parent.mkdir(parents=True, exist_ok=True)
        (public / path).write_bytes(data)
    (public / "link").symlink_to("/nowhere")
    expected = (".git/", "CNAME", "gone/deep/keep.txt", "link", "own/", "runs/notes.txt")
    assert build(public, OLD).foreign == expected
    assert build(public, NEW).foreign == expected
    assert contents(public) == NEW | foreign | {"manifest.json": (public / "manifest.json").read_bytes()}
    assert (public / "link").is_symlink()


def test_foreign_name_that_is_not_text(public):
    with open(os.fsencode(public) + b"/caf\xe9", "wb"):  # noqa: PTH123 - the name is bytes
        pass
    assert build(public, NEW).foreign == ("caf?",)


@pytest.mark.parametrize("path", ["added/c.html", "added"])
def test_foreign_file_in_the_way_of_a_new_one(public, path):
    (public / path).parent.mkdir(exist_ok=True)
    (public / path).write_bytes(b"of the user")
    refused(public, NEW, NotOurs, f"{path} in .*")


@pytest.mark.parametrize("foreign", ["gone/deep/keep.txt", "gone/keep/x", "gone/empty/"])
def test_foreign_file_in_a_folder_that_becomes_a_file(public, foreign):
    if foreign.endswith("/"):
        (public / foreign).mkdir()
    else:
        (public / foreign).parent.mkdir(exist_ok=True)
        (public / foreign).write_bytes(b"of the user")
    refused(public, {"gone": b"now a file"}, NotOurs, "gone in .*Move it away")


def test_foreign_folder_in_the_place_of_a_page(public):
    (public / "index.html").unlink()
    (public / "index.html").mkdir()
    refused(public, OLD, NotOurs, r"index\.html in .*Move it away")
    # A page that goes leaves the user's folder of its name alone.
    pages = {path: data for path, data in OLD.items() if path != "index.html"}
    assert build(public, pages) == Published((), (), tuple(sorted(pages)), ("index.html/",))
    assert (public / "index.html").is_dir()


def test_output_folder_that_no_build_made(tmp_path):
    public = tmp_path / "public"
    public.mkdir()
    (public / "thesis.tex").write_bytes(b"precious")
    refused(public, NEW, NotOurs, r"holds files, but no manifest\.json.*move it away")
    (public / "manifest.json").write_bytes(b'{"name": "a web app"}')
    refused(public, NEW, NotOurs, "not a manifest that this program wrote")
    (public / "manifest.json").unlink()
    (public / "manifest.json").mkdir()
    refused(public, NEW, NotOurs, "holds files, but no manifest")


def test_output_folder_is_a_file(tmp_path):
    (tmp_path / "public").write_bytes(b"precious")
    refused(tmp_path / "public", NEW, NotOurs, "not a folder")


def linked_away(public: Path, folder: str) -> Path:
    outside = public.parent / "outside"
    (public / folder).rename(outside)
    (public / folder).symlink_to(outside)
    return outside


@pytest.mark.parametrize("changed", [{"runs/a.html": b"new a"}, {"runs/new.html": b"new"}, {}])
def test_nothing_is_written_through_a_link(public, changed):
    outside = linked_away(public, "runs")
    refused(public, OLD | changed, NotOurs, "runs in .*a link or a file where the site has a folder")
    assert contents(outside) == {"a.html": b"a"}


def test_nothing_is_removed_through_a_link(public):
    outside = linked_away(public, "gone/deep")
    assert build(public, NEW).foreign == ("gone/deep",)
    assert contents(outside) == {"b.html": b"b"}


def test_link_in_the_place_of_a_page_is_replaced_not_followed(public):
    (public / "index.html").rename(public.parent / "outside")
    (public / "index.html").symlink_to(public.parent / "outside")
    build(public, NEW)
    assert_site(public, NEW)
    assert (public.parent / "outside").read_bytes() == b"old"


def test_folder_that_may_not_be_written_to(public, monkeypatch):
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: not str(path).endswith("/runs") and real(path, mode))
    build(public, NEW)
    refused(public, NEW | {"runs/d.html": b"d"}, NotOurs, "runs in .*may not write there")


def test_site_must_be_whole(public):
    entries = [entry(path, data) for path, data in OLD.items()]
    cases = {
        "new or changed since the last build, but not staged": ([*entries[1:], entry("index.html", b"new")], {}, ()),
        "staged, but not an entry": (entries, {"x.html": b"x"}, ("x.html",)),
        "not both staged and in the list": (entries, {"x.html": b"x"}, ()),
        "y.html: not both staged": ([*entries, entry("y.html", b"y")], {}, ("y.html",)),
        "meet": ([*entries, entry("INDEX.html", b"x")], {"INDEX.html": b"x"}, ("INDEX.html",)),
    }
    before = tree(public)
    for match, (listed, written, staged) in cases.items():
        with Stage.open(public) as stage:
            for path, data in written.items():
                stage.write(path, data)
            with pytest.raises((Incomplete, BadPath), match=match):
                commit(stage, listed, staged)
        assert tree(public) == before


def test_file_that_is_gone_is_not_listed_as_published(public):
    (public / "runs/a.html").unlink()
    with (
        Stage.open(public) as stage,
        pytest.raises(Incomplete, match=r"runs/a\.html: gone from .*Build all files again"),
    ):
        commit(stage, [entry(path, data) for path, data in OLD.items()], ())


def test_journal_and_manifest_are_on_the_disk_before_the_first_change(public, monkeypatch):
    calls = []

    def recorded(name, real):
        def call(*args, **kwargs):
            where = Path(f"/proc/self/fd/{args[0]}").readlink() if name == "fsync" else Path(str(args[-1]))
            calls.append((name, where.name))
            return real(*args, **kwargs)

        return call

    for name in ("fsync", "replace", "mkdir", "unlink"):
        monkeypatch.setattr(os, name, recorded(name, getattr(os, name)))
    build(public, NEW)
    begin = calls.index(("fsync", "manifest.json"))
    assert calls[begin:][:11] == [
        ("fsync", "manifest.json"),
        ("fsync", "journal.json.new"),
        ("replace", "journal.json"),
        ("fsync", "public.stage"),
        ("mkdir", "493"),  # the mode 0755 of `added`
        ("replace", "c.html"),
        ("replace", "index.html"),
        ("unlink", "b.html"),
        ("replace", "manifest.json"),
        ("unlink", "journal.json"),
        ("unlink", "journal.json.new"),
    ]


def first_file_moved(public: Path) -> bool:
    return (public / "added/c.html").exists()


def torn_swap(start: Path, torn: str = "files-*/index.html") -> Path:
    """Kill an update to NEW after its first rename, and damage a file that had still to be renamed."""
    public = interrupted(start, NEW, first_file_moved)
    (staged,) = public.parent.glob(f"public.stage/{torn}")
    staged.write_bytes(b"")
    return public


@pytest.mark.parametrize("torn", ["files-*/index.html", "manifest.json"])
def test_torn_swap_is_not_completed(public, torn):
    public = torn_swap(public.parent, torn)
    before = tree(public.parent)
    name = re.escape(Path(torn).name)
    with pytest.raises(SwapBroken, match=rf"1 of its files .*damaged or gone \({name}\)\. A full build mends it"):
        recover(public)
    assert tree(public.parent) == before


def test_full_build_mends_a_torn_swap(public):
    public = torn_swap(public.parent)
    with Stage.open(public) as stage, pytest.raises(Incomplete, match="not staged"):
        commit(stage, [entry(path, data) for path, data in OLD.items()], ())
    with pytest.raises(SwapBroken):
        recover(public)
    # `added/c.html` is in no manifest, but the journal remembers it.
    assert build(public, OLD) == Published(tuple(sorted(OLD)), ("added/c.html",), (), ())
    assert_site(public, OLD)


def test_full_build_mends_a_torn_first_build(tmp_path):
    (tmp_path / "start" / "public").mkdir(parents=True)
    public = torn_swap(tmp_path / "start")
    with pytest.raises(SwapBroken):
        recover(public)
    build(public, NEW)
    assert_site(public, NEW)


@pytest.mark.parametrize("damage", ["not json", "{}", '{"schema":1,"swap":{}}', "outside", "other-folder", "future"])
def test_journal_that_is_not_ours(public, damage):
    public = interrupted(public.parent, NEW, journalled)
    journal = public.parent / "public.stage" / "journal.json"
    text = journal.read_text()
    changes = {
        "outside": text.replace("gone/deep/b.html", "../../b.html"),
        "other-folder": text.replace('"files":"files-', '"files":"../files-'),
        "future": text.replace('{"schema":1', '{"schema":2'),
    }
    journal.write_text(changes.get(damage, damage))
    assert journal.read_text() != text
    with pytest.raises(SwapBroken, match="not a journal of this program"):
        recover(public)


def test_folder_linked_away_between_kill_and_recovery(public):
    public = interrupted(public.parent, NEW | {"runs/a.html": b"new a"}, journalled)
    outside = linked_away(public, "runs")
    with pytest.raises(SwapBroken, match="runs"):
        recover(public)
    assert contents(outside) == {"a.html": b"a"}
    (public / "runs").unlink()
    build(public, OLD)
    assert contents(public).keys() == OLD.keys() | {"manifest.json"}


def test_foreign_file_put_between_kill_and_recovery(public):
    public = interrupted(public.parent, NEW, journalled)
    (public / "added").write_bytes(b"of the user")
    with pytest.raises(SwapBroken, match="was changed after a build was interrupted"):
        recover(public)
    assert (public / "added").read_bytes() == b"of the user"


def test_output_folder_removed_between_kill_and_recovery(public):
    public = interrupted(public.parent, NEW, journalled)
    shutil.rmtree(public)
    with pytest.raises(SwapBroken):
        recover(public)
    build(public, NEW)
    assert_site(public, NEW)


@pytest.mark.parametrize("cause", [PermissionError(13, "may not", "index.html"), KeyboardInterrupt()])
def test_swap_that_is_stopped_is_finished_later(public, monkeypatch, cause):
    real = os.replace

    def stop(source, *args, **kwargs):
        if source == "index.html":
            raise cause
        real(source, *args, **kwargs)

    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises(SwapStopped, match=r"partly updated.*\(.*(may not|by the user).*\).*build again"):
        build(public, NEW)
    with pytest.raises(SwapStopped, match=r"partly updated.*\(.*(may not|by the user).*\).*build again"):
        recover(public)
    monkeypatch.undo()
    with locked(public):
        assert recover(public) == Recovery("completed", 1)
    assert_site(public, NEW)
