"""The `imported` family: runs that another harness made and published."""

from typing import Literal, Self

from pydantic import model_validator

from sitegen.records.base import Count, Day, DecimalText, Milliseconds, Name, Positive, Record, Slug, Url
from sitegen.records.grade import VerdictGrade
from sitegen.records.protocol import ProtocolEntryBase, ProtocolFileBase
from sitegen.records.run import RunBase
from sitegen.records.suite import SuiteBase


class ImportedRules(Record):
    """The hashed fields of an `imported` protocol: what the origin says of its rules."""

    kind: Literal["imported"]
    """Discriminator."""
    version: Positive
    """Version of our mapping from the origin's fields to ours."""
    harness: Name
    """The origin's harness."""
    dataset: Name
    """The origin's data set with its version."""
    attempts_per_task: Positive | None
    """Attempts the origin planned per task; null where it does not say."""
    concurrent_trials: Positive | None
    """Trials the origin ran at once; null where it does not say."""


class ImportedProtocolEntry(ProtocolEntryBase):
    """One `imported` protocol."""

    hashed: ImportedRules
    """What the protocol hash covers."""


class ImportedProtocolFile(ProtocolFileBase):
    """`protocol.json` of an imported suite."""

    kind: Literal["imported"]
    """Discriminator."""
    entries: tuple[ImportedProtocolEntry, ...]
    """One entry per protocol hash of the suite."""


class Submitted(Record):
    """What the origin's own summary says."""

    trials: Count
    """Trials it lists."""
    resolved: Count
    """Trials it calls resolved."""
    unresolved: Count
    """Trials it does not call resolved, ungraded ones included."""
    accuracy: DecimalText
    """Its own rate."""


Figure = Literal["trials", "resolved", "unresolved", "accuracy"]
"""A figure of the origin's own summary."""


class Difference(Record):
    """A disagreement within the origin's own publication."""

    subject: Name
    """What differs, such as the name of a trial."""
    table: Name
    """What the summary table says."""
    files: Name
    """What the files say."""
    run: Slug | None = None
    """The run it concerns."""
    taken: Name
    """What was taken over, and why."""
    figure: Figure | None = None
    """The figure of the summary that it explains: one trial more or less, or any other figure that is not what the
    runs add up to; null where it explains none."""


class Origin(Record):
    """Where an imported suite comes from."""

    harness: Name
    """The origin's harness."""
    dataset: Name
    """The data set with its version."""
    submission: Name
    """The submission's own name."""
    agent: Name
    """The agent that was run."""
    run_uuid: Name | None
    """The origin's id of the whole run."""
    commit: Name | None
    """Commit of the origin's harness."""
    url: Url
    """Where the submission is published."""
    retrieved_on: Day
    """Day on which it was read."""
    submitted: Submitted
    """The origin's own figures."""
    differences: tuple[Difference, ...]
    """Each disagreement between the origin's table and its files."""
    dropped: tuple[Name, ...]
    """Fields of the origin that were left out, such as user names and paths."""


class ImportedSuite(SuiteBase):
    """A suite taken over from another harness."""

    kind: Literal["imported"]
    """Discriminator."""
    origin: Origin
    """Where it comes from."""


class Trial(Record):
    """How the origin names the run."""

    name: Name
    """The origin's name of the trial."""
    uuid: Name | None
    """The origin's id of the trial."""
    has_file: bool
    """False when the trial is known only from the submission's table."""
    failure_mode: Name
    """The origin's own word for how the trial ended."""


class ImportedRun(RunBase):
    """A run that another harness made."""

    kind: Literal["imported"]
    """Discriminator."""
    trial: Trial
    """The origin's names."""
    trial_ms: Milliseconds | None
    """From the start of the trial to its end, set-up and tests included; null where not recorded."""
    test_ms: Milliseconds | None
    """Duration of the origin's tests; null where not recorded."""
    grade: VerdictGrade
    """The origin's verdict."""

    @model_validator(mode="after")
    def _times(self) -> Self:
        self._explained("trial_ms", "test_ms")
        self._part_of("trial_ms", "wall_ms", slack_ms=1)
        self._part_of("trial_ms", "test_ms", slack_ms=1)
        return self
