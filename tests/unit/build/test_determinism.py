"""Equal content gives equal bytes, whatever the machine is set to."""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.build.trees import contents, make_project

SETTINGS = [
    {"TZ": "UTC", "LANG": "C", "LC_ALL": "C", "PYTHONHASHSEED": "0", "USER": "root", "HOME": "/nonexistent"},
    {"TZ": "Pacific/Apia", "LANG": "de_DE.UTF-8", "LC_ALL": "", "PYTHONHASHSEED": "4242", "USER": "jo", "HOME": "/"},
]


def _shuffled_copy(root: Path, to: Path, seed: int) -> Path:
    """Copy a content tree, creating its files in another order and with other times and modes."""
    files = sorted(path for path in (root / "content").rglob("*") if path.is_file())
    random.Random(seed).shuffle(files)
    for index, path in enumerate(files):
        target = to / path.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        target.chmod(0o600)
        os.utime(target, (1_000_000_000 + index, 1_000_000_000 + index))
    return to


@pytest.mark.parametrize("jobs", [1, 2])
def test_two_builds_are_equal_byte_for_byte(tmp_path, jobs):
    root = make_project(tmp_path / "first place")
    other = _shuffled_copy(root, tmp_path / "zweiter-ort" / "deep", 3)
    for place, settings, umask in ((root, SETTINGS[0], 0o022), (other, SETTINGS[1], 0o077)):
        subprocess.run(
            [sys.executable, "-m", "sitegen.cli", "--root", str(place), "--jobs", str(jobs)],
            env={**os.environ, **settings, "PYTHONPATH": str(Path.cwd())},
            check=True,
            umask=umask,
            capture_output=True,
        )
    assert contents(root / "public") == contents(other / "public")
