"""Summary rows and suites for tests of what is computed from them."""

from collections.abc import Iterable
from dataclasses import replace

from sitegen.aggregate.cohorts import Group, cohort, groups
from sitegen.inputs import SuiteInput
from sitegen.measures import of_kind
from sitegen.records import SUITE
from sitegen.records.suite import Tombstone
from sitegen.records.task import ImportedTask
from sitegen.rows import RunRow
from sitegen.summaries import Cohort
from tests.trees.jsonform import hash_of, invented_hash

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
)


def api_row(number: int = 1, *, values: dict[str, int | None] | None = None, **changes: object) -> RunRow:
    """Return a row of an `api` run that completed, `r<number>`; `values` replaces single measures."""
    measured = _API.values | (values or {})
    return replace(_API, run=f"r{number}", repetition=number, values=measured, **changes)


def imported_row(number: int = 1, *, values: dict[str, int | None] | None = None, **changes: object) -> RunRow:
    """Return a row of an imported trial that was resolved."""
    measured: dict[str, int | None] = {measure.id: 10 for measure in of_kind("imported")} | (values or {})
    fields: dict[str, object] = {"kind": "imported", "checks_passed": None, "verdict": "resolved", "review_basis": None}
    return replace(_API, run=f"r{number}", repetition=number, values=measured, **{**fields, **changes})


def suite(id: str = "s", *, barred: bool = False, fixture: bool = False, kind: str = "api") -> SuiteInput:
    """Return a suite without a record; barred suites have a tombstone of four runs."""
    stone = Tombstone.model_validate(
        {
            "schema": 1,
            "suite": id,
            "kind": kind,
            "title": id,
            "fixture": fixture,
            "reason": "A tool was broken.",
            "invalidated_at": "2026-11-03T08:00:00Z",
            "counts": {"planned": 4, "started": 3, "not_started": 1},
        }
    )
    return SuiteInput(id, f"content/evidence/{id}", None, stone if barred else None, None, {}, {}, (), "", {})


def task_set_suite(id: str, tasks: dict[str, str]) -> SuiteInput:
    """Return an imported suite over a set of tasks, hash by id."""
    refs = [{"id": task, "hash": tasks[task]} for task in sorted(tasks)]
    record = {
        "schema": 1,
        "kind": "imported",
        "id": id,
        "title": id,
        "summary": "Invented.",
        "fixture": False,
        "started_at": None,
        "ended_at": None,
        "tasks": refs,
        "task_set": {"hash": hash_of([ref["hash"] for ref in refs]), "tasks": refs},
        "slots": [],
        "origin": {
            "harness": "h",
            "dataset": "d",
            "submission": "s",
            "agent": "a",
            "run_uuid": None,
            "commit": None,
            "url": "https://example.org",
            "retrieved_on": "2026-11-12",
            "submitted": {"trials": 0, "resolved": 0, "unresolved": 0, "accuracy": "0"},
            "differences": [],
            "dropped": [],
        },
    }
    parsed = SUITE.validate_python(record, strict=False)
    files = {
        task: ImportedTask.model_validate(
            {
                "schema": 1,
                "id": task,
                "version": 1,
                "title": f"Task {task}",
                "kind": "imported",
                "dataset": {"name": "d", "version": "1", "task": task},
                "prompt": None,
            }
        )
        for task in tasks
    }
    return SuiteInput(id, f"content/evidence/{id}", parsed, None, None, files, tasks, (), "", {})


def groups_of(rows: Iterable[RunRow], *suites: SuiteInput) -> tuple[Group, ...]:
    """Return the cohorts' rows; suites that are not given are plain ones."""
    found = list(rows)
    return groups(found, _suites(found, suites))


def cohorts_of(rows: Iterable[RunRow], *suites: SuiteInput) -> tuple[Cohort, ...]:
    """Return the cohorts' numbers."""
    found = list(rows)
    known = _suites(found, suites)
    return tuple(cohort(group, known, ()) for group in groups(found, known))


def _suites(rows: list[RunRow], suites: tuple[SuiteInput, ...]) -> dict[str, SuiteInput]:
    return {row.suite: suite(row.suite) for row in rows} | {one.id: one for one in suites}
