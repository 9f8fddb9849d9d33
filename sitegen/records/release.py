"""Releases: what the data set held on a day, so that a later state can be compared with it."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from sitegen.records.base import Count, Day, DecimalText, Fingerprint, Name, Record, Slug, Text, Version, fault
from sitegen.records.suite import ProtocolKind

UNRELEASED = "unreleased"
"""Name of the page of what has changed since the last release; no release may have it."""
RELEASE_NAME = r"^[a-z0-9]+([.-][a-z0-9]+)*$"
COUNTED = r"^([a-z0-9-]+ (completed|failed|not_started) [0-9a-f]{64}( [0-9a-f]{64})?\n)*$"
UNCOUNTED = r"^([a-z0-9-]+ (withdrawn|barred)\n)*$"


def _not_reserved(value: str) -> str:
    if value == UNRELEASED:
        raise fault("field-value", "the name stands for what is not released", found=value, expected="another name")
    return value


ReleaseName = Annotated[
    str, StringConstraints(pattern=RELEASE_NAME, min_length=1, max_length=40), AfterValidator(_not_reserved)
]
"""Name of a release, such as 2026-12-01 or 1.2.0: lower-case letters and digits, single dots or hyphens between."""

CountedRuns = Annotated[str, StringConstraints(pattern=COUNTED)]
"""A line per run: address, status, sha256 of its record and, where there is one, of its reviews."""

UncountedRuns = Annotated[str, StringConstraints(pattern=UNCOUNTED)]
"""A line per run that is in no count: address, and whether it was withdrawn or its suite barred."""


class ReleasedKnown(Record):
    """A median."""

    state: Literal["known"]
    """There is a median."""
    median: DecimalText
    """Exact decimal in the measure's unit."""
    n: Count
    """Runs behind it."""


class ReleasedUnavailable(Record):
    """No median: a run lacked the value."""

    state: Literal["unavailable"]
    """At least one run lacked the value."""
    unknown: Count
    """Runs that lacked it."""
    n: Count
    """All runs."""


class ReleasedPending(Record):
    """No median yet."""

    state: Literal["pending"]
    """It waited for reviews."""
    reviewed: Count
    """Runs reviewed by then."""
    n: Count
    """All runs."""


class ReleasedNoRuns(Record):
    """No runs."""

    state: Literal["no_runs"]
    """Nothing was attempted."""


ReleasedMedian = Annotated[
    ReleasedKnown | ReleasedUnavailable | ReleasedPending | ReleasedNoRuns, Field(discriminator="state")
]


class ReleasedCounts(Record):
    """What had become of the planned runs of a cohort."""

    planned: Count
    """Runs planned."""
    not_started: Count
    """Runs that dispatched no request."""
    attempted: Count
    """The denominator."""
    completed: Count
    """Attempted runs that ended as complete."""
    failed: Count
    """Attempted runs that ended otherwise."""


class ReleasedRate(Record):
    """The build-check or resolved rate of a cohort."""

    count: Count
    """Runs that passed every check, or that the origin calls resolved."""
    n: Count
    """The denominator."""


class ReleasedSuite(Record):
    """A suite at the time of the release."""

    id: Slug
    """Id of the suite."""
    title: Name
    """Its title."""
    kind: ProtocolKind
    """Its protocol family."""
    state: Literal["published", "invalidated"]
    """Whether it was barred."""


class ReleasedCohort(Record):
    """A cohort at the time of the release."""

    id: Slug
    """Id of the cohort."""
    title: Name
    """Its title."""
    kind: ProtocolKind
    """Its protocol family."""
    fixture: bool
    """Whether its runs were hand-made."""
    source: Fingerprint
    """The system under test."""
    counts: ReleasedCounts
    """What had become of its runs."""
    rate: ReleasedRate
    """Its rate: build-check for native APIs, resolved for imported suites."""
    medians: Mapping[Name, ReleasedMedian]
    """By measure."""
    runs: CountedRuns
    """Its runs, sorted by address."""


class ReleasedClaim(Record):
    """A claim at the time of the release."""

    id: Slug
    """Id of the claim."""
    made: bool
    """Whether its sentence stood on the site."""
    sentence: Text
    """The sentence with its value."""


class ReleasedComparison(Record):
    """A page that set cohorts side by side."""

    id: Slug
    """Id of the page."""
    title: Text
    """Its title."""


class Holdings(Record):
    """What a data set holds."""

    suite: tuple[ReleasedSuite, ...]
    """Its suites, sorted by id."""
    cohort: tuple[ReleasedCohort, ...]
    """Its cohorts, sorted by protocol and id."""
    claim: tuple[ReleasedClaim, ...]
    """Its claims, sorted by id."""
    comparison: tuple[ReleasedComparison, ...]
    """Its pages of cohorts side by side, sorted by id."""
    uncounted: UncountedRuns
    """Runs that are in no count and keep their addresses, sorted by address."""


class Release(Holdings):
    """`content/releases/<name>.toml`: written by `build-site release`, never edited."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    name: ReleaseName
    """Name; the file name without `.toml`."""
    on: Day
    """Its day."""
    notes: Text | None = None
    """What readers should know of it."""
    data_set: Version
    """Version of the data set, by `content/site.toml`."""
