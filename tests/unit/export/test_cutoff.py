"""A runner that was killed: what its suite and its last run are then."""

import json
from dataclasses import replace
from typing import Any

import pytest

from runner.api.contract import SYSTEM_CLOCK
from runner.archive import published_files
from runner.export.report import report
from runner.money.outlay import Outlay
from runner.suite import manifest as manifests
from sitegen.records import RUN, SUITE
from tests.unit.suite.rig import Runs, driven, model

PRICES = [
    {
        "checked_on": SYSTEM_CLOCK.utc().date().isoformat(),
        "source": "https://prices.example/list",
        "rates": {"input": "1", "cached_read": "0.1", "output": "10"},
        "unbilled": ["cache_write"],
    }
]
TWO = [model("a", "small", prices=PRICES), model("b", "large", prices=PRICES)]


class KilledError(BaseException):
    """Stands for SIGKILL: nothing after it happens."""


def killed(folder, *events):
    """A suite whose runner was killed in its first run, after these events of its trace."""

    class Dies(Runs):
        async def __call__(self, planned, run_folder, budget, watch):
            write_trace(run_folder, events)
            raise KilledError

    with pytest.raises(KilledError):
        driven(folder, TWO, Dies())


def write_trace(folder, events):
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps({"at": f"2026-12-01T00:00:0{n}.000Z", **event}) for n, event in enumerate(events)]
    (folder / "trace.jsonl").write_text("".join(f"{line}\n" for line in lines) + '{"event": "resp')


def body(prompt, cached, output):
    call = {"id": "c1", "type": "function", "function": {"name": "box", "arguments": "{}"}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    usage = {
        "prompt_tokens": prompt,
        "completion_tokens": output,
        "total_tokens": prompt + output,
        "prompt_tokens_details": {"cached_tokens": cached},
        "completion_tokens_details": {"reasoning_tokens": 7},
    }
    answered = {"model": "a-1", "choices": [{"message": message, "finish_reason": "tool_calls"}], "usage": usage}
    return json.dumps(answered)


RECORDED = {"at_ms": 40, "duration_ms": 3, "tool": "box", "ok": True, "operations": 2, "fault": None}
SENT = {"event": "request", "number": 1, "at_ms": 0, "bytes": 5, "sha256": "0"}
RESPONSE = {"event": "response", "fault": None, "status": 200, "dispatched": True, "complete_ms": 30}
CAME = RESPONSE | {"body": body(1_000, 200, 50)}
CALLED: dict[str, Any] = {"event": "call", "id": "c1", "tool": "box", "arguments": {}, "fault": None}
RESULT = {"event": "result", "id": "c1", "text": "done", "is_error": False, "recorded": RECORDED}
AGAIN = SENT | {"number": 2, "at_ms": 45}
MORE = RESPONSE | {"body": body(2_000, 0, 10), "complete_ms": 20}
UNSENT = {"event": "response", "fault": "connect", "dispatched": False}
REFUSED = RESPONSE | {"status": 529, "body": "busy"}
UNREADABLE = RESPONSE | {"body": "half of it"}
# 800 x 10,000 + 200 x 1,000 + 50 x 100,000 ticks; 2,000 x 10,000 + 10 x 100,000 ticks.
FIRST, SECOND = 13_200_000, 21_000_000


def of(folder, content):
    (one,) = report(folder, content, {})
    assert (one.outcome, one.faults, one.issues) == ("written", (), ())
    files = published_files(content, folder.name)
    suite = SUITE.validate_json(files["suite.json"])
    return one.publication, suite, RUN.validate_json(files["runs/a-r1/run.json"])


@pytest.mark.parametrize(
    ("events", "requests", "turns", "calls", "cost"),
    [
        ([SENT], 1, 0, 0, (None, None)),
        ([SENT, REFUSED], 1, 0, 0, (None, None)),
        ([SENT, UNREADABLE], 1, 0, 0, (None, None)),
        ([SENT, CAME], 1, 1, 0, (FIRST, None)),
        ([SENT, CAME, CALLED], 1, 1, 0, (FIRST, None)),
        ([SENT, CAME, CALLED, RESULT], 1, 1, 1, (FIRST, None)),
        ([SENT, CAME, CALLED, RESULT, AGAIN], 2, 1, 1, (None, FIRST)),
        ([SENT, CAME, CALLED, RESULT, AGAIN, UNSENT], 1, 1, 1, (FIRST, None)),
        ([SENT, CAME, CALLED, RESULT, AGAIN, MORE], 2, 2, 1, (FIRST + SECOND, None)),
    ],
)
def test_a_killed_run_keeps_what_its_trace_tells(tmp_path, events, requests, turns, calls, cost):
    killed(tmp_path / "trial", *events)
    publication, suite, run = of(tmp_path / "trial", tmp_path / "content")
    assert (run.status, run.stop.reason) == ("failed", "interrupted")
    assert run.stop.detail.startswith(f"the runner was killed; {requests} request")
    assert (run.requests, run.turns, run.tool_calls, run.operations) == (requests, turns, calls, 2 * calls)
    assert (run.cost.estimated_ticks, run.cost.at_least_ticks) == cost
    assert run.started_at == "2026-12-01T00:00:00.000Z"
    assert (run.wall_ms, run.ended_at, run.provider_ms) == (None, None, 30 * min(turns, 1) + 20 * max(turns - 1, 0))
    assert run.tool_ms == (None if events[-1] is CALLED else 3 * calls)
    assert run.evaluation is not None and run.evaluation.grade.points is None
    assert suite.interrupted and suite.ended_at is None
    assert {slot.run: (slot.state, slot.reason) for slot in suite.slots} == {
        "a-r1": ("started", None),
        "b-r1": ("not_started", "the runner was killed before this run"),
    }
    assert publication.spent == Outlay(sum(ticks or 0 for ticks in cost), at_least=cost[0] is None)
    assert (publication.planned, publication.started) == (2, 1)


def test_the_tokens_of_a_killed_run_are_those_of_its_responses(tmp_path):
    killed(tmp_path / "trial", SENT, CAME, CALLED, RESULT, AGAIN, MORE)
    _, _, run = of(tmp_path / "trial", tmp_path / "content")
    assert (run.usage.input, run.usage.cached_read, run.usage.output, run.usage.reasoning) == (3_000, 200, 60, 14)
    assert [(one.at_ms, one.provider_ms, one.stop) for one in run.responses] == [
        (0, 30, "tool_calls"),
        (45, 20, "tool_calls"),
    ]
    assert run.responses[0].calls[0].model_dump() == RECORDED
    assert run.model.reported == ("a-1",)


def test_a_run_whose_record_could_not_be_written_is_told_with_that_reason(tmp_path):
    class Full(Runs):
        async def __call__(self, planned, folder, budget, watch):
            finished = await super().__call__(planned, folder, budget, watch)
            (folder / "run.json").unlink()
            write_trace(folder, [SENT, CAME, CALLED, RESULT, AGAIN])
            return replace(finished, lost="run.json: No space left on device")

    driven(tmp_path / "trial", TWO, Full())
    publication, suite, run = of(tmp_path / "trial", tmp_path / "content")
    assert (run.status, run.stop.reason) == ("failed", "evidence-not-written")
    assert run.stop.detail == "run.json: No space left on device; 2 requests, 1 answered"
    assert publication.spent == Outlay(FIRST, at_least=True)
    assert suite.interrupted
    assert {slot.run: slot.state for slot in suite.slots} == {"a-r1": "started", "b-r1": "not_started"}


@pytest.mark.parametrize("broken", [{"event": "request"}, {"event": "result", "id": "c1"}, {"what": 1}, [1]])
def test_a_trace_with_an_event_that_is_not_whole_is_refused(tmp_path, broken):
    killed(tmp_path / "trial", SENT, CAME)
    path = tmp_path / "trial/runs/a-r1/trace.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], json.dumps(broken), *lines[2:]]))
    (one,) = report(tmp_path / "trial", tmp_path / "content", {})
    assert one.outcome == "refused"
    assert "trace.jsonl" in one.faults[0]


@pytest.mark.parametrize("events", [[], [SENT, UNSENT]])
def test_a_run_that_had_sent_nothing_was_not_started(tmp_path, events):
    killed(tmp_path / "trial", *events)
    publication, suite, run = of(tmp_path / "trial", tmp_path / "content")
    assert (run.status, run.requests) == ("not_started", 0)
    assert run.stop.detail == "the runner was killed before the first request"
    assert (publication.planned, publication.started, publication.spent) == (2, 0, Outlay(0, at_least=False))
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
    _, _, run = of(tmp_path / "trial", tmp_path / "content")
    assert run.status == "completed"


def test_a_trace_that_is_damaged_in_the_middle_is_refused(tmp_path):
    killed(tmp_path / "trial", SENT)
    path = tmp_path / "trial/runs/a-r1/trace.jsonl"
    path.write_text("not json\n" + path.read_text())
    (one,) = report(tmp_path / "trial", tmp_path / "content", {})
    assert one.outcome == "refused"
    assert "trace.jsonl, line 1" in one.faults[0]
