"""Tool names that every provider accepts: `[A-Za-z_][A-Za-z0-9_-]{0,63}`, the same for all of them."""

import re
from collections.abc import Sequence
from typing import Final

LONGEST: Final = 64
_FITS = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}", re.ASCII)
_FOREIGN = re.compile(r"[^A-Za-z0-9_-]+", re.ASCII)


def sent_names(names: Sequence[str]) -> dict[str, str]:
    """Return the name to send for each of the server's names; a name that fits stays, and all are distinct.

    Raises:
        ValueError: A name is there twice.
    """
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"the server lists the tool {twice[0]!r} twice")
    sent = {name: name for name in names if _FITS.fullmatch(name)}
    taken = set(sent)
    for name in names:
        if name not in sent:
            sent[name] = _free(_fitting(name), taken)
            taken.add(sent[name])
    return {name: sent[name] for name in names}


def _fitting(name: str) -> str:
    plain = _FOREIGN.sub("_", name)[:LONGEST]
    return plain if _FITS.fullmatch(plain) else f"_{plain}"[:LONGEST]


def _free(name: str, taken: set[str]) -> str:
    candidate, number = name, 1
    while candidate in taken:
        number += 1
        ending = f"_{number}"
        candidate = name[: LONGEST - len(ending)] + ending
    return candidate
