"""Links in pages of prose that lead nowhere, and pictures that would be fetched from elsewhere."""

import html
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote

from sitegen.inputs import ProseInput
from sitegen.issues import Issue, issue
from sitegen.layout import CONTENT, PAGES, PUBLIC, prose_page, up
from sitegen.prose import links, relative, resolve
from sitegen.summaries import Results

_ELSEWHERE = re.compile("[a-zA-Z][a-zA-Z0-9+.-]*:")
_ADDRESS = re.compile(rb'<(?:a|img)\s[^>]*?(href|src)="([^"]*)"')
_ID = re.compile(rb'\sid="([^"]*)"')


def link_issues(pages: Sequence[ProseInput], results: Results, places: Mapping[str, str]) -> Iterator[Issue]:
    """Yield an issue per dead link and per remote picture.

    The pages as they were made tell whether there is any; only then is the text read for the lines.

    Args:
        pages: The pages of prose.
        results: What their placeholders are filled from.
        places: Where every file of the site is, by its path with the output folder before it.
    """
    site = _Site(places)
    for prose in pages:
        path = prose_page(prose.source)
        if not site.is_sound(path):
            yield from _named(prose, path, results, site)


def _named(prose: ProseInput, path: str, results: Results, site: "_Site") -> Iterator[Issue]:
    file = f"{CONTENT}/{PAGES}/{prose.source}"
    for link in links(resolve(prose, results).markdown):
        where = f"{link.address} in line {prose.first_line + link.line - 1}"
        if wanted := site.fault(path, relative(link.address, up(path)), link.picture):
            code = "remote-picture" if link.picture and _is_remote(link.address) else "dead-link"
            yield issue(code, file, found=where, expected=wanted)


def _is_remote(address: str) -> bool:
    return _ELSEWHERE.match(address) is not None


class _Site:
    """The finished files, in which an address is looked up."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places
        self._ids: dict[str, frozenset[str]] = {}

    def is_sound(self, path: str) -> bool:
        """Return whether every link and picture of a page leads somewhere."""
        found = _ADDRESS.findall(self._bytes(path))
        return not any(self.fault(path, html.unescape(address.decode()), name == b"src") for name, address in found)

    def fault(self, page: str, address: str, picture: bool) -> str | None:
        """Return what an address on a page should have been, or None where it is right."""
        if _is_remote(address):
            return "a picture of this site" if picture else None
        rest, _, fragment = address.partition("#")
        place = unquote(rest.partition("?")[0])
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), place)) if place else page
        if f"{PUBLIC}/{target}" not in self._places:
            return "the address of a file of this site, such as /benchmarks/data.html"
        if target.endswith(".html") and unquote(fragment) not in ("", "top") and (ids := self._ids_of(target)):
            return None if unquote(fragment) in ids else f"the id of a heading or part of {target}"
        return None

    def _ids_of(self, path: str) -> frozenset[str]:
        if path not in self._ids:
            self._ids[path] = frozenset(html.unescape(found.decode()) for found in _ID.findall(self._bytes(path)))
        return self._ids[path]

    def _bytes(self, path: str) -> bytes:
        """Return a page as it was made; nothing of one that was refused, which has issues of its own."""
        try:
            return Path(self._places[f"{PUBLIC}/{path}"]).read_bytes()
        except FileNotFoundError:
            return b""
