"""Caveats: which of them apply, from the records, and whether the pages show those that they must."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sitegen.verify.finding import NOTHING, Finding
from sitegen.verify.forms import misfits
from sitegen.verify.held import Site
from sitegen.verify.markup import Page
from sitegen.verify.records import RUNS, SUITES, Object
from sitegen.verify.truth import Truth

CAVEATS = "benchmarks/caveats.toml"
COHORTS, PROTOCOLS = "benchmarks/cohorts/", "benchmarks/protocols/"
_FEW = 6
"""Fewer attempted runs than this are few."""


def caveats(site: Site) -> list[Object] | None:
    """Return the caveats as they were written down, in order; None where they are not published in their form."""
    file = site.toml(CAVEATS)
    if file is None:
        return None
    faults = [Finding(CAVEATS, place, "record", found, expected) for place, found, expected in misfits(file, "caveats")]
    site.faults.extend(one for one in faults if one not in site.faults)
    return None if faults else list(file["caveat"])


def applying(listed: Iterable[Object], rows: Sequence[Object], suites: Iterable[Object], more: str = "") -> list[str]:
    """Return the ids of the caveats that apply to some runs and their suites, in the order of their file."""
    held = {*_of_suites(suites), *_of_runs(rows), "always", more}
    return [one["id"] for one in listed if held.intersection(one["when"])]


def _of_suites(suites: Iterable[Object]) -> Iterator[str]:
    for suite in suites:
        known = suite["record"] or suite["tombstone"]
        yield known["kind"]
        if known["fixture"]:
            yield "fixture"
        if suite["record"] and suite["record"].get("task_set"):
            yield "task-set"
        if any(slot["state"] == "not_started" for slot in suite["slots"]):
            yield "budget-stops"


def _of_runs(rows: Sequence[Object]) -> Iterator[str]:
    attempted = [row for row in rows if row["status"] != "not_started"]
    reviews = {row["review_basis"] for row in attempted} - {None, "rule"}
    bases = {row["cost_basis"] for row in attempted}
    graded = any(row["values"].get("points") is not None for row in attempted)
    holds = {
        "one-repetition": len(attempted) == 1,
        "few-repetitions": 0 < len(attempted) < _FEW,
        "effort-setting": any('effort"' in row["settings"] for row in rows),
        "tier-label": any(row["kind"] == "api" for row in rows),
        "mixed-versions": len({name for row in attempted for name in row["reported"]}) > 1,
        "no-reported-version": any(not row["reported"] for row in attempted),
        "estimated-cost": "estimated" in bases,
        "no-cost": None in bases,
        "reviewed": bool(reviews),
        "ai-review": any(name.startswith("ai-") for name in reviews),
        "geometry-grade": graded,
        "views": graded,
    }
    return (name for name, true in holds.items() if true)


def missing_caveats(site: Site, pages: Mapping[str, Page], truth: Truth) -> Iterator[Finding]:
    """Yield each caveat that a page must show and does not, or in other words."""
    listed = caveats(site) or ()
    for address, page in pages.items():
        place, ids = _due(address, truth)
        for one in listed:
            if one["id"] not in ids or place not in one["where"]:
                continue
            said = " ".join(one["sentence"].split())
            if not any(text == said or text.startswith(f"{said} Official page") for text in page.caveats):
                yield Finding(address, f"caveat {one['id']}", "page", NOTHING, said)


def _due(address: str, truth: Truth) -> tuple[str, Sequence[str]]:
    """Return the kind of a page, and the caveats that apply to what it is about."""
    stem = address.rpartition("/")[2].removesuffix(".html")
    row = truth.rows.get(stem)
    about = {
        COHORTS: ("cohort", truth.cohorts.get(stem)),
        SUITES: ("suite", truth.suites.get(stem)),
        PROTOCOLS: ("protocol", truth.protocols.get(stem)),
        RUNS: ("run", truth.cohorts.get(row["cohort"]) if row else None),
    }
    place, subject = next((found for folder, found in about.items() if address.startswith(folder)), ("", None))
    return place, (subject or {}).get("caveats", ())
