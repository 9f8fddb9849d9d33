"""Something else than a file in the place of a file of the build: it neither hangs, nor writes through, nor traces."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sitegen.scaffold import make_project

REFUSED, BUILT = 1, 0


@pytest.fixture
def project(tmp_path):
    make_project(tmp_path / "site")
    return tmp_path / "site"


def put(kind: str, place: Path) -> None:
    """Put a pipe, a link to a file of somebody else, or a folder that holds something into the place."""
    place.parent.mkdir(exist_ok=True)
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "link":
        place.symlink_to("../../precious.txt" if place.parent.name != "site" else "../precious.txt")
    else:
        place.mkdir()
        (place / "mine.txt").write_text("mine")


@pytest.mark.parametrize(
    ("kind", "name", "code"),
    [
        ("pipe", ".build/salt", BUILT),
        ("link", ".build/salt", BUILT),
        ("folder", ".build/salt", REFUSED),
        ("pipe", ".build/state", BUILT),
        ("pipe", ".build/snapshot", BUILT),
        ("link", ".build/snapshot", BUILT),
        ("pipe", ".build", REFUSED),
        ("pipe", "public.lock", REFUSED),
        ("link", "public.lock", REFUSED),
        ("folder", "public.lock", REFUSED),
        ("pipe", "public.stage", REFUSED),
        ("link", "public.stage", REFUSED),
        ("pipe", "public.stage/journal.json", REFUSED),
        ("link", "public.stage/journal.json", REFUSED),
        ("folder", "public.stage/journal.json", REFUSED),
        ("pipe", "public/manifest.json", REFUSED),
        ("link", "public/manifest.json", REFUSED),
    ],
)
def test_what_stands_in_the_way_is_named_or_replaced(project, kind, name, code):
    precious = project.parent / "precious.txt"
    precious.write_text("mine")
    put(kind, project / name)
    done = subprocess.run(
        [sys.executable, "-m", "sitegen.cli", "--root", str(project), "--format", "json", "--jobs", "1"],
        capture_output=True,
        text=True,
        timeout=300,  # far more than a build takes; one that waits for a pipe would wait for ever
    )
    assert (done.returncode, done.stderr) == (code, "")
    document = json.loads(done.stdout)
    assert document["issues"] == []
    if code == REFUSED:
        assert name.split("/")[0] in document["error"]
        assert "Traceback" not in document["error"]
    else:
        assert "error" not in document
        assert (project / "public/index.html").is_file()
    assert precious.read_text() == "mine"
    assert not (project / name).is_dir() or [path.name for path in (project / name).iterdir()] == ["mine.txt"]
