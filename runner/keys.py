"""Keys: from the environment of the process, and from one file that the user names. They stay in this process."""

import re
from collections.abc import Mapping
from pathlib import Path

_LINE = re.compile(r"(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)")
_VALUE = re.compile(r"""(?:(["'])((?:(?!\1).)*)\1|([^"']*?))(?:(?:^|\s+)#.*)?""")
"""A value, quoted or not, and a comment after it."""


class EnvFileError(Exception):
    """A file of keys cannot be read; the text names the line and never shows it."""


def env_file(path: Path) -> Mapping[str, str]:
    """Return the variables of a file with lines NAME=VALUE; a # at the start or after a space begins a comment.

    Raises:
        EnvFileError: It cannot be read, or a line is something else.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no UTF-8"
        raise EnvFileError(f"{path}: {why}") from None
    found = {}
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        match = _LINE.fullmatch(stripped)
        if match is None:
            raise EnvFileError(f"{path}, line {number}: expected NAME=VALUE")
        value = _VALUE.fullmatch(match[2])
        if value is None:
            raise EnvFileError(
                f"{path}, line {number}: expected a value with both of its quotation marks, or with none"
            )
        found[match[1]] = value[2] if value[1] else value[3]
    return found


def keys(names: frozenset[str], environment: Mapping[str, str], file: Mapping[str, str]) -> Mapping[str, str]:
    """Return the value of each name that has one; the environment of the process comes before the file."""
    found = {name: (environment.get(name) or file.get(name, "")).strip() for name in names}
    return {name: value for name, value in found.items() if value}
