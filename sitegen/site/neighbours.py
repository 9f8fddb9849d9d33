"""Cohorts that differ in one thing only: the ones a reader may want to compare."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from sitegen import layout
from sitegen.site.links import Link
from sitegen.site.tables import settings_in_words
from sitegen.summaries import Cohort, CohortKey

MOST = 8
"""Most neighbours that a page lists for each thing."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another cohort, and the one thing in which it differs."""

    link: Link
    differs: str
    theirs: str
    """What the other cohort has in its place."""


def neighbours(cohorts: Iterable[Cohort]) -> dict[str, tuple[Neighbour, ...]]:
    """Return, by cohort id, the cohorts whose identity is equal but for one thing, sorted by that thing and title."""
    every = sorted(cohorts, key=lambda cohort: (cohort.title, cohort.id))
    alike: dict[tuple[str, Hashable], list[Cohort]] = defaultdict(list)
    for cohort in every:
        for name, rest in _without_one(cohort.key):
            alike[name, rest].append(cohort)
    return {cohort.id: tuple(_near(cohort, alike)) for cohort in every}


def _near(cohort: Cohort, alike: dict[tuple[str, Hashable], list[Cohort]]) -> Iterable[Neighbour]:
    for name, rest in _without_one(cohort.key):
        others = [other for other in alike[name, rest] if other.id != cohort.id and other.key != cohort.key]
        for other in others[:MOST]:
            yield Neighbour(Link(other.title, layout.cohort_page(other.id)), name, shown(other.key, name))


def identity(key: CohortKey) -> dict[str, Hashable]:
    """Return what must be equal for runs to be pooled, by content."""
    return {
        "kind": key.kind,
        "fixture": key.fixture,
        "task": key.task.hash,
        "protocol": key.protocol,
        "model": (key.provider, key.model),
        "settings": key.settings.hash,
        "source": key.source.hash,
        "evaluator": key.evaluator.hash,
    }


ASPECTS = ("task", "protocol", "model", "settings", "source", "evaluator")
"""What cohorts of one protocol family can differ in."""
WORDS = {
    "task": "task",
    "protocol": "protocol",
    "model": "model",
    "settings": "settings",
    "source": "system under test",
    "evaluator": "evaluator",
}
"""The aspects in words."""
_NOT_NAMED = "not named by the origin"


def _without_one(key: CohortKey) -> Iterable[tuple[str, Hashable]]:
    whole = identity(key)
    for name in ASPECTS:
        yield name, tuple(value for other, value in whole.items() if other != name)


def shown(key: CohortKey, name: str) -> str:
    """Return what a cohort has in one aspect, in words."""
    if name == "model":
        named = [key.model or _NOT_NAMED, key.provider]
        return ", ".join(dict.fromkeys(named))
    if name == "protocol":
        return f"rules {key.protocol[:12]}"
    if name == "settings":
        return f"{settings_in_words(key)} {key.settings.hash[:12]}"
    one = {"task": key.task, "source": key.source, "evaluator": key.evaluator}[name]
    return f"{one.label} {one.hash[:12]}"
