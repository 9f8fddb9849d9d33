"""A text with the escapes of URLs, JSON and HTML undone, where a leak may stand in disguise.

Quotes and angle brackets stay escaped: the patterns read them in every form, and most pages hold them.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator

_ROUNDS = 3
# Twice-escaped forms such as %252F, \\u002f within JSON and &amp;#47; are undone at once.
_ESCAPES = {
    b"%": rb"%(?:25){0,4}([0-9A-Fa-f]{2})",
    b"\\": rb"\\{1,8}(?:u00(?!2[267]|3[CcEe])([2-7][0-9A-Fa-f])|x([2-7][0-9A-Fa-f])|(/))",
    b"&": rb"&(?:amp;){0,4}(?:#0{0,4}(3[235-8]|4[0-9]|5[0-9]|6[1345-9]|[7-9][0-9]|1[01][0-9]|12[0-6]);"
    rb"|#[xX]0{0,4}(?!2[27]|3[CcEe])([2-7][0-9A-Fa-f]);|(sol|bsol|commat|colon|period|lowbar|hyphen|equals);)",
}
_SEARCHES = {byte: re.compile(pattern) for byte, pattern in _ESCAPES.items()}
_ESCAPE = re.compile(b"|".join(_ESCAPES.values()))
_DECIMAL_GROUP = 5
_NAMED = {
    b"/": b"/",
    b"sol": b"/",
    b"bsol": b"\\",
    b"commat": b"@",
    b"colon": b":",
    b"period": b".",
    b"lowbar": b"_",
    b"hyphen": b"-",
    b"equals": b"=",
}

Place = Callable[[int], int]


def layers(text: bytes) -> Iterator[tuple[bytes, Place]]:
    """Yields the text and its decoded forms, each with the map from an offset in it to one in the text."""
    place: Place = _same
    yield text, place
    for _ in range(_ROUNDS):
        if not any(byte in text and search.search(text) for byte, search in _SEARCHES.items()):
            return
        text, inner = _decoded(text)
        place = _chain(place, inner)
        yield text, place


def _same(offset: int) -> int:
    return offset


def _chain(outer: Place, inner: Place) -> Place:
    return lambda offset: outer(inner(offset))


def _decoded(text: bytes) -> tuple[bytes, Place]:
    pieces: list[bytes] = []
    plain_starts, raw_starts = [0], [0]
    raw, plain = 0, 0
    for match in _ESCAPE.finditer(text):
        character = _character(match)
        pieces += (text[raw : match.start()], character)
        plain += match.start() - raw
        raw = match.end()
        plain_starts += (plain, plain + len(character))
        raw_starts += (match.start(), raw)
        plain += len(character)
    pieces.append(text[raw:])

    def place(offset: int) -> int:
        index = bisect_right(plain_starts, offset) - 1
        return raw_starts[index] + offset - plain_starts[index]

    return b"".join(pieces), place


def _character(match: re.Match[bytes]) -> bytes:
    group = match.lastindex or 0
    value: bytes = match[group]
    if value in _NAMED:
        return _NAMED[value]
    return bytes([int(value, 10 if group == _DECIMAL_GROUP else 16)])
