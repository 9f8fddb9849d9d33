"""Which solid plays which role, by its label alone.

Labels are compared whole, or by their primary label: the words before the first word of place or the first mark that
begins an addition. A word elsewhere in a label never matches: "drip tray below group head" is a drip tray.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

_ADDITION = re.compile(
    r"[(,;]"
    r"|\s-\s"
    r"|(?<!\S)(?:below|above|under|over|on|in|of|for|with|behind|beside|between|near|next to)(?![^\s(,;])"
)
_NUMBER = re.compile(r"(?P<base>.*?)[ -]?(?P<number>[0-9]+)")


@dataclass(frozen=True)
class Roles:
    """Labels by role; every label plays at most one role."""

    taken: Mapping[str, str]
    """The label that plays the role."""
    rivals: Mapping[str, tuple[str, ...]]
    """Labels with equal claims to one role; none of them plays it."""
    missing: tuple[str, ...]
    """Roles that no label claims."""


def normal(label: str) -> str:
    """Return the label as it is compared: NFKC, case folded, `_` and white space as one space, trimmed."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", label).casefold())
    return re.sub(r"[\s_]+", " ", folded).strip()


def primary(label: str) -> str:
    """Return the normal label up to its first addition; empty where it begins with one."""
    whole = normal(label)
    addition = _ADDITION.search(whole)
    return whole[: addition.start()].strip() if addition else whole


def numbered(label: str, bases: Iterable[str]) -> int | None:
    """Return the number of a normal label that is a base, an optional space or hyphen, and digits; None for others."""
    match = _NUMBER.fullmatch(label)
    return int(match["number"]) if match and match["base"] in {normal(base) for base in bases} else None


def assigned(roles: Sequence[str], labels: Sequence[str]) -> Roles:
    """Return who plays the roles.

    A role goes to the label that equals it whole; where there is none, to the one whose primary label equals it. A
    label has one whole and one primary form, so among unassigned labels it can claim one role only: taking what is
    claimed once leaves out no role that another choice would fill.
    """
    taken: dict[str, str] = {}
    rivals: dict[str, tuple[str, ...]] = {}
    for form in (normal, primary):
        for role in roles:
            if role in taken or role in rivals:
                continue
            claims = tuple(label for label in labels if form(label) == normal(role) and label not in taken.values())
            if len(claims) > 1:
                rivals[role] = claims
            elif claims:
                taken[role] = claims[0]
    return Roles(taken, rivals, tuple(role for role in roles if role not in taken and role not in rivals))


def counted(bases: Sequence[str], labels: Sequence[str]) -> Roles:
    """Return which labels are the numbered parts of these bases, by number; nothing is ever missing.

    A number goes to the whole label that has it; where there is none, to the primary label that has it.
    """
    taken: dict[str, str] = {}
    rivals: dict[str, tuple[str, ...]] = {}
    for form in (normal, primary):
        claims: dict[str, list[str]] = {}
        for label in labels:
            number = numbered(form(label), bases)
            if number is not None and str(number) not in taken | rivals and label not in taken.values():
                claims.setdefault(str(number), []).append(label)
        rivals |= {number: tuple(same) for number, same in claims.items() if len(same) > 1}
        taken |= {number: same[0] for number, same in claims.items() if len(same) == 1}
    return Roles(taken, rivals, ())
