"""Seals: opaque texts that the simulator can check without having kept anything.

A seal binds what was said before a turn (the prefix), the whole turn, and the block that carries it. Ids of calls and
messages, encrypted reasoning, thinking signatures and thought signatures are all made of one.
"""

import hashlib
import hmac
import json
from dataclasses import dataclass
from typing import Any, Literal

_DIGEST = 6
_MAC = 10

Fault = Literal["corrupted", "block", "turn", "prefix"]


def digest(value: Any) -> bytes:
    """Return a digest of a JSON value that does not depend on the order of members."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).digest()[:_DIGEST]


@dataclass(frozen=True, slots=True)
class Bound:
    """What a seal binds."""

    prefix: bytes
    turn: bytes
    block: bytes
    reasoning: int
    """Reasoning blocks of the turn."""
    position: int
    """Place of the block in its turn."""


class Sealer:
    """Makes and reads seals with a secret of its own."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def seal(self, kind: str, bound: Bound) -> str:
        """Return the seal as hexadecimal digits; `kind` keeps the seals of providers and block types apart."""
        body = bytes([bound.reasoning, bound.position]) + bound.prefix + bound.turn + bound.block
        return (body + self._mac(kind, body)).hex()

    def read(self, kind: str, text: str) -> Bound | None:
        """Return what a seal binds; None when it was never made here, or for another kind."""
        try:
            raw = bytes.fromhex(text)
        except ValueError:
            return None
        body, mac = raw[:-_MAC], raw[-_MAC:]
        if len(body) != 2 + 3 * _DIGEST or not hmac.compare_digest(mac, self._mac(kind, body)):
            return None
        parts = [body[2 + _DIGEST * n : 2 + _DIGEST * (n + 1)] for n in range(3)]
        return Bound(parts[0], parts[1], parts[2], body[0], body[1])

    def _mac(self, kind: str, body: bytes) -> bytes:
        return hmac.new(self._secret, kind.encode() + b"\0" + body, hashlib.sha256).digest()[:_MAC]


def broken(found: Bound | None, prefix: bytes, turn: bytes, block: bytes) -> Fault | None:
    """Return the nearest thing that does not fit a seal: the block, its turn, or what came before."""
    if found is None:
        return "corrupted"
    if found.block != block:
        return "block"
    if found.turn != turn:
        return "turn"
    return "prefix" if found.prefix != prefix else None
