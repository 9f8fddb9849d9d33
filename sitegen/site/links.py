"""Links within the site, badges of exceptions, and claims with their gates: pieces that several pages share."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sitegen import layout
from sitegen.figures import plural
from sitegen.summaries import ClaimDecision, Cohort, Condition


@dataclass(frozen=True, slots=True)
class Link:
    """A link to another page of the site."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Badge:
    """A state that limits what may be concluded."""

    kind: str
    """Class of the style sheet and name of the sign."""
    label: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A badge with its reason in a sentence."""

    badge: Badge
    sentence: str


@dataclass(frozen=True, slots=True)
class Gate:
    """A claim: its sentence where it may be made, and each condition."""

    id: str
    rule: str
    sentence: str
    made: bool
    summary: str
    conditions: tuple[Condition, ...]
    unmet: tuple[Condition, ...]
    cites: tuple[Link, ...]


_BADGES: Mapping[str, Badge] = {
    "mixed-versions": Badge("mixed", "mixed versions"),
    "no-reported-version": Badge("unavailable", "version not reported"),
    "mixed-prices": Badge("mixed", "mixed prices"),
    "mixed-cost-bases": Badge("mixed", "mixed cost bases"),
}


def badges(cohort: Cohort) -> tuple[Badge, ...]:
    """Return the badges of a cohort's labels."""
    return tuple(_BADGES.get(label, Badge("mixed", label.replace("-", " "))) for label in cohort.labels)


def notices(cohort: Cohort) -> tuple[Notice, ...]:
    """Return a cohort's labels with the reason of each."""
    return tuple(
        Notice(badge, _reason(label, cohort)) for label, badge in zip(cohort.labels, badges(cohort), strict=True)
    )


def _reason(label: str, cohort: Cohort) -> str:
    if label == "mixed-versions":
        found = [f"{tally.name} in {plural(tally.count, 'run')}" for tally in cohort.reported_models]
        if cohort.unreported_models:
            found.append(f"none in {plural(cohort.unreported_models, 'run')}")
        return (
            f"The provider reported several versions of this model: {', '.join(found)}. The runs stay in one cohort, "
            "since the same model was requested, but no claim about a source may rest on them."
        )
    if label == "no-reported-version":
        return (
            f"{plural(cohort.unreported_models, 'run')} of {cohort.counts.attempted:,} carry no reported version, "
            "so which version answered is not known; no claim about a source may rest on them."
        )
    if label == "mixed-prices":
        return f"Costs rest on {len(cohort.prices)} price snapshots; no claim about cost may rest on them."
    bases = ", ".join(f"{tally.name} in {plural(tally.count, 'run')}" for tally in cohort.cost_bases)
    return f"Costs were obtained in several ways: {bases}; no claim about cost may rest on them."


def gate(claim: ClaimDecision, cohorts: Iterable[Cohort]) -> Gate:
    """Return a claim as pages show it."""
    titles = {cohort.id: cohort.title for cohort in cohorts}
    unmet = tuple(condition for condition in claim.conditions if not condition.met)
    met = len(claim.conditions) - len(unmet)
    return Gate(
        claim.id,
        claim.rule,
        claim.sentence,
        claim.made,
        f"{met} of {plural(len(claim.conditions), 'condition')} met" + (f", {len(unmet)} unmet" if unmet else ""),
        claim.conditions,
        unmet,
        tuple(Link(titles[id], layout.cohort_page(id)) for id in claim.cohorts if id in titles),
    )
