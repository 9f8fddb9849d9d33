"""What a release changed, cohort by cohort: figures before and after, and the runs because of which they moved."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sitegen import layout
from sitegen.changes.diff import CohortChange, MedianChange, RunChanges
from sitegen.exact import percent
from sitegen.figures import AMOUNT, count_of, heading, plural
from sitegen.measures import MEASURES
from sitegen.records.release import ReleasedCohort, ReleasedKnown, ReleasedMedian, ReleasedPending, ReleasedUnavailable
from sitegen.site.cells import EMPTY, Cell
from sitegen.site.links import Link
from sitegen.site.protocols import FAMILIES
from sitegen.site.signed import percent_change, signed

MOST_LINKS = 60
"""Most runs that one reason lists; the page of the cohort and the file of the release have them all."""
WORDS = {
    "added": "added",
    "changed": "changed",
    "came": "came from another cohort",
    "left": "went to another cohort",
    "withdrawn": "withdrawn",
    "barred": "barred with their suite",
    "returned": "counted again",
    "dropped": "named no longer",
}
"""What became of runs, in words, in the order in which pages say it."""
_RATES = {"api": "Build-check rate, %", "imported": "Resolved rate, %"}


@dataclass(frozen=True, slots=True)
class Because:
    """Runs because of which figures moved."""

    text: str
    runs: tuple[Link, ...]
    more: int
    """How many are not listed."""


@dataclass(frozen=True, slots=True)
class MovedLine:
    """A figure before and after."""

    heading: str
    before: Cell
    after: Cell
    difference: str
    """In percent with its sign, of rates in points; empty where a side has no figure."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A cohort that has changed."""

    id: str
    title: str
    address: str
    fixture: bool
    because: tuple[Because, ...]
    otherwise: str
    """Why figures moved though no run did; empty where runs did."""
    lines: tuple[MovedLine, ...]
    same: str
    """How many medians stayed, in words."""


@dataclass(frozen=True, slots=True)
class NewCohort:
    """A cohort that was not there before, as the release has it."""

    id: str
    title: str
    address: str
    about: str
    fixture: bool
    attempted: str
    failed: str
    rate: Cell
    cells: tuple[Cell, ...]


NEW_COLUMNS = ("wall_ms", "cost_ticks")
"""Measures of new cohorts that a page of changes shows."""


def moved(change: CohortChange) -> Moved:
    """Return a cohort that was there before and is there still."""
    old, new = change.before, change.after
    assert old is not None and new is not None, "the cohort is on both sides"
    reasons = tuple(_reasons(change.runs))
    stayed = len(new.medians) - len(change.medians)
    return Moved(
        new.id,
        new.title,
        layout.cohort_page(new.id),
        new.fixture,
        reasons,
        "" if reasons else _otherwise(change),
        (_attempted(old, new), *_rate(old, new), *(_line(one, old, new) for one in change.medians)),
        f"{plural(stayed, 'median')} stayed as {'it was' if stayed == 1 else 'they were'}." if stayed else "",
    )


def in_words(runs: RunChanges) -> str:
    """Return how many runs became what, such as `2 runs added, 1 withdrawn`; empty where none did."""
    counted = [(len(getattr(runs, name)), words) for name, words in WORDS.items() if getattr(runs, name)]
    if not counted:
        return ""
    (first, word), *rest = counted
    return ", ".join([f"{plural(first, 'run')} {word}", *(f"{count:,} {words}" for count, words in rest)])


def _reasons(runs: RunChanges) -> Iterator[Because]:
    for name, words in WORDS.items():
        addresses: tuple[str, ...] = getattr(runs, name)
        if addresses:
            shown = tuple(Link(one, layout.run_page(one)) for one in addresses[:MOST_LINKS] if name != "dropped")
            yield Because(f"{plural(len(addresses), 'run')} {words}", shown, len(addresses) - len(shown))


def _otherwise(change: CohortChange) -> str:
    if change.medians:
        return "No run of it changed: the program computes a figure in another way than it did then."
    return "No run of it changed: what its suites planned, and what was not started, is counted anew."


def _attempted(old: ReleasedCohort, new: ReleasedCohort) -> MovedLine:
    cells = [
        Cell("known", f"{one.counts.attempted:,}", (f"{one.counts.failed:,} failed",))
        if one.counts.attempted
        else EMPTY
        for one in (old, new)
    ]
    change = percent_change(Fraction(old.counts.attempted), Fraction(new.counts.attempted))
    return MovedLine("Runs attempted", cells[0], cells[1], signed(change))


def _rate(old: ReleasedCohort, new: ReleasedCohort) -> Iterator[MovedLine]:
    if old.rate == new.rate:
        return
    shares = [Fraction(100 * one.rate.count, one.rate.n) for one in (old, new) if one.rate.n]
    points = f"{signed(shares[1] - shares[0])} points" if len(shares) == 2 else ""
    yield MovedLine(_RATES.get(new.kind, "Rate, %"), rate_cell(old), rate_cell(new), points)


def rate_cell(cohort: ReleasedCohort) -> Cell:
    """Return the rate of a cohort in percent, its fraction beneath."""
    rate = cohort.rate
    return Cell("known", percent(rate.count, rate.n), (count_of(rate.count, rate.n),)) if rate.n else EMPTY


def _line(change: MedianChange, old: ReleasedCohort, new: ReleasedCohort) -> MovedLine:
    measure = MEASURES.get(change.measure)
    known = [Fraction(one.median) for one in (change.before, change.after) if isinstance(one, ReleasedKnown)]
    return MovedLine(
        heading(measure) if measure else change.measure,
        median_cell(change.measure, change.before, old),
        median_cell(change.measure, change.after, new),
        signed(percent_change(known[0], known[1])) if len(known) == 2 else "",
    )


def median_cell(measure: str, median: ReleasedMedian | None, cohort: ReleasedCohort) -> Cell:
    """Return a median of a release as printed, with what must stand beside it."""
    if isinstance(median, ReleasedKnown):
        known = MEASURES.get(measure)
        text = AMOUNT[known.unit](median.median) if known else median.median
        return Cell("known", text, (f"{count_of(cohort.counts.failed, median.n)} failed",))
    if isinstance(median, ReleasedUnavailable):
        return Cell("unavailable", "", (f"{count_of(median.unknown, median.n)} not reported",))
    if isinstance(median, ReleasedPending):
        return Cell("pending", "", (f"{count_of(median.reviewed, median.n)} reviewed",))
    return EMPTY


def new_cohort(cohort: ReleasedCohort) -> NewCohort:
    """Return a cohort as its release has it."""
    return NewCohort(
        cohort.id,
        cohort.title,
        layout.cohort_page(cohort.id),
        FAMILIES[cohort.kind].title,
        cohort.fixture,
        f"{cohort.counts.attempted:,}",
        f"{cohort.counts.failed:,}",
        rate_cell(cohort),
        tuple(median_cell(one, cohort.medians.get(one), cohort) for one in NEW_COLUMNS),
    )
