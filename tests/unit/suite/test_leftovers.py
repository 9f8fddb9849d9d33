"""What a killed runner leaves behind is gone after the next start; nothing else is touched."""

import subprocess
import sys
from pathlib import Path

import pytest

from runner.scratch import scratch
from runner.suite import manifest as manifests
from runner.suite.leftovers import clear
from tests.unit.api.rig import ROOT
from tests.unit.suite.rig import Runs, driven, model

HOLDS = """
import sys, time
from pathlib import Path
from runner.scratch import scratch
with scratch(Path(sys.argv[1])) as folder:
    (folder / "a").mkdir()
    print(folder, flush=True)
    time.sleep(600)
"""


def holder(place):
    """A process with a folder, and the name of that."""
    process = subprocess.Popen([sys.executable, "-c", HOLDS, str(place)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process.stdout:
        return process, Path(process.stdout.readline().strip())


def test_a_folder_is_new_empty_private_and_gone_afterwards(tmp_path):
    with scratch(tmp_path) as folder:
        assert list(folder.iterdir()) == []
        assert folder.stat().st_mode & 0o777 == 0o700
        (folder / "file").write_text("x")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_was_moved_stays(tmp_path):
    with scratch(tmp_path) as folder:
        (folder / "file").write_text("x")
        folder.rename(tmp_path / "kept")
    assert [path.name for path in tmp_path.rglob("*")] == ["kept", "file"]


def test_the_folder_of_a_killed_process_is_removed_and_that_of_a_living_one_stays(tmp_path):
    process, folder = holder(tmp_path)
    try:
        with scratch(tmp_path):
            assert folder.is_dir()
    finally:
        process.kill()
        process.wait()
    assert folder.is_dir()
    with scratch(tmp_path):
        assert not folder.is_dir()
    assert list(tmp_path.iterdir()) == []


def test_what_only_looks_like_such_a_folder_stays(tmp_path):
    (tmp_path / "fairtrial-mine").mkdir()
    (tmp_path / "fairtrial-mine/work").write_text("x")
    (tmp_path / "fairtrial-file").write_text("x")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/held.lock").touch()
    (tmp_path / "fairtrial-link").symlink_to(tmp_path / "elsewhere")
    before = sorted(tmp_path.rglob("*"))
    with scratch(tmp_path):
        pass
    assert sorted(tmp_path.rglob("*")) == before


@pytest.fixture
def suite(tmp_path):
    """A suite with what a runner leaves behind that is killed while it writes."""
    folder = tmp_path / "suites/first"
    driven(folder, [model("a")], Runs())
    for name in (".part-x", "runs/a-r1/.part-y", "runs/a-r1/.reserve"):
        (folder / name).write_text("half")
    return folder


def names(folder):
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


WHOLE = ["protocol.json", "run.json", "running.lock", "suite.json"]


def test_halves_of_files_are_removed_from_a_suite_whose_runner_is_gone(suite):
    with manifests.held(suite):
        clear(suite.parent)
        assert len(names(suite)) == len(WHOLE) + 3
    clear(suite.parent)
    assert names(suite) == WHOLE


def test_a_folder_that_is_no_suite_is_left_alone(suite):
    (suite / "suite.json").rename(suite / "other.json")
    before = names(suite)
    clear(suite.parent)
    assert names(suite) == before
