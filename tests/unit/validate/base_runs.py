"""The records of the base tree, as plain values."""

from tests.trees.jsonform import Object, hash_of, invented_hash, sha256

DOCUMENT = b"ISO-10303-21;\n"
TASK: Object = {
    "schema": 1,
    "id": "bracket",
    "version": 1,
    "title": "Bracket",
    "kind": "modelling",
    "system": "You build parts.",
    "prompt": "Build a bracket.",
    "excluded_tools": [],
    "evaluator": "bracket",
    "requirements": {"objects": 2},
}
RULES: Object = {
    "kind": "api",
    "version": 1,
    "limits": {
        "model_turns": 20,
        "tool_calls": 60,
        "output_tokens_per_request": 8192,
        "run_ms": 600_000,
        "request_ms": 180_000,
        "request_bytes": 176_000,
    },
    "excluded_tools": [],
    "framing": "The brief is the first user message.",
    "adapter": "responses",
    "adapter_version": 1,
}
IMPORTED_RULES: Object = {
    "kind": "imported",
    "version": 1,
    "harness": "Trialbench",
    "dataset": "trials 1",
    "attempts_per_task": 1,
    "concurrent_trials": None,
}
EVALUATOR: Object = {"label": "evaluator 1", "hash": invented_hash("evaluator 1")}
HARNESS: Object = {"label": "runner 1", "hash": invented_hash("runner 1")}
SOURCE: Object = {"label": "core 1", "hash": invented_hash("core 1"), "commit": None, "dirty": False}
PRICE: Object = {
    "provider": "house",
    "model": "m-one",
    "rates": {"input": "4", "cached_read": "0.4", "cache_write": {"5m": "5", "1h": "8"}, "output": "20"},
    "steps": [
        {"above_input_tokens": 100_000, "rates": {"input": "8", "cached_read": "0.8", "output": "30"}},
        {"above_input_tokens": 150_000, "rates": {"input": "9", "cached_read": "0.9", "output": "40"}},
    ],
    "source": "https://prices.example/house",
    "checked_on": "2026-10-20",
    "expires_on": "2026-11-20",
}


def ref(task: Object) -> Object:
    return {"id": task["id"], "hash": hash_of(task)}


def _base_run(number: int) -> Object:
    return {
        "schema": 1,
        "kind": "api",
        "id": f"alpha-{number}",
        "suite": "alpha",
        "fixture": False,
        "task": ref(TASK),
        "protocol": hash_of(RULES),
        "provider": "house",
        "model": {"requested": "m-one", "label": "Model one", "reported": ["m-one-1"]},
        "settings": {"effort": "low"},
        "source": SOURCE,
        "evaluator": EVALUATOR,
        "harness": HARNESS,
        "repetition": number,
        "position": number,
        "status": "completed",
        "stop": {"reason": "answered"},
        "started_at": f"2026-11-02T08:0{number}:00Z",
        "ended_at": f"2026-11-02T08:0{number}:02Z",
    }


def _response(at_ms: int, provider_ms: int, usage: Object, calls: list[Object]) -> Object:
    stop = "tool_calls" if calls else "end"
    return {
        "at_ms": at_ms,
        "provider_ms": provider_ms,
        "usage": usage,
        "stop": stop,
        "model": "m-one-1",
        "calls": calls,
    }


def completed() -> Object:
    """Return a run of two responses.

    Its cost: 800 x 40,000 + 150 x 50,000 + 50 x 80,000 + 100 x 200,000 = 63,500,000 ticks for the first response, and
    200 x 40,000 + 1,000 x 4,000 + 50 x 200,000 = 22,000,000 for the second.
    """
    calls = [
        {"at_ms": 1_000, "duration_ms": 30, "tool": "add_box", "ok": True},
        {"at_ms": 1_030, "duration_ms": 20, "tool": "run_batch", "ok": False, "operations": 3},
    ]
    first: Object = {"input": 1_000, "cached_read": 0, "cache_write": 200, "output": 100, "reasoning": 40}
    first |= {"cache_write_by_lifetime": {"5m": 150, "1h": 50}, "provider_total": 1_100}
    second = {"input": 1_200, "cached_read": 1_000, "cache_write": 0, "output": 50, "reasoning": 10}
    return _base_run(1) | {
        "wall_ms": 2_000,
        "provider_ms": 1_900,
        "tool_ms": 50,
        "requests": 2,
        "turns": 2,
        "tool_calls": 2,
        "failed_tool_calls": 1,
        "operations": 4,
        "responses": [_response(0, 1_000, first, calls), _response(1_050, 900, second, [])],
        "usage": {"input": 2_200, "cached_read": 1_000, "cache_write": 200, "output": 150, "reasoning": 50},
        "cost": {"estimated_ticks": 85_500_000, "provider_ticks": None, "price": PRICE},
        "evaluation": _evaluation(20, 40),
        "artifacts": [
            {"name": "model.step", "sha256": sha256(DOCUMENT), "bytes": len(DOCUMENT), "media_type": "model/step"}
        ],
    }


def failed() -> Object:
    """Return a run that met a limit after one response, which cost 10 x 40,000 + 2 x 200,000 ticks."""
    usage = {"input": 10, "cached_read": 0, "cache_write": 0, "output": 2, "reasoning": 0}
    return _base_run(2) | {
        "status": "failed",
        "stop": {"reason": "run-time-limit"},
        "wall_ms": 1_500,
        "provider_ms": 1_400,
        "tool_ms": 0,
        "requests": 1,
        "turns": 1,
        "tool_calls": 0,
        "failed_tool_calls": 0,
        "operations": 0,
        "responses": [_response(0, 1_400, usage, [])],
        "usage": usage,
        "cost": {"estimated_ticks": 800_000, "provider_ticks": None, "price": PRICE},
        "evaluation": _evaluation(20, 0),
    }


def not_started() -> Object:
    reason = "the request was never sent"
    classes = ("input", "cached_read", "cache_write", "output")
    return _base_run(3) | {
        "status": "not_started",
        "model": {"requested": "m-one", "label": "Model one", "reported": []},
        "stop": {"reason": "budget-reached"},
        "position": None,
        "started_at": None,
        "ended_at": None,
        "wall_ms": None,
        "provider_ms": None,
        "tool_ms": None,
        **dict.fromkeys(("requests", "turns", "tool_calls", "failed_tool_calls", "operations"), 0),
        "responses": [],
        "usage": {**dict.fromkeys(classes), "reasoning": None, "missing": dict.fromkeys(classes, reason)},
        "cost": {"estimated_ticks": None, "provider_ticks": None, "reason": reason},
        "evaluation": None,
    }


def _evaluation(first: int, second: int) -> Object:
    checks = [
        {"id": "closed", "label": "Closed", "passed": first == 20, "points": first, "points_max": 20},
        {"id": "labels", "label": "Labels", "passed": second == 40, "points": second, "points_max": 40},
    ]
    grade = {"evaluator": EVALUATOR, "points": first + second, "points_max": 60, "checks": checks}
    return {"grade": grade | {"visible_objects": 3}}


def reviews() -> Object:
    review = {
        "reviewer": "Rae Field",
        "method": "human",
        "blind": True,
        "reviewed_at": "2026-11-20T10:00:00Z",
        "artifact_sha256": sha256(DOCUMENT),
        "scores": {"recognizability": 8, "assembly": 8, "details": 8, "finish": 8},
    }
    return {"schema": 1, "run": "alpha-1", "reviews": [review]}


def trial(letter: str, task: Object, verdict: str) -> Object:
    missing = dict.fromkeys(("cached_read", "cache_write"), "the origin does not report it")
    failed = verdict != "resolved"
    return {
        "schema": 1,
        "kind": "imported",
        "id": f"beta-{letter}",
        "suite": "beta",
        "fixture": False,
        "task": ref(task),
        "protocol": hash_of(IMPORTED_RULES),
        "provider": "house",
        "model": {"requested": "m-two", "label": "Model two", "reported": []},
        "settings": {},
        "source": {"label": "agent", "hash": invented_hash("agent")},
        "evaluator": EVALUATOR,
        "harness": HARNESS,
        "repetition": 1,
        "position": None,
        "status": "failed" if failed else "completed",
        "stop": {"reason": "agent-timeout" if failed else "ended"},
        "started_at": f"2026-10-01T08:00:0{int(failed)}Z",
        "ended_at": None,
        "wall_ms": 5_000,
        "trial_ms": 9_000,
        "test_ms": None,
        "missing": {"test_ms": "the origin gives no times of the test"},
        "usage": {
            "input": 700,
            "cached_read": None,
            "cache_write": None,
            "output": 30,
            "reasoning": None,
            "missing": missing,
        },
        "cost": {"estimated_ticks": None, "provider_ticks": None, "reason": "the origin names no price"},
        "trial": {"name": f"job-{letter}.1", "uuid": None, "has_file": True, "failure_mode": "none"},
        "grade": {"evaluator": EVALUATOR, "verdict": verdict},
    }
