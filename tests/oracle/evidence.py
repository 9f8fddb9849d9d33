"""Reads `content/` in one pass: each run becomes one row as `results.json` lists it, each suite a few counts.

Tokens, costs and counts of a run with responses are added up from them; its own totals are not read.
"""

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from tests.oracle.figures import Object, canonical, digest, written

TOKENS = ("input", "cached_read", "cache_write", "output", "reasoning")
MEASURES = {
    "api": (
        *("wall_ms", "provider_ms", "tool_ms", "cost_ticks", *TOKENS),
        *("turns", "tool_calls", "failed_tool_calls", "operations", "points", "quality"),
    ),
    "imported": ("wall_ms", "trial_ms", "test_ms", "cost_ticks", *TOKENS),
}
"""What is measured, by protocol family, in table order."""
LONGEST_PRICED_INPUT = 180_000
TICKS_PER_TOKEN = 10_000
"""Ticks of a token at one US dollar per million."""


class Record(dict[str, Any]):
    """A JSON object in which a field that was left out is null."""

    def __missing__(self, key: str) -> None:
        return None


class Run(NamedTuple):
    """One run that has a record in a suite that counts."""

    key: Object
    """What the runs of its cohort have in common."""
    tasks: Sequence[tuple[str, str]]
    """Id and title of each task of its set; empty for a single task."""
    reported: Sequence[str]
    """Model ids that its responses named."""
    row: Object
    """What is published of it, but for its cohort."""


class Suite(NamedTuple):
    """One suite, and its runs that count."""

    id: str
    record: Object
    """`suite.json`; empty where only the tombstone is left."""
    tombstone: Object | None
    planned: int
    not_started: int
    spare: Sequence[tuple[str | None, str]]
    """Model and task of each planned run that has no record."""
    runs: Sequence[Run]


class Evidence(NamedTuple):
    """A content tree."""

    data_set: Object
    suites: Sequence[Suite]
    claims: Sequence[Object]
    withdrawn: Sequence[tuple[Object, Run | None]]
    """Each entry, and the run where its record is still there."""


def read(root: Path) -> Evidence:
    """Return all that `root/content` holds."""
    content = root / "content"
    listed = _toml(content / "withdrawn.toml").get("withdrawn", []) if (content / "withdrawn.toml").exists() else []
    gone: dict[tuple[str, str], Run | None] = {(one["suite"], one["run"]): None for one in listed}
    folders = sorted(path for path in content.glob("evidence/*") if path.is_dir())
    return Evidence(
        _toml(content / "site.toml")["data_set"],
        [_suite(folder, gone) for folder in folders],
        [_toml(path) for path in sorted(content.glob("claims/*.toml"))],
        [(one, gone[one["suite"], one["run"]]) for one in listed],
    )


def _suite(folder: Path, gone: dict[tuple[str, str], Run | None]) -> Suite:
    """Return the suite of a folder, and note in `gone` which withdrawn runs still have a record."""
    barred, plan = folder / "INVALIDATED.json", folder / "suite.json"
    tombstone = _json(barred) if barred.exists() else None
    record = _json(plan) if plan.exists() else {}
    if tombstone:
        return Suite(
            folder.name, record, tombstone, tombstone["counts"]["planned"], tombstone["counts"]["not_started"], (), ()
        )
    counted: list[Run] = []
    for path in sorted(folder.glob("runs/*/run.json")):
        run = _run(path, record)
        if (place := (folder.name, run.row["run"])) in gone:
            gone[place] = run
        else:
            counted.append(run)
    slots = [slot for slot in record["slots"] if (folder.name, slot["run"]) not in gone]
    waiting = sum(slot["state"] != "started" for slot in slots)
    recorded = {run.row["run"] for run in counted}
    spare = [(slot["model"], slot["task"]) for slot in slots if slot["run"] not in recorded]
    return Suite(folder.name, record, None, len(slots), waiting, spare, counted)


def _run(path: Path, suite: Object) -> Run:
    run = _json(path)
    tasks = (suite["task_set"] or Record(tasks=[]))["tasks"]
    files = path.parents[2] / "tasks"
    titles = [(one["id"], _json(files / f"{one['id']}.json")["title"]) for one in tasks]
    settings = {"label": canonical(run["settings"]), "hash": digest(run["settings"])}
    named = run["task"]["id"], run["task"]["hash"]
    pooled = (f"{len(tasks)} tasks", suite["task_set"]["hash"]) if len(tasks) > 1 else named
    key = {
        "kind": run["kind"],
        "fixture": run["fixture"],
        "task": {"label": pooled[0], "hash": pooled[1]},
        "tasks": max(1, len(tasks)),
        "protocol": run["protocol"],
        "provider": run["provider"],
        "model": run["model"]["requested"],
        "settings": settings,
        "source": {name: run["source"][name] for name in ("label", "hash")},
        "evaluator": {name: run["evaluator"][name] for name in ("label", "hash")},
    }
    return Run(key, titles if len(tasks) > 1 else [], run["model"]["reported"], _row(run, settings, path))


def _row(run: Object, settings: Object, path: Path) -> Object:
    basis, ticks = _cost(run)
    values = _values(run) | {"cost_ticks": ticks}
    review = _review(run, path.with_name("review.json"))
    judged = (run["evaluation"] or Record())["grade"]
    checks = judged["checks"] if judged else []
    if run["kind"] == "api":
        values["points"] = judged["points"] if judged else None
        values["quality"] = values["points"] + review[1] if review and judged["points"] is not None else None
    price = run["cost"]["price"]
    return {
        "address": f"{run['suite']}--{run['id']}",
        **{"suite": run["suite"], "run": run["id"], "kind": run["kind"], "fixture": run["fixture"]},
        **{"status": run["status"], "stop": run["stop"]["reason"]},
        **{"task": run["task"]["id"], "task_hash": run["task"]["hash"], "protocol": run["protocol"]},
        **{"provider": run["provider"], "model": run["model"]["requested"], "model_label": run["model"]["label"]},
        "reported_models": ";".join(_escaped(name) for name in run["model"]["reported"]),
        **{"settings": settings["label"], "settings_hash": settings["hash"]},
        **{"source": run["source"]["label"], "source_hash": run["source"]["hash"]},
        **{"evaluator": run["evaluator"]["label"], "evaluator_hash": run["evaluator"]["hash"]},
        "harness_hash": run["harness"]["hash"],
        **{name: run[name] for name in ("repetition", "position", "started_at")},
        "checks_passed": _passed(run, checks) if run["kind"] == "api" else None,
        "verdict": run["grade"]["verdict"] if run["kind"] == "imported" else None,
        "review_basis": review[0] if review else None,
        "artifact_lost": judged is not None and judged["points"] is None,
        "cost_basis": basis,
        "price": digest(price) if price else None,
        **{name: values[name] for name in MEASURES[run["kind"]]},
        "cost_usd": None if ticks is None else written(Fraction(ticks, 10**10)),
    }


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace(";", "\\;")


def _passed(run: Object, checks: Sequence[Object]) -> bool:
    return run["status"] == "completed" and bool(checks) and all(check["passed"] is True for check in checks)


def _answers(run: Object) -> list[Object]:
    """Return what came back for each request; of one that got no response nothing is known, so no sum is a total."""
    responses = run["responses"] or []
    return responses + [Record(usage=Record())] * ((run["requests"] or 0) - len(responses))


def _values(run: Object) -> dict[str, Any]:
    """Return the measured values by name; None is unknown."""
    calls = [call for response in run["responses"] or [] for call in response["calls"] or []]
    counted = {
        "turns": len(run["responses"] or []),
        "tool_calls": len(calls),
        "failed_tool_calls": sum(not call["ok"] for call in calls),
        "operations": sum(call["operations"] for call in calls),
    }
    answers = _answers(run) or [run]
    tokens = {name: _total(one["usage"][name] for one in answers) for name in TOKENS}
    return {name: run[name] for name in MEASURES[run["kind"]]} | counted | tokens


def _cost(run: Object) -> tuple[str, int] | tuple[None, None]:
    """Return the shown cost in ticks and its basis: the provider's amount where every response has one."""
    recorded, answers = run["cost"], _answers(run)
    billed = _total(one["provider_ticks"] for one in answers or [recorded])
    if billed is not None:
        return "provider", billed
    estimate = recorded["estimated_ticks"]
    # A record may say that it has no estimate for a reason of its own, such as a price that had run out.
    if answers and estimate is not None:
        estimate = _total(_ticks(one["usage"], recorded["price"]) for one in answers)
    return (None, None) if estimate is None else ("estimated", estimate)


def _total(parts: Iterable[int | None]) -> int | None:
    """Return the sum; None as soon as one part is unknown."""
    found = list(parts)
    return None if None in found else sum(part for part in found if part is not None)


def _ticks(usage: Object, price: Object) -> int | None:
    """Return what one response costs by the price list; None where a count or a rate is missing."""
    counts = {name: 0 if usage[name] is None and name in price["unbilled"] else usage[name] for name in TOKENS[:4]}
    if None in counts.values() or counts["input"] > LONGEST_PRICED_INPUT:
        return None
    above = [step["rates"] for step in price["steps"] if counts["input"] > step["above_input_tokens"]]
    rates = above[-1] if above else price["rates"]
    if rates is None:
        return None
    split = Counter(usage["cache_write_by_lifetime"] or {})
    split[price["default_write_lifetime"]] += counts["cache_write"] - split.total()
    # Where writing to the cache has no price of its own, it is input like any other.
    writing = {lifetime: rates["cache_write"].get(lifetime, rates["input"]) for lifetime in split}
    spent = sum((Fraction(writing[lifetime]) * count for lifetime, count in split.items()), Fraction())
    spent += Fraction(rates["input"]) * (counts["input"] - counts["cached_read"] - counts["cache_write"])
    spent += Fraction(rates["cached_read"]) * counts["cached_read"] + Fraction(rates["output"]) * counts["output"]
    return int(spent * TICKS_PER_TOKEN)


def _review(run: Object, path: Path) -> tuple[str, int] | None:
    """Return how the headline review was made, and its points: a blind one by a person first, then the earliest."""
    grade = (run["evaluation"] or Record())["grade"]
    if grade is None or grade["points"] is None:
        return None
    if grade["visible_objects"] == 0:
        return "rule", 0
    judged = {artifact["sha256"] for artifact in run["artifacts"]}
    given = _json(path)["reviews"] if path.exists() else []
    valid = [one for one in given if one["artifact_sha256"] in judged]
    if not valid:
        return None
    first = min(valid, key=_precedence)
    return _basis(first), sum(first["scores"].values())


def _precedence(review: Object) -> tuple[int, datetime]:
    order = ("human-blind", "human-open", "ai-blind", "ai-open")
    return order.index(_basis(review)), datetime.fromisoformat(review["reviewed_at"])


def _basis(review: Mapping[str, Any]) -> str:
    return f"{review['method']}-{'blind' if review['blind'] else 'open'}"


def _json(path: Path) -> Any:
    return json.loads(path.read_bytes(), object_hook=Record)


def _toml(path: Path) -> Any:
    return tomllib.loads(path.read_text(encoding="utf-8"))
