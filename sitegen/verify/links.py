"""Every link within the site leads to a file and, where it names one, to a place in it."""

import posixpath
from collections.abc import Iterator, Mapping
from urllib.parse import unquote, urlsplit

from sitegen.verify.finding import Finding
from sitegen.verify.markup import Page

_ANYWHERE = frozenset({"404.html"})
"""Pages that a host shows at any depth, so that their links may be absolute."""


def broken(pages: Mapping[str, Page], files: frozenset[str]) -> Iterator[Finding]:
    """Yield every link of a page that leads nowhere within the site."""
    for address, page in pages.items():
        for href in dict.fromkeys(page.links):
            parts = urlsplit(href)
            if parts.scheme or parts.netloc or address in _ANYWHERE:
                continue
            path = unquote(parts.path)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(address), path)) if path else address
            target = f"{target}/index.html".removeprefix("./") if path.endswith("/") else target
            if path.startswith("/") or target.startswith("..") or target not in files:
                yield Finding(address, href, "link", "no such file", "a file of the site")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                yield Finding(address, href, "link", "no such place on that page", f"id={parts.fragment}")
