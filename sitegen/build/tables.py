"""The rows of all runs for the data files, cohort by cohort: what no run changed is taken from the last build."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegen import pool
from sitegen.exports.files import csv_lines, rows_json
from sitegen.rows import RunRow

_FEW, _CHUNK = 24, 6
"""Fewer cohorts than this are encoded by one process; a worker takes so many at a time."""


class TableMemo(NamedTuple):
    """A cohort in the data files of the last build."""

    key: str
    """Hash of everything that its rows depend on."""
    below: int
    """Bytes of `results.csv` from its first line to the end of the file."""
    size: int
    """Bytes of its lines."""
    json_size: int
    """Bytes of its rows as JSON."""


class _Encoded(NamedTuple):
    lines: bytes
    json: bytes


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of one cohort."""

    cohort: str
    rows: Sequence[RunRow]
    encoded: _Encoded | None
    """None where the last build had the very same."""
    found: TableMemo | None
    """Where the last build had it; None with `encoded`."""
    memo: TableMemo
    """Where this build has it."""

    def json(self) -> bytes:
        """Return the rows as a JSON list."""
        return rows_json(self.rows, self.cohort) if self.encoded is None else self.encoded.json

    def lines(self, published: bytes) -> bytes:
        """Return the lines of `results.csv`, from that of the last build where it has them."""
        if self.encoded is not None:
            return self.encoded.lines
        assert self.found is not None
        start = len(published) - self.found.below
        return published[start : start + self.found.size]


def tables(
    rows: Mapping[str, Sequence[RunRow]], digests: Mapping[str, str], known: Mapping[str, TableMemo], jobs: int
) -> tuple[Table, ...]:
    """Return the rows of each cohort.

    Args:
        rows: By cohort id.
        digests: Hash of everything that a row depends on, by run address.
        known: The cohorts of the last build by id, where its `results.csv` is still there.
        jobs: Processes.
    """
    keys = {cohort: _key(cohort, found, digests) for cohort, found in rows.items()}
    same = {cohort: known[cohort] for cohort, key in keys.items() if cohort in known and known[cohort].key == key}
    todo = [cohort for cohort in keys if cohort not in same]
    encoded = dict(zip(todo, pool.each(_encode, todo, rows, jobs, _FEW, _CHUNK), strict=True))
    made = []
    below = 0
    for cohort in reversed(keys):
        new = encoded.get(cohort)
        size, json_size = (len(new.lines), len(new.json)) if new else same[cohort][2:]
        below += size
        memo = TableMemo(keys[cohort], below, size, json_size)
        made.append(Table(cohort, rows[cohort], new, same.get(cohort), memo))
    return tuple(reversed(made))


def _encode(rows: Mapping[str, Sequence[RunRow]], cohort: str) -> _Encoded:
    return _Encoded(csv_lines(rows[cohort], cohort), rows_json(rows[cohort], cohort))


def _key(cohort: str, rows: Sequence[RunRow], digests: Mapping[str, str]) -> str:
    return hashlib.sha256("\n".join([cohort, *(digests[row.address] for row in rows)]).encode()).hexdigest()
