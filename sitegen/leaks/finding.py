"""What the gate reports."""

from dataclasses import dataclass

_SHOWN = 4


@dataclass(frozen=True)
class Finding:
    """A leak in a file, without the leak.

    `offset` is in bytes, and None where the name of the file holds the leak; then that part of `path` is masked.
    `pointer` is a JSON pointer; None if the file is no JSON document. `match_sha256` is the hash that an entry of the
    allow-list names; None for a secret of the environment, which can't be allowed.
    """

    code: str
    path: str
    offset: int | None
    pointer: str | None
    excerpt: str
    match_sha256: str | None


def masked(matched: bytes) -> str:
    """Returns the length of a match and up to four of its first characters, never more than a third of it."""
    shown = matched[: min(_SHOWN, len(matched) // 3)].decode("ascii", "replace")
    readable = "".join(character if character.isprintable() else "?" for character in shown)
    return f"{readable}… ({len(matched)} bytes)"
