"""Releases from the command line to the pages: what is refused, what a page says, which addresses stay."""

import json
import re
import shutil
from html import unescape

import pytest
from click.testing import CliRunner

from sitegen.cli import main
from tests.trees.generate import generate
from tests.trees.history import FIRST, SECOND, add_history, withdraw
from tests.unit.build.trees import contents, copy_project, edit_json, run_build
from tests.unit.validate.base import write_base
from tests.verify.published import check

CHANGES = "benchmarks/changes"


def call(root, name, on, *more):
    return CliRunner().invoke(main, ["release", name, "--on", on, "--root", str(root), "--jobs", "1", *more])


@pytest.fixture(scope="module")
def past(tmp_path_factory):
    """A generated tree with two releases and changes since, as built."""
    root = tmp_path_factory.mktemp("past")
    generate(root, 5, 160)
    add_history(root)
    assert run_build(root).issues == ()
    return root


@pytest.fixture
def project(past, tmp_path):
    root = copy_project(past, tmp_path / "project")
    run_build(root)
    return root


@pytest.fixture
def small(tmp_path):
    """A small tree without releases."""
    write_base(tmp_path)
    return tmp_path


def run_of(root, suite, place=0):
    return sorted((root / "content/evidence" / suite / "runs").iterdir())[place]


def results(root):
    return json.loads((root / "public/benchmarks/results.json").read_bytes())


def plain(page):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.decode())).split())


def consistent(root):
    assert check(root / "public").findings == ()


def test_a_release_is_written_from_the_content_and_never_from_the_site(small):
    assert not (small / "public").exists()
    done = call(small, "2026-12-01", "2026-12-01", "--notes", "The first one.")
    assert (done.exit_code, done.output[:12]) == (0, "content/rele"), done.output
    assert not (small / "public").exists()
    text = (small / "content/releases/2026-12-01.toml").read_text()
    assert 'notes = "The first one."' in text
    again = copy_project(small, small / "again")
    (again / "content/releases/2026-12-01.toml").unlink()
    run_build(again)
    (again / "public/benchmarks/results.json").write_text("{}")
    assert call(again, "2026-12-01", "2026-12-01", "--notes", "The first one.").exit_code == 0
    assert (again / "content/releases/2026-12-01.toml").read_text() == text


@pytest.mark.parametrize(
    ("name", "on", "said"),
    [
        ("2026-12-01", "2026-12-02", "is there already"),
        ("later", "2026-11-30", "would stand before it"),
        ("2026-11-01", "2026-12-01", "would stand before it"),
        ("later", "2026-12-02", "Nothing has changed since release 2026-12-01"),
        ("unreleased", "2026-12-02", "name: found"),
        ("../later", "2026-12-02", "name: found"),
        ("later", "tomorrow", "on: found"),
    ],
)
def test_what_is_no_release_is_a_wrong_call_and_writes_nothing(small, name, on, said):
    assert call(small, "2026-12-01", "2026-12-01").exit_code == 0
    before = contents(small)
    done = call(small, name, on)
    assert (done.exit_code, said in done.output) == (2, True), done.output
    assert contents(small) == before


def test_a_tree_with_errors_is_not_released(small):
    (small / "content/claims/broken.toml").write_text("[")
    done = call(small, "2026-12-01", "2026-12-01")
    assert done.exit_code == 1
    assert "toml-syntax" in done.output
    assert not (small / "content/releases").exists()


def test_notes_with_something_private_are_not_written(small):
    done = call(small, "2026-12-01", "2026-12-01", "--notes", "Made in /home/" + "someone/work/x.txt today.")
    assert done.exit_code == 1
    assert "leak" in done.output
    assert not (small / "content/releases/2026-12-01.toml").exists()


def test_without_a_release_the_page_says_so_and_nothing_is_compared(small):
    assert run_build(small).issues == ()
    site = contents(small / "public")
    assert b"no release yet" in site["benchmarks/changes.html"]
    assert not [path for path in site if path.startswith(CHANGES + "/")]


def test_the_page_of_a_release_says_what_moved_and_because_of_which_runs(past):
    """The figures before are those of the tree without the changes; they are computed here once more."""
    page = (past / f"public/{CHANGES}/{SECOND}.html").read_bytes()
    said = plain(page)
    assert "3 runs added, 1 changed, 2 withdrawn; 2 new cohorts" in said
    slower = run_of(past, "core-two").name
    rows = [row for row in results(past)["rows"] if row["suite"] == "core-two" and row["model"] == "alder-2"]
    after = sorted(row["wall_ms"] for row in rows)
    changed = next(row["wall_ms"] for row in rows if row["run"] == slower)
    before = sorted([*after[: after.index(changed)], *after[after.index(changed) + 1 :], changed - 987_654])
    middle = [sum(values[len(values) // 2 - 1 : len(values) // 2 + 1]) / 2000 for values in (before, after)]
    assert len(rows) == 4
    part = said[said.index(f"Because of 1 run changed: core-two--{slower}") :]
    found = re.search(r"Wall time, s ([\d.]+) \d of 4 failed ([\d.]+) \d of 4 failed", part)
    assert found is not None
    assert [float(one) for one in found.groups()] == pytest.approx(middle, abs=0.0006)
    assert "It was the same attempt as another run." in said
    assert "Compared with 2026.11" in said


def test_what_is_not_released_stands_apart_and_the_list_has_all(past):
    listed = plain((past / "public/benchmarks/changes.html").read_bytes())
    assert re.search(
        r"Not released yet since then .* 1 run withdrawn\. 2026\.12 2026-12-05 .* 2026\.11 2026-11-30", listed
    )
    unreleased = plain((past / f"public/{CHANGES}/unreleased.html").read_bytes())
    assert "1 run withdrawn." in unreleased
    assert "Cohorts without runs" in unreleased
    first = plain((past / f"public/{CHANGES}/{FIRST}.html").read_bytes())
    assert "The first release" in first
    assert "The first state of the generated trials." in first


def test_every_page_of_a_release_stays(past):
    """Also when all runs of a cohort are gone, and with it the cohorts side by side."""
    site = contents(past / "public")
    for name in (FIRST, SECOND):
        text = site[f"benchmarks/releases/{name}.toml"].decode()
        runs = re.findall(r"^([a-z0-9-]+--[a-z0-9-]+) ", text, re.M)
        assert len(runs) > 150
        assert {f"benchmarks/runs/{run}.html" for run in runs} <= site.keys()
        assert {
            f"benchmarks/cohorts/{id}.html" for id in re.findall(r'^id = "(api-.*|imported-.*)"', text, re.M)
        } <= site.keys()
        compared = re.findall(r'^id = "((?:model|source|settings|task)-[0-9a-f]{16})"', text, re.M)
        assert {f"benchmarks/compare/{id}.html" for id in compared} <= site.keys()
    consistent(past)


def test_runs_of_a_suite_that_is_barred_without_its_records_keep_their_pages(project):
    suite = project / "content/evidence/effort-high"
    record = json.loads((suite / "suite.json").read_bytes())
    n = len(record["slots"])
    runs = [path.name for path in (suite / "runs").iterdir()]
    shutil.rmtree(suite)
    suite.mkdir()
    stone = {
        **{"schema": 1, "suite": "effort-high", "kind": "api", "title": record["title"], "fixture": False},
        **{"reason": "The tool was broken.", "invalidated_at": "2026-12-07T08:00:00Z"},
        "counts": {"planned": n, "started": n, "not_started": 0},
    }
    (suite / "INVALIDATED.json").write_text(json.dumps(stone))
    assert run_build(project).issues == ()
    site = contents(project / "public")
    for run in runs:
        assert "Barred with its suite on 2026-12-07" in plain(site[f"benchmarks/runs/effort-high--{run}.html"])
        assert json.loads(site[f"benchmarks/runs/effort-high--{run}.json"])["state"] == "barred"
    assert f"{n + 1} run" not in plain(site[f"{CHANGES}/unreleased.html"])
    assert f"1 run withdrawn, {n} barred with their suite" in plain(site[f"{CHANGES}/unreleased.html"])
    consistent(project)


def test_a_released_run_that_vanishes_bars_the_build(project):
    shutil.rmtree(run_of(project, "core-two", 1))
    record = json.loads((project / "content/evidence/core-two/suite.json").read_bytes())
    there = {path.name for path in (project / "content/evidence/core-two/runs").iterdir()}
    slots = [slot for slot in record["slots"] if slot["run"] in there]
    edit_json(project / "content/evidence/core-two/suite.json", slots=slots)
    (one,) = run_build(project).issues
    assert (one.code, one.file) == ("release-lost", f"content/releases/{FIRST}.toml")
    assert one.found.startswith("run core-two--")


def test_a_build_of_the_same_tree_writes_nothing_and_a_changed_run_no_page_of_a_release(project, tmp_path):
    assert run_build(project).published in (None, run_build(project).published)
    before = contents(project / "public")
    run = run_of(project, "tied")
    record = json.loads((run / "run.json").read_bytes())
    edit_json(run / "run.json", wall_ms=record["wall_ms"] + 1_000_000)
    run_build(project)
    after = contents(project / "public")
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert {path for path in changed if "changes" in path} == {
        *(f"benchmarks/changes.{ending}" for ending in ("html", "md")),
        *(f"{CHANGES}/unreleased.{ending}" for ending in ("html", "md")),
    }
    fresh = copy_project(project, tmp_path / "fresh")
    run_build(fresh)
    assert after == contents(fresh / "public")


def test_the_feed_is_there_where_the_site_knows_its_address(project):
    assert "benchmarks/changes.atom" not in contents(project / "public")
    site = project / "content/site.toml"
    site.write_text('base_url = "https://example.org/trials/"\n' + site.read_text())
    run_build(project)
    after = contents(project / "public")
    assert after["benchmarks/changes.atom"].count(b"<entry>") == 2
    told = '<link rel="alternate" href="{}benchmarks/changes.atom" type="application/atom+xml"'
    assert told.format("").encode() in after["index.html"]
    assert told.format("../../").encode() in after[f"benchmarks/runs/core-two--{run_of(project, 'core-two').name}.html"]
    assert b"application/atom+xml" in after["_headers"]
    consistent(project)


def test_a_run_that_counts_again_is_no_new_one(project):
    listed = project / "content/withdrawn.toml"
    text = listed.read_text()
    kept = [part for part in text.split("\n[[withdrawn]]") if '"core-one"' not in part]
    listed.write_text("\n[[withdrawn]]".join(kept))
    run_build(project)
    assert "1 run withdrawn, 1 counted again" in plain(contents(project / "public")[f"{CHANGES}/unreleased.html"])
    consistent(project)


def test_a_withdrawal_after_a_release_is_refused_for_a_run_that_never_was(project):
    withdraw(project, project / "content/evidence/core-two/runs/never", "2026-12-08", "No reason.")
    assert [one.code for one in run_build(project).issues] == ["withdrawn-unknown"]


def test_a_run_without_a_record_is_explained(past):
    gone = next(one for one in results(past)["withdrawn"] if one["suite"] == "tied")
    said = CliRunner().invoke(main, ["explain", gone["address"], "--root", str(past)]).output
    assert "it was withdrawn on 2026-12-02: It was the same attempt as another run." in said
    assert f"in release {FIRST} it counted in cohort {gone['cohort']}" in said


def test_no_page_names_a_picture_that_is_not_there(project):
    site = project / "content/site.toml"
    site.write_text('base_url = "https://example.org/trials/"\n' + site.read_text())
    run_build(project)
    after = contents(project / "public")
    named = {
        path
        for data in after.values()
        for path in re.findall(rb'og:image" content="https://example.org/trials/([^"]+)"', data)
    }
    assert named
    assert {path.decode() for path in named} <= after.keys()
