"""The catalogue of kinds, and the search for them in a text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from sitegen.leaks.credentials import CREDENTIALS
from sitegen.leaks.grammar import Kind
from sitegen.leaks.hosts import HOSTS
from sitegen.leaks.paths import PATHS
from sitegen.leaks.reasoning import REASONING

KINDS: tuple[Kind, ...] = CREDENTIALS + PATHS + HOSTS + REASONING


@dataclass(frozen=True)
class Hit:
    """A leak in a text: where it starts, its bytes, and what to show before them."""

    code: str
    start: int
    matched: bytes
    label: str = ""


@dataclass(frozen=True)
class _Anchor:
    """The hints that share a literal; group n of the expression leads to `kinds[n - 1]`."""

    literal: bytes
    expression: re.Pattern[bytes]
    kinds: tuple[tuple[Kind, ...], ...]


def _compiled(pattern: str) -> re.Pattern[bytes]:
    return re.compile(pattern.encode("ascii"), re.VERBOSE)


@cache
def _expression(kind: Kind) -> re.Pattern[bytes]:
    """Returns the pattern of a kind, compiled where a hint first asks for it."""
    return _compiled(kind.pattern)


def _anchors() -> tuple[_Anchor, ...]:
    """Returns one expression per anchor: it starts with a literal, and each alternative ends with an empty group."""
    by_anchor: dict[str, dict[str, list[Kind]]] = {}
    for kind in KINDS:
        for hint in kind.hints:
            by_anchor.setdefault(hint.anchor, {}).setdefault(hint.around, []).append(kind)
    return tuple(
        _Anchor(
            anchor.encode("ascii"),
            _compiled(f"{re.escape(anchor)}(?:{'|'.join(f'(?:{around})()' for around in kinds)})"),
            tuple(tuple(group) for group in kinds.values()),
        )
        for anchor, kinds in by_anchor.items()
    )


_ANCHORS = _anchors()
# How far behind the end of a hint a pattern must be able to look to decide whether it holds.
_AHEAD = 160


def _hinted(text: bytes) -> dict[Kind, list[tuple[int, int]]]:
    """Returns the spans in which a leak of each kind may start and be told."""
    spans: dict[Kind, list[tuple[int, int]]] = {}
    for anchor in _ANCHORS:
        if anchor.literal in text:
            for match in anchor.expression.finditer(text):
                for kind in anchor.kinds[(match.lastindex or 1) - 1]:
                    span = (max(0, match.start() - kind.reach), match.end() + _AHEAD)
                    spans.setdefault(kind, []).append(span)
    return {kind: _merged(spans[kind]) for kind in spans}


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            start, end = merged[-1][0], max(merged.pop()[1], end)
        merged.append((start, end))
    return merged


def hits_in(text: bytes) -> Iterator[Hit]:
    """Yields each leak of a known kind, by kind and then by place."""
    for kind, spans in _hinted(text).items():
        expression = _expression(kind)
        position = 0
        for start, end in spans:
            position = max(position, start)
            while near := expression.search(text, position, end):
                # What the end of the span has cut off decides too, so the pattern is tried again without it.
                match = expression.match(text, near.start())
                if match:
                    yield Hit(kind.code, match.start(), match[0])
                position = match.end() if match else near.start() + 1
