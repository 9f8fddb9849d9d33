"""A small site by hand: one API suite with four runs, one imported suite with three trials, one barred suite."""

from dataclasses import replace

from sitegen.records.caveat import Caveat
from sitegen.records.site import SiteConfig
from sitegen.rows import RunRow
from sitegen.summaries import (
    Cohort,
    CohortKey,
    Counts,
    Identity,
    Known,
    MeasureSummary,
    Pending,
    ProtocolSummary,
    Rate,
    Results,
    SuiteSummary,
    Tally,
    TaskSummary,
    Unavailable,
    Verdicts,
)

HASH = {
    name: digit * 64 for name, digit in zip(("alpha", "beta", "cedar", "delta", "echo", "fox"), "abcdef", strict=True)
}
NONE = Counts(0, 0, 0, 0, 0)
NO_VERDICTS = Verdicts(0, 0, 0, 0)
API, IMPORTED = "api-alder-2-0a1b2c3d4e", "imported-agent-5f6a7b8c9d"

SITE = SiteConfig.model_validate(
    {
        "schema": 1,
        "title": "Trials",
        "description": "Trials with their evidence.",
        "organization": "The trial office",
        "license": "CC-BY-4.0",
        "data_set": {"version": "7.1.0", "date": "2026-11-30"},
    }
)
CAVEATS = {
    caveat.id: caveat
    for caveat in (
        Caveat(
            id="list-price", sentence="A list price is no invoice.", when=("api",), where=("cohort", "run", "method")
        ),
        Caveat(
            id="other-harness", sentence="Made by others.", when=("imported",), where=("benchmarks", "suite", "cohort")
        ),
    )
}


def measure(id, all_runs, completed_only=None):
    return MeasureSummary(id, all_runs, completed_only or all_runs)


def known(median, n, low, high, interval=None):
    return Known("known", median, n, low, high, interval)


def unavailable(unknown, n, at_least=0):
    return Unavailable("unavailable", unknown, n, at_least)


def row(run, **changes):
    values = {
        **{"wall_ms": 61_500, "provider_ms": 60_000, "tool_ms": 900, "cost_ticks": 123_456_789},
        **{"input": 1_000, "cached_read": 400, "cache_write": None, "output": 200, "reasoning": 50},
        **{"turns": 3, "tool_calls": 4, "failed_tool_calls": 1, "operations": 6, "points": 60, "quality": None},
    }
    base = RunRow(
        run=run,
        suite="first",
        kind="api",
        fixture=False,
        task="machine",
        task_hash=HASH["alpha"],
        protocol=HASH["beta"],
        provider="alder",
        model="alder-2",
        model_label="Alder 2",
        reported=("alder-2-0901",),
        settings="{}",
        settings_hash=HASH["cedar"],
        source="core 1",
        source_hash=HASH["delta"],
        evaluator="evaluator 1",
        evaluator_hash=HASH["echo"],
        harness_hash=HASH["fox"],
        repetition=1,
        position=1,
        started_at=None,
        status="completed",
        stop="answered",
        values=values,
        cost_basis="estimated",
        price=HASH["fox"],
        checks_passed=True,
        verdict=None,
        review_basis=None,
        artifact_lost=False,
        twin=None,
        alike=None,
    )
    kept = {name: value for name, value in changes.items() if name not in values}
    return base._replace(values=values | {k: v for k, v in changes.items() if k in values}, **kept)


API_ROWS = (
    row("a-r1", wall_ms=50_000),
    row("a-r2", wall_ms=61_500),
    row("a-r3", wall_ms=70_000, status="failed", stop="turn-limit", checks_passed=False),
    row("a-r4", status="not_started", stop="budget", wall_ms=None, input=None),
)
API_COHORT = Cohort(
    id=API,
    title="Alder 2 on core 1",
    key=CohortKey(
        "api",
        False,
        Identity("machine", HASH["alpha"]),
        1,
        HASH["beta"],
        "alder",
        "alder-2",
        Identity('{"effort":"high"}', HASH["cedar"]),
        Identity("core 1", HASH["delta"]),
        Identity("evaluator 1", HASH["echo"]),
    ),
    suites=("first",),
    counts=Counts(4, 1, 3, 2, 1),
    stops=(Tally("answered", 2), Tally("turn-limit", 1)),
    build_check=Rate(2, 3, "66.7"),
    resolved=None,
    verdicts=None,
    measures=(
        measure("wall_ms", known("61500", 3, 50_000, 70_000), known("55750", 2, 50_000, 61_500)),
        measure("cost_ticks", known("123456789", 3, 123_456_789, 123_456_789)),
        measure("cache_write", unavailable(3, 3)),
        measure("reasoning", unavailable(1, 3, 100)),
        measure("points", known("60", 3, 60, 60)),
        measure("quality", Pending("pending", 1, 3)),
    ),
    reviews=(Tally("ai-open", 1),),
    reported_models=(Tally("alder-2-0901", 2), Tally("alder-2-1002", 1)),
    unreported_models=0,
    cost_bases=(Tally("estimated", 3),),
    prices=(HASH["fox"],),
    labels=("mixed-versions",),
    by_task=(),
    caveats=("list-price",),
    runs=tuple(f"first--{one.run}" for one in API_ROWS),
)

TRIAL_VALUES = {"trial_ms": None, "test_ms": None, "wall_ms": None, "cost_ticks": None, "input": None, "output": None}


def trial(run, verdict, status, **values):
    values = {**TRIAL_VALUES, "cached_read": None, "cache_write": None, "reasoning": None, **values}
    return row(run)._replace(
        suite="taken",
        kind="imported",
        model=None,
        model_label="not named",
        reported=(),
        source="Agent <b>&",
        status=status,
        stop="agent-timeout" if status == "failed" else "answered",
        values=values,
        cost_basis=None,
        price=None,
        checks_passed=None,
        verdict=verdict,
        task="maze" if run.startswith("maze") else "tcc",
    )


IMPORTED_ROWS = (
    trial("maze-1", "resolved", "failed", input=100, output=10),
    trial("maze-2", "not_resolved", "completed", input=300, output=30),
    trial("tcc-1", None, "failed"),
)
IMPORTED_COHORT = replace(
    API_COHORT,
    id=IMPORTED,
    title="Agent <b>&",
    key=replace(
        API_COHORT.key,
        kind="imported",
        task=Identity("2 tasks", HASH["echo"]),
        tasks=2,
        model=None,
        settings=Identity("{}", HASH["cedar"]),
        source=Identity("Agent <b>&", HASH["delta"]),
    ),
    suites=("taken",),
    counts=Counts(3, 0, 3, 1, 2),
    stops=(Tally("agent-timeout", 2), Tally("answered", 1)),
    build_check=None,
    resolved=Rate(1, 3, "33.3"),
    verdicts=Verdicts(1, 1, 1, 1),
    measures=(
        measure("wall_ms", unavailable(3, 3)),
        measure("input", unavailable(1, 3, 400)),
        measure("output", unavailable(1, 3, 40)),
        measure("cost_ticks", unavailable(3, 3)),
    ),
    reviews=(),
    reported_models=(),
    unreported_models=3,
    cost_bases=(Tally("unknown", 3),),
    prices=(),
    labels=("no-reported-version",),
    by_task=(
        TaskSummary(
            "maze",
            "Maze",
            Counts(2, 0, 2, 1, 1),
            Verdicts(1, 1, 0, 1),
            (measure("wall_ms", unavailable(2, 2)), measure("input", known("200", 2, 100, 300))),
        ),
        TaskSummary(
            "tcc",
            "Build tcc",
            Counts(1, 0, 1, 0, 1),
            Verdicts(0, 0, 1, 0),
            (measure("wall_ms", unavailable(1, 1)), measure("input", unavailable(1, 1))),
        ),
    ),
    caveats=("other-harness",),
    runs=tuple(f"taken--{one.run}" for one in IMPORTED_ROWS),
)

SUITES = (
    SuiteSummary(
        "barred", "api", "Barred suite", False, "invalidated", "A tool was blocked.", Counts(5, 2, 3, 0, 0), 1, None,
        (), None, (),
    ),
    SuiteSummary("first", "api", "First suite", False, "published", None, Counts(4, 1, 3, 2, 1), 1, None, (API,), None,
                 ("list-price",)),
    SuiteSummary("taken", "imported", "Taken suite", False, "published", None, Counts(3, 0, 3, 1, 2), 2,
                 Verdicts(1, 1, 1, 1), (IMPORTED,), "0.33", ("other-harness",)),
)  # fmt: skip
RESULTS = Results(
    (
        ProtocolSummary("api", Counts(4, 1, 3, 2, 1), NONE, ("barred", "first"), (API,), ("list-price",)),
        ProtocolSummary("imported", Counts(3, 0, 3, 1, 2), NONE, ("taken",), (IMPORTED,), ("other-harness",)),
    ),
    SUITES,
    (API_COHORT, IMPORTED_COHORT),
    (),
)
