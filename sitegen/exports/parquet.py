"""The run table as Parquet, typed: unknown is null, texts are as they are, dollars are exact decimals."""

import io
from collections.abc import Mapping, Sequence
from decimal import Decimal
from importlib.util import find_spec
from typing import Any

from sitegen.exports.columns import COLUMNS, Cell, Column, cells
from sitegen.rows import RunRow

EXTRA = "parquet"
"""Extra of this package that brings the library."""
_USD_DIGITS, _USD_DECIMALS = 20, 10
_ROWS_A_GROUP = 100_000


def available() -> bool:
    """Return whether the library is installed."""
    return find_spec("pyarrow") is not None


def results_parquet(rows: Mapping[str, Sequence[RunRow]]) -> bytes:
    """Return `results.parquet`: the columns and rows of `results.csv`, in its order.

    The same rows give the same bytes with the same release of the library, which writes its version into the file.
    """
    import pyarrow as pa
    from pyarrow import parquet as pq

    types = {
        "text": pa.string(),
        "integer": pa.int64(),
        "boolean": pa.bool_(),
        "decimal": pa.decimal128(_USD_DIGITS, _USD_DECIMALS),
    }
    lines = [cells(row, cohort) for cohort, found in rows.items() for row in found]
    arrays, fields = [], []
    for index, column in enumerate(COLUMNS):
        kind = types[column.type]
        arrays.append(pa.array(_typed([line[index] for line in lines], column.type), kind))
        fields.append(pa.field(column.name, kind, metadata=_said(column)))
    table = pa.Table.from_arrays(arrays, schema=pa.schema(fields))
    target = io.BytesIO()
    pq.write_table(table, target, compression="zstd", row_group_size=_ROWS_A_GROUP)
    return target.getvalue()


def _typed(values: list[Cell], kind: str) -> list[Any]:
    return [None if value is None else Decimal(str(value)) for value in values] if kind == "decimal" else values


def _said(column: Column) -> dict[str, str]:
    return {"meaning": column.meaning, **({"unit": column.unit} if column.unit else {})}
