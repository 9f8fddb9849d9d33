"""Reads the published records of suites and runs, and what each run says as one row."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import rfc8785

from sitegen.verify.finding import Finding
from sitegen.verify.forms import misfits
from sitegen.verify.held import Site
from sitegen.verify.withdrawn import is_gone, withdrawn

Object = dict[str, Any]
"""A JSON object."""

TOKENS = ("input", "cached_read", "cache_write", "output", "reasoning")
MEASURES = {
    "api": (
        *("wall_ms", "provider_ms", "tool_ms", "cost_ticks", *TOKENS),
        *("turns", "tool_calls", "failed_tool_calls", "operations", "points", "quality"),
    ),
    "imported": ("wall_ms", "trial_ms", "test_ms", "cost_ticks", *TOKENS),
}
"""Measures of each protocol, in the order of tables."""

HEADLINE = (("human", True), ("human", False), ("ai", True), ("ai", False))
"""Which reviews make the headline, first choice first: method, blind."""


RUNS = "benchmarks/runs/"
SUITES = "benchmarks/suites/"
CLAIMS = "benchmarks/claims/"


def suites(site: Site) -> list[Object]:
    """Return the suites by id: record, tombstone, protocol, and the rows of their runs; absent parts are None.

    Withdrawn runs are in no row and no slot; those with a record have their rows apart.
    """
    ids = sorted({path.split("/")[2] for path in site.files if path.startswith(SUITES) and path.count("/") > 2})
    runs: dict[str, list[str]] = {}
    gone = withdrawn(site)
    for path in site.under(RUNS, ".json"):
        if is_gone(site, path, gone):
            continue
        runs.setdefault(path.removeprefix(RUNS).partition("--")[0], []).append(path)
    found = [_suite(site, id, runs.get(id, []), gone) for id in sorted({*ids, *runs})]
    for one in found:
        if one["record"] is None and one["tombstone"] is None:
            site.faults.append(
                Finding(f"{SUITES}{one['id']}/suite.json", "", "record", "no record", "the suite's plan")
            )
    return [one for one in found if one["record"] is not None or one["tombstone"] is not None]


def claims(site: Site) -> list[Object]:
    """Return the claims as they were written down; one that does not have its form is noted and left out."""
    return [claim for path in site.under(CLAIMS, ".toml") if (claim := _formed(site, path, "claim")) is not None]


def _suite(site: Site, id: str, paths: list[str], gone: Mapping[str, Object]) -> Object:
    folder = f"{SUITES}{id}/"
    record = _formed(site, f"{folder}suite.json", "suite")
    runs = {path: _formed(site, path, "run") for path in paths}
    reviews = {path: _formed(site, f"{path.removesuffix('.json')}/review.json", "review") for path in paths}
    rows = [_row(run, reviews[path]) for path, run in runs.items() if run is not None]
    task_set = (record or {}).get("task_set")
    for row in rows:
        row["set_hash"] = task_set["hash"] if task_set else None
        row["set_size"] = len(task_set["tasks"]) if task_set else 1
    tasks = {
        path.rpartition("/")[2].removesuffix(".json"): _formed(site, path, "task")
        for path in site.under(f"{folder}tasks/")
    }
    return {
        "id": id,
        "record": record,
        "tombstone": _formed(site, f"{folder}INVALIDATED.json", "tombstone"),
        "protocol": _formed(site, f"{folder}protocol.json", "protocol"),
        "tasks": tasks,
        "titles": {id: task["title"] for id, task in tasks.items() if task},
        "runs": runs,
        "reviews": reviews,
        "rows": [row for row in rows if row["address"] not in gone],
        "taken_back": [row for row in rows if row["address"] in gone],
        "slots": [slot for slot in (record or {}).get("slots", ()) if f"{id}--{slot['run']}" not in gone],
    }


def _formed(site: Site, path: str, kind: str) -> Any:
    """Return a record; None where it is absent or does not have its form, which is noted."""
    value = site.toml(path) if kind == "claim" else site.json(path)
    if value is None:
        return None
    faults = [Finding(path, place, "record", found, expected) for place, found, expected in misfits(value, kind)]
    site.faults.extend(faults)
    return None if faults else value


def canonical(value: Any) -> str:
    """Return the canonical JSON (RFC 8785)."""
    return rfc8785.dumps(value).decode()


def digest(value: Any) -> str:
    """Return the sha256 of the canonical JSON."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def _row(run: Object, review_file: Object | None) -> Object:
    trial = run["kind"] == "imported"
    grade = run["grade"] if trial else (run["evaluation"] or {}).get("grade")
    basis, review = _headline(grade, (review_file or {}).get("reviews", []))
    ticks, cost_basis = _cost(run["cost"])
    price = run["cost"].get("price")
    completed = run["status"] == "completed"
    return {
        **{name: run[name] for name in ("suite", "kind", "fixture", "protocol", "provider", "repetition", "position")},
        "run": run["id"],
        "address": f"{run['suite']}--{run['id']}",
        "task": run["task"]["id"],
        "task_hash": run["task"]["hash"],
        "model": run["model"]["requested"],
        "model_label": run["model"]["label"],
        "reported": run["model"]["reported"],
        "settings": canonical(run["settings"]),
        "settings_hash": digest(run["settings"]),
        "source": run["source"]["label"],
        "source_hash": run["source"]["hash"],
        "evaluator": run["evaluator"]["label"],
        "evaluator_hash": run["evaluator"]["hash"],
        "harness_hash": run["harness"]["hash"],
        "started_at": run["started_at"],
        "status": run["status"],
        "stop": run["stop"]["reason"],
        "values": _values(run, grade, ticks, review),
        "cost_basis": cost_basis,
        "price": digest(_price(price)) if price else None,
        "checks_passed": None if trial else completed and _all_passed(grade),
        "verdict": run["grade"]["verdict"] if trial else None,
        "review_basis": basis,
        "artifact_lost": not trial and grade is not None and grade["points"] is None,
    }


def _values(run: Object, grade: Object | None, ticks: int | None, review: int | None) -> Object:
    found = {**run["usage"], **run, "cost_ticks": ticks}
    if run["kind"] == "api":
        points = _points(grade)
        quality = None if points is None or review is None else points + review
        found |= {"points": points, "quality": quality}
    return {name: found[name] for name in MEASURES[run["kind"]]}


def _points(grade: Object | None) -> int | None:
    """Return the points of the automatic checks, added up from the checks."""
    if grade is None or grade["points"] is None:
        return None
    return 0 if grade.get("visible_objects") == 0 else sum(check["points"] for check in grade["checks"])


def _all_passed(grade: Object | None) -> bool:
    checks = grade["checks"] if grade and grade["points"] is not None else []
    return bool(checks) and all(check["passed"] is True for check in checks)


def _headline(grade: Object | None, reviews: list[Object]) -> tuple[str | None, int | None]:
    """Return how the headline review was made and its points of 40; no visible object gives 0 by rule."""
    if grade and grade.get("points") is not None and grade.get("visible_objects") == 0:
        return "rule", 0
    for method, blind in HEADLINE:
        fitting = [one for one in reviews if (one["method"], one["blind"]) == (method, blind)]
        if fitting:
            first = min(fitting, key=lambda one: datetime.fromisoformat(one["reviewed_at"]))
            return f"{method}-{'blind' if blind else 'open'}", sum(first["scores"].values())
    return None, None


def _cost(cost: Object) -> tuple[int | None, str | None]:
    for basis, name in (("provider", "provider_ticks"), ("estimated", "estimated_ticks")):
        if cost[name] is not None:
            return cost[name], basis
    return None, None


def _price(price: Object) -> Object:
    """Return the price with every field that a record may leave out."""
    defaults: Object = {"steps": [], "default_write_lifetime": None, "unbilled": [], "second_hand": False}
    steps = [step | {"rates": step["rates"] and {"cache_write": {}} | step["rates"]} for step in price.get("steps", [])]
    return defaults | price | {"rates": {"cache_write": {}} | price["rates"], "steps": steps}


def cells(row: Object, cohort: str) -> Object:
    """Return a run's line of the published table; a measure that its protocol does not have is left out."""
    named = (
        "address",
        "suite",
        "run",
        "kind",
        "fixture",
        "status",
        "stop",
        "task",
        "task_hash",
        "protocol",
        "provider",
    )
    graded = ("checks_passed", "verdict", "review_basis", "artifact_lost", "cost_basis", "price")
    hashes = ("settings", "settings_hash", "source", "source_hash", "evaluator", "evaluator_hash", "harness_hash")
    order = ("model", "model_label", "repetition", "position", "started_at")
    ticks = row["values"]["cost_ticks"]
    return {
        **{name: row[name] for name in (*named, *graded, *hashes, *order)},
        **row["values"],
        "cohort": cohort,
        "reported_models": ";".join(name.replace("\\", "\\\\").replace(";", "\\;") for name in row["reported"]),
        "cost_usd": None if ticks is None else _usd(ticks),
    }


def _usd(ticks: int) -> str:
    return f"{ticks // 10**10}.{ticks % 10**10:010}".rstrip("0").rstrip(".")
