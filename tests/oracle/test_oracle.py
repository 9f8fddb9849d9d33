"""Builds trees and recomputes every published number from their evidence.

`ORACLE_SEEDS=1,2,3 ORACLE_RUNS=400 pytest tests/oracle` chooses other trees.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sitegen.build.pipeline import Options, build
from tests.oracle.recompute import RESULTS, recompute
from tests.trees.generate import generate

PROJECT = Path(__file__).resolve().parents[2]
SEEDS = [int(seed) for seed in os.environ.get("ORACLE_SEEDS", "11,12,13").split(",")]
RUNS = int(os.environ.get("ORACLE_RUNS", "180"))


def _build(root: Path) -> Path:
    report = build(Options(root, jobs=1, environ={}), lambda *_: None)
    assert not report.issues
    return root / RESULTS


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    return _tree(tmp_path_factory.mktemp("built"), SEEDS[0])


def _tree(root: Path, seed: int) -> Path:
    generate(root, seed=seed, runs=RUNS)
    _build(root)
    return root


@pytest.mark.parametrize("seed", SEEDS)
def test_every_number_follows_from_the_evidence(tmp_path, seed):
    _tree(tmp_path, seed)
    assert recompute(tmp_path, tmp_path / RESULTS) == []


def test_the_shipped_numbers_follow_from_the_shipped_evidence(tmp_path):
    shutil.copytree(PROJECT / "content", tmp_path / "content")
    assert recompute(tmp_path, _build(tmp_path)) == []


def test_rows_in_files_of_their_own_are_compared_too(tmp_path, monkeypatch):
    monkeypatch.setattr("sitegen.exports.files.ROWS_MAX_BYTES", 1_000)
    generate(tmp_path, seed=SEEDS[0], runs=40)
    results = _build(tmp_path)
    published = json.loads(results.read_bytes())
    assert "rows" not in published
    before = recompute(tmp_path, results)
    assert not [line for line in before if line.startswith("rows")]
    address = min(published["row_files"].values())
    rows = json.loads((tmp_path / "public" / address).read_bytes())
    rows[0]["input"] += 1
    (tmp_path / "public" / address).write_text(json.dumps(rows))
    assert _new(recompute(tmp_path, results), before) == [f"rows/{rows[0]['address']}/input"]


def _new(found: list[str], before: list[str]) -> list[str]:
    """Return the places of differences that were not there before."""
    return [line.split(": ")[0] for line in found if line not in before]


@pytest.fixture(scope="module")
def before(built) -> list[str]:
    return recompute(built, built / RESULTS)


@pytest.fixture
def copied(built, tmp_path) -> Path:
    for name in ("results.json", "results.csv"):
        shutil.copy(built / "public" / "benchmarks" / name, tmp_path)
    return Path(tmp_path / "results.json")


def _known(published: Any) -> Any:
    """Return a cohort with an interval around a known wall time."""
    return next(
        cohort
        for cohort in published["cohorts"]
        if cohort["measures"][0]["all_runs"]["state"] == "known" and cohort["measures"][0]["all_runs"]["interval"]
    )


def _digit(published: Any) -> str:
    cohort = _known(published)
    summary = cohort["measures"][0]["all_runs"]
    summary["median"] = summary["median"][:-1] + str((int(summary["median"][-1]) + 1) % 10)
    return f"cohorts/{cohort['id']}/measures/wall_ms/all_runs/median"


def _rank(published: Any) -> str:
    cohort = _known(published)
    cohort["measures"][0]["all_runs"]["interval"]["low_rank"] += 1
    return f"cohorts/{cohort['id']}/measures/wall_ms/all_runs/interval/low_rank"


def _denominator(published: Any) -> str:
    cohort = next(one for one in published["cohorts"] if one["build_check"])
    cohort["build_check"]["n"] += 1
    return f"cohorts/{cohort['id']}/build_check/n"


def _zero_for_unknown(published: Any) -> str:
    row = next(row for row in published["rows"] if row["wall_ms"] is None)
    row["wall_ms"] = 0
    return f"rows/{row['address']}/wall_ms"


def _text_for_number(published: Any) -> str:
    row = next(row for row in published["rows"] if row["input"])
    row["input"] = str(row["input"])
    return f"rows/{row['address']}/input"


def _suite_count(published: Any) -> str:
    published["suites"][0]["counts"]["planned"] += 1
    return f"suites/{published['suites'][0]['id']}/counts/planned"


def _protocol_count(published: Any) -> str:
    published["protocols"][0]["fixtures"]["failed"] += 1
    return f"protocols/{published['protocols'][0]['kind']}/fixtures/failed"


def _label(published: Any) -> str:
    cohort = next(one for one in published["cohorts"] if one["labels"])
    cohort["labels"] = []
    return f"cohorts/{cohort['id']}/labels"


def _verdict(published: Any) -> str:
    claim = next(one for one in published["claims"] if not one["made"])
    claim["made"] = True
    return f"claims/{claim['id']}/made"


def _lost_run(published: Any) -> str:
    published["rows"].pop()
    return "rows/*/address"


EDITS = [
    _digit,
    _rank,
    _denominator,
    _zero_for_unknown,
    _text_for_number,
    _suite_count,
    _protocol_count,
    _label,
    _verdict,
    _lost_run,
]


@pytest.mark.parametrize("edit", EDITS)
def test_one_wrong_figure_is_found_and_named(built, before, copied, edit):
    published = json.loads(copied.read_bytes())
    place = edit(published)
    copied.write_text(json.dumps(published))
    assert _new(recompute(built, copied), before) == [place]


def test_one_wrong_cell_of_the_csv_is_found_and_named(built, before, copied):
    table = copied.parent / "results.csv"
    lines = table.read_text(encoding="utf-8").split("\n")
    lines[1] = lines[1].replace(",completed,", ",failed,")
    table.write_text("\n".join(lines), encoding="utf-8")
    (place,) = _new(recompute(built, copied), before)
    assert place.startswith("results.csv/")
    assert place.endswith("/status")


def _script(*arguments: object) -> subprocess.CompletedProcess[str]:
    script = PROJECT / "tests" / "oracle" / "recompute.py"
    command = [sys.executable, "-I", str(script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_script_prints_what_it_finds(built, before, copied):
    as_built = _script(built)
    assert as_built.stderr == ""
    assert as_built.returncode == bool(before)
    published = json.loads(copied.read_bytes())
    place = _digit(published)
    copied.write_text(json.dumps(published))
    edited = _script(built, copied)
    assert edited.returncode == 1
    assert place in [line.split(": ")[0] for line in edited.stdout.splitlines()]


@pytest.mark.parametrize("arguments", [(), ("/nowhere",), ("--seeds", "x"), ("--seeds", "1", "."), ("a", "b", "c")])
def test_the_script_says_how_it_is_called(arguments):
    called = _script(*arguments)
    assert called.returncode == 2
    assert called.stderr.startswith("usage: ")
    helped = _script("--help")
    assert (helped.returncode, helped.stderr) == (0, "")


def test_the_script_makes_trees_of_its_own():
    """Of so few runs none is imported; the columns of imported runs are there all the same."""
    made = _script("--seeds", "5,6", "--runs", "24")
    assert (made.returncode, made.stderr) == (0, "")
    lines = made.stdout.splitlines()
    assert [line.split(", ")[0] for line in lines] == ["seed 5", "seed 6"]
    assert all("no difference" in line for line in lines)


def test_a_tree_that_was_not_built_is_named(tmp_path):
    (tmp_path / "content").mkdir()
    called = _script(tmp_path)
    assert (called.returncode, called.stderr) == (1, "")
    assert "build the site first" in called.stdout


def test_the_recomputation_uses_nothing_of_the_product():
    allowed = {
        "argparse",
        "csv",
        "json",
        "subprocess",
        "sys",
        "tempfile",
        "collections",
        "pathlib",
        "typing",
        "tomllib",
        "fractions",
        "math",
        "hashlib",
        "datetime",
    }
    for name in ("recompute", "evidence", "expected", "figures", "claims"):
        text = (PROJECT / "tests" / "oracle" / f"{name}.py").read_text(encoding="utf-8")
        lines = [line.split() for line in text.splitlines() if line.startswith(("import ", "from "))]
        used = {
            words[1].split(".")[0]
            for words in lines
            if words[1] != "tests.oracle" and not words[1].startswith("tests.oracle.")
        }
        assert used <= allowed, name
