"""Each limit stops a run at its exact value, with a reason of its own; each end of an answer has a name."""

import asyncio

import pytest

from runner.api.contract import Refused
from runner.providers.exchange import Exchanged
from sitegen.stops import STOPS
from tests.unit.api.rig import FORM, QUIET, USAGE, Hands, Purse, answer, box, call, made, planned

DO = call("do")


def ended(folder, answers, *, server=QUIET, limits=None, **more):
    return asyncio.run(made(folder / "run", answers, run=planned(server=server, limits=limits), **more))


def test_the_last_turn_runs_and_no_other_is_asked_for(tmp_path):
    finished, sent = ended(tmp_path, [answer(DO)] * 21)
    run = finished.run
    assert (run.stop.reason, run.stop.detail, run.status) == ("turn-limit", "20 model turns", "failed")
    assert (run.turns, run.requests, run.tool_calls, len(sent.requests)) == (20, 20, 20, 20)
    assert finished.halt is None


def test_a_final_answer_in_the_last_turn_is_an_answer(tmp_path):
    finished, _ = ended(tmp_path, [answer(DO), answer(DO), answer()], limits={"model_turns": 3})
    assert (finished.run.stop.reason, finished.run.turns) == ("answered", 3)


def test_the_sixtieth_call_runs_and_the_next_does_not(tmp_path):
    many = [box(f"b{n}", f"c{n}") for n in range(61)]
    finished, _ = ended(tmp_path, [answer(*many), answer()], server=FORM)
    run = finished.run
    assert (run.stop.reason, run.tool_calls, run.turns) == ("tool-call-limit", 60, 1)
    assert run.document.saved
    assert run.evaluation.grade.visible_objects == 60


def test_calls_that_never_reach_the_server_count_too(tmp_path):
    wrong = answer(call(None, "c1"), call("do", "c2", "cut"), DO)
    finished, _ = ended(tmp_path, [wrong, answer()], limits={"tool_calls": 2})
    assert (finished.run.stop.reason, finished.run.tool_calls) == ("tool-call-limit", 2)


def test_a_request_of_exactly_the_largest_size_is_sent(tmp_path):
    _, sent = ended(tmp_path, [answer()])
    size = len(sent.requests[0].body)
    finished, _ = ended(tmp_path / "a", [answer()], limits={"request_bytes": size})
    assert finished.run.stop.reason == "answered"
    finished, sent = ended(tmp_path / "b", [answer()], limits={"request_bytes": size - 1})
    assert (finished.run.stop.reason, finished.run.status) == ("request-size-limit", "not_started")
    assert finished.run.stop.detail == f"{size} bytes; at most {size - 1}"
    assert sent.requests == []


@pytest.mark.parametrize(("more", "reason"), [(0, "answered"), (1, "request-size-limit")])
def test_a_request_of_176000_bytes_is_sent_and_one_of_176001_is_not(tmp_path, more, reason):
    _, sent = ended(tmp_path / "short", [answer(DO, text=""), answer()])
    room = 176_000 - len(sent.requests[1].body)
    finished, sent = ended(tmp_path / "long", [answer(DO, text="x" * (room + more)), answer()])
    assert finished.run.stop.reason == reason
    assert [len(request.body) for request in sent.requests[1:]] == [176_000] * (1 - more)


@pytest.mark.parametrize(("took_ms", "turns"), [(300_000, 2), (300_001, 2), (299_999, 3), (600_000, 1)])
def test_nothing_begins_once_the_runs_time_is_used_up(tmp_path, took_ms, turns):
    """Two requests of 300 s are 600 s: a third is not sent. With 2 ms left it is, and its answer comes too late."""
    answers = [answer(stop="paused")] * 3
    finished, sent = ended(tmp_path, answers, hands=Hands(), took_ms=took_ms, limits={"request_ms": 600_000})
    run = finished.run
    assert (run.stop.reason, run.turns, run.wall_ms) == ("run-time-limit", turns, took_ms * turns)
    assert len(sent.requests) == turns


def test_no_call_begins_once_the_runs_time_is_used_up(tmp_path):
    finished, _ = ended(tmp_path, [answer(DO)], hands=Hands(), took_ms=600_000, limits={"request_ms": 600_000})
    assert (finished.run.stop.reason, finished.run.turns, finished.run.tool_calls) == ("run-time-limit", 1, 0)


@pytest.mark.parametrize(("took_ms", "reason"), [(600_000, "answered"), (600_001, "run-time-limit")])
def test_an_answer_at_the_last_moment_counts_and_a_later_one_does_not(tmp_path, took_ms, reason):
    limits = {"request_ms": 700_000}
    finished, _ = ended(tmp_path, [answer()], hands=Hands(), took_ms=took_ms, limits=limits)
    run = finished.run
    assert (run.stop.reason, run.wall_ms, run.usage.input, run.turns) == (reason, took_ms, USAGE["input"], 1)


@pytest.mark.parametrize(("took_ms", "reason"), [(180_000, "answered"), (180_001, "request-time-limit")])
def test_a_request_may_take_its_time_and_no_longer(tmp_path, took_ms, reason):
    finished, sent = ended(tmp_path, [answer()], hands=Hands(), took_ms=took_ms)
    assert finished.run.stop.reason == reason
    assert sent.within_ms == [180_000]


def test_a_request_near_the_end_has_the_rest_of_the_run(tmp_path):
    _, sent = ended(tmp_path, [answer(DO)] * 3 + [answer()], hands=Hands(), took_ms=170_000)
    assert sent.within_ms == [180_000, 180_000, 180_000, 90_000]


@pytest.mark.parametrize(("before", "reason"), [(0, "request-time-limit"), (3, "run-time-limit")])
def test_a_time_out_is_the_limit_that_was_nearer(tmp_path, before, reason):
    stalled = Exchanged(True, 90_000, fault="timeout", detail="no whole response in time")
    answers = [answer(DO)] * before + [stalled]
    finished, _ = ended(tmp_path, answers, hands=Hands(), took_ms=170_000)
    run = finished.run
    assert (run.stop.reason, run.requests, run.turns) == (reason, before + 1, before)
    assert run.usage.input is None
    assert run.usage.missing["input"] == f"1 of {before + 1} requests brought no usage"
    assert finished.halt == "a request failed: no whole response in time"


@pytest.mark.parametrize(
    ("body", "reason", "detail"),
    [
        (answer(), "answered", None),
        (answer(text=" \n"), "empty-answer", "answered"),
        (
            answer(DO, stop="output_limit", word="max_tokens"),
            "truncated",
            "max_tokens; 1 tool calls in it were not carried out",
        ),
        (answer(stop="output_limit", word="max_output_tokens"), "truncated", "max_output_tokens"),
        (answer(stop="refused", word="refusal"), "refused", "refusal"),
        (answer(DO, stop="refused", word="SAFETY"), "refused", "SAFETY"),
        (answer(stop="other", word="MALFORMED_FUNCTION_CALL"), "other-stop", "MALFORMED_FUNCTION_CALL"),
        (answer(stop="tool_calls"), "other-stop", "tool_calls, without a tool call"),
    ],
)
def test_every_end_of_an_answer_has_its_name_and_its_usage(tmp_path, body, reason, detail):
    finished, _ = ended(tmp_path, [body])
    run = finished.run
    assert (run.stop.reason, run.stop.detail) == (reason, detail)
    assert run.status == ("completed" if reason == "answered" else "failed")
    assert (run.usage.input, run.usage.output, run.turns, run.tool_calls) == (100, 20, 1, 0)
    assert finished.halt is None


def test_a_paused_turn_counts_and_goes_back_without_results(tmp_path):
    finished, sent = ended(tmp_path, [answer(stop="paused"), answer(DO), answer()], limits={"model_turns": 3})
    assert (finished.run.stop.reason, finished.run.turns) == ("answered", 3)
    assert sent.said(1) == []
    assert b'["kept", "Done."]' in sent.requests[1].body


def test_results_go_back_in_the_order_of_the_calls(tmp_path):
    calls = answer(box("a", "c1"), call("box", "c2", "Expecting value"), call(None, "c3"), box("a", "c4"), call("list"))
    finished, sent = ended(tmp_path, [calls, answer()], server=FORM)
    texts = [(text, error) for text, error, _ in sent.said(1)]
    assert texts[0] == ('{"label":"a","min":[-5,-10,0],"max":[5,10,30],"volume_mm3":6000}', False)
    assert texts[1] == ("The arguments are no JSON object: Expecting value.", True)
    assert texts[2] == ('There is no tool named "unheard-of".', True)
    assert texts[3][1]
    assert "label_taken" in texts[3][0]
    assert texts[4] == ('{"solids":[["a",[-5,-10,0],[5,10,30],6000,""]]}', False)
    recorded = finished.run.responses[0].calls
    assert [one.ok for one in recorded] == [True, False, False, False, True]
    assert [bool(one.fault) for one in recorded] == [False, True, True, False, False]
    assert (finished.run.tool_calls, finished.run.failed_tool_calls) == (5, 3)


def test_operations_inside_a_batch_are_counted_beside_the_calls(tmp_path):
    steps = [{"tool": "box", "args": {"label": f"b{n}", "size": [1, 1, 1], "at": [0, 0, 0]}} for n in range(7)]
    finished, _ = ended(tmp_path, [answer(call("batch", calls=steps), call("list")), answer()], server=FORM)
    assert (finished.run.tool_calls, finished.run.operations) == (2, 8)


def test_the_budget_is_asked_before_each_request_with_its_bytes_and_told_each_usage(tmp_path):
    purse = Purse()
    _, sent = ended(tmp_path, [answer(DO), answer()], purse=purse)
    assert purse.reserved == [len(request.body) for request in sent.requests]
    assert [usage and usage.input for usage in purse.settled] == [100, 100]


def test_a_budget_that_refuses_ends_the_run_with_its_own_reason(tmp_path):
    refusal = Refused("budget", "0.01 of 10 USD are left")
    finished, sent = ended(tmp_path / "a", [answer()], purse=Purse(iter([refusal])))
    assert (finished.run.status, finished.run.stop.reason) == ("not_started", "budget")
    assert sent.requests == []
    finished, sent = ended(tmp_path / "b", [answer(DO), answer()], purse=Purse(iter([None, refusal])))
    run = finished.run
    assert (run.status, run.stop.reason, run.stop.detail) == ("failed", "budget", "0.01 of 10 USD are left")
    assert (run.requests, run.turns, run.tool_calls) == (1, 1, 1)


def test_unknown_usage_stops_spending(tmp_path):
    unknown = {**dict.fromkeys(USAGE), "missing": {"input": "no usage", "output": "no usage"}}

    def stops(usage):
        return "what it cost is not known" if usage is None or usage.input is None else None

    answers = [answer(DO), answer(DO, usage=unknown), answer()]
    finished, sent = ended(tmp_path / "a", answers, purse=Purse(stops=stops))
    run = finished.run
    assert (run.stop.reason, run.turns, run.tool_calls, len(sent.requests)) == ("cost-unknown", 2, 1, 2)
    assert run.usage.input is None
    assert run.usage.missing["input"] == "1 of 2 responses: no usage"
    assert finished.halt == "what it cost is not known"
    finished, _ = ended(tmp_path / "b", [answer(usage=unknown)], purse=Purse(stops=stops))
    assert (finished.run.stop.reason, finished.halt) == ("answered", "what it cost is not known")


def test_every_stop_is_in_the_table_and_only_an_answer_completes_a_run():
    assert [slug for slug, stop in STOPS.items() if stop.completed] == ["answered"]
    assert {stop.side for stop in STOPS.values()} == {None, "model", "infrastructure"}
