"""What the page of a run says beside its tables of measures: how it ended, with what it was made, its files."""

import posixpath
from collections.abc import Iterator, Mapping

from sitegen.verify.amounts import printed
from sitegen.verify.finding import NOTHING, Finding, shown
from sitegen.verify.forms import misfits
from sitegen.verify.held import Site
from sitegen.verify.markup import Page
from sitegen.verify.records import RUNS, Object
from sitegen.verify.strips import run_strips
from sitegen.verify.truth import Truth, Wrong
from sitegen.verify.withdrawn import is_tombstone
from sitegen.verify.wording import numbers, own_value

_OUTCOMES = {"completed": "Completed.", "failed": "Failed: ", "not_started": "Not started: "}
_UNKNOWN = "not recorded"
_CLASSES = {
    "Input, all": "input",
    "Output, all": "output",
    "Cached read": "cached_read",
    "Cached read, part of input": "cached_read",
    "Cache write": "cache_write",
    "Cache write, part of input": "cache_write",
    "Reasoning": "reasoning",
    "Reasoning, part of output": "reasoning",
}
"""Classes of tokens by the head of their row."""


def run_page_faults(site: Site, pages: Mapping[str, Page], truth: Truth) -> Iterator[Finding]:
    """Yield what the page of a run says and its record does not."""
    for address, page in pages.items():
        name = f"{address.removesuffix('.html')}.json"
        record = site.json(name) if address.startswith(RUNS) else None
        if record is None or is_tombstone(record) or misfits(record, "run"):
            continue
        row = truth.rows.get(posixpath.basename(address).removesuffix(".html"))
        wrong = [
            *_said(page, _terms(record)),
            *_outcome(page, record),
            *_tokens(page, record),
            *_files(site, name, page),
        ]
        if row:
            cohort = truth.cohorts[row["cohort"]]
            wrong += [*_values(page, row), *_place(page, cohort), *run_strips(page, row, cohort, truth)]
        for place, found, expected in wrong:
            yield Finding(address, place, "page", shown(found), shown(expected))


def _terms(run: Object) -> dict[str, str]:
    """Return what stands behind each term of the list of what a run was made with."""
    source, model, evaluator, harness = run["source"], run["model"], run["evaluator"], run["harness"]
    tree = {None: "", True: "with uncommitted changes", False: "clean"}[source.get("dirty")]
    found = {
        "Run": run["id"],
        "Suite": run["suite"],
        "Repetition": str(run["repetition"]),
        "Place in the order": str(run["position"] or _UNKNOWN),
        "Started": run["started_at"] or _UNKNOWN,
        "Ended": run.get("ended_at") or _UNKNOWN,
        "Provider": run["provider"],
        "Model, requested": f"{model['label']} {model['requested'] or ''}",
        "Model, reported": ", ".join(model["reported"]) or "not reported",
        "Task": f"{run['task']['id']} {run['task']['hash']}",
        "Protocol": run["protocol"],
        "Source": f"{source['label']} {source['hash']}",
        "Commit of the source": f"{source.get('commit') or 'none recorded'} {tree}",
        "Evaluator": f"{evaluator['label']} {evaluator['hash']}",
        "Harness": f"{harness.get('label', '')} {harness['hash']}",
    }
    return {term: " ".join(text.split()) for term, text in found.items()}


def _said(page: Page, wanted: Mapping[str, str]) -> Iterator[Wrong]:
    for term, text in wanted.items():
        found = [said for named, said in page.readings if named == term]
        if text not in found:
            yield term, " / ".join(found) or NOTHING, text


def _outcome(page: Page, run: Object) -> Iterator[Wrong]:
    """Yield what is said of the end and the verdict."""
    end = run["status"].replace("_", " ")
    beside = run.get("trial", {}).get("failure_mode", "")
    for said in (said for term, said in page.readings if term == "End"):
        if not said.startswith(f"{end} ") or beside not in said:
            yield "End", said, f"{end} {beside}"
    outcome = _OUTCOMES.get(run["status"], "an end")
    if not any(outcome in lede for lede in page.ledes):
        yield "the sentence under the title", " / ".join(page.ledes), outcome
    if run["kind"] == "imported":
        verdict = (run["grade"]["verdict"] or "ungraded").replace("_", " ")
        for said in (said for term, said in page.readings if term == "Verdict"):
            if not said.startswith(f"{verdict} "):
                yield "Verdict", said, verdict
        if not any(f", {verdict}. " in f"{lede} " for lede in page.ledes):
            yield "the sentence under the title", " / ".join(page.ledes), verdict
    banners = [banner for banner in page.banners if banner.startswith("fixture ")]
    if bool(banners) != run["fixture"]:
        yield "banner", banners[0] if banners else NOTHING, "fixture" if run["fixture"] else NOTHING


def _tokens(page: Page, run: Object) -> Iterator[Wrong]:
    for table in (table for table in page.tables if "Tokens" in table.headings and "Class" in table.headings):
        for row in (row for row in table.rows if row.head in _CLASSES):
            value = run["usage"][_CLASSES[row.head]]
            wanted = [] if value is None else [f"{value:,}"]
            if numbers(row.cells.get("Tokens", "")) != wanted:
                yield f"{row.head}, tokens", row.cells.get("Tokens", NOTHING), " ".join(wanted) or "no number"


def _files(site: Site, name: str, page: Page) -> Iterator[Wrong]:
    """Yield hashes that are not those of the files; of a file that is not as listed the hash is told elsewhere."""
    if name not in site.changed:
        command = f'echo "{site.files[name].sha256}  {posixpath.basename(name)}" | sha256sum -c'
        if command not in page.codes:
            yield "command that checks the record", " / ".join(page.codes) or NOTHING, command
    for table in (table for table in page.tables if table.headings[-1:] == ["SHA-256"]):
        for row in table.rows:
            held = site.files.get(posixpath.normpath(posixpath.join(posixpath.dirname(name), row.href)))
            if held and held.sha256 != row.cells.get("SHA-256") and name not in site.changed:
                yield f"{row.head}, SHA-256", row.cells.get("SHA-256", NOTHING), held.sha256


def _values(page: Page, row: Object) -> Iterator[Wrong]:
    """Yield numbers right under the title that are not the run's."""
    beside = ("provider_ms", "tool_ms") if row["kind"] == "api" else ("trial_ms", "test_ms")
    wanted = {
        "Wall time, s": [
            *own_value(row, "wall_ms"),
            *(printed(one, row[one]) for one in beside if row[one] is not None),
        ],
        "Input, tokens": [printed(one, row[one]) for one in ("input", "output") if row[one] is not None],
    }
    cost = own_value(row, "cost_ticks")
    for term, said in page.readings:
        if term in wanted and numbers(said) != wanted[term]:
            yield term, said, " ".join(wanted[term]) or "no number"
        elif term == "Cost, USD" and numbers(said)[:1] != cost and (cost or not said.startswith("unavailable ")):
            yield term, said, " ".join(cost) or "unavailable"
        elif term in _OF and not said.startswith(_of(row, term)):
            yield term, said, _of(row, term)


_OF = {"Geometry": ("points", 60), "Quality": ("quality", 100)}
"""What stands under the title as so many of so many."""


def _of(row: Object, term: str) -> str:
    measure, most = _OF[term]
    value = row[measure]
    if value is not None:
        return f"{value} of {most} "
    return "unavailable " if term == "Geometry" or row["artifact_lost"] else ""


def _place(page: Page, cohort: Object) -> Iterator[Wrong]:
    """Yield a sentence about the cohort with other counts."""
    attempted, failed = cohort["counts"]["attempted"], cohort["counts"]["failed"]
    for note in (note for note in page.notes if " of them failed." in note):
        if f"ne of the {attempted:,} attempted" not in note and f"One of {attempted:,} attempted" not in note:
            yield "In its cohort", note, f"of {attempted:,} attempted runs"
        if f", {failed:,} of them failed." not in note:
            yield "In its cohort", note, f"{failed:,} of them failed"
