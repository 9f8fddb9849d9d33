"""Reads the suites and runs of a content tree, and what each run says as one row; nothing of the product is used."""

import hashlib
import json
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any

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


def suites(root: Path) -> list[Object]:
    """Return the suites by id: record, tombstone, protocol, and the rows of their runs; absent parts are None."""
    gone = withdrawn(root)
    return [_suite(folder, gone) for folder in sorted((root / "content" / "evidence").glob("*")) if folder.is_dir()]


def withdrawn(root: Path) -> list[Object]:
    """Return the runs that were taken back, sorted by suite and run."""
    path = root / "content" / "withdrawn.toml"
    listed = tomllib.loads(path.read_text(encoding="utf-8"))["withdrawn"] if path.is_file() else []
    return sorted(listed, key=lambda one: (one["suite"], one["run"]))


def _suite(folder: Path, gone: list[Object]) -> Object:
    taken_back = {one["run"] for one in gone if one["suite"] == folder.name}
    record, tombstone = _json(folder / "suite.json"), _json(folder / "INVALIDATED.json")
    rows = [_row(_json(path), _json(path.parent / "review.json")) for path in sorted(folder.glob("runs/*/run.json"))]
    rows = [row for row in rows if row["run"] not in taken_back]
    if record:
        record["slots"] = [slot for slot in record["slots"] if slot["run"] not in taken_back]
    task_set = (record or {}).get("task_set")
    for row in rows:
        row["set_hash"] = task_set["hash"] if task_set else None
    titles = {path.stem: json.loads(path.read_bytes())["title"] for path in sorted(folder.glob("tasks/*.json"))}
    return {"id": folder.name, "record": record, "tombstone": tombstone, "rows": rows, "titles": titles}


def _json(path: Path) -> Any:
    return json.loads(path.read_bytes()) if path.is_file() else None


def canonical(value: Any) -> str:
    """Return the canonical JSON (RFC 8785) of settings or of a price: whole floats are written without a point."""
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(member) for key, member in value.items()}
    if isinstance(value, list):
        return [_plain(member) for member in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _hash(value: Any) -> str:
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
        "settings_hash": _hash(run["settings"]),
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
        "price": _hash(_price(price)) if price else None,
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
    steps = [step | {"rates": {"cache_write": {}} | step["rates"]} for step in price.get("steps", [])]
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
