"""Formats for other tools within the build: which are made, when they change, and what is lacking for them."""

import json

import pytest

from sitegen.build.pipeline import Options, check
from tests.unit.build.trees import run_build
from tests.unit.validate.base import write_base

SITE = "content/site.toml"


@pytest.fixture
def project(tmp_path):
    write_base(tmp_path)
    return tmp_path


def _set(project, line: str) -> None:
    text = (project / SITE).read_text(encoding="utf-8")
    (project / SITE).write_text(text.replace("[data_set]", f"{line}\n\n[data_set]"), encoding="utf-8")


def _json(project, name: str):
    return json.loads((project / "public/benchmarks" / name).read_bytes())


def test_parquet_is_made_where_the_site_says_so(project):
    assert run_build(project).issues == ()
    assert not (project / "public/benchmarks/results.parquet").exists()
    assert [one["name"] for one in _json(project, "croissant.json")["distribution"]] == ["results.csv", "results.json"]
    _set(project, "parquet = true")
    assert run_build(project).issues == ()
    files = {one["name"]: one for one in _json(project, "croissant.json")["distribution"]}
    manifest = {row["path"]: row for row in json.loads((project / "public/manifest.json").read_bytes())["files"]}
    for name in ("results.csv", "results.parquet", "results.json"):
        entry = manifest[f"benchmarks/{name}"]
        assert (files[name]["sha256"], files[name]["contentSize"]) == (entry["sha256"], f"{entry['size']} B")
    assert "results.parquet" in (project / "public/benchmarks/data.html").read_text(encoding="utf-8")


def test_without_the_library_the_build_names_it_and_changes_nothing(project, monkeypatch):
    _set(project, "parquet = true")
    monkeypatch.setattr("sitegen.exports.parquet.find_spec", lambda _name: None)
    for issues in (run_build(project).issues, check(Options(project, 1, {}), lambda *_: None)[0]):
        (one,) = issues
        assert (one.code, one.file, one.pointer, one.found) == ("format-unavailable", SITE, "/parquet", "no pyarrow")
        assert "extra `parquet`" in one.expected
    assert not (project / "public").exists()


def test_compressed_bytes_are_not_read_as_text(project, monkeypatch):
    """Bytes without meaning can look like a home path by chance; what they hold is scanned where it is text."""
    noise = b"\x00/home/somebody/x\x00"
    monkeypatch.setattr("sitegen.build.plan.results_parquet", lambda _rows: noise)
    monkeypatch.setattr("sitegen.build.social._painter", lambda _drawing: lambda: noise)
    _set(project, 'parquet = true\nbase_url = "https://example.org/lab"')
    assert run_build(project).issues == ()
    assert (project / "public/benchmarks/results.parquet").read_bytes() == noise


def test_the_overview_describes_the_data_set_as_data(project):
    run_build(project)
    page = (project / "public/benchmarks/index.html").read_text(encoding="utf-8")
    block = page.partition('<script type="application/ld+json">')[2].partition("</script>")[0]
    said = json.loads(block)
    assert said["@type"] == "Dataset"
    size = (project / "public/benchmarks/results.csv").stat().st_size
    assert {one["name"]: one["contentSize"] for one in said["distribution"]}["results.csv"] == f"{size} B"
