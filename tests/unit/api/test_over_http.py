"""Whole runs over HTTP: the real adapters and sender, the simulated providers on 127.0.0.1, real server processes."""

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from runner.api.run import run_one
from runner.providers import ADAPTERS, Scripted, parse_calls
from sitegen.records import RUN
from sitegen.records.price import Price, Rates
from sitegen.records.usage import Lifetime
from tests.simulator.script import Call, Cut, Drip, Error, Huge, Raw, Reset, Stall, Step, Turn, script
from tests.unit.api.rig import FORM, QUIET, ROOT, Onlooker, Purse, children, planned

PROVIDERS = ("openai", "xai", "anthropic", "gemini")
RATES = {
    "openai": Rates(input="2", cached_read="0.1", cache_write={"30m": "2.5"}, output="10"),
    "xai": Rates(input="2", cached_read="0.5", output="6"),
    "anthropic": Rates(input="4", cached_read="0.2", cache_write={"5m": "5"}, output="20"),
    "gemini": Rates(input="2", cached_read="0.1", output="10"),
}
# One response: 1,000 tokens in, 400 of them read from a cache and, where writes are reported, 100 written; 200 out, 50
# of them reasoning.
USAGES: dict[str, dict[str, Any]] = {
    "openai": {
        "input_tokens": 1000,
        "input_tokens_details": {"cached_tokens": 400, "cache_write_tokens": 100},
        "output_tokens": 200,
        "output_tokens_details": {"reasoning_tokens": 50},
        "total_tokens": 1200,
    },
    "xai": {
        "input_tokens": 1000,
        "input_tokens_details": {"cached_tokens": 400},
        "output_tokens": 200,
        "output_tokens_details": {"reasoning_tokens": 50},
        "total_tokens": 1200,
        "cost_in_usd_ticks": 31_234_567,
    },
    "anthropic": {
        "input_tokens": 500,
        "cache_creation_input_tokens": 100,
        "cache_creation": {"ephemeral_5m_input_tokens": 100, "ephemeral_1h_input_tokens": 0},
        "cache_read_input_tokens": 400,
        "output_tokens": 200,
        "output_tokens_details": {"thinking_tokens": 50},
    },
    "gemini": {
        "promptTokenCount": 1000,
        "cachedContentTokenCount": 400,
        "candidatesTokenCount": 150,
        "thoughtsTokenCount": 50,
        "totalTokenCount": 1200,
    },
}
# Per response in 1e-6 USD: 500 x 2 + 400 x 0.1 + 100 x 2.5 + 200 x 10 = 3,290; 600 x 2 + 400 x 0.5 + 200 x 6 = 2,600;
# 500 x 4 + 400 x 0.2 + 100 x 5 + 200 x 20 = 6,580; 600 x 2 + 400 x 0.1 + 200 x 10 = 3,240. A tick is 1e-10 USD.
WRITES: dict[str, Lifetime] = {"openai": "30m", "anthropic": "5m"}
TICKS = {"openai": 32_900_000, "xai": 26_000_000, "anthropic": 65_800_000, "gemini": 32_400_000}


def run_of(simulator, provider, **changes):
    adapter = ADAPTERS[provider]
    price = Price(
        provider=provider,
        model="model-1",
        rates=RATES[provider],
        default_write_lifetime=WRITES.get(provider),
        unbilled=() if RATES[provider].cache_write else ("cache_write",),
        source="https://example.org/prices",
        checked_on="2026-11-30",
        expires_on="2026-12-30",
    )
    base = simulator.base_url(adapter.route.base_url) if adapter.route.base_url else simulator.url(provider)
    return planned(
        provider=provider,
        model="model-1",
        adapter=adapter,
        base_url=base,
        key=simulator.key(provider),
        price=price,
        **changes,
    )


def make(run, folder, purse=None, look=lambda: None):
    return asyncio.run(run_one(run, folder, purse or Purse(), Onlooker(look)))


def box(label):
    return Call("box", {"label": label, "size": [10, 20, 30], "at": [0, 0, 0]})


def turn(usage, *calls, text=""):
    return Turn(text=text, calls=calls, reasoning=("a plan",), usage=usage)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_whole_run_is_accounted_to_the_last_tick(simulate, tmp_path, provider):
    """Five responses, eleven calls, four of them at once, one of them refused by the tool, twelve operations."""
    usage = USAGES[provider]
    steps = [{"tool": "box", "args": {"label": f"g{n}", "size": [1, 2, 3], "at": [50 * n, 0, 0]}} for n in (1, 2)]
    simulator = simulate(
        script(
            turn(usage, box("a"), box("b"), Call("list")),
            turn(usage, box("a"), box("c")),
            turn(usage, Call("batch", {"calls": steps}), Call("list")),
            turn(usage, box("d"), box("e"), box("f"), box("h")),
            turn(usage, text="Done."),
        )
    )
    purse, before = Purse(), children()
    finished = make(run_of(simulator, provider, server=FORM), tmp_path / "run", purse)
    run = finished.run
    simulator.log.require_clean()
    assert [entry.turns for entry in simulator.log] == [0, 1, 2, 3, 4]
    assert (run.stop.reason, finished.halt) == ("answered", None)
    assert (run.turns, run.requests, run.tool_calls, run.failed_tool_calls, run.operations) == (5, 5, 11, 1, 12)
    assert run.evaluation.grade.visible_objects == 9
    written = 500 if RATES[provider].cache_write else None
    totals = (run.usage.input, run.usage.cached_read, run.usage.cache_write, run.usage.output, run.usage.reasoning)
    assert totals == (5_000, 2_000, written, 1_000, 250)
    assert run.cost.estimated_ticks == 5 * TICKS[provider]
    assert run.cost.provider_ticks == (5 * 31_234_567 if provider == "xai" else None)
    assert purse.reserved == [len(entry.body) for entry in simulator.log]
    assert run.document.reopened
    assert children() == before
    assert RUN.validate_json((tmp_path / "run" / "run.json").read_bytes()) == run


DO = Turn(calls=(Call("do"),))
FAULTS: dict[str, tuple[Step, str]] = {
    "wrong-400": (Error(400, echo_key=True), "request-refused"),
    "wrong-401": (Error(401, echo_key=True), "key-refused"),
    "limited": (Error(429), "rate-limited"),
    "broken": (Error(500), "provider-error"),
    "overloaded": (Error(529), "overloaded"),
    "cut": (Cut(DO), "connection-lost"),
    "cut-chunk": (Cut(DO, chunked=True), "connection-lost"),
    "stall": (Stall(), "request-time-limit"),
    "stall-in-body": (Stall(DO, where="body"), "request-time-limit"),
    "drip": (Drip(DO), "request-time-limit"),
    "reset": (Reset(), "connection-lost"),
    "reset-in-body": (Reset(DO, after_bytes=40), "connection-lost"),
    "no-json": (Raw(b"<html>a proxy</html>"), "unreadable-response"),
    "nothing": (Raw(b""), "unreadable-response"),
}


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("fault", FAULTS)
def test_after_a_fault_nothing_more_is_sent_and_no_key_is_in_any_file(simulate, tmp_path, provider, fault):
    step, reason = FAULTS[fault]
    simulator = simulate(script(DO, step, then=DO))
    run = run_of(simulator, provider, limits={"request_ms": 700} if reason == "request-time-limit" else None)
    before = children()
    finished = make(run, tmp_path / "run")
    record = finished.run
    assert (record.status, record.stop.reason) == ("failed", reason)
    assert len(simulator.log) == 2
    assert (record.requests, record.turns) == (2, 1)
    assert finished.halt
    assert record.usage.input is None
    assert record.cost.estimated_ticks is None
    assert record.cost.at_least_ticks
    assert (record.provider_error is None) == (not isinstance(step, Error))
    assert children() == before
    assert RUN.validate_json((tmp_path / "run" / "run.json").read_bytes()) == record
    for path in (tmp_path / "run").iterdir():
        assert simulator.key(provider)[:14].encode() not in path.read_bytes(), path.name


def test_a_body_beyond_all_measure_is_kept_in_part(simulate, tmp_path):
    simulator = simulate(script(Huge(40 * 2**20)))
    run = make(run_of(simulator, "openai"), tmp_path / "run").run
    assert (run.stop.reason, len(simulator.log)) == ("unreadable-response", 1)
    assert (tmp_path / "run" / "trace.jsonl").stat().st_size < 2**20


def test_an_answer_that_only_looks_complete_is_truncated(simulate, tmp_path):
    """The item says `completed`, the response `incomplete`: the response counts."""
    content = [{"type": "output_text", "text": "The volume is 42. To check,", "annotations": []}]
    body = {
        "id": "resp_1",
        "object": "response",
        "status": "incomplete",
        "incomplete_details": {"reason": "max_output_tokens"},
        "model": "m-large",
        "output": [{"type": "message", "status": "completed", "role": "assistant", "content": content}],
        "usage": {
            "input_tokens": 900,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 4096,
            "output_tokens_details": {"reasoning_tokens": 4080},
            "total_tokens": 4996,
        },
    }
    run = make(run_of(simulate(script(Raw(json.dumps(body).encode()))), "openai"), tmp_path / "run").run
    assert (run.status, run.stop.reason, run.model.reported) == ("failed", "truncated", ("m-large",))
    assert (run.usage.input, run.usage.output, run.usage.reasoning) == (900, 4096, 4080)
    assert not run.evaluation.grade.all_passed


@pytest.mark.parametrize("provider", PROVIDERS)
def test_an_answer_cut_at_the_limit_is_no_answer_and_its_calls_are_not_made(simulate, tmp_path, provider):
    word = {"anthropic": "max_tokens", "gemini": "MAX_TOKENS"}.get(provider, "incomplete:max_output_tokens")
    simulator = simulate(script(Turn(text="The volume is 42.", calls=(Call("do"),), stop=word, usage=USAGES[provider])))
    run = make(run_of(simulator, provider), tmp_path / "run").run
    assert (run.status, run.stop.reason, run.tool_calls, run.usage.output) == ("failed", "truncated", 0, 200)
    assert run.cost.estimated_ticks == TICKS[provider]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_an_empty_answer_and_a_refusal_have_names_of_their_own(simulate, tmp_path, provider):
    empty = make(run_of(simulate(script(Turn())), provider), tmp_path / "empty").run
    assert empty.stop.reason == "empty-answer"
    refusal = {
        "anthropic": Turn(text="No.", stop="refusal"),
        "gemini": Turn(stop="SAFETY"),
    }.get(provider, Turn(refusal="I can't help with that."))
    refused = make(run_of(simulate(script(refusal)), provider), tmp_path / "refused").run
    assert (refused.status, refused.stop.reason) == ("failed", "refused")


@pytest.mark.parametrize("provider", ["openai", "xai"])
def test_malformed_arguments_and_unknown_tools_come_back_as_errors(simulate, tmp_path, provider):
    calls = (Call("do", '{"a": 1'), Call("unheard_of"), Call("do"))
    simulator = simulate(script(Turn(calls=calls), Turn(text="Done.")))
    run = make(run_of(simulator, provider), tmp_path / "run").run
    simulator.log.require_clean()
    assert run.stop.reason == "answered"
    assert [call.ok for call in run.responses[0].calls] == [False, False, True]
    sent = simulator.log[1].body.decode()
    assert "The arguments are no JSON object" in sent
    assert "There is no tool named" in sent


@pytest.mark.parametrize("provider", PROVIDERS)
def test_usage_that_is_left_out_is_unknown_and_not_zero(simulate, tmp_path, provider):
    simulator = simulate(script(Turn(calls=(Call("do"),), usage=None), Turn(text="Done.")))

    def stops(usage):
        return None if usage and usage.input is not None else "its cost is not known"

    finished = make(run_of(simulator, provider), tmp_path / "run", Purse(stops=stops))
    run = finished.run
    assert (run.stop.reason, len(simulator.log)) == ("cost-unknown", 1)
    assert (run.usage.input, run.usage.output, run.cost.estimated_ticks) == (None, None, None)
    assert finished.halt == "its cost is not known"


def test_the_server_process_has_no_key_in_its_environment(simulate, tmp_path):
    simulator = simulate(script(Turn(calls=(Call("list"),)), Turn(text="Done.")))
    key, seen, before = simulator.key("openai"), [], children()

    def look():
        for pid in children() - before:
            seen.append(Path(f"/proc/{pid}/environ").read_bytes())

    os.environ["OPENAI_API_KEY"] = key
    try:
        make(run_of(simulator, "openai", server=FORM), tmp_path / "run", look=look)
    finally:
        del os.environ["OPENAI_API_KEY"]
    assert seen
    for environ in seen:
        names = {entry.partition(b"=")[0].decode() for entry in environ.split(b"\0") if entry}
        assert names == {"PATH", "PYTHONPATH"}
        assert key.encode() not in environ


def test_nobody_listens(tmp_path, simulate):
    simulator = simulate(script(DO))
    run = run_of(simulator, "openai")
    simulator.__exit__(None, None, None)
    finished = make(run, tmp_path / "run")
    assert (finished.run.status, finished.run.stop.reason) == ("not_started", "no-connection")
    assert finished.halt


def test_a_hand_written_list_of_calls_builds_the_machine_through_the_real_loop(tmp_path):
    """The illustration's own list has 60 points; it is replayed one call a turn."""
    calls = parse_calls((ROOT / "benchmarks/illustration/espresso-machine.calls.json").read_bytes())
    adapter = Scripted(calls)
    limits = {"model_turns": len(calls) + 1, "tool_calls": len(calls), "request_bytes": 10**7}
    finished = make(planned(adapter=adapter, provider="scripted", server=FORM, limits=limits), tmp_path / "run")
    run = finished.run
    assert (run.stop.reason, run.status, run.failed_tool_calls) == ("answered", "completed", 0)
    assert run.evaluation.grade.points == 60
    document = (tmp_path / "run" / "model.form.json").read_bytes()
    assert document == (ROOT / "content/illustrations/espresso-machine/model.form.json").read_bytes()
    assert (run.cost.estimated_ticks, run.cost.reason) == (None, "not billed per token")
    assert json.loads(document)
    assert QUIET.env == {}
