"""Single changes of a request, to see that each of them is found."""

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.simulator.script import Call, Turn, script

Change = Callable[[Any], Any]

TALK = script(
    Turn(text="First the body.", calls=(Call("box", {"label": "a", "size": [1, 2, 3]}),), reasoning=("plan",)),
    Turn(calls=(Call("box", {"label": "b"}), Call("list"), Call("box", {"label": "ü"})), reasoning=("", "more")),
    Turn(calls=(Call("list"),)),
    Turn(text="Done.", reasoning=("check",), redacted=True),
    then=Turn(text="More."),
)
RESULTS = [[("ok", False)], [("size is missing", True), ("a", False), ("ok", False)], [("a, b", False)]]
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGM4YWODFTEMLQkAZZlQAVIPr1MAAAAASUVORK5CYII="


@dataclass(frozen=True)
class Mutation:
    """A change of the fourth request of `TALK`, and the rule or note that it must meet."""

    rule: str
    change: Change | None = None
    headers: dict[str, str | None] = field(default_factory=dict)
    path: str | None = None
    raw: bytes | None = None

    def body(self, body: Any) -> Any:
        """Return the changed request."""
        if self.raw is not None:
            return self.raw
        return self.change(copy.deepcopy(body)) if self.change else body


def _at(body: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        body = body[step]
    return body


def put(*path: Any) -> Change:
    """Return a change that sets a place to the last argument."""
    *where, name, value = path

    def change(body: Any) -> Any:
        _at(body, tuple(where))[name] = value
        return body

    return change


def drop(*path: str | int) -> Change:
    """Return a change that takes a place out."""

    def change(body: Any) -> Any:
        del _at(body, path[:-1])[path[-1]]
        return body

    return change


def add(*path: Any) -> Change:
    """Return a change that inserts the last argument into a list before an index."""
    *where, index, value = path

    def change(body: Any) -> Any:
        _at(body, tuple(where)).insert(index, value)
        return body

    return change


def swap(*path: Any) -> Change:
    """Return a change that exchanges two places of a list, the last two arguments."""
    *where, one, other = path

    def change(body: Any) -> Any:
        found = _at(body, tuple(where))
        found[one], found[other] = found[other], found[one]
        return body

    return change


def again(*path: str | int) -> Change:
    """Return a change that repeats an element of a list right after it."""

    def change(body: Any) -> Any:
        found = _at(body, path[:-1])
        found.insert(int(path[-1]), copy.deepcopy(found[int(path[-1])]))
        return body

    return change


def both(*changes: Change) -> Change:
    """Return the changes as one."""

    def change(body: Any) -> Any:
        for part in changes:
            body = part(body)
        return body

    return change


def twist(*path: str | int) -> Change:
    """Return a change of the last letter of a text."""

    def change(body: Any) -> Any:
        found, name = _at(body, path[:-1]), path[-1]
        found[name] = found[name][:-1] + ("0" if found[name][-1] != "0" else "1")
        return body

    return change
