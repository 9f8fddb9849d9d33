"""Measures what the runner adds to a tool call: a run with an instant model beside the same calls by a bare client."""

import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from runner.api.contract import PlannedRun, Refused, ServerCommand
from runner.api.protocol import LIMITS
from runner.api.run import run_one
from runner.calls import Call
from runner.evaluators import espresso_v1
from runner.providers import Scripted
from sitegen.records.base import Fingerprint, Source
from sitegen.records.price import Price
from sitegen.records.task import ModellingTask
from sitegen.records.usage import Usage

ROOT = Path(__file__).parents[2]
CALLS = 60
"""One a turn, so that a call carries a whole turn: its request, its response, its evidence on the disk."""
MOST_ADDED_MS = 5
TOOL = "list"
ENVIRONMENT = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
COMMAND = ServerCommand(sys.executable, ("-m", "runner.form"), ENVIRONMENT)


class _NoBudget:
    def reserve(self, price: Price | None, request_bytes: int, output_tokens: int) -> Refused | None:
        return None

    def settle(self, price: Price | None, usage: Usage | None, provider_ticks: int | None) -> str | None:
        return None

    def turn(self, run: str, turns: int, tool_calls: int, usage: Usage | None) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Round:
    """What a tool call took on average in one round, in milliseconds."""

    whole: float
    """In a run of the runner, everything from the first request to the final answer."""
    tool: float
    """In the same run, from call to result as recorded."""
    bare: float
    """By a client of the SDK and nothing else."""


def planned() -> PlannedRun:
    """Return a run of so many calls."""
    mark = "0" * 64
    task = ModellingTask.model_validate_json((ROOT / "benchmarks" / "espresso-machine.v1.json").read_bytes())
    return PlannedRun(
        id="bench",
        suite="bench",
        fixture=True,
        repetition=1,
        position=1,
        provider="scripted",
        model="scripted",
        label="scripted",
        settings={},
        base_url="",
        adapter=Scripted(tuple(Call(tool=TOOL, args={}) for _ in range(CALLS))),
        key=None,
        price=None,
        task=task,
        limits=LIMITS.model_copy(update={"model_turns": CALLS + 1, "tool_calls": CALLS}),
        server=COMMAND,
        source=Source(label="FORM", hash=mark),
        evaluator=espresso_v1.evaluator(),
        harness=Fingerprint(label="runner", hash=mark),
    )


async def bare_ms() -> float:
    """Return what a call takes without the runner."""
    parameters = StdioServerParameters(command=COMMAND.command, args=list(COMMAND.args), env=dict(COMMAND.env))
    async with Client(stdio_client(parameters)) as client:
        await client.list_tools()
        started = time.perf_counter()
        for _ in range(CALLS):
            await client.call_tool(TOOL, {})
        return (time.perf_counter() - started) * 1000 / CALLS


async def one_round(folder: Path) -> Round:
    """Return the times of one run, and of the same calls without the runner."""
    nobody = _NoBudget()
    run = (await run_one(planned(), folder, nobody, nobody)).run
    assert (run.stop.reason, run.tool_calls, run.failed_tool_calls) == ("answered", CALLS, 0)
    assert run.wall_ms is not None
    assert run.tool_ms is not None
    return Round(run.wall_ms / CALLS, run.tool_ms / CALLS, await bare_ms())


def report(rounds: int) -> list[str]:
    """Measure, and return the lines of the table and of the target."""
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as folder:
        found = [asyncio.run(one_round(Path(folder) / str(number))) for number in range(rounds)]
    whole, tool, bare = (median(getattr(one, name) for one in found) for name in ("whole", "tool", "bare"))
    added = median(one.whole - one.bare for one in found)
    return [
        f"Runner, {CALLS} calls of {TOOL}, one a turn; milliseconds a call, medians of {rounds} rounds",
        "",
        f"{'whole run':20}{whole:9.2f}",
        f"{'tool, as recorded':20}{tool:9.2f}",
        f"{'bare client':20}{bare:9.2f}",
        "",
        f"{'met' if added <= MOST_ADDED_MS else 'MISSED':8}added to the bare round trip: {added:.2f} ms a call, "
        f"wanted at most {MOST_ADDED_MS} ms",
    ]
