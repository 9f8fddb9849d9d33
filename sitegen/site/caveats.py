"""Caveats as pages show them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Note:
    """A caveat that applies to a page."""

    id: str
    sentence: str
    reference: str | None
    """Official page that it refers to."""
