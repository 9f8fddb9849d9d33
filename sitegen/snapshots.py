"""What a data set held at one time, indexed: a release, or the tree as it is now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sitegen.records.release import Holdings, Release, ReleasedClaim, ReleasedCohort, ReleasedSuite


class ReleasedRun(NamedTuple):
    """A run at the time."""

    cohort: str | None
    """None where it is in no count."""
    standing: str
    """completed, failed, not_started, withdrawn or barred."""
    hashes: tuple[str, ...]
    """sha256 of its record and of its reviews; empty where it is in no count."""


NO_RUN = ReleasedRun(None, "", ())
"""Stands for a run that is not named."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a data set holds, indexed."""

    suites: Mapping[str, ReleasedSuite]
    cohorts: Mapping[str, ReleasedCohort]
    claims: Mapping[str, ReleasedClaim]
    comparisons: Mapping[str, str]
    """Titles by id."""
    runs: Mapping[str, ReleasedRun]
    """By address."""

    @classmethod
    def of(cls, holdings: Holdings) -> "Snapshot":
        """Return holdings, indexed."""
        return cls(
            {one.id: one for one in holdings.suite},
            {one.id: one for one in holdings.cohort},
            {one.id: one for one in holdings.claim},
            {one.id: one.title for one in holdings.comparison},
            dict(_runs(holdings)),
        )


def _runs(holdings: Holdings) -> Iterator[tuple[str, ReleasedRun]]:
    for cohort in holdings.cohort:
        for line in cohort.runs.splitlines():
            address, standing, *hashes = line.split(" ")
            yield address, ReleasedRun(cohort.id, standing, tuple(hashes))
    for line in holdings.uncounted.splitlines():
        address, standing = line.split(" ")
        yield address, ReleasedRun(None, standing, ())


@dataclass(frozen=True, slots=True)
class Past:
    """A release with its file."""

    release: Release
    held: Snapshot
    path: str
    """Place of the file, relative to the root."""
    sha256: str
    size: int
