"""Entries of the leak gate's allow-list that allow nothing any more."""

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from sitegen.issues import Issue, issue
from sitegen.layout import ALLOWED_LEAKS_FILE, CONTENT
from sitegen.leaks import Finding, Gate, unused


def unused_entries(gate: Gate, files: Mapping[str, str]) -> Iterator[Issue]:
    """Yield an issue per entry that matches nothing; only files that an entry names are read.

    Args:
        gate: The gate with its allow-list.
        files: Where every file of the content and of the site is, by its path as findings show it.
    """
    places = {entry: f"/allowed/{number}" for number, entry in enumerate(gate.allowed)}
    for entry in unused(gate.allowed, _findings(gate, files)):
        file, found = f"{CONTENT}/{ALLOWED_LEAKS_FILE}", f"{entry.code} in {entry.file}"
        yield issue("leak-allow-unused", file, places[entry], found=found, expected="a finding that it allows")


def _findings(gate: Gate, files: Mapping[str, str]) -> Iterator[Finding]:
    for path, place in files.items():
        if any(path == entry.file or fnmatchcase(path, entry.file) for entry in gate.allowed):
            yield from gate.find(path, Path(place).read_bytes())
