"""Small real submissions, copied so that a test may break them."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[2] / "data" / "terminal-bench"
ORCHESTRATOR = "orchestrator_qwen-3-coder-480B"
DROID = "droid_gpt-5_rc1"


class Copy:
    """A submission that may be changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load(self, name: str) -> dict[str, Any]:
        value: dict[str, Any] = json.loads((self.folder / name).read_text(encoding="utf-8"))
        return value

    def save(self, name: str, value: object) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value), encoding="utf-8")

    def change(self, name: str, **members: object) -> None:
        self.save(name, self.load(name) | members)

    def change_row(self, trial: str, **members: object) -> None:
        table = self.load("results.json")
        for row in table["results"]:
            if row["trial_name"] == trial:
                row.update(members)
        self.save("results.json", table)

    def file(self, trial: str) -> str:
        (found,) = self.folder.glob(f"*/{trial}/results.json")
        return found.relative_to(self.folder).as_posix()

    def change_trial(self, trial: str, **members: object) -> None:
        """Change a trial in the table and in its own file."""
        self.change_row(trial, **members)
        self.change(self.file(trial), **members)


def _copy(name: str, tmp_path: Path) -> Copy:
    shutil.copytree(DATA / name, tmp_path / name)
    return Copy(tmp_path / name)


@pytest.fixture
def orchestrator(tmp_path: Path) -> Copy:
    """25 trials at five tasks, four of them only in the table; no times."""
    return _copy(ORCHESTRATOR, tmp_path)


@pytest.fixture
def droid(tmp_path: Path) -> Copy:
    """Four trials at four tasks, with times and without tokens."""
    return _copy(DROID, tmp_path)
