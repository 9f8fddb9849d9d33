"""What the gate reports."""

from dataclasses import dataclass

_SHOWN = 4


@dataclass(frozen=True)
class Finding:
    """A leak in a file, without the leak.

    `offset` is in bytes, of the text in UTF-8 where the file is in UTF-16 or UTF-32; None where the name of the file
    holds the leak, then that part of `path` is masked. `line` counts from 1; None for a name and for binary data.
    `pointer` is a JSON pointer; None if the file is no JSON document. `match_sha256` is the hash that an entry of the
    allow-list names; None for a secret of the environment, which can't be allowed.
    """

    code: str
    path: str
    offset: int | None
    line: int | None
    pointer: str | None
    excerpt: str
    match_sha256: str | None

    @property
    def summary(self) -> str:
        """The kind, the place in words and the excerpt."""
        if self.offset is None:
            where = "in the name of the file"
        else:
            where = f"at byte {self.offset}" if self.line is None else f"in line {self.line}"
        return f"{self.code} {where}: {self.excerpt}"


def masked(matched: bytes) -> str:
    """Returns the length of a match and up to four of its first characters, never more than a third of it."""
    shown = matched[: min(_SHOWN, len(matched) // 3)].decode("ascii", "replace")
    readable = "".join(character if character.isprintable() else "?" for character in shown)
    return f"{readable}… ({len(matched)} bytes)"
