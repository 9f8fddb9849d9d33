"""A page before it is drawn: its address, its template and the plain values that the template reads."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NavItem:
    """One entry of the navigation."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Crumb:
    """One step of the way to a page."""

    label: str
    address: str | None
    """None for the page itself."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the site."""

    path: str
    """Address, such as `benchmarks/index.html`."""
    template: str
    title: str
    description: str
    nav: str | None
    """Address of the active entry of the navigation; None where none is."""
    crumbs: tuple[Crumb, ...]
    view: object
    """Tree of frozen dataclasses: everything that the template reads, and nothing else."""
    sources: tuple[str, ...]
    """Files of the content tree, and ids of cohorts, that it was made from."""
