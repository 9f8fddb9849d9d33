"""The gate: what is found in a file, less what is allowed."""

import hashlib
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field

from sitegen.leaks.allow import AllowEntry
from sitegen.leaks.decoding import Place, layers
from sitegen.leaks.environment import SECRET_CODE, Secrets
from sitegen.leaks.finding import Finding, masked
from sitegen.leaks.patterns import Hit, hits_in
from sitegen.leaks.pointer import pointers
from sitegen.leaks.wide import SHORTEST_PIECE, in_utf8, wide_pieces

_TEXT_IN_BINARY = re.compile(rb"[\t\n\r\x20-\x7e]{%d,}" % SHORTEST_PIECE)
# What may stay of a key in the query of an address, so that a cleaned message can still be read.
_QUERY_NAME = re.compile(rb"(?:[?&;#]|\\u0026)[A-Za-z_-]{1,40}=")
REMOVED = b"[removed]"


@dataclass(frozen=True)
class _Span:
    """A hit with its span in the bytes of the file."""

    hit: Hit
    start: int
    end: int


class _Covered:
    """The spans of each code so far, which do not overlap."""

    def __init__(self) -> None:
        self._spans: dict[str, list[tuple[int, int]]] = {}

    def add(self, place: _Span) -> bool:
        """Returns whether the place overlaps none of its code, and keeps it then."""
        spans = self._spans.setdefault(place.hit.code, [])
        at = bisect_left(spans, (place.start, place.end))
        if (at and spans[at - 1][1] > place.start) or (at < len(spans) and spans[at][0] < place.end):
            return False
        spans.insert(at, (place.start, place.end))
        return True


@dataclass(frozen=True)
class Gate:
    """Finds what may not be published; the same verdict everywhere, the secrets of the machine left aside."""

    secrets: Secrets = field(default_factory=Secrets)
    allowed: tuple[AllowEntry, ...] = ()

    def scan(self, path: str, data: bytes) -> tuple[Finding, ...]:
        """Returns the findings that block: those of `find` that no entry of the allow-list names."""
        return tuple(finding for finding in self.find(path, data) if not self._is_allowed(finding))

    def find(self, path: str, data: bytes) -> tuple[Finding, ...]:
        """Returns all findings in a file and in its name, the name first and then by place.

        `path` is relative to the folder that is scanned, with forward slashes. Text in UTF-16 and UTF-32 is read too.
        """
        data = in_utf8(data)
        name = path.encode("utf-8", "surrogateescape")
        # The name stands above the data, so that one search does for both.
        above = len(name) + 1
        places = self._places(name + b"\n" + data)
        if not places:
            return ()
        in_name = [place for place in places if place.start < above]
        shown = _masked_path(name, in_name)
        offsets = [place.start - above for place in places[len(in_name) :]]
        where = pointers(data, offsets) if path.endswith(".json") else {}
        return tuple(
            [_finding(place.hit, shown) for place in in_name]
            + [
                _finding(place.hit, shown, offset, _line(data, offset), where.get(offset))
                for place, offset in zip(places[len(in_name) :], offsets, strict=True)
            ]
        )

    def cleaned(self, data: bytes) -> bytes:
        """Returns the data with `[removed]` in place of all that `find` would find; the allow-list does not count.

        A text in UTF-16 or UTF-32 comes back in UTF-8.
        """
        data = in_utf8(data)
        pieces, end = [], 0
        for place in self._places(data):
            if place.start >= end:
                name = _QUERY_NAME.match(data, place.start, place.end)
                pieces += [data[end : name.end() if name else place.start], REMOVED]
            end = max(end, place.end)
        return b"".join([*pieces, data[end:]])

    def _is_allowed(self, finding: Finding) -> bool:
        return any(entry.allows(finding) for entry in self.allowed)

    def _places(self, data: bytes) -> list[_Span]:
        """Returns the hits by place; what stands in the text and in a decoded form of it counts once."""
        covered = _Covered()
        places = [place for place in self._all_places(data) if covered.add(place)]
        return sorted(places, key=lambda place: (place.start, place.hit.code))

    def _all_places(self, data: bytes) -> Iterator[_Span]:
        for text, outer in _texts(data):
            for layer, inner in layers(text):
                for hit in self._hits(layer):
                    start, end = inner(hit.start), inner(hit.start + len(hit.matched))
                    yield _Span(hit, outer(start), outer(end))
        if b"\0" in data:
            for hit in self.secrets.hits_in(data):
                yield _Span(hit, hit.start, hit.start + len(hit.matched))

    def _hits(self, text: bytes) -> Iterator[Hit]:
        yield from self.secrets.hits_in(text)
        yield from hits_in(text)


def _texts(data: bytes) -> Iterator[tuple[bytes, Place]]:
    """Yields the data, or from binary data each piece that reads as text, with the map from its offsets to the data."""
    if b"\0" not in data:
        yield data, int
        return
    for match in _TEXT_IN_BINARY.finditer(data):
        yield match[0], match.start().__add__
    for piece in wide_pieces(data):
        yield piece.text, piece.place


def _line(data: bytes, offset: int) -> int | None:
    return None if b"\0" in data else data.count(b"\n", 0, offset) + 1


def _masked_path(name: bytes, places: list[_Span]) -> str:
    pieces, end = [], 0
    for place in places:
        if place.start >= end:
            pieces += [name[end : place.start].decode("utf-8", "replace"), _masked(place.hit)]
        end = max(end, place.end)
    return "".join([*pieces, name[end:].decode("utf-8", "replace")])


def _finding(
    hit: Hit, path: str, offset: int | None = None, line: int | None = None, pointer: str | None = None
) -> Finding:
    digest = None if hit.code == SECRET_CODE else hashlib.sha256(hit.matched).hexdigest()
    return Finding(hit.code, path, offset, line, pointer, hit.label + _masked(hit), digest)


def _masked(hit: Hit) -> str:
    """Returns what may be shown of a hit: of a secret of the environment nothing but its length."""
    return f"({len(hit.matched)} bytes)" if hit.code == SECRET_CODE else masked(hit.matched)
