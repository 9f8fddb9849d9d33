"""The releases behind the tree, what it holds now, and the runs whose addresses must stay without a record."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from sitegen.inputs import Inputs
from sitegen.snapshots import Past, Snapshot
from sitegen.summaries import Results


@dataclass(frozen=True, slots=True)
class GoneRun:
    """A run that was published and has no record any more."""

    address: str
    suite: str
    run: str
    state: Literal["withdrawn", "barred"]
    on: str
    """Day on which it was withdrawn, or its suite barred."""
    reason: str
    cohort: str | None
    """Cohort in which it was; None where no release says."""


@dataclass(frozen=True, slots=True)
class History:
    """What was released, and what there is now."""

    releases: tuple[Past, ...] = ()
    """In order."""
    now: Snapshot | None = None
    """None where nothing was released, so that nothing is compared."""
    gone: tuple[GoneRun, ...] = ()
    """Sorted by address."""


def gone_runs(inputs: Inputs, results: Results) -> tuple[GoneRun, ...]:
    """Return the withdrawn runs without a record, and those of barred suites that a release names."""
    withdrawn = [
        GoneRun(one.address, one.suite, one.run, "withdrawn", one.on, one.reason, one.cohort)
        for one in results.withdrawn
        if not one.recorded
    ]
    told = {one.address for one in results.withdrawn} | {row.address for row in inputs.rows}
    return tuple(sorted([*withdrawn, *_barred(inputs, told)], key=lambda one: one.address))


def _barred(inputs: Inputs, told: Collection[str]) -> Iterator[GoneRun]:
    stones = {suite.id: suite.tombstone for suite in inputs.suites}
    cohorts: dict[str, str | None] = {}
    for past in inputs.releases:
        for address, run in past.held.runs.items():
            if address not in told and stones.get(address.partition("--")[0]) is not None:
                cohorts[address] = run.cohort or cohorts.get(address)
    for address, cohort in cohorts.items():
        suite, _, name = address.partition("--")
        stone = stones[suite]
        assert stone is not None, "the suite is barred"
        yield GoneRun(address, suite, name, "barred", stone.invalidated_at[:10], stone.reason, cohort)


NO_HISTORY = History()
"""Nothing was released, and nothing is gone."""
