"""Deciding claims: the cohorts they pick, the value they state, the conditions that must hold."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sitegen import exact
from sitegen.claims.gates import Side, level_conditions, rate_conditions, saving_conditions
from sitegen.claims.words import exact_text
from sitegen.inputs import AnyClaim
from sitegen.issues import Issue, issue
from sitegen.layout import CLAIMS, CONTENT
from sitegen.measures import MEASURES, of_kind
from sitegen.records.claim import CohortPick, MedianClaim, RateClaim, SavingClaim
from sitegen.rows import RunRow
from sitegen.summaries import ClaimDecision, Cohort, Condition

NO_VALUE = "[X]"
"""Stands in a sentence where there is no value."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What claims are decided from."""

    suites: Collection[str]
    """Ids of all suites, barred ones included."""
    cohorts: Sequence[Cohort]
    rows: Mapping[str, Sequence[RunRow]]
    """Rows by cohort id."""


def pick_issues(claims: Sequence[AnyClaim], facts: Facts) -> Iterator[Issue]:
    """Yield the claims that cannot be decided: a choice that fits several cohorts, an unknown measure."""
    for claim in claims:
        file = f"{CONTENT}/{CLAIMS}/{claim.id}.toml"
        if "{" in claim.sentence.replace("{value}", "") or "}" in claim.sentence.replace("{value}", ""):
            yield issue("claim-sentence", file, "/sentence", found=claim.sentence, expected="{value} or no braces")
        for name, pick in _picks(claim).items():
            if pick.suite is not None and pick.suite not in facts.suites:
                yield issue("claim-cohort", file, f"/{name}/suite", found=pick.suite, expected="a suite of the content")
            found = _fitting(pick, facts)
            if len(found) > 1:
                fits = ", ".join(cohort.id for cohort in found)
                yield issue("claim-cohort", file, f"/{name}", found=fits, expected="one cohort only")
            elif not isinstance(claim, RateClaim):
                known = {measure.id for measure in of_kind(found[0].key.kind)} if found else MEASURES.keys()
                if claim.measure not in known:
                    expected = f"one of {', '.join(sorted(known))}"
                    yield issue("claim-measure", file, "/measure", found=claim.measure, expected=expected)


def decide(claims: Sequence[AnyClaim], facts: Facts) -> tuple[ClaimDecision, ...]:
    """Return a decision per claim; claims with pick issues must be left out before."""
    return tuple(_decide(claim, facts) for claim in claims)


def _picks(claim: AnyClaim) -> dict[str, CohortPick]:
    if isinstance(claim, SavingClaim):
        return {"before": claim.before, "after": claim.after}
    return {"of": claim.of}


def _fitting(pick: CohortPick, facts: Facts) -> list[Cohort]:
    def fits(cohort: Cohort) -> bool:
        first = facts.rows[cohort.id][0]
        wanted = (
            (pick.cohort, cohort.id),
            (pick.model, cohort.key.model),
            (pick.task, first.task if cohort.key.tasks == 1 else None),
            (pick.source, cohort.key.source.label),
        )
        return all(want in (None, have) for want, have in wanted) and (
            pick.suite is None or pick.suite in cohort.suites
        )

    return [cohort for cohort in facts.cohorts if fits(cohort)]


def _side(pick: CohortPick, facts: Facts) -> Side:
    cohort = _fitting(pick, facts)[0]
    return Side(cohort, [row for row in facts.rows[cohort.id] if row.attempted])


def _decide(claim: AnyClaim, facts: Facts) -> ClaimDecision:
    empty = [name for name, pick in _picks(claim).items() if not _fitting(pick, facts)]
    if empty:
        return _without_runs(claim, empty)
    if isinstance(claim, RateClaim):
        return _decide_rate(claim, _side(claim.of, facts))
    if isinstance(claim, MedianClaim):
        return _decide_median(claim, _side(claim.of, facts))
    return _decide_saving(claim, _side(claim.before, facts), _side(claim.after, facts))


def _decide_rate(claim: RateClaim, side: Side) -> ClaimDecision:
    rate = side.cohort.build_check if claim.rate == "build-check" else side.cohort.resolved
    shown = f"{rate.percent} %" if rate is not None and rate.percent is not None else None
    conditions = rate_conditions(claim, side, rate)
    return _decision(claim, f"{claim.rate} rate", (side,), shown, conditions)


def _decide_median(claim: MedianClaim, side: Side) -> ClaimDecision:
    value = side.median(claim.measure)
    shown = None if value is None else exact_text(claim.measure, value)
    return _decision(claim, claim.measure, (side,), shown, level_conditions(claim, side, value))


def _decide_saving(claim: SavingClaim, before: Side, after: Side) -> ClaimDecision:
    saving = saved(before.median(claim.measure), after.median(claim.measure))
    shown = None if saving is None else f"{percent_text(saving)} %"
    return _decision(claim, claim.measure, (before, after), shown, saving_conditions(claim, before, after, saving))


def _without_runs(claim: AnyClaim, sides: Sequence[str]) -> ClaimDecision:
    """Withhold a claim whose runs are not there, or no longer; with no cohort to stand beside, it stands with all."""
    measure = f"{claim.rate} rate" if isinstance(claim, RateClaim) else claim.measure
    missing = Condition("There are runs to speak of", False, f"none fit {' and '.join(sides)}")
    placed = claim.page if claim.page in ("home", "benchmarks") else "benchmarks"
    sentence = claim.sentence.replace("{value}", NO_VALUE)
    return ClaimDecision(claim.id, claim.rule, sentence, False, None, (), measure, placed, (missing,))


def _decision(
    claim: AnyClaim, measure: str, sides: tuple[Side, ...], value: str | None, conditions: tuple[Condition, ...]
) -> ClaimDecision:
    made = all(condition.met for condition in conditions)
    sentence = claim.sentence if value is None else claim.sentence.replace("{value}", value)
    return ClaimDecision(
        id=claim.id,
        rule=claim.rule,
        sentence=sentence.replace("{value}", NO_VALUE),
        made=made,
        value=value,
        cohorts=tuple(side.cohort.id for side in sides),
        measure=measure,
        page=claim.page,
        conditions=conditions,
    )


def saved(before: str | None, after: str | None) -> Fraction | None:
    """Return how much less the second median is, in percent of the first; None without both or with a zero base."""
    if before is None or after is None or Fraction(before) == 0:
        return None
    return (Fraction(before) - Fraction(after)) / Fraction(before) * 100


def percent_text(value: Fraction) -> str:
    """Return a percentage with one decimal, rounded half away from zero."""
    return exact.ratio(value.numerator, value.denominator, 1)
