"""A small valid content tree, written out by hand, for tests that spoil one thing in it.

Suite `alpha` is of our own: two runs that were started, one that was not and has a record, one that was not and has
none. Suite `beta` is taken over from another harness: two trials of a set of two tasks. Suite `gamma` is barred, and
its runs are gone; of suite `delta` only the tombstone is left.
"""

from pathlib import Path

from tests.trees.jsonform import Object, hash_of, write_json
from tests.unit.validate.base_runs import (
    DOCUMENT,
    IMPORTED_RULES,
    RULES,
    TASK,
    completed,
    failed,
    not_started,
    ref,
    reviews,
    trial,
)

SITE = """\
schema = 1
title = "Small trials"
description = "A tree to spoil."
organization = "Nobody"

[data_set]
version = "1.0.0"
date = "2026-11-30"
"""

CAVEATS = """\
schema = 1

[[caveat]]
id = "few"
sentence = "A handful of runs shows what can happen, not how often."
when = ["few-repetitions"]
where = ["cohort"]

[[caveat]]
id = "list-price"
sentence = "An estimate from list prices is no invoice."
when = ["estimated-cost"]
where = ["run"]
"""

CLAIM = """\
schema = 1
id = "quick"
sentence = "The median run takes {value}."
rule = "median-at-most"
measure = "wall_ms"
of = { suite = "alpha" }
threshold = "60000"
"""

PAGE = """\
+++
title = "About"
description = "What this is."
+++
The median run takes {{ median("alpha", "wall_ms") }}.
"""


def write_base(root: Path) -> None:
    """Write the tree below an existing folder."""
    content = root / "content"
    for name, text in {
        "site.toml": SITE,
        "method/caveats.toml": CAVEATS,
        "claims/quick.toml": CLAIM,
        "pages/about.md": PAGE,
    }.items():
        (content / name).parent.mkdir(parents=True, exist_ok=True)
        (content / name).write_text(text, encoding="utf-8")
    evidence = content / "evidence"
    _write_suite(evidence / "alpha", _suite("alpha", _slots("alpha")), RULES, [TASK])
    _write_runs(evidence / "alpha", [completed(), failed(), not_started()])
    (evidence / "alpha/runs/alpha-1/model.step").write_bytes(DOCUMENT)
    write_json(evidence / "alpha/runs/alpha-1/review.json", reviews())
    tasks = [_imported_task("job-a"), _imported_task("job-b")]
    _write_suite(evidence / "beta", _imported_suite(tasks), IMPORTED_RULES, tasks)
    _write_runs(evidence / "beta", [trial("a", tasks[0], "resolved"), trial("b", tasks[1], "not_resolved")])
    _write_suite(evidence / "gamma", _suite("gamma", _slots("gamma")), RULES, [TASK])
    write_json(evidence / "gamma/INVALIDATED.json", _tombstone("gamma"))
    (evidence / "delta").mkdir()
    write_json(evidence / "delta/INVALIDATED.json", _tombstone("delta"))


def _write_suite(folder: Path, record: Object, rules: Object, tasks: list[Object]) -> None:
    (folder / "tasks").mkdir(parents=True)
    write_json(folder / "suite.json", record)
    entries = [{"hash": hash_of(rules), "hashed": rules}]
    write_json(folder / "protocol.json", {"schema": 1, "kind": rules["kind"], "machine": None, "entries": entries})
    for task in tasks:
        write_json(folder / "tasks" / f"{task['id']}.json", task)


def _write_runs(folder: Path, runs: list[Object]) -> None:
    for run in runs:
        (folder / "runs" / run["id"]).mkdir(parents=True)
        write_json(folder / "runs" / run["id"] / "run.json", run)


def _slots(suite: str) -> list[Object]:
    slots: list[Object] = [
        {"run": f"{suite}-{number}", "state": "started", "model": "m-one", "task": "bracket", "repetition": number}
        for number in (1, 2, 3, 4)
    ]
    for slot in slots[2:]:
        slot |= {"state": "not_started", "reason": "the budget was reached"}
    return slots


def _suite(id: str, slots: list[Object]) -> Object:
    return {
        "schema": 1,
        "kind": "api",
        "id": id,
        "title": f"Suite {id}",
        "summary": "Invented.",
        "fixture": False,
        "started_at": "2026-11-02T08:00:00Z",
        "ended_at": "2026-11-02T09:00:00Z",
        "tasks": [ref(TASK)],
        "slots": slots,
        "repetitions": 4,
        "budget_usd": "1",
    }


def _imported_task(id: str) -> Object:
    dataset = {"name": "trials", "version": "1", "task": id, "url": None}
    return {
        "schema": 1,
        "id": id,
        "version": 1,
        "title": id,
        "kind": "imported",
        "dataset": dataset,
        "prompt": None,
    }


def _imported_suite(tasks: list[Object]) -> Object:
    refs = [ref(task) for task in tasks]
    slots = [
        {"run": f"beta-{letter}", "state": "started", "model": "m-two", "task": f"job-{letter}", "repetition": 1}
        for letter in "ab"
    ]
    origin: Object = {
        "harness": "Trialbench",
        "dataset": "trials 1",
        "submission": "2026-10-01 agent",
        "agent": "agent",
        "run_uuid": None,
        "commit": None,
        "url": "https://trials.example/beta",
        "retrieved_on": "2026-11-12",
        "submitted": {"trials": 2, "resolved": 1, "unresolved": 1, "accuracy": "0.5"},
        "differences": [],
        "dropped": [],
    }
    return {
        "schema": 1,
        "kind": "imported",
        "id": "beta",
        "title": "Suite beta",
        "summary": "Invented.",
        "fixture": False,
        "started_at": None,
        "ended_at": None,
        "tasks": refs,
        "task_set": {"hash": hash_of([ref["hash"] for ref in refs]), "tasks": refs},
        "slots": slots,
        "origin": origin,
    }


def _tombstone(suite: str) -> Object:
    return {
        "schema": 1,
        "suite": suite,
        "kind": "api",
        "title": f"Suite {suite}",
        "fixture": False,
        "reason": "A tool was broken.",
        "invalidated_at": "2026-11-03T08:00:00Z",
        "counts": {"planned": 4, "started": 2, "not_started": 2},
    }
