"""Pages that set cohorts side by side: medians, their differences, and tasks in pairs."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sitegen.verify.amounts import MEASURE_OF, grouped
from sitegen.verify.figures import decimal, ranks
from sitegen.verify.finding import NOTHING
from sitegen.verify.markup import Page, Row, Table
from sitegen.verify.records import Object
from sitegen.verify.truth import Wrong
from sitegen.verify.wording import interval, median, numbers, summary_of

Sides = Sequence[tuple[str, Object]]
"""The cohorts in the order of the page, each with the text that names it there."""
_DIFFERENCE = "Difference, %"
_PAIRED = "Difference, percentage points"


def comparison_faults(page: Page, sides: Sides) -> Iterator[Wrong]:
    """Yield every number of a comparison that is not the one worked out."""
    if not sides:
        yield "table of cohorts", NOTHING, "the cohorts compared"
        return
    for table in page.tables:
        if _DIFFERENCE in table.headings:
            yield from _medians(table, sides)
        elif _PAIRED in table.headings:
            yield from _pairs(page, table, sides)


def _medians(table: Table, sides: Sides) -> Iterator[Wrong]:
    measure, place = "", -1
    for row in table.rows:
        if row.head in MEASURE_OF:
            measure, place = MEASURE_OF[row.head], -1
            continue
        later = [
            (index, wanted)
            for index, (named, cohort) in enumerate(sides)
            if index > place and named.startswith(row.head) and (wanted := _line(measure, sides[0][1], cohort))
        ]
        if not later:
            yield f"{measure} of {row.head}", "a row", f"{NOTHING}: no such cohort, or no such measure"
            continue
        # Namesakes without a letter are told apart by their order and their numbers.
        place, wanted = next((one for one in later if not list(_cells("", row, one[1]))), later[0])
        yield from _cells(f"{measure} of {row.head}", row, wanted)


def _line(measure: str, base: Object, cohort: Object) -> dict[str, list[str]] | None:
    """Return the numbers of a cohort's row; None where the cohort does not have the measure."""
    summary = summary_of(cohort, measure)
    if summary is None:
        return None
    return {
        "Median": median(summary, cohort["counts"]["failed"], cohort["key"]["tasks"]),
        "95 % interval": interval(summary["all_runs"], measure)[:2],
        _DIFFERENCE: _difference(measure, base, cohort),
    }


def _cells(place: str, row: Row, wanted: dict[str, list[str]]) -> Iterator[Wrong]:
    for name, numerals in wanted.items():
        if numbers(row.cells.get(name, "")) != numerals:
            yield f"{place}, {name}", row.cells.get(name, NOTHING), " ".join(numerals) or "no number"


def _difference(measure: str, base: Object, other: Object) -> list[str]:
    summaries = [summary_of(one, measure) for one in (base, other)]
    known = [Fraction(one["all_runs"]["median"]) for one in summaries if one and one["all_runs"]["state"] == "known"]
    if base is other or len(known) < 2 or not known[0]:
        return []
    return [_tenths(100 * (known[1] - known[0]) / known[0])]


def _tenths(value: Fraction) -> str:
    return grouped(decimal(value, 1))


def _pairs(page: Page, table: Table, sides: Sides) -> Iterator[Wrong]:
    """Yield what is wrong in one table of pairs and in the sentence above it."""
    letters = table.headings[1:3]
    chosen = [next((cohort for named, cohort in sides if named.startswith(f"{one} ")), None) for one in letters]
    if chosen[0] is None or chosen[1] is None:
        yield table.caption, " and ".join(letters), "letters of cohorts of this page"
        return
    shares = [_shares(cohort) for cohort in chosen if cohort]
    titles = {task["task"]: task["title"] for cohort in chosen if cohort for task in cohort["by_task"]}
    lines, changes = [], []
    for task in titles:
        base, other = (one.get(task) for one in shares)
        change = None if base is None or other is None else 100 * (Fraction(*other) - Fraction(*base))
        changes += [] if change is None else [change]
        said = [f"{part:,}" for one in (base, other) if one for part in one]
        lines.append([titles[task], *said, *([] if change is None else [_tenths(change)])])
    found = [[row.head, *(part for text in row.cells.values() for part in numbers(text))] for row in table.rows]
    for line in sorted(lines):
        if line not in found:
            yield f"{table.caption}, {line[0]}", NOTHING, " ".join(line[1:])
    if len(found) != len(lines):
        yield table.caption, f"{len(found)} pairs", f"{len(lines)} pairs"
    wanted = _summary(sorted(changes), len(lines) - len(changes))
    caption = f"Share resolved, {letters[1]} against {letters[0]},"
    said_so = [figure for figure in page.figures if figure.startswith(caption)]
    if not any(numbers(figure.removeprefix(caption)) == wanted for figure in said_so):
        yield caption, " / ".join(said_so) or NOTHING, " ".join(wanted)


def _shares(cohort: Object) -> dict[str, tuple[int, int]]:
    return {
        task["task"]: (task["verdicts"]["resolved"], task["counts"]["attempted"])
        for task in cohort["by_task"]
        if task["counts"]["attempted"]
    }


def _summary(changes: Sequence[Fraction], missing: int) -> list[str]:
    """Return the numbers of the sentence about all pairs."""
    n = len(changes)
    if not n:
        return []
    middle = (changes[(n - 1) // 2] + changes[n // 2]) / 2
    found = [_tenths(middle), f"{n:,}"]
    bounds = ranks(n)
    if bounds:
        low, high, _ = bounds
        found += ["95", _tenths(changes[low - 1]), _tenths(changes[high - 1]), str(low), str(high)]
    more, fewer = sum(change > 0 for change in changes), sum(change < 0 for change in changes)
    found += [f"{more:,}", f"{fewer:,}", f"{n - more - fewer:,}"]
    return found + ([f"{missing:,}"] if missing else [])
