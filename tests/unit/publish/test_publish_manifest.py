"""The manifest's bytes, the addresses it may list, and what it says of files that were changed since."""

import json

import pytest

from sitegen.publish import BadPath, Entry, NotOurs, check_path, damaged, read_manifest
from sitegen.publish.manifest import encode, folders_of, index
from tests.unit.publish.drill import build, entry, sha

ONE = Entry("a.html", "0" * 64, 5, ("content/a.md", "templates/a.html"))
TWO = Entry("runs/b.json", "f" * 64, 0, ())


def test_bytes_of_the_manifest():
    expected = (
        '{"about":"x","schema":1,"files":[\n'
        f'{{"path":"a.html","sha256":"{"0" * 64}","size":5,"sources":["content/a.md","templates/a.html"]}},\n'
        f'{{"path":"runs/b.json","sha256":"{"f" * 64}","size":0,"sources":[]}}\n'
        "]}\n"
    )
    assert encode(index([TWO, ONE]), {"about": "x"}) == expected.encode()
    assert encode({}, {}) == b'{"schema":1,"files":[\n\n]}\n'


def test_row_separator_inside_a_text_stays():
    odd = Entry("a.html", "0" * 64, 5, ('x},{"path":"y', "é\n"))
    document = encode(index([odd, TWO]), {})
    assert json.loads(document)["files"][0]["sources"] == list(odd.sources)
    assert document.count(b"\n") == 4


@pytest.mark.parametrize(
    "path",
    ["a", "index.html", ".nojekyll", ".well-known/x", "a/b/c.d.e", "suite--run_1.json", "A-Z_0.9", "x" * 255],
)
def test_safe_addresses(path):
    check_path(path)


@pytest.mark.parametrize(
    "path",
    [
        "", "/", "/a", "a/", "a//b", ".", "..", "../a", "a/../b", "a/..", "./a", "a/./b", "a.", "a./b", "...",
        "a\\b", "c:a", "a%20b", "a b", "a\n", "\na", "a\0b", "a\x7f", "é.html", "a?b", "a#b", "a*b", "~a/$b",
        "x" * 256, "d/" + "x" * 256,
    ],
)  # fmt: skip
def test_unsafe_addresses(path):
    with pytest.raises(BadPath, match="address"):
        check_path(path)
    with pytest.raises(BadPath):
        index([entry(path, b"")])


@pytest.mark.parametrize(
    "paths",
    [
        ("a.html", "a.html"),
        ("a.html", "A.html"),
        ("runs/a", "Runs/b"),
        ("a", "a/b"),
        ("A", "a/b/c"),
        ("manifest.json",),
        ("Manifest.JSON",),
        ("manifest.json/a",),
    ],
)
def test_addresses_that_meet(paths):
    with pytest.raises(BadPath, match="meet"):
        index([entry(path, b"") for path in paths])


def test_folders():
    assert folders_of(["a", "b/c", "d/e/f", "d/e/g", "d/h/i/j"]) == {"b", "d", "d/e", "d/h", "d/h/i"}


def test_manifest_reads_back(tmp_path):
    pages = {"runs/a.html": b"a", "b.html": b"bb"}
    assert read_manifest(tmp_path / "public") == {}
    build(tmp_path / "public", pages)
    assert read_manifest(tmp_path / "public") == {path: entry(path, data) for path, data in pages.items()}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"schema":2,"files":[]}',
        '{"schema":1,"files":[{"path":"a"}]}',
        '{"schema":1,"files":7}',
        '{"schema":1,"files":[{"path":"../a","sha256":"","size":0,"sources":[]}]}',
        '{"schema":1,"files":[{"path":7,"sha256":"","size":0,"sources":[]}]}',
    ],
)
def test_manifest_that_is_not_ours(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(NotOurs, match=r"manifest\.json is not a manifest that this program wrote"):
        read_manifest(tmp_path)


def test_damaged_files_are_found(tmp_path):
    pages = {name: f"content of {name}".encode() for name in ("edited", "gone", "link", "folder", "same", "gone-too/x")}
    public = tmp_path / "public"
    build(public, pages)
    (public / "edited").write_bytes(b"content of EDITED"[: len(pages["edited"])])
    (public / "gone").unlink()
    (public / "link").rename(tmp_path / "elsewhere")
    (public / "link").symlink_to(tmp_path / "elsewhere")
    (public / "folder").unlink()
    (public / "folder").mkdir()
    (public / "gone-too/x").unlink()
    (public / "gone-too").rmdir()
    (public / "gone-too").write_bytes(b"")
    manifest = {path: entry(path, data) for path, data in pages.items()}
    assert damaged(public, manifest) == {"edited", "gone", "link", "folder", "gone-too/x"}
    assert damaged(public, {"same": Entry("same", sha(b"other"), 1, ())}) == {"same"}
