"""Paid suites against the simulated providers: spend to the last tick, the budget, a fault, and no key anywhere."""

import json
from decimal import Decimal
from typing import Any

import pytest
from click.testing import CliRunner

from runner.api.contract import SYSTEM_CLOCK
from runner.cli import main
from runner.money.reserve import reserve_ticks
from runner.suite.checkout import OWN_ROOT
from sitegen.records import RUN, SUITE
from sitegen.records.model import Model, snapshot
from tests.simulator.script import Call, Error, Script, Turn
from tests.simulator.server import Simulator
from tests.simulator.spend import Rates, cost_ticks

BUILD = Turn(calls=(Call("box", {"label": "housing", "size": [280, 200, 360], "at": [0, 80, 20]}),), reasoning=("hm",))
GOOD = Script((BUILD, Turn(calls=(Call("list"),)), Turn(text="Done.")))
BAD = Script((BUILD, Error(529, echo_key=True)))
RATES: dict[str, Any] = {"input": "2", "cached_read": "0.1", "output": "10"}
WRITES = {"openai": {"30m": "2.5", "12h": "5"}, "anthropic": {"5m": "2.5", "1h": "4"}}
TIERS = {"openai": "small", "xai": "medium", "anthropic": "large", "gemini": "largest"}
MODELS = {"openai": "gpt-6.2-sol", "xai": "grok-4.7", "anthropic": "claude-opus-5-5", "gemini": "gemini-4-argon"}


def entry(simulator, provider):
    writes = WRITES.get(provider, {})
    row = {
        "checked_on": SYSTEM_CLOCK.utc().date().isoformat(),
        "source": "https://prices.example/list",
        "rates": RATES | {"cache_write": writes},
        "default_write_lifetime": next(iter(writes), None),
        "unbilled": [] if writes else ["cache_write"],
    }
    return {
        "provider": provider,
        "id": MODELS[provider],
        "label": provider,
        "tier": TIERS[provider],
        "adapter": provider,
        "base_url": simulator.url(provider),
        "key_variable": f"{provider.upper()}_API_KEY",
        "prices": [row],
    }


class Paid:
    """A folder with models, keys and a suite that was run in it."""

    def __init__(self, folder, simulator, *words):
        self.folder, self.simulator = folder, simulator
        self.models = [entry(simulator, provider) for provider in TIERS]
        (folder / "benchmarks").mkdir()
        (folder / "benchmarks/models.json").write_text(json.dumps({"schema": 1, "models": self.models}))
        task = OWN_ROOT / "benchmarks/espresso-machine.v1.json"
        (folder / "benchmarks/espresso-machine.v1.json").write_bytes(task.read_bytes())
        keys = [f"{provider.upper()}_API_KEY={simulator.key(provider)}\n" for provider in TIERS]
        (folder / "keys").write_text("".join(keys))
        self.common = ("--env-file", "keys", "--benchmarks", "benchmarks", *words)
        self.result = self("run", *self.common, "--output", "suites/paid", "--json")
        self.told = json.loads(self.result.stdout)

    def __call__(self, *words):
        return CliRunner().invoke(main, list(words))

    def ticks(self):
        """What the simulator answered, priced without the product."""
        amounts = []
        for one in self.simulator.log:
            if one.status == 200:
                rates = Rates(**RATES, writes=WRITES.get(one.provider, {}))
                answered = one.answered
                own = answered.get("usage", {}).get("cost_in_usd_ticks")
                amounts.append(own if own is not None else cost_ticks(one.provider, answered, rates))
        return sum(amounts)

    def evidence(self):
        report = self("report", "--input", "suites", "--out", "content", "--env-file", "keys")
        assert report.exit_code == 0, report.output
        self.reported = report.stdout
        folder = self.folder / "content/evidence/paid"
        runs = [RUN.validate_json(path.read_bytes()) for path in sorted(folder.glob("runs/*/run.json"))]
        return SUITE.validate_json((folder / "suite.json").read_bytes()), {run.provider: run for run in runs}

    def files_with_a_key(self):
        keys = [self.simulator.key(provider).encode() for provider in TIERS]
        paths = [path for name in ("suites", "content") for path in (self.folder / name).rglob("*") if path.is_file()]
        return [path for path in paths if any(key in path.read_bytes() for key in keys)]


@pytest.fixture
def paid(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for provider in TIERS:
        monkeypatch.delenv(f"{provider.upper()}_API_KEY", raising=False)

    def made(scripts, *words):
        simulator = Simulator(scripts)
        opened.append(simulator)
        return Paid(tmp_path, simulator.__enter__(), *words)

    opened: list[Simulator] = []
    yield made
    for simulator in opened:
        simulator.__exit__(None, None, None)


def test_four_providers_spend_what_the_simulator_answered(paid):
    suite = paid(GOOD)
    assert suite.result.exit_code == 0, suite.result.output
    assert [one["run"] for one in suite.told["runs"]] == [
        *("gpt-6-2-sol-r1", "grok-4-7-r1", "claude-opus-5-5-r1", "gemini-4-argon-r1")
    ]
    assert {one["status"] for one in suite.told["runs"]} == {"completed"}
    assert int(Decimal(suite.told["spent_usd"]) * 10**10) == suite.ticks() > 0
    assert suite.told["spent_is_at_least"] is False
    record, runs = suite.evidence()
    assert sum(run.cost.provider_ticks or run.cost.estimated_ticks for run in runs.values()) == suite.ticks()
    assert {run.status for run in runs.values()} == {"completed"}
    assert record.budget_usd == "10"
    assert suite.files_with_a_key() == []


def test_after_a_fault_of_a_provider_nothing_more_is_paid(paid):
    suite = paid({MODELS["openai"]: GOOD, MODELS["xai"]: BAD, MODELS["anthropic"]: GOOD, MODELS["gemini"]: GOOD})
    states = {one["run"]: (one["status"], one["stop"]) for one in suite.told["runs"]}
    assert states == {
        "gpt-6-2-sol-r1": ("completed", "answered"),
        "grok-4-7-r1": ("failed", "overloaded"),
        "claude-opus-5-5-r1": ("not_started", "suite-halted"),
        "gemini-4-argon-r1": ("not_started", "suite-halted"),
    }
    assert [one.provider for one in suite.simulator.log] == ["openai"] * 3 + ["xai"] * 2
    assert int(Decimal(suite.told["spent_usd"]) * 10**10) == suite.ticks()
    assert suite.told["spent_is_at_least"] is True
    assert suite.result.exit_code == 1
    record, runs = suite.evidence()
    assert f"2 started, 2 not started, spent at least {suite.told['spent_usd']} of 10 USD" in suite.reported
    assert {slot.run for slot in record.slots if slot.state == "not_started"} == {
        "claude-opus-5-5-r1",
        "gemini-4-argon-r1",
    }
    assert runs["xai"].cost.estimated_ticks is None
    assert suite.files_with_a_key() == []


def test_the_budget_lets_through_what_it_can_hold_and_no_more(paid):
    suite = paid(GOOD, "--models", MODELS["openai"], "--repetitions", "3", "--budget-usd", "0.19")
    assert suite.told["halted"] == "the spending limit was reached"
    assert suite.result.exit_code == 1
    row = Model.model_validate_json(json.dumps(suite.models[0]))
    price, spent, sent = snapshot(row, row.prices[0]), 0, 0
    for one in suite.simulator.log:
        assert spent + reserve_ticks(price, len(one.body), 8_192) <= 1_900_000_000
        spent += cost_ticks("openai", one.answered, Rates(**RATES, writes=WRITES["openai"])) or 0
        sent += 1
    assert 0 < sent < 9
    assert int(Decimal(suite.told["spent_usd"]) * 10**10) == spent
    stopped = [one for one in suite.told["runs"] if one["stop"] == "budget"]
    assert len(stopped) == 1
    assert suite.told["not_started"] >= 1
    record, _ = suite.evidence()
    assert len([slot for slot in record.slots if slot.state == "not_started"]) == suite.told["not_started"]
