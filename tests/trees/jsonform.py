"""JSON text and content hashes in plain Python, apart from the product's own code.

The trees hold only objects, lists, text, booleans, null and whole numbers below 2**53, with ASCII member names; for
these values sorted members without spaces are the canonical JSON of RFC 8785.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

Object = dict[str, Any]
"""A JSON object."""


def canonical(value: Any) -> bytes:
    """Return the canonical JSON of a value of the trees."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def hash_of(value: Any) -> str:
    """Return the sha256 of the canonical JSON."""
    return sha256(canonical(value))


def sha256(data: bytes) -> str:
    """Return the sha256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def invented_hash(name: str) -> str:
    """Return a hash that stands for something that the trees do not hold, such as the code under test."""
    return sha256(f"invented: {name}".encode())


def write_json(path: Path, value: Any) -> None:
    """Write the value with sorted members, two spaces and a final newline."""
    path.write_text(json.dumps(value, sort_keys=True, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
