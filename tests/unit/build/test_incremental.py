"""A rebuild writes only what depends on what changed, and gives what a fresh build would."""

import json
import marshal
import shutil

import pytest

from tests.unit.build.trees import contents, copy_project, edit_json, make_project, run_build


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    root = make_project(tmp_path_factory.mktemp("built"))
    report = run_build(root)
    assert not report.failed
    return root


@pytest.fixture
def project(built, tmp_path):
    """A built project of its own for each test."""
    root = copy_project(built, tmp_path / "project")
    run_build(root)
    return root


def _changed(before, after):
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


def _fresh(project, tmp_path):
    other = copy_project(project, tmp_path / "fresh")
    run_build(other)
    return contents(other / "public")


def _run_of(project, suite):
    return sorted((project / "content/evidence" / suite / "runs").iterdir())[0]


def _cohort_of(project, address):
    results = json.loads((project / "public/benchmarks/results.json").read_text())
    return next(cohort for cohort in results["cohorts"] if address in cohort["runs"])


def test_second_build_writes_nothing(project):
    before = {path: path.stat().st_mtime_ns for path in (project / "public").rglob("*")}
    report = run_build(project)
    assert report.published is None or not report.published.written
    assert before == {path: path.stat().st_mtime_ns for path in (project / "public").rglob("*")}


def test_changed_run_changes_its_cohort_and_no_other(project, tmp_path):
    before = contents(project / "public")
    run = _run_of(project, "core-one")
    address = f"core-one--{run.name}"
    cohort = _cohort_of(project, address)
    record = json.loads((run / "run.json").read_text())
    edit_json(run / "run.json", wall_ms=record["wall_ms"] + 987_654)
    run_build(project)
    after = contents(project / "public")
    changed = _changed(before, after)
    assert f"benchmarks/runs/{address}.json" in changed
    assert f"benchmarks/cohorts/{cohort['id']}.html" in changed
    others = {
        path
        for path in changed
        if path.startswith(("benchmarks/runs/", "benchmarks/cohorts/")) and path.endswith(".html")
    }
    allowed = {f"benchmarks/runs/{one}.html" for one in cohort["runs"]} | {f"benchmarks/cohorts/{cohort['id']}.html"}
    assert others <= allowed | _neighbours(before, after)
    assert after == _fresh(project, tmp_path)


def _neighbours(before, after):
    """Cohort pages that show the changed cohort beside themselves."""
    return {path for path in _changed(before, after) if path.startswith("benchmarks/cohorts/")}


def test_removed_run_takes_its_files_along(project, tmp_path):
    suite = project / "content/evidence/core-one"
    run = _run_of(project, "core-one")
    shutil.rmtree(run)
    record = json.loads((suite / "suite.json").read_text())
    edit_json(suite / "suite.json", slots=[slot for slot in record["slots"] if slot["run"] != run.name])
    report = run_build(project)
    assert report.published is not None
    assert {f"benchmarks/runs/core-one--{run.name}.html", f"benchmarks/runs/core-one--{run.name}.json"} <= set(
        report.published.removed
    )
    assert contents(project / "public") == _fresh(project, tmp_path)


def test_barred_suite_leaves_the_counts_and_keeps_its_addresses(project, tmp_path):
    suite = project / "content/evidence/core-one"
    record = json.loads((suite / "suite.json").read_text())
    started = sum(slot["state"] == "started" for slot in record["slots"])
    stone = {
        "schema": 1,
        "suite": "core-one",
        "kind": record["kind"],
        "title": record["title"],
        "fixture": record["fixture"],
        "reason": "A tool was broken.",
        "invalidated_at": "2026-11-30T00:00:00Z",
        "counts": {
            "planned": len(record["slots"]),
            "started": started,
            "not_started": len(record["slots"]) - started,
        },
    }
    before = contents(project / "public")
    (suite / "INVALIDATED.json").write_text(json.dumps(stone, indent=2, sort_keys=True) + "\n")
    run_build(project)
    after = contents(project / "public")
    results = json.loads(after["benchmarks/results.json"])
    assert not any("core-one" in cohort["suites"] for cohort in results["cohorts"])
    pages = {path for path in before if path.startswith("benchmarks/runs/core-one--")}
    assert pages <= after.keys()
    assert b"A tool was broken." in after["benchmarks/suites/core-one.html"]
    assert after == _fresh(project, tmp_path)


def test_damaged_output_is_made_again(project):
    page = project / "public/benchmarks/index.html"
    whole = page.read_bytes()
    page.write_bytes(whole.replace(b"<main", b"<nain"))
    run_build(project)
    assert page.read_bytes() == whole


def test_state_of_another_folder_is_not_believed(project, tmp_path):
    """A copied `.build` must not lend its rows to a tree whose evidence says something else."""
    other = copy_project(project, tmp_path / "other")
    shutil.copytree(project / ".build", other / ".build")
    place = other / ".build/state"
    key, parts = place.read_bytes()[:64], marshal.loads(place.read_bytes()[64:])
    for row in parts[1].values():
        next(value for value in row if isinstance(value, dict))["wall_ms"] = 1
    place.write_bytes(key + marshal.dumps(parts))
    run_build(other)
    assert contents(other / "public") == contents(project / "public")


def test_failed_build_changes_nothing(project):
    before = contents(project / "public")
    run = _run_of(project, "core-one")
    (run / "run.json").write_text("{")
    report = run_build(project)
    assert report.failed
    assert [one.code for one in report.issues] == ["json-syntax"]
    assert contents(project / "public") == before
    assert not (project / "public.stage").exists()


def test_the_site_s_own_words_and_navigation_stand_on_every_page(project, tmp_path):
    site = project / "content/site.toml"
    site.write_text(site.read_text().replace('organization = "', 'organization = "Another '))
    page = '+++\ntitle = "Extra"\ndescription = "More."\nnav = "Extra"\n+++\n\nText.\n'
    (project / "content/pages").mkdir(exist_ok=True)
    (project / "content/pages/extra.md").write_text(page)
    run_build(project)
    after = contents(project / "public")
    pages = {path: data for path, data in after.items() if path.endswith(".html")}
    assert all(b"Published by Another " in data and b">Extra</a>" in data for data in pages.values())
    assert after == _fresh(project, tmp_path)


def test_rows_in_files_of_their_own_are_those_of_a_fresh_build(project, tmp_path, monkeypatch):
    monkeypatch.setattr("sitegen.exports.files.ROWS_MAX_BYTES", 10_000)
    run_build(project, fresh=True)
    run = _run_of(project, "core-one")
    cohort = _cohort_of(project, f"core-one--{run.name}")
    record = json.loads((run / "run.json").read_text())
    edit_json(run / "run.json", wall_ms=record["wall_ms"] + 987_654)
    before = contents(project / "public")
    run_build(project)
    after = contents(project / "public")
    rows = {
        path for path in _changed(before, after) if path.startswith("benchmarks/cohorts/") and path.endswith(".json")
    }
    assert rows == {f"benchmarks/cohorts/{cohort['id']}.json"}
    assert after == _fresh(project, tmp_path)
