"""The records behind the hand-made site: suites with their rules, and one run of each protocol."""

from typing import Any

from sitegen.inputs import FileFact, ProseInput, RunInput, SuiteInput
from sitegen.records import PROTOCOL, RUN, SUITE, TASK
from sitegen.records.review import ReviewFile
from sitegen.records.site import PageHead
from sitegen.records.suite import Tombstone
from sitegen.site import SiteContext
from tests.unit.site.sample import API, API_ROWS, CAVEATS, HASH, IMPORTED, IMPORTED_ROWS, RESULTS, SITE

SCRIPT = "<script>alert(1)</script>"
"""A label that must stay text."""
MACHINE = {"os": "Linux 6.1", "cpu": "Invented", "cores": 2, "ram_mib": 8192, "python": "3.11.7"}
LIMITS = {"model_turns": 20, "tool_calls": 60, "output_tokens_per_request": 8192, "run_ms": 600_000}
API_RULES = {
    "kind": "api",
    "version": 1,
    "limits": {**LIMITS, "request_ms": 180_000, "request_bytes": 176_000},
    "excluded_tools": ["camera"],
    "framing": "The task is the first message.",
    "adapter": "responses",
    "adapter_version": 2,
}
RULES = {
    "kind": "imported",
    "version": 1,
    "harness": "other-harness",
    "dataset": "set 0.1",
    "attempts_per_task": 2,
    "concurrent_trials": None,
}
NO_USAGE = {"input": None, "cached_read": None, "cache_write": None, "output": None, "reasoning": None}
WHY = {"missing": {"input": "not recorded", "output": "not recorded"}}


def _protocol(kind, rules, machine):
    entry = {"hash": HASH["beta"], "hashed": rules, "tools": []}
    return PROTOCOL.validate_python({"schema": 1, "kind": kind, "machine": machine, "entries": (entry,)}, strict=False)


def _suite(kind, id, title, tasks, **more):
    refs = [{"id": task, "hash": HASH["alpha"]} for task in tasks]
    base = {"schema": 1, "kind": kind, "id": id, "title": title, "summary": f"About {title}.", "fixture": False}
    times = {"started_at": "2026-11-01T10:00:00Z", "ended_at": None}
    return SUITE.validate_python(base | times | {"tasks": refs} | more, strict=False)


def _slot(run, state, task, reason=None):
    return {"run": run, "state": state, "model": "alder-2", "task": task, "repetition": 1, "reason": reason}


API_SUITE = _suite(
    "api",
    "first",
    "First suite",
    ["machine"],
    slots=[
        *(_slot(f"a-r{n}", "started", "machine") for n in (1, 2, 3)),
        _slot("a-r4", "not_started", "machine", "the budget was spent"),
    ],
    repetitions=4,
    budget_usd="10",
    command="benchmark run",
)
ORIGIN = {
    "harness": "other-harness",
    "dataset": "set 0.1",
    "submission": "submission-9",
    "agent": "Agent <b>&",
    "run_uuid": "uuid-1",
    "commit": None,
    "url": "https://example.org/submission-9",
    "retrieved_on": "2026-11-02",
    "submitted": {"trials": 3, "resolved": 1, "unresolved": 2, "accuracy": "0.33"},
    "differences": [
        {"subject": "tcc.1", "table": "listed", "files": "no file", "run": "tcc-1", "taken": "the table's row"},
        {"subject": "totals", "table": "3", "files": "2", "taken": "3"},
    ],
    "dropped": ["user name"],
}
TAKEN_SUITE = _suite(
    "imported",
    "taken",
    "Taken suite",
    ["maze", "tcc"],
    slots=[_slot(one.run, "started", one.task) for one in IMPORTED_ROWS],
    origin=ORIGIN,
)
TOMBSTONE = Tombstone.model_validate(
    {
        "schema": 1,
        "suite": "barred",
        "kind": "api",
        "title": "Barred suite",
        "fixture": False,
        "reason": "A tool was blocked.",
        "invalidated_at": "2026-11-05T10:00:00Z",
        "counts": {"planned": 5, "started": 3, "not_started": 2},
    }
)


def _task(id, title):
    return TASK.validate_python(
        {
            **{"schema": 1, "kind": "imported", "id": id, "version": 1, "title": title, "prompt": None},
            "dataset": {"name": "set", "version": "0.1", "task": id},
        }
    )


def _input(id, record, protocol, tasks, tombstone=None):
    path = f"content/evidence/{id}"
    facts = (FileFact(f"{path}/suite.json", 2_345, HASH["cedar"]),) if record else ()
    slots = {slot.run: slot for slot in record.slots} if record else {}
    hashes = dict.fromkeys(tasks, HASH["alpha"])
    return SuiteInput(id, path, record, tombstone, protocol, tasks, hashes, facts, HASH["fox"], slots)


MACHINE_TASK = TASK.validate_python(
    {
        **{"schema": 1, "kind": "modelling", "id": "machine", "version": 1, "title": "Espresso machine"},
        **{"system": "You build.", "prompt": "Build it.", "evaluator": "espresso"},
    }
)
FIRST = _input("first", API_SUITE, _protocol("api", API_RULES, MACHINE), {"machine": MACHINE_TASK})
TAKEN = _input(
    "taken",
    TAKEN_SUITE,
    _protocol("imported", RULES, None),
    {"maze": _task("maze", "Maze"), "tcc": _task("tcc", "Tcc")},
)
BARRED = _input("barred", None, None, {}, TOMBSTONE)


def context(**changes):
    """Return the hand-made site, with some of its parts replaced."""
    parts: dict[str, Any] = {
        "site": SITE,
        "results": RESULTS,
        "rows": {API: API_ROWS, IMPORTED: IMPORTED_ROWS},
        "barred_rows": {},
        "suites": {"barred": BARRED, "first": FIRST, "taken": TAKEN},
        "caveats": CAVEATS,
        "prose": (),
        "downloads": {},
    }
    return SiteContext(**parts | changes)


def prose(source, body, **head):
    """Return a page of prose."""
    return ProseInput(source, PageHead.model_validate({"title": "T", "description": "D"} | head), body)


PRICE: dict[str, Any] = {
    "provider": "alder",
    "model": "alder-2",
    "rates": {"input": "1.25", "cached_read": "0.125", "cache_write": {"5m": "1.5", "1h": "2.5"}, "output": "10"},
    "source": "https://example.org/prices",
    "checked_on": "2026-11-01",
    "expires_on": "2026-12-01",
}


SERVED = {"model": "alder-2-0901"}


def _response(at_ms, usage, calls=(), **more):
    usage = {**NO_USAGE, **usage}
    return {
        "at_ms": at_ms,
        "provider_ms": 2_000,
        "usage": usage,
        "stop": SCRIPT,
        "calls": list(calls),
        **SERVED,
        **more,
    }


def _call(tool, ok=True, operations=1):
    return {"at_ms": 0, "duration_ms": 150, "tool": tool, "ok": ok, "operations": operations}


def _checks():
    yield {"id": "objects", "label": "Ten objects", "passed": True, "points": 5, "points_max": 5, "found": SCRIPT}
    yield {"id": "closed", "label": "All closed", "passed": False, "points": 0, "points_max": 15}


EVALUATOR = {"label": "evaluator 1", "hash": HASH["echo"]}
GRADE: dict[str, Any] = {"evaluator": EVALUATOR, "points": 5, "points_max": 20, "checks": list(_checks())}
_WRITTEN = {"cache_write": 500, "cache_write_by_lifetime": {"5m": 300, "1h": 200}}
_FIRST_USAGE = {"input": 1_000, "cached_read": 0, "output": 100, "reasoning": 40, **_WRITTEN}
_SECOND_USAGE = {"input": 2_000, "cached_read": 1_500, "cache_write": 0, "output": 300, "reasoning": 60}


def api_record(**changes):
    """Return a run of two responses; 500 tokens written, 1,500 read, 400 out."""
    responses = [
        _response(0, _FIRST_USAGE, [_call("box"), _call("move", ok=False)]),
        _response(5_000, _SECOND_USAGE, [_call("batch", operations=6)]),
    ]
    total = {"input": 3_000, "cached_read": 1_500, "output": 400, "reasoning": 100, **_WRITTEN}
    made = {
        **{"schema": 1, "kind": "api", "id": "a-r1", "suite": "first", "fixture": False},
        "task": {"id": "machine", "hash": HASH["alpha"]},
        **{"protocol": HASH["beta"], "provider": "alder", "settings": {"effort": "high"}},
        "model": {"requested": "alder-2", "label": SCRIPT, "reported": ["alder-2-0901"]},
        "source": {"label": "core 1", "hash": HASH["delta"], "commit": "1" * 40, "dirty": True},
        **{"evaluator": EVALUATOR, "harness": {"label": "runner", "hash": HASH["fox"]}},
        **{"repetition": 1, "position": 1, "status": "completed", "stop": {"reason": "answered"}},
        **{"started_at": None, "ended_at": None, "wall_ms": 50_000, "provider_ms": 4_000, "tool_ms": 450},
        **{"requests": 2, "turns": 2, "tool_calls": 3, "failed_tool_calls": 1, "operations": 8},
        **{"usage": total, "responses": responses},
        "cost": {"estimated_ticks": 63_875_000, "provider_ticks": None, "price": PRICE},
        "evaluation": {"grade": GRADE},
    }
    found: dict[str, Any] = made | changes
    if "model" in changes:
        served = (found["model"]["reported"] or [None])[0]
        found["responses"] = [response | {"model": served} for response in found["responses"]]
    else:
        served = {response["model"] for response in found["responses"]}
        found["model"] = found["model"] | {"reported": sorted(served)}
    return RUN.validate_python(found, strict=False)


def imported_record(**changes):
    """Return the trial that the origin lists without a file."""
    made = {
        **{"schema": 1, "kind": "imported", "id": "tcc-1", "suite": "taken", "fixture": False},
        "task": {"id": "tcc", "hash": HASH["alpha"]},
        **{"protocol": HASH["beta"], "provider": "not named", "settings": {}},
        "model": {"requested": None, "label": "not named", "reported": []},
        "source": {"label": "Agent <b>&", "hash": HASH["delta"]},
        **{"evaluator": EVALUATOR, "harness": {"label": "importer", "hash": HASH["fox"]}},
        **{"repetition": 1, "position": None, "status": "failed", "stop": {"reason": "agent-error"}},
        **{
            "started_at": None,
            "ended_at": None,
            "wall_ms": None,
            "missing": dict.fromkeys(("wall_ms", "trial_ms", "test_ms"), "no file"),
        },
        "usage": NO_USAGE | WHY,
        "cost": {"estimated_ticks": None, "provider_ticks": None, "reason": "no amount"},
        "trial": {"name": "tcc.1-of-2", "uuid": None, "has_file": False, "failure_mode": "unknown_agent_error"},
        **{"trial_ms": None, "test_ms": None},
        "grade": {"evaluator": EVALUATOR, "verdict": None, "reason": "never graded"},
    }
    return RUN.validate_python(made | changes, strict=False)


def run_input(record, *names, reviews=None):
    """Return a run with files of these names."""
    folder = f"content/evidence/{record.suite}/runs/{record.id}"
    facts = tuple(FileFact(f"{folder}/{name}", 1_250, HASH["alpha"]) for name in sorted(("run.json", *names)))
    return RunInput(folder, record, reviews, facts)


def review_file(method="ai", blind=False, total=32):
    """Return a file with one review of that many points."""
    scores = {"recognizability": 10, "assembly": 10, "details": 10, "finish": total - 30}
    review = {
        **{"reviewer": "R. Example", "method": method, "blind": blind, "reviewed_at": "2026-11-20T10:00:00Z"},
        **{"artifact_sha256": HASH["alpha"], "scores": scores, "notes": "tank and wand clear"},
    }
    return ReviewFile.model_validate({"schema": 1, "run": "a-r1", "reviews": [review]}, strict=False)
