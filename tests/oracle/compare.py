"""Names every place where what is published differs from what is expected."""

from collections.abc import Iterator
from typing import Any

from tests.oracle.figures import Object

_NAMES = ("address", "id", "measure", "name", "task", "text", "kind")
"""Fields by which the entries of a list are told apart; the first one that they have counts."""


def differences(place: str, wanted: Any, found: Any) -> Iterator[str]:
    """Yield a line for each difference, `place: expected …, found …`; types count, and so does order."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for name in [*wanted, *(name for name in found if name not in wanted)]:
            inside = f"{place}/{name}" if place else str(name)
            if name not in found:
                yield f"{inside}: expected {_shown(wanted[name])}, found nothing"
            elif name not in wanted:
                yield f"{inside}: expected nothing, found {_shown(found[name])}"
            else:
                yield from differences(inside, wanted[name], found[name])
    elif _entries(wanted) and _entries(found):
        yield from differences(place, _by_name(wanted), _by_name(found))
        order = [named(one) for one in wanted], [named(one) for one in found]
        if order[0] != order[1] and sorted(order[0]) == sorted(order[1]):
            yield f"{place}: expected in the order {_shown(order[0])}, found {_shown(order[1])}"
    elif type(wanted) is not type(found) or wanted != found:
        yield f"{place}: expected {_shown(wanted)}, found {_shown(found)}"


def _entries(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _by_name(entries: list[Object]) -> Object:
    """Return the entries by name; a second one of a name is an entry of its own."""
    found: Object = {}
    for one in entries:
        name = named(one)
        while name in found:
            name += " again"
        found[name] = one
    return found


def named(one: Object) -> str:
    """Return the name of an entry."""
    return next(str(one[name]) for name in _NAMES if name in one)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:117]}..."
