"""JSON pointers of places in a document."""

import re
from collections.abc import Iterable

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[{}\[\],:]|[^\s"{}\[\],:]+', re.DOTALL)

# Deeper than any record: a pointer of so many steps helps nobody.
_MAX_DEPTH = 100


class _Container:
    """An open object or array on the way to a place."""

    def __init__(self, is_object: bool) -> None:
        self.is_object = is_object
        self.key: bytes | None = None
        self.index = 0

    def starts_key(self, token: bytes) -> bool:
        return self.is_object and self.key is None and token.startswith(b'"')

    def next_member(self) -> None:
        self.key = None
        self.index += 1

    def step(self) -> str:
        """Returns the step to the member that is being read; nothing before its key."""
        if not self.is_object:
            return f"/{self.index}"
        if self.key is None:
            return ""
        return "/" + self.key.strip(b'"').decode("utf-8", "replace").replace("~", "~0").replace("/", "~1")


def pointers(document: bytes, offsets: Iterable[int]) -> dict[int, str]:
    """Returns the pointer (RFC 6901) of the member that holds each byte; one past the end of the JSON has none.

    A place within a key belongs to the member of that key. Escapes in a key are left as they stand.
    """
    found: dict[int, str] = {}
    waiting = sorted(set(offsets), reverse=True)
    stack: list[_Container] = []
    for match in _TOKEN.finditer(document):
        token = match[0]
        if stack and stack[-1].starts_key(token):
            stack[-1].key = token
        while waiting and waiting[-1] < match.end():
            found[waiting.pop()] = "".join(container.step() for container in stack)
        if token in (b"{", b"["):
            stack.append(_Container(token == b"{"))
        elif token in (b"}", b"]") and stack:
            stack.pop()
        elif token == b"," and stack:
            stack[-1].next_member()
        if not waiting or not 0 < len(stack) <= _MAX_DEPTH:
            break
    return found
