"""Takes secrets out of what came from outside, before anything of it is kept."""

import base64
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from urllib.parse import quote_plus

from pydantic import JsonValue

from sitegen.leaks import Gate, layers

REMOVED = b"[removed]"
LEAST_KEY = 12
"""Characters of a key that give it away; a shorter key is a placeholder, such as the `none` of a local server."""
# Of any run of LEAST_KEY bytes, six that begin at a multiple of six are a whole piece: only these places are looked at.
_PIECE = LEAST_KEY // 2
_GATE = Gate()


def without_key(data: bytes, key: str | None) -> bytes:
    """Return the bytes with `[removed]` in place of the key and of every part of it from 12 characters on.

    The key is found as it is, as base64 and hexadecimal write it, and behind the escapes of JSON, addresses and HTML.
    """
    if key is None or len(key) < LEAST_KEY:
        return data
    pieces = _pieces(key)
    found = ((place(start), place(end)) for layer, place in layers(data) for start, end in _runs(layer, pieces))
    spans = _merged(found)
    if not spans:
        return data
    edges = [0, *(edge for span in spans for edge in span), len(data)]
    kept = [data[start:end] for start, end in list(pairwise(edges))[::2]]
    return REMOVED.join(kept)


def text_without_key(text: str, key: str | None) -> str:
    """Return decoded text without the key."""
    return without_key(text.encode("utf-8", "replace"), key).decode("utf-8", "replace")


def json_without_key(value: JsonValue, key: str | None) -> JsonValue:
    """Return a value without the key in any text of it; it is the same value where there is none."""
    if isinstance(value, dict):
        return {text_without_key(name, key): json_without_key(part, key) for name, part in value.items()}
    if isinstance(value, list):
        return [json_without_key(part, key) for part in value]
    return text_without_key(value, key) if isinstance(value, str) else value


def without_secrets(text: str) -> str:
    """Return the text with `[removed]` in place of keys, tokens, paths, hosts and mail addresses of any known form."""
    return _GATE.cleaned(text.encode("utf-8", "replace")).decode("utf-8", "replace")


def _forms(key: str) -> set[bytes]:
    raw = key.encode("utf-8", "replace")
    texts = {raw, quote_plus(key, errors="replace").encode(), json.dumps(key)[1:-1].encode()}
    texts |= {raw.hex().encode(), raw.hex().upper().encode()}
    for before in range(3):
        skip = -before % 3
        whole = raw[skip : skip + (len(raw) - skip) // 3 * 3]
        texts |= {base64.b64encode(whole), base64.urlsafe_b64encode(whole)}
    return {text for text in texts if len(text) >= LEAST_KEY}


@lru_cache(maxsize=16)
def _pieces(key: str) -> Mapping[bytes, tuple[tuple[bytes, int], ...]]:
    """Return every piece of every form of the key, with the forms and offsets at which it stands."""
    pieces: dict[bytes, list[tuple[bytes, int]]] = {}
    for form in _forms(key):
        for at in range(len(form) - _PIECE + 1):
            pieces.setdefault(form[at : at + _PIECE], []).append((form, at))
    return {piece: tuple(places) for piece, places in pieces.items()}


def _runs(data: bytes, pieces: Mapping[bytes, tuple[tuple[bytes, int], ...]]) -> Iterator[tuple[int, int]]:
    """Yield the spans of the data that hold at least 12 bytes in a row of a form."""
    found = [at for at in range(0, len(data) - _PIECE + 1, _PIECE) if data[at : at + _PIECE] in pieces]
    for at in found:
        for form, offset in pieces[data[at : at + _PIECE]]:
            before = _common(reversed(data[max(0, at - offset) : at]), reversed(form[:offset]))
            after = _common(data[at : at + len(form) - offset], form[offset:])
            if before + after >= LEAST_KEY:
                yield at - before, at + after


def _common(one: Iterable[int], other: Iterable[int]) -> int:
    """Return how many bytes are the same from the start."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(set(spans)):
        if merged and start <= merged[-1][1]:
            start, end = merged[-1][0], max(merged.pop()[1], end)
        merged.append((start, end))
    return merged
