"""The data that a page carries for its script: every run's values, every cohort's medians."""

import json
from collections.abc import Iterator
from typing import Any

from sitegen.verify.finding import NOTHING, differences
from sitegen.verify.markup import Page
from sitegen.verify.records import MEASURES, Object
from sitegen.verify.truth import Truth, Wrong

EXPLORE = "explore-data"
_EXACT_IN_SCRIPTS = 2**53
_SUITE, _STATUS, _STOP = 2, 4, 5
"""Places of a run's line that lead to shared texts."""


def block_faults(page: Page, truth: Truth) -> Iterator[Wrong]:
    """Yield every value in a page's data that is not the one worked out, and every run that is missing there."""
    for name, text in page.blocks.items():
        try:
            block = json.loads(text)
        except (ValueError, RecursionError) as error:
            yield f"data {name}", str(error), "JSON"
            continue
        if name != EXPLORE:
            continue
        try:
            yield from _explore(block, truth)
        except (LookupError, TypeError, AttributeError) as error:
            yield f"data {name}", f"{type(error).__name__} {error}", "cohorts, texts and rows"


def _explore(block: Any, truth: Truth) -> Iterator[Wrong]:
    ids = [cohort["id"] for cohort in block["cohorts"]]
    wanted = {id: _figures(cohort) for id, cohort in truth.cohorts.items()}
    there = {
        cohort["id"]: {name: cohort[name] for name in ("attempted", "failed", "medians")} for cohort in block["cohorts"]
    }
    lines = {}
    for line in block["rows"]:
        suite, status, stop = (block["texts"][line[place]] for place in (_SUITE, _STATUS, _STOP))
        width = len(MEASURES[truth.cohorts[ids[line[0]]]["key"]["kind"]])
        lines[f"{suite}--{line[1]}"] = [ids[line[0]], status, stop, *line[-width:]]
    runs = {address: _line(row) for address, row in truth.rows.items()}
    for one in (*differences("", "/cohorts", wanted, there), *differences("", "/rows", runs, lines)):
        yield f"data {EXPLORE} {one.pointer}", one.found, one.expected
    if len(lines) != len(block["rows"]):
        yield f"data {EXPLORE} /rows", "a run more than once", NOTHING


def _figures(cohort: Object) -> Object:
    counts = cohort["counts"]
    medians = [one["all_runs"].get("median") for one in cohort["measures"]]
    return {"attempted": counts["attempted"], "failed": counts["failed"], "medians": medians}


def _line(row: Object) -> list[Any]:
    values = [row[name] for name in MEASURES[row["kind"]]]
    exact = [str(value) if value is not None and value > _EXACT_IN_SCRIPTS else value for value in values]
    return [row["cohort"], row["status"], row["stop"], *exact]
