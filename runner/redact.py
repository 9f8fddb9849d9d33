"""Takes secrets out of what came from outside, before anything of it is kept."""

import base64
import json
from collections.abc import Iterable, Iterator
from itertools import pairwise
from urllib.parse import quote_plus

from sitegen.leaks import Gate

REMOVED = b"[removed]"
LEAST_KEY = 12
"""Characters of a key that give it away; a shorter key is a placeholder, such as the `none` of a local server."""
_STEP = 6
# Any run of LEAST_KEY characters holds a piece of this length that begins at a multiple of it.
_GATE = Gate()


def without_key(data: bytes, key: str | None) -> bytes:
    """Return the bytes with `[removed]` in place of the key and of every part of it from 12 characters on.

    The key is found as it is, as JSON, an address and base64 write it.
    """
    if key is None or len(key) < LEAST_KEY:
        return data
    spans = _merged(span for form in _forms(key) for span in _runs(data, form))
    if not spans:
        return data
    edges = [0, *(edge for span in spans for edge in span), len(data)]
    kept = [data[start:end] for start, end in list(pairwise(edges))[::2]]
    return REMOVED.join(kept)


def without_secrets(text: str) -> str:
    """Return the text with `[removed]` in place of keys, tokens, paths, hosts and mail addresses of any known form."""
    return _GATE.cleaned(text.encode("utf-8", "replace")).decode("utf-8", "replace")


def _forms(key: str) -> set[bytes]:
    raw = key.encode("utf-8", "replace")
    texts = {raw, quote_plus(key, errors="replace").encode(), json.dumps(key)[1:-1].encode()}
    for before in range(3):
        skip = -before % 3
        whole = raw[skip : skip + (len(raw) - skip) // 3 * 3]
        texts |= {base64.b64encode(whole), base64.urlsafe_b64encode(whole)}
    return {text for text in texts if len(text) >= LEAST_KEY}


def _runs(data: bytes, form: bytes) -> Iterator[tuple[int, int]]:
    """Yield the spans of the data that hold at least 12 bytes in a row of the form."""
    for at in range(0, len(form) - _STEP + 1, _STEP):
        piece = form[at : at + _STEP]
        found = data.find(piece)
        while found >= 0:
            start, end = found, found + _STEP
            while start and at - (found - start) and data[start - 1] == form[at - (found - start) - 1]:
                start -= 1
            while end < len(data) and at + end - found < len(form) and data[end] == form[at + end - found]:
                end += 1
            if end - start >= LEAST_KEY:
                yield start, end
            found = data.find(piece, end)


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(set(spans)):
        if merged and start <= merged[-1][1]:
            start, end = merged[-1][0], max(merged.pop()[1], end)
        merged.append((start, end))
    return merged
