"""The numbers printed on pages against those worked out: tables, sentences, charts and claims."""

import posixpath
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from sitegen.verify.amounts import LABELS, MEASURE_OF, heading, printed
from sitegen.verify.blocks import block_faults
from sitegen.verify.comparisons import comparison_faults
from sitegen.verify.finding import NOTHING, Finding, shown
from sitegen.verify.markup import Page, Row, Table
from sitegen.verify.records import RUNS, SUITES, Object
from sitegen.verify.truth import Truth, Wrong
from sitegen.verify.wording import (
    COUNT_COLUMNS,
    allowed,
    cohort_cell,
    count_cell,
    interval,
    is_silent,
    lower_bound,
    median,
    numbers,
    own_value,
    run_cell,
    span,
    summary_of,
)

COHORTS = "benchmarks/cohorts/"
COMPARISONS = "benchmarks/compare/"
PROTOCOLS = "benchmarks/protocols/"
_CLAIM = "claim-"
_ENDS = ("completed", "failed", "not started")


def page_faults(address: str, page: Page, truth: Truth) -> Iterator[Finding]:
    """Yield every number on a page that is not the one worked out, and every one that a page must have and lacks."""
    for index, table in enumerate(page.tables):
        yield from (_at(address, f"table {index + 1}", one) for one in _table(address, table, truth))
    yield from (_at(address, "", one) for one in _claims(page, truth))
    if address.startswith(COHORTS):
        cohort = truth.cohorts.get(_stem(address))
        if cohort is None:
            yield Finding(address, "", "page", "a page of a cohort", f"{NOTHING}: no records make this cohort")
        else:
            yield from (_at(address, "", one) for one in _cohort_page(page, cohort, truth))
    if address.startswith(COMPARISONS):
        yield from (_at(address, "", one) for one in comparison_faults(page, _sides(address, page, truth)))
    yield from (_at(address, "", one) for one in block_faults(page, truth))
    if address.startswith(RUNS) and _stem(address) in truth.rows:
        yield from (_at(address, "", one) for one in _run_page(page, truth.rows[_stem(address)], truth))


def missing_pages(addresses: Iterable[str], truth: Truth) -> Iterator[Finding]:
    """Yield every cohort, suite and run without a page."""
    there = set(addresses)
    wanted = [f"{COHORTS}{id}.html" for id in truth.cohorts]
    wanted += [f"{SUITES}{id}.html" for id in truth.suites] + [f"{RUNS}{run}.html" for run in truth.rows]
    return (Finding(path, "", "page", NOTHING, "a page") for path in wanted if path not in there)


def strange_pages(pages: Mapping[str, Page], files: Container[str], truth: Truth) -> Iterator[Finding]:
    """Yield every page that no record makes and that does not hold the publisher's own words either."""
    for address, page in pages.items():
        folder, stem = posixpath.dirname(address), _stem(address)
        known = address in _FIXED or folder in _FOLDERS or page.own
        if folder == "benchmarks/runs":
            known = f"{address.removesuffix('.html')}.json" in files
        elif folder == "benchmarks/suites":
            known = stem in truth.suites
        if not known:
            yield Finding(address, "", "page", "a page", f"{NOTHING}: no records make it")


_FIXED = frozenset(
    {"index.html", "404.html", *(f"benchmarks/{name}.html" for name in ("index", "changes", "data", "marks", "method"))}
)
_FOLDERS = frozenset(f"benchmarks/{name}" for name in ("cohorts", "compare", "protocols", "changes"))
"""Folders of pages that are looked at one by one."""


def _at(address: str, place: str, wrong: Wrong) -> Finding:
    return Finding(address, ", ".join(filter(None, (place, wrong[0]))), "page", shown(wrong[1]), shown(wrong[2]))


def _sides(address: str, page: Page, truth: Truth) -> list[tuple[str, Object]]:
    """Return the cohorts that a page sets side by side, each with the text that names it there."""
    rows = [row for table in page.tables for row in table.rows if row.href]
    named = [(row.head, truth.cohorts.get(_stem(_leads_to(address, row.href)))) for row in rows]
    return [(head, cohort) for head, cohort in named if cohort is not None]


def _stem(address: str) -> str:
    return posixpath.basename(address).partition("#")[0].removesuffix(".html")


def _leads_to(address: str, href: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(address), href.partition("#")[0])) if href else ""


def _table(address: str, table: Table, truth: Truth) -> Iterator[Wrong]:
    if table.section.startswith(_CLAIM):
        return
    for row in table.rows:
        target = _leads_to(address, row.href)
        if target.startswith(COHORTS) and _stem(target) in truth.cohorts:
            cohort = truth.cohorts[_stem(target)]
            yield from _cells(row, {name: cohort_cell(cohort, name) for name in row.cells})
        elif target.startswith(RUNS) and _stem(target) in truth.rows:
            run = truth.rows[_stem(target)]
            yield from _cells(row, {name: run_cell(run, name) for name in row.cells})
            yield from _end(row, run)
        elif counts := _counts(address, target, row, truth):
            yield from _cells(row, {name: count_cell(counts, name) for name in row.cells})


def _counts(address: str, target: str, row: Row, truth: Truth) -> Object | None:
    """Return what became of the runs of the suite or protocol that a row of counts is about."""
    if not COUNT_COLUMNS & row.cells.keys():
        return None
    fixtures = "fixture" in row.head
    if target.startswith(SUITES) and _stem(target) in truth.suites:
        counts: Object = truth.suites[_stem(target)]["counts"]
        return counts
    kind = _stem(target) if target.startswith(PROTOCOLS) else row.href.removeprefix("#")
    if address.startswith(PROTOCOLS) and row.head.lower() in ("results", "fixtures", "fixture"):
        kind = _stem(address)
    if kind not in truth.protocols:
        return None
    found: Object = truth.protocols[kind]["fixtures" if fixtures else "results"]
    return found


def _cells(row: Row, wanted: dict[str, list[str] | None]) -> Iterator[Wrong]:
    for name, numerals in wanted.items():
        if numerals is not None and numbers(row.cells[name]) != numerals:
            yield f"{row.head}, {name}", row.cells[name], " ".join(numerals) or "no number"


def _end(row: Row, run: Object) -> Iterator[Wrong]:
    said = row.cells.get("End", str(run["stop"]))
    other = [
        word for word in _ENDS if word in said.replace(run["stop"], "") and word != run["status"].replace("_", " ")
    ]
    if run["stop"] not in said or other:
        yield f"{row.head}, End", said, f"{run['status']}, {run['stop']}"
    verdict = (run["verdict"] or "ungraded").replace("_", " ")
    if row.cells.get("Verdict", verdict) != verdict:
        yield f"{row.head}, Verdict", row.cells["Verdict"], verdict


def _cohort_page(page: Page, cohort: Object, truth: Truth) -> Iterator[Wrong]:
    yield from _measures(page, cohort)
    yield from _run_table(page, cohort, truth)
    yield from _tasks(page, cohort)
    yield from _tallies(page, cohort)
    yield from _gaps(page, cohort)
    counts = cohort["counts"]
    told = [counts[name] for name in ("attempted", "planned", "completed", "failed")]
    told += [counts["not_started"]] if counts["not_started"] else []
    told += [cohort["key"]["tasks"]] if cohort["key"]["tasks"] > 1 else []
    wanted = [f"{count:,}" for count in told]
    if not any(numbers(lede) == wanted for lede in page.ledes):
        yield "the sentence under the title", " / ".join(page.ledes), " ".join(wanted)
    for title, words in page.charts:
        yield from _within(cohort, title, f"chart {title}", words)
    for term, words in page.readings:
        if term.endswith(", median"):
            yield from _within(cohort, term, term, words)


def _within(cohort: Object, named: str, place: str, words: str) -> Iterator[Wrong]:
    """Yield a text that begins with a measure's label and holds a number which the measure does not have."""
    label = re.split(r"[,:]", named)[0]
    measure = next((one for name, one in MEASURE_OF.items() if name.partition(",")[0] == label), None)
    summary = summary_of(cohort, measure) if measure else None
    if measure is None or summary is None:
        return
    beyond = Counter(numbers(words)).keys() - allowed(cohort, summary)
    if beyond:
        yield place, words, f"no {' or '.join(sorted(beyond))}"


def _measures(page: Page, cohort: Object) -> Iterator[Wrong]:
    rows = {row.head: row for table in page.tables if "Median" in table.headings for row in table.rows}
    yield from _silent(page, cohort)
    for summary in (one for one in cohort["measures"] if not is_silent(one)):
        name = heading(summary["measure"])
        row = next((row for head, row in rows.items() if head == name or head.startswith(f"{name} ")), None)
        if row is None:
            yield "table of measures", NOTHING, f"a row {name}"
            continue
        wanted = {
            "Median": median(summary, cohort["counts"]["failed"], cohort["key"]["tasks"]),
            "95 % interval": interval(summary["all_runs"], summary["measure"]),
            "Range": span(summary["all_runs"], summary["measure"]),
        }
        lacking = [column for column in wanted if column not in row.cells]
        yield from ((f"{name}, {column}", NOTHING, " ".join(wanted[column])) for column in lacking)
        yield from _cells(row, {column: texts for column, texts in wanted.items() if column in row.cells})


def _silent(page: Page, cohort: Object) -> Iterator[Wrong]:
    """Yield a sentence about what no run reports that does not name just those measures."""
    labels = ", ".join(LABELS[one["measure"]].lower() for one in cohort["measures"] if is_silent(one))
    wanted = [f"No run reports {labels}."] if labels else []
    found = [note[note.index("No run reports") :] for note in page.notes if "No run reports" in note]
    if found != wanted:
        yield "what no run reports", " / ".join(found) or NOTHING, " ".join(wanted) or NOTHING


def _run_table(page: Page, cohort: Object, truth: Truth) -> Iterator[Wrong]:
    """Yield runs of the cohort that its page does not list, and runs of others that it does."""
    listed = {_stem(row.href) for table in page.tables for row in table.rows if "/runs/" in row.href}
    for run in sorted(set(cohort["runs"]) - listed):
        yield "table of runs", NOTHING, run
    for run in sorted(listed - set(cohort["runs"])):
        yield "table of runs", run, f"{NOTHING}: not a run of this cohort"


def _tasks(page: Page, cohort: Object) -> Iterator[Wrong]:
    tables = [table for table in page.tables if table.headings[:2] == ["Task", "Attempted"]]
    if not cohort["by_task"]:
        return
    rows = [row for table in tables for row in table.rows]
    named = Counter(row.head for row in rows)
    for task in cohort["by_task"]:
        row = next((row for row in rows if row.head == task["title"]), None)
        if row is None:
            yield "table of tasks", NOTHING, task["title"]
        elif named[row.head] == 1:
            yield from _cells(row, {name: _task_cell(task, name) for name in row.cells})


def _task_cell(task: Object, name: str) -> list[str] | None:
    verdicts = {"Resolved": "resolved", "Not resolved": "not_resolved", "Ungraded": "ungraded"}
    if name == "Attempted":
        return [f"{task['counts']['attempted']:,}"]
    if name in verdicts:
        return [f"{task['verdicts'][verdicts[name]]:,}"]
    summary = summary_of(task, MEASURE_OF.get(name, ""))
    return median(summary, task["counts"]["failed"], 1) if summary else None


def _tallies(page: Page, cohort: Object) -> Iterator[Wrong]:
    for heads, name in ((["Reason", "Runs"], "stops"), (["Method", "Runs"], "reviews")):
        for table in (table for table in page.tables if table.headings == heads):
            wanted = {one["name"]: f"{one['count']:,}" for one in cohort[name]}
            found = {row.head: row.cells.get("Runs", "") for row in table.rows}
            if found != wanted:
                yield table.caption, str(found), str(wanted)


def _gaps(page: Page, cohort: Object) -> Iterator[Wrong]:
    for table in (table for table in page.tables if "At least, in all" in table.headings):
        for row in table.rows:
            summary = summary_of(cohort, MEASURE_OF.get(row.head, ""))
            figure: Object = summary["all_runs"] if summary else {"state": "known"}
            if summary is None or figure["state"] != "unavailable":
                yield f"{row.head}, lower bound", row.cells.get("At least, in all", ""), NOTHING
                continue
            some = figure["n"] - figure["unknown"]
            wanted: dict[str, list[str] | None] = {
                "Not reported": [f"{figure['unknown']:,}", f"{figure['n']:,}"],
                "At least, in all": lower_bound(figure, summary["measure"]),
                "Reported by": [f"{some:,}", f"{figure['n']:,}"],
            }
            yield from _cells(row, {name: texts for name, texts in wanted.items() if name in row.cells})


def _run_page(page: Page, run: Object, truth: Truth) -> Iterator[Wrong]:
    """Yield values of a run's own page, beside the medians of its cohort, that are not in its record."""
    cohort = truth.cohorts[run["cohort"]]
    for table in (table for table in page.tables if "This run" in table.headings):
        for row in table.rows:
            summary = summary_of(cohort, MEASURE_OF.get(row.head, ""))
            if summary is None:
                continue
            measure, figure = summary["measure"], summary["all_runs"]
            own = own_value(run, measure)
            if numbers(row.cells.get("This run", "")) != own:
                yield f"{row.head}, This run", row.cells.get("This run", NOTHING), " ".join(own) or "no number"
            beside = numbers(row.cells.get("Cohort, median", ""))
            known = [printed(measure, figure["median"])] if figure["state"] == "known" else []
            if set(beside) - allowed(cohort, summary) or (known and beside[:1] != known):
                yield f"{row.head}, Cohort, median", row.cells.get("Cohort, median", NOTHING), " ".join(known)


def _claims(page: Page, truth: Truth) -> Iterator[Wrong]:
    """Yield what a page says of a claim and the claim's decision does not."""
    for labelled, text in page.sections.items():
        if not labelled.startswith(_CLAIM):
            continue
        claim = truth.claims.get(labelled.removeprefix(_CLAIM))
        if claim is None:
            yield labelled, "a claim", NOTHING
            continue
        badge = "claim made" if claim["made"] else "claim withheld"
        if badge not in text or ("claim withheld" if claim["made"] else "claim made") in text:
            yield labelled, "another decision", badge
        if _plain(claim["sentence"]) not in _plain(text):
            yield labelled, "another sentence", claim["sentence"]
        tables = [table for table in page.tables if table.section == labelled]
        yield from _conditions(labelled, tables, claim)


def _conditions(labelled: str, tables: Sequence[Table], claim: Object) -> Iterator[Wrong]:
    found = [
        (_plain(row.head), row.cells.get("Decision"), _plain(row.cells.get("Found", "")))
        for table in tables
        for row in table.rows
    ]
    wanted = [
        (_plain(one["text"]), "met" if one["met"] else "unmet", _plain(one["found"])) for one in claim["conditions"]
    ]
    for one in wanted:
        if one not in found:
            yield f"{labelled}, {one[0]}", NOTHING, f"{one[1]}: {one[2]}"
    for other in found:
        if other not in wanted:
            yield f"{labelled}, {other[0]}", f"{other[1]}: {other[2]}", NOTHING


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
