"""Every published number of seeded trees and of the shipped site follows from the published records."""

import shutil
from pathlib import Path

import pytest

from sitegen.build.pipeline import Options, build
from sitegen.verify.check import Report
from tests.trees.generate import generate
from tests.verify.published import Published, check

PROJECT = Path(__file__).resolve().parents[2]
SEEDS, RUNS = (11, 12), 120


def _check(root: Path) -> Report:
    built = build(Options(root, jobs=1, environ={}), lambda *_: None)
    assert not built.failed
    return check(root / "public")


@pytest.mark.parametrize("seed", SEEDS)
def test_every_number_follows_from_the_records(tmp_path, seed):
    generate(tmp_path, seed=seed, runs=RUNS)
    assert _check(tmp_path).findings == ()


@pytest.fixture(scope="module")
def shipped(tmp_path_factory) -> Path:
    root: Path = tmp_path_factory.mktemp("shipped")
    shutil.copytree(PROJECT / "content", root / "content")
    return root


@pytest.fixture(scope="module")
def report(shipped) -> Report:
    return _check(shipped)


def test_the_shipped_site_is_consistent(shipped, report):
    """The records counted are the files of the evidence."""
    assert report.findings == ()
    assert report.runs == len(list((shipped / "content").glob("evidence/*/runs/*/run.json")))
    assert report.claims == len(list((shipped / "content" / "claims").glob("*.toml")))
    assert report.signer is None


def test_the_published_records_are_those_of_the_content(shipped, report):
    for record in (shipped / "content").glob("evidence/*/runs/*/run.json"):
        suite, run = record.parts[-4], record.parts[-2]
        assert (shipped / f"public/benchmarks/runs/{suite}--{run}.json").read_bytes() == record.read_bytes()


def test_rows_in_files_of_their_own_are_compared_too(tmp_path, monkeypatch):
    monkeypatch.setattr("sitegen.exports.files.ROWS_MAX_BYTES", 1_000)
    generate(tmp_path, seed=SEEDS[0], runs=40)
    assert _check(tmp_path).findings == ()
    site = Published(tmp_path / "public")
    assert "rows" not in site.results()
    address = next(path for path in site.addresses("benchmarks/cohorts/", ".json") if site.json(path)[0]["input"])
    site.edit_json(address, lambda rows: rows[0].update(input=rows[0]["input"] + 1))
    site.remake_hashes()
    (found,) = check(site.folder).findings
    assert (found.file, found.pointer) == (address, "/0/input")
