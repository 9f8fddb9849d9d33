"""Names from another harness as display text without paths, user names or addresses of people."""

import re
from collections.abc import Iterable

LABEL_CHARACTERS = 200
"""Longest label that is taken over; a longer one is cut and ends in three dots."""

_ROOTS = "home|root|Users|tmp|var|private|opt|mnt|srv|data|app|workspace|workspaces|nix"
# A hyphen belongs to a path only before a letter or digit: `sync-/root--/root` holds two paths, not one.
_UNIX_PATH = re.compile(rf"(?<![\w.:/])(?:file:)?(?:/{{2}})?/(?:{_ROOTS})(?![\w.])(?:[\w.+~@%]|-(?=\w)|/(?=[\w.]))*/?")
_HOME_PATH = re.compile(r"(?<![\w.])~\w*/(?:[\w.+@%-]|/(?=[\w.]))*")
_WINDOWS_PATH = re.compile(r"(?<![\w.])[A-Za-z]:\\+[^\s'\"\]),;]*")
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")
_LONGEST = 10 * LABEL_CHARACTERS
"""Characters that are looked at; the rest would be cut away all the same."""


_TELLS_NOTHING = frozenset({"root", "user", "runner", "localhost"})


def private_word(name: str) -> re.Pattern[str] | None:
    """Return what finds a user name in a text in any letter case, also with other signs between its parts.

    None where the name tells nothing about a person. Letters and digits around it make another word of it; hyphens and
    underscores, which names of folders are put together with, do not.
    """
    parts = re.findall(r"[^\W_]+", name)
    if not parts or name.strip().lower() in _TELLS_NOTHING:
        return None
    spelled = r"[\W_]*".join(map(re.escape, parts))
    return re.compile(rf"(?<![^\W_]){spelled}(?![^\W_])", re.IGNORECASE)


def clean_text(text: str, private: Iterable[re.Pattern[str]] = ()) -> str:
    """Return the text on one printable line; paths become `[path]`, mail addresses `[mail]`, private words `[user]`."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text[:_LONGEST]).split())
    for pattern in (_UNIX_PATH, _HOME_PATH, _WINDOWS_PATH):
        line = pattern.sub("[path]", line)
    line = _MAIL.sub("[mail]", line)
    for word in private:
        line = word.sub("[user]", line)
    return line if len(line) <= LABEL_CHARACTERS else f"{line[: LABEL_CHARACTERS - 3]}..."


def clean_labels(names: Iterable[str], private: Iterable[re.Pattern[str]] = ()) -> dict[str, str]:
    """Return a distinct label for each name; names that are equal once cleaned get a number in their order."""
    private = tuple(private)
    labels: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        base = clean_text(name, private) or "unnamed"
        label, number = base, 1
        while label in taken:
            number += 1
            label = f"{base} ({number})"
        taken.add(label)
        labels[name] = label
    return labels
