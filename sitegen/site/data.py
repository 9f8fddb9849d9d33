"""The data page: downloads, schemas, the data dictionary, and how to check a number."""

from dataclasses import dataclass

from sitegen import layout
from sitegen.exports.columns import COLUMNS
from sitegen.site.caveats import Note
from sitegen.site.context import SiteContext
from sitegen.site.downloads import Download, shared_downloads, size_of
from sitegen.site.overview import CountRow, suite_row
from sitegen.site.page import Page

_SCHEMA_FOLDER = layout.schema_file("").removesuffix(".schema.json")


@dataclass(frozen=True, slots=True)
class ColumnLine:
    """A column of the run table in the data dictionary."""

    name: str
    type: str
    unit: str
    meaning: str


@dataclass(frozen=True, slots=True)
class DataView:
    """The data page."""

    version: str
    date: str
    license: str
    parquet: bool
    source_url: str
    downloads: tuple[Download, ...]
    schemas: tuple[Download, ...]
    columns: tuple[ColumnLine, ...]
    suites: tuple[CountRow, ...]
    notes: tuple[Note, ...]


def data_page(context: SiteContext) -> Page:
    """Return the data page."""
    applying = {id for protocol in context.results.protocols for id in protocol.caveats}
    always = {id for id, caveat in context.caveats.items() if "always" in caveat.when}
    site = context.site
    view = DataView(
        site.data_set.version,
        site.data_set.date,
        site.license or "",
        site.parquet,
        site.source_url or "",
        shared_downloads(context),
        _schemas(context),
        _columns(),
        tuple(suite_row(suite) for suite in sorted(context.results.suites, key=lambda suite: (suite.title, suite.id))),
        context.notes(applying | always, "data"),
    )
    return Page(
        layout.DATA,
        "data.html",
        "Data and checks",
        "Downloads, schemas, the data dictionary, and how to check every number.",
        layout.DATA,
        (),
        view,
        ("content/site.toml",),
    )


def _schemas(context: SiteContext) -> tuple[Download, ...]:
    return tuple(
        Download(address.removeprefix(_SCHEMA_FOLDER), address, size_of(size), "", "")
        for address, size in sorted(context.downloads.items())
        if address.startswith(_SCHEMA_FOLDER)
    )


def _columns() -> tuple[ColumnLine, ...]:
    return tuple(
        ColumnLine(
            column.name,
            column.type,
            column.unit or "",
            column.meaning + (f" A part of {column.part_of}." if column.part_of else ""),
        )
        for column in COLUMNS
    )
