"""Bytes of the published data files."""

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

import orjson
from pydantic import TypeAdapter

from sitegen.changes.history import GoneRun
from sitegen.exports.columns import COLUMNS, Cell, cells, named_cells
from sitegen.exports.fields import OF_THE_SITE, fields_of
from sitegen.exports.meanings import WithMeanings
from sitegen.layout import cohort_rows
from sitegen.records import PROTOCOL, RUN, SUITE, TASK
from sitegen.records.caveat import CaveatFile
from sitegen.records.claim import Claim
from sitegen.records.illustration import Illustration
from sitegen.records.model import ModelFile
from sitegen.records.release import Release
from sitegen.records.review import ReviewFile
from sitegen.records.site import SiteConfig
from sitegen.records.suite import Tombstone
from sitegen.records.withdrawal import WithdrawnFile
from sitegen.rows import RunRow
from sitegen.summaries import Results

ROWS_MAX_BYTES = 5_000_000
"""Rows of `results.json`; larger ones go to one file per cohort."""

_MARKED = frozenset("=+-@\uff1d\uff0b\uff0d\uff20\t\n\r'")
"""Spreadsheets run a text that begins so, in full width too; the mark itself is marked, so that it can be taken away.

Source: OWASP, CSV Injection.
"""
_COMPACT = orjson.OPT_APPEND_NEWLINE


def rows_json(rows: Iterable[RunRow], cohort: str) -> bytes:
    """Return a cohort's rows as a JSON list."""
    return orjson.dumps([named_cells(row, cohort) for row in rows])


def results_json(
    results: Results, data_set: Mapping[str, str], cohorts: Iterable[str], rows: Iterable[bytes] | None
) -> bytes:
    """Return `results.json`: every summary, and either all rows or the list of the files that hold them.

    Args:
        results: The numbers.
        data_set: Version and date of the data.
        cohorts: Ids of all cohorts.
        rows: What `rows_json` returned for each of them; None where they do not fit and stand in files of their own.
    """
    head: dict[str, Any] = {
        "schema": 1,
        "data_set": data_set,
        "protocols": results.protocols,
        "suites": results.suites,
        "cohorts": results.cohorts,
        "claims": results.claims,
        "withdrawn": results.withdrawn,
    }
    if rows is not None:
        joined = b",".join(part[1:-1] for part in rows if len(part) > 2)
        head["rows"] = orjson.Fragment(b"[" + joined + b"]")
    else:
        head["row_files"] = {cohort: cohort_rows(cohort) for cohort in cohorts}
    return orjson.dumps(head, option=_COMPACT)


def gone_json(run: GoneRun) -> bytes:
    """Return what stands in the place of the record of a run that has none any more."""
    said = {"schema": 1, "state": run.state, "suite": run.suite, "run": run.run, "on": run.on, "reason": run.reason}
    return orjson.dumps(said, option=orjson.OPT_INDENT_2 | _COMPACT)


def rows_fit(sizes: Iterable[int]) -> bool:
    """Return whether the rows of cohorts, of so many bytes each, are small enough for `results.json`."""
    return sum(sizes) < ROWS_MAX_BYTES


def results_csv(lines: Iterable[bytes]) -> bytes:
    """Return `results.csv`: one line per run, cohort by cohort as `csv_lines` returned them."""
    head = ",".join(column.name for column in COLUMNS) + "\n"
    return b"".join((head.encode(), *lines))


def csv_lines(rows: Iterable[RunRow], cohort: str) -> bytes:
    """Return a cohort's lines of the table: quoted by RFC 4180, unknown empty, no live formula."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(_csv_cells(cells(row, cohort)) for row in rows)
    return text.getvalue().encode()


def _csv_cells(found: list[Cell]) -> list[Cell]:
    """Return the cells as the csv module writes them right: no live formula, booleans in small letters."""
    for index in _TEXTS:
        value = found[index]
        if value and value[0] in _MARKED:  # type: ignore[index]  # a text column holds text or None
            found[index] = f"'{value}"
    for index in _BOOLEANS:
        value = found[index]
        if value is not None:
            found[index] = "true" if value else "false"
    return found


_TEXTS = tuple(index for index, column in enumerate(COLUMNS) if column.type == "text")
_BOOLEANS = tuple(index for index, column in enumerate(COLUMNS) if column.type == "boolean")


def dictionary_json() -> bytes:
    """Return the data dictionary: every column of the run table, and every field of every JSON file."""
    columns = [
        {
            "name": column.name,
            "type": column.type,
            "unit": column.unit,
            "meaning": column.meaning,
            "part_of": column.part_of,
        }
        for column in COLUMNS
    ]
    notes = [
        "In results.csv a text that begins with = + - @, these in full width, a tab, a line end or an apostrophe has "
        "one apostrophe more before it; without that one it is the true text."
    ]
    fields = [field for name in SCHEMAS for field in fields_of(name, schema_of(name))]
    document = {"schema": 1, "notes": notes, "columns": columns, "fields": [*fields, *OF_THE_SITE]}
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | _COMPACT)


SCHEMAS: Mapping[str, Any] = {
    "suite": SUITE,
    "tombstone": Tombstone,
    "protocol": PROTOCOL,
    "task": TASK,
    "run": RUN,
    "review": ReviewFile,
    "models": ModelFile,
    "illustration": Illustration,
    "claim": Claim,
    "caveats": CaveatFile,
    "withdrawn": WithdrawnFile,
    "release": Release,
    "site": SiteConfig,
    "results": Results,
}
"""Everything that has a published JSON Schema, by name: adapters that are in use anyway, and types."""


def adapter(name: str) -> TypeAdapter[Any]:
    """Return what validates and describes a kind of document; making one takes longer than a small build."""
    shape = SCHEMAS[name]
    return shape if isinstance(shape, TypeAdapter) else TypeAdapter(shape)


def schema_of(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of document, with the meaning of every field."""
    return adapter(name).json_schema(by_alias=True, schema_generator=WithMeanings)


def schema_json(name: str) -> bytes:
    """Return a record's JSON Schema."""
    document = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name, **schema_of(name)}
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | _COMPACT)
