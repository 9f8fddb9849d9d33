"""Decides every claim again, from the rules; nothing of the product is used."""

import tomllib
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.oracle import expected
from tests.oracle.figures import decimal

Object = dict[str, Any]
"""A JSON object."""
Pair = tuple[Object, list[Object]]
"""A published cohort and its rows."""

MIN_RUNS = 3
ALIKE = ("task", "protocol", "settings_hash", "provider", "model", "reported", "harness_hash", "evaluator_hash")
"""What must be one and the same on both sides of a comparison."""


def compared(
    root: Path, published: Object, suites: Sequence[Object], pairs: Sequence[Pair]
) -> tuple[list[Object], list[Object]]:
    """Return what is expected of the claims and what is published of them, in the order of their ids."""
    files = sorted((root / "content" / "claims").glob("*.toml"))
    wanted = [_decide(tomllib.loads(path.read_text(encoding="utf-8")), suites, pairs) for path in files]
    found = []
    for one in published["claims"]:
        gate = all(condition["met"] for condition in one["conditions"])
        fields = {name: one[name] for name in ("id", "rule", "made", "cohorts")}
        found.append(fields | {"value": _number(one["value"]), "every condition met": gate})
    return wanted, found


def _decide(claim: Object, suites: Sequence[Object], pairs: Sequence[Pair]) -> Object:
    picks = [claim["before"], claim["after"]] if claim["rule"] == "saving" else [claim["of"]]
    cited = [next(pair for pair in pairs if _fits(pick, pair)) for pick in picks]
    sides = [[row for row in rows if row["status"] != "not_started"] for _, rows in cited]
    value, holds = _RULES[claim["rule"]](claim, sides)
    enough = all(len(rows) >= claim.get("min_runs", MIN_RUNS) for rows in sides)
    results = not any(row["fixture"] for rows in sides for row in rows)
    made = holds and enough and results
    ids = [cohort["id"] for cohort, _ in cited]
    return {
        "id": claim["id"],
        "rule": claim["rule"],
        "value": value,
        "made": made,
        "cohorts": ids,
        "every condition met": made,
    }


def _fits(pick: Object, pair: Pair) -> bool:
    cohort, rows = pair
    return (
        pick.get("cohort") in (None, cohort["id"])
        and pick.get("suite") in (None, *(row["suite"] for row in rows))
        and pick.get("model") in (None, rows[0]["model"])
        and pick.get("task") in (None, *(row["task"] for row in rows))
        and pick.get("source") in (None, *(row["source"] for row in rows))
    )


def _rate(claim: Object, sides: list[list[Object]]) -> tuple[str | None, bool]:
    (rows,) = sides
    good = [row["verdict"] == "resolved" if claim["rate"] == "resolved" else row["checks_passed"] for row in rows]
    if not good:
        return None, False
    share = Fraction(sum(map(bool, good)), len(good))
    return decimal(100 * share, 1), share >= Fraction(claim["threshold"])


def _median(claim: Object, sides: list[list[Object]]) -> tuple[str | None, bool]:
    (rows,) = sides
    measure = claim["measure"]
    found = _summary(rows, measure)
    if found["state"] != "known":
        return None, False
    single = rows[0]["set_hash"] is None
    low = Fraction(found["median"]) <= Fraction(claim["threshold"])
    return _shown(measure, found["median"]), single and low and not _blocked(measure, rows)


def _blocked(measure: str, rows: list[Object]) -> bool:
    labels = expected.labels(rows)
    versions = "mixed-versions" in labels or "no-reported-version" in labels
    return versions or (measure == "cost_ticks" and ("mixed-prices" in labels or "mixed-cost-bases" in labels))


def _saving(claim: Object, sides: list[list[Object]]) -> tuple[str | None, bool]:
    before, after = (_summary(rows, claim["measure"]) for rows in sides)
    if before["state"] != "known" or after["state"] != "known" or Fraction(before["median"]) == 0:
        return None, False
    base = Fraction(before["median"])
    saved = 100 * (base - Fraction(after["median"])) / base
    return decimal(saved, 1), saved >= Fraction(claim["threshold"]) and _comparable(claim["measure"], *sides)


def _comparable(measure: str, before: list[Object], after: list[Object]) -> bool:
    """Return whether the two sides may be compared: equal but for one source each, all passed, all known, no worse."""
    both = before + after
    alike = all(len({str(row[name]) for row in both}) == 1 for name in ALIKE)
    sources = [{row["source_hash"] for row in rows} for rows in (before, after)]
    single = all(len(found) == 1 for found in sources) and sources[0] != sources[1]
    passed = all(row["checks_passed"] for row in both)
    complete = all(row["values"][name] is not None for row in both for name in ("input", "output"))
    grades = [_summary(rows, "quality") for rows in (before, after)]
    kept = all(grade["state"] == "known" for grade in grades) and Fraction(grades[0]["median"]) <= Fraction(
        grades[1]["median"]
    )
    return alike and single and passed and complete and kept and not _blocked(measure, both)


def _summary(rows: list[Object], measure: str) -> Object:
    summary: Object = expected.measures(rows, [measure])[0]["all_runs"]
    return summary


def _shown(measure: str, value: str) -> str:
    """Return a median in the unit that readers see: seconds with three decimals, dollars exactly, else as it is."""
    if measure.endswith("_ms"):
        return decimal(Fraction(value) / 1000, 3)
    if measure == "cost_ticks":
        return decimal(Fraction(value) / 10**10, 11).rstrip("0").rstrip(".")
    return value


def _number(text: str | None) -> str | None:
    """Return the number of a published value, without its unit and grouping."""
    return text and text.split()[0].replace(",", "").replace("\N{MINUS SIGN}", "-")


_RULES = {"rate-at-least": _rate, "median-at-most": _median, "saving": _saving}
