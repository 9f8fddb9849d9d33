"""A runner that was killed: what its suite and its last run are then."""

import json

import pytest

from runner.archive import published_files
from runner.export.report import report
from runner.suite import manifest as manifests
from sitegen.records import RUN, SUITE
from tests.unit.suite.rig import Runs, driven, model

TWO = [model("a", "small"), model("b", "large")]


class KilledError(Exception):
    """Stands for SIGKILL: nothing after it happens."""


def killed(folder, *events):
    """A suite whose runner was killed in its first run, after these events of its trace."""

    class Dies(Runs):
        async def __call__(self, planned, run_folder, budget, watch):
            run_folder.mkdir(parents=True)
            lines = [json.dumps({"at": f"2026-12-01T00:00:0{n}.000Z", **event}) for n, event in enumerate(events)]
            (run_folder / "trace.jsonl").write_text("".join(f"{line}\n" for line in lines) + '{"event": "resp')
            raise KilledError

    with pytest.raises(KilledError):
        driven(folder, TWO, Dies())


SENT = {"event": "request", "number": 1, "bytes": 5, "sha256": "0"}
CAME = {"event": "response", "status": 200, "dispatched": True}
UNSENT = {"event": "response", "fault": "connect", "dispatched": False}


def of(folder, content):
    (one,) = report(folder, content, {})
    assert (one.outcome, one.faults, one.issues) == ("written", (), ())
    files = published_files(content, folder.name)
    suite = SUITE.validate_json(files["suite.json"])
    return suite, RUN.validate_json(files["runs/a-r1/run.json"])


@pytest.mark.parametrize(("events", "requests"), [([SENT], 1), ([SENT, CAME], 1), ([SENT, CAME, SENT], 2)])
def test_a_run_that_had_sent_a_request_stays_in_the_denominator(tmp_path, events, requests):
    killed(tmp_path / "trial", *events)
    suite, run = of(tmp_path / "trial", tmp_path / "content")
    assert (run.status, run.stop.reason, run.requests) == ("failed", "interrupted", requests)
    assert run.started_at == "2026-12-01T00:00:00.000Z"
    assert (run.wall_ms, run.usage.input, run.cost.estimated_ticks) == (None, None, None)
    assert run.evaluation is not None and run.evaluation.grade.points is None
    assert suite.interrupted and suite.ended_at is None
    assert {slot.run: (slot.state, slot.reason) for slot in suite.slots} == {
        "a-r1": ("started", None),
        "b-r1": ("not_started", "the runner was killed before this run"),
    }


@pytest.mark.parametrize("events", [[], [SENT, UNSENT]])
def test_a_run_that_had_sent_nothing_was_not_started(tmp_path, events):
    killed(tmp_path / "trial", *events)
    suite, run = of(tmp_path / "trial", tmp_path / "content")
    assert (run.status, run.requests) == ("not_started", 0)
    assert {slot.run: slot.state for slot in suite.slots} == {"a-r1": "not_started", "b-r1": "not_started"}
    assert suite.interrupted


def test_a_record_that_was_written_before_the_kill_counts(tmp_path):
    class Dies(Runs):
        async def __call__(self, planned, folder, budget, watch):
            await super().__call__(planned, folder, budget, watch)
            raise KilledError

    with pytest.raises(KilledError):
        driven(tmp_path / "trial", TWO, Dies())
    left = manifests.read(tmp_path / "trial").record
    assert left is not None and left.slots[0].state == "running"
    _, run = of(tmp_path / "trial", tmp_path / "content")
    assert run.status == "completed"


def test_a_trace_that_is_damaged_in_the_middle_is_refused(tmp_path):
    killed(tmp_path / "trial", SENT)
    path = tmp_path / "trial/runs/a-r1/trace.jsonl"
    path.write_text("not json\n" + path.read_text())
    (one,) = report(tmp_path / "trial", tmp_path / "content", {})
    assert one.outcome == "refused"
    assert "trace.jsonl, line 1" in one.faults[0]
