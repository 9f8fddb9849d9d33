"""Which suites a tree holds: a fixed set that meets every state, then bulk suites until the runs are used up."""

from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from typing import Literal

ESPRESSO = "espresso-v1"
BRACKET = "bracket-v1"
BULK_RUNS = 200
"""Runs of a bulk suite where the number of suites is left open: two cohorts of about a hundred."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What is special about the runs of a cell; numbers in a trait are the index of the run that has it."""

    fails: Literal["none", "some", "all"] = "some"
    checks_fail: bool = True
    """Some completed runs fail a check."""
    gap: Literal["", "provider", "cached", "clock", "all"] = ""
    """What is unknown: all that a failed first request leaves, one token class, the wall time, or every class."""
    ticks: Literal["all", "some"] = "all"
    """Which runs of a provider that bills ticks have them for every response."""
    versions: Literal["one", "two", "gap"] = "one"
    editions: int = 1
    """Price snapshots in use."""
    reviews: Literal["", "human", "mixed", "part", "ai"] = ""
    lost: bool = False
    """The first run saved no document."""
    empty: bool = False
    """The second run saved a document without visible objects."""
    values: Literal["spread", "tied", "huge", "zero"] = "spread"
    regraded: bool = False
    shorter: bool = False
    """Runs need less of everything and are reviewed better."""
    unstarted: int = 0
    """The last records of the cell that were not started."""
    unrecorded: int = 0
    """Planned runs without a record, beyond the runs of the cell."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The runs of one model on one task in a suite."""

    model: str
    runs: int
    traits: Traits = field(default_factory=Traits)
    task: str = ESPRESSO


@dataclass(frozen=True, slots=True)
class SuitePlan:
    """One suite."""

    id: str
    cells: tuple[Cell, ...]
    kind: Literal["api", "imported"] = "api"
    fixture: bool = False
    source: str = "core 41"
    effort: str | None = None
    limits: int = 1
    """Version of the limits; part of the protocol."""
    evaluator: int = 1
    tasks: int = 5
    """Tasks of an imported set; 1 for a single task without a set."""
    barred: Literal["", "beside", "alone"] = ""
    """A tombstone beside the records, or a tombstone alone."""

    @property
    def runs(self) -> int:
        """Run records of the suite."""
        return sum(cell.runs for cell in self.cells)


STEADY = Traits(fails="none", checks_fail=False)
REVIEWED = replace(STEADY, reviews="human")
BETTER = replace(REVIEWED, shorter=True)

_BASE = (
    SuitePlan("core-one", (Cell("alder-2", 10), Cell("birch-3.5", 6, REVIEWED))),
    SuitePlan("core-one-again", (Cell("alder-2", 7, Traits(unstarted=1)), Cell("cedar-1", 6))),
    SuitePlan("core-two", (Cell("birch-3.5", 7, BETTER), Cell("alder-2", 4)), source="core 42"),
    SuitePlan("effort-high", (Cell("alder-2", 5),), effort="high"),
    SuitePlan("stricter-limits", (Cell("alder-2", 4, Traits("all")),), limits=2),
    SuitePlan("revised-evaluator", (Cell("alder-2", 3, Traits(regraded=True)),), evaluator=2),
    SuitePlan("two-tasks", (Cell("dogwood-4", 3), Cell("dogwood-4", 2, task=BRACKET))),
    SuitePlan("versions", (Cell("elder-1", 4, Traits("none", versions="two")),)),
    SuitePlan("versions-missing", (Cell("elder-1", 4, Traits("none", versions="gap")),), source="core 42"),
    SuitePlan("prices", (Cell("alder-2", 6, replace(STEADY, editions=2)),), source="core 43"),
    SuitePlan("prices-billed", (Cell("cedar-1", 5, Traits(ticks="some")),), source="core 43"),
    SuitePlan("gaps", (Cell("alder-2", 6, Traits(gap="provider")),), source="core 44"),
    SuitePlan("gaps-cached", (Cell("birch-3.5", 3, Traits(gap="cached")),), source="core 44"),
    SuitePlan("clock", (Cell("alder-2", 3, Traits(gap="clock")),), source="core 45"),
    SuitePlan("reviewed", (Cell("alder-2", 6, Traits("none", reviews="human")),), source="core 46"),
    SuitePlan("reviewed-mixed", (Cell("birch-3.5", 5, Traits(reviews="mixed")),), source="core 46"),
    SuitePlan("review-lost", (Cell("alder-2", 3, Traits(reviews="human", lost=True)),), source="core 47"),
    SuitePlan("review-part", (Cell("birch-3.5", 4, Traits(reviews="part")),), source="core 47"),
    SuitePlan("review-empty", (Cell("alder-2", 3, Traits(reviews="ai", empty=True)),), source="core 48"),
    SuitePlan("tied", (Cell("alder-2", 8, Traits(values="tied")),), source="core 49"),
    SuitePlan("huge", (Cell("birch-3.5", 4, Traits(values="huge")),), source="core 49"),
    SuitePlan("zero", (Cell("alder-2", 2, Traits(values="zero")), Cell("birch-3.5", 1, STEADY)), source="core 50"),
    SuitePlan("fixture-core", (Cell("alder-2", 3),), fixture=True),
    SuitePlan("fixture-scripted", (Cell("scripted", 2, STEADY),), fixture=True),
    SuitePlan("never-started", (Cell("cedar-1", 1, Traits(unstarted=1, unrecorded=3)),), source="core 51"),
    SuitePlan("barred-late", (Cell("alder-2", 2, Traits(unrecorded=1)),), barred="beside"),
    SuitePlan("barred-whole", (), barred="alone"),
    SuitePlan("trials-one", (Cell("birch-3.5", 12),), "imported", source="agent a"),
    SuitePlan("trials-one-again", (Cell("birch-3.5", 5),), "imported", source="agent a"),
    SuitePlan("trials-gaps", (Cell("", 7, Traits(gap="all")),), "imported", source="agent b"),
    SuitePlan("trials-single", (Cell("birch-3.5", 3),), "imported", source="agent a", tasks=1),
)
"""Small cohorts that are there once in every tree large enough for them."""

_BULK = (
    Traits(),
    Traits(ticks="some"),
    Traits(fails="none"),
    Traits(values="tied"),
    Traits(editions=2),
    Traits(gap="clock"),
    Traits(versions="two", unrecorded=2),
)

_BULK_MODELS = ("alder-2", "cedar-1", "elder-1", "birch-3.5")


def plan(runs: int, suites: int | None) -> tuple[SuitePlan, ...]:
    """Return the suites of a tree with exactly that many run records.

    Args:
        runs: Run records of the tree; below those of the fixed set, the set is cut short.
        suites: Suites of the tree, when the fixed set leaves some; None chooses a number.
    """
    base = _cut(runs)
    left = runs - sum(suite.runs for suite in base)
    if not left:
        return base
    wanted = round(left / BULK_RUNS) if suites is None else suites - len(base)
    return base + _bulk(left, max(1, min(wanted, left)))


def _cut(runs: int) -> tuple[SuitePlan, ...]:
    kept: list[SuitePlan] = []
    for suite in _BASE:
        cells: list[Cell] = []
        for cell in suite.cells:
            take = min(cell.runs, runs)
            runs -= take
            if take:
                cells.append(replace(cell, runs=take))
        if cells or suite.barred == "alone":
            kept.append(replace(suite, cells=tuple(cells)))
    return tuple(kept)


def _bulk(runs: int, count: int) -> tuple[SuitePlan, ...]:
    """Return suites of nearly equal size; every fifth is imported, every fourth has the source of the one before it."""
    traits = cycle(_BULK)
    made: list[SuitePlan] = []
    for number in range(count):
        size = runs // count + (number < runs % count)
        id = f"bulk-{number:03}"
        if number % 5 == 4:
            made.append(SuitePlan(id, (Cell("birch-3.5", size),), "imported", source=f"agent {number}", tasks=20))
            continue
        pattern = number - (number % 4 == 3)
        models = islice(cycle(_BULK_MODELS), pattern % 3, pattern % 3 + 2)
        halves = ((size + 1) // 2, size // 2)
        cells = tuple(Cell(model, part, next(traits)) for model, part in zip(models, halves, strict=True) if part)
        made.append(SuitePlan(id, cells, source=f"core {100 + pattern}"))
    return tuple(made)
