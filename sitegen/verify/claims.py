"""Every claim decided again: the cohorts that it picks, its value, each condition of its gate."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sitegen.verify.amounts import LABELS, exactly
from sitegen.verify.figures import decimal
from sitegen.verify.records import Object

MIN_RUNS = 3
NO_VALUE = "[X]"
"""Stands in a sentence without a value."""


class Side(NamedTuple):
    """A cohort that a claim cites."""

    cohort: Object
    """Its numbers, worked out from the records."""
    rows: Sequence[Object]
    """Its attempted runs."""

    def _summary(self, measure: str) -> Object:
        found = (one["all_runs"] for one in self.cohort["measures"] if one["measure"] == measure)
        return next(found, {"state": "not measured"})

    def figure(self, measure: str) -> Fraction | None:
        """Return the headline median; None where it is not known."""
        text = self.text(measure)
        return None if text is None else Fraction(text)

    def text(self, measure: str) -> str | None:
        """Return the headline median as it is published."""
        found = self._summary(measure)
        return str(found["median"]) if found["state"] == "known" else None

    def state(self, measure: str) -> str:
        """Return in words whether the headline median is known, and if not, what it is instead."""
        return str(self._summary(measure)["state"]).replace("_", " ")


Pair = tuple[Object, Sequence[Object]]
"""The numbers of a cohort and all its rows."""


def decisions(claims: Iterable[Object], pairs: Sequence[Pair]) -> list[Object]:
    """Return every decision as `results.json` writes it."""
    return [_decide(claim, pairs) for claim in sorted(claims, key=lambda claim: claim["id"])]


def _decide(claim: Object, pairs: Sequence[Pair]) -> Object:
    names = ("before", "after") if claim["rule"] == "saving" else ("of",)
    cited = [next((pair for pair in pairs if _fits(claim[name], pair)), None) for name in names]
    measure = f"{claim['rate']} rate" if claim["rule"] == "rate-at-least" else claim["measure"]
    page = claim.get("page", "cohort")
    lacking = [name for name, pair in zip(names, cited, strict=True) if pair is None]
    if lacking:
        conditions = [_condition("There are runs to speak of", False, f"none fit {' and '.join(lacking)}")]
        value, page, ids = None, page if page in ("home", "benchmarks") else "benchmarks", []
    else:
        sides = [Side(pair[0], [row for row in pair[1] if row["status"] != "not_started"]) for pair in cited if pair]
        value, conditions = _RULES[claim["rule"]](claim, sides)
        ids = [side.cohort["id"] for side in sides]
    return {
        "id": claim["id"],
        "rule": claim["rule"],
        "sentence": claim["sentence"].replace("{value}", NO_VALUE if value is None else value),
        "made": all(condition["met"] for condition in conditions),
        "value": value,
        "cohorts": ids,
        "measure": measure,
        "page": page,
        "conditions": conditions,
    }


def _condition(text: str, met: bool, found: str) -> Object:
    return {"text": text, "met": met, "found": found}


def _fits(pick: Object, pair: Pair) -> bool:
    cohort, rows = pair
    single = cohort["key"]["tasks"] == 1
    wanted = {
        "cohort": {cohort["id"]},
        "suite": {row["suite"] for row in rows},
        "model": {cohort["key"]["model"]},
        "task": {rows[0]["task"]} if single else set(),
        "source": {cohort["key"]["source"]["label"]},
    }
    return all(pick.get(name) is None or pick[name] in have for name, have in wanted.items())


def _fixtures(sides: Sequence[Side]) -> Object:
    count = sum(row["fixture"] for side in sides for row in side.rows)
    return _condition("No fixture among the runs", not count, f"{count} fixtures" if count else "none")


def _enough(claim: Object, sides: Sequence[Side]) -> Object:
    least = claim.get("min_runs", MIN_RUNS)
    sizes = [len(side.rows) for side in sides]
    return _condition(f"At least {least} runs a side", min(sizes) >= least, " and ".join(map(str, sizes)))


def _one_task(sides: Sequence[Side]) -> Object:
    tasks = max(side.cohort["key"]["tasks"] for side in sides)
    return _condition("One task, not a set pooled", tasks == 1, "one task" if tasks == 1 else f"{tasks} tasks pooled")


def _one_version(sides: Sequence[Side]) -> Object:
    text = "One reported model version a side"
    if any(not row["reported"] for side in sides for row in side.rows):
        return _condition(text, False, "runs that report no model version")
    names = [sorted({name for row in side.rows for name in row["reported"]}) for side in sides]
    found = "; ".join(", ".join(one) for one in names)
    return _condition(text, all(len(one) == 1 for one in names), found or "none")


def _one_price(measure: str, sides: Sequence[Side]) -> list[Object]:
    if measure != "cost_ticks":
        return []
    rows = [row for side in sides for row in side.rows]
    prices = {row["price"] for row in rows} - {None}
    bases = sorted({row["cost_basis"] for row in rows} - {None})
    met = len(prices) <= 1 and len(bases) == 1
    found = f"{len(prices)} price snapshots, bases: {', '.join(bases) or 'none'}"
    return [_condition("One price snapshot and one cost basis", met, found)]


def _known(measure: str, sides: Sequence[Side]) -> Object:
    states = [side.state(measure) for side in sides]
    known = set(states) == {"known"}
    return _condition(f"{LABELS[measure]} known for every run", known, "known" if known else " and ".join(states))


def _same(text: str, sides: Sequence[Side], of: Callable[[Object], Any]) -> Object:
    """Return whether the keys of the cohorts agree, which are known of cohorts without runs too."""
    return _alike(text, [{of(side.cohort["key"])} for side in sides])


def _alike(text: str, found: Sequence[set[Any]]) -> Object:
    equal = all(one == found[0] for one in found) and len(found[0]) == 1
    return _condition(text, equal, "equal" if equal else "differs" if any(found) else "none")


def _rate(claim: Object, sides: Sequence[Side]) -> tuple[str | None, list[Object]]:
    (side,) = sides
    share = side.cohort["build_check" if claim["rate"] == "build-check" else "resolved"]
    value, met, found = None, False, "no such rate"
    if share:
        found = f"{share['count']} of {share['n']}"
    if share and share["n"]:
        value = f"{share['percent']} %"
        met = Fraction(share["count"], share["n"]) >= Fraction(claim["threshold"])
    rule = _condition(f"Rate of at least {claim['threshold']}", met, found)
    return value, [_fixtures(sides), _enough(claim, sides), rule]


def _median(claim: Object, sides: Sequence[Side]) -> tuple[str | None, list[Object]]:
    (side,) = sides
    measure = claim["measure"]
    figure, text = side.figure(measure), side.text(measure)
    value = None if text is None else exactly(measure, text)
    met = figure is not None and figure <= Fraction(claim["threshold"])
    rule = f"Median of at most {exactly(measure, claim['threshold'])}"
    return value, [
        _fixtures(sides),
        _enough(claim, sides),
        _one_task(sides),
        _one_version(sides),
        *_one_price(measure, sides),
        _known(measure, sides),
        _condition(rule, met, value or side.state(measure)),
    ]


def _saving(claim: Object, sides: Sequence[Side]) -> tuple[str | None, list[Object]]:
    before, after = sides
    measure = claim["measure"]
    base, now = before.figure(measure), after.figure(measure)
    saved = 100 * (base - now) / base if base and now is not None else None
    value = None if saved is None else f"{decimal(saved, 1)} %"
    met = saved is not None and saved >= Fraction(claim["threshold"])
    wanted = dict.fromkeys(("input", "output", measure))
    return value, [
        _fixtures(sides),
        _same("Same task", sides, lambda key: key["task"]["hash"]),
        _same("Same protocol", sides, lambda key: key["protocol"]),
        _same("Same model and settings", sides, lambda key: (key["provider"], key["model"], key["settings"]["hash"])),
        _same("Same evaluator", sides, lambda key: key["evaluator"]["hash"]),
        _alike("Same harness", [{row["harness_hash"] for row in side.rows} for side in sides]),
        _one_version(sides),
        _same_version(sides),
        _sources(sides),
        _one_task(sides),
        _enough(claim, sides),
        _all_checks(sides),
        _failures(sides),
        *(_known(name, sides) for name in wanted),
        *_one_price(measure, sides),
        _same_reviews(sides),
        _quality(sides),
        _condition(f"Saving of at least {claim['threshold']} %", met, value or "no base"),
    ]


def _same_version(sides: Sequence[Side]) -> Object:
    return _alike(
        "Same reported model version", [{name for row in side.rows for name in row["reported"]} for side in sides]
    )


def _same_reviews(sides: Sequence[Side]) -> Object:
    return _alike("Same basis of reviews", [{row["review_basis"] for row in side.rows} - {None} for side in sides])


def _sources(sides: Sequence[Side]) -> Object:
    one, other = (side.cohort["key"]["source"] for side in sides)
    return _condition("Different sources", one["hash"] != other["hash"], f"{one['label']} and {other['label']}")


def _all_checks(sides: Sequence[Side]) -> Object:
    rates = [side.cohort["build_check"] for side in sides]
    met = all(rate is not None and 0 < rate["n"] == rate["count"] for rate in rates)
    found = " and ".join(f"{rate['count']} of {rate['n']}" if rate else "no checks" for rate in rates)
    return _condition("Every run completed and passed every automatic check", met, found)


def _failures(sides: Sequence[Side]) -> Object:
    failed = [(sum(row["status"] == "failed" for row in side.rows), len(side.rows)) for side in sides]
    shares = {Fraction(part, whole) if whole else None for part, whole in failed}
    found = " and ".join(f"{part} of {whole} failed" for part, whole in failed)
    return _condition("Equal failure rates", len(shares) == 1 and None not in shares, found)


def _quality(sides: Sequence[Side]) -> Object:
    base, now = (side.figure("quality") for side in sides)
    met = base is not None and now is not None and now >= base
    found = " and ".join(side.text("quality") or side.state("quality") for side in sides)
    return _condition("Every run reviewed, and median quality not lower", met, found)


_RULES: dict[str, Callable[[Object, Sequence[Side]], tuple[str | None, list[Object]]]] = {
    "rate-at-least": _rate,
    "median-at-most": _median,
    "saving": _saving,
}
