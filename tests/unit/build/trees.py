"""A small generated project, and what a build does to it."""

import json
import shutil
from pathlib import Path

from sitegen.build.pipeline import Options, Report, build
from tests.trees.generate import generate

RUNS = 160


def make_project(folder: Path, seed: int = 5, runs: int = RUNS) -> Path:
    """Write a generated content tree and return its root."""
    folder.mkdir(parents=True, exist_ok=True)
    generate(folder, seed, runs)
    return folder


def run_build(root: Path, jobs: int = 1, fresh: bool = False) -> Report:
    """Build without the environment's secrets and without progress."""
    return build(Options(root, jobs, {}, fresh), lambda _step, _done, _n: None)


def contents(public: Path) -> dict[str, bytes]:
    """Return every file of a site by address."""
    return {
        path.relative_to(public).as_posix(): path.read_bytes() for path in sorted(public.rglob("*")) if path.is_file()
    }


def edit_json(path: Path, **changes: object) -> None:
    """Change top-level members of a record, in the stored form."""
    record = json.loads(path.read_text())
    record.update(changes)
    path.write_text(json.dumps(record, indent=2, sort_keys=True) + "\n")


def copy_project(root: Path, to: Path) -> Path:
    """Copy the content of a project."""
    shutil.copytree(root / "content", to / "content")
    return to
