"""The published numbers as frozen values: what `results.json` holds and what every page shows.

A number is never a bare null: it is Known, Unavailable, Pending or NoRuns, and says why.
"""

from dataclasses import dataclass
from typing import Literal

from sitegen.records.suite import ProtocolKind


@dataclass(frozen=True, slots=True)
class Interval:
    """The distribution-free 95 % interval of a median."""

    low: int
    """Observed value at the lower rank."""
    high: int
    """Observed value at the upper rank."""
    low_rank: int
    """Lower rank, from 1."""
    high_rank: int
    """Upper rank."""
    coverage_percent: str
    """Exact coverage in percent, two decimals."""


@dataclass(frozen=True, slots=True)
class Known:
    """An exact median over all runs, failures included."""

    state: Literal["known"]
    median: str
    """Exact decimal string in the measure's unit."""
    n: int
    """Runs behind it."""
    low: int
    """Lowest value."""
    high: int
    """Highest value."""
    interval: Interval | None
    """None: too few runs for an interval."""


@dataclass(frozen=True, slots=True)
class Unavailable:
    """No median: at least one run lacks the value."""

    state: Literal["unavailable"]
    unknown: int
    """Runs without the value."""
    n: int
    """All runs."""
    at_least: int
    """Sum over the runs that have the value: a lower bound, never a total."""


@dataclass(frozen=True, slots=True)
class Pending:
    """No figure yet: it waits for reviews."""

    state: Literal["pending"]
    reviewed: int
    """Runs reviewed so far."""
    n: int
    """All runs."""


@dataclass(frozen=True, slots=True)
class NoRuns:
    """Nothing has been run."""

    state: Literal["no_runs"]


Aggregate = Known | Unavailable | Pending | NoRuns


@dataclass(frozen=True, slots=True)
class MeasureSummary:
    """One measure over a group of runs."""

    measure: str
    """Id of the measure."""
    all_runs: Aggregate
    """The headline: failures included with what they spent."""
    completed_only: Aggregate
    """The same over completed runs; never the headline."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of the denominator."""

    count: int
    """Runs that have the property."""
    n: int
    """The denominator; 0 when there are no runs."""
    percent: str | None
    """The share in percent, one decimal; None when there are no runs."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What became of planned runs."""

    planned: int
    not_started: int
    """No request was dispatched: set-up failures and budget stops; in no denominator."""
    attempted: int
    """The denominator."""
    completed: int
    failed: int


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The origin's verdicts over imported runs."""

    resolved: int
    not_resolved: int
    ungraded: int
    resolved_although_failed: int
    """Runs that ended in a failure and are resolved all the same."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often a named thing occurred."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Identity:
    """A fingerprint with its display text."""

    label: str
    hash: str


@dataclass(frozen=True, slots=True)
class CohortKey:
    """What the runs of a cohort have in common; cohorts that differ in any of it are never pooled."""

    kind: ProtocolKind
    fixture: bool
    task: Identity
    """The task, or the task set when `tasks` is not 1."""
    tasks: int
    """Tasks in the set; 1 for a single task."""
    protocol: str
    """Protocol hash."""
    provider: str
    model: str | None
    """Requested model; None where the origin names none."""
    settings: Identity
    """Settings as text, and their hash."""
    source: Identity
    evaluator: Identity


@dataclass(frozen=True, slots=True)
class TaskSummary:
    """One task of a task set."""

    task: str
    title: str
    counts: Counts
    verdicts: Verdicts
    measures: tuple[MeasureSummary, ...]


@dataclass(frozen=True, slots=True)
class Cohort:
    """The runs that may be pooled, and their numbers."""

    id: str
    title: str
    key: CohortKey
    suites: tuple[str, ...]
    counts: Counts
    stops: tuple[Tally, ...]
    """Stop reasons of attempted runs, by name."""
    build_check: Rate | None
    """Runs that completed and passed every automatic check; None for protocols without such checks."""
    resolved: Rate | None
    """Runs that the origin calls resolved; None for protocols without verdicts."""
    verdicts: Verdicts | None
    measures: tuple[MeasureSummary, ...]
    """In table order."""
    reviews: tuple[Tally, ...]
    """How the reviewed runs were reviewed: human-blind, human-open, ai-blind, ai-open, rule."""
    reported_models: tuple[Tally, ...]
    """Model ids that responses reported, with the number of runs."""
    unreported_models: int
    """Attempted runs without a reported model id."""
    cost_bases: tuple[Tally, ...]
    """How the costs were obtained: provider, estimated, unknown."""
    prices: tuple[str, ...]
    """Hashes of the price snapshots in use."""
    labels: tuple[str, ...]
    """mixed-versions, no-reported-version, mixed-prices, mixed-cost-bases; each blocks claims."""
    by_task: tuple[TaskSummary, ...]
    """Per task, for a task set; empty otherwise."""
    caveats: tuple[str, ...]
    """Ids of the caveats that apply."""
    runs: tuple[str, ...]
    """Addresses of the runs, `<suite>--<run>`, attempted and not started ones."""

    def measure(self, id: str) -> MeasureSummary | None:
        """Return the summary of a measure, or None when runs of this protocol do not have it."""
        return next((summary for summary in self.measures if summary.measure == id), None)


@dataclass(frozen=True, slots=True)
class SuiteSummary:
    """A suite and what became of its plan."""

    id: str
    kind: ProtocolKind
    title: str
    fixture: bool
    state: Literal["published", "invalidated"]
    reason: str | None
    """Why it is barred; None for published suites."""
    counts: Counts
    """For a barred suite attempted counts what was started; completed and failed are then 0."""
    tasks: int
    verdicts: Verdicts | None
    cohorts: tuple[str, ...]
    submitted_accuracy: str | None
    """The origin's own rate, for imported suites."""
    caveats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProtocolSummary:
    """One protocol family; results and fixtures are counted apart."""

    kind: ProtocolKind
    results: Counts
    fixtures: Counts
    suites: tuple[str, ...]
    cohorts: tuple[str, ...]
    caveats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a claim's gate."""

    text: str
    met: bool
    found: str


@dataclass(frozen=True, slots=True)
class ClaimDecision:
    """Whether a claim's sentence may be shown."""

    id: str
    rule: str
    sentence: str
    """With the value filled in where it is known."""
    made: bool
    value: str | None
    cohorts: tuple[str, ...]
    """Cohorts that it cites."""
    measure: str
    page: str
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """Every published number."""

    protocols: tuple[ProtocolSummary, ...]
    suites: tuple[SuiteSummary, ...]
    cohorts: tuple[Cohort, ...]
    claims: tuple[ClaimDecision, ...]
