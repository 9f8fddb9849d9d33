"""Gives a generated tree a past: two releases, and changes after each of them."""

import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from sitegen.build.pipeline import Options
from sitegen.build.release import make_release

LATER = ("zero",)
"""Suites that come with the second release."""
FIRST, SECOND = "2026.11", "2026.12"
REASONS = {
    "dirty": "The core under test had uncommitted changes that its fingerprint does not hold.",
    "copied": "It was the same attempt as another run.",
    "asked": "The maintainer of the core asked for it: the model ran a preview of core 50.",
}


def add_history(root: Path) -> None:
    """Release a tree without some suites, then with them, changing runs before the second release and after it."""
    evidence, claims = root / "content/evidence", root / "content/claims"
    with TemporaryDirectory(dir=root) as aside:
        moved = [evidence / suite for suite in LATER if (evidence / suite).is_dir()]
        moved += [path for path in claims.glob("*.toml") if any(f'"{suite}"' in path.read_text() for suite in LATER)]
        for path in moved:
            shutil.move(path, Path(aside) / path.name)
        release(root, FIRST, "2026-11-30", "The first state of the generated trials.")
        for path in moved:
            shutil.move(Path(aside) / path.name, path)
    _slower(_runs(root, "core-two")[0])
    withdraw(root, _runs(root, "core-one")[0], "2026-12-01", REASONS["dirty"])
    withdraw(root, _runs(root, "tied")[0], "2026-12-02", REASONS["copied"], gone=True)
    release(root, SECOND, "2026-12-05")
    withdraw(root, _runs(root, "zero")[-1], "2026-12-06", REASONS["asked"], gone=True)


def release(root: Path, name: str, on: str, notes: str | None = None) -> None:
    """Release the tree as it is."""
    done = make_release(Options(root, 1, {}), name, on, notes, lambda _step, _done, _n: None)
    assert done.path, done.issues


def withdraw(root: Path, run: Path, on: str, reason: str, *, gone: bool = False) -> None:
    """Take a run back, with its record or without."""
    listed = root / "content/withdrawn.toml"
    head = listed.read_text(encoding="utf-8") if listed.is_file() else "schema = 1\n"
    suite = run.parents[1].name
    entry = f'\n[[withdrawn]]\nsuite = "{suite}"\nrun = "{run.name}"\non = "{on}"\nreason = {json.dumps(reason)}\n'
    listed.write_text(head + entry, encoding="utf-8")
    if gone:
        shutil.rmtree(run)


def _runs(root: Path, suite: str) -> list[Path]:
    return sorted((root / "content/evidence" / suite / "runs").iterdir())


def _slower(run: Path) -> None:
    path = run / "run.json"
    record = json.loads(path.read_bytes())
    record["wall_ms"] += 987_654
    path.write_text(json.dumps(record, indent=2, sort_keys=True) + "\n", encoding="utf-8")
