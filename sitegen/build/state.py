"""What an earlier build knew, so that only what differs is read and drawn again. Losing it costs time, nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from sitegen.build.memory import Memory
from sitegen.build.tables import TableMemo
from sitegen.load.reader import FileMemo
from sitegen.rows import RunRow

_STATE = "state"


class OutputMemo(NamedTuple):
    """A published file: what it was made from, what it is, and how the file system showed it."""

    key: str
    sha256: str
    size: int
    ctime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class State:
    """Files, rows and outputs of the last build; empty when there was none, or by another program."""

    files: Mapping[str, FileMemo] = field(default_factory=dict)
    """Content files by path: hashed and free of leaks."""
    rows: Mapping[str, RunRow] = field(default_factory=dict)
    """Rows by run digest: checked and free of issues."""
    outputs: Mapping[str, OutputMemo] = field(default_factory=dict)
    """Published files by address."""
    tables: Mapping[str, TableMemo] = field(default_factory=dict)
    """Cohorts in the data files, by id."""


def load_state(memory: Memory, key: str) -> State:
    """Return the state saved under the key, or an empty one."""
    found = memory.recall(_STATE, key)
    if found is None:
        return State()
    try:
        files, rows, outputs, tables = found
        return State(
            {path: FileMemo._make(memo) for path, memo in files.items()},
            {digest: RunRow._make(values) for digest, values in rows.items()},
            {path: OutputMemo._make(memo) for path, memo in outputs.items()},
            {cohort: TableMemo._make(memo) for cohort, memo in tables.items()},
        )
    except (ValueError, TypeError, AttributeError):
        return State()


def save_state(memory: Memory, key: str, state: State) -> None:
    """Keep the state for the next build."""
    memory.keep(_STATE, key, tuple(map(_plain, (state.files, state.rows, state.outputs, state.tables))))


def _plain(memos: Mapping[str, tuple[object, ...]]) -> dict[str, tuple[object, ...]]:
    return {name: tuple(memo) for name, memo in memos.items()}
