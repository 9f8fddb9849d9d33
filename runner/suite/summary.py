"""What became of a suite, for people and as JSON."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import JsonValue

from runner.suite.manifest import Manifest, SuiteSlot
from sitegen.cost import shown
from sitegen.exact import usd_of
from sitegen.layout import RUN_FILE, RUNS
from sitegen.records.kinds.api import ApiRun


def tell_of(manifest: Manifest, folder: Path, shown_folder: Path, as_json: bool) -> str:
    """Return the summary of a suite as text or as JSON.

    Args:
        manifest: The suite.
        folder: Where its runs are.
        shown_folder: The same folder as the user named it.
        as_json: Whether JSON is asked for.

    Raises:
        OSError: A record cannot be read.
    """
    paths = (folder / RUNS / slot.run / RUN_FILE for slot in manifest.slots)
    runs = [ApiRun.model_validate_json(path.read_bytes()) for path in paths if path.is_file()]
    if as_json:
        return json.dumps(_as_json(manifest, shown_folder, runs), indent=2)
    return "\n".join(_lines(manifest, shown_folder, runs))


def _as_json(manifest: Manifest, folder: Path, runs: Sequence[ApiRun]) -> dict[str, JsonValue]:
    states = Counter(slot.state for slot in manifest.slots)
    return {
        "suite": manifest.id,
        "folder": str(folder),
        "fixture": manifest.fixture,
        "planned": len(manifest.slots),
        "started": states["finished"] + states["running"] + states["lost"],
        "not_started": states["not_started"] + states["planned"],
        "halted": manifest.halted,
        "stopped": manifest.stopped,
        "budget_usd": manifest.budget_usd,
        "spent_usd": usd_of(manifest.spent.spent_ticks),
        "spent_is_at_least": manifest.spent.unknown_requests > 0,
        "surplus_usd": usd_of(manifest.spent.surplus_ticks),
        "source": manifest.frozen.source.hash,
        "runs": [_run(run) for run in runs],
        "without_record": [
            {"run": slot.run, "model": slot.model, "state": slot.state, "why": slot.reason}
            for slot in _without_record(manifest, runs)
        ],
    }


def _without_record(manifest: Manifest, runs: Sequence[ApiRun]) -> tuple[SuiteSlot, ...]:
    """Return what was reached and has no record: lost runs, and runs that did not start for want of room."""
    recorded = {run.id for run in runs}
    return tuple(slot for slot in manifest.slots if slot.run not in recorded and slot.state in ("lost", "not_started"))


def _run(run: ApiRun) -> dict[str, JsonValue]:
    ticks, basis = shown(run.cost)
    return {
        "run": run.id,
        "model": run.model.requested,
        "status": run.status,
        "stop": run.stop.reason,
        "detail": run.stop.detail,
        "points": None if run.evaluation is None else run.evaluation.grade.points,
        "turns": run.turns,
        "tool_calls": run.tool_calls,
        "wall_ms": run.wall_ms,
        "input_tokens": run.usage.input,
        "output_tokens": run.usage.output,
        "cost_usd": None if ticks is None else usd_of(ticks),
        "cost_basis": basis,
    }


def _lines(manifest: Manifest, folder: Path, runs: Sequence[ApiRun]) -> Iterator[str]:
    states = Counter(slot.state for slot in manifest.slots)
    kind = " (fixture, no results)" if manifest.fixture else ""
    yield f"{folder}: {states['finished']} of {len(manifest.slots)} runs made{kind}"
    width = max((len(run.id) for run in runs), default=0)
    for run in runs:
        yield f"  {run.id:<{width}}  {_how(run)}"
    for slot in _without_record(manifest, runs):
        what = "lost, report tells it from its trace" if slot.state == "lost" else "not started"
        yield f"  {slot.run:<{width}}  {what}: {slot.reason}"
    for word, why in (("No further paid request", manifest.halted), ("Stopped early", manifest.stopped)):
        if why is not None:
            yield f"  {word}: {why}"
    if manifest.budget_usd is not None:
        spent = manifest.spent
        least = "at least " if spent.unknown_requests else ""
        basis = _basis(runs)
        yield f"  Spent: {least}{usd_of(spent.spent_ticks)} of {manifest.budget_usd} USD{basis}"
        if spent.surplus_ticks:
            yield f"  Dearer than reserved: by {usd_of(spent.surplus_ticks)} USD in all"
    yield f"Next: benchmark report --input {folder}"


def _basis(runs: Sequence[ApiRun]) -> str:
    """Return where the amounts of the runs come from, in words."""
    words = {"provider": "as the provider states it", "estimated": "by usage and list prices"}
    found = {shown(run.cost)[1] for run in runs if run.requests}
    told = " and ".join(text for basis, text in words.items() if basis in found)
    return f", {told}" if told else ""


def _how(run: ApiRun) -> str:
    if run.status == "not_started":
        return f"not started: {run.stop.detail or run.stop.reason}"
    grade = None if run.evaluation is None else run.evaluation.grade
    points = "no document" if grade is None or grade.points is None else f"{grade.points}/{grade.points_max}"
    tokens = "tokens unknown" if None in (run.usage.input, run.usage.output) else f"{_tokens(run):,} tokens"
    ticks, _ = shown(run.cost)
    cost = "no cost" if ticks is None else f"{usd_of(ticks)} USD"
    end = run.status if run.status == "completed" else f"{run.status} ({run.stop.reason})"
    return f"{end}  {points}  {run.turns} turns  {run.tool_calls} calls  {tokens}  {cost}"


def _tokens(run: ApiRun) -> int:
    return (run.usage.input or 0) + (run.usage.output or 0)
