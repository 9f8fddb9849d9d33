"""Claims: sentences that a page may make only when a gate holds."""

from typing import Annotated, Literal

from pydantic import Field

from sitegen.records.base import DecimalText, Name, Record, Slug, Text

Measure = Slug
"""Id of a measure, with `-` for `_`."""


class CohortPick(Record):
    """Chooses the cohort whose fields equal all that are given; exactly one must fit."""

    cohort: Slug | None = None
    """Id of the cohort."""
    suite: Slug | None = None
    """A suite that has runs in the cohort."""
    model: Name | None = None
    """Requested model."""
    task: Slug | None = None
    """Id of the task."""
    source: Name | None = None
    """Label of the source."""


class ClaimBase(Record):
    """Fields of every claim."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    id: Slug
    """Id; the file name without `.toml`."""
    sentence: Text
    """The sentence; `{value}` stands for the computed value."""
    page: Literal["home", "benchmarks", "protocol", "suite", "cohort"] = "cohort"
    """Where it is shown beside the cohort's own page."""


class RateClaim(ClaimBase):
    """A share of the denominator is at least a threshold."""

    rule: Literal["rate-at-least"]
    """The rule."""
    rate: Literal["build-check", "resolved"]
    """Which rate."""
    of: CohortPick
    """The cohort."""
    threshold: DecimalText
    """Lowest rate, 0 to 1."""
    min_runs: Annotated[int, Field(ge=1)] = 3
    """Fewest runs in the denominator."""


class MedianClaim(ClaimBase):
    """A median is at most a threshold."""

    rule: Literal["median-at-most"]
    """The rule."""
    measure: Name
    """Id of the measure."""
    of: CohortPick
    """The cohort."""
    threshold: DecimalText
    """Highest median, in the measure's own unit."""
    min_runs: Annotated[int, Field(ge=1)] = 3
    """Fewest runs in the denominator."""


class SavingClaim(ClaimBase):
    """One source needs less of a measure than another, all else equal."""

    rule: Literal["saving"]
    """The rule."""
    measure: Name
    """Id of the measure."""
    before: CohortPick
    """The cohort that is the base."""
    after: CohortPick
    """The cohort that is said to need less."""
    threshold: DecimalText
    """Smallest saving, in percent of the base."""
    min_runs: Annotated[int, Field(ge=1)] = 3
    """Fewest runs a side."""


Claim = Annotated[RateClaim | MedianClaim | SavingClaim, Field(discriminator="rule")]
