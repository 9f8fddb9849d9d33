"""Reads drawn pages as a reader does: their text, their tables, their links."""

from html.parser import HTMLParser
from pathlib import Path

from sitegen.layout import templates_dir
from sitegen.leaks import Gate
from sitegen.load.drafts import Drafts
from sitegen.render import Renderer
from sitegen.site import navigation
from sitegen.site import run_page as compose
from sitegen.summarize import summary_row
from sitegen.templating import Templates
from tests.unit.site.sample import SITE

VOID = {"meta", "link", "img", "br", "hr", "input"}
HIDDEN = {"script", "style", "defs"}
BREAKS = {
    "td",
    "th",
    "tr",
    "p",
    "li",
    "dd",
    "dt",
    "h1",
    "h2",
    "h3",
    "small",
    "caption",
    "figcaption",
    "title",
    "desc",
    "br",
}
BLOCKS = {"sub", "b", "un"}
"""Classes of inline pieces that stand apart on the page."""


class Reading(HTMLParser):
    """A page taken apart."""

    def __init__(self, html):
        super().__init__()
        self.text = ""
        self.open: list[str] = []
        self.problems: list[str] = []
        self.links, self.ids, self.tags = [], [], []
        self.cells, self._cell = [], None
        self.feed(html)
        if self.open:
            self.problems.append(f"left open: {self.open}")

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        for name, value in attrs:
            if name in ("href", "src"):
                self.links.append(value)
            if name == "id":
                self.ids.append(value)
        if tag not in VOID:
            self.open.append(tag)
        if tag in ("td", "th"):
            self._cell = ""
        self._space(tag, dict(attrs).get("class") or "")

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.links += [value for name, value in attrs if name in ("href", "src")]

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"unexpected end of {tag}")
        if tag in ("td", "th") and self._cell is not None:
            self.cells.append(" ".join(self._cell.split()))
            self._cell = None
        self._space(tag)

    def handle_data(self, data):
        if not HIDDEN.intersection(self.open):
            self.text += data
            if self._cell is not None and "svg" not in self.open:
                self._cell += data

    def _space(self, tag, kind=""):
        if tag in BREAKS or BLOCKS.intersection(kind.split()):
            self.text += " "
            if self._cell is not None:
                self._cell += " "

    @property
    def words(self):
        """All text, spaces made one."""
        return " ".join(self.text.split())


TEMPLATES = Templates(templates_dir())
RENDERER = Renderer(TEMPLATES, SITE, navigation(()))


def run_page(run, suite, brief, differing=(), templates=TEMPLATES):
    """Return the page of a run, its own part drawn first."""
    own = Drafts(Path(), templates, Gate()).draw(run, suite)
    return compose(summary_row(run), own, brief, differing)


def draw(page, renderer=RENDERER):
    """Return the page's HTML."""
    return renderer.render(page).decode()


def read(page, renderer=RENDERER):
    """Return the drawn page, taken apart."""
    return Reading(draw(page, renderer))
