"""What an earlier build knew, so that only what differs is read and drawn again. Losing it costs time, nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import NamedTuple

import orjson

from sitegen.build.memory import Memory
from sitegen.load.reader import FileMemo
from sitegen.rows import RunRow

_STATE = "state.json"


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


def load_state(memory: Memory, key: str) -> State:
    """Return the state saved under the key, or an empty one."""
    try:
        found = orjson.loads(memory.read(_STATE) or b"")
        if found["key"] != key:
            return State()
        return State(
            {path: FileMemo(*memo) for path, memo in found["files"].items()},
            {digest: _row(values) for digest, values in found["rows"].items()},
            {path: OutputMemo(*memo) for path, memo in found["outputs"].items()},
        )
    except (OSError, ValueError, TypeError, LookupError, AttributeError):
        return State()


def save_state(memory: Memory, key: str, state: State) -> None:
    """Keep the state for the next build."""
    document = {
        "key": key,
        "files": state.files,
        "rows": {digest: _values(row) for digest, row in state.rows.items()},
        "outputs": state.outputs,
    }
    memory.write(_STATE, orjson.dumps(document, default=list))


_FIELDS = tuple(one.name for one in fields(RunRow))
_REPORTED = _FIELDS.index("reported")


def _values(row: RunRow) -> list[object]:
    return [getattr(row, name) for name in _FIELDS]


def _row(values: list[object]) -> RunRow:
    values[_REPORTED] = tuple(values[_REPORTED])  # type: ignore[arg-type]  # a list of names
    return RunRow(*values)  # type: ignore[arg-type]  # written by _values
