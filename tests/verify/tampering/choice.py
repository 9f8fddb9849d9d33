"""What to falsify: a seeded choice among the places of a site."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.verify.published import Published

Place = tuple[str, str] | tuple[str, str, str]
Tampering = Callable[[Published, Random], Place]

RESULTS = "benchmarks/results.json"
TABLE = "benchmarks/results.csv"


def other_digit(text: str, random: Random) -> str:
    places = [index for index, character in enumerate(text) if character.isdigit()]
    place = places[-1]
    digit = random.choice([d for d in "123456789" if d != text[place]])
    return text[:place] + digit + text[place + 1 :]


def known(site: Published, random: Random, interval: bool = False) -> tuple[int, int, Any]:
    """Return the places of a cohort and of a measure with a median, and its summary."""
    found = [
        (c, m, measure["all_runs"])
        for c, cohort in enumerate(site.results()["cohorts"])
        for m, measure in enumerate(cohort["measures"])
        if measure["all_runs"]["state"] == "known" and (measure["all_runs"]["interval"] or not interval)
    ]
    return random.choice(found)


def records(site: Published, fits: Callable[[Any], bool]) -> Sequence[tuple[str, Any]]:
    barred = {one["id"] for one in site.results()["suites"] if one["state"] == "invalidated"}
    return [(path, run) for path, run in site.records().items() if run["suite"] not in barred and fits(run)]
