"""A suite taken over from another harness, as plain JSON: its record, protocol, tasks and runs."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from tests.trees.jsonform import Object, hash_of, invented_hash
from tests.trees.models import CLASSES, EXPLAINED, MODELS
from tests.trees.plan import Cell, SuitePlan

NO_USAGE = "the origin recorded no usage"
EVALUATOR = {"label": "origin's tests 1.2", "hash": invented_hash("origin's tests 1.2")}
HARNESS = {"label": "importer 0.1", "hash": invented_hash("importer 0.1")}
RULES = {
    "kind": "imported",
    "version": 1,
    "harness": "Trialbench 1.2",
    "dataset": "trials 0.9",
    "attempts_per_task": None,
    "concurrent_trials": 4,
}
SPANS = {"wall_ms": "agent time", "trial_ms": "trial time", "test_ms": "test time"}


def tasks(suite: SuitePlan) -> dict[str, Object]:
    """Return the suite's task files by id."""
    return {
        id: {
            "schema": 1,
            "id": id,
            "version": 1,
            "title": f"Trial {id}",
            "kind": "imported",
            "dataset": {"name": "trials", "version": "0.9", "task": id.replace("-", "."), "url": None},
            "prompt": None,
        }
        for id in (f"job-{number:02}" for number in range(suite.tasks))
    }


def protocol() -> Object:
    """Return the suite's `protocol.json`."""
    entry: Object = {"hash": hash_of(RULES), "hashed": RULES, "tools": []}
    return {"schema": 1, "kind": "imported", "machine": None, "entries": [entry]}


def record(suite: SuitePlan, files: dict[str, Object], made: list[Object]) -> Object:
    """Return the suite's `suite.json`, with the origin's own figures for the runs."""
    refs = [{"id": id, "hash": hash_of(file)} for id, file in files.items()]
    task_set = {"hash": hash_of([ref["hash"] for ref in refs]), "tasks": refs} if len(refs) > 1 else None
    slots = [
        {
            "run": run["id"],
            "state": "started",
            "model": run["model"]["requested"],
            "task": run["task"]["id"],
            "repetition": run["repetition"],
        }
        for run in made
    ]
    return {
        "schema": 1,
        "kind": "imported",
        "id": suite.id,
        "title": f"Suite {suite.id}",
        "summary": "An invented import, to try the build with.",
        "fixture": suite.fixture,
        "started_at": None,
        "ended_at": None,
        "tasks": refs,
        "task_set": task_set,
        "slots": sorted(slots, key=lambda slot: str(slot["run"])),
        "origin": _origin(suite, made),
    }


def _origin(suite: SuitePlan, made: list[Object]) -> Object:
    resolved = sum(run["grade"]["verdict"] == "resolved" for run in made)
    return {
        "harness": RULES["harness"],
        "dataset": RULES["dataset"],
        "submission": f"2026-10-01 {suite.source}",
        "agent": suite.source,
        "run_uuid": None,
        "commit": None,
        "url": f"https://trials.example/{suite.id}",
        "retrieved_on": "2026-11-12",
        "submitted": {
            "trials": len(made),
            "resolved": resolved,
            "unresolved": len(made) - resolved,
            "accuracy": _decimal(Fraction(resolved, len(made))),
        },
        "differences": [],
        "dropped": ["user name", "paths"],
    }


def _decimal(share: Fraction) -> str:
    digits = round(share * 10**16)
    return f"{digits // 10**16}.{digits % 10**16:016}"


def runs(suite: SuitePlan, files: dict[str, Object], seed: int) -> Iterator[Object]:
    """Yield the record of each trial."""
    ids = list(files)
    hashes = [hash_of(file) for file in files.values()]
    for cell in suite.cells:
        for index in range(cell.runs):
            random = Random(f"{seed}/{suite.id}/{cell.model}/{index}")
            place, attempt = index % len(ids), index // len(ids)
            run = _run(suite, cell, index, random)
            run |= {"id": f"{ids[place]}-{attempt + 1:03}", "repetition": attempt + 1}
            run["task"] = {"id": ids[place], "hash": hashes[place]}
            yield run


def _run(suite: SuitePlan, cell: Cell, index: int, random: Random) -> Object:
    model = MODELS.get(cell.model)
    failed = index % 7 == 2
    blind = cell.traits.gap == "all"
    wall_ms = None if blind and index % 3 == 0 else random.randrange(20_000, 900_000)
    test_ms = random.randrange(900, 30_000)
    spans = {
        "wall_ms": wall_ms,
        "trial_ms": None if wall_ms is None else wall_ms + test_ms + random.randrange(9_000),
        "test_ms": None if index % 7 == 3 else test_ms,
    }
    return {
        "schema": 1,
        "kind": "imported",
        "suite": suite.id,
        "fixture": suite.fixture,
        "protocol": hash_of(RULES),
        "provider": model.provider if model else "not named",
        "model": {
            "requested": model.id if model else None,
            "label": model.label if model else "not named",
            "reported": [],
        },
        "settings": {},
        "source": {"label": suite.source, "hash": invented_hash(suite.source)},
        "evaluator": EVALUATOR,
        "harness": HARNESS,
        "position": None,
        "status": "failed" if failed else "completed",
        "stop": {"reason": "agent-timeout" if failed else "ended", "detail": None},
        "started_at": None,
        "ended_at": None,
        **spans,
        "usage": _usage(blind, random),
        "cost": {"estimated_ticks": None, "provider_ticks": None, "price": None, "reason": "the origin names no price"},
        "missing": {name: f"the origin recorded no {what}" for name, what in SPANS.items() if spans[name] is None},
        "artifacts": [],
        "trial": {
            "name": f"job.{index}.of.{suite.id}",
            "uuid": None,
            "has_file": wall_ms is not None,
            "failure_mode": "agent_timeout" if failed else "none",
        },
        "grade": _grade(index),
    }


def _usage(blind: bool, random: Random) -> Object:
    unknown: Object = {**dict.fromkeys(CLASSES), "missing": dict.fromkeys(EXPLAINED, NO_USAGE)}
    if blind:
        return unknown
    counted = {"input": random.randrange(10_000, 900_000), "output": random.randrange(500, 20_000)}
    return unknown | counted | {"missing": dict.fromkeys(("cached_read", "cache_write"), NO_USAGE)}


def _grade(index: int) -> Object:
    """Return a verdict of every kind: each fourth run resolved even where it failed, each sixth ungraded."""
    verdict = None if index % 6 == 5 else "resolved" if index % 4 in (0, 2) else "not_resolved"
    checks = (
        [] if verdict is None else [{"id": "tests", "label": "The origin's tests", "passed": verdict == "resolved"}]
    )
    return {
        "evaluator": EVALUATOR,
        "verdict": verdict,
        "checks": checks,
        "reason": "the origin's tests did not run" if verdict is None else None,
    }
