"""Builds trees and recomputes every published number from their evidence.

`ORACLE_SEEDS=1,2,3 ORACLE_RUNS=400 pytest tests/oracle` chooses other trees.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

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


@pytest.mark.parametrize("seed", SEEDS)
def test_every_number_follows_from_the_evidence(tmp_path, seed):
    generate(tmp_path, seed=seed, runs=RUNS)
    assert recompute(tmp_path, _build(tmp_path)) == []


def test_the_shipped_numbers_follow_from_the_shipped_evidence(tmp_path):
    shutil.copytree(PROJECT / "content", tmp_path / "content")
    assert recompute(tmp_path, _build(tmp_path)) == []


def test_rows_in_files_of_their_own_are_compared_too(tmp_path, monkeypatch):
    monkeypatch.setattr("sitegen.exports.files.ROWS_MAX_BYTES", 1_000)
    generate(tmp_path, seed=SEEDS[0], runs=40)
    results = _build(tmp_path)
    published = json.loads(results.read_bytes())
    assert "rows" not in published
    assert recompute(tmp_path, results) == []
    address = min(published["row_files"].values())
    rows = json.loads((tmp_path / "public" / address).read_bytes())
    rows[0]["input"] += 1
    (tmp_path / "public" / address).write_text(json.dumps(rows))
    (line,) = recompute(tmp_path, results)
    assert line.startswith(f"rows/{rows[0]['address']}/input: ")


def _script(*arguments: object) -> subprocess.CompletedProcess[str]:
    script = PROJECT / "tests" / "oracle" / "recompute.py"
    command = [sys.executable, "-I", str(script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_script_prints_what_it_finds(tmp_path):
    generate(tmp_path, seed=SEEDS[0], runs=24)
    results = _build(tmp_path)
    as_built = _script(tmp_path)
    assert (as_built.returncode, as_built.stderr) == (0, "")
    assert as_built.stdout.startswith("no difference: ")
    published = json.loads(results.read_bytes())
    published["suites"][0]["counts"]["planned"] += 1
    edited = tmp_path / "public" / "benchmarks" / "edited.json"
    edited.write_text(json.dumps(published))
    found = _script(tmp_path, edited)
    assert (found.returncode, found.stderr) == (1, "")
    assert found.stdout.splitlines()[0].startswith(f"suites/{published['suites'][0]['id']}/counts/planned: ")


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
    sources = [path for path in (PROJECT / "tests" / "oracle").glob("*.py") if not path.name.startswith("test_")]
    assert {"recompute.py", "expected.py"} <= {path.name for path in sources}
    for path in sources:
        lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
        used = {words[1] for words in lines if words and words[0] in ("import", "from")}
        foreign = {name for name in used if name.split(".")[0] not in sys.stdlib_module_names}
        assert all(name.split(".")[:2] == ["tests", "oracle"] for name in foreign), path.name
