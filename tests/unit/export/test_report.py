"""From private suites to evidence: what is found, published, left out, refused; and that it only ever grows."""

import json
import secrets
import shutil

import pytest

from runner.archive import published_files
from runner.export.find import folders
from runner.export.report import report
from runner.suite import manifest as manifests
from sitegen.fingerprint import of_bytes
from sitegen.records import PROTOCOL, RUN, SUITE, TASK
from sitegen.records.kinds.api import ApiRun
from sitegen.records.run import Artifact
from sitegen.records.suite import Tombstone
from tests.unit.suite.rig import Runs, driven, model, record

DOCUMENT = b'{"parts":[]}\n'
THREE = [model("a", "small"), model("b", "medium"), model("c", "large")]
REASONING = "the model thought of this at length"


def with_document(planned):
    artifact = Artifact(
        name="model.form.json", sha256=of_bytes(DOCUMENT), bytes=len(DOCUMENT), media_type="application/json"
    )
    return record(planned).model_copy(update={"artifacts": (artifact,)}), None


@pytest.fixture
def suite(tmp_path):
    """A suite of three runs: one with a document and a private trace, one failed, one held back."""
    folder = tmp_path / "suites" / "trial"
    script = {
        "a-r1": with_document,
        "b-r1": lambda planned: (record(planned, "overloaded", status="failed"), "HTTP 529"),
    }
    driven(folder, THREE, Runs(script))
    (folder / "runs/a-r1/model.form.json").write_bytes(DOCUMENT)
    (folder / "runs/a-r1/trace.jsonl").write_text(json.dumps({"event": "response", "body": REASONING}) + "\n")
    (folder / "runs/a-r1/notes.txt").write_text(REASONING)
    return folder


def exported(place, content, environment=None):
    return tuple(report(place, content, environment or {}))


def published(content, suite="trial"):
    return published_files(content, suite)


def test_a_suite_is_published_whole_and_valid(suite, tmp_path):
    (one,) = exported(suite, tmp_path / "content")
    assert (one.outcome, one.issues, one.faults) == ("written", (), ())
    assert one.publication is not None
    assert (one.publication.planned, one.publication.started) == (3, 2)
    files = published(tmp_path / "content")
    assert set(files) == {
        "suite.json",
        "protocol.json",
        "tasks/espresso-machine-v1.json",
        *(f"runs/{run}/run.json" for run in ("a-r1", "b-r1", "c-r1")),
        "runs/a-r1/model.form.json",
    }
    published_suite = SUITE.validate_json(files["suite.json"])
    assert {slot.run: slot.state for slot in published_suite.slots} == {
        "a-r1": "started",
        "b-r1": "started",
        "c-r1": "not_started",
    }
    assert {slot.run: slot.reason for slot in published_suite.slots}["c-r1"] == "HTTP 529"
    assert not published_suite.interrupted
    hashes = {entry.hash for entry in PROTOCOL.validate_json(files["protocol.json"]).entries}
    runs = [RUN.validate_json(files[f"runs/{run}/run.json"]) for run in ("a-r1", "b-r1", "c-r1")]
    assert {run.protocol for run in runs} == hashes
    assert [run.status for run in runs] == ["completed", "failed", "not_started"]
    assert TASK.validate_json(files["tasks/espresso-machine-v1.json"]).id == "espresso-machine-v1"


def test_nothing_private_is_published(suite, tmp_path):
    exported(suite, tmp_path / "content")
    everything = b"".join(published(tmp_path / "content").values())
    assert REASONING.encode() not in everything
    assert str(tmp_path).encode() not in everything
    assert b"127.0.0.1" not in everything


def test_a_second_report_changes_nothing(suite, tmp_path):
    exported(suite, tmp_path / "content")
    path = tmp_path / "content/evidence/trial/suite.json"
    before = path.stat()
    (again,) = exported(suite, tmp_path / "content")
    assert again.outcome == "unchanged"
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize("place", ["trial", "trial/runs", "."])
def test_a_suite_its_runs_and_a_folder_of_suites_are_found(suite, tmp_path, place):
    (suite.parent / "notes").mkdir()
    (suite.parent / ".part-x").mkdir()
    shutil.copy(suite / "suite.json", suite.parent / ".part-x/suite.json")
    assert folders((suite.parent / place).resolve()) == (suite,)


def test_each_suite_of_a_folder_is_reported_on_its_own(suite, tmp_path):
    driven(suite.parent / "second", [model("a")], Runs())
    (suite.parent / "broken").mkdir()
    (suite.parent / "broken/suite.json").write_text("{")
    found = {one.folder.name: one.outcome for one in exported(suite.parent, tmp_path / "content")}
    assert found == {"broken": "refused", "second": "written", "trial": "written"}


def test_a_key_in_a_record_keeps_the_suite_back(suite, tmp_path):
    key = secrets.token_urlsafe(24)
    path = suite / "runs/b-r1/run.json"
    run = json.loads(path.read_bytes())
    run["stop"]["detail"] = f"wrong key {key}"
    path.write_text(json.dumps(run))
    (one,) = exported(suite, tmp_path / "content", {"HOUSE_API_KEY": key})
    assert one.outcome == "refused"
    assert [each.code for each in one.issues] == ["leak"]
    assert key not in str(one.issues)
    assert list((tmp_path / "content/evidence").iterdir()) == []


def spoil_hash(suite):
    (suite / "runs/a-r1/model.form.json").write_bytes(b"{}")


def spoil_missing(suite):
    (suite / "runs/a-r1/model.form.json").unlink()


def spoil_link(suite):
    (suite / "runs/a-r1/model.form.json").unlink()
    (suite / "secret").write_bytes(DOCUMENT)
    (suite / "runs/a-r1/model.form.json").symlink_to(suite / "secret")


def spoil_name(suite):
    path = suite / "runs/a-r1/run.json"
    run = json.loads(path.read_bytes())
    run["artifacts"][0]["name"] = "trace.jsonl"
    path.write_text(json.dumps(run))


def spoil_record(suite):
    (suite / "runs/a-r1/run.json").write_text("{}")


def spoil_id(suite):
    manifest = manifests.read(suite).record
    assert manifest is not None
    manifests.write(suite, manifest.model_copy(update={"id": "other"}))


def spoil_run(suite):
    (suite / "runs/b-r1/run.json").unlink()


def spoil_folder(suite):
    shutil.rmtree(suite / "runs/b-r1")


def spoil_plan(suite):
    manifest = manifests.read(suite).record
    assert manifest is not None
    kept = tuple(slot for slot in manifest.slots if slot.run != "b-r1")
    manifests.write(suite, manifest.model_copy(update={"slots": kept}))


def spoil_copy(suite):
    shutil.copy(suite / "runs/a-r1/run.json", suite / "runs/b-r1/run.json")


def edited(suite, **changes):
    path = suite / "runs/b-r1/run.json"
    run = json.loads(path.read_bytes())
    path.write_text(json.dumps(run | changes))


def spoil_cost(suite):
    price = {
        "provider": "house",
        "model": "b",
        "rates": {"input": "1", "cached_read": "0.1", "output": "10"},
        "source": "https://prices.example/list",
        "checked_on": "2026-01-01",
        "expires_on": "2099-01-01",
    }
    edited(suite, cost={"estimated_ticks": 1, "provider_ticks": None, "price": price})


def spoil_status(suite):
    edited(suite, status="completed")


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (spoil_copy, "id-mismatch"),
        (spoil_cost, "cost-mismatch"),
        (spoil_status, "stop-status"),
        (spoil_run, "run-missing"),
        (spoil_folder, "run-missing"),
        (spoil_plan, "slot-missing"),
        (spoil_hash, "artifact-hash"),
        (spoil_missing, "artifact-missing"),
        (spoil_link, "artifact-missing"),
        (spoil_name, "artifact-type"),
        (spoil_record, "field-missing"),
        (spoil_id, "id-mismatch"),
    ],
)
def test_a_suite_that_is_not_what_its_records_say_is_refused(suite, tmp_path, spoil, code):
    spoil(suite)
    (one,) = exported(suite, tmp_path / "content")
    assert one.outcome == "refused"
    assert code in {each.code for each in one.issues}
    assert published(tmp_path / "content") == {}
    assert not list(tmp_path.glob("content/evidence/*"))


def test_an_invalidated_suite_leaves_its_tombstone_alone(suite, tmp_path):
    exported(suite, tmp_path / "content")
    barred = {"schema": 1, "reason": "A tool was blocked.", "invalidated_at": "2026-12-01T00:00:00Z"}
    (suite / "INVALIDATED.json").write_text(json.dumps(barred))
    (one,) = exported(suite, tmp_path / "content")
    files = published(tmp_path / "content")
    assert (one.outcome, set(files)) == ("grown", {"INVALIDATED.json"})
    stone = Tombstone.model_validate_json(files["INVALIDATED.json"])
    assert (stone.reason, stone.suite) == ("A tool was blocked.", "trial")
    assert (stone.counts.planned, stone.counts.started, stone.counts.not_started) == (3, 2, 1)
    (suite / "INVALIDATED.json").unlink()
    (back,) = exported(suite, tmp_path / "content")
    assert back.outcome == "refused"
    assert published(tmp_path / "content") == files


def test_a_suite_that_still_runs_is_published_as_far_as_it_has_come(suite, tmp_path):
    manifest = manifests.read(suite).record
    assert manifest is not None
    slots = [slot.model_copy(update={"state": "finished", "reason": None}) for slot in manifest.slots]
    pending = ApiRun.model_validate_json((suite / "runs/c-r1/run.json").read_bytes())
    shutil.move(suite / "runs/c-r1", tmp_path / "later")
    slots[2] = slots[2].model_copy(update={"state": "running"})
    under_way = manifest.model_copy(update={"ended_at": None, "slots": tuple(slots), "running": pending})
    manifests.write(suite, under_way)
    with manifests.held(suite):
        (one,) = exported(suite, tmp_path / "content")
    assert one.suite is not None and one.suite.running and not one.suite.interrupted
    first = SUITE.validate_json(published(tmp_path / "content")["suite.json"])
    assert {slot.run: slot.reason for slot in first.slots}["c-r1"] == "not finished when this was exported"
    assert (first.interrupted, first.ended_at) == (False, None)
    shutil.move(tmp_path / "later", suite / "runs/c-r1")
    manifests.write(suite, manifest)
    (grown,) = exported(suite, tmp_path / "content")
    assert grown.outcome == "grown"
    assert "runs/c-r1/run.json" in published(tmp_path / "content")
