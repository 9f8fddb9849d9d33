"""SIGKILL in the middle of a paid run: what its responses cost is in the evidence, to the last tick."""

import json
import os
import subprocess
import sys
import time
from decimal import Decimal

from click.testing import CliRunner

from runner.cli import main
from runner.suite.checkout import OWN_ROOT
from sitegen.records import RUN
from tests.simulator.script import Stall, script
from tests.simulator.spend import Rates, cost_ticks
from tests.unit.suite.test_paid import BUILD, RATES, WRITES, entry

DEADLINE_S = 60


def killed(folder, simulator):
    """Run a suite of one model until the simulator has its second request, and kill it then."""
    (folder / "benchmarks").mkdir()
    models = {"schema": 1, "models": [entry(simulator, "openai")]}
    (folder / "benchmarks/models.json").write_text(json.dumps(models))
    task = OWN_ROOT / "benchmarks/espresso-machine.v1.json"
    (folder / "benchmarks" / task.name).write_bytes(task.read_bytes())
    words = [sys.executable, "-c", "from runner.cli import main; main()", "run", "--output", "suites/paid"]
    environment = {**os.environ, "PYTHONPATH": str(OWN_ROOT), "OPENAI_API_KEY": simulator.key("openai")}
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=folder, env=environment, stdout=pipe, stderr=pipe) as process:
        end = time.monotonic() + DEADLINE_S
        while len(simulator.log) < 2:
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.02)
        process.kill()


def test_what_a_killed_run_has_spent_is_a_lower_bound_in_its_record(tmp_path, simulate):
    simulator = simulate(script(BUILD, Stall()))
    killed(tmp_path, simulator)
    first = simulator.log[0].answered
    due = cost_ticks("openai", first, Rates(**RATES, writes=WRITES["openai"]))
    left = json.loads((tmp_path / "suites/paid/suite.json").read_bytes())
    assert (left["ended_at"], left["slots"][0]["state"]) == (None, "running")
    words = ["report", "--input", str(tmp_path / "suites"), "--out", str(tmp_path / "content"), "--json"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    (told,) = json.loads(result.stdout)
    assert (int(Decimal(told["spent_usd"]) * 10**10), told["spent_is_at_least"]) == (due, True)
    assert (told["planned"], told["started"], told["interrupted"]) == (1, 1, True)
    (path,) = tmp_path.glob("content/evidence/paid/runs/*/run.json")
    run = RUN.validate_json(path.read_bytes())
    assert run.kind == "api"
    assert (run.requests, run.turns, run.tool_calls) == (2, 1, 1)
    assert (run.cost.estimated_ticks, run.cost.at_least_ticks) == (None, due)
    assert run.responses[0].usage.output == first["usage"]["output_tokens"]
