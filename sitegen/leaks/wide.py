"""Text in two or four bytes a character, as UTF-16 and UTF-32 write it: whole files, and pieces in binary data."""

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

# UTF-32 comes first: its mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
SHORTEST_PIECE = 12
"""In binary data only text of this length counts: a mail address of ten bytes occurs in pictures by chance."""
_CHARACTER = rb"[\t\n\r\x20-\x7e\xa0-\xff]"
_PIECES = tuple(
    (codec, re.compile(rb"(?:%s%s%s){%d,}" % (before, _CHARACTER, after, SHORTEST_PIECE)))
    for codec, before, after in (
        ("utf-16-le", b"", rb"\0"),
        ("utf-16-be", rb"\0", b""),
        ("utf-32-le", b"", rb"\0{3}"),
        ("utf-32-be", rb"\0{3}", b""),
    )
)


class WidePiece(NamedTuple):
    """A text within binary data."""

    start: int
    """Where it begins, in bytes of the data."""
    codec: str
    text: bytes
    """The text in UTF-8."""

    def place(self, offset: int) -> int:
        """Return where in the data the byte of the text stands."""
        return self.start + len(self.text[:offset].decode("utf-8", "ignore").encode(self.codec))


def in_utf8(data: bytes) -> bytes:
    """Return a file that begins with the mark of UTF-16 or UTF-32 in UTF-8, any other as it is."""
    for mark, codec in _MARKS:
        if data.startswith(mark) and b"\0" in data:
            return data[len(mark) :].decode(codec, "replace").encode("utf-8", "replace")
    return data


def wide_pieces(data: bytes) -> Iterator[WidePiece]:
    """Yield each text in wide characters, with or without a mark before it.

    Read in the other byte order, most of the same characters come once more.
    """
    for codec, pattern in _PIECES:
        for match in pattern.finditer(data):
            yield WidePiece(match.start(), codec, match[0].decode(codec).encode())
