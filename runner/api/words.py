"""Text from outside as a record may hold it: without secrets, printable, short."""

from runner.redact import without_key, without_secrets

MOST_CHARACTERS = 500
_NAME_CHARACTERS = 200
_LOOKED_AT_CHARACTERS = 5_000
"""The rest would be cut away all the same."""


def clean(text: str, key: str | None = None) -> str | None:
    """Return the text on one line without the key, other secrets and paths; None where nothing is left."""
    data = text[:_LOOKED_AT_CHARACTERS].encode("utf-8", "replace")
    return _line(without_secrets(without_key(data, key).decode("utf-8", "replace")), MOST_CHARACTERS)


def name(text: str) -> str:
    """Return a name from outside as one printable line; `unnamed` where nothing of it can be shown."""
    return _line(text, _NAME_CHARACTERS) or "unnamed"


def _line(text: str, most: int) -> str | None:
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return (line if len(line) <= most else f"{line[: most - 3]}...") or None
