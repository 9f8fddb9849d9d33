"""What a page could run or load beside the script and the style sheet of its site."""

import re
from collections.abc import Iterator, Mapping

_FOREIGN = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
"""How an address off the site begins."""
_LOADED = {"img": "src", "link": "href", "script": "src", "source": "src", "use": "href", "image": "href"}
_NAMED_ONLY = frozenset({"canonical"})
"""Links that name an address and load nothing."""
_FORBIDDEN = frozenset({"base", "embed", "form", "frame", "iframe", "object", "style"})
_DATA = frozenset({"application/json", "application/ld+json"})
_NOWHERE = frozenset({"default-src", "base-uri", "form-action"})
"""What the policy of a page must allow to nobody."""


def active(tag: str, given: Mapping[str, str]) -> Iterator[str]:
    """Yield what an element could run or load, as a reader of the source would find it."""
    if tag in _FORBIDDEN or (tag == "meta" and given.get("http-equiv", "").lower() == "refresh"):
        yield f"<{tag}>"
    if tag == "script" and "src" not in given and given.get("type") not in _DATA:
        yield "<script> within the page"
    for name, value in given.items():
        if name == "style" or name.startswith("on"):
            yield f"{name}={value}"
        elif name == _LOADED.get(tag) and _FOREIGN.match(value) and given.get("rel") not in _NAMED_ONLY:
            yield f"<{tag} {name}={value}>"
        elif name in ("href", "src") and value.lower().lstrip().startswith(("javascript:", "data:")):
            yield f"{name}={value}"


def lax(policy: str) -> Iterator[str]:
    """Yield what a content security policy allows beside the site's own files."""
    parts = [directive.split() for directive in policy.split(";") if directive.strip()]
    given = {part[0].lower(): part[1:] for part in parts}
    for name in sorted(_NOWHERE):
        if given.get(name) != ["'none'"]:
            yield f"{name} {' '.join(given.get(name, ['is not set']))}"
    for name, sources in given.items():
        if name not in _NOWHERE and not set(sources) <= {"'self'", "'none'"}:
            yield f"{name} {' '.join(sources)}"
