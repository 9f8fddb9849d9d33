"""A checkout whose FORM server is put to the test: its files, its interpreter, its commit."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import runner
from runner.suite.dependencies import LOCK_FILE
from sitegen import fingerprint

OWN_ROOT: Final = Path(runner.__file__).resolve().parent.parent
"""The checkout that this runner belongs to."""
SOURCE_PARTS: Final = ("runner/form", "sitegen/formdoc")
"""Kernel and server; interchange."""
EVALUATOR_PARTS: Final = ("runner/evaluators", "sitegen/formdoc")
"""Evaluator, rubric, and the code that reads their meshes."""
PACKAGES: Final = ("runner", "sitegen")
"""Everything that a server needs to start: its own parts import the rest."""
_ENVIRONMENT: Final = ("PATH", "HOME")


class CheckoutError(Exception):
    """A folder is no checkout that can be started; the text says what is missing."""


@dataclass(frozen=True, slots=True)
class Checkout:
    """A checkout that can start its own server."""

    root: Path
    interpreter: Path
    commit: str | None
    """None where it is no git working tree."""
    dirty: bool | None
    """Whether the sources differ from that commit; None where there is none."""


def checkout(path: Path | None) -> Checkout:
    """Return the checkout at a path; None is the runner's own.

    Raises:
        CheckoutError: It lacks sources, lock file or interpreter.
    """
    root = OWN_ROOT if path is None else path.resolve()
    missing = [name for name in (*SOURCE_PARTS, LOCK_FILE) if not (root / name).exists()]
    if missing:
        raise CheckoutError(f"{root} has no {', no '.join(missing)}: a core needs FORM's sources and their lock file")
    interpreter = Path(sys.executable) if root == OWN_ROOT else root / ".venv/bin/python"
    if not interpreter.is_file():
        raise CheckoutError(f"{root} has no .venv/bin/python: install its dependencies there, with make site")
    commit, dirty = _commit(root)
    return Checkout(root, interpreter, commit, dirty)


def python_files(root: Path, parts: Sequence[str]) -> Iterator[str]:
    """Yield the Python files below some folders of a checkout, sorted, relative to its root."""
    found = (path for part in parts for path in (root / part).rglob("*.py"))
    yield from sorted(path.relative_to(root).as_posix() for path in found if path.is_file())


def hashes(root: Path, files: Sequence[str]) -> Mapping[str, str]:
    """Return the sha256 of each file by its name.

    Raises:
        OSError: One cannot be read.
    """
    return {name: fingerprint.of_bytes((root / name).read_bytes()) for name in files}


def harness_hash(root: Path) -> str:
    """Return the hash of the runner without the system under test and without the evaluators.

    Raises:
        OSError: A file cannot be read.
    """
    apart = tuple(f"{part}/" for part in (*SOURCE_PARTS, *EVALUATOR_PARTS))
    files = [name for name in python_files(root, ("runner",)) if not name.startswith(apart)]
    return fingerprint.of_files(hashes(root, files))


def evaluator_hash(root: Path) -> str:
    """Return the hash of the evaluators as they stand on the disk now.

    Raises:
        OSError: A file cannot be read.
    """
    return fingerprint.of_files(hashes(root, tuple(python_files(root, EVALUATOR_PARTS))))


def freeze(root: Path, target: Path) -> None:
    """Copy what a checkout runs: its packages and its lock file.

    Raises:
        OSError: A file cannot be copied.
    """
    for name in (*python_files(root, PACKAGES), LOCK_FILE):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, target / name)


def _commit(root: Path) -> tuple[str | None, bool | None]:
    """Return the commit of a working tree and whether its sources were changed since; None where git knows none."""
    commit = _git(root, "rev-parse", "HEAD")
    top = _git(root, "rev-parse", "--show-toplevel")
    if commit is None or top is None or Path(top).resolve() != root:
        return None, None
    changed = _git(root, "status", "--porcelain", "--untracked-files=all", "--", *SOURCE_PARTS, LOCK_FILE)
    return commit, None if changed is None else bool(changed)


def _git(root: Path, *words: str) -> str | None:
    """Return what git prints; None where it is missing or refuses."""
    environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *words],
            capture_output=True,
            text=True,
            timeout=60,
            env={**environment, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
