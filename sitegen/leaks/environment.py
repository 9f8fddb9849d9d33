"""The secrets of the environment, and the search for them in a text."""

import base64
import html
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote_plus

from sitegen.leaks.patterns import Hit
from sitegen.secret_names import names_secret

SECRET_CODE = "environment-secret"
_MIN_LENGTH = 12
# A value of fewer different characters, such as a row of x, is a placeholder and stands in many texts.
_MIN_DISTINCT = 5
# A message that was cut still holds this much of a key; words and addresses are looked for whole.
_HEAD_LENGTH = 24
_NO_TOKEN = frozenset(" \t\"'{}[]<>()/\\:,;")


@dataclass(frozen=True)
class Secret:
    """A value that must not be published: the name of its variable and the forms it may take in a text."""

    name: str
    needles: tuple[bytes, ...] = field(repr=False)


@dataclass(frozen=True)
class Secrets:
    """The secrets of a machine, by name; none where it has none."""

    items: tuple[Secret, ...] = ()

    def hits_in(self, text: bytes) -> Iterator[Hit]:
        """Yields each place of each secret."""
        for secret in self.items:
            for needle in secret.needles:
                start = text.find(needle)
                while start >= 0:
                    yield Hit(SECRET_CODE, start, needle, f"{secret.name} = ")
                    start = text.find(needle, start + len(needle))


def secrets_from(environ: Mapping[str, str]) -> Secrets:
    """Returns the secrets among environment variables: by name, and 12 and more characters long.

    Every such value counts, also a path or a number: what is named a key is not published. A value of several lines
    is looked for line by line; the armour of a key block is not secret.
    """
    found = []
    for name, value in sorted(environ.items()):
        if names_secret(name):
            lines = {line.strip() for line in value.splitlines()}
            needles = {needle for line in lines if _is_secret(line) for needle in _needles(line)}
            if needles:
                found.append(Secret(name, tuple(sorted(needles))))
    return Secrets(tuple(found))


def _is_secret(line: str) -> bool:
    return len(line) >= _MIN_LENGTH and len(set(line)) >= _MIN_DISTINCT and not line.startswith("-----")


def _needles(value: str) -> set[bytes]:
    """Returns the forms of a value: as it is, escaped once or twice, and as base64 writes it."""
    head = value if _NO_TOKEN & set(value) else value[:_HEAD_LENGTH]
    texts = {head}
    for _ in range(2):
        texts |= {form for text in texts for form in _escaped(text)}
    return {_encoded(text) for text in texts} | _base64_needles(_encoded(head))


def _escaped(text: str) -> tuple[str, ...]:
    """Returns the text as forms, HTML and JSON write it, mostly all the same; other escapes are undone before."""
    in_html = html.escape(text)
    return (
        quote_plus(text, errors="surrogateescape"),
        in_html,
        in_html.replace("&quot;", "&#34;").replace("&#x27;", "&#39;"),
        json.dumps(text)[1:-1],
        json.dumps(text, ensure_ascii=False)[1:-1],
    )


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _base64_needles(head: bytes) -> set[bytes]:
    """Returns what stands in base64 for the bytes, at each of the three ways they may fall on its groups."""
    needles = set()
    for before in range(3):
        skip = -before % 3
        whole = head[skip : skip + (len(head) - skip) // 3 * 3]
        needles |= {base64.b64encode(whole), base64.urlsafe_b64encode(whole)}
    return needles
