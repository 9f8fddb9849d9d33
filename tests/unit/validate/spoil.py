"""Ways to spoil a tree, and the issues that it then has."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from sitegen.build.prepare import make_gate, prepare
from sitegen.build.state import State
from sitegen.issues import Issue, errors
from sitegen.layout import CONTENT
from sitegen.scan import walk
from tests.trees.jsonform import write_json

Spoil = Callable[[Path], object]
"""Changes the tree below a root."""


class Place(NamedTuple):
    """Where an issue must be named."""

    code: str
    file: str
    pointer: str = ""


class Case(NamedTuple):
    """One way to spoil the base tree, and the issue that must come of it."""

    spoil: Spoil
    file: str
    pointer: str
    found: str
    """Text that must stand in what was found."""
    expected: str
    """Text that must stand in what was expected."""
    besides: tuple[Place, ...] = ()
    """Other issues that cannot be avoided."""
    late: bool = False
    """Spoil only after the tree was listed and before it is read."""


def issues_of(root: Path, late: Spoil | None = None) -> tuple[Issue, ...]:
    """Return every issue of the tree's content, as `build-site check` collects them.

    Args:
        root: The project.
        late: What happens to the tree between listing it and reading it.
    """
    gate, faults = make_gate(root, {})
    tree = walk(root, CONTENT)
    if late is not None:
        late(root)
    prepared, issues = prepare(root, tree, gate, State(), 1, lambda _step, _done, _n: None)
    assert (prepared is None) == bool(errors(issues))
    return (*faults, *issues)


def put(file: str, pointer: str, value: Any) -> Spoil:
    """Return what sets a member of a JSON file; `-` as the last part appends to a list."""

    def spoil(root: Path) -> None:
        document, (*parents, last) = json.loads((root / file).read_bytes()), _parts(pointer)
        holder = _inside(document, parents)
        if isinstance(holder, list):
            place = len(holder) if last == "-" else int(last)
            holder[place : place + 1] = [value]
        else:
            holder[last] = value
        write_json(root / file, document)

    return spoil


def drop(file: str, pointer: str) -> Spoil:
    """Return what removes a member of a JSON file."""

    def spoil(root: Path) -> None:
        document, (*parents, last) = json.loads((root / file).read_bytes()), _parts(pointer)
        holder = _inside(document, parents)
        del holder[int(last) if isinstance(holder, list) else last]
        write_json(root / file, document)

    return spoil


def swap(file: str, old: str, new: str) -> Spoil:
    """Return what replaces the first occurrence of a text in a file, which must be there."""

    def spoil(root: Path) -> None:
        text = (root / file).read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}"
        (root / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    return spoil


def write(file: str, data: bytes) -> Spoil:
    """Return what writes a file and the folders above it."""

    def spoil(root: Path) -> None:
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_bytes(data)

    return spoil


def remove(file: str) -> Spoil:
    """Return what deletes a file."""
    return lambda root: (root / file).unlink()


def change(file: str, function: Callable[[bytes], bytes]) -> Spoil:
    """Return what changes the bytes of a file."""
    return lambda root: (root / file).write_bytes(function((root / file).read_bytes()))


def also(*spoils: Spoil) -> Spoil:
    """Return what does one thing after another."""

    def spoil(root: Path) -> None:
        for one in spoils:
            one(root)

    return spoil


def _parts(pointer: str) -> list[str]:
    return pointer.split("/")[1:]


def _inside(document: Any, parts: list[str]) -> Any:
    for part in parts:
        document = document[int(part) if isinstance(document, list) else part]
    return document
