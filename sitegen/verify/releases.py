"""Releases: what each page of changes says against two files of releases, and a release against the records."""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from itertools import pairwise
from typing import Any

from sitegen.verify.amounts import MEASURE_OF, printed
from sitegen.verify.finding import NOTHING, Finding
from sitegen.verify.held import Site
from sitegen.verify.markup import Page, Table
from sitegen.verify.truth import Truth
from sitegen.verify.wording import numbers

Object = dict[str, Any]
RELEASES = "benchmarks/releases/"
FEED = "benchmarks/changes.atom"
_PAGES = "benchmarks/changes/"
_RUNS = "benchmarks/runs/"
_HELD = ("suite", "cohort", "claim", "comparison", "uncounted", "name", "on")
_ENTRY = re.compile(r"<entry>.*?</entry>", re.S)


def releases(site: Site) -> list[Object]:
    """Return the releases in order; one that cannot be understood is noted and left out."""
    found = []
    for path in site.under(RELEASES, ".toml"):
        release = site.toml(path)
        if not isinstance(release, dict):
            continue
        try:
            release["runs"] = _runs(release)
            release["cohorts"] = {one["id"]: one for one in release["cohort"]}
            found.append({name: release[name] for name in (*_HELD, "runs", "cohorts")})
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            fault = Finding(path, "", "record", f"{type(error).__name__} {error}", "a release")
            site.faults.extend([] if fault in site.faults else [fault])
    return sorted(found, key=lambda one: (one["on"], one["name"]))


def _runs(release: Object) -> dict[str, tuple[str | None, ...]]:
    """Return the runs by address: cohort, status and hashes; without a cohort those that are in no count."""
    runs: dict[str, tuple[str | None, ...]] = {}
    for cohort in release["cohort"]:
        for line in cohort["runs"].splitlines():
            address, status, *hashes = line.split(" ")
            runs[address] = (cohort["id"], status, *hashes)
    for line in release["uncounted"].splitlines():
        address, status = line.split(" ")
        runs[address] = (None, status)
    return runs


def last_cohorts(found: list[Object]) -> dict[str, str]:
    """Return the cohort in which each run was when it was released last, by address."""
    return {address: run[0] for one in found for address, run in one["runs"].items() if run[0] is not None}


def kept_pages(found: list[Object], pages: Mapping[str, Page], truth: Truth) -> set[str]:
    """Return the pages of released cohorts and comparisons that have no runs any more, and so no numbers."""
    cohorts = {f"benchmarks/cohorts/{id}.html" for one in found for id in one["cohorts"] if id not in truth.cohorts}
    compared = {f"benchmarks/compare/{other['id']}.html" for one in found for other in one["comparison"]}
    return cohorts | {address for address in compared if address in pages and not pages[address].tables}


def release_faults(site: Site, pages: Mapping[str, Page], found: list[Object], truth: Truth) -> Iterator[Finding]:
    """Yield where pages of changes, the feed or the records do not agree with the releases."""
    for one in found:
        for address in one["runs"]:
            if f"{_RUNS}{address}.html" not in site.files:
                yield Finding(
                    f"{_RUNS}{address}.html", "", "page", NOTHING, f"a page: {one['name']} has released the run"
                )
        yield from _medians(site, one, truth)
    for before, after in pairwise([None, *found]):
        assert after is not None, "only the first one has none before it"
        address = f"{_PAGES}{after['name']}.html"
        page = pages.get(address)
        if page is None:
            yield Finding(address, "", "page", NOTHING, "a page of what the release changed")
        else:
            yield from _counts(address, page, before, after)
            yield from _moved(address, page, before, after)
    yield from _feed(site, found)


def _medians(site: Site, release: Object, truth: Truth) -> Iterator[Finding]:
    """Yield released medians that the records do not yield, of cohorts that have the very runs of then."""
    path = f"{RELEASES}{release['name']}.toml"
    for id, cohort in release["cohorts"].items():
        now = truth.cohorts.get(id)
        runs = {address: run for address, run in release["runs"].items() if run[0] == id}
        if now is None or set(now["runs"]) != set(runs) or any(_hashes(site, one) != runs[one][2:] for one in runs):
            continue
        for summary in now["measures"]:
            figure, said = summary["all_runs"], cohort["medians"].get(summary["measure"])
            wanted = {name: figure[name] for name in ("state", "median", "n", "unknown", "reviewed") if name in figure}
            if said != wanted:
                yield Finding(path, f"/medians/{summary['measure']}", "number", str(said), str(wanted), id)


def _hashes(site: Site, address: str) -> tuple[str, ...]:
    held = [site.files.get(f"{_RUNS}{address}{ending}") for ending in (".json", "/review.json")]
    return tuple(one.sha256 for one in held if one is not None)


def _counts(address: str, page: Page, before: Object | None, after: Object) -> Iterator[Finding]:
    old: Mapping[str, tuple[str | None, ...]] = before["runs"] if before else {}
    new = after["runs"]
    stayed = [one for one in new if one in old and old[one][0] and new[one][0]]
    wanted = {
        "Runs attempted": sum(run[0] is not None and run[1] != "not_started" for run in new.values()),
        "Added": sum(run[0] is not None and one not in old for one, run in new.items()),
        "Changed": sum(old[one] != new[one] for one in stayed),
        "Withdrawn": sum(run[0] is not None and one in new and new[one][0] is None for one, run in old.items()),
    }
    said = {term: numbers(text)[:1] for term, text in page.readings}
    for term, count in wanted.items():
        if said.get(term) != [f"{count:,}"]:
            yield Finding(address, term, "page", " ".join(said.get(term) or [NOTHING]), f"{count:,}")


def _moved(address: str, page: Page, before: Object | None, after: Object) -> Iterator[Finding]:
    tables = {table.section: table for table in page.tables if table.section}
    for id, new in after["cohorts"].items():
        old = before["cohorts"].get(id) if before else None
        moved = [one for one in new["medians"] if old and _said(old, one) != _said(new, one)]
        if moved and id not in tables:
            yield Finding(address, id, "page", NOTHING, f"what moved: {', '.join(moved)}")
        elif id in tables:
            for place, found, wanted in _rows(tables[id], old or new, new, moved):
                yield Finding(address, f"{id}, {place}", "page", found, wanted)


def _rows(table: Table, old: Object, new: Object, moved: list[str]) -> Iterator[tuple[str, str, str]]:
    rows = {MEASURE_OF.get(row.head, ""): row for row in table.rows}
    for measure in moved:
        if measure not in rows:
            yield measure, NOTHING, "its figures before and after"
    for measure, row in rows.items():
        for column, side in (("Before", old), ("After", new)) if measure else ():
            wanted, found = _numerals(side, measure), numbers(row.cells.get(column, ""))
            if found != wanted:
                yield f"{row.head}, {column}", " ".join(found) or NOTHING, " ".join(wanted)


def _said(cohort: Object, measure: str) -> tuple[str, str]:
    median = cohort["medians"].get(measure, {})
    return median.get("state", ""), median.get("median", "")


def _numerals(cohort: Object, measure: str) -> list[str]:
    median = cohort["medians"].get(measure, {"state": "no_runs"})
    if median["state"] == "known":
        return [printed(measure, median["median"]), f"{cohort['counts']['failed']:,}", f"{median['n']:,}"]
    lacking = [median[name] for name in ("unknown", "reviewed") if name in median]
    return [f"{count:,}" for count in (*lacking, median["n"])] if lacking else []


def _feed(site: Site, found: list[Object]) -> Iterator[Finding]:
    if FEED not in site.files:
        return
    entries = [unescape(entry) for entry in _ENTRY.findall(site.data(FEED).decode(errors="replace"))]
    wanted = [(f"Release {one['name']}<", f"{one['on']}T00:00:00Z", f"{_PAGES}{one['name']}.html") for one in found]
    fits = len(entries) == len(wanted) and all(
        all(text in entry for text in texts) for entry, texts in zip(entries, reversed(wanted), strict=True)
    )
    if not fits:
        yield Finding(
            FEED, "", "page", f"{len(entries)} entries", f"each of {len(wanted)} releases, the last one first"
        )
