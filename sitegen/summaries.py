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
    """Discriminator."""
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
    """Discriminator."""
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
    """Discriminator."""
    reviewed: int
    """Runs reviewed so far."""
    n: int
    """All runs."""


@dataclass(frozen=True, slots=True)
class NoRuns:
    """Nothing has been run."""

    state: Literal["no_runs"]
    """Discriminator."""


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
    """Runs planned."""
    not_started: int
    """No request was dispatched: set-up failures and budget stops; in no denominator."""
    attempted: int
    """The denominator."""
    completed: int
    """Attempted runs that ended as their protocol calls complete."""
    failed: int
    """Attempted runs that ended otherwise."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The origin's verdicts over imported runs."""

    resolved: int
    """Runs that the origin calls resolved."""
    not_resolved: int
    """Runs that it calls not resolved."""
    ungraded: int
    """Runs without a verdict."""
    resolved_although_failed: int
    """Runs that ended in a failure and are resolved all the same."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often a named thing occurred."""

    name: str
    """What is counted."""
    count: int
    """How often it occurred."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A fingerprint with its display text."""

    label: str
    """Display text."""
    hash: str
    """Content hash."""


@dataclass(frozen=True, slots=True)
class CohortKey:
    """What the runs of a cohort have in common; cohorts that differ in any of it are never pooled."""

    kind: ProtocolKind
    """Protocol family."""
    fixture: bool
    """True for hand-made runs."""
    task: Identity
    """The task, or the task set when `tasks` is not 1."""
    tasks: int
    """Tasks in the set; 1 for a single task."""
    protocol: str
    """Protocol hash."""
    provider: str
    """Who served the model."""
    model: str | None
    """Requested model; None where the origin names none."""
    settings: Identity
    """Settings as text, and their hash."""
    source: Identity
    """The system under test."""
    evaluator: Identity
    """The evaluator."""


@dataclass(frozen=True, slots=True)
class TaskSummary:
    """One task of a task set."""

    task: str
    """Id of the task."""
    title: str
    """Its title."""
    counts: Counts
    """What became of its runs that have a record."""
    verdicts: Verdicts | None
    """The origin's verdicts on them; None for protocols without verdicts."""
    measures: tuple[MeasureSummary, ...]
    """Times, tokens and cost of this task."""


@dataclass(frozen=True, slots=True)
class Cohort:
    """The runs that may be pooled, and their numbers."""

    id: str
    """Id, made of the key by content."""
    title: str
    """Title for readers."""
    key: CohortKey
    """What the runs have in common."""
    suites: tuple[str, ...]
    """Ids of the suites that have runs in it."""
    counts: Counts
    """What became of its runs; a planned one without a record counts where it can only belong here."""
    stops: tuple[Tally, ...]
    """Stop reasons of attempted runs, by name."""
    build_check: Rate | None
    """Runs that completed and passed every automatic check; None for protocols without such checks."""
    resolved: Rate | None
    """Runs that the origin calls resolved; None for protocols without verdicts."""
    verdicts: Verdicts | None
    """The origin's verdicts; None for protocols without verdicts."""
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
    """Every task of a task set; empty otherwise."""
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
    """Id of the suite."""
    kind: ProtocolKind
    """Protocol family."""
    title: str
    """Title for readers."""
    fixture: bool
    """True for hand-made runs."""
    state: Literal["published", "invalidated"]
    """invalidated: barred by its maintainer, in no count."""
    reason: str | None
    """Why it is barred; None for published suites."""
    counts: Counts
    """For a barred suite attempted counts what was started; completed and failed are then 0."""
    tasks: int
    """Tasks of the suite."""
    verdicts: Verdicts | None
    """The origin's verdicts; None for protocols without verdicts and for barred suites."""
    cohorts: tuple[str, ...]
    """Ids of its cohorts."""
    submitted_accuracy: str | None
    """The origin's own rate, for imported suites."""
    caveats: tuple[str, ...]
    """Ids of the caveats that apply."""


@dataclass(frozen=True, slots=True)
class ProtocolSummary:
    """One protocol family; results and fixtures are counted apart."""

    kind: ProtocolKind
    """Protocol family."""
    results: Counts
    """What became of its runs, fixtures left out."""
    fixtures: Counts
    """What became of its fixtures."""
    suites: tuple[str, ...]
    """Ids of its suites, barred ones included."""
    cohorts: tuple[str, ...]
    """Ids of its cohorts."""
    caveats: tuple[str, ...]
    """Ids of the caveats that apply."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a claim's gate."""

    text: str
    """The condition."""
    met: bool
    """Whether it holds."""
    found: str
    """What was found."""


@dataclass(frozen=True, slots=True)
class ClaimDecision:
    """Whether a claim's sentence may be shown."""

    id: str
    """Id of the claim."""
    rule: str
    """Its rule."""
    sentence: str
    """With the value filled in where it is known."""
    made: bool
    """True when every condition holds."""
    value: str | None
    """The computed value as shown; None where it is not known."""
    cohorts: tuple[str, ...]
    """Cohorts that it cites."""
    measure: str
    """What it speaks of."""
    page: str
    """Kind of page where it is shown."""
    conditions: tuple[Condition, ...]
    """Every condition of the gate."""


@dataclass(frozen=True, slots=True)
class WithdrawnRun:
    """A run that was taken back: in no count, though its address stays."""

    address: str
    """Its place on the site, `<suite>--<run>`."""
    suite: str
    """Id of its suite."""
    run: str
    """Id of the run."""
    on: str
    """Day on which it was taken back."""
    reason: str
    """Why."""
    cohort: str | None
    """Id of the cohort in which it was; None where nothing tells."""
    recorded: bool
    """Whether its record is still published."""


@dataclass(frozen=True, slots=True)
class Results:
    """Every published number."""

    protocols: tuple[ProtocolSummary, ...]
    """One per protocol family."""
    suites: tuple[SuiteSummary, ...]
    """One per suite, sorted by id."""
    cohorts: tuple[Cohort, ...]
    """One per cohort, sorted by protocol and id."""
    claims: tuple[ClaimDecision, ...]
    """One per claim, sorted by id."""
    withdrawn: tuple[WithdrawnRun, ...] = ()
    """Runs that were taken back, sorted by address; they are in no other part of this file."""
