"""Which claims may be made: every condition of each gate, with what was found."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from tests.oracle.evidence import TOKENS
from tests.oracle.expected import Cohort
from tests.oracle.figures import Object, rounded, written

TITLES = {
    **{"wall_ms": "Wall time", "provider_ms": "Provider time", "tool_ms": "Tool time"},
    **{"trial_ms": "Trial time", "test_ms": "Test time", "cost_ticks": "Cost", "points": "Geometry"},
}
"""Names of measures where they are not the id itself."""
NO_VERSION = "runs that report no model version"

Condition = tuple[str, bool, str]
"""What is asked for, whether it holds, and what was found."""


Decision = tuple[str | None, list[Condition]]
"""The value of a claim, None where it is not known, and the conditions of its gate."""


def decide(claim: Object, cohorts: Sequence[Cohort]) -> Object:
    """Return a claim as published."""
    sides = [side for side in ("of", "before", "after") if side in claim]
    fitting = {side: _picked(claim[side], cohorts) for side in sides}
    cited = [one for one in fitting.values() if one]
    page = claim.get("page", "cohort")
    if len(cited) == len(sides):
        value, conditions = GATES[claim["rule"]](claim, cited)
    else:
        none = " and ".join(side for side, one in fitting.items() if one is None)
        value, conditions, cited = None, [("There are runs to speak of", False, f"none fit {none}")], []
        # A claim without a cohort has no page of its own to stand on.
        page = page if page == "home" else "benchmarks"
    return {
        **{name: claim[name] for name in ("id", "rule")},
        "sentence": claim["sentence"].replace("{value}", value or "[X]"),
        "made": all(met for _, met, _ in conditions),
        "value": value,
        "cohorts": [one.id for one in cited],
        "measure": claim.get("measure") or f"{claim['rate']} rate",
        "page": page,
        "conditions": [{"text": text, "met": met, "found": found} for text, met, found in conditions],
    }


def _picked(wanted: Object, cohorts: Sequence[Cohort]) -> Cohort | None:
    """Return the one cohort that a claim describes; None where there are no such runs."""
    found = [one for one in cohorts if all(_fits(one, name, value) for name, value in wanted.items())]
    if len(found) > 1:
        raise LookupError(f"{len(found)} cohorts fit {wanted}")
    return found[0] if found else None


def _fits(one: Cohort, name: str, value: str) -> bool:
    key = one.key
    fits: dict[str, bool] = {
        "cohort": one.id == value,
        "suite": value in one.suites,
        "model": key["model"] == value,
        "task": key["tasks"] == 1 and key["task"]["label"] == value,
        "source": key["source"]["label"] == value,
    }
    return fits[name]


def _rate(claim: Object, cited: Sequence[Cohort]) -> Decision:
    (one,) = cited
    part, n = one.passed if claim["rate"] == "build-check" else one.resolved, len(one.attempted)
    rate = None if part is None or not n else Fraction(part, n)
    holds = rate is not None and rate >= Fraction(claim["threshold"])
    found = "no such rate" if part is None else f"{part} of {n}"
    conditions = [*_sound(claim, cited), (f"Rate of at least {claim['threshold']}", holds, found)]
    return None if rate is None else f"{rounded(100 * rate, 1)} %", conditions


def _median(claim: Object, cited: Sequence[Cohort]) -> Decision:
    (one,), measure = cited, claim["measure"]
    found, most = one.found(measure), Fraction(claim["threshold"])
    known = found["state"] == "known"
    value = _shown(measure, Fraction(found["median"])) if known else None
    conditions = [
        *_sound(claim, cited),
        _one_task(cited),
        _one_version(cited),
        *_known(cited, [measure], cost_first=True),
        (
            f"Median of at most {_shown(measure, most)}",
            known and Fraction(found["median"]) <= most,
            value or _state(found),
        ),
    ]
    return value, conditions


def _saving(claim: Object, cited: Sequence[Cohort]) -> Decision:
    (before, after), measure = cited, claim["measure"]
    base, now = (Fraction(one.found(measure).get("median", 0)) for one in cited)
    known = all(one.found(measure)["state"] == "known" for one in cited)
    share = 100 * (1 - now / base) if known and base else None
    value = None if share is None else f"{rounded(share, 1)} %"
    fixtures, enough = _sound(claim, cited)
    needed = list(dict.fromkeys(["input", "output", measure]))
    conditions = [
        fixtures,
        *_alike(before, after),
        _one_version(cited),
        _same("Same reported model version", *((name["name"] for name in one.versions) for one in cited)),
        _different_sources(before, after),
        _one_task(cited),
        enough,
        *_ended_alike(cited),
        *_known(cited, needed, cost_first=False),
        *_reviewed(before, after),
        (
            f"Saving of at least {claim['threshold']} %",
            share is not None and share >= Fraction(claim["threshold"]),
            value or "no base",
        ),
    ]
    return value, conditions


GATES: dict[str, Callable[[Object, Sequence[Cohort]], Decision]] = {
    "rate-at-least": _rate,
    "median-at-most": _median,
    "saving": _saving,
}


def _shown(measure: str, value: Fraction) -> str:
    if measure.endswith("_ms"):
        return f"{rounded(value / 1000, 3)} s"
    if measure == "cost_ticks":
        return f"{written(value / 10**10)} USD"
    units = {**dict.fromkeys(TOKENS, " tokens"), **dict.fromkeys(("points", "quality"), " points")}
    return written(value) + units.get(measure, "")


def _sound(claim: Object, cited: Sequence[Cohort]) -> list[Condition]:
    """Return what every claim needs: results, and enough of them."""
    fixtures = sum(len(one.attempted) for one in cited if one.key["fixture"])
    runs, fewest = [len(one.attempted) for one in cited], claim.get("min_runs", 3)
    return [
        ("No fixture among the runs", not fixtures, f"{fixtures} fixtures" if fixtures else "none"),
        (f"At least {fewest} runs a side", min(runs) >= fewest, " and ".join(map(str, runs))),
    ]


def _one_task(cited: Sequence[Cohort]) -> Condition:
    pooled = max(one.key["tasks"] for one in cited)
    return "One task, not a set pooled", pooled == 1, "one task" if pooled == 1 else f"{pooled} tasks pooled"


def _one_version(cited: Sequence[Cohort]) -> Condition:
    names = [[version["name"] for version in one.versions] for one in cited]
    silent = any(one.unreported for one in cited)
    found = NO_VERSION if silent else "; ".join(", ".join(side) for side in names) or "none"
    return "One reported model version a side", not silent and all(len(side) == 1 for side in names), found


def _known(cited: Sequence[Cohort], measures: Sequence[str], *, cost_first: bool) -> Iterator[Condition]:
    """Yield that each measure is known for every run, and that its prices are of one kind where it is money."""
    for measure in measures:
        states = [_state(one.found(measure)) for one in cited]
        known = set(states) == {"known"}
        name = TITLES.get(measure, measure.replace("_", " ").capitalize())
        asked = f"{name} known for every run", known, "known" if known else " and ".join(states)
        money = [_one_price(cited)] if measure == "cost_ticks" else []
        yield from [*money, asked] if cost_first else [asked, *money]


def _state(found: Object) -> str:
    return str(found["state"]).replace("_", " ")


def _one_price(cited: Sequence[Cohort]) -> Condition:
    prices = {price for one in cited for price in one.prices}
    bases = sorted({basis for one in cited for basis in one.known_bases()})
    found = f"{len(prices)} price snapshots, bases: {', '.join(bases) or 'none'}"
    return "One price snapshot and one cost basis", len(prices) <= 1 and len(bases) == 1, found


def _same(text: str, *sides: Iterable[object]) -> Condition:
    """Return that both sides have one thing, and the same; two things on a side are not the same as themselves."""
    found = {frozenset(side) for side in sides}
    equal = len(found) == 1 and all(len(side) == 1 for side in found)
    return text, equal, "equal" if equal else "differs" if any(found) else "none"


def _alike(*cited: Cohort) -> Iterator[Condition]:
    keys = [one.key for one in cited]
    yield _same("Same task", *([key["task"]["hash"]] for key in keys))
    yield _same("Same protocol", *([key["protocol"]] for key in keys))
    yield _same(
        "Same model and settings", *([(key["provider"], key["model"], key["settings"]["hash"])] for key in keys)
    )
    yield _same("Same evaluator", *([key["evaluator"]["hash"]] for key in keys))
    yield _same("Same harness", *((row["harness_hash"] for row in one.attempted) for one in cited))


def _different_sources(before: Cohort, after: Cohort) -> Condition:
    sources = [one.key["source"] for one in (before, after)]
    differ = sources[0]["hash"] != sources[1]["hash"]
    return "Different sources", differ, " and ".join(source["label"] for source in sources)


def _ended_alike(cited: Sequence[Cohort]) -> Iterator[Condition]:
    sizes = [len(one.attempted) for one in cited]
    passed = all(one.passed == n > 0 for one, n in zip(cited, sizes, strict=True))
    found = " and ".join(
        "no checks" if one.passed is None else f"{one.passed} of {n}" for one, n in zip(cited, sizes, strict=True)
    )
    yield "Every run completed and passed every automatic check", passed, found
    rates = [Fraction(one.failed, n) if n else None for one, n in zip(cited, sizes, strict=True)]
    failures = " and ".join(f"{one.failed} of {n} failed" for one, n in zip(cited, sizes, strict=True))
    yield "Equal failure rates", rates[0] == rates[1] and None not in rates, failures


def _reviewed(before: Cohort, after: Cohort) -> Iterator[Condition]:
    yield _same("Same basis of reviews", *((one["name"] for one in side.reviews) for side in (before, after)))
    found = [side.found("quality") for side in (before, after)]
    known = all(one["state"] == "known" for one in found)
    kept = known and Fraction(found[1]["median"]) >= Fraction(found[0]["median"])
    shown = " and ".join(one.get("median") or _state(one) for one in found)
    yield "Every run reviewed, and median quality not lower", kept, shown
