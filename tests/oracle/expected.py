"""What `results.json` has to say, worked out from the runs; cohorts are named as the publication names them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tests.oracle.evidence import MEASURES, Evidence, Run, Suite
from tests.oracle.figures import Object, canonical, share, summary, tally

PER_TASK = ("wall_ms", "cost_ticks", "input", "output")
"""What is shown for each task of a set."""
ATTEMPTED = ("completed", "failed")


class Cohort:
    """The runs that may be pooled."""

    def __init__(self, id: str, runs: Sequence[Run], spare: int) -> None:
        self.id = id
        self.key = runs[0].key
        self.runs = runs
        self.spare = spare
        self.rows = [run.row for run in runs]
        self.suites = sorted({row["suite"] for row in self.rows})
        self.attempted = [row for row in self.rows if row["status"] in ATTEMPTED]
        self.failed = sum(row["status"] == "failed" for row in self.rows)
        self.versions = tally(name for run in runs for name in run.reported)
        self.unreported = sum(run.row["status"] in ATTEMPTED and not run.reported for run in runs)
        self.bases = tally(row["cost_basis"] or "unknown" for row in self.attempted)
        self.prices = sorted({row["price"] for row in self.attempted} - {None})
        self.reviews = tally(row["review_basis"] for row in self.attempted if row["review_basis"])
        self.measures = _measures(self.rows, MEASURES[self.key["kind"]])
        checked, graded = self.key["kind"] == "api", self.key["kind"] == "imported"
        self.passed = sum(row["checks_passed"] is True for row in self.attempted) if checked else None
        self.resolved = sum(row["verdict"] == "resolved" for row in self.attempted) if graded else None

    def found(self, measure: str) -> Object:
        """Return the summary over all runs of a measure."""
        summaries: dict[str, Object] = {one["measure"]: one["all_runs"] for one in self.measures}
        return summaries.get(measure, {"state": "not measured"})

    def known_bases(self) -> list[str]:
        """Return the ways in which its known costs were obtained."""
        return [one["name"] for one in self.bases if one["name"] != "unknown"]


def cohorts(evidence: Evidence, names: Mapping[str, str]) -> list[Cohort]:
    """Return the cohorts, by protocol and id.

    Args:
        evidence: The content.
        names: Id of the cohort of each run, by the run's address, as published.
    """
    groups: dict[str, list[Run]] = {}
    spare: Counter[str] = Counter()
    for suite in evidence.suites:
        for run in suite.runs:
            groups.setdefault(identity(run.key), []).append(run)
        for planned in suite.spare:
            fitting = {identity(run.key) for run in suite.runs if _fits(planned, run)}
            spare.update(fitting if len(fitting) == 1 else ())
    found = [Cohort(_name(runs, names), runs, spare[same]) for same, runs in groups.items()]
    return sorted(found, key=lambda cohort: (cohort.key["kind"], cohort.id))


def _fits(planned: tuple[str | None, str], run: Run) -> bool:
    """Return whether a planned run without a record could be in the cohort of a run of its suite."""
    model, task = planned
    return run.key["model"] == model and task in {run.row["task"], *dict(run.tasks)}


def identity(key: Object) -> str:
    """Return what tells cohorts apart: contents, never labels."""
    return canonical({name: part.get("hash") if isinstance(part, dict) else part for name, part in key.items()})


def _name(runs: Sequence[Run], names: Mapping[str, str]) -> str:
    """Return the id under which most of the runs are published."""
    found = tally(names.get(run.row["address"], "not published") for run in runs)
    return str(max(found, key=lambda one: one["count"])["name"])


def _measures(rows: Sequence[Object], measures: Iterable[str]) -> list[Object]:
    sets = {
        "all_runs": [row for row in rows if row["status"] in ATTEMPTED],
        "completed_only": [row for row in rows if row["status"] == "completed"],
    }
    return [{"measure": name, **{which: _summary(chosen, name) for which, chosen in sets.items()}} for name in measures]


def _summary(rows: Sequence[Object], measure: str) -> Object:
    unreviewed = sum(row["review_basis"] is None for row in rows)
    if measure == "quality" and unreviewed and not any(row["artifact_lost"] for row in rows):
        return {"state": "pending", "reviewed": len(rows) - unreviewed, "n": len(rows)}
    return summary([row[measure] for row in rows])


def counts(rows: Sequence[Object], spare: int = 0) -> Object:
    """Return what became of runs that have a record, and of so many planned ones that have none."""
    return _counts(len(rows) + spare, spare + sum(row["status"] == "not_started" for row in rows), rows)


def _counts(planned: int, not_started: int, rows: Sequence[Object]) -> Object:
    ended = [row["status"] for row in rows]
    completed, failed = ended.count("completed"), ended.count("failed")
    return {
        "planned": planned,
        "not_started": not_started,
        "attempted": completed + failed,
        "completed": completed,
        "failed": failed,
    }


def verdicts(kind: str, rows: Sequence[Object]) -> Object | None:
    """Return the origin's verdicts; None where the protocol has none."""
    if kind != "imported":
        return None
    found = [row["verdict"] for row in rows]
    return {
        "resolved": found.count("resolved"),
        "not_resolved": found.count("not_resolved"),
        "ungraded": found.count(None),
        "resolved_although_failed": sum(row["verdict"] == "resolved" and row["status"] == "failed" for row in rows),
    }


def cohort(one: Cohort) -> Object:
    """Return a cohort as published, without title and caveats."""
    kind, n = one.key["kind"], len(one.attempted)
    return {
        "id": one.id,
        "key": one.key,
        "suites": one.suites,
        "counts": counts(one.rows, one.spare),
        "stops": tally(row["stop"] for row in one.attempted),
        "build_check": None if one.passed is None else share(one.passed, n),
        "resolved": None if one.resolved is None else share(one.resolved, n),
        "verdicts": verdicts(kind, one.attempted),
        "measures": one.measures,
        "reviews": one.reviews,
        "reported_models": one.versions,
        "unreported_models": one.unreported,
        "cost_bases": one.bases,
        "prices": one.prices,
        "labels": _labels(one),
        "by_task": [_task(one, id, title) for id, title in one.runs[0].tasks],
        "runs": [row["address"] for row in one.rows],
    }


def _labels(one: Cohort) -> list[str]:
    """Return what makes the runs of a cohort unequal, though they may be pooled."""
    holds = {
        "mixed-versions": len(one.versions) > 1,
        "no-reported-version": one.unreported > 0,
        "mixed-prices": len(one.prices) > 1,
        "mixed-cost-bases": len(one.known_bases()) > 1,
    }
    return [label for label, unequal in holds.items() if unequal]


def _task(one: Cohort, id: str, title: str) -> Object:
    rows = [row for row in one.rows if row["task"] == id]
    said = {"counts": counts(rows), "verdicts": verdicts(one.key["kind"], rows), "measures": _measures(rows, PER_TASK)}
    return {"task": id, "title": title, **said}


def suite(one: Suite, found: Sequence[Cohort]) -> Object:
    """Return a suite as published, without caveats."""
    rows, barred = [run.row for run in one.runs], one.tombstone or {}
    head = one.record or barred
    tallied = _counts(one.planned, one.not_started, rows)
    if barred:
        tallied["attempted"] = barred["counts"]["started"]
    return {
        "id": one.id,
        **{name: head[name] for name in ("kind", "title", "fixture")},
        "state": "invalidated" if barred else "published",
        "reason": barred.get("reason"),
        "counts": tallied,
        "tasks": len(one.record.get("tasks", [])),
        "verdicts": None if barred else verdicts(head["kind"], rows),
        "cohorts": sorted(cohort.id for cohort in found if one.id in cohort.suites),
        "submitted_accuracy": one.record["origin"]["submitted"]["accuracy"] if "origin" in one.record else None,
    }


def protocol(kind: str, suites: Sequence[Object], found: Sequence[Cohort]) -> Object:
    """Return a protocol family as published, without caveats."""
    own = [one for one in suites if one["kind"] == kind]
    return {
        "kind": kind,
        "results": _sum(own, lambda one: not one["fixture"]),
        "fixtures": _sum(own, lambda one: one["fixture"]),
        "suites": [one["id"] for one in own],
        "cohorts": sorted(cohort.id for cohort in found if cohort.key["kind"] == kind),
    }


def _sum(suites: Sequence[Object], chosen: Callable[[Object], bool]) -> Object:
    kept = [one["counts"] for one in suites if one["state"] == "published" and chosen(one)]
    return {
        name: sum(one[name] for one in kept) for name in ("planned", "not_started", "attempted", "completed", "failed")
    }


def withdrawn(evidence: Evidence, found: Sequence[Cohort], published: Mapping[str, Any]) -> list[Object]:
    """Return the runs that were taken back; the cohort of one that was alone in it is named as published."""
    listed = []
    for entry, run in evidence.withdrawn:
        address = f"{entry['suite']}--{entry['run']}"
        same = [one.id for one in found if run and identity(one.key) == identity(run.key)]
        cohort = (same[0] if same else published.get(address)) if run else None
        said = {"address": address, "suite": entry["suite"], "run": entry["run"], "on": str(entry["on"])}
        listed.append({**said, "reason": entry["reason"], "cohort": cohort, "recorded": run is not None})
    return sorted(listed, key=lambda one: one["address"])
