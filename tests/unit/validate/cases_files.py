"""Spoiled bytes, files and names, by issue code."""

import os
import shutil

from tests.unit.validate.paths import (
    ALLOWED,
    ALPHA,
    ARTIFACT,
    BARRED,
    BETA,
    CLAIM,
    EVIDENCE,
    FOLDER,
    GAMMA,
    PAGE,
    PROTOCOL,
    REVIEW,
    RUN,
    SITE,
    SUITE,
    TASK,
    TOMBSTONE,
)
from tests.unit.validate.spoil import Case, Place, also, change, put, remove, swap, write

MIB = 2**20


def _sparse(file: str, size: int):
    return lambda root: os.truncate(root / file, size)


def _pipe(file: str):
    return lambda root: os.mkfifo(root / file)


def _renamed_page(name: str):
    return lambda root: (root / PAGE).rename(root / "content/pages" / name)


def _folder(path: str):
    return lambda root: (root / path).mkdir()


def _link(file: str, target: str):
    return lambda root: (root / file).symlink_to(target)


def _bom(data: bytes) -> bytes:
    return b"\xef\xbb\xbf" + data


def _crlf(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


BYTES: dict[str, list[Case]] = {
    "json-syntax": [
        Case(change(RUN, lambda data: data[:300]), RUN, "", "line", "valid JSON"),
        Case(change(SUITE, lambda data: data + b"{}"), SUITE, "", "Extra data in line", "valid JSON"),
        Case(write(TOMBSTONE, b""), TOMBSTONE, "", "line 1, column 1", "valid JSON"),
        Case(write(REVIEW, b"[" * 9_000), REVIEW, "", "nesting too deep", "a few levels"),
        Case(write(REVIEW, b"[" * 100_000 + b"]" * 100_000), REVIEW, "", "nesting too deep", "a few levels"),
        Case(swap(TASK, ": 2", f": {'[' * 500}{']' * 500}"), TASK, "", "recursion limit exceeded", "valid JSON"),
        Case(swap(RUN, '"wall_ms": 2000', f'"wall_ms": {"9" * 5_000}'), RUN, "", "digits", "valid JSON"),
        Case(swap(RUN, '"house"', '"\\ud800"'), RUN, "", "hex escape", "valid JSON"),
        Case(swap(TASK, '"objects"', '"\\udfff"'), TASK, "", "surrogate", "valid JSON"),
    ],
    "json-duplicate-key": [
        Case(swap(RUN, '"wall_ms": 2000', '"wall_ms": 1, "wall_ms": 2000'), RUN, "/wall_ms", "wall_ms", "one member"),
        Case(swap(SUITE, '"id": "bracket"', '"id": "x", "id": "bracket"'), SUITE, "/tasks/0/id", "id", "one member"),
    ],
    "json-non-finite": [
        Case(swap(RUN, '"wall_ms": 2000', '"wall_ms": NaN'), RUN, "/wall_ms", "NaN", "finite"),
        Case(swap(RUN, '"wall_ms": 2000', '"wall_ms": -Infinity'), RUN, "/wall_ms", "-Infinity", "finite"),
        Case(swap(RUN, '"effort": "low"', '"top_p": 1e999'), RUN, "/settings/top_p", "1e999", "finite"),
        Case(swap(RUN, '"effort": "low"', '"top_p": -1E400'), RUN, "/settings/top_p", "-1E400", "finite"),
    ],
    "text-bom": [
        Case(change(RUN, _bom), RUN, "", "ef bb bf", "the text itself"),
        Case(change(SITE, _bom), SITE, "", "ef bb bf", "the text itself"),
        Case(change(PAGE, _bom), PAGE, "", "ef bb bf", "the text itself"),
        Case(write(ALLOWED, _bom(b"")), ALLOWED, "", "ef bb bf", "the text itself"),
        Case(change(SUITE, lambda data: data.decode().encode("utf-16")), SUITE, "", "ff fe", "the text itself"),
    ],
    "text-line-ends": [
        Case(change(RUN, _crlf), RUN, "", "CR in line 1", "LF"),
        Case(change(PAGE, _crlf), PAGE, "", "CR in line 1", "LF"),
        Case(swap(SITE, "schema = 1\ntitle", "schema = 1\n\rtitle"), SITE, "", "CR in line 2", "LF"),
    ],
    "text-encoding": [
        Case(change(RUN, lambda data: b'{"a": "\xe9"}'), RUN, "", "byte e9 at offset 7", "UTF-8"),
        Case(change(SITE, lambda data: b"# \xc3\x28\n" + data), SITE, "", "byte c3 at offset 2", "UTF-8"),
        Case(write(ALLOWED, b"# \xff\n"), ALLOWED, "", "byte ff at offset 2", "UTF-8"),
    ],
    "text-control": [
        Case(put(SUITE, "/title", "a\u202eb"), SUITE, "/title", "\\u202e", "visible text"),
        Case(put(RUN, "/stop/detail", "a\x1b[31mb"), RUN, "/stop/detail", "\\u001b", "visible text"),
        Case(put(RUN, "/model/label", " \n "), RUN, "/model/label", '" \\n "', "visible text"),
        Case(put(RUN, "/model/label", "a\nb"), RUN, "/model/label", '"a\\nb"', "in one line"),
        Case(put(RUN, "/model/label", "a\x85b"), RUN, "/model/label", "\\u0085", "visible text"),
        Case(put(RUN, "/settings/effort", "lo\x00w"), RUN, "/settings/effort", "\\u0000", "visible text"),
        Case(put(RUN, "/settings", {"eff\x07ort": 1}), RUN, "/settings/eff\\u0007ort", "\\u0007", "visible text"),
        Case(change(PAGE, lambda text: text + b"a\x00b\n"), PAGE, "", "\\u0000 in line 6", "visible text"),
        Case(swap(SITE, '"Nobody"', '"No\\u0000body"'), SITE, "/organization", "No\\u0000body", "visible text"),
    ],
    "toml-syntax": [
        Case(swap(SITE, 'title = "', "title = "), SITE, "", "line 2", "valid TOML"),
        Case(swap(PAGE, 'title = "', "title = "), PAGE, "", "line 1", "valid TOML"),
        Case(write(CLAIM, b"a = " + b"9" * 5_000), CLAIM, "", "more than 4300 digits", "valid TOML"),
        Case(write(CLAIM, b"a = " + b"[" * 9_000), CLAIM, "", "nesting too deep", "a few levels"),
        Case(write(CLAIM, b"a = " + b"{a=" * 9_000), CLAIM, "", "nesting too deep", "a few levels"),
    ],
    "front-matter": [
        Case(write(PAGE, b"# About\n"), PAGE, "", "# About", "+++"),
        Case(write(PAGE, b'+++\ntitle = "About"\n'), PAGE, "", "+++", "+++"),
    ],
}

FILES: dict[str, list[Case]] = {
    "link": [
        Case(_link(f"{FOLDER}/notes.txt", "../../suite.json"), f"{FOLDER}/notes.txt", "", "link", "a plain file"),
        Case(_link(f"{FOLDER}/loop", "loop"), f"{FOLDER}/loop", "", "link", "a plain file"),
        Case(_link("content/pages/more", "../evidence"), "content/pages/more", "", "link", "a plain file"),
        Case(
            also(lambda root: (root / "content").rename(root / "real"), _link("content", "real")),
            "content",
            "",
            "link",
            "a folder",
            besides=(Place("file-missing", SITE),),
        ),
    ],
    "not-a-file": [
        Case(_pipe(f"{FOLDER}/pipe"), f"{FOLDER}/pipe", "", "special file", "a plain file"),
        Case(also(remove(RUN), _pipe(RUN)), RUN, "", "special file", "a plain file", (Place("file-missing", RUN),)),
        Case(_pipe(ALLOWED), ALLOWED, "", "special file", "a plain file"),
        Case(_folder(f"{ALPHA}/INVALIDATED.json"), f"{ALPHA}/INVALIDATED.json", "", "a folder", "a file"),
        Case(also(remove(REVIEW), _folder(REVIEW)), REVIEW, "", "a folder", "a file"),
    ],
    "name-unsafe": [
        Case(
            lambda root: (root / PAGE).rename(root / "content/pages/about us.md"),
            "content/pages/about us.md",
            "",
            "about us.md",
            "letters a-z",
        ),
        Case(
            lambda root: (root / CLAIM).rename(root / "content/claims" / os.fsdecode(b"quick\xff.toml")),
            "content/claims/quick\\udcff.toml",
            "",
            "quick\\udcff.toml",
            "letters a-z",
        ),
        Case(
            lambda root: (root / ALPHA).rename(root / EVIDENCE / os.fsdecode(b"alpha\xff")),
            f"{EVIDENCE}/alpha\\udcff",
            "",
            "alpha\\udcff",
            "letters a-z",
        ),
        Case(
            write(f"{FOLDER}/a\nb.txt", b"x"),
            f"{FOLDER}/a\\u000ab.txt",
            "",
            "a\\nb.txt",
            "letters a-z",
            besides=(Place("file-unexpected", f"{FOLDER}/a\\u000ab.txt"),),
        ),
        *(
            Case(_renamed_page(name), f"content/pages/{name}", "", name, "no name of a Windows device")
            for name in ("con.md", "aux.txt.md", "nul.md", "com1.md", "lpt9.md")
        ),
        Case(
            lambda root: (root / PAGE).rename(root / "content/pages/About.md"),
            "content/pages/About.md",
            "",
            "About.md",
            "letters a-z",
        ),
        Case(
            lambda root: (root / PAGE).rename(root / f"content/pages/{'a' * 98}.md"),
            f"content/pages/{'a' * 98}.md",
            "",
            "aaa",
            "letters a-z",
        ),
    ],
    "name-collision": [
        Case(
            also(*(write(f"content/pages/{name}.md", b"+++\ntitle = 'x'\ndescription = 'x'\n+++\n") for name in names)),
            f"content/pages/{names[1]}.md",
            "",
            ascii(names[1])[1:-1],
            f"a name other than {ascii(names[0])[1:-1]}",
            besides=tuple(Place("name-unsafe", f"content/pages/{name}.md") for name in names),
        )
        for names in (("cafe\u0301", "caf\u00e9"), ("RUN", "Run"), ("STRASSE", "stra\u00dfe"))
    ],
    "file-too-large": [
        Case(_sparse(REVIEW, 16 * MIB + 1), REVIEW, "", "16777217 bytes", "at most 16777216 bytes"),
        Case(_sparse(SITE, 16 * MIB + 1), SITE, "", "16777217 bytes", "at most 16777216 bytes"),
        Case(_sparse(RUN, 200 * MIB), RUN, "", "209715200 bytes", "at most 16777216 bytes"),
        Case(
            also(write(ALLOWED, b""), _sparse(ALLOWED, 200 * MIB)), ALLOWED, "", "209715200 bytes", "at most 16777216"
        ),
        *(
            Case(
                _sparse(ARTIFACT, size),
                ARTIFACT,
                "",
                f"{size} bytes",
                "at most 67108864 bytes",
                besides=(Place("artifact-size", RUN, "/artifacts/0/bytes"),),
            )
            for size in (64 * MIB + 1, 200 * MIB)
        ),
    ],
    "file-unexpected": [
        Case(write("content/notes.txt", b"x"), "content/notes.txt", "", "notes.txt", "site.toml"),
        Case(write("content/pages/logo.png", b"x"), "content/pages/logo.png", "", "logo.png", "site.toml"),
        Case(write(f"{EVIDENCE}/x.json", b"{}"), f"{EVIDENCE}/x.json", "", "x.json", "folders of suites"),
        Case(write(f"{ALPHA}/notes.json", b"{}"), f"{ALPHA}/notes.json", "", "notes.json", "suite.json"),
        Case(write(f"{ALPHA}/runs/x.json", b"{}"), f"{ALPHA}/runs/x.json", "", "runs/x.json", "suite.json"),
        Case(write(f"{FOLDER}/a/b.json", b"{}"), f"{FOLDER}/a/b.json", "", "runs/alpha-1/a/b.json", "suite.json"),
        Case(write(f"{FOLDER}/trace.txt", b"x"), f"{FOLDER}/trace.txt", "", "trace.txt", "that run.json lists"),
        Case(
            also(
                lambda root: shutil.copy(root / TASK, root / f"{ALPHA}/tasks/other.json"),
                put(f"{ALPHA}/tasks/other.json", "/id", "other"),
            ),
            f"{ALPHA}/tasks/other.json",
            "",
            "other",
            "a task that suite.json lists",
        ),
    ],
    "file-missing": [
        Case(remove(SITE), SITE, "", "nothing", "site.toml"),
        Case(remove(SUITE), SUITE, "", "nothing", "suite.json"),
        Case(remove(PROTOCOL), PROTOCOL, "", "nothing", "protocol.json"),
        Case(remove(RUN), RUN, "", "nothing", "run.json"),
        Case(also(remove(RUN), lambda root: (root / RUN).mkdir()), RUN, "", "nothing", "run.json"),
        Case(also(remove(SITE), lambda root: (root / SITE).mkdir()), SITE, "", "nothing", "site.toml"),
        Case(also(remove(SUITE), remove(TASK)), SUITE, "", "nothing", "suite.json"),
        Case(
            also(remove(BARRED), remove(GAMMA)),
            GAMMA,
            "",
            "nothing",
            "suite.json",
        ),
    ],
    "file-unreadable": [
        Case(remove(file), file, "", "No such file", "a readable file", late=True)
        for file in (PAGE, REVIEW, TOMBSTONE, BETA)
    ],
}
