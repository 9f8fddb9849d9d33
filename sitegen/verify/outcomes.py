"""What pages say of suites and cohorts beside tables: banners, shares of verdicts, days, counts of the home page."""

import re
from collections.abc import Iterator, Mapping, Sequence

from sitegen.verify.finding import NOTHING, Finding, shown
from sitegen.verify.markup import Page
from sitegen.verify.records import SUITES, Object
from sitegen.verify.strips import cohort_strips
from sitegen.verify.truth import Truth, Wrong
from sitegen.verify.wording import numbers

HOME, OVERVIEW, COHORTS = "index.html", "benchmarks/index.html", "benchmarks/cohorts/"
_SHARE = re.compile(r"([\d,]+) (resolved|not resolved|ungraded|in all)\b")
_DAYS = "Suites by the days of their runs"
_UNDATED = "no day recorded"


def outcome_faults(pages: Mapping[str, Page], truth: Truth) -> Iterator[Finding]:
    """Yield what pages of suites and cohorts, the overview and the home page say otherwise than the records."""
    for address, page in pages.items():
        stem = address.rpartition("/")[2].removesuffix(".html")
        wrong = [*_row_shares(page, truth)]
        if address.startswith(COHORTS) and stem in truth.cohorts:
            cohort = truth.cohorts[stem]
            wrong += [*_banner(page, "fixture", cohort["key"]["fixture"]), *_shares(page, cohort)]
            wrong += [*_described(page, cohort["counts"], "attempted", "completed", "failed")]
            wrong += cohort_strips(page, cohort, truth)
        elif address.startswith(SUITES) and stem in truth.suites:
            suite = truth.suites[stem]
            wrong += [*_banner(page, "fixture", suite["fixture"]), *_shares(page, suite)]
            wrong += _banner(page, "invalidated", suite["state"] == "invalidated")
            wrong += _described(page, suite["counts"], "planned", "attempted") if suite["state"] == "published" else ()
        elif address == HOME:
            wrong += _home(page, truth)
        elif address == OVERVIEW:
            wrong += [*_days(page, truth), *_published(page.ledes, truth)]
        for place, found, expected in wrong:
            yield Finding(address, place, "page", shown(found), shown(expected))


def _banner(page: Page, word: str, due: bool) -> Iterator[Wrong]:
    there = [banner for banner in page.banners if banner.startswith(f"{word} ")]
    if bool(there) != due:
        yield "banner", there[0] if there else NOTHING, word if due else f"{NOTHING}: it is no {word}"


def _described(page: Page, counts: Object, *named: str) -> Iterator[Wrong]:
    """Yield a description in the head of a page with other counts."""
    said, wanted = page.metas.get("description", ""), [f"{counts[name]:,}" for name in named]
    if numbers(said) != wanted:
        yield "description", said or NOTHING, " ".join(wanted)


def _shares(page: Page, subject: Object) -> Iterator[Wrong]:
    """Yield shares of verdicts, in the words of a bar or in the legend behind it, that are not those of the subject."""
    if not subject["verdicts"]:
        return
    for title, words in page.charts:
        if title.startswith("Outcome of "):
            yield from _counted(f"chart {title}", words, subject)
    for legend in page.legends:
        yield from _counted("legend", legend, subject)


def _row_shares(page: Page, truth: Truth) -> Iterator[Wrong]:
    """Yield shares in rows of cohorts that no cohort of that title has."""
    for title, words in page.charts:
        named = title.removeprefix("Outcome: ")
        namesakes = [one for one in truth.cohorts.values() if one["title"] == named and one["verdicts"]]
        if named != title and not any(not list(_counted("", words, one)) for one in namesakes):
            yield f"chart {title}", words, "the verdicts of a cohort with this title"


def _counted(place: str, words: str, subject: Object) -> Iterator[Wrong]:
    known = {**subject["verdicts"], "in_all": subject["counts"]["attempted"]}
    for number, word in _SHARE.findall(words):
        wanted = f"{known[word.replace(' ', '_')]:,}"
        if number != wanted:
            yield place, f"{number} {word}", f"{wanted} {word}"


def _home(page: Page, truth: Truth) -> Iterator[Wrong]:
    """Yield counts of the home page: of each suite that it shows, and of all that is published."""
    suites = [one for one in truth.suites.values() if one["state"] == "published" and not one["fixture"]]
    titled = {f"{one['title']} {one['counts']['attempted']:,} attempts": one for one in suites if one["verdicts"]}
    heroes = [figure for figure in page.figures if figure.endswith(" attempts")]
    for hero, legend in zip(heroes, page.legends, strict=False):
        if hero not in titled:
            yield "figure", hero, "a suite with its number of attempts"
            continue
        suite = titled[hero]
        charts = [words for title, words in page.charts if title == suite["title"]]
        for place, words in (("legend", legend), *(("chart", words) for words in charts)):
            yield from _counted(f"{place} of {suite['title']}", words, suite)
    yield from _published(page.paragraphs, truth)
    yield from _evidence(page, truth)


def _published(texts: Sequence[str], truth: Truth) -> Iterator[Wrong]:
    """Yield that no text has the counts of all that is published: results with their ends, then fixtures."""
    live = [one for one in truth.suites.values() if one["state"] == "published"]
    results, fixtures = ([one["counts"] for one in live if one["fixture"] is made_up] for made_up in (False, True))
    attempted, completed = (sum(one[name] for one in results) for name in ("attempted", "completed"))
    suites, hand_made = sum(one["attempted"] > 0 for one in results), sum(one["attempted"] for one in fixtures)
    counts = [attempted, suites, completed, attempted - completed] if attempted else []
    wanted = [f"{count:,}" for count in (*counts, *([hand_made] if hand_made else []))]
    if not any(numbers(text) == wanted for text in texts):
        yield "what is published", " / ".join(text for text in texts if numbers(text)) or NOTHING, " ".join(wanted)


def _plural(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def _evidence(page: Page, truth: Truth) -> Iterator[Wrong]:
    for row in (row for table in page.tables if "Evidence" in table.headings for row in table.rows):
        kind = row.href.rpartition("/")[2].removesuffix(".html")
        suites = [one for one in truth.suites.values() if one["kind"] == kind and one["state"] == "published"]
        fixtures = sum(one["fixture"] for one in suites)
        cohorts = sum(one["key"]["kind"] == kind and not one["key"]["fixture"] for one in truth.cohorts.values())
        wanted = [f"{cohorts:,}", f"{len(suites) - fixtures:,}"] if cohorts else []
        wanted += [f"{fixtures:,}"] if fixtures else []
        if re.findall(r"[\d,]+", row.cells["Evidence"]) != wanted:
            yield f"{row.head}, Evidence", row.cells["Evidence"], " ".join(wanted) or "no number"


def _days(page: Page, truth: Truth) -> Iterator[Wrong]:
    """Yield days of suites, in the table and in the words of the time line, on which no run began."""
    days: dict[str, list[str]] = {}
    for row in truth.rows.values():
        if row["status"] != "not_started":
            days.setdefault(row["suite"], []).append((row["started_at"] or "")[:10])
    words = " ".join(words for title, words in page.charts if title == _DAYS)
    lines = [line for table in page.tables if "First run" in table.headings for line in table.rows]
    for line in lines:
        suite = line.href.rpartition("/")[2].removesuffix(".html")
        known = sorted(day for day in days.get(suite, ()) if day)
        first, last = (known[0], known[-1]) if known else (_UNDATED, _UNDATED)
        wanted = {
            "First run": first,
            "Last run": last,
            "Runs with a day": f"{len(known):,}",
            "Without": f"{len(days.get(suite, ())) - len(known):,}",
        }
        found = {name: line.cells.get(name, NOTHING) for name in wanted}
        if found != wanted:
            yield f"days of {line.head}", str(found), str(wanted)
        title = truth.suites[suite]["title"] if suite in truth.suites else line.head
        stretch = f"{title}: {first} to {last}, {_plural(len(set(known)), 'day')}"
        if known and f"{title}: " in words and stretch not in words:
            yield f"time line of {title}", words, stretch
    if lines and {line.href.rpartition("/")[2] for line in lines} != {f"{id}.html" for id in days}:
        yield "table of days", NOTHING, "a row for each suite with runs"
