"""Paired differences: two cohorts over one set of tasks, task by task; a missing pair is named and never zero."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sitegen.charts import Marks, Strip, signed_axis
from sitegen.site.cells import TOO_FEW
from sitegen.site.signed import in_tenths, signed
from sitegen.stats import ranks
from sitegen.summaries import Cohort, TaskSummary


@dataclass(frozen=True, slots=True)
class Pair:
    """One task in both cohorts."""

    title: str
    base: str
    other: str
    difference: str
    """Empty where the pair is missing."""
    missing: str
    """Why there is no difference; empty where there is one."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """A figure of two cohorts, task by task."""

    heading: str
    unit: str
    base: str
    """Letter of the cohort that the other one is compared with."""
    other: str
    summary: str
    """Median, interval and directions, in words."""
    strip: Strip | None
    """None where no pair is complete."""
    marks: Marks
    lines: tuple[Pair, ...]
    missing: int


def pairs(cohorts: Sequence[Cohort], tied: Sequence[str]) -> tuple[Pairs, ...]:
    """Return, for each cohort but the first, its tasks against those of the first, by share resolved.

    Args:
        cohorts: Cohorts over one set of tasks; other ones have no pairs.
        tied: Their letters.
    """
    base, *others = cohorts
    if not base.by_task or base.resolved is None:
        return ()
    return tuple(_pairs(base, other, tied[0], letter) for other, letter in zip(others, tied[1:], strict=True))


def _pairs(base: Cohort, other: Cohort, base_letter: str, letter: str) -> Pairs:
    left = {task.task: task for task in base.by_task}
    right = {task.task: task for task in other.by_task}
    lines, changes = [], []
    for id in sorted(left | right, key=lambda id: ((left.get(id) or right[id]).title, id)):
        line, change = _pair(left.get(id), right.get(id), (base_letter, letter))
        lines.append(line)
        changes.extend([] if change is None else [change])
    found = _Changes.of(changes)
    return Pairs(
        "Share resolved",
        "percentage points",
        base_letter,
        letter,
        found.in_words(len(lines) - len(changes)),
        found.strip(base.title, other.title),
        Marks((False,) * len(changes), ()),
        tuple(lines),
        len(lines) - len(changes),
    )


def _pair(base: TaskSummary | None, other: TaskSummary | None, tied: tuple[str, str]) -> tuple[Pair, Fraction | None]:
    title = next(task.title for task in (base, other) if task)
    shares = [_share(task) for task in (base, other)]
    if shares[0] is None or shares[1] is None:
        missing = " and ".join(side for side, share in zip(tied, shares, strict=True) if share is None)
        return Pair(title, _fraction(base), _fraction(other), "", f"no attempt in {missing}"), None
    change = 100 * (shares[1] - shares[0])
    return Pair(title, _fraction(base), _fraction(other), signed(change), ""), change


def _share(task: TaskSummary | None) -> Fraction | None:
    if task is None or task.verdicts is None or not task.counts.attempted:
        return None
    return Fraction(task.verdicts.resolved, task.counts.attempted)


def _fraction(task: TaskSummary | None) -> str:
    if task is None or task.verdicts is None or not task.counts.attempted:
        return "none"
    return f"{task.verdicts.resolved:,} of {task.counts.attempted:,}"


@dataclass(frozen=True, slots=True)
class _Changes:
    """Exact differences of the complete pairs, in rising order, with what summarizes them."""

    ordered: tuple[Fraction, ...]
    median: Fraction | None
    bounds: tuple[Fraction, Fraction] | None
    ranks: str

    @classmethod
    def of(cls, changes: Sequence[Fraction]) -> "_Changes":
        ordered = tuple(sorted(changes))
        if not ordered:
            return cls((), None, None, "")
        half = len(ordered) // 2
        middle = ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2
        found = ranks(len(ordered))
        if found is None:
            return cls(ordered, middle, None, "")
        bounds = (ordered[found.low - 1], ordered[found.high - 1])
        return cls(ordered, middle, bounds, f"ranks {found.low} and {found.high}")

    def strip(self, base: str, other: str) -> Strip | None:
        """Return the chart, in tenths of a percentage point."""
        if self.median is None:
            return None
        tenths = tuple(map(in_tenths, self.ordered))
        return Strip(
            f"Share resolved, {other} against {base}",
            self.in_words(0),
            signed_axis(tenths[0], tenths[-1]),
            tenths,
            str(in_tenths(10 * self.median) / 10),
            (in_tenths(self.bounds[0]), in_tenths(self.bounds[1])) if self.bounds else None,
            (tenths[0], tenths[-1]),
            stacked=True,
        )

    def in_words(self, missing: int) -> str:
        """Return median, interval and directions."""
        if self.median is None:
            return "No pair is complete."
        bounds = TOO_FEW
        if self.bounds:
            bounds = f"95 % interval {signed(self.bounds[0])} to {signed(self.bounds[1])} ({self.ranks})"
        n, more, fewer = (
            len(self.ordered),
            sum(change > 0 for change in self.ordered),
            sum(change < 0 for change in self.ordered),
        )
        text = (
            f"Median {signed(self.median)} of {n:,} pairs, {bounds}; higher in {more:,}, lower in {fewer:,}, equal in "
            f"{n - more - fewer:,}."
        )
        return f"{text} {missing:,} missing." if missing else text
