"""Dot plots: every mark stands where its value lies on the axis behind it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import log10

from sitegen.verify.amounts import MEASURE_OF
from sitegen.verify.finding import NOTHING
from sitegen.verify.markup import Page, Strip
from sitegen.verify.records import Object
from sitegen.verify.truth import Truth, Wrong
from sitegen.verify.wording import summary_of

_NEAR = 0.05
"""Percent of the width by which a place may differ: both it and the ticks are rounded to hundredths."""
_SIZES = {"k": 1_000, "M": 1_000_000, "G": 1_000_000_000}
_DOTS = {"completed": "d", "failed": "bad"}
"""Class of a run's mark by its status."""
Place = Callable[[Fraction], float]


def cohort_strips(page: Page, cohort: Object, truth: Truth) -> Iterator[Wrong]:
    """Yield marks of the page of a cohort that do not stand where the runs and the median lie."""
    rows = [row for run in cohort["runs"] if (row := truth.rows[run])["status"] != "not_started"]
    drawn = set()
    for strip, measure, place in _measured(page):
        drawn.add(measure)
        summary = summary_of(cohort, measure)
        if summary is None:
            continue
        values = [row[measure] for row in rows if row[measure] is not None]
        yield from _summary(strip, measure, summary["all_runs"], values, place)
        dots = {href.rpartition("/")[2].removesuffix(".html"): (css, at) for css, at, href in strip.marks if href}
        for row in rows:
            css, at = dots.get(row["address"], ("", -1.0))
            known = row[measure] is not None
            wanted = place(_shown(measure, row[measure])) if known else at
            if row["address"] not in dots or (known and (css != _DOTS[row["status"]] or abs(at - wanted) > _NEAR)):
                yield (
                    f"chart {strip.title}, {row['address']}",
                    f"{css} {at} %",
                    f"{_DOTS[row['status']]} {wanted:.2f} %",
                )
        for address in sorted(dots.keys() - {row["address"] for row in rows}):
            yield f"chart {strip.title}", address, f"{NOTHING}: not a run of this cohort"
    for one in (one for one in cohort["measures"] if one["all_runs"]["state"] == "known"):
        if one["measure"] not in drawn:
            yield f"chart of {one['measure']}", NOTHING, "every run"


def run_strips(page: Page, row: Object, cohort: Object, truth: Truth) -> Iterator[Wrong]:
    """Yield marks of the page of a run that do not stand where the run and its cohort lie."""
    rows = [other for run in cohort["runs"] if (other := truth.rows[run])["status"] != "not_started"]
    for strip, measure, place in _measured(page):
        summary = summary_of(cohort, measure)
        if summary is None or row[measure] is None:
            continue
        values = [other[measure] for other in rows if other[measure] is not None]
        yield from _summary(strip, measure, summary["all_runs"], values, place)
        yield from _at(strip, _DOTS.get(row["status"], "d"), [place(_shown(measure, row[measure]))])


def _measured(page: Page) -> Iterator[tuple[Strip, str, Place]]:
    for strip in page.strips:
        measure = MEASURE_OF.get(strip.title.partition(": ")[0])
        place = _scale(strip.ticks)
        if measure is not None and place is not None:
            yield strip, measure, place


def _scale(ticks: Sequence[tuple[float, str]]) -> Place | None:
    """Return where values lie on an axis; it begins at 0, or is logarithmic. None where it cannot be read."""
    values = [_value(label) for _, label in ticks]
    if len(ticks) < 2 or None in values:
        return None
    low, high = values[0], values[-1]
    assert low is not None and high is not None, "None was looked for"
    first, last = ticks[0][0], ticks[-1][0]
    if low == high:
        return None
    if low == 0:
        return lambda value: first + (last - first) * float(value / high)
    return lambda value: first + (last - first) * log10(max(value, Fraction(1, 10**12)) / low) / log10(high / low)


def _value(label: str) -> Fraction | None:
    digits = label.strip().replace(",", "")
    try:
        return Fraction(digits[:-1]) * _SIZES[digits[-1]] if digits[-1:] in _SIZES else Fraction(digits)
    except (ValueError, ZeroDivisionError):
        return None


def _shown(measure: str, value: int | str) -> Fraction:
    """Return a value in the unit of axes: seconds, dollars, or the number itself."""
    per = 1000 if measure.endswith("_ms") else 10**10 if measure == "cost_ticks" else 1
    return Fraction(value) / per


def _summary(
    strip: Strip, measure: str, figure: Mapping[str, object], values: Sequence[int], place: Place
) -> Iterator[Wrong]:
    """Yield the tick of the median, the ends of the interval and of the range where they are not drawn as they are."""
    known = figure["state"] == "known"
    bounds = figure.get("interval") if known else None
    ends = [bounds["low"], bounds["high"]] if isinstance(bounds, dict) else []
    middle = [figure["median"]] if known else []
    for css, wanted in (("md", middle), ("cap", ends), ("rg", [min(values), max(values)] if values else [])):
        yield from _at(strip, css, [place(_shown(measure, value)) for value in wanted])  # type: ignore[arg-type]


def _at(strip: Strip, css: str, wanted: Sequence[float]) -> Iterator[Wrong]:
    found = [at for one, at, _ in strip.marks if one == css]
    if len(found) != len(wanted) or any(abs(a - b) > _NEAR for a, b in zip(found, wanted, strict=True)):
        yield f"chart {strip.title}, {css}", _places(found), _places(wanted)


def _places(places: Sequence[float]) -> str:
    return " ".join(f"{place:.2f} %" for place in places) or NOTHING
