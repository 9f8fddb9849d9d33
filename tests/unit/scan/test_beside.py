"""Two folders looked at side by side give what one after the other would."""

import os
from pathlib import Path

import pytest

from sitegen import scan


@pytest.fixture
def folders(tmp_path):
    for name in ("content/a.json", "content/b/c.json", "site/index.html", "site/d/e.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    return tmp_path


@pytest.mark.parametrize("jobs", [1, 2])
def test_both_are_what_a_walk_finds(folders, jobs):
    tree, site = scan.walk_beside(folders, "content", folders / "site", jobs)
    assert tree == scan.walk(folders, "content")
    assert site == scan.walk(folders, "site").files
    assert [seen.path for seen in site] == ["site/d/e.html", "site/index.html"]


def test_a_missing_site_is_empty(folders):
    assert scan.walk_beside(folders, "content", folders / "nothing", 2)[1] == ()


def test_a_second_process_that_fails_costs_time_only(folders, monkeypatch):
    first, real = os.getpid(), scan.walk

    def fails_elsewhere(root: Path, folder: str) -> scan.Tree:
        if os.getpid() != first:
            raise OSError("no")
        return real(root, folder)

    monkeypatch.setattr(scan, "walk", fails_elsewhere)
    assert scan.walk_beside(folders, "content", folders / "site", 2)[1] == real(folders, "site").files
