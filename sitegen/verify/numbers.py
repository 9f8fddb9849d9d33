"""`results.json` and `results.csv` against what follows from the records."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any

from sitegen.verify import claims, expected, stated
from sitegen.verify.finding import Finding, differences
from sitegen.verify.held import Site
from sitegen.verify.records import MEASURES, Object, cells
from sitegen.verify.records import claims as written
from sitegen.verify.releases import last_cohorts, releases
from sitegen.verify.stated import CAVEATS
from sitegen.verify.withdrawn import as_published

RESULTS = "benchmarks/results.json"
TABLE = "benchmarks/results.csv"
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\n", "\r", "'")
_SAID = ("schema", "data_set")
"""Members that no record yields."""


def worked_out(site: Site, suites: Sequence[Object]) -> Object:
    """Return `results.json` as it follows from the records; what no record yields is taken as published.

    Its rows are there in any case, under `rows`.
    """
    groups = expected.cohorts(suites)
    listed = stated.caveats(site)
    pairs = [(expected.cohort(rows, suites) | _of_runs(listed, rows, suites), rows) for rows in groups.values()]
    pairs.sort(key=lambda pair: (pair[0]["key"]["kind"], pair[0]["id"]))
    published = site.json(RESULTS) or {}
    places = [
        expected.suite(one) | {"cohorts": _of_suite(one, pairs)} | _caveats(listed, one["rows"], [one])
        for one in suites
    ]
    return {
        **{name: published.get(name) for name in _SAID},
        "protocols": [
            expected.protocol(kind, suites)
            | {"cohorts": _of_kind(kind, pairs, places)}
            | _of_family(listed, kind, pairs, suites)
            for kind in MEASURES
        ],
        "suites": places,
        "cohorts": [cohort for cohort, _ in pairs],
        "claims": claims.decisions(written(site), pairs),
        "withdrawn": as_published(site, _cohorts_then(site, suites)),
        "rows": [
            cells(row, cohort["id"])
            for cohort, rows in pairs
            for row in sorted(rows, key=lambda row: (row["suite"], row["run"]))
        ],
    }


def _cohorts_then(site: Site, suites: Sequence[Object]) -> dict[str, str]:
    """Return the cohort in which each withdrawn run was, by its record, else by the last release that counted it."""
    rows = [row for suite in suites for row in suite["taken_back"]]
    return last_cohorts(releases(site)) | {row["address"]: expected.cohort_id(row) for row in rows}


def _caveats(
    listed: Sequence[Object] | None, rows: Sequence[Object], suites: Sequence[Object], more: str = ""
) -> Object:
    """Return the caveats that apply as a member; none of it where they are not published."""
    return {} if listed is None else {"caveats": stated.applying(listed, rows, suites, more)}


def _of_runs(listed: Sequence[Object] | None, rows: Sequence[Object], suites: Sequence[Object]) -> Object:
    mine = {row["suite"] for row in rows}
    return _caveats(listed, rows, [suite for suite in suites if suite["id"] in mine])


def _of_family(
    listed: Sequence[Object] | None, kind: str, pairs: Sequence[claims.Pair], suites: Sequence[Object]
) -> Object:
    rows = [row for _, group in pairs for row in group if row["kind"] == kind]
    mine = [suite for suite in suites if (suite["record"] or suite["tombstone"])["kind"] == kind]
    return _caveats(listed, rows, mine, kind)


def _of_suite(suite: Object, pairs: Sequence[claims.Pair]) -> list[str]:
    return [cohort["id"] for cohort, _ in pairs if suite["id"] in cohort["suites"]]


def _of_kind(kind: str, pairs: Sequence[claims.Pair], places: Sequence[Object]) -> list[str]:
    mine = [place["cohorts"] for place in places if place["kind"] == kind and place["state"] == "published"]
    return list(dict.fromkeys(id for ids in mine for id in ids))


def published_differences(site: Site, wanted: Object) -> Iterator[Finding]:
    """Yield every number of the data files that is not the one worked out."""
    published = site.json(RESULTS)
    if not isinstance(published, dict):
        yield Finding(RESULTS, "", "file", "no JSON object", "the numbers")
        return
    files = published.get("row_files")
    told = {name: value for name, value in wanted.items() if name != "rows" or files is None}
    there = {name: value for name, value in published.items() if name != "row_files"}
    if CAVEATS not in site.files:
        there = {name: _without_caveats(value) for name, value in there.items()}
    yield from _named(differences(RESULTS, "", told, there))
    if files is not None:
        yield from _row_files(site, files, wanted["rows"])
    yield from _named(_table(site, wanted["rows"]))


def _named(findings: Iterator[Finding]) -> Iterator[Finding]:
    return (one._replace(about="claim") if one.pointer.startswith("/claims") else one for one in findings)


def _without_caveats(value: Any) -> Any:
    """Return cohorts, suites and protocols without the sentences that apply to them."""
    if isinstance(value, list):
        return [
            {name: member for name, member in one.items() if name != "caveats"} if isinstance(one, dict) else one
            for one in value
        ]
    return value


def _row_files(site: Site, files: Any, rows: Sequence[Object]) -> Iterator[Finding]:
    by_cohort: dict[str, list[Object]] = {}
    for row in rows:
        by_cohort.setdefault(row["cohort"], []).append(row)
    addresses = {cohort: f"benchmarks/cohorts/{cohort}.json" for cohort in by_cohort}
    yield from differences(RESULTS, "/row_files", addresses, files)
    for cohort, address in addresses.items():
        yield from differences(address, "", by_cohort[cohort], site.json(address))


def _table(site: Site, rows: Sequence[Object]) -> Iterator[Finding]:
    text = site.data(TABLE).decode(errors="replace")
    try:
        lines = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        yield Finding(TABLE, "", "file", str(error), "CSV")
        return
    columns = dict.fromkeys(name for row in rows for name in row)
    texts = [{name: _cell(row.get(name)) for name in columns} for row in rows]
    present = set(lines[0]) if lines else set()
    empty = set(_every_measure()) - set(columns)
    there = [
        {name: value for name, value in line.items() if name in columns or value or name not in empty} for line in lines
    ]
    if present - set(columns) - empty:
        yield Finding(TABLE, "", "number", ", ".join(sorted(present - set(columns) - empty)), "no such column")
    yield from differences(TABLE, "", texts, there)


def _every_measure() -> list[str]:
    return [name for names in MEASURES.values() for name in names]


def _cell(value: Any) -> str:
    """Return a value as a cell of the CSV: null empty, and no text that a spreadsheet takes for a formula."""
    if value is None:
        return ""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else value
    return json.dumps(value)
