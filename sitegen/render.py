"""Pages as bytes: templates read once, the frame of a page drawn once for all pages that share it."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from sitegen import charts, figures, layout
from sitegen.prose import to_html
from sitegen.records.site import SiteConfig
from sitegen.site.page import Crumb, NavItem, Page

ASSETS = "assets"
_PLAIN_BADGES = (
    "completed",
    "failed",
    "not_started",
    "passed",
    "unknown",
    "pending",
    "unavailable",
    "fixture",
    "invalidated",
)
_PARTS = ("resolved", "not-resolved", "ungraded", "uncached", "cached-read", "cache-write", "output", "reasoning")
_NEXT_NUMBER = '</td><td class="n">'
_RUNS = layout.run_page("").removesuffix(".html")
_GAP = "\x00"
"""Stands in the frame where a page puts its own text; no text of a record can hold it."""
_FRAME_GAPS = 3


class Renderer:
    """Draws pages. The same page gives the same bytes."""

    def __init__(self, templates: Path, site: SiteConfig, nav: tuple[NavItem, ...]) -> None:
        """Read the templates.

        Args:
            templates: Folder of templates.
            site: What the site says of itself.
            nav: Entries of the navigation.
        """
        self._templates, self._site, self._nav = templates, site, nav
        self._get = _environment(templates).get_template
        self._frames: dict[tuple[str, str | None, bool], tuple[bytes, ...]] = {}
        self._ways: dict[tuple[tuple[Crumb, ...], str], tuple[str, ...]] = {}

    def render(self, page: Page) -> bytes:
        """Return the page as UTF-8 text."""
        up = self._up(page.path)
        start, described, opened, end = self._frame(up, page.nav, page.nav == page.path)
        body = self._get(page.template).render(view=page.view, r=up, runs_at=_runs_at(page.path))
        title = page.title if page.title == self._site.title else f"{page.title} · {self._site.title}"
        own = (escape(title), escape(page.description), self._way(page, up) + body)
        return b"".join((start, own[0].encode(), described, own[1].encode(), opened, own[2].encode(), end))

    def assets(self) -> dict[str, bytes]:
        """Return the style sheet, the script and the icon by address."""
        return {path.name: path.read_bytes() for path in sorted((self._templates / ASSETS).iterdir())}

    def _way(self, page: Page, up: str) -> str:
        """Return the breadcrumbs; pages that lie side by side share all but the last."""
        if not page.crumbs:
            return ""
        key = (page.crumbs[:-1], up)
        found = self._ways.get(key)
        if found is None:
            text = self._get("crumbs.html").render(crumbs=page.crumbs[:-1], r=up, gap=Markup(_GAP))
            found = self._ways[key] = tuple(text.split(_GAP))
        return f"{found[0]}{_text(page.crumbs[-1].label)}{found[1]}"

    def _up(self, path: str) -> str:
        """Return the prefix to the top of the site; the page for missing addresses is served at any depth."""
        if path == layout.NOT_FOUND and self._site.base_url:
            return urlsplit(self._site.base_url).path.rstrip("/") + "/"
        return layout.up(path)

    def _frame(self, up: str, nav: str | None, here: bool) -> tuple[bytes, ...]:
        key = (up, nav, here)
        found = self._frames.get(key)
        if found is None:
            text = self._get("frame.html").render(
                site=self._site, nav=self._nav, active=nav, here=here, r=up, gap=Markup(_GAP)
            )
            found = tuple(part.encode() for part in text.split(_GAP))
            assert len(found) == _FRAME_GAPS + 1, "the frame has one place each for title, description and body"
            self._frames[key] = found
        return found


def _runs_at(path: str) -> str:
    """Return the way from a page to the run pages, as short as can be: a chart holds it hundreds of times."""
    top, _, below = path.partition("/")
    folder, _, runs = _RUNS.partition("/")
    return f"{layout.up(below)}{runs}" if below and top == folder else f"{layout.up(path)}{_RUNS}"


def _text(value: object) -> str:
    """Return a value as escaped text; text without a special sign, the usual case, is returned as it is."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[return-value]  # Markup is text that is escaped already
    if kind is str and not ("&" in value or "<" in value or ">" in value or '"' in value or "'" in value):  # type: ignore[operator]
        return value  # type: ignore[return-value]
    return escape(value)


def _number_cells(texts: tuple[str, ...]) -> Markup:
    """Return the cells of a row of numbers in one go: such rows are most of a run's page."""
    return Markup(f'<td class="n">{_text(_GAP.join(texts)).replace(_GAP, _NEXT_NUMBER)}</td>')


class _Template(Template):
    """A template that escapes with `_text`: `escape` makes an object of each piece, half the cost of a page."""

    @classmethod
    def from_code(
        cls, environment: Environment, code: CodeType, globals: Any, uptodate: Callable[[], bool] | None = None
    ) -> Template:
        made = super().from_code(environment, code, globals, uptodate)
        made.root_render_func.__globals__["escape"] = _text
        return made


class _Environment(Environment):
    """An environment in which `a.b` is an attribute or an error, never an item of a dictionary."""

    template_class = _Template
    getattr = staticmethod(getattr)  # type: ignore[assignment]  # the built-in, which is quicker


def _environment(templates: Path) -> Environment:
    made = _Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    badge = _drawn_once(made, "badge.html", "kind", "label")
    swatch = _drawn_once(made, "swatch.html", "kind")
    made.globals.update(
        badge=badge,
        strip=charts.strip,
        labels=charts.labels,
        bar=charts.bar,
        scatter=charts.scatter,
        timeline=charts.timeline,
        hatched=charts.HATCHED,
        narrow=charts.NARROW,
        wide=charts.WIDE,
        at=_Addresses,
    )
    made.globals.update(sign=_signs(badge), swatch={kind: swatch(kind) for kind in _PARTS})
    made.filters.update(
        number_cells=_number_cells,
        amount=lambda value, unit: figures.AMOUNT[unit](value),
        whole=figures.whole,
        markdown=lambda text, up: Markup(to_html(text, up)),  # raw HTML is off, so the text is safe
    )
    return made


def _drawn_once(environment: Environment, name: str, *arguments: str) -> Callable[..., Markup]:
    """Return a function that draws a small template; there are few different calls, so each is drawn once."""

    @lru_cache(maxsize=1024)
    def draw(*values: str) -> Markup:
        return Markup(environment.get_template(name).render(zip(arguments, values, strict=True)))

    return draw


def _signs(badge: Callable[..., Markup]) -> dict[str, Markup]:
    """Return the badges whose word is their kind: a look-up is much quicker than a call where there are many."""
    return {kind: badge(kind, kind.replace("_", " ")) for kind in _PLAIN_BADGES}


class _Addresses:
    home = layout.HOME
    overview = layout.OVERVIEW
    method = layout.METHOD
    marks = layout.MARKS
    data = layout.DATA
