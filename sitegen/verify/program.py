"""The program that made a site: what it ships with every site must be what this one ships, if they are the same."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from sitegen.verify.active import lax
from sitegen.verify.finding import NOTHING, Finding
from sitegen.verify.held import MANIFEST, Site
from sitegen.verify.markup import Page

HEADERS = "_headers"
_POLICY = "Content-Security-Policy"


@dataclass(frozen=True, slots=True)
class Program:
    """A version of the program with the files that it puts into every site."""

    name: str
    files: Mapping[str, bytes]
    """Script, style sheet and icons, by address."""

    @classmethod
    def shipped(cls, name: str, folder: Path) -> Self:
        """Return this version, with its files in a folder."""
        return cls(name, {path.name: path.read_bytes() for path in sorted(folder.iterdir())})

    def made(self, site: Site) -> bool:
        """Return whether the site says that this version made it."""
        return generator(site) == self.name


def generator(site: Site) -> str:
    """Return what made the site, as it says itself; empty where it does not."""
    said = site.json(MANIFEST)
    name = said.get("generator") if isinstance(said, dict) else None
    return name if isinstance(name, str) else ""


def program_faults(site: Site, program: Program) -> Iterator[Finding]:
    """Yield shipped files that are not those of the program; only where the site says that this one made it."""
    if not program.made(site):
        return
    for address, data in program.files.items():
        if address not in site.files:
            yield Finding(address, "", "program", NOTHING, f"the file that {program.name} ships")
        elif address not in site.changed and site.files[address].sha256 != hashlib.sha256(data).hexdigest():
            yield Finding(address, "", "program", "another file", f"the one that {program.name} ships")


def active_faults(site: Site, pages: Mapping[str, Page]) -> Iterator[Finding]:
    """Yield what could run or load something that is not the site's own, and policies that would let it.

    A page that is not as listed is left aside: what a host put into it is told of the host.
    """
    for address, page in pages.items():
        if address in site.changed:
            continue
        for one in page.active:
            yield Finding(address, one, "program", "active content", NOTHING)
        yield from _policy(address, page.metas.get(_POLICY, ""))
    headers = site.text(HEADERS)
    if headers is not None:
        lines = [line.strip().partition(":") for line in headers.splitlines()]
        yield from _policy(HEADERS, next((rest for name, _, rest in lines if name == _POLICY), ""))


def _policy(address: str, policy: str) -> Iterator[Finding]:
    for one in lax(policy):
        yield Finding(address, _POLICY, "program", one, "nothing but the site's own files")
