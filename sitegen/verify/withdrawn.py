"""Runs that were taken back: the published list, and what stands at the addresses of their pages and records."""

from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any

from sitegen.verify.finding import NOTHING, Finding, differences
from sitegen.verify.held import Site

WITHDRAWN = "benchmarks/withdrawn.toml"
_RUNS = "benchmarks/runs/"
Object = dict[str, Any]
_MEMBERS = {"suite", "run", "on", "reason"}


def withdrawn(site: Site) -> dict[str, Object]:
    """Return the withdrawn runs by address, as they were written down; what does not have its form is noted."""
    listed = site.toml(WITHDRAWN) or {}
    entries = listed.get("withdrawn", []) if isinstance(listed, dict) else []
    found: dict[str, Object] = {}
    for index, one in enumerate(entries if isinstance(entries, list) else []):
        if isinstance(one, dict) and one.keys() == _MEMBERS and all(isinstance(text, str) for text in one.values()):
            found[f"{one['suite']}--{one['run']}"] = one
        else:
            fault = Finding(WITHDRAWN, f"/withdrawn/{index}", "record", str(one)[:80], "suite, run, on and reason")
            site.faults.extend([] if fault in site.faults else [fault])
    return dict(sorted(found.items()))


def is_tombstone(value: Any) -> bool:
    """Return whether a JSON file stands in the place of a record."""
    return isinstance(value, dict) and value.get("state") in ("withdrawn", "barred")


def is_gone(site: Site, path: str, listed: Mapping[str, Object]) -> bool:
    """Return whether a tombstone stands at the address of a record, of a withdrawn run or one of a barred suite."""
    address = path.removeprefix(_RUNS).removesuffix(".json")
    suite = address.partition("--")[0]
    barred = f"benchmarks/suites/{suite}/INVALIDATED.json" in site.files
    return (address in listed or barred) and is_tombstone(site.json(path))


def as_published(site: Site, cohorts: Mapping[str, str]) -> list[Object]:
    """Return the withdrawn runs as `results.json` has them.

    Args:
        site: The site.
        cohorts: The cohort in which each was, by address, where that is known.
    """
    return [
        {
            "address": address,
            **entry,
            "cohort": cohorts.get(address),
            "recorded": not is_tombstone(site.json(f"{_RUNS}{address}.json")),
        }
        for address, entry in withdrawn(site).items()
    ]


def withdrawn_faults(site: Site) -> Iterator[Finding]:
    """Yield each withdrawn run whose addresses do not say so."""
    for address, entry in withdrawn(site).items():
        page, record = f"{_RUNS}{address}.html", f"{_RUNS}{address}.json"
        said = unescape(site.data(page).decode(errors="replace"))
        if page not in site.files:
            yield Finding(page, "", "page", NOTHING, "a page that says when and why the run was withdrawn")
        elif "Withdrawn on " not in said or entry["on"] not in said or entry["reason"] not in said:
            yield Finding(page, "", "page", "other words", f"Withdrawn on {entry['on']}: {entry['reason']}")
        if record not in site.files:
            yield Finding(record, "", "record", NOTHING, "the record, or that it was withdrawn")
        elif is_tombstone(site.json(record)):
            expected = {"schema": 1, "state": "withdrawn", **entry}
            yield from differences(record, "", expected, site.json(record), "record", address)
