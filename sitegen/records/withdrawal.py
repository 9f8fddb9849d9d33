"""Runs that were taken back after they had been published."""

from typing import Literal

from pydantic import Field

from sitegen.records.base import Day, Record, Slug, Text


class Withdrawal(Record):
    """A run that was taken back: it is in no count and no median, and its address stays."""

    suite: Slug
    """Id of its suite."""
    run: Slug
    """Id of the run."""
    on: Day
    """When it was taken back."""
    reason: Text
    """Why."""

    @property
    def address(self) -> str:
        """The run's place on the site, `<suite>--<run>`."""
        return f"{self.suite}--{self.run}"


class WithdrawnFile(Record):
    """`content/withdrawn.toml`."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    withdrawn: tuple[Withdrawal, ...]
    """The runs, in any order; the evidence of each may be deleted or stay."""
