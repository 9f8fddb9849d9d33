"""The form of a kind of leak, and the pieces that the patterns share.

Patterns are verbose `re` syntax for bytes: blanks and line ends mean nothing, `<<name>>` stands for a piece, and there
is no capturing group. Every repetition is bounded, so that the time of a scan grows with the size of the text only.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

# A letter before a match may belong to an escape and not to the word: the n of \n, the 3c of \u003c.
_AFTER_ESCAPE = r"(?<=\\[nrtbf])|(?<=\\u00[0-9A-Fa-f]{2})"


def edge(word: str) -> str:
    """Returns a pattern for a place with no byte of the character set `word` before it, escapes left aside."""
    return f"(?:(?<![{word}])|{_AFTER_ESCAPE})"


PIECES: Mapping[str, str] = {
    "edge": edge("A-Za-z0-9"),
    # For what is found by chance within a long base64 block.
    "block_edge": edge("A-Za-z0-9+/_-"),
    # A key holds a digit early on; a word or a placeholder such as your-key-goes-here has none.
    "digit": "(?=[A-Za-z_-]{0,80}[0-9])",
    # As JSON, a JSON string within JSON, Python, CSV, HTML and URLs write a quote; in JSON "" is an empty value.
    "quote": r"""(?:\\{0,8}["'] | ""(?![\s,}\]]) | &quot; | &\#(?:34|39|[xX]2[27]); | %2[27] | \\{1,8}u002[27])""",
    "space": r"(?:\s | \\{1,8}[nrt] | %20 | &nbsp;){0,40}",
    # Names that tell nothing about a person or a machine.
    "common": r"(?:root|user|runner|localhost)(?![A-Za-z0-9_\x80-\xff-] | \.[A-Za-z0-9])",
    "name": r"[A-Za-z0-9_\x80-\xff](?:[A-Za-z0-9_.\x80-\xff-]{0,62}[A-Za-z0-9_\x80-\xff])?",
    # What follows in a path, without the full stop or comma of the sentence around it.
    "rest": r"(?:/(?:[A-Za-z0-9_.+@%~/\x80-\xff-]{0,1000}[A-Za-z0-9_/\x80-\xff-])?)",
}


def expand(pattern: str, pieces: Mapping[str, str]) -> str:
    """Returns the pattern with each `<<name>>` replaced, from `pieces` or from the shared ones."""
    known = {**PIECES, **pieces}
    while "<<" in pattern:
        pattern = re.sub(r"<<(\w+)>>", lambda match: known[match[1]], pattern)
    return pattern


@dataclass(frozen=True)
class Hint:
    """A cheap necessary condition: a literal, which is found fast, and what stands around it, which is checked then."""

    anchor: str
    around: str


# A name before the sign and a host behind it; the version of a package, which many pages hold, is told at once.
AT = Hint("@", r"(?<=[^\s\"'<>(,/]@)(?=[A-Za-z0-9\[])(?![0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}(?![A-Za-z0-9.-]))")


@dataclass(frozen=True)
class Kind:
    """A kind of leak: how it is recognised and what to do about it.

    The pattern is tried only where a hint holds, from `reach` bytes before it.
    """

    code: str
    description: str
    hints: tuple[Hint, ...]
    pattern: str
    fix: str
    reach: int = 16
