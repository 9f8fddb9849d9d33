"""Every published summary, worked out again from the rows of the runs."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from sitegen.verify.figures import aggregate, quality, rate, tally
from sitegen.verify.records import MEASURES, digest

Object = dict[str, Any]
"""A JSON object."""

COUNTS = ("planned", "not_started", "attempted", "completed", "failed")
PER_TASK = ("wall_ms", "cost_ticks", "input", "output")
"""Measures that stand per task of a set: time, cost and tokens."""


def row_key(row: Object) -> tuple[Any, ...]:
    """Return what the runs of a cohort have in common: of everything that has a hash, the hash."""
    return (
        *(row["kind"], row["fixture"], row["set_hash"] or row["task_hash"], row["protocol"], row["provider"]),
        *(row["model"], row["settings_hash"], row["source_hash"], row["evaluator_hash"]),
    )


def cohort_id(row: Object) -> str:
    """Return the id of a run's cohort: protocol, model or source, and a part of the hash of all they have in common."""
    words = unicodedata.normalize("NFKD", row["model"] or row["source"]).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", words).strip("-")[:60].strip("-") or "x"
    return f"{row['kind']}-{name[:40].strip('-')}-{digest(list(row_key(row)))[:16]}"


def _key(first: Object) -> Object:
    task = (
        (f"{first['set_size']} tasks", first["set_hash"]) if first["set_hash"] else (first["task"], first["task_hash"])
    )
    pairs = {
        "task": task,
        **{name: (first[name], first[f"{name}_hash"]) for name in ("settings", "source", "evaluator")},
    }
    return {
        **{name: first[name] for name in ("kind", "fixture", "protocol", "provider", "model")},
        **{name: {"label": label, "hash": hash} for name, (label, hash) in pairs.items()},
        "tasks": first["set_size"],
    }


def cohorts(suites: Sequence[Object]) -> dict[tuple[Any, ...], list[Object]]:
    """Return the rows of every cohort, those of barred suites left out."""
    groups: dict[tuple[Any, ...], list[Object]] = {}
    for suite in suites:
        for row in () if suite["tombstone"] else suite["rows"]:
            groups.setdefault(row_key(row), []).append(row)
    return groups


def cohort(rows: Sequence[Object], suites: Sequence[Object]) -> Object:
    """Return the numbers of a cohort.

    Args:
        rows: Its rows.
        suites: Every suite of the tree.
    """
    first = min(rows, key=lambda row: (row["suite"], row["run"]))
    kind = first["kind"]
    attempted = _attempted(rows)
    trials = kind == "imported"
    mine = {row["suite"] for row in rows}
    set_tasks = _set_tasks([suite for suite in suites if suite["id"] in mine]) if rows[0]["set_hash"] else []
    return {
        "id": cohort_id(first),
        "title": f"{first['model_label']} on {first['source']}" if first["model"] else first["source"],
        "key": _key(first),
        "suites": sorted(mine),
        "counts": counts(rows, _without_record(row_key(rows[0]), suites)),
        "stops": tally(row["stop"] for row in attempted),
        "build_check": None if trials else rate(sum(row["checks_passed"] for row in attempted), len(attempted)),
        "resolved": rate(verdicts(rows)["resolved"], len(attempted)) if trials else None,
        "verdicts": verdicts(rows) if trials else None,
        "measures": measures(rows, MEASURES[kind]),
        "reviews": tally(row["review_basis"] for row in attempted if row["review_basis"]),
        "reported_models": tally(name for row in attempted for name in row["reported"]),
        "unreported_models": sum(not row["reported"] for row in attempted),
        "cost_bases": tally(row["cost_basis"] or "unknown" for row in attempted),
        "prices": sorted({row["price"] for row in attempted} - {None}),
        "labels": labels(attempted),
        "by_task": [_by_task(task, title, rows, trials) for task, title in set_tasks],
        "runs": [row["address"] for row in sorted(rows, key=lambda row: (row["suite"], row["run"]))],
    }


def _without_record(key: tuple[Any, ...], suites: Sequence[Object]) -> int:
    """Return how many planned runs left no record and can be of no other cohort than the one with this key.

    A slot names model and task, and nothing else of a key; so it is of a cohort when that is the only one in which its
    suite has runs of the model and the task, or of the model where the suite runs a set.
    """
    found = 0
    for one in suites:
        slots = [] if one["tombstone"] else one["slots"]
        done = {row["run"] for row in one["rows"]}
        for slot in slots:
            like = [row for row in one["rows"] if row["model"] == slot["model"]]
            keys = {row_key(row) for row in like if row["set_hash"] or row["task"] == slot["task"]}
            found += slot["run"] not in done and keys == {key}
    return found


def _attempted(rows: Iterable[Object]) -> list[Object]:
    return [row for row in rows if row["status"] != "not_started"]


def _set_tasks(suites: Sequence[Object]) -> list[tuple[str, str]]:
    return sorted({(task, title) for suite in suites for task, title in suite["titles"].items()})


def _by_task(task: str, title: str, rows: Sequence[Object], trials: bool) -> Object:
    mine = [row for row in rows if row["task"] == task]
    return {
        "task": task,
        "title": title,
        "counts": counts(mine),
        "verdicts": verdicts(mine) if trials else None,
        "measures": measures(mine, PER_TASK),
    }


def counts(rows: Sequence[Object], unrecorded: int = 0) -> Object:
    """Return what became of planned runs, those without a record added."""
    ends = [row["status"] for row in rows]
    return {
        "planned": len(ends) + unrecorded,
        "not_started": ends.count("not_started") + unrecorded,
        "attempted": len(ends) - ends.count("not_started"),
        "completed": ends.count("completed"),
        "failed": ends.count("failed"),
    }


def verdicts(rows: Sequence[Object]) -> Object:
    """Return the origin's verdicts over attempted runs."""
    given = [(row["verdict"], row["status"]) for row in _attempted(rows)]
    said = [verdict for verdict, _ in given]
    return {
        "resolved": said.count("resolved"),
        "not_resolved": said.count("not_resolved"),
        "ungraded": said.count(None),
        "resolved_although_failed": given.count(("resolved", "failed")),
    }


def measures(rows: Sequence[Object], names: Sequence[str]) -> list[Object]:
    """Return the summaries of some measures, in the order given."""
    attempted = _attempted(rows)
    completed = [row for row in attempted if row["status"] == "completed"]
    return [
        {"measure": name, "all_runs": _over(attempted, name), "completed_only": _over(completed, name)}
        for name in names
    ]


def _over(rows: Sequence[Object], measure: str) -> Object:
    return quality(rows) if measure == "quality" else aggregate([row["values"][measure] for row in rows])


def labels(attempted: Sequence[Object]) -> list[str]:
    """Return what keeps the runs from backing claims, by name."""
    bases = {row["cost_basis"] for row in attempted} - {None}
    found = {
        "mixed-cost-bases": len(bases) > 1,
        "mixed-prices": len({row["price"] for row in attempted} - {None}) > 1,
        "mixed-versions": len({name for row in attempted for name in row["reported"]}) > 1,
        "no-reported-version": any(not row["reported"] for row in attempted),
    }
    return sorted(name for name, there in found.items() if there)


def suite(one: Object) -> Object:
    """Return the numbers of a suite; a barred one has those of its tombstone."""
    record, tombstone = one["record"], one["tombstone"]
    known = record or tombstone
    head = {name: known[name] for name in ("kind", "title", "fixture")}
    tasks = len(record["tasks"]) if record else 0
    submitted = record["origin"]["submitted"]["accuracy"] if record and "origin" in record else None
    shared = {"id": one["id"], **head, "tasks": tasks, "submitted_accuracy": submitted}
    if tombstone:
        told = tombstone["counts"]
        barred = {"planned": told["planned"], "not_started": told["not_started"], "attempted": told["started"]}
        return shared | {
            "state": "invalidated",
            "reason": tombstone["reason"],
            "counts": barred | {"completed": 0, "failed": 0},
            "verdicts": None,
        }
    recorded = {row["run"] for row in one["rows"]}
    unrecorded = sum(slot["run"] not in recorded for slot in one["slots"])
    return shared | {
        "state": "published",
        "reason": None,
        "counts": counts(one["rows"], unrecorded),
        "verdicts": verdicts(one["rows"]) if known["kind"] == "imported" else None,
    }


def protocol(kind: str, suites: Sequence[Object]) -> Object:
    """Return the numbers of a protocol family: suites that are not barred, results and fixtures apart."""
    mine = [suite(one) for one in suites if (one["record"] or one["tombstone"])["kind"] == kind]
    counted = [one for one in mine if one["state"] == "published"]
    return {
        "kind": kind,
        "results": _total(one["counts"] for one in counted if not one["fixture"]),
        "fixtures": _total(one["counts"] for one in counted if one["fixture"]),
        "suites": sorted(one["id"] for one in mine),
    }


def _total(parts: Iterable[Object]) -> Object:
    added = list(parts)
    return {name: sum(part[name] for part in added) for name in COUNTS}
