"""A run told from its trace is accounted as the run itself was, up to the line where the trace breaks off."""

import asyncio

import pytest

from runner.api.contract import SYSTEM_CLOCK
from runner.api.record import after, unstarted
from runner.api.retelling import retold
from runner.providers.exchange import Exchanged
from tests.unit.api.rig import PLANNED, Hands, PlainAdapter, answer, call, made

TOLD = ("responses", "usage", "cost", "model", "requests", "turns", "tool_calls", "failed_tool_calls", "operations")
TIMES = ("provider_ms", "tool_ms")


@pytest.fixture
def run(tmp_path):
    """A run of three turns with every kind of call, then an error of the provider."""
    calls = [call("do"), call(None, "c2"), call("do", "c3", fault="no object")]
    answers: list[bytes | Exchanged | Exception] = [
        answer(*calls, flags=["odd"]),
        answer(call("batch", calls=[{}, {}])),
        Exchanged(True, 5, status=529),
    ]
    finished, _ = asyncio.run(made(tmp_path / "run", answers, hands=Hands(), took_ms=70))
    return finished.run


def test_a_whole_trace_tells_all_that_the_record_says(tmp_path, run):
    found = retold(tmp_path / "run/trace.jsonl", PlainAdapter())
    assert (found.started_at is not None, found.calling) == (True, None)
    pending = unstarted(PLANNED, SYSTEM_CLOCK, "interrupted")
    again = after(pending, found.course, None, status="failed", wall_ms=run.wall_ms, evaluation=run.evaluation)
    for name in (*TOLD, *TIMES):
        assert getattr(again, name) == getattr(run, name), name
    # The server has no batch: three calls never reach it.
    assert (run.requests, run.turns, run.tool_calls, run.failed_tool_calls, run.operations) == (3, 2, 4, 3, 4)


def test_every_beginning_of_a_trace_tells_no_more_than_it_holds(tmp_path, run):
    lines = (tmp_path / "run/trace.jsonl").read_bytes().splitlines(keepends=True)
    path = tmp_path / "cut.jsonl"
    seen = []
    for count in range(len(lines) + 1):
        path.write_bytes(b"".join(lines[:count]) + b'{"eve')
        course = retold(path, PlainAdapter()).course
        seen.append((course.requests, len(course.turns), course.tool_calls))
    events = [line.split(b'"')[3].decode() for line in lines]
    assert events[:4] == ["start", "request", "response", "call"]
    expected, requests, turns, calls = [(0, 0, 0)], 0, 0, 0
    for number, event in enumerate(events):
        requests += event == "request"
        turns += event == "response" and requests < 3
        calls += event == "result"
        expected.append((requests, turns, calls))
        assert seen[number + 1] == expected[-1], event
    assert seen[-1] == (3, 2, 4)


def test_without_a_trace_nothing_is_told(tmp_path):
    found = retold(tmp_path / "trace.jsonl", PlainAdapter())
    assert (found.course.requests, found.started_at, found.calling) == (0, None, None)
