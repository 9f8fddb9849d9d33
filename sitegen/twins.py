"""A drawn page as Markdown: one converter for the markup that the templates write, so that both say the same."""

import re
from collections.abc import Callable
from html import unescape

_LEFT_OUT = re.compile(
    r'<section id="explore".*?</section>|<script.*?</script>|<details class="runs".*?</details>|<nav.*?</nav>'
    r'|<ul class="legend marks".*?</ul>',
    re.S,
)
"""What serves the page in a browser only; its rows stand in the data files."""
_CHART = re.compile(r"<svg[^>]*><title[^>]*>(.*?)</title>(?:<desc[^>]*>(.*?)</desc>)?.*?</svg>", re.S)
_DRAWING = re.compile(r"<svg.*?</svg>", re.S)
_PIECE = re.compile(r"<(/?)([a-z0-9]+)([^>]*)>|([^<]+)")
_ATTRIBUTE = re.compile(r'\b(href|alt|src|class)="([^"]*)"')
_SPACE = re.compile(r"\s+")
MEANT = str.maketrans({sign: f"\\{sign}" for sign in "\\`*[]<|"})
"""Signs that Markdown would take for its own."""
_BLOCKS = frozenset(("p", "figcaption", "summary", "caption", "dd", "li", "blockquote", "legend"))
"""Tags that end a block."""


def markdown(body: str) -> str:
    """Return the body of a page as Markdown.

    Args:
        body: What the page's template wrote.
    """
    text = _DRAWING.sub("", _CHART.sub(_described, _LEFT_OUT.sub("", body)))
    writer = _Writer()
    for closing, tag, attributes, words in _PIECE.findall(text):
        if words:
            writer.say(words)
        elif closing:
            writer.end(tag)
        else:
            writer.start(tag, dict(_ATTRIBUTE.findall(attributes)))
    return writer.finished()


def twin_address(address: str) -> str:
    """Return where a page, given by its address from anywhere, stands in Markdown."""
    return f"{address.removesuffix('.html')}.md"


def _described(chart: re.Match[str]) -> str:
    title, desc = chart[1], chart[2]
    return f"<i>Chart: {title}. {desc}</i>" if desc else ""


class _Writer:
    """Writes Markdown block by block."""

    def __init__(self) -> None:
        self.blocks: list[str] = []
        self.line: list[str] = []
        self.links: list[str] = []
        self.cells: list[str] | None = None
        """Cells of the open row of a table; None outside rows."""
        self.lists: list[str] = []
        self.heads = 0
        """Columns of the head of the open table, until its first row is written."""
        self.verbatim = False
        """Whether text stands in code, where no sign has a meaning."""
        self.fenced = False
        """Whether it stands in a block of code."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Take a start tag."""
        if tag == "tr":
            self.cells = []
        elif tag in ("td", "th"):
            self.line = []
        elif tag in ("ul", "ol", "dl"):
            self.flush()
            self.lists.append(tag)
        elif tag == "pre":
            self.flush()
            self.verbatim = self.fenced = True
        elif tag == "a":
            self.links.append(attributes.get("href", ""))
            self.line.append("[")
        elif tag == "img":
            self.line.append(f"![{attributes.get('alt', '')}]({attributes.get('src', '')})")
        elif tag == "br":
            self.line.append("; " if self.cells is not None else "\n")
        elif tag == "small" or "sub" in attributes.get("class", "").split():
            self.line.append(" · ")
        elif "b" in attributes.get("class", "").split():
            self.line.append(" ")
        elif tag in _MARKS and not self.fenced:
            self.line.append(_MARKS[tag])
            self.verbatim = self.verbatim or tag == "code"
        elif tag in _OPENING and self.cells is None:
            self.flush()

    def end(self, tag: str) -> None:
        """Take an end tag."""
        handler = _ENDS.get(tag)
        if handler is not None:
            handler(self)
        elif tag in _MARKS and not self.fenced:
            self.line.append(_MARKS[tag])
            self.verbatim = False
        elif tag in _HEADINGS:
            self.block(f"{'#' * _HEADINGS[tag]} {self.taken()}")
        elif self.cells is None and tag in _BLOCKS:
            self.flush("**" if tag in ("caption", "summary") else "")

    def say(self, words: str) -> None:
        """Take text."""
        plain = unescape(words)
        self.line.append(plain if self.verbatim else plain.translate(MEANT))

    def block(self, text: str) -> None:
        """Write a block."""
        self.blocks.append(text)

    def taken(self) -> str:
        """Return the open line, and open another one."""
        text = _SPACE.sub(" ", "".join(self.line)).strip(" ·")
        self.line = []
        return text

    def flush(self, marks: str = "") -> None:
        """Write the open line as a block of its own, or as an item of the open list."""
        text = self.taken()
        if not text:
            return
        if self.lists:
            sign = "1." if self.lists[-1] == "ol" else "-"
            self.block(f"{'  ' * (len(self.lists) - 1)}{sign} {text}")
        else:
            self.block(f"{marks}{text}{marks}")

    def finished(self) -> str:
        """Return everything."""
        self.flush()
        text = ""
        for before, block in zip(["", *self.blocks], self.blocks, strict=False):
            near = block.lstrip().startswith(_TIGHT) and before.lstrip().startswith(_TIGHT)
            text += ("\n" if near and block.lstrip()[0] == before.lstrip()[0] else "\n\n") + block if text else block
        return f"{text}\n"

    def _end_link(self) -> None:
        address = self.links.pop()
        outside = "//" in address
        place, mark, part = address.partition("#")
        if not outside and place.endswith(".html"):
            address = f"{twin_address(place)}{mark}{part}"
        self.line.append(f"]({address})")

    def _end_cell(self) -> None:
        if self.cells is not None:
            self.cells.append(self.taken())

    def _end_row(self) -> None:
        cells, self.cells = self.cells or [], None
        self.block(f"| {' | '.join(cells)} |")
        self.heads = len(cells)

    def _end_head(self) -> None:
        self.block(f"|{' --- |' * self.heads}")

    def _end_list(self) -> None:
        self.flush()
        if self.lists:
            self.lists.pop()

    def _end_term(self) -> None:
        self.line.append(": ")

    def _end_verbatim(self) -> None:
        text = "".join(self.line).strip("\n")
        self.line, self.verbatim, self.fenced = [], False, False
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
        self.block(f"{fence}\n{text}\n{fence}")


_MARKS = {"strong": "**", "b": "**", "code": "`", "em": "*", "i": "*"}
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4}
_OPENING = frozenset(("p", "figcaption", "summary", "caption", "li", "blockquote", "legend", "dt", *_HEADINGS))
"""Tags that begin a block."""
_TIGHT = ("|", "- ", "1. ")
_ENDS: dict[str, Callable[[_Writer], None]] = {
    "a": _Writer._end_link,
    "td": _Writer._end_cell,
    "th": _Writer._end_cell,
    "tr": _Writer._end_row,
    "thead": _Writer._end_head,
    "ul": _Writer._end_list,
    "ol": _Writer._end_list,
    "dl": _Writer._end_list,
    "dt": _Writer._end_term,
    "pre": _Writer._end_verbatim,
}
