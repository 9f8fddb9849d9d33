"""What the check says: exit codes, forms, hosts that rewrite files; and that it needs nothing of the build."""

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from sitegen.cli import main
from sitegen.verify.report import as_text
from tests.verify.published import Published, check

ROOT = Path(__file__).parents[2]


def command(*arguments: str):
    return CliRunner().invoke(main, ["verify", *arguments])


def test_consistent_and_unsigned(example):
    run = command(str(example))
    assert run.exit_code == 0, run.output
    assert run.stdout.startswith("consistent, unsigned\nUnsigned: whoever can write the whole site")


def test_differences_are_printed_all_at_once_and_end_in_1(site):
    def edit(results):
        results["cohorts"][0]["counts"]["failed"] += 1
        results["claims"][0]["sentence"] = "Everything is better."

    site.edit_results(edit)
    run = command(str(site.folder), "--format", "json")
    assert run.exit_code == 1
    told = json.loads(run.stdout)
    assert told["verdict"] == "not consistent"
    places = {(one["file"], one["pointer"], one["about"]) for one in told["findings"]}
    assert ("benchmarks/results.json", "/cohorts/0/counts/failed", "number") in places
    assert ("benchmarks/results.json", "/claims/0/sentence", "claim") in places
    assert ("benchmarks/results.json", "", "hash") in places
    found = next(one for one in told["findings"] if one["pointer"] == "/claims/0/sentence")
    assert found["found"] == "Everything is better."


def test_the_outcome_comes_first_and_equal_findings_stand_together(site):
    """Twenty pages with other bytes than listed, and one wrong count, which changes what Croissant and JSON-LD name."""
    pages = site.addresses("benchmarks/runs/", ".html")[:20]
    for page in pages:
        site.write(page, f"{site.text(page)} ")
    site.edit_results(lambda results: results["cohorts"][0]["counts"].update(completed=999))
    site.remake_hashes()
    for page in pages:
        site.write(page, site.text(page)[:-1])
    lines = command(str(site.folder)).stdout.splitlines()
    assert lines[0] == "not consistent: 44 differences, 1 in numbers, 3 in files, 40 in hashes"
    number = next(index for index, line in enumerate(lines) if "/cohorts/0/counts/completed (" in line)
    assert lines[number + 1].startswith("  number: found 999, expected ")
    of_pages = lines.index("20 times hash in benchmarks/runs/*.html:")
    assert of_pages > number
    assert [line for line in lines[of_pages:] if line.startswith(pages[0])] == [pages[0]]
    assert pages[3] not in lines
    assert "and 17 more of these; --format json lists all." in lines
    assert len(json.loads(command(str(site.folder), "--format", "json").stdout)["findings"]) == 44


@pytest.mark.parametrize("site", ["no/such/folder", "https://user@example.org/"])
def test_no_site_is_a_wrong_call(site):
    assert command(site).exit_code == 2


_STUBBED = """
import sys, types
class Stub(types.ModuleType):
    def __getattr__(self, name):
        raise AssertionError(f"{self.__name__}.{name} was used")
for name in ("aggregate", "claims", "stats", "exports", "exports.files", "summarize", "cost", "site"):
    sys.modules[f"sitegen.{name}"] = Stub(f"sitegen.{name}")
from sitegen.cli import main
main(["verify", sys.argv[1]])
"""


def test_the_answer_is_right_while_the_build_is_replaced_by_stubs(site):
    def run() -> subprocess.CompletedProcess[str]:
        asked = [sys.executable, "-c", _STUBBED, str(site.folder)]
        return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)

    good = run()
    assert (good.returncode, good.stderr) == (0, ""), good.stderr
    assert "consistent, unsigned" in good.stdout
    site.edit_results(lambda results: results["cohorts"][0]["counts"].update(completed=999))
    bad = run()
    assert bad.returncode == 1
    assert "/cohorts/0/counts/completed" in bad.stdout


def test_a_host_that_puts_a_script_into_pages_is_named(site):
    for page in site.addresses(suffix=".html"):
        site.replace(page, "</body>", '<script src="https://host.example/a.js"></script></body>')
    report = check(site.folder)
    assert not report.consistent
    assert report.host.startswith("The host rewrites files: a script put into it")


def test_a_host_that_rewrites_line_ends_is_named(site):
    for page in site.addresses(suffix=".html"):
        (site.folder / page).write_bytes((site.folder / page).read_bytes().replace(b"\n", b"\r\n"))
    assert check(site.folder).host.startswith("The host rewrites files: line ends rewritten")


def test_a_host_that_makes_pages_smaller_is_named(site):
    for page in site.addresses(suffix=".html"):
        site.write(page, re.sub(r">\s+<", "><", site.text(page)))
    assert "mark-up made smaller" in check(site.folder).host


def test_a_site_of_another_version_is_told_and_no_fault(site):
    """The script may differ then, and twins may be written in another way; a changed number is found all the same."""
    site.edit_json("manifest.json", lambda manifest: manifest.update(generator="Fairtrial 99.0"))
    site.write("fairtrial.js", "// another\n")
    twin = site.addresses("benchmarks/cohorts/", ".md")[0]
    site.write(twin, f"{site.text(twin)}\n")
    site.remake_hashes()
    report = check(site.folder)
    assert report.findings == ()
    assert "made by Fairtrial 99.0, not by this version" in as_text(report)
    site.edit_results(lambda results: results["cohorts"][0]["counts"].update(completed=999))
    assert not check(site.folder).consistent


def test_rewriting_does_not_hide_a_figure_that_changed_on_the_same_page(site):
    for page in site.addresses(suffix=".html"):
        (site.folder / page).write_bytes((site.folder / page).read_bytes().replace(b"\n", b"\r\n"))
    page = site.addresses("benchmarks/protocols/", "api.html")[0]
    site.replace(page, 'data-h="Planned">', 'data-h="Planned">9')
    assert check(site.folder).host == ""


def test_rewriting_does_not_hide_a_changed_figure(site):
    for page in site.addresses(suffix=".html"):
        (site.folder / page).write_bytes((site.folder / page).read_bytes().replace(b"\n", b"\r\n"))
    site.edit_results(lambda results: results["cohorts"][0]["counts"].update(completed=999))
    assert check(site.folder).host == ""


_STRANGE: tuple[Any, ...] = (None, -1, 1.5, "", "x", [], {}, True, [None], {"x": None}, 10**30)


@pytest.mark.parametrize("seed", range(6))
def test_records_of_any_form_are_named_and_end_in_no_traceback(site, seed):
    random = Random(seed)
    paths = [path for path in site.addresses("benchmarks/", ".json") if "/schema/" not in path]
    for path in random.sample(paths, 40):
        value = site.json(path)
        spoil(value, random)
        site.write_json(path, random.choice(_STRANGE) if random.random() < 0.1 else value)
    for path in random.sample(site.addresses("benchmarks/claims/"), 2):
        site.write(path, site.text(path).replace(" = ", random.choice((" = 1 #", " = []#", " = {}#", "=")), 3))
    site.remake_hashes()
    assert not check(site.folder).consistent


def spoil(value, random: Random) -> None:
    """Put something strange in the place of some member, at any depth."""
    while True:
        places = list(value) if isinstance(value, dict) else range(len(value))
        if not places:
            return
        place = random.choice(list(places))
        inner = value[place]
        if not isinstance(inner, dict | list) or not inner or random.random() < 0.3:
            value[place] = random.choice(_STRANGE)
            return
        value = inner


def test_a_published_site_of_nothing_but_a_manifest_is_told(tmp_path):
    (tmp_path / "manifest.json").write_text('{"schema":1,"files":[]}\n', encoding="utf-8")
    findings = check(tmp_path).findings
    assert ("SHA256SUMS", "") in {(one.file, one.pointer) for one in findings}
    assert Published(tmp_path).addresses() == ["manifest.json"]
