"""Content hashes: sha256 of canonical JSON (RFC 8785) or of sorted `path, sha256` lines; no time or mode enters."""

import hashlib
from collections.abc import Iterable, Mapping

import rfc8785
from pydantic import BaseModel, JsonValue

from sitegen.records.base import TaskRef


def of_bytes(data: bytes) -> str:
    """Return the sha256 of the bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def canonical(value: JsonValue) -> bytes:
    """Return the value's canonical JSON.

    Raises:
        ValueError: It has none, such as an integer above 2**53 or a number that is not finite.

    Source: RFC 8785.
    """
    return rfc8785.dumps(value)


def of_json(value: JsonValue) -> str:
    """Return the sha256 of the value's canonical JSON.

    Raises:
        ValueError: It has none.
    """
    return of_bytes(canonical(value))


def of_record(record: BaseModel) -> str:
    """Return the sha256 of the record's canonical JSON, null members included."""
    return of_json(record.model_dump(mode="json"))


def of_files(files: Mapping[str, str]) -> str:
    """Return the sha256 over `path, sha256` lines sorted by path.

    Args:
        files: sha256 by relative path with `/`.
    """
    lines = [f"{path}, {files[path]}\n" for path in sorted(files)]
    return of_bytes("".join(lines).encode())


def of_task_set(tasks: Iterable[TaskRef]) -> str:
    """Return the hash of a task set: its task hashes, in the order of the task ids."""
    return of_json([task.hash for task in sorted(tasks, key=lambda task: task.id)])
