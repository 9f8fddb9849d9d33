"""A withdrawn run is in no figure; its addresses stay and say why, whether its record stays or goes."""

import json
import shutil
from statistics import median

import pytest

from tests.oracle.recompute import recompute
from tests.unit.build.trees import contents, copy_project, make_project, run_build
from tests.unit.validate.cases_withdrawn import entry, listing
from tests.verify.published import check

REASON = "The core had uncommitted changes & was no longer core 41."
SAID = b"The core had uncommitted changes &amp; was no longer core 41."


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    root = make_project(tmp_path_factory.mktemp("built"))
    assert not run_build(root).failed
    return root


@pytest.fixture
def project(built, tmp_path):
    root = copy_project(built, tmp_path / "project")
    run_build(root)
    return root


def results(root):
    return json.loads((root / "public/benchmarks/results.json").read_bytes())


def one_of(root, suite):
    """Return a run of a suite, and the cohort that it is in."""
    found = results(root)
    row = next(row for row in found["rows"] if row["suite"] == suite and row["status"] == "completed")
    cohort = next(one for one in found["cohorts"] if one["id"] == row["cohort"])
    return cohort, row


def withdraw(root, row, *, gone):
    listing(entry(row["suite"], row["run"], REASON))(root)
    if gone:
        shutil.rmtree(root / "content/evidence" / row["suite"] / "runs" / row["run"])


def consistent(root):
    assert check(root / "public").findings == ()
    assert recompute(root, root / "public/benchmarks/results.json") == []


@pytest.mark.parametrize("gone", [False, True], ids=["with its record", "without"])
@pytest.mark.parametrize("suite", ["core-two", "trials-one"])
def test_a_withdrawn_run_leaves_every_count(project, tmp_path, suite, gone):
    before, row = one_of(project, suite)
    suites = {one["id"]: one for one in results(project)["suites"]}
    withdraw(project, row, gone=gone)
    report = run_build(project)
    assert report.issues == ()
    found = results(project)
    after = next(one for one in found["cohorts"] if one["id"] == before["id"])
    left = [one for one in found["rows"] if one["cohort"] == before["id"] and one["status"] != "not_started"]
    assert row["address"] not in {one["address"] for one in found["rows"]} | set(after["runs"])
    assert after["counts"]["attempted"] == before["counts"]["attempted"] - 1 == len(left)
    assert after["counts"]["planned"] == before["counts"]["planned"] - 1
    (wall,) = [one["all_runs"] for one in after["measures"] if one["measure"] == "wall_ms"]
    assert float(wall["median"]) == median(one["wall_ms"] for one in left)
    (counts,) = [one["counts"] for one in found["suites"] if one["id"] == suite]
    assert counts["planned"] == suites[suite]["counts"]["planned"] - 1
    assert counts["not_started"] == suites[suite]["counts"]["not_started"]
    assert found["withdrawn"] == [
        {
            **{"address": row["address"], "suite": suite, "run": row["run"], "on": "2026-12-01", "reason": REASON},
            **{"cohort": None if gone else before["id"], "recorded": not gone},
        }
    ]
    consistent(project)
    fresh = copy_project(project, tmp_path / "fresh")
    run_build(fresh)
    assert contents(project / "public") == contents(fresh / "public")


@pytest.mark.parametrize("gone", [False, True], ids=["with its record", "without"])
def test_its_addresses_stay_and_say_when_and_why(project, gone):
    before = contents(project / "public")
    _, row = one_of(project, "core-two")
    withdraw(project, row, gone=gone)
    run_build(project)
    after = contents(project / "public")
    page, record = (f"benchmarks/runs/{row['address']}.{ending}" for ending in ("html", "json"))
    assert SAID in after[page]
    assert b'<time datetime="2026-12-01">' in after[page]
    assert SAID in after["benchmarks/suites/core-two.html"]
    if gone:
        assert json.loads(after[record])["reason"] == REASON
        assert before.keys() - after.keys() <= {path for path in before if path.startswith(page[: -len(".html")])}
    else:
        assert after[record] == before[record]
        cohort = next(
            one for one in json.loads(before["benchmarks/results.json"])["cohorts"] if row["address"] in one["runs"]
        )
        assert SAID in after[f"benchmarks/cohorts/{cohort['id']}.html"]
        assert before.keys() == after.keys() - {"benchmarks/withdrawn.toml"}


def test_a_withdrawn_copy_is_no_second_count_of_its_run(project):
    """What bars two runs of the same content is settled by taking one of them back."""
    runs = project / "content/evidence/core-two/runs"
    _, row = one_of(project, "core-two")
    suite = project / "content/evidence/core-two/suite.json"
    plan = json.loads(suite.read_bytes())
    slot = next(one for one in plan["slots"] if one["run"] == row["run"])
    shutil.copytree(runs / row["run"], runs / "zz-copy")
    record = json.loads((runs / "zz-copy/run.json").read_bytes()) | {"id": "zz-copy"}
    (runs / "zz-copy/run.json").write_text(json.dumps(record))
    suite.write_text(json.dumps(plan | {"slots": [*plan["slots"], slot | {"run": "zz-copy"}]}))
    review = runs / "zz-copy/review.json"
    if review.exists():
        review.write_text(json.dumps(json.loads(review.read_bytes()) | {"run": "zz-copy"}))
    assert {one.code for one in run_build(project).issues} == {"run-duplicate"}
    listing(entry("core-two", "zz-copy", REASON))(project)
    assert run_build(project).issues == ()
    consistent(project)


def test_taking_the_entry_out_counts_the_run_again(project):
    before = contents(project / "public")
    _, row = one_of(project, "core-two")
    withdraw(project, row, gone=False)
    run_build(project)
    (project / "content/withdrawn.toml").unlink()
    run_build(project)
    assert contents(project / "public") == before
