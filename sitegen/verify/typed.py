"""`results.parquet` against the rows that follow from the records; it can be read where pyarrow is installed."""

import io
from collections.abc import Iterator, Sequence
from decimal import Decimal
from importlib.util import find_spec
from typing import Any

from sitegen.verify.finding import Finding, differences
from sitegen.verify.held import Site
from sitegen.verify.records import Object

TABLE = "benchmarks/results.parquet"


def unread(site: Site) -> tuple[str, ...]:
    """Return the files of which only the hash can be checked here."""
    return (TABLE,) if TABLE in site.files and find_spec("pyarrow") is None else ()


def table_faults(site: Site, rows: Sequence[Object]) -> Iterator[Finding]:
    """Yield every value of the table that is not the one worked out."""
    if TABLE not in site.files or unread(site):
        return
    import pyarrow as pa
    from pyarrow import parquet as pq

    try:
        table = pq.read_table(io.BytesIO(site.data(TABLE)))
        names, found = table.column_names, [_plain(row) for row in table.to_pylist()]
    except (pa.ArrowException, OSError, ValueError, TypeError) as error:
        yield Finding(TABLE, "", "file", str(error).split("\n", maxsplit=1)[0], "a Parquet table")
        return
    yield from differences(TABLE, "", [{name: row.get(name) for name in names} for row in rows], found)


def _plain(row: dict[str, Any]) -> Object:
    return {name: _text(value) if isinstance(value, Decimal) else value for name, value in row.items()}


def _text(value: Decimal) -> str:
    """Return exact dollars without trailing zeros."""
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
