"""The conditions of each rule; a claim is made only when all of them hold."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sitegen import exact
from sitegen.claims.words import exact_text
from sitegen.measures import MEASURES
from sitegen.records.claim import MedianClaim, RateClaim, SavingClaim
from sitegen.rows import RunRow
from sitegen.summaries import Cohort, Condition, Known, Rate

_USAGE = ("input", "output")


@dataclass(frozen=True, slots=True)
class Side:
    """A cohort that a claim cites, with its attempted runs."""

    cohort: Cohort
    rows: Sequence[RunRow]

    def median(self, measure: str) -> str | None:
        """Return the headline median, or None where it is not known."""
        summary = self.cohort.measure(measure)
        if summary is None or not isinstance(summary.all_runs, Known):
            return None
        return summary.all_runs.median

    def state(self, measure: str) -> str:
        """Return in words whether the headline median is known, and if not, what it is instead."""
        summary = self.cohort.measure(measure)
        return "not measured" if summary is None else summary.all_runs.state.replace("_", " ")


def rate_conditions(claim: RateClaim, side: Side, rate: Rate | None) -> tuple[Condition, ...]:
    """Return the gate of `rate-at-least`."""
    share = Fraction(rate.count, rate.n) if rate is not None and rate.n else None
    found = "no such rate" if rate is None else f"{rate.count} of {rate.n}"
    return (
        _no_fixture((side,)),
        _enough((side,), claim.min_runs),
        Condition(
            f"Rate of at least {claim.threshold}", share is not None and share >= Fraction(claim.threshold), found
        ),
    )


def level_conditions(claim: MedianClaim, side: Side, value: str | None) -> tuple[Condition, ...]:
    """Return the gate of `median-at-most`."""
    return (
        _no_fixture((side,)),
        _enough((side,), claim.min_runs),
        _one_task((side,)),
        _one_version((side,)),
        *_one_price((side,), claim.measure),
        _known((side,), claim.measure),
        Condition(
            f"Median of at most {exact_text(claim.measure, claim.threshold)}",
            value is not None and Fraction(value) <= Fraction(claim.threshold),
            side.state(claim.measure) if value is None else exact_text(claim.measure, value),
        ),
    )


def saving_conditions(claim: SavingClaim, before: Side, after: Side, saving: Fraction | None) -> tuple[Condition, ...]:
    """Return the gate of `saving`; it compares two sources with all else equal."""
    sides = (before, after)
    return (
        _no_fixture(sides),
        _same("Same task", sides, lambda side: [side.cohort.key.task.hash]),
        _same("Same protocol", sides, lambda side: [side.cohort.key.protocol]),
        _same("Same model and settings", sides, lambda side: [_model(side)]),
        _same("Same evaluator", sides, lambda side: [side.cohort.key.evaluator.hash]),
        _same("Same harness", sides, lambda side: sorted({row.harness_hash for row in side.rows})),
        _one_version(sides),
        _same("Same reported model version", sides, lambda side: [one.name for one in side.cohort.reported_models]),
        _different_sources(before, after),
        _one_task(sides),
        _enough(sides, claim.min_runs),
        _all_checks(sides),
        _same_failures(sides),
        *(_known(sides, measure) for measure in dict.fromkeys((*_USAGE, claim.measure))),
        *_one_price(sides, claim.measure),
        _same("Same basis of reviews", sides, lambda side: [one.name for one in side.cohort.reviews]),
        _quality_kept(before, after),
        Condition(
            f"Saving of at least {claim.threshold} %",
            saving is not None and saving >= Fraction(claim.threshold),
            "no base" if saving is None else f"{exact.ratio(saving.numerator, saving.denominator, 1)} %",
        ),
    )


def _model(side: Side) -> str:
    return f"{side.cohort.key.provider} {side.cohort.key.model} {side.cohort.key.settings.hash}"


def _no_fixture(sides: Iterable[Side]) -> Condition:
    fixtures = sum(len(side.rows) for side in sides if side.cohort.key.fixture)
    return Condition("No fixture among the runs", not fixtures, f"{fixtures} fixtures" if fixtures else "none")


def _enough(sides: Sequence[Side], least: int) -> Condition:
    found = " and ".join(str(len(side.rows)) for side in sides)
    return Condition(f"At least {least} runs a side", all(len(side.rows) >= least for side in sides), found)


def _one_task(sides: Sequence[Side]) -> Condition:
    tasks = max(side.cohort.key.tasks for side in sides)
    return Condition("One task, not a set pooled", tasks == 1, "one task" if tasks == 1 else f"{tasks} tasks pooled")


def _one_version(sides: Sequence[Side]) -> Condition:
    text = "One reported model version a side"
    if any("no-reported-version" in side.cohort.labels for side in sides):
        return Condition(text, False, "runs that report no model version")
    met = all(len(side.cohort.reported_models) == 1 for side in sides)
    names = "; ".join(", ".join(one.name for one in side.cohort.reported_models) for side in sides)
    return Condition(text, met, names or "none")


def _one_price(sides: Sequence[Side], measure: str) -> tuple[Condition, ...]:
    if measure != "cost_ticks":
        return ()
    prices = {price for side in sides for price in side.cohort.prices}
    bases = {one.name for side in sides for one in side.cohort.cost_bases} - {"unknown"}
    found = f"{len(prices)} price snapshots, bases: {', '.join(sorted(bases)) or 'none'}"
    return (Condition("One price snapshot and one cost basis", len(prices) <= 1 and len(bases) == 1, found),)


def _known(sides: Sequence[Side], measure: str) -> Condition:
    label = MEASURES[measure].label
    states = [side.state(measure) for side in sides]
    known = set(states) == {"known"}
    return Condition(f"{label} known for every run", known, "known" if known else " and ".join(states))


def _same(text: str, sides: Sequence[Side], of: Callable[[Side], list[str]]) -> Condition:
    found = [of(side) for side in sides]
    equal = all(one == found[0] for one in found) and len(found[0]) == 1
    return Condition(text, equal, "equal" if equal else "differs" if any(found) else "none")


def _different_sources(before: Side, after: Side) -> Condition:
    one, other = before.cohort.key.source, after.cohort.key.source
    return Condition("Different sources", one.hash != other.hash, f"{one.label} and {other.label}")


def _all_checks(sides: Sequence[Side]) -> Condition:
    rates = [side.cohort.build_check for side in sides]
    met = all(rate is not None and rate.n > 0 and rate.count == rate.n for rate in rates)
    found = " and ".join(f"{rate.count} of {rate.n}" if rate else "no checks" for rate in rates)
    return Condition("Every run completed and passed every automatic check", met, found)


def _same_failures(sides: Sequence[Side]) -> Condition:
    shares = [Fraction(side.cohort.counts.failed, max(len(side.rows), 1)) for side in sides]
    found = " and ".join(f"{side.cohort.counts.failed} of {len(side.rows)} failed" for side in sides)
    met = all(side.rows for side in sides) and all(share == shares[0] for share in shares)
    return Condition("Equal failure rates", met, found)


def _quality_kept(before: Side, after: Side) -> Condition:
    base, now = before.median("quality"), after.median("quality")
    met = base is not None and now is not None and Fraction(now) >= Fraction(base)
    found = f"{base or before.state('quality')} and {now or after.state('quality')}"
    return Condition("Every run reviewed, and median quality not lower", met, found)
