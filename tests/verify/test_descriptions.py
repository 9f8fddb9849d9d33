"""Formats for other tools are checked too: the typed table row by row, descriptions against their files."""

import io
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet as pq

from sitegen.build.pipeline import Options, build
from sitegen.verify.check import Report
from sitegen.verify.report import as_json, as_text
from tests.trees.generate import generate
from tests.verify.published import Published, check

TABLE = "benchmarks/results.parquet"
PACKAGE = "benchmarks/datapackage.json"
CROISSANT = "benchmarks/croissant.json"
OVERVIEW = "benchmarks/index.html"
Edit = Callable[[Published], object]


@pytest.fixture(scope="module")
def typed(tmp_path_factory) -> Path:
    root: Path = tmp_path_factory.mktemp("typed")
    generate(root, seed=3, runs=12)
    site = root / "content/site.toml"
    site.write_text(site.read_text(encoding="utf-8").replace("[data_set]", "parquet = true\n[data_set]", 1))
    assert not build(Options(root, 1, {}), lambda *_: None).failed
    return root / "public"


@pytest.fixture
def site(typed: Path, tmp_path: Path) -> Published:
    shutil.copytree(typed, tmp_path / "site")
    return Published(tmp_path / "site")


def _check(site: Published) -> Report:
    site.remake_hashes()
    return check(site.folder)


def _first_row(site: Published, **values: Any) -> None:
    file = site.folder / TABLE
    table = pq.read_table(io.BytesIO(file.read_bytes()))
    rows = table.to_pylist()
    rows[0].update(values)
    pq.write_table(type(table).from_pylist(rows, schema=table.schema), file)


def test_the_formats_as_built_are_consistent(site):
    assert _check(site).findings == ()


TAMPERINGS: list[tuple[str, str, Edit]] = [
    (TABLE, "/0/wall_ms", lambda site: _first_row(site, wall_ms=1)),
    (TABLE, "/0/status", lambda site: _first_row(site, status="not_started")),
    (TABLE, "/0/input", lambda site: _first_row(site, input=None)),
    (TABLE, "", lambda site: (site.folder / TABLE).write_bytes(b"PAR1 no table PAR1")),
    (
        PACKAGE,
        "/resources/0/hash",
        lambda site: site.edit_json(PACKAGE, lambda said: said["resources"][0].update(hash=f"sha256:{'0' * 64}")),
    ),
    (
        PACKAGE,
        "/resources/0/bytes",
        lambda site: site.edit_json(PACKAGE, lambda said: said["resources"][0].update(bytes=1)),
    ),
    (
        PACKAGE,
        "/resources/0/schema/fields",
        lambda site: site.edit_json(PACKAGE, lambda said: said["resources"][0]["schema"]["fields"].pop()),
    ),
    (PACKAGE, "/version", lambda site: site.edit_json(PACKAGE, lambda said: said.update(version="9"))),
    (CROISSANT, "/version", lambda site: site.edit_json(CROISSANT, lambda said: said.update(version="9"))),
    (
        CROISSANT,
        "/distribution/0/sha256",
        lambda site: site.edit_json(CROISSANT, lambda said: said["distribution"][0].update(sha256="0" * 64)),
    ),
    (CROISSANT, "/distribution", lambda site: site.edit_json(CROISSANT, lambda said: said["distribution"].pop())),
    (
        "CITATION.cff",
        "date-released",
        lambda site: site.replace("CITATION.cff", 'date-released: "2', 'date-released: "1'),
    ),
    (
        OVERVIEW,
        "/dateModified",
        lambda site: site.replace(OVERVIEW, '"dateModified":"2', '"dateModified":"1'),
    ),
    (
        OVERVIEW,
        "/distribution/0/contentSize",
        lambda site: site.replace(OVERVIEW, '"contentSize":"', '"contentSize":"1'),
    ),
    (PACKAGE, "", lambda site: site.write(PACKAGE, "[1]")),
    (CROISSANT, "", lambda site: site.write(CROISSANT, '{"distribution": 1}')),
]


@pytest.mark.parametrize(("file", "place", "edit"), TAMPERINGS)
def test_each_falsified_description_is_named(site, file, place, edit):
    edit(site)
    report = _check(site)
    assert [one for one in report.findings if one.file == file and one.pointer.endswith(place)], report.findings[:5]
    beside = {CROISSANT, OVERVIEW} if file == TABLE else set()  # they name its size and hash
    assert {one.file for one in report.findings} - beside == {file}


def test_a_table_that_cannot_be_read_here_is_told(site, monkeypatch):
    monkeypatch.setattr("sitegen.verify.typed.find_spec", lambda _name: None)
    report = _check(site)
    assert report.findings == ()
    assert report.unread == (TABLE,)
    assert f"{TABLE} was not read" in as_text(report)
    assert f'"{TABLE}"' in as_json(report)
