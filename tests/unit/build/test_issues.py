"""Issues that the real build finds: place, words and fix; an error leaves the site as it was, a warning does not."""

import json
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from sitegen.build.pipeline import Options, build, check
from sitegen.formdoc import Document, canonical
from sitegen.issues import CATALOGUE
from tests.trees.jsonform import sha256
from tests.unit.build.trees import contents, run_build
from tests.unit.validate.base import PAGE as PAGE_TEXT
from tests.unit.validate.base import write_base
from tests.unit.validate.cases import CASES
from tests.unit.validate.cases_references import HOME
from tests.unit.validate.paths import ALLOWED, ARTIFACT, FOLDER, PAGE, PROTOCOL, REVIEW, RUN, SUITE, TASK
from tests.unit.validate.spoil import Spoil, also, change, put, remove, swap, write

SIGNED = "public/SHA256SUMS.sig"


class BuildCase(NamedTuple):
    """One way to spoil a project that has a site, and the issue that the next build must find."""

    code: str
    file: str
    pointer: str
    found: str
    expected: str
    before: Spoil = lambda _root: None
    during: Spoil = lambda _root: None
    """What happens when all runs have been read and none is drawn."""


def _entry(file: str, digest: str) -> str:
    return (
        f'[[allowed]]\ncode = "home-path"\nfile = "{file}"\nmatch_sha256 = "{digest}"\nreason = "text of an example"\n'
    )


def _changed(file: str, spoil: Spoil) -> BuildCase:
    return BuildCase("file-changed", file, "", "other content", "no change", during=spoil)


def _link(text: str, code: str, found: str, expected: str) -> BuildCase:
    """Return the case of a page of prose with one more paragraph, which is then its ninth line."""
    return BuildCase(code, PAGE, "", f"{found} in line 9", expected, before=_appended(f"\nMore.\n\n{text}\n"))


def _appended(text: str) -> Spoil:
    return change(PAGE, lambda data: data + text.encode())


def _collision(page: str) -> BuildCase:
    spoil = write(f"content/pages/{page}.md", PAGE_TEXT.encode())
    expected = "an address that nothing else has"
    return BuildCase("page-collision", f"content/pages/{page}.md", "", f"{page}.html", expected, before=spoil)


# The comment is gone from the page, so that only there the path is whole.
HIDDEN = HOME.replace("m", "m{# #}", 1)

DOCUMENT = canonical(Document("manifold3d", "3.5.4", ()))
DRAWN = b'<svg xmlns="http://www.w3.org/2000/svg"/>\n'


def _with_a_picture(root: Path, picture: bytes = DRAWN) -> None:
    """Give the run an empty document and a front view that is not of it."""
    record = json.loads((root / RUN).read_text())
    files = {"front.svg": (picture, "image/svg+xml"), "model.form.json": (DOCUMENT, "application/json")}
    listed = [
        {"name": name, "sha256": sha256(data), "bytes": len(data), "media_type": kind}
        for name, (data, kind) in files.items()
    ]
    artifacts = sorted([*record["artifacts"], *listed], key=lambda one: str(one["name"]))
    put(RUN, "/artifacts", artifacts)(root)
    for name, (data, _kind) in files.items():
        write(f"{FOLDER}/{name}", data)(root)


CASES_OF_THE_BUILD = [
    BuildCase("view-differs", f"{FOLDER}/front.svg", "", sha256(DRAWN), "as drawn here", before=_with_a_picture),
    _collision("benchmarks/method"),
    _collision("benchmarks/suites/alpha"),
    _collision("404"),
    _link("[x](/benchmarks/gone.html)", "dead-link", "/benchmarks/gone.html", "the address of a file of this site"),
    _link("[x](missing.md#a)", "dead-link", "missing.md#a", "the address of a file"),
    _link("[x](../../../etc/passwd)", "dead-link", "../../../etc/passwd", "the address of a file"),
    _link("[x](/benchmarks/data)", "dead-link", "/benchmarks/data", "the address of a file"),
    _link("[x](#nowhere)", "dead-link", "#nowhere", "the id of a heading or part of about.html"),
    _link(
        "[x][y]\n\n[y]: /benchmarks/data.html#nowhere",
        "dead-link",
        "/benchmarks/data.html#nowhere",
        "part of benchmarks/data.html",
    ),
    _link("![x](/logo.png)", "dead-link", "/logo.png", "the address of a file"),
    _link("![x](https://example.org/x.png)", "remote-picture", "https://example.org/x.png", "a picture of this site"),
    _changed(ARTIFACT, write(ARTIFACT, b"ISO-10303-22;\n")),
    _changed(RUN, put(RUN, "/position", 9)),
    _changed(REVIEW, remove(REVIEW)),
    _changed(RUN, remove(RUN)),
    _changed(TASK, put(TASK, "/title", "Other")),
    _changed(PROTOCOL, remove(PROTOCOL)),
    BuildCase("leak", RUN, "/stop/detail", "home-path", "nothing private", before=put(RUN, "/stop/detail", HOME)),
    BuildCase(
        "leak", "public/about.html", "", "home-path in line ", "nothing private", before=swap(PAGE, "The", HIDDEN)
    ),
    BuildCase("leak-allow-list", ALLOWED, "", "no TOML", "code, file, match_sha256", before=write(ALLOWED, b"[")),
    BuildCase("placeholder", PAGE, "", "measure wall_s", "wall_ms", before=swap(PAGE, "wall_ms", "wall_s")),
    BuildCase(
        "leak-allow-unused",
        ALLOWED,
        "/allowed/0",
        f"home-path in {RUN}",
        "a finding that it allows",
        before=write(ALLOWED, _entry(RUN, "0" * 64).encode()),
    ),
    BuildCase(
        "output-foreign", "public/x.txt", "", "x.txt", "files of the build only", before=write("public/x.txt", b"x")
    ),
    BuildCase(
        "signature-stale",
        SIGNED,
        "",
        "another SHA256SUMS",
        "the SHA256SUMS that it signs",
        before=lambda root: (write(SIGNED, b"s")(root), swap(PAGE, "The", "A")(root)),
    ),
]


OF_THE_OUTPUT = ("file-changed", "output-foreign", "signature-stale")
OF_THE_CONTENT = [case for case in CASES_OF_THE_BUILD if case.code not in OF_THE_OUTPUT]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    root = tmp_path_factory.mktemp("built")
    write_base(root)
    assert run_build(root).issues == ()
    return root


@pytest.fixture
def project(built, tmp_path):
    return shutil.copytree(built, tmp_path / "project")


def _stamps(public: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in public.rglob("*")}


@pytest.mark.parametrize("case", CASES_OF_THE_BUILD, ids=[case.code for case in CASES_OF_THE_BUILD])
def test_a_spoiled_project_has_exactly_that_issue(project, case):
    case.before(project)
    before, stamps = contents(project / "public"), _stamps(project / "public")

    def progress(step, done, n):
        if (step, done) == ("reading runs", n):
            case.during(project)

    report = build(Options(project, 1, {}), progress)
    (one,) = report.issues
    assert (one.code, one.file) == (case.code, case.file)
    assert one.pointer == case.pointer
    assert case.found in one.found
    assert case.expected in one.expected
    assert one.rule.fix.endswith(".")
    if one.severity == "warning":
        assert report.published is not None
    else:
        assert report.published is None
        assert contents(project / "public") == before
        assert _stamps(project / "public") == stamps
    assert not (project / "public.stage").exists()


def test_a_recorded_view_that_differs_is_told_on_the_page_of_its_run_until_it_no_longer_does(project):
    page = project / "public/benchmarks/runs/alpha--alpha-1.html"
    told = b"The front view that the run recorded is not this one to the byte"
    _with_a_picture(project)
    assert [one.code for one in run_build(project).issues] == ["view-differs"]
    assert told in page.read_bytes()
    drawn = next((project / "public/benchmarks/views").glob("*/front.svg")).read_bytes()
    record = json.loads((project / RUN).read_text())
    (one,) = [artifact for artifact in record["artifacts"] if artifact["name"] == "front.svg"]
    one |= {"sha256": sha256(drawn), "bytes": len(drawn)}
    put(RUN, "/artifacts", record["artifacts"])(project)
    write(f"{FOLDER}/front.svg", drawn)(project)
    assert run_build(project).issues == ()
    assert told not in page.read_bytes()


def test_a_recorded_view_that_a_browser_may_run_is_refused(project):
    _with_a_picture(project, b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>\n')
    report = run_build(project)
    assert [(one.code, one.file) for one in report.issues] == [("artifact-type", f"{FOLDER}/front.svg")]
    assert report.published is None


@pytest.mark.parametrize("case", OF_THE_CONTENT, ids=[case.code for case in OF_THE_CONTENT])
def test_check_finds_what_a_build_would_and_writes_nothing(project, case):
    if case.code in ("page-collision", "leak-allow-unused"):  # without anything that an earlier build has left
        shutil.rmtree(project / "public")
        shutil.rmtree(project / ".build")
    case.before(project)
    before, stamps = contents(project), _stamps(project)
    (one,), _ = check(Options(project, 1, {}), lambda _step, _done, _n: None)
    assert (one.code, one.file, one.pointer) == (case.code, case.file, case.pointer)
    assert case.found in one.found
    assert (contents(project), _stamps(project)) == (before, stamps)


def test_links_that_lead_somewhere_are_no_issue(project):
    text = """
## A place

[a](#a-place) [b](/) [c](/benchmarks/) [d](/benchmarks/data.html#dictionary) [e](about.md#a-place) [f](#top)
[g](https://example.org/x) [i](/benchmarks/runs/alpha--alpha-1.json?x#y) [j](about.html?a=1)
[k](/benchmarks/runs/alpha--alpha-1.html#files) <https://example.org/> [l](javascript:alert)
[m](/benchmarks/%64ata.html)
"""
    _appended(text)(project)
    assert check(Options(project, 1, {}), lambda _step, _done, _n: None)[0] == ()
    assert run_build(project).issues == ()


def test_a_link_dies_with_the_run_that_it_leads_to(project):
    _appended("\n[run](/benchmarks/runs/alpha--alpha-2.html)\n")(project)
    assert run_build(project).issues == ()
    shutil.rmtree(project / FOLDER.replace("alpha-1", "alpha-2"))
    put(
        SUITE,
        "/slots/1",
        {
            "run": "alpha-2",
            "state": "not_started",
            "model": "m-one",
            "task": "bracket",
            "repetition": 2,
            "reason": "lost",
        },
    )(project)
    assert [one.code for one in run_build(project).issues] == ["dead-link"]


def test_every_code_of_the_catalogue_has_a_case():
    of_the_installation = {"format-unavailable"}  # test_formats.py has its case
    assert CASES.keys() | {case.code for case in CASES_OF_THE_BUILD} | of_the_installation == CATALOGUE.keys()
    assert all(CASES.values())


def test_an_entry_that_allows_something_in_content_or_site_is_not_unused(project):
    places = (RUN, "public/benchmarks/runs/*.html", "public/benchmarks/runs/*.md")
    entries = "".join(_entry(place, sha256(HOME.encode())) for place in places)
    also(put(RUN, "/stop/detail", HOME), write(ALLOWED, entries.encode()))(project)
    report = run_build(project)
    assert report.issues == ()
    assert HOME.encode() in (project / "public/benchmarks/runs/alpha--alpha-1.html").read_bytes()


def test_an_entry_stays_used_when_its_files_are_kept(project):
    places = (RUN, "public/benchmarks/runs/*.html", "public/benchmarks/runs/*.md")
    entries = "".join(_entry(place, sha256(HOME.encode())) for place in places)
    also(put(RUN, "/stop/detail", HOME), write(ALLOWED, entries.encode()))(project)
    run_build(project)
    swap(PAGE, "The median", "A median")(project)
    assert run_build(project).issues == ()


def _written(project: Path) -> tuple[str, ...]:
    report = run_build(project)
    assert report.published is not None
    return report.published.written


def test_site_in_a_linked_folder_is_built_and_rebuilt(project):
    (project / "public").rename(project / "elsewhere")
    (project / "public").symlink_to("elsewhere")
    swap(PAGE, "The median", "A median")(project)
    assert _written(project)
    assert b"A median" in (project / "elsewhere/about.html").read_bytes()
    swap(PAGE, "A median", "One median")(project)
    assert _written(project) == ("SHA256SUMS", "about.html", "about.md")
    assert (project / "public").is_symlink()


def test_a_signature_of_the_same_site_stays_and_is_not_named(project):
    write(SIGNED, b"s")(project)
    assert run_build(project).issues == ()
    assert (project / SIGNED).read_bytes() == b"s"
