"""The numbers that a cell, a row or a sentence must have, in the order in which pages print them."""

import re
from fractions import Fraction

from sitegen.verify.amounts import MEASURE_OF, RUN_DECIMALS, dollars, in_full, printed
from sitegen.verify.records import Object

_NUMBER = re.compile(r"(?<![\w.])[-\u2212]?\d[\d,]*(?:\.\d+)?(?![\w])")
_ALWAYS = frozenset({"95", "60", "100"})
"""Numbers of the wording itself: the interval's level, and what points are out of."""
_COUNTS = {
    "Planned": "planned",
    "Not started": "not_started",
    "Attempted": "attempted",
    "Completed": "completed",
    "Failed": "failed",
}
COUNT_COLUMNS = frozenset(_COUNTS)
"""Columns of a table of counts."""


def numbers(text: str) -> list[str]:
    """Return the numbers of a text as printed, in order."""
    return [found.replace("\u2212", "-").rstrip(",") for found in _NUMBER.findall(text)]


def summary_of(part: Object, measure: str) -> Object | None:
    """Return the summary of a measure of a cohort or task."""
    return next((one for one in part["measures"] if one["measure"] == measure), None)


def is_silent(summary: Object) -> bool:
    """Return whether no run reports the measure; such measures stand in one sentence."""
    figure = summary["all_runs"]
    return bool(figure["state"] == "unavailable" and figure["unknown"] == figure["n"])


def median(summary: Object, failed: int, tasks: int) -> list[str]:
    """Return the numbers of a median's cell: itself, who failed, over how many tasks, and of the completed runs."""
    figure, measure = summary["all_runs"], summary["measure"]
    if figure["state"] == "unavailable":
        return [f"{figure['unknown']:,}", f"{figure['n']:,}"]
    if figure["state"] == "pending":
        return [f"{figure['reviewed']:,}", f"{figure['n']:,}"]
    if figure["state"] == "no_runs":
        return []
    found = [printed(measure, figure["median"]), f"{failed:,}", f"{figure['n']:,}"]
    if tasks > 1:
        found.append(f"{tasks:,}")
    done = summary["completed_only"]
    if done["state"] == "known" and done["n"] < figure["n"]:
        text = printed(measure, done["median"])
        found += [text] if text != found[0] else []
    return found


def interval(figure: Object, measure: str) -> list[str]:
    """Return the numbers of an interval's cell: both bounds, their ranks, the coverage."""
    bounds = figure.get("interval")
    if figure["state"] != "known" or bounds is None:
        return []
    ends = [printed(measure, bounds["low"]), printed(measure, bounds["high"])]
    return [*ends, str(bounds["low_rank"]), str(bounds["high_rank"]), bounds["coverage_percent"]]


def span(figure: Object, measure: str) -> list[str]:
    """Return the numbers of a range."""
    return [printed(measure, figure[end]) for end in ("low", "high")] if figure["state"] == "known" else []


def allowed(cohort: Object, summary: Object) -> frozenset[str]:
    """Return every number that a text about one measure of a cohort may have."""
    figure, measure = summary["all_runs"], summary["measure"]
    known = [*median(summary, cohort["counts"]["failed"], cohort["key"]["tasks"])]
    known += [*interval(figure, measure), *span(figure, measure)]
    known += [f"{count:,}" for count in cohort["counts"].values()]
    return _ALWAYS | frozenset(known)


def cohort_cell(cohort: Object, name: str) -> list[str] | None:
    """Return the numbers of a column in the row of a cohort; None where the column has none of a cohort's."""
    counts, verdicts = cohort["counts"], cohort["verdicts"]
    rate = cohort["resolved"] or cohort["build_check"]
    measure = MEASURE_OF.get(name.removesuffix(", median per run"))
    if measure is not None:
        summary = summary_of(cohort, measure)
        return median(summary, counts["failed"], cohort["key"]["tasks"]) if summary else []
    if name == "Completed, of attempted":
        done = [f"{counts['completed']:,}", f"{counts['attempted']:,}"] if counts["attempted"] else []
        return done + ([f"{counts['not_started']:,}"] if counts["not_started"] else [])
    if name == "Failed":
        return [f"{counts['failed']:,}"]
    if name in ("Build-check rate, %", "Resolved rate, %"):
        return [rate["percent"], f"{rate['count']:,}", f"{rate['n']:,}"] if rate and rate["n"] else []
    if name == "Attempted":
        return [f"{counts['attempted']:,}", f"{counts['failed']:,}"] if counts["attempted"] else []
    if verdicts and name == "Resolved":
        return [f"{verdicts['resolved']:,}", *([rate["percent"]] if rate and rate["n"] else [])]
    if verdicts and name in ("Not resolved", "Ungraded"):
        return [f"{verdicts[name.lower().replace(' ', '_')]:,}"]
    return None


def count_cell(counts: Object, name: str) -> list[str] | None:
    """Return the number of a column in a row of counts; None where the column has none of them."""
    if name not in _COUNTS:
        return None
    return [f"{counts[_COUNTS[name]]:,}"] if counts["attempted"] else []


def run_cell(row: Object, name: str) -> list[str] | None:
    """Return the numbers of a column in the row of a run; None where the column has no measure."""
    measure = MEASURE_OF.get(name)
    if measure is None:
        return None
    value = row.get(measure)
    return [] if value is None else [printed(measure, value)]


def own_value(row: Object, measure: str) -> list[str]:
    """Return a value as the run's own page prints it; nothing where it is not known."""
    value = row.get(measure)
    if value is None:
        return []
    return [dollars(Fraction(value), RUN_DECIMALS) if measure == "cost_ticks" else printed(measure, value)]


def lower_bound(figure: Object, measure: str) -> list[str]:
    """Return the sum over the runs that have a value, as pages print it."""
    known: int = figure["at_least"]
    return [in_full(Fraction(known))] if measure == "cost_ticks" else [printed(measure, known)]
