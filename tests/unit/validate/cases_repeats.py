"""The same attempt under another name, by issue code."""

import json
import shutil
from pathlib import Path
from typing import Any

from tests.trees.jsonform import write_json
from tests.unit.validate.paths import ALPHA, BETA, EVIDENCE, FAILED, FOLDER, RUN, TRIAL
from tests.unit.validate.spoil import Case, Spoil, also, put

COPY = f"{ALPHA}/runs/alpha-2"
OTHER_TRIAL = f"{EVIDENCE}/beta/runs/beta-b/run.json"
OTHER_SUITE = f"{EVIDENCE}/epsilon"


def answers(root: Path, n: int = 3) -> None:
    """Let the first run have so many responses of one input token and some output tokens, for which nobody paid."""
    usages = [{"input": 1, "cached_read": 0, "cache_write": 0, "output": turn + 2, "reasoning": 0} for turn in range(n)]
    shown = {"stop": "end", "model": "m-one-1", "calls": []}
    responses = [
        {"at_ms": 300 * turn, "provider_ms": 250 + turn, "usage": usage, **shown} for turn, usage in enumerate(usages)
    ]
    counts = {"requests": n, "turns": n, "tool_calls": 0, "failed_tool_calls": 0, "operations": 0, "tool_ms": 0}
    record = json.loads((root / RUN).read_text()) | counts
    record["responses"] = responses
    record["provider_ms"] = sum(250 + turn for turn in range(n))
    record["usage"] = {name: sum(usage[name] for usage in usages) for name in usages[0]}
    record["cost"] = {"estimated_ticks": None, "provider_ticks": None, "reason": "not billed per token"}
    write_json(root / RUN, record)


def copied(**changes: Any) -> Spoil:
    """Return what puts the first run into the place of the second, with its id and some members changed."""

    def spoil(root: Path) -> None:
        shutil.rmtree(root / COPY)
        shutil.copytree(root / FOLDER, root / COPY)
        record = json.loads((root / FAILED).read_text())
        write_json(root / FAILED, record | {"id": "alpha-2", "repetition": 2, "position": 2} | changes)
        put(f"{COPY}/review.json", "/run", "alpha-2")(root)

    return spoil


LATER = {"started_at": "2026-11-05T08:00:00Z", "ended_at": "2026-11-05T08:00:02Z", "wall_ms": 1_999}
TIMELESS = {"started_at": None, "ended_at": None, "wall_ms": None, "missing": {"wall_ms": "lost"}}


def slower(root: Path) -> None:
    """Let every response of the copy take a millisecond more."""
    record = json.loads((root / FAILED).read_text())
    for response in record["responses"]:
        response["provider_ms"] += 1
    record["provider_ms"] += len(record["responses"])
    write_json(root / FAILED, record)


def _suite_again(root: Path) -> None:
    """Take the imported suite over a second time, under another id."""
    shutil.copytree(root / EVIDENCE / "beta", root / OTHER_SUITE)
    put(f"{OTHER_SUITE}/suite.json", "/id", "epsilon")(root)
    for file in (root / OTHER_SUITE).glob("runs/*/run.json"):
        name = file.relative_to(root).as_posix()
        put(name, "/suite", "epsilon")(root)
        put(name, "/started_at", None)(root)


TWICE = ("the run of another record", f"once, as {FOLDER}")

REPEATS: dict[str, list[Case]] = {
    "run-duplicate": [
        Case(copied(), FAILED, "", *TWICE),
        Case(also(answers, copied(**LATER)), FAILED, "", *TWICE),
        Case(also(answers, copied(**TIMELESS)), FAILED, "", *TWICE),
        Case(also(answers, copied(**LATER, settings={"effort": "high"})), FAILED, "", *TWICE),
        Case(
            also(put(TRIAL, "/trial/uuid", "u-1"), put(OTHER_TRIAL, "/trial/uuid", "u-1")),
            OTHER_TRIAL,
            "",
            "the run of another record",
            "once, as content/evidence/beta/runs/beta-a",
        ),
    ],
    "run-alike": [
        Case(also(answers, copied(**LATER), slower), FAILED, "", f"artifacts of {FOLDER}", "an attempt of its own"),
    ],
    "suite-duplicate": [
        Case(
            also(put(BETA, "/origin/run_uuid", "r-1"), _suite_again),
            f"{OTHER_SUITE}/suite.json",
            "/origin/run_uuid",
            "r-1, as of suite beta",
            "each submission once",
        ),
    ],
}
