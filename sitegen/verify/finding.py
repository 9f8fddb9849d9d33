"""What a check finds: a place where something published is not what it should be."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

Subject = Literal["address", "claim", "file", "hash", "link", "number", "page", "program", "record", "signature"]
"""What a finding is about."""

NOTHING = "nothing"
_NAMES = ("id", "address", "measure", "task", "name", "kind", "text")
"""Members that name an entry of a list."""
_MOST_CHARACTERS = 200


class Finding(NamedTuple):
    """One difference."""

    file: str
    """Address of the file on the site."""
    pointer: str
    """JSON pointer, or a place on a page; empty for the whole file."""
    about: Subject
    found: str
    expected: str
    named: str = ""
    """Which run, cohort or claim it concerns, where the pointer does not tell."""


def shown(value: Any) -> str:
    """Return a value as findings print it, shortened."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _MOST_CHARACTERS else f"{text[: _MOST_CHARACTERS - 3]}..."


def differences(
    file: str, pointer: str, expected: Any, found: Any, about: Subject = "number", named: str = ""
) -> Iterator[Finding]:
    """Yield each place where a published JSON value is not the expected one; numbers equal only numbers, not text.

    Entries of lists that have a name are compared with their namesakes, whatever their places.
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        for name in sorted(expected.keys() | found.keys()):
            place = f"{pointer}/{_escaped(name)}"
            if name not in found:
                yield Finding(file, place, about, NOTHING, shown(expected[name]), named)
            elif name not in expected:
                yield Finding(file, place, about, shown(found[name]), NOTHING, named)
            else:
                yield from differences(file, place, expected[name], found[name], about, named)
    elif isinstance(expected, list) and isinstance(found, list):
        yield from _lists(file, pointer, expected, found, about, named)
    elif type(expected) is not type(found) or expected != found:
        yield Finding(file, pointer, about, shown(found), shown(expected), named)


def _lists(
    file: str, pointer: str, expected: Sequence[Any], found: Sequence[Any], about: Subject, named: str
) -> Iterator[Finding]:
    wanted, there = [_name(one) for one in expected], [_name(one) for one in found]
    if None in wanted or None in there or len(set(wanted)) < len(wanted):
        if len(expected) != len(found):
            yield Finding(file, pointer, about, shown(found), shown(expected), named)
            return
        for index, (a, b) in enumerate(zip(expected, found, strict=True)):
            yield from differences(file, f"{pointer}/{index}", a, b, about, named)
        return
    by_name = dict(zip(wanted, expected, strict=True))
    for name in (name for name in wanted if name not in there):
        yield Finding(file, pointer, about, NOTHING, str(name), named)
    seen: set[str | None] = set()
    for index, (name, one) in enumerate(zip(there, found, strict=True)):
        if name not in by_name or name in seen:
            again = NOTHING if name not in by_name else "once"
            yield Finding(file, f"{pointer}/{index}", about, str(name), again, named)
        else:
            yield from differences(file, f"{pointer}/{index}", by_name[name], one, about, named or str(name))
        seen.add(name)
    if wanted != there and sorted(map(str, wanted)) == sorted(map(str, there)):
        yield Finding(file, pointer, about, shown(there), shown(wanted), named)


def _name(entry: Any) -> str | None:
    if isinstance(entry, str):
        return entry
    names = (entry.get(name) for name in _NAMES) if isinstance(entry, dict) else ()
    return next((name for name in names if isinstance(name, str)), None)


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
