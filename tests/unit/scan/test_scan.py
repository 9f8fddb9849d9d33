"""What is on disk, without following anything out of it."""

import os

import pytest

from sitegen.scan import walk


def _codes(tree):
    return [(one.code, one.file) for one in sorted(tree.issues)]


def _write(root, *paths):
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(path.encode())


def test_files_are_sorted_by_path_with_their_size_time_and_inode(tmp_path):
    _write(tmp_path, "content/b/x.json", "content/a.json", "content/b.json", "other/c.json")
    tree = walk(tmp_path, "content")
    assert [seen.path for seen in tree.files] == ["content/a.json", "content/b.json", "content/b/x.json"]
    assert tree.issues == ()
    info = (tmp_path / "content/a.json").stat()
    assert tree.files[0][1:] == (len("content/a.json"), info.st_ctime_ns, info.st_ino)


@pytest.mark.parametrize("make", [lambda root: None, lambda root: (root / "content").write_text("a file")])
def test_what_is_no_folder_is_empty(tmp_path, make):
    make(tmp_path)
    tree = walk(tmp_path, "content")
    assert (tree.files, tree.issues) == ((), ())


def test_links_and_pipes_are_named_and_never_followed(tmp_path):
    _write(tmp_path, "private/notes.txt", "content/run/run.json")
    folder = tmp_path / "content/run"
    (folder / "log.txt").symlink_to("../../private/notes.txt")
    (folder / "dir").symlink_to("../../private")
    (folder / "loop").symlink_to("loop")
    (folder / "inside").symlink_to("run.json")
    (folder / "gone").symlink_to("nothing")
    os.mkfifo(folder / "pipe")
    tree = walk(tmp_path, "content")
    assert [seen.path for seen in tree.files] == ["content/run/run.json"]
    assert _codes(tree) == [
        ("link", "content/run/dir"),
        ("link", "content/run/gone"),
        ("link", "content/run/inside"),
        ("link", "content/run/log.txt"),
        ("link", "content/run/loop"),
        ("not-a-file", "content/run/pipe"),
    ]


@pytest.mark.parametrize("target", ["real", "nowhere", "content"])
def test_a_linked_top_is_named_and_not_entered(tmp_path, target):
    _write(tmp_path, "real/a.json")
    (tmp_path / "content").symlink_to(target)
    tree = walk(tmp_path, "content")
    assert tree.files == ()
    assert _codes(tree) == [("link", "content")]


@pytest.mark.parametrize(
    "name", ["a", "0", "a.json", "a-b_c.d", "model.form.json", "a..b", "a" * 100, "INVALIDATED.json"]
)
def test_safe_names(tmp_path, name):
    _write(tmp_path, f"content/{name}")
    assert walk(tmp_path, "content").issues == ()


UNSAFE = ["A.json", "a b", ".hidden", "a-", "-a", "a:b", "a%41", "a+b", "é", "a\n", "a" * 101, "Invalidated.json"]


@pytest.mark.parametrize("name", UNSAFE)
def test_unsafe_names(tmp_path, name):
    _write(tmp_path, f"content/{name}")
    tree = walk(tmp_path, "content")
    (one,) = tree.issues
    assert (one.code, one.found) == ("name-unsafe", ascii(name)[1:-1])
    assert len(tree.files) == 1


@pytest.mark.parametrize("kind", [os.mkdir, lambda path: os.close(os.open(path, os.O_CREAT))])
def test_a_name_that_is_no_text_is_named_and_left_out(tmp_path, kind):
    _write(tmp_path, "content/a.json")
    kind(os.fsencode(tmp_path / "content") + b"/b\xff")
    tree = walk(tmp_path, "content")
    assert [seen.path for seen in tree.files] == ["content/a.json"]
    (one,) = tree.issues
    assert (one.code, one.file) == ("name-unsafe", "content/b\\udcff")
    one.file.encode()


@pytest.mark.parametrize(
    "names",
    [
        ("Run.json", "run.json"),
        ("caf\u00e9", "cafe\u0301"),
        ("stra\u00dfe", "strasse"),
        ("A", "a"),
        ("\u212b", "\u00e5"),
    ],
)
def test_names_that_meet_on_some_host(tmp_path, names):
    _write(tmp_path, *(f"content/{name}" for name in names))
    tree = walk(tmp_path, "content")
    meeting = [one for one in tree.issues if one.code == "name-collision"]
    assert len(meeting) == 1
    owner = ({ascii(name)[1:-1] for name in names} - {meeting[0].found}).pop()
    assert meeting[0].expected == f"a name other than {owner}", "a decomposed name can be told from a composed one"


def test_equal_names_in_two_folders_do_not_meet(tmp_path):
    _write(tmp_path, "content/a/x.json", "content/b/x.json")
    assert walk(tmp_path, "content").issues == ()
