"""What describes the data for other tools, against the files that it speaks of."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

from sitegen.verify.finding import NOTHING, Finding, Subject, differences
from sitegen.verify.held import Site
from sitegen.verify.markup import Page
from sitegen.verify.numbers import RESULTS, TABLE
from sitegen.verify.records import Object

PACKAGE = "benchmarks/datapackage.json"
CROISSANT = "benchmarks/croissant.json"
DICTIONARY = "benchmarks/dictionary.json"
CITATION = "CITATION.cff"
OVERVIEW = "benchmarks/index.html"
_DATA = ("results.csv", "results.parquet", "results.json")
_LINKED = "application/ld+json"
_ABOUT: Subject = "file"


def description_faults(site: Site, pages: Mapping[str, Page]) -> Iterator[Finding]:
    """Yield where a description names another version, file, size or hash than there is."""
    said = (site.json(RESULTS) or {}).get("data_set") if isinstance(site.json(RESULTS), dict) else None
    data_set = said if isinstance(said, dict) else {}
    yield from _json(site, PACKAGE, _package(site, data_set))
    yield from _json(site, CROISSANT, _croissant(site, data_set))
    yield from _citation(site, data_set)
    if OVERVIEW in pages:
        yield from _linked(site, pages[OVERVIEW], data_set)


def _files(site: Site) -> dict[str, Any]:
    held = {name: site.files.get(f"benchmarks/{name}") for name in _DATA}
    return {name: one for name, one in held.items() if one is not None}


def _json(site: Site, address: str, wanted: Object) -> Iterator[Finding]:
    if address not in site.files:
        yield Finding(address, "", _ABOUT, NOTHING, "a description of the data")
        return
    found = site.json(address)
    if not isinstance(found, dict):
        yield Finding(address, "", _ABOUT, "no JSON object", "a description of the data")
        return
    yield from _named_members(address, "", wanted, found)


def _named_members(address: str, pointer: str, wanted: Any, found: Any) -> Iterator[Finding]:
    """Compare what is wanted; members beside it say nothing of the files."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for name, value in wanted.items():
            yield from _named_members(address, f"{pointer}/{name}", value, found.get(name))
    elif isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        for index, (one, other) in enumerate(zip(wanted, found, strict=True)):
            yield from _named_members(address, f"{pointer}/{index}", one, other)
    else:
        yield from differences(address, pointer, wanted, found, _ABOUT)


def _package(site: Site, data_set: Object) -> Object:
    table = site.files.get(TABLE)
    head = next(csv.reader(io.StringIO(site.data(TABLE).decode(errors="replace"), newline="")), [])
    resource = {
        "path": TABLE.rpartition("/")[2],
        "bytes": table.size if table else None,
        "hash": f"sha256:{table.sha256}" if table else None,
        "schema": {"fields": [{"name": name, **_meaning(site, name)} for name in head], "primaryKey": ["address"]},
    }
    created = f"{data_set.get('date')}T00:00:00Z"
    return {"version": data_set.get("version"), "created": created, "resources": [resource]}


def _croissant(site: Site, data_set: Object) -> Object:
    files = [
        {"name": name, "contentUrl": name, "contentSize": f"{held.size} B", "sha256": held.sha256}
        for name, held in _files(site).items()
    ]
    columns = [{"name": f"runs/{name}", **_meaning(site, name)} for name in _meanings(site)]
    dated = {"version": data_set.get("version"), "datePublished": data_set.get("date")}
    return {**dated, "distribution": files, "recordSet": [{"field": columns}]}


def _meanings(site: Site) -> dict[str, str]:
    """Return what each column means, by the data dictionary."""
    dictionary = site.json(DICTIONARY)
    columns = dictionary.get("columns") if isinstance(dictionary, dict) else None
    found = {}
    for column in columns if isinstance(columns, list) else ():
        if isinstance(column, dict) and isinstance(column.get("name"), str):
            unit = f" Unit: {column['unit']}." if column.get("unit") else ""
            found[column["name"]] = f"{column.get('meaning')}{unit}"
    return found


def _meaning(site: Site, name: str) -> Object:
    known = _meanings(site).get(name)
    return {} if known is None else {"description": known}


def _citation(site: Site, data_set: Object) -> Iterator[Finding]:
    """Compare the lines of the citation, whose values are JSON texts."""
    lines = site.data(CITATION).decode(errors="replace").splitlines()
    found = {name: value for name, _, value in (line.partition(": ") for line in lines)}
    for name, member in (("version", "version"), ("date-released", "date")):
        wanted = json.dumps(data_set.get(member), ensure_ascii=False)
        if found.get(name) != wanted:
            yield Finding(CITATION, name, _ABOUT, found.get(name, NOTHING), wanted)


def _linked(site: Site, page: Page, data_set: Object) -> Iterator[Finding]:
    """Compare the description that the overview carries for search engines."""
    try:
        found = json.loads(page.blocks[_LINKED])
    except (KeyError, ValueError, RecursionError) as error:
        yield Finding(OVERVIEW, f"data {_LINKED}", "page", f"{type(error).__name__} {error}", "a JSON object")
        return
    files = [{"name": name, "contentSize": f"{held.size} B"} for name, held in _files(site).items()]
    wanted = {
        "version": data_set.get("version"),
        "dateModified": data_set.get("date"),
        "distribution": files,
    }
    yield from _named_members(OVERVIEW, f"data {_LINKED} ", wanted, found)
