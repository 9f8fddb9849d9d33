"""What can be downloaded, and from where."""

from dataclasses import dataclass

from sitegen import layout
from sitegen.figures import kilobytes
from sitegen.inputs import FileFact, SuiteInput
from sitegen.site.context import SiteContext


@dataclass(frozen=True, slots=True)
class Download:
    """A file that readers can take."""

    name: str
    address: str
    size: str
    """Empty where it is not known."""
    sha256: str
    """Empty where it is not listed."""
    about: str


_ABOUT = {
    layout.SUITE_FILE: "the plan, and what became of every planned run",
    layout.PROTOCOL_FILE: "the rules as hashed, and the tools as sent",
    layout.TOMBSTONE_FILE: "why the suite is barred",
}


_OPTIONAL = frozenset({layout.RESULTS_PARQUET})
"""Files that a site may do without."""


def size_of(bytes_: int | None) -> str:
    """Return a size as text; empty where it is not known."""
    return "" if bytes_ is None else f"{kilobytes(bytes_)} kB"


def suite_downloads(suite: SuiteInput) -> tuple[Download, ...]:
    """Return the suite's own files, tasks left out, since their table links them."""
    prefix = f"{suite.path}/"
    listed = [(fact.path.removeprefix(prefix), fact) for fact in suite.files]
    return tuple(_file(suite.id, name, fact) for name, fact in listed if not name.startswith(f"{layout.TASKS}/"))


def shared_downloads(context: SiteContext) -> tuple[Download, ...]:
    """Return the files with the results of all suites."""
    about = {
        layout.RESULTS_CSV: "one row per run, all protocols",
        layout.RESULTS_PARQUET: "the same rows, typed and small, for DuckDB, pandas and others",
        layout.RESULTS_JSON: "cohorts, suites and claims with their states; a row per run while it stays small",
        layout.DICTIONARY_JSON: "every column and field with type, unit and meaning",
        layout.DATA_PACKAGE: "the table as a Data Package: types, key, size and hash, for frictionless",
        layout.CROISSANT: "the same as Croissant, for mlcroissant and what builds on it",
        layout.CITATION: "how to cite the data",
        layout.SUMS: "the hash of every file but itself and the manifest, for sha256sum -c",
        layout.MANIFEST: "every file of this site with its size and hash, this page too; so its own stands nowhere",
    }
    return tuple(
        Download(address.rpartition("/")[2], address, size_of(context.size(address)), "", text)
        for address, text in about.items()
        if address in context.downloads or address not in _OPTIONAL
    )


def _file(suite: str, name: str, fact: FileFact) -> Download:
    return Download(name, layout.suite_file(suite, name), size_of(fact.size), fact.sha256, _ABOUT.get(name, ""))
