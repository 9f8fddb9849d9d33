"""What becomes of a suite: budget, faults, interrupts, changes; and what its manifest says meanwhile."""

import asyncio
import errno
import json
import os
import shutil
import signal
from dataclasses import replace

import pytest

from runner.api.contract import SYSTEM_CLOCK
from runner.suite import manifest as manifests
from runner.suite.create import first_manifest
from runner.suite.dependencies import InterpreterError
from runner.suite.drive import Means, drive
from runner.suite.summary import tell_of
from sitegen.records.kinds.api import ApiRun
from sitegen.records.price import Cost
from tests.unit.suite.rig import DOLLAR, Runs, Silent, driven, ledger, model, prepared, reasons, record, states

THREE = [model("a", "small"), model("b", "medium"), model("c", "large")]


def run_of(folder, run):
    return ApiRun.model_validate_json((folder / "runs" / run / "run.json").read_bytes())


def test_every_run_is_made_in_order_and_recorded(tmp_path):
    runs = Runs()
    manifest = driven(tmp_path / "trial", THREE, runs, repetitions=2)
    assert [planned.id for planned in runs.seen] == ["a-r1", "b-r1", "c-r1", "b-r2", "c-r2", "a-r2"]
    assert [planned.position for planned in runs.seen] == [1, 2, 3, 4, 5, 6]
    assert set(states(manifest).values()) == {"finished"}
    assert (manifest.halted, manifest.stopped, manifest.running) == (None, None, None)
    assert manifest.ended_at is not None
    assert manifest.spent.spent_ticks == 6 * 5 * 10**8


def test_while_a_run_is_under_way_the_manifest_says_so(tmp_path):
    runs = Runs()
    driven(tmp_path / "trial", THREE, runs)
    meanwhile = runs.manifests[1]
    assert states(meanwhile) == {"a-r1": "finished", "b-r1": "running", "c-r1": "planned"}
    assert meanwhile.ended_at is None
    assert meanwhile.running.id == "b-r1"
    assert meanwhile.running.status == "not_started"
    assert meanwhile.spent.spent_ticks == 5 * 10**8


def test_the_protocol_of_a_run_has_task_tools_machine_and_runtime(tmp_path):
    driven(tmp_path / "trial", THREE, Runs())
    found = json.loads((tmp_path / "trial/runs/a-r1/protocol.json").read_text())
    assert found["protocol"]["hash"] == run_of(tmp_path / "trial", "a-r1").protocol
    assert found["task"]["id"] == "espresso-machine-v1"
    assert found["model"]["id"] == "a"
    assert found["machine"].keys() == {"os", "cpu", "cores", "ram_mib", "python"}
    assert found["runtime"] == {"manifold3d": "3.5.4"}


def test_at_the_budget_the_rest_is_unstarted_with_its_reason(tmp_path):
    # Each request reserves (1,000 + 4,096) x 1 + 100 x 10 USD per million, and costs 0.05 USD.
    runs = Runs()
    manifest = driven(tmp_path / "trial", THREE, runs, repetitions=2, dollars=0.105)
    assert states(manifest) == {
        "a-r1": "finished",
        "b-r1": "finished",
        "c-r1": "not_started",
        "b-r2": "not_started",
        "c-r2": "not_started",
        "a-r2": "not_started",
    }
    assert [planned.id for planned in runs.seen] == ["a-r1", "b-r1", "c-r1"]
    assert "the next request can cost up to 0.006096 USD" in str(reasons(manifest)["c-r1"])
    assert manifest.halted == "the spending limit was reached"
    assert run_of(tmp_path / "trial", "a-r2").stop.reason == "suite-halted"
    assert run_of(tmp_path / "trial", "a-r2").requests == 0


def test_case_077_four_waiting_runs_are_unstarted_when_a_tenth_of_a_dollar_is_left(tmp_path):
    def dear(planned):
        return record(planned), None

    first, rest = model("first", "small"), [model(f"r{n}", "large") for n in range(4)]

    class Spent(Runs):
        async def __call__(self, planned, folder, budget, watch):
            if planned.id == "first-r1":
                budget.reserve(planned.price, 1_000, 100)
                budget.settle(planned.price, None, 9 * DOLLAR // 10)
                return await Runs.__call__(self, planned, folder, _Free(), watch)
            # 15,904 bytes bound 20,000 tokens: 0.02 USD in, and 8,192 at most out: 0.08192 USD.
            return await super().__call__(planned, folder, _Asks(budget, 15_904, 8_192), watch)

    runs = Spent({"first-r1": dear})
    manifest = driven(tmp_path / "trial", [first, *rest], runs)
    assert states(manifest) == {"first-r1": "finished", **{f"r{n}-r1": "not_started" for n in range(4)}}
    assert [planned.id for planned in runs.seen] == ["first-r1", "r0-r1"]
    assert manifest.spent.spent_ticks == 9 * DOLLAR // 10


class _Free:
    def reserve(self, price, request_bytes, output_tokens):
        return None

    def settle(self, price, usage, provider_ticks):
        return None


class _Asks:
    def __init__(self, budget, size, output):
        self.budget, self.size, self.output = budget, size, output

    def reserve(self, price, request_bytes, output_tokens):
        return self.budget.reserve(price, self.size, self.output)

    def settle(self, price, usage, provider_ticks):
        return self.budget.settle(price, usage, provider_ticks)


def test_a_provider_fault_holds_back_what_is_paid_and_nothing_else(tmp_path):
    models = [model("a", "small"), model("b", "medium"), model("free", "large", billed=False)]
    runs = Runs({"a-r1": lambda planned: (record(planned, "overloaded", status="failed"), "HTTP 529")})
    manifest = driven(tmp_path / "trial", models, runs)
    assert states(manifest) == {"a-r1": "finished", "b-r1": "not_started", "free-r1": "finished"}
    assert manifest.halted == "HTTP 529"
    assert reasons(manifest)["b-r1"] == "HTTP 529"
    assert manifest.stopped is None


def test_an_unknown_cost_is_told_as_at_least(tmp_path):
    runs = Runs({"a-r1": lambda planned: (record(planned, "connection-lost", status="failed"), "lost")})
    manifest = driven(tmp_path / "trial", [model("a")], runs)
    assert (manifest.spent.spent_ticks, manifest.spent.unknown_requests) == (0, 1)
    assert manifest.spent.held_ticks == (5_096 * 1 + 100 * 10) * 10_000


class Pressed(Runs):
    """Gets a signal in its second run, and ends that in one of three ways."""

    def __init__(self, way, number=signal.SIGINT):
        ends = {"b-r1": lambda planned: (record(planned, "interrupted", status="failed"), "stopped")}
        super().__init__(ends if way == "returns" else {})
        self.way, self.number = way, number

    async def __call__(self, planned, folder, budget, watch):
        if planned.id == "b-r1":
            os.kill(os.getpid(), self.number)
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if self.way == "raises":
                    raise
        return await super().__call__(planned, folder, budget, watch)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_operator_ends_the_run_and_the_suite(tmp_path, number):
    manifest = driven(tmp_path / "trial", THREE, Pressed("returns", number))
    assert states(manifest) == {"a-r1": "finished", "b-r1": "finished", "c-r1": "not_started"}
    assert run_of(tmp_path / "trial", "b-r1").stop.reason == "interrupted"
    assert manifest.stopped == "the operator stopped the suite"
    assert reasons(manifest)["c-r1"] == "the operator stopped the suite"
    assert run_of(tmp_path / "trial", "c-r1").stop.reason == "suite-stopped"
    assert manifest.ended_at is not None
    assert signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL)


def test_an_interrupt_that_a_run_swallows_is_not_lost(tmp_path):
    manifest = driven(tmp_path / "trial", THREE, Pressed("swallows"))
    assert states(manifest)["c-r1"] == "not_started"
    assert manifest.stopped == "the operator stopped the suite"


def test_a_run_that_tells_nothing_of_its_interrupt_stays_under_way(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        driven(tmp_path / "trial", THREE, Pressed("raises"))
    left = manifests.read(tmp_path / "trial").record
    assert left is not None
    assert states(left) == {"a-r1": "finished", "b-r1": "running", "c-r1": "planned"}
    assert left.running is not None
    assert (left.running.id, left.ended_at) == ("b-r1", None)


def test_an_interrupt_in_the_last_run_is_told_too(tmp_path):
    manifest = driven(tmp_path / "trial", THREE[:2], Pressed("returns"))
    assert manifest.stopped == "the operator stopped the suite"


@pytest.mark.parametrize("words", ["the evaluator", "the lock file or the installed distributions"])
def test_what_changed_while_the_suite_ran_stops_it(tmp_path, words):
    answers = iter([(), (words,)])
    manifest = driven(tmp_path / "trial", THREE, Runs(), changed=lambda suite: next(answers))
    assert states(manifest) == {"a-r1": "finished", "b-r1": "finished", "c-r1": "not_started"}
    assert manifest.stopped == f"changed while the suite ran: {words}"


def test_a_price_that_expires_while_the_suite_runs_starts_no_further_run(tmp_path):
    gone = model("gone", "large", prices=[])
    manifest = driven(tmp_path / "trial", [model("a"), gone], Runs())
    assert states(manifest) == {"a-r1": "finished", "gone-r1": "not_started"}
    assert "no price for gone" in str(reasons(manifest)["gone-r1"])


def test_a_runner_that_lives_holds_the_suite(tmp_path):
    seen = []

    class Looks(Runs):
        async def __call__(self, planned, folder, budget, watch):
            seen.append(manifests.is_running(folder.parent.parent))
            return await super().__call__(planned, folder, budget, watch)

    driven(tmp_path / "trial", [model("a")], Looks())
    assert seen == [True]
    assert not manifests.is_running(tmp_path / "trial")
    assert not manifests.is_running(tmp_path)


class Broken(Runs):
    """Its second run fails in a way that nobody has thought of."""

    async def __call__(self, planned, folder, budget, watch):
        if planned.id == "b-r1":
            folder.mkdir(parents=True)
            raise ExceptionGroup("all at once", [RuntimeError("broken")])
        return await super().__call__(planned, folder, budget, watch)


class Unwritten(Runs):
    """The record of its second run can't be written."""

    async def __call__(self, planned, folder, budget, watch):
        finished = await super().__call__(planned, folder, budget, watch)
        if planned.id != "b-r1":
            return finished
        (folder / "run.json").unlink()
        return replace(finished, lost="run.json: No space left on device")


@pytest.mark.parametrize(
    ("runs", "reason", "why"),
    [
        (Broken, "runner-fault", "ExceptionGroup: all at once (1 sub-exception)"),
        (Unwritten, "evidence-not-written", "run.json: No space left on device"),
    ],
)
def test_a_run_without_a_record_is_lost_and_ends_the_suite(tmp_path, runs, reason, why):
    manifest = driven(tmp_path / "trial", THREE, runs())
    assert states(manifest) == {"a-r1": "finished", "b-r1": "lost", "c-r1": "not_started"}
    assert (manifest.running.id, manifest.running.stop.reason, manifest.running.stop.detail) == ("b-r1", reason, why)
    assert manifest.stopped == f"b-r1 has no record: {why}"
    assert manifest.ended_at is not None
    assert not manifest.whole
    told = tell_of(manifest, tmp_path / "trial", tmp_path / "trial", as_json=False)
    assert f"  b-r1  lost, report tells it from its trace: {why}" in told
    as_json = json.loads(tell_of(manifest, tmp_path / "trial", tmp_path / "trial", as_json=True))
    assert as_json["without_record"] == [{"run": "b-r1", "model": "b", "state": "lost", "why": why}]
    assert (as_json["started"], as_json["not_started"]) == (2, 1)


def test_a_manifest_that_cannot_be_written_ends_the_suite(tmp_path, monkeypatch):
    wrote, write = [], manifests.write

    def full(folder, manifest):
        wrote.append(manifest)
        if len(wrote) > 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(folder, manifest)

    folder = tmp_path / "trial"
    folder.mkdir()
    suite, budget = prepared(folder, THREE), ledger()
    first = first_manifest(suite, budget, "1", SYSTEM_CLOCK)
    monkeypatch.setattr(manifests, "write", full)
    manifest = drive(suite, first, Means(budget, Silent(), run_one=Runs(), changed=lambda suite: ()))
    assert manifest.stopped == "the suite's manifest could not be written: No space left on device"
    assert not manifest.whole
    left = manifests.read(folder).record
    assert left is not None
    assert states(left) == {"a-r1": "finished", "b-r1": "running", "c-r1": "planned"}


def test_a_record_of_a_run_that_was_left_out_may_be_missing(tmp_path):
    class InTheWay(Runs):
        async def __call__(self, planned, folder, budget, watch):
            (folder.parent / "c-r1").mkdir(parents=True)
            (folder.parent / "c-r1/run.json").mkdir()
            return await super().__call__(planned, folder, budget, watch)

    ends = {"a-r1": lambda planned: (record(planned, "overloaded", status="failed"), "HTTP 529")}
    manifest = driven(tmp_path / "trial", [THREE[0], THREE[2]], InTheWay(ends))
    assert states(manifest) == {"a-r1": "finished", "c-r1": "not_started"}
    assert reasons(manifest)["c-r1"] == "HTTP 529"
    shutil.rmtree(tmp_path / "trial/runs/c-r1")
    assert "\n  c-r1  not started: HTTP 529\n" in tell_of(manifest, tmp_path / "trial", tmp_path / "trial", False)


@pytest.mark.parametrize("error", [InterpreterError("it tells nothing"), OSError(errno.EIO, "Input/output error")])
def test_what_cannot_be_compared_any_more_stops_the_suite(tmp_path, error):
    def fails(suite):
        raise error

    manifest = driven(tmp_path / "trial", THREE, Runs(), changed=fails)
    assert states(manifest) == {"a-r1": "finished", "b-r1": "not_started", "c-r1": "not_started"}
    assert manifest.stopped is not None and manifest.stopped.startswith("what was frozen could not be compared: ")


def test_the_summary_says_whose_amounts_it_adds_up(tmp_path):
    def billed(ticks):
        cost = Cost(estimated_ticks=None, provider_ticks=ticks, reason="no rates here")
        return lambda planned: (record(planned).model_copy(update={"cost": cost}), None)

    folder = tmp_path / "trial"
    manifest = driven(folder, THREE[:2], Runs({"a-r1": billed(3), "b-r1": billed(4)}))
    assert " of 1 USD, as the provider states it\n" in tell_of(manifest, folder, folder, as_json=False)


def test_a_suite_is_whole_where_every_run_was_made_and_nothing_held_it_back(tmp_path):
    assert driven(tmp_path / "whole", THREE, Runs()).whole
    ends = {"c-r1": lambda planned: (record(planned, "overloaded", status="failed"), "HTTP 529")}
    assert not driven(tmp_path / "halted", THREE, Runs(ends)).whole
    assert not driven(tmp_path / "poor", THREE, Runs(), dollars=0.001).whole


def test_an_unstarted_record_never_counts(tmp_path):
    manifest = driven(tmp_path / "trial", [model("a")], Runs(), dollars=0.001)
    assert states(manifest) == {"a-r1": "not_started"}
    assert run_of(tmp_path / "trial", "a-r1").status == "not_started"
