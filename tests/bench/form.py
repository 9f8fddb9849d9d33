"""Measures FORM: its start beside the import of `mcp`; rebuilds, views and the evaluator on the illustration."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median

from runner.evaluators import EVALUATORS
from runner.form.features import flat
from runner.form.reopen import reopened
from runner.illustration import TASK_FILE
from sitegen.formdoc import canonical, parse
from sitegen.records.task import ModellingTask
from sitegen.views.draw import VIEWS, svg

ROOT = Path(__file__).parents[2]
ILLUSTRATION = ROOT / "content" / "illustrations" / "espresso-machine" / "model.form.json"
SOLIDS = 30
"""So many of the illustration's solids, those of fewest features, are the document that has a target."""
MOST_START, MOST_REBUILD_MS, MOST_VIEW_MS, MOST_VIEW_KB, MOST_GRADE_MS = 1.3, 60, 300, 100, 150
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
}


@dataclass(frozen=True, slots=True)
class Row:
    """What one piece of work took, each time."""

    name: str
    wall_ms: list[float]
    cpu_ms: list[float]
    most_ms: float | None
    """The target for the median wall time; None where there is none."""


def first_line_ms(command: list[str], said: bytes = b"") -> float:
    """Return the time from the start of a process to its first line."""
    started = time.perf_counter()
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(said)
        process.stdin.flush()
        line = process.stdout.readline()
        ended = time.perf_counter()
        process.kill()
    assert line.strip()
    return (ended - started) * 1000


def starts(rounds: int) -> list[tuple[float, float]]:
    """Return the times to a server's first answer and to import `mcp` alone, in turn."""
    hello = json.dumps(HELLO).encode() + b"\n"
    alone = [sys.executable, "-c", "import mcp; print(mcp.__name__, flush=True)"]
    with tempfile.TemporaryDirectory() as folder:
        server = [sys.executable, "-m", "runner.form", "--workspace", folder]
        return [(first_line_ms(server, hello), first_line_ms(alone)) for _ in range(rounds)]


def yardstick() -> None:
    """Do a fixed piece of work, to compare machines by."""
    sum(number * number for number in range(1_000_000))


def timed(name: str, work: Callable[[], object], rounds: int, most_ms: float | None = None) -> Row:
    """Return the times of some work after a first time."""
    work()
    wall_ms, cpu_ms = [], []
    for _ in range(rounds):
        wall, cpu = time.perf_counter(), time.process_time()
        work()
        wall_ms.append((time.perf_counter() - wall) * 1000)
        cpu_ms.append((time.process_time() - cpu) * 1000)
    return Row(name, wall_ms, cpu_ms, most_ms)


def rows(rounds: int) -> list[Row]:
    """Return the times of what FORM does with the illustration, and of the yardstick first."""
    data = ILLUSTRATION.read_bytes()
    document = parse(data)
    plain = sorted(document.parts, key=lambda part: sum(1 for _ in flat(part.features)))[:SOLIDS]
    some = canonical(replace(document, parts=tuple(plain)))
    task = ModellingTask.model_validate_json((ROOT / "benchmarks" / TASK_FILE).read_bytes())
    return [
        timed("yardstick", yardstick, rounds),
        timed(f"{SOLIDS} solids rebuilt", lambda: reopened(some, rebuild=True), rounds, MOST_REBUILD_MS),
        timed(f"all {len(document.parts)} rebuilt", lambda: reopened(data, rebuild=True), rounds),
        *(timed(f"{view} view", partial(svg, document, view), rounds, MOST_VIEW_MS) for view in VIEWS),
        timed("evaluator", lambda: EVALUATORS[task.evaluator](data, task, True), rounds, MOST_GRADE_MS),
    ]


def table(found: list[Row], pairs: list[tuple[float, float]]) -> list[str]:
    """Return the lines of the table: medians, and processor time as a multiple of the yardstick's."""
    unit_ms = median(found[0].cpu_ms)
    lines = [f"{'':20}{'wall ms':>9}{'CPU ms':>9}{'x yardstick':>13}"]
    for row in found:
        cpu_ms = median(row.cpu_ms)
        lines.append(f"{row.name:20}{median(row.wall_ms):9.0f}{cpu_ms:9.0f}{cpu_ms / unit_ms:13.2f}")
    names = ("first answer", "import mcp")
    return lines + [
        f"{name:20}{median(times):9.0f}" for name, times in zip(names, zip(*pairs, strict=True), strict=True)
    ]


def targets(found: list[Row], pairs: list[tuple[float, float]]) -> list[str]:
    """Return the lines that say which targets are met."""
    document = parse(ILLUSTRATION.read_bytes())
    largest_kb = max(len(svg(document, view).encode()) for view in VIEWS) / 1000
    ratio = median(ours / theirs for ours, theirs in pairs)
    wanted = [
        ("server start to first answer", ratio, MOST_START, "x import mcp"),
        *((row.name, median(row.wall_ms), row.most_ms, "ms") for row in found if row.most_ms is not None),
        ("largest view", largest_kb, MOST_VIEW_KB, "kB"),
    ]
    return [
        f"{'met' if value <= most else 'MISSED':8}{name}: {value:.2f} {unit}, wanted at most {most:g} {unit}"
        for name, value, most, unit in wanted
    ]


def report(rounds: int) -> list[str]:
    """Measure, and return the lines of the table and of the targets."""
    pairs, found = starts(rounds), rows(rounds)
    return [f"FORM, medians of {rounds} rounds", "", *table(found, pairs), "", *targets(found, pairs)]
