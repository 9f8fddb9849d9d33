"""Summary rows and suites for tests of what is computed from them."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sitegen.aggregate.cohorts import Group, cohort, groups
from sitegen.inputs import AnySuite, SuiteInput
from sitegen.measures import of_kind
from sitegen.records import SUITE
from sitegen.records.suite import Tombstone
from sitegen.records.task import ImportedTask
from sitegen.rows import RunRow
from tests.trees.jsonform import Object, hash_of, invented_hash

_API = RunRow(
    run="r1",
    suite="s",
    kind="api",
    fixture=False,
    task="clip",
    task_hash=invented_hash("clip"),
    protocol=invented_hash("protocol"),
    provider="house",
    model="m-one",
    model_label="Model one",
    reported=("m-one-1",),
    settings='{"effort":"low"}',
    settings_hash=invented_hash("low"),
    source="core 1",
    source_hash=invented_hash("core 1"),
    evaluator="evaluator 1",
    evaluator_hash=invented_hash("evaluator 1"),
    harness_hash=invented_hash("harness 1"),
    repetition=1,
    position=1,
    started_at="2026-11-02T08:00:00Z",
    status="completed",
    stop="answered",
    values={measure.id: 10 for measure in of_kind("api")},
    cost_basis="estimated",
    price=invented_hash("price"),
    checks_passed=True,
    verdict=None,
    review_basis="human-blind",
    artifact_lost=False,
    twin=None,
    alike=None,
)


def api_row(number: int = 1, *, values: dict[str, int | None] | None = None, **changes: Any) -> RunRow:
    """Return a row of an `api` run that completed, `r<number>`; `values` replaces single measures."""
    measured = _API.values | (values or {})
    return _API._replace(run=f"r{number}", repetition=number, values=measured, **changes)


def imported_row(number: int = 1, *, values: dict[str, int | None] | None = None, **changes: Any) -> RunRow:
    """Return a row of an imported trial that was resolved."""
    measured: dict[str, int | None] = {measure.id: 10 for measure in of_kind("imported")}
    fields: dict[str, Any] = {"kind": "imported", "checks_passed": None, "verdict": "resolved", "review_basis": None}
    measured |= values or {}
    return _API._replace(run=f"r{number}", repetition=number, values=measured, **{**fields, **changes})


def suite(
    id: str = "s", *, barred: bool = False, fixture: bool = False, started: int = 0, unstarted: int = 0
) -> SuiteInput:
    """Return an `api` suite with that many slots; a barred one has only a tombstone of four runs."""
    common: Object = {"schema": 1, "kind": "api", "title": id, "fixture": fixture}
    if barred:
        counts = {"planned": 4, "started": 3, "not_started": 1}
        stone = {
            "suite": id,
            "reason": "A tool was broken.",
            "invalidated_at": "2026-11-03T08:00:00Z",
            "counts": counts,
        }
        return _input(id, None, Tombstone.model_validate(common | stone))
    slots = [
        {"run": f"r{n}", "state": state, "model": "m", "task": "clip", "repetition": n, "reason": "as it was"}
        for n, state in enumerate(["started"] * started + ["not_started"] * unstarted, 1)
    ]
    record = {"repetitions": 1, "budget_usd": None, "tasks": [{"id": "clip", "hash": invented_hash("clip")}]}
    return _input(id, _record(common | record | {"id": id, "slots": slots}), None)


def task_set_suite(id: str, tasks: dict[str, str]) -> SuiteInput:
    """Return an imported suite over a set of tasks, hash by id."""
    refs = [{"id": task, "hash": tasks[task]} for task in sorted(tasks)]
    origin: Object = {
        **dict.fromkeys(("harness", "dataset", "submission", "agent"), "x"),
        **dict.fromkeys(("run_uuid", "commit")),
        "url": "https://example.org",
        "retrieved_on": "2026-11-12",
        "submitted": {"trials": 0, "resolved": 0, "unresolved": 0, "accuracy": "0"},
        "differences": [],
        "dropped": [],
    }
    record = {"schema": 1, "kind": "imported", "id": id, "title": id, "fixture": False, "slots": [], "origin": origin}
    whole = {"hash": hash_of([ref["hash"] for ref in refs]), "tasks": refs}
    made = _input(id, _record(record | {"tasks": refs, "task_set": whole}), None)
    return replace(made, tasks={task: _imported_task(task) for task in tasks}, task_hashes=tasks)


def _record(fields: Object) -> AnySuite:
    unknown = dict.fromkeys(("started_at", "ended_at"))
    return SUITE.validate_json(json.dumps({"summary": "Invented."} | unknown | fields))


def _imported_task(id: str) -> ImportedTask:
    dataset = {"name": "d", "version": "1", "task": id}
    fields: Object = {"schema": 1, "id": id, "version": 1, "title": f"Task {id}", "kind": "imported", "prompt": None}
    return ImportedTask.model_validate(fields | {"dataset": dataset})


def _input(id: str, record: AnySuite | None, tombstone: Tombstone | None) -> SuiteInput:
    slots = {slot.run: slot for slot in record.slots} if record else {}
    return SuiteInput(id, f"content/evidence/{id}", record, tombstone, None, {}, {}, (), "", slots)


def groups_of(rows: Iterable[RunRow], *suites: SuiteInput) -> tuple[Group, ...]:
    """Return the cohorts' rows; suites that are not given are plain ones."""
    found = list(rows)
    return groups(found, _suites(found, suites))


def cohorts_of(rows: Iterable[RunRow], *suites: SuiteInput) -> tuple[Any, ...]:
    """Return the cohorts' numbers."""
    found = list(rows)
    known = _suites(found, suites)
    return tuple(cohort(group, known, (), 0) for group in groups(found, known))


def _suites(rows: list[RunRow], suites: tuple[SuiteInput, ...]) -> dict[str, SuiteInput]:
    return {row.suite: suite(row.suite) for row in rows} | {one.id: one for one in suites}
