"""What the data set holds now, in the form of a release."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sitegen.records.base import Fingerprint
from sitegen.records.release import (
    Holdings,
    ReleasedClaim,
    ReleasedCohort,
    ReleasedComparison,
    ReleasedCounts,
    ReleasedKnown,
    ReleasedMedian,
    ReleasedNoRuns,
    ReleasedPending,
    ReleasedRate,
    ReleasedSuite,
    ReleasedUnavailable,
)
from sitegen.rows import RunRow
from sitegen.summaries import Aggregate, Cohort, Counts, Known, Pending, Results, Unavailable


def holdings(
    results: Results,
    rows: Mapping[str, Sequence[RunRow]],
    hashes: Mapping[str, tuple[str, ...]],
    barred: Iterable[str],
    comparisons: Mapping[str, str],
) -> Holdings:
    """Return what the data set holds.

    Args:
        results: The numbers.
        rows: Rows by cohort id, sorted by suite and run.
        hashes: sha256 of the record and of the reviews of each run, by address.
        barred: Addresses of the runs of barred suites, those too that earlier releases name.
        comparisons: Titles of the pages of cohorts side by side, by id.
    """
    uncounted = dict.fromkeys(barred, "barred") | {one.address: "withdrawn" for one in results.withdrawn}
    return Holdings(
        suite=tuple(
            ReleasedSuite(id=one.id, title=one.title, kind=one.kind, state=one.state) for one in results.suites
        ),
        cohort=tuple(_cohort(one, rows[one.id], hashes) for one in results.cohorts),
        claim=tuple(ReleasedClaim(id=one.id, made=one.made, sentence=one.sentence) for one in results.claims),
        comparison=tuple(ReleasedComparison(id=id, title=title) for id, title in sorted(comparisons.items())),
        uncounted="".join(f"{address} {standing}\n" for address, standing in sorted(uncounted.items())),
    )


def _cohort(cohort: Cohort, rows: Sequence[RunRow], hashes: Mapping[str, tuple[str, ...]]) -> ReleasedCohort:
    rate = cohort.resolved or cohort.build_check
    source = cohort.key.source
    return ReleasedCohort(
        id=cohort.id,
        title=cohort.title,
        kind=cohort.key.kind,
        fixture=cohort.key.fixture,
        source=Fingerprint(label=source.label, hash=source.hash),
        counts=counts(cohort.counts),
        rate=ReleasedRate(count=rate.count if rate else 0, n=rate.n if rate else 0),
        medians={one.measure: _median(one.all_runs) for one in cohort.measures},
        runs="".join(_lines(rows, hashes)),
    )


def counts(said: Counts) -> ReleasedCounts:
    """Return counts as a release has them."""
    return ReleasedCounts(
        planned=said.planned,
        not_started=said.not_started,
        attempted=said.attempted,
        completed=said.completed,
        failed=said.failed,
    )


def _lines(rows: Sequence[RunRow], hashes: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for row in rows:
        yield f"{' '.join((row.address, row.status, *hashes[row.address]))}\n"


def _median(figure: Aggregate) -> ReleasedMedian:
    if isinstance(figure, Known):
        return ReleasedKnown(state="known", median=figure.median, n=figure.n)
    if isinstance(figure, Unavailable):
        return ReleasedUnavailable(state="unavailable", unknown=figure.unknown, n=figure.n)
    if isinstance(figure, Pending):
        return ReleasedPending(state="pending", reviewed=figure.reviewed, n=figure.n)
    return ReleasedNoRuns(state="no_runs")
