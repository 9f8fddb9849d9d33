"""What one run of an `api` suite measured, as plain JSON: responses, totals, cost."""

from random import Random

from tests.trees.grades import evaluation
from tests.trees.jsonform import Object
from tests.trees.models import CLASSES, EXPLAINED, MODELS, Model, estimate, price
from tests.trees.plan import Cell, Traits

FAILURES = ("run-time-limit", "tool-call-limit", "turn-limit", "server-ended")
TOOLS = ("add_box", "add_cylinder", "subtract", "paint", "run_batch")
HUGE_MS = 2**53 - 1


def measured(cell: Cell, index: int, random: Random, shared: Random) -> Object:
    """Return the fields of a run that tell how it went.

    Args:
        cell: The cell of the plan.
        index: Number of the run within it.
        random: Randomness of this run.
        shared: Randomness that every second run of the cell has alike, for ties.
    """
    model, traits = MODELS[cell.model], cell.traits
    if index >= cell.runs - traits.unstarted:
        return _without_response("not_started", "budget-reached", "the request was never sent", model, requests=0)
    if traits.gap == "provider" and index == 0:
        failed = _without_response("failed", "provider-error", "the provider answered with an error", model, requests=1)
        return failed | {"wall_ms": 731, "evaluation": evaluation(traits, index, failed=True, random=random)}
    failed_here = traits.fails == "all" or (traits.fails == "some" and index % 4 == 1)
    responses = _responses(model, traits, index, shared if traits.values == "tied" else random)
    return {
        "status": "failed" if failed_here else "completed",
        "stop": {"reason": FAILURES[index // 4 % len(FAILURES)] if failed_here else "answered", "detail": None},
        **_sums(responses),
        **_clock(responses, traits, index, random),
        "model_reported": sorted({one["model"] for one in responses if one["model"]}),
        "responses": responses,
        "cost": _cost(model, responses, index % traits.editions),
        "evaluation": evaluation(traits, index, failed_here, random),
    }


def _without_response(status: str, stop: str, reason: str, model: Model, requests: int) -> Object:
    return {
        "status": status,
        "stop": {"reason": stop, "detail": f"No response: {reason}."},
        "wall_ms": None,
        "provider_ms": 0 if requests else None,
        "tool_ms": 0 if requests else None,
        "requests": requests,
        "turns": 0,
        "tool_calls": 0,
        "failed_tool_calls": 0,
        "operations": 0,
        "usage": {**dict.fromkeys(CLASSES), "missing": dict.fromkeys(EXPLAINED, reason)},
        "model_reported": [],
        "responses": [],
        "cost": {"estimated_ticks": None, "provider_ticks": None, "price": None, "reason": reason},
        "evaluation": None,
        "missing": {},
    }


def _responses(model: Model, traits: Traits, index: int, random: Random) -> list[Object]:
    at_ms = index if traits.values == "tied" else 0
    responses: list[Object] = []
    for turn in range(random.randrange(8, 11) - 4 * traits.shorter):
        provider_ms = random.randrange(1_500, 20_000)
        calls = _calls(at_ms + provider_ms, random)
        silent = traits.versions == "gap" and index == 0
        version = 2 if traits.versions == "two" and index % 2 else 1
        usage = _usage(model, turn, random)
        if traits.gap == "cached" and index == 0 and turn == 3:
            usage |= {"cached_read": None, "missing": {"cached_read": "the provider left it out"}}
        if traits.values == "zero" and index == 0:
            usage = {**dict.fromkeys(CLASSES, 0)}
        responses.append(
            {
                "at_ms": at_ms,
                "provider_ms": provider_ms,
                "usage": usage,
                "provider_ticks": _billed(model, traits, index, turn, usage),
                "stop": "tool_calls" if calls else "end",
                "model": None if silent else f"{model.id}-2026-0{version}",
                "calls": calls,
            }
        )
        at_ms += provider_ms + sum(call["duration_ms"] for call in calls)
    return responses


def _calls(at_ms: int, random: Random) -> list[Object]:
    calls: list[Object] = []
    for _ in range(random.choice((0, 1, 1, 2))):
        tool = random.choice(TOOLS)
        calls.append(
            {
                "at_ms": at_ms,
                "duration_ms": random.randrange(2, 250),
                "tool": tool,
                "ok": random.random() > 0.1,
                "operations": random.randrange(2, 9) if tool == "run_batch" else 1,
            }
        )
        at_ms += calls[-1]["duration_ms"]
    return calls


def _usage(model: Model, turn: int, random: Random) -> Object:
    whole = 2_500 + 900 * turn + random.randrange(700)
    cached = whole * 6 // 10 if turn else 0
    written = random.randrange(300, 900) if model.writes in ("split", "unsplit") else 0
    said = random.randrange(150, 1_400)
    usage: Object = {
        "input": whole,
        "cached_read": cached,
        "cache_write": None if model.writes == "unreported" else written,
        "output": said,
        "reasoning": said // 3 if model.reasoning else None,
    }
    if model.writes == "split":
        usage["cache_write_by_lifetime"] = {"5m": written - written // 4, "1h": written // 4}
    return usage


def _billed(model: Model, traits: Traits, index: int, turn: int, usage: Object) -> int | None:
    """Return what the provider says it billed: for some runs on every response, for others not on the third."""
    if not model.bills_ticks or (traits.ticks == "some" and index % 2 and turn == 2):
        return None
    return (estimate(model, usage) or 0) + 100 * turn


def _clock(responses: list[Object], traits: Traits, index: int, random: Random) -> Object:
    provider_ms = sum(one["provider_ms"] for one in responses)
    tool_ms = sum(call["duration_ms"] for one in responses for call in one["calls"])
    spent: Object = {"provider_ms": provider_ms, "tool_ms": tool_ms, "missing": {}}
    if traits.gap == "clock" and index == 0:
        return spent | {"wall_ms": None, "missing": {"wall_ms": "the machine slept during the run"}}
    if traits.values == "huge":
        return spent | {"wall_ms": HUGE_MS - index}
    return spent | {"wall_ms": provider_ms + tool_ms + (0 if traits.values == "tied" else random.randrange(400))}


def _sums(responses: list[Object]) -> Object:
    calls = [call for one in responses for call in one["calls"]]
    usage: Object = {}
    for name in CLASSES:
        parts = [one["usage"][name] for one in responses]
        usage[name] = None if None in parts else sum(parts)
    return {
        "requests": len(responses),
        "turns": len(responses),
        "tool_calls": len(calls),
        "failed_tool_calls": sum(not call["ok"] for call in calls),
        "operations": sum(call["operations"] for call in calls),
        "usage": usage,
    }


def _cost(model: Model, responses: list[Object], edition: int) -> Object:
    snapshot = price(model, edition)
    if snapshot is None:
        return {"estimated_ticks": None, "provider_ticks": None, "price": None, "reason": "not billed per token"}
    estimates = [estimate(model, one["usage"]) for one in responses]
    billed = [one["provider_ticks"] for one in responses]
    estimated = None if None in estimates else sum(count or 0 for count in estimates)
    return {
        "estimated_ticks": estimated,
        "provider_ticks": None if None in billed else sum(billed),
        "price": snapshot,
        "reason": "cached_read not reported" if estimated is None else None,
        "notes": ["all cache writes are priced as 5m writes"] if model.writes == "unsplit" else [],
    }
