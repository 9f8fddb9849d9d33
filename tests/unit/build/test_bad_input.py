"""Bad input at the command line: words a person can act on, exit code 1, nothing half-written, never a traceback."""

import os
import shutil

import pytest
from click.testing import CliRunner

from sitegen.cli import main
from tests.unit.build.trees import contents, run_build
from tests.unit.validate.base import write_base
from tests.unit.validate.paths import (
    ALLOWED,
    ALPHA,
    ARTIFACT,
    BETA,
    CAVEATS,
    CLAIM,
    EVIDENCE,
    FOLDER,
    PAGE,
    REVIEW,
    RUN,
    SITE,
    SUITE,
    TASK,
)
from tests.unit.validate.spoil import also, change, drop, put, remove, swap, write

MIB = 2**20
FULL = '+++\ntitle = "x"\ndescription = "x"\n+++\n'

# name: how to spoil a project, what the answer must name
BAD = {
    "truncated JSON": (change(RUN, lambda data: data[:-40]), ("json-syntax", RUN)),
    "duplicate key": (swap(RUN, '"wall_ms": 2000', '"wall_ms": 1, "wall_ms": 2000'), ("json-duplicate-key", RUN)),
    "BOM": (change(RUN, lambda data: b"\xef\xbb\xbf" + data), ("text-bom", RUN)),
    "CRLF": (change(SUITE, lambda data: data.replace(b"\n", b"\r\n")), ("text-line-ends", SUITE)),
    "bad UTF-8": (change(RUN, lambda data: data.replace(b"house", b"h\xffuse")), ("text-encoding", RUN)),
    "NaN": (swap(RUN, '"wall_ms": 2000', '"wall_ms": NaN'), ("json-non-finite", "NaN")),
    "1e999": (swap(RUN, '"wall_ms": 2000', '"wall_ms": 1e999'), ("json-non-finite", "1e999")),
    "text for a number": (put(RUN, "/wall_ms", "2000"), ("field-type", "/wall_ms")),
    "missing artifact": (remove(ARTIFACT), ("artifact-missing", "model.step")),
    "wrong hash": (write(ARTIFACT, b"ISO-10303-22;\n"), ("artifact-hash", "/artifacts/0/sha256")),
    "link": (lambda root: (root / FOLDER / "log.txt").symlink_to("../../../../../private"), ("link", "log.txt")),
    "way up": (put(RUN, "/artifacts/0/name", "../../suite.json"), ("field-value", "../../suite.json")),
    "letter case": (also(*(write(f"content/pages/{n}.md", FULL.encode()) for n in ("Ab", "AB"))), ("name-collision",)),
    "normal form": (
        also(*(write(f"content/pages/{n}.md", FULL.encode()) for n in ("e\u0301", "\u00e9"))),
        ("name-collision",),
    ),
    "200 MB artifact": (lambda root: os.truncate(root / ARTIFACT, 200 * MIB), ("file-too-large", "209715200 bytes")),
    "200 MB record": (lambda root: os.truncate(root / RUN, 200 * MIB), ("file-too-large", "209715200 bytes")),
    "origin's table": (put(BETA, "/origin/submitted/resolved", 2), ("origin-sum", "/origin/submitted/resolved")),
    "deep JSON": (write(RUN, b"[" * 100_000), ("json-syntax", "nesting too deep")),
    "deep TOML": (write(SITE, b"a = " + b"[" * 100_000), ("toml-syntax", "nesting too deep")),
    "deep braces": (swap(PAGE, "{{ median", "{{ " + "(" * 50_000 + "median"), ("placeholder", PAGE)),
    "huge power in braces": (swap(PAGE, '"wall_ms")', "9**9**9)"), ("placeholder", "no literal")),
    "lone surrogate": (swap(RUN, '"house"', '"\\ud800"'), ("json-syntax", RUN)),
    "huge setting": (put(RUN, "/settings/seed", 2**70), ("field-value", "/settings/seed")),
    "huge requirement": (put(TASK, "/requirements/objects", 2**60), ("field-value", "/requirements")),
    "nested setting": (put(RUN, "/settings/effort", {"of": {"of": 1}}), ("field-type", "/settings/effort")),
    "long text": (put(RUN, "/model/label", "x" * 5_000_000), ("field-value", "/model/label")),
    "long name": (put(RUN, f"/settings/{'x' * 1_000_000}", 1), ("field-value", "/settings/xxx")),
    "empty record": (write(RUN, b""), ("json-syntax", RUN)),
    "empty site": (write(SITE, b""), ("field-missing", "/title")),
    "empty caveats": (write(CAVEATS, b""), ("field-missing", "/caveat")),
    "empty review": (write(REVIEW, b""), ("json-syntax", REVIEW)),
    "wrong types in TOML": (
        swap(SITE, '"Nobody"', "2026-01-01T00:00:00Z\nbase_url = 1.5"),
        ("field-type", "/base_url"),
    ),
    "record is a folder": (also(remove(RUN), lambda root: (root / RUN).mkdir()), ("file-missing", RUN)),
    "record is a pipe": (also(remove(RUN), lambda root: os.mkfifo(root / RUN)), ("not-a-file", RUN)),
    "name is no text": (lambda root: (root / FOLDER / os.fsdecode(b"a\xff")).mkdir(), ("name-unsafe", "a\\udcff")),
    "line end in a name": (write(f"{FOLDER}/a\nb.txt", b"x"), ("name-unsafe", "a\\u000ab.txt")),
    "content is a link": (
        also(lambda root: (root / "content").rename(root / "real"), lambda root: (root / "content").symlink_to("real")),
        ("link", "content"),
    ),
    "evidence is a file": (
        also(lambda root: shutil.rmtree(root / EVIDENCE), write(EVIDENCE, b"x")),
        ("file-unexpected", EVIDENCE),
    ),
    "only runs": (also(*(remove(f"{ALPHA}/{name}") for name in ("suite.json", "protocol.json"))), ("file-missing",)),
    "day not in the calendar": (put(RUN, "/started_at", "2026-02-30T00:00:00Z"), ("time-invalid", "/started_at")),
    "price with five decimals": (put(RUN, "/cost/price/rates/input", "0.00001"), ("field-value", "rates/input")),
    "unknown measure": (swap(CLAIM, "wall_ms", "wall_s"), ("claim-measure", "wall_ms")),
    "unknown condition": (swap(CAVEATS, "few-repetitions", "now-and-then"), ("field-value", "few-repetitions")),
    "no kind": (drop(RUN, "/kind"), ("kind-unknown", "/kind")),
    "allow-list is no text": (write(ALLOWED, b"\xff\xfe\xff"), ("text-bom", ALLOWED)),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    root = tmp_path_factory.mktemp("built")
    write_base(root)
    run_build(root)
    return root


@pytest.fixture
def project(built, tmp_path):
    return shutil.copytree(built, tmp_path / "project")


def _call(*arguments):
    return CliRunner().invoke(main, [str(one) for one in arguments])


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_named_and_changes_nothing(project, name):
    spoil, words = BAD[name]
    before = contents(project / "public")
    spoil(project)
    result = _call("--root", project, "--fresh")
    assert result.exit_code == 1, result.output
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    for word in (*words, "found: ", "expected: ", "fix: ", "Nothing was published."):
        assert word in result.output
    assert max(map(len, result.output.splitlines())) < 800
    assert contents(project / "public") == before
    assert not (project / "public.stage").exists()


@pytest.mark.parametrize("form", ["json", "github"])
@pytest.mark.parametrize("name", ["name is no text", "lone surrogate", "line end in a name"])
def test_odd_text_is_printed_in_every_format(project, name, form):
    spoil, words = BAD[name]
    spoil(project)
    result = _call("check", "--root", project, "--format", form)
    assert result.exit_code == 1
    assert words[0] in result.output
    result.output.encode("utf-8")


MARKUP = '<script>alert("1")</script><img src=x onerror=alert(1)>&amp;'
HTML = "</title><script>alert(1)</script>"


def test_markup_in_labels_is_text(project):
    for pointer in ("/model/label", "/stop/detail", "/source/label", "/evaluator/label", "/settings/effort"):
        put(RUN, pointer, MARKUP)(project)
    for file, pointer in ((SUITE, "/title"), (SUITE, "/summary"), (SUITE, "/slots/3/reason")):
        put(file, pointer, MARKUP)(project)
    put(REVIEW, "/reviews/0/reviewer", MARKUP)(project)
    put(REVIEW, "/reviews/0/notes", MARKUP)(project)
    put(RUN, "/responses/0/calls/0/tool", MARKUP)(project)
    put(RUN, "/evaluation/grade/checks/0/label", MARKUP)(project)
    put(RUN, "/artifacts/0/media_type", MARKUP)(project)
    swap(SITE, '"Small trials"', f"'''{HTML}'''")(project)
    swap(SITE, '"Nobody"', f"""'{HTML}'\nbase_url = 'https://x.example/"><script>alert(1)</script>'""")(project)
    swap(CLAIM, "The median", HTML)(project)
    swap(CLAIM, 'suite = "alpha"', 'suite = "alpha", source = "core 1"')(project)
    swap(PAGE, '"wall_ms")', '"wall_ms", source="core 1")')(project)
    swap(PAGE, '"About"', f"'{HTML}'")(project)
    swap(CAVEATS, "An estimate", MARKUP.replace('"', "'"))(project)
    links = "[a](javascript:alert(1)) [b](JAVA&#x73;cript:alert(1)) [c](//x.example) ![d](data:text/html,x)\n"
    change(PAGE, lambda text: text + MARKUP.encode() + b"\n" + links.encode())(project)
    result = _call("--root", project)
    assert result.exit_code == 0, result.output
    pages = [path.read_text(encoding="utf-8") for path in sorted((project / "public").rglob("*.html"))]
    for page in pages:
        lower = page.lower()
        assert "<script>alert" not in lower
        assert "<img src=x" not in lower
        assert 'href="javascript:' not in lower
        assert 'href="//' not in lower
        assert 'src="data:' not in lower
    assert sum("&lt;script&gt;alert" in page for page in pages) > 5


def test_empty_cohort_and_suite_without_runs_are_allowed(project):
    shutil.rmtree(project / ALPHA / "runs")
    put(SUITE, "/slots", [])(project)
    result = _call("--root", project)
    assert result.exit_code == 0, result.output
    page = (project / "public/about.html").read_text(encoding="utf-8")
    assert "The median run takes [X]." in page
    for path in (project / "public").rglob("*"):
        if path.suffix in (".html", ".json", ".csv", ".svg"):
            assert "NaN" not in path.read_text(encoding="utf-8")
            assert "Infinity" not in path.read_text(encoding="utf-8")
