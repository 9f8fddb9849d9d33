"""Everything that pages are composed from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sitegen.changes.history import NO_HISTORY, History
from sitegen.inputs import IllustrationInput, ProseInput, SuiteInput
from sitegen.records.caveat import Caveat, Place
from sitegen.records.site import SiteConfig
from sitegen.rows import RunRow
from sitegen.site.caveats import Note
from sitegen.summaries import ClaimDecision, Cohort, Results, SuiteSummary


@dataclass(frozen=True, slots=True)
class SiteContext:
    """The numbers and the inputs beside them."""

    site: SiteConfig
    results: Results
    rows: Mapping[str, tuple[RunRow, ...]]
    """By cohort id, sorted by suite and run; rows of barred suites are not here."""
    barred_rows: Mapping[str, tuple[RunRow, ...]]
    """By suite id, where records of a barred suite are still in the tree."""
    suites: Mapping[str, SuiteInput]
    caveats: Mapping[str, Caveat]
    """By id, in the order of their file."""
    prose: tuple[ProseInput, ...]
    downloads: Mapping[str, int]
    """Size in bytes by address; may be empty."""
    illustrations: tuple[IllustrationInput, ...] = ()
    """Sorted by id."""
    history: History = NO_HISTORY
    """What was released, and what keeps an address without a record."""

    def cohort(self, id: str) -> Cohort:
        """Return a cohort by id."""
        return next(cohort for cohort in self.results.cohorts if cohort.id == id)

    def cohorts(self, ids: Iterable[str]) -> tuple[Cohort, ...]:
        """Return the cohorts with these ids, sorted by title."""
        wanted = set(ids)
        return tuple(sorted((c for c in self.results.cohorts if c.id in wanted), key=lambda c: (c.title, c.id)))

    def suite(self, id: str) -> SuiteSummary:
        """Return the summary of a suite by id."""
        return next(suite for suite in self.results.suites if suite.id == id)

    def claims_on(self, page: str, cohorts: Iterable[str] | None = None) -> tuple[ClaimDecision, ...]:
        """Return the claims that stand on a kind of page, those that cite one of the cohorts where some are given."""
        cited = None if cohorts is None else set(cohorts)
        return tuple(
            claim
            for claim in self.results.claims
            if claim.page == page and (cited is None or cited.intersection(claim.cohorts))
        )

    def notes(self, ids: Iterable[str], place: Place) -> tuple[Note, ...]:
        """Return the caveats with these ids that are shown on a kind of page, in the order of their file."""
        wanted = set(ids)
        return tuple(
            Note(id, caveat.sentence, caveat.reference)
            for id, caveat in self.caveats.items()
            if id in wanted and place in caveat.where
        )

    def size(self, address: str) -> int | None:
        """Return the size of a download, or None where it is not known."""
        return self.downloads.get(address)
