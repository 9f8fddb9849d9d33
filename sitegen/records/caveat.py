"""Caveats: sentences that must stand wherever they apply."""

from typing import Annotated, Literal

from pydantic import Field

from sitegen.records.base import Record, Slug, Text, Url

Condition = Literal[
    "always",
    "api",
    "codex",
    "stacks",
    "arms",
    "imported",
    "one-repetition",
    "few-repetitions",
    "estimated-cost",
    "no-cost",
    "effort-setting",
    "tier-label",
    "budget-stops",
    "mixed-versions",
    "no-reported-version",
    "ai-review",
    "geometry-grade",
    "reviewed",
    "views",
    "task-set",
    "fixture",
    "claims",
    "comparison",
]
"""When a caveat applies, decided from the data."""

Place = Literal["method", "benchmarks", "protocol", "suite", "cohort", "run", "data"]
"""Where a caveat is shown when its condition holds."""


class Caveat(Record):
    """One caveat."""

    id: Slug
    """Id."""
    sentence: Text
    """The caveat in our words."""
    when: Annotated[tuple[Condition, ...], Field(min_length=1)]
    """It applies when one of these holds."""
    where: Annotated[tuple[Place, ...], Field(min_length=1)]
    """It is shown on these kinds of page."""
    reference: Url | None = None
    """Official page that it refers to."""


class CaveatFile(Record):
    """`content/method/caveats.toml`."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    caveat: tuple[Caveat, ...]
    """The caveats."""
