"""What is measured side by side: our build, Hugo, and the least that any such build must do."""

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from tests.bench import hugosite
from tests.trees.jsonform import Object, write_json

STEPS = ("clean", "nothing", "one")
"""A build from nothing, one with nothing changed, one with one record changed; always in this order."""


@dataclass(frozen=True, slots=True)
class Contender:
    """One way of building the same pages."""

    name: str
    command: Callable[[str], list[str]]
    """Takes the step."""
    wipe: Callable[[], None]
    """Removes everything that an earlier build left."""
    change: Callable[[], None]
    """Changes one record."""
    pages: Callable[[], int]
    """Counts the run pages that are there."""


def build_site(root: Path, jobs: int) -> Contender:
    """Return our build with that many processes."""
    program = "from sitegen.cli import main; main()"
    command = [sys.executable, "-c", program, "--root", str(root), "--jobs", str(jobs)]
    return Contender(
        f"build-site, {jobs} {'process' if jobs == 1 else 'processes'}",
        lambda _step: command,
        lambda: _keep_only(root, "content"),
        lambda: _change(root),
        lambda: _count(root / "public" / "benchmarks" / "runs"),
    )


def hugo(site: Path) -> Contender:
    """Return Hugo on a site that was written from the built tree."""
    command = [str(hugosite.binary()), "--source", str(site), "--noBuildLock"]
    return Contender(
        "Hugo",
        lambda _step: command,
        lambda: _keep_only(site, "content", "layouts", "hugo.toml"),
        lambda: hugosite.change_run(site, _longer),
        lambda: _count(site / "public" / "runs"),
    )


def floor(root: Path, out: Path) -> Contender:
    """Return the floor."""
    return Contender(
        "floor, 1 process",
        lambda step: [sys.executable, "-m", "tests.bench.floor", step, str(root / "content"), str(out)],
        lambda: shutil.rmtree(out, ignore_errors=True),
        lambda: _change(root),
        lambda: _count(out),
    )


def _keep_only(folder: Path, *names: str) -> None:
    for path in folder.iterdir():
        if path.name in names:
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def _count(folder: Path) -> int:
    return sum(1 for _ in folder.glob("*--*.html"))


def _change(root: Path) -> None:
    """Change one record of the tree: a finished run in the middle."""
    paths = sorted(root.glob("content/evidence/*/runs/alder-2-*/run.json"))
    path = next(path for path in paths[len(paths) // 2 :] if b'"status": "completed"' in path.read_bytes())
    run = json.loads(path.read_bytes())
    _longer(run)
    write_json(path, run)


def _longer(run: Object) -> None:
    """Make a run take one millisecond more."""
    run["wall_ms"] += 1
    ended = datetime.fromisoformat(run["ended_at"]) + timedelta(milliseconds=1)
    run["ended_at"] = ended.isoformat(timespec="milliseconds").replace("+00:00", "Z")
