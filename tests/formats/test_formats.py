"""The published formats before their own validators and readers: valid without a warning, and the same figures."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sitegen.build.pipeline import Options, build
from tests.formats.readers import MEASURES
from tests.trees.generate import generate

PROJECT = Path(__file__).resolve().parents[2]
READERS = PROJECT / ".venv-formats" / "bin"
CITATION = PROJECT / ".venv-citation" / "bin" / "cffconvert"


def _built(root: Path) -> Path:
    report = build(Options(root, 1, {}), lambda *_: None)
    assert not report.failed, report.issues
    public: Path = root / "public" / "benchmarks"
    return public


@pytest.fixture(scope="module", params=["shipped", "seeded", "addressed"])
def data(request, tmp_path_factory) -> Path:
    """The shipped site; a seeded one of every state; the same with an address of its own."""
    root: Path = tmp_path_factory.mktemp(str(request.param))
    if request.param == "shipped":
        shutil.copytree(PROJECT / "content", root / "content")
        return _built(root)
    generate(root, seed=9, runs=160)
    site = root / "content" / "site.toml"
    address = 'base_url = "https://example.org/lab"\n' if request.param == "addressed" else ""
    head, mark, rest = site.read_text(encoding="utf-8").partition("[data_set]")
    without = "".join(line for line in head.splitlines(keepends=True) if not line.startswith("base_url"))
    site.write_text(f"{without}parquet = true\n{address}{mark}{rest}", encoding="utf-8")
    return _built(root)


@pytest.fixture
def copied(data: Path, tmp_path: Path) -> Path:
    for name in ("results.csv", "results.parquet", "results.json", "croissant.json", "datapackage.json"):
        shutil.copy(data / name, tmp_path)
    return tmp_path


def _run(*command: object, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=check)


def _read(what: str, folder: Path) -> Any:
    return json.loads(_run(READERS / "python", PROJECT / "tests/formats/readers.py", what, folder).stdout)


def _expected(folder: Path) -> dict[str, list[float | None]]:
    results = json.loads((folder / "results.json").read_bytes())
    found = {}
    for cohort in results["cohorts"]:
        known = {one["measure"]: one["all_runs"].get("median") for one in cohort["measures"]}
        medians = [None if known[name] is None else float(known[name]) for name in MEASURES]
        if cohort["counts"]["attempted"]:
            found[cohort["id"]] = [cohort["counts"]["attempted"], *medians]
    return found


def test_every_reader_finds_the_published_figures(data):
    wanted = _expected(data)
    for reader, found in _read("figures", data).items():
        assert found == wanted, reader


def test_croissant_is_read_whole_and_without_a_warning(data):
    """The rows are those of results.json; a measure that a protocol does not have is null here and absent there."""
    read = _read("croissant", data)
    assert (read["errors"], read["warnings"]) == ([], [])
    rows = {row["address"]: row for row in json.loads((data / "results.json").read_bytes())["rows"]}
    assert [row["address"] for row in read["rows"]] == list(rows)
    for row in read["rows"]:
        wanted = rows[row["address"]]
        for name in (*MEASURES, "status", "fixture", "checks_passed", "cohort"):
            assert row[name] == wanted[name], (row["address"], name)


def test_mlcroissant_itself_says_nothing(data):
    told = _run(READERS / "mlcroissant", "validate", "--jsonld", data / "croissant.json")
    assert "WARNING" not in told.stdout + told.stderr
    assert "Error" not in told.stdout + told.stderr


def test_mlcroissant_refuses_another_table(copied):
    table = copied / "results.csv"
    table.write_text(table.read_text(encoding="utf-8").replace("completed", "failed", 1), encoding="utf-8")
    told = _run(
        *(READERS / "mlcroissant", "load", "--jsonld", copied / "croissant.json", "--record_set", "runs"), check=False
    )
    assert told.returncode
    assert "sha256" in told.stderr.lower() or "hash" in told.stderr.lower()


def test_frictionless_finds_size_hash_types_and_key_right(data):
    told = json.loads(_run(READERS / "frictionless", "validate", "--json", data / "datapackage.json").stdout)
    assert (told["valid"], told["stats"]["errors"], told["stats"]["warnings"]) == (True, 0, 0)
    assert told["tasks"][0]["stats"]["rows"] == len(_rows(data))


def _rows(data: Path) -> list[Any]:
    rows: list[Any] = json.loads((data / "results.json").read_bytes())["rows"]
    return rows


def test_frictionless_finds_what_is_wrong(copied):
    table = copied / "results.csv"
    lines = table.read_text(encoding="utf-8").split("\n")
    table.write_text("\n".join([*lines[:2], *lines[1:]]), encoding="utf-8")
    told = json.loads(
        _run(READERS / "frictionless", "validate", "--json", copied / "datapackage.json", check=False).stdout
    )
    assert {error["type"] for task in told["tasks"] for error in task["errors"]} >= {"hash-count", "byte-count"}


def test_the_citation_is_valid(data):
    told = _run(CITATION, "--validate", "-i", data.parent / "CITATION.cff")
    assert "valid according to schema version 1.2.0" in told.stdout


def test_the_lines_that_the_data_page_offers_give_the_published_medians(data):
    wanted = {cohort: values[1] for cohort, values in _expected(data).items()}
    assert _read("offered", data) == {"duckdb": wanted, "pandas": wanted}
