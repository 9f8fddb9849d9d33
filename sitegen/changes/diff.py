"""What has changed between two states of the data set."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sitegen.records.release import ReleasedClaim, ReleasedCohort, ReleasedKnown, ReleasedMedian, ReleasedSuite
from sitegen.snapshots import ReleasedRun, Snapshot

NOTHING = Snapshot({}, {}, {}, {}, {})
"""What there was before the first release."""


@dataclass(frozen=True, slots=True)
class RunChanges:
    """Addresses of runs by what became of them, each sorted."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    """The record, its reviews or the status is another one."""
    came: tuple[str, ...] = ()
    """From another cohort, since what makes a cohort is another one in the record."""
    left: tuple[str, ...] = ()
    """For another cohort."""
    withdrawn: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    """With their suite."""
    returned: tuple[str, ...] = ()
    """Counted again after they had been withdrawn or barred."""
    dropped: tuple[str, ...] = ()
    """Named no longer; a tree that passes the checks has none."""


@dataclass(frozen=True, slots=True)
class MedianChange:
    """A median that is another one."""

    measure: str
    before: ReleasedMedian | None
    after: ReleasedMedian | None


@dataclass(frozen=True, slots=True)
class CohortChange:
    """A cohort that has changed."""

    id: str
    before: ReleasedCohort | None
    """None for a new one."""
    after: ReleasedCohort | None
    """None where no run of it is left."""
    medians: tuple[MedianChange, ...]
    """Those with another state or figure, in the order of tables; of new cohorts and lost ones none."""
    runs: RunChanges


@dataclass(frozen=True, slots=True)
class ClaimChange:
    """A claim that is made or withheld otherwise than before."""

    id: str
    before: ReleasedClaim | None
    after: ReleasedClaim | None


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything that has changed."""

    runs: RunChanges
    cohorts: tuple[CohortChange, ...]
    """Sorted by id."""
    claims: tuple[ClaimChange, ...]
    """Sorted by id."""
    suites: tuple[ReleasedSuite, ...]
    """New suites, and those that were barred since or are no longer barred."""

    @property
    def none(self) -> bool:
        """Whether nothing has changed."""
        return not (self.cohorts or self.claims or self.suites) and self.runs == RunChanges()


_Words = defaultdict[str, list[str]]
"""Addresses by the word for what became of them."""


def changes(before: Snapshot, after: Snapshot) -> Changes:
    """Return what has changed from one state to a later one."""
    whole: _Words = defaultdict(list)
    by_cohort: defaultdict[str, _Words] = defaultdict(lambda: defaultdict(list))
    for address in sorted(before.runs.keys() | after.runs.keys()):
        old, new = before.runs.get(address), after.runs.get(address)
        if old != new:
            for cohort, word in _became(old, new):
                (whole if cohort is None else by_cohort[cohort])[word].append(address)
    cohorts = (
        _cohort(id, before, after, by_cohort.get(id, {})) for id in sorted(before.cohorts.keys() | after.cohorts.keys())
    )
    return Changes(
        _frozen(whole),
        tuple(one for one in cohorts if one is not None),
        tuple(_claims(before, after)),
        tuple(_suites(before, after)),
    )


def _became(old: ReleasedRun | None, new: ReleasedRun | None) -> Iterator[tuple[str | None, str]]:
    """Yield the word for what became of a run: for the whole, under None, and for each cohort that it concerns."""
    was, now = old.cohort if old else None, new.cohort if new else None
    if was is not None and now is not None:
        yield None, "changed"
        yield from [(now, "changed")] if was == now else [(was, "left"), (now, "came")]
    elif was is not None:
        word = new.standing if new else "dropped"
        yield from [(None, word), (was, word)]
    elif now is not None:
        word = "returned" if old is not None else "added"
        yield from [(None, word), (now, word)]


def _frozen(words: Mapping[str, list[str]]) -> RunChanges:
    return RunChanges(**{word: tuple(addresses) for word, addresses in words.items()})


def _cohort(id: str, before: Snapshot, after: Snapshot, words: Mapping[str, list[str]]) -> CohortChange | None:
    old, new = before.cohorts.get(id), after.cohorts.get(id)
    if old is None or new is None:
        return CohortChange(id, old, new, (), _frozen(words))
    medians = tuple(
        MedianChange(one, old.medians.get(one), new.medians.get(one))
        for one in dict.fromkeys((*new.medians, *old.medians))
        if _said(old.medians.get(one)) != _said(new.medians.get(one))
    )
    if not (words or medians) and (old.counts, old.rate) == (new.counts, new.rate):
        return None
    return CohortChange(id, old, new, medians, _frozen(words))


def _said(median: ReleasedMedian | None) -> tuple[str, str]:
    """Return what a reader takes from a median: its state, and the figure where there is one."""
    if median is None:
        return "", ""
    return median.state, median.median if isinstance(median, ReleasedKnown) else ""


def _claims(before: Snapshot, after: Snapshot) -> Iterator[ClaimChange]:
    """Yield the claims that came, went, or are made or withheld otherwise; of made ones also another sentence."""
    for id in sorted(before.claims.keys() | after.claims.keys()):
        old, new = before.claims.get(id), after.claims.get(id)
        if old is None or new is None or old.made != new.made or (new.made and old.sentence != new.sentence):
            yield ClaimChange(id, old, new)


def _suites(before: Snapshot, after: Snapshot) -> Iterator[ReleasedSuite]:
    for id, suite in after.suites.items():
        if id not in before.suites or before.suites[id].state != suite.state:
            yield suite
