"""The run table as Parquet: the rows of the CSV, typed."""

import io
from decimal import Decimal

import pandas as pd
from pyarrow import parquet as pq

from sitegen.exports.columns import COLUMNS
from sitegen.exports.parquet import results_parquet
from tests.unit.aggregate.rows import api_row, imported_row


def _rows():
    costly = api_row(1, model_label="=1+1", values={"cost_ticks": 2**53 - 1, "input": None})
    return {"c": [costly, api_row(2, status="failed")], "d": [imported_row(3)]}


def read(rows) -> list[dict[str, object]]:
    lines: list[dict[str, object]] = pq.read_table(io.BytesIO(results_parquet(rows))).to_pylist()
    return lines


def test_values_are_typed_exact_and_null_where_unknown():
    first, second, third = read(_rows())
    assert (first["cohort"], first["run"], second["status"], third["kind"]) == ("c", "r1", "failed", "imported")
    assert (first["cost_ticks"], first["cost_usd"]) == (9_007_199_254_740_991, Decimal("900719.9254740991"))
    assert first["input"] is None
    assert first["model_label"] == "=1+1"
    assert third["turns"] is None
    assert first["fixture"] is False


def test_columns_are_those_of_the_dictionary_with_their_meaning():
    schema = pq.read_schema(io.BytesIO(results_parquet(_rows())))
    assert schema.names == [column.name for column in COLUMNS]
    assert schema.field("wall_ms").metadata[b"unit"] == b"ms"
    assert b"wall" in schema.field("wall_ms").metadata[b"meaning"].lower()


def test_the_same_rows_give_the_same_bytes_and_no_rows_a_table():
    assert results_parquet(_rows()) == results_parquet(_rows())
    assert read({}) == []
    assert list(pd.read_parquet(io.BytesIO(results_parquet({}))).columns) == [column.name for column in COLUMNS]
