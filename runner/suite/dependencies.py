"""Which distributions an interpreter has, by version and by the list of files that they installed."""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from sitegen import fingerprint

LOCK_FILE: Final = "requirements/core.txt"
_LIST: Final = """
import hashlib, importlib.metadata, json
found = {}
for one in importlib.metadata.distributions():
    name = (one.metadata["Name"] or "").lower()
    record = one.read_text("RECORD") or one.read_text("SOURCES.txt") or ""
    if name and name not in found:
        found[name] = [one.version, hashlib.sha256(record.encode()).hexdigest()]
print(json.dumps(found))
"""


class InterpreterError(Exception):
    """An interpreter does not tell what it has installed; the text says why."""


def distributions(interpreter: Path) -> Mapping[str, tuple[str, str]]:
    """Return version and hash of the file list of each installed distribution, by its lower-case name.

    Raises:
        InterpreterError: It can't be started, or answers otherwise.
    """
    try:
        done = subprocess.run(
            [interpreter, "-I", "-c", _LIST], capture_output=True, check=True, timeout=120, env={}, text=True
        )
        return {name: (version, digest) for name, (version, digest) in sorted(json.loads(done.stdout).items())}
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise InterpreterError(f"the Python of the checkout does not tell what it has installed: {error}") from None


def dependencies_hash(checkouts: Mapping[str, tuple[Path, Mapping[str, tuple[str, str]]]]) -> str:
    """Return the hash of lock files and installed distributions.

    Args:
        checkouts: By a name: the root of a checkout and what its interpreter has installed.

    Raises:
        OSError: A lock file cannot be read.
    """
    parts = {}
    for name, (root, installed) in checkouts.items():
        parts[f"{name}/{LOCK_FILE}"] = fingerprint.of_bytes((root / LOCK_FILE).read_bytes())
        parts |= {f"{name}/{dist}=={version}": digest for dist, (version, digest) in installed.items()}
    return fingerprint.of_files(parts)
