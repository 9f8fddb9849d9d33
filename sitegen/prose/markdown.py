"""Markdown as HTML: no raw HTML, safe addresses only, headings with ids, links within the site relative."""

import re
from collections.abc import Iterator, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sitegen.layout import slug

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_SCHEME = re.compile(r"^[a-zA-Z][a-zA-Z0-9+.-]*:")
_SAFE_SCHEMES = ("https:", "http:", "mailto:")
_made: "list[MarkdownIt]" = []


def to_html(markdown: str, up: str = "") -> str:
    """Return the text as HTML that may stand in a page as it is.

    Args:
        markdown: The text; HTML in it stays text.
        up: Prefix that leads from the page to the top of the site, for links that start with `/`.
    """
    parser = _parser()
    state: MutableMapping[str, Any] = {}
    tokens = parser.parse(markdown, state)
    _finish(tokens, up)
    return str(parser.renderer.render(tokens, parser.options, state))


class Link(NamedTuple):
    """A link or a picture in a text."""

    line: int
    """Line of the paragraph, heading or table row that holds it, from 1."""
    address: str
    """As written, with the escapes that an address needs."""
    picture: bool


def links(markdown: str) -> Iterator[Link]:
    """Yield the links and pictures of a text, in order; those that may not be followed are text and no links."""
    for token in _parser().parse(markdown):
        line = token.map[0] + 1 if token.map else 1
        for child in token.children or ():
            for name in ("href", "src"):
                if (address := child.attrGet(name)) is not None:
                    yield Link(line, str(address), name == "src")


def _parser() -> "MarkdownIt":
    if not _made:
        from markdown_it import MarkdownIt

        parser = MarkdownIt("commonmark", {"html": False}).enable("table")
        parser.validateLink = _safe  # type: ignore[method-assign,assignment]  # how the library lets links be judged
        parser.add_render_rule("table_open", _table_open)
        parser.add_render_rule("table_close", _table_close)
        _made.append(parser)
    return _made[0]


def _table_open(*_: object) -> str:
    return '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>\n'


def _table_close(*_: object) -> str:
    return "</table></div>\n"


def _safe(address: str) -> bool:
    """Return whether a link may be followed; one that may not stays text."""
    plain = "".join(char for char in address if char > " ").lower()
    if plain.startswith("//") or "\\" in plain or "%5c" in plain:
        return False
    return not _SCHEME.match(plain) or plain.startswith(_SAFE_SCHEMES)


def _finish(tokens: Sequence["Token"], up: str) -> None:
    used: dict[str, int] = {}
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _id(tokens[index + 1].content, used))
        elif token.type in ("th_open", "td_open"):
            _align(token)
        elif token.type in ("fence", "code_block"):
            token.attrSet("tabindex", "0")
        for child in token.children or ():
            for name in ("href", "src"):
                if (address := child.attrGet(name)) is not None:
                    child.attrSet(name, relative(str(address), up))


def _align(cell: "Token") -> None:
    """Replace the inline style of an aligned cell, which the site's policy refuses, by a class."""
    style = cell.attrs.pop("style", None)
    if style is not None and "right" in str(style):
        cell.attrSet("class", "n")


def _id(heading: str, used: dict[str, int]) -> str:
    name = slug(heading)
    used[name] = used.get(name, 0) + 1
    return name if used[name] == 1 else f"{name}-{used[name]}"


def relative(address: str, up: str) -> str:
    """Return an address of the site as a relative one, a Markdown page as the page made from it; others as they are."""
    if _SCHEME.match(address) or address.startswith("#"):
        return address
    path, mark, rest = _split(address)
    if path.endswith(".md"):
        path = f"{path.removesuffix('.md')}.html"
    if path.startswith("/"):
        path = f"{up}{path.lstrip('/')}" or "index.html"
    if path.endswith("/"):
        path = f"{path}index.html"
    return f"{path}{mark}{rest}"


def _split(address: str) -> tuple[str, str, str]:
    for index, char in enumerate(address):
        if char in "?#":
            return address[:index], char, address[index + 1 :]
    return address, "", ""
