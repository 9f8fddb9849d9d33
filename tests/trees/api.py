"""An `api` suite as plain JSON: its record, protocol, tasks and runs."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

from tests.trees.apirun import measured
from tests.trees.grades import evaluator
from tests.trees.jsonform import Object, hash_of, invented_hash
from tests.trees.models import MODELS
from tests.trees.plan import BRACKET, ESPRESSO, Cell, SuitePlan

FIRST_DAY = datetime(2026, 11, 2, tzinfo=UTC)
HARNESS = {"label": "runner 0.1", "hash": invented_hash("runner 0.1")}
TITLES = {ESPRESSO: "Espresso machine", BRACKET: "Wall bracket"}


def task(id: str) -> Object:
    """Return a task file, every field written out."""
    return {
        "schema": 1,
        "id": id,
        "version": 1,
        "title": TITLES[id],
        "kind": "modelling",
        "system": "You build parts with the tools that you are given.",
        "prompt": f"Build this part, fully editable: {TITLES[id].lower()}.",
        "excluded_tools": ["capture_viewport"],
        "evaluator": "espresso",
        "requirements": {"objects": 10, "labels": ["tray", "group head"], "closed": True},
    }


def rules(suite: SuitePlan) -> Object:
    """Return the hashed fields of the suite's protocol, every field written out."""
    return {
        "kind": "api",
        "version": 1,
        "limits": {
            "model_turns": 20 // suite.limits,
            "tool_calls": 60,
            "output_tokens_per_request": 8192,
            "run_ms": 600_000,
            "request_ms": 180_000,
            "request_bytes": 176_000,
        },
        "excluded_tools": ["capture_viewport"],
        "framing": "The system instruction is sent as such, the brief as the first user message.",
        "adapter": "responses",
        "adapter_version": 1,
    }


def protocol(suite: SuitePlan) -> Object:
    """Return the suite's `protocol.json`."""
    hashed = rules(suite)
    tool = {
        "name": "add_box",
        "description": "Adds a box.",
        "input_schema": {"type": "object", "properties": {"size": {"type": "integer"}}},
        "changed": [],
    }
    machine = {"os": "Debian 12", "cpu": "Invented 9", "cores": 8, "ram_mib": 32_768, "python": "3.11.7"}
    return {
        "schema": 1,
        "kind": "api",
        "machine": machine,
        "entries": [{"hash": hash_of(hashed), "hashed": hashed, "tools": [tool]}],
    }


def tasks(suite: SuitePlan) -> dict[str, Object]:
    """Return the suite's task files by id."""
    return {id: task(id) for id in sorted({cell.task for cell in suite.cells})}


def record(suite: SuitePlan, files: dict[str, Object]) -> Object:
    """Return the suite's `suite.json`."""
    slots = sorted((slot for cell in suite.cells for slot in _slots(suite, cell)), key=lambda slot: str(slot["run"]))
    return {
        "schema": 1,
        "kind": "api",
        "id": suite.id,
        "title": f"Suite {suite.id}",
        "summary": "An invented suite, to try the build with.",
        "fixture": suite.fixture,
        "started_at": _stamp(FIRST_DAY),
        "ended_at": _stamp(FIRST_DAY + timedelta(days=9)),
        "tasks": [{"id": id, "hash": hash_of(file)} for id, file in files.items()],
        "slots": slots,
        "repetitions": max(cell.runs + cell.traits.unrecorded for cell in suite.cells),
        "budget_usd": None if suite.fixture else "20",
        "command": "benchmark run --repetitions 6",
    }


def runs(suite: SuitePlan, files: dict[str, Object], seed: int) -> Iterator[tuple[Object, Cell, int, Random]]:
    """Yield each run's record with its cell, its index there, and the randomness that is left for its reviews."""
    hashes = {id: hash_of(file) for id, file in files.items()}
    protocol_hash = hash_of(rules(suite))
    start = FIRST_DAY
    for cell in suite.cells:
        for index in range(cell.runs):
            random = Random(f"{seed}/{suite.id}/{cell.model}/{cell.task}/{index}")
            start += timedelta(milliseconds=random.randrange(60_000, 70_000))
            run = _run(suite, cell, index, start, random)
            run["task"] = {"id": cell.task, "hash": hashes[cell.task]}
            run["protocol"] = protocol_hash
            yield run, cell, index, random


def _run(suite: SuitePlan, cell: Cell, index: int, start: datetime, random: Random) -> Object:
    model = MODELS[cell.model]
    run = measured(cell, index, random, Random(f"{suite.id}/{cell.model}/{cell.task}/{index % 2}"))
    reported = run.pop("model_reported")
    if run["evaluation"]:
        run["evaluation"]["grade"]["evaluator"] = evaluator(suite.evaluator)
    spent = timedelta(milliseconds=min(run["wall_ms"] or 0, 600_000))
    started = run["status"] != "not_started"
    return run | {
        "schema": 1,
        "kind": "api",
        "id": _id(cell, index),
        "suite": suite.id,
        "fixture": suite.fixture,
        "provider": model.provider,
        "model": {"requested": model.id, "label": model.label, "reported": reported},
        "settings": {} if suite.effort is None else {"effort": suite.effort, "store": False, "top_k": 40},
        "source": {"label": suite.source, "hash": invented_hash(suite.source), "commit": None, "dirty": index % 2 == 0},
        "evaluator": evaluator(suite.evaluator),
        "harness": HARNESS,
        "repetition": index + 1,
        "position": index + 1 if started else None,
        "started_at": _stamp(start) if started else None,
        "ended_at": _stamp(start + spent) if started else None,
        "artifacts": [],
    }


def _slots(suite: SuitePlan, cell: Cell) -> Iterator[Object]:
    started = cell.runs - cell.traits.unstarted
    for index in range(cell.runs + cell.traits.unrecorded):
        slot: Object = {
            "run": _id(cell, index),
            "state": "started" if index < started else "not_started",
            "model": MODELS[cell.model].id,
            "task": cell.task,
            "repetition": index + 1,
        }
        yield slot if index < started else slot | {"reason": "the budget was reached"}


def _id(cell: Cell, index: int) -> str:
    return f"{MODELS[cell.model].slug}-{cell.task}-r{index + 1:03}"


def _stamp(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
