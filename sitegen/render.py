"""Pages as bytes: templates read once, the frame of a page drawn once for all pages that share it."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from sitegen import charts, figures, layout
from sitegen.prose import to_html
from sitegen.records.site import SiteConfig
from sitegen.site.page import NavItem, Page

ASSETS = "assets"
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
        self._environment = _environment(templates)
        self._get = self._environment.get_template
        self._frames: dict[tuple[str, str | None, bool], tuple[str, ...]] = {}

    def render(self, page: Page) -> bytes:
        """Return the page as UTF-8 text."""
        up = self._up(page.path)
        start, described, opened, end = self._frame(up, page.nav, page.nav == page.path)
        body = self._get(page.template).render(view=page.view, r=up, runs_at=f"{up}benchmarks/runs/")
        crumbs = self._get("crumbs.html").render(crumbs=page.crumbs, r=up) if page.crumbs else ""
        title = page.title if page.title == self._site.title else f"{page.title} · {self._site.title}"
        parts = (start, escape(title), described, escape(page.description), opened, crumbs, body, end)
        return "".join(parts).encode()

    def assets(self) -> dict[str, bytes]:
        """Return the style sheet, the script and the icon by address."""
        return {path.name: path.read_bytes() for path in sorted((self._templates / ASSETS).iterdir())}

    def _up(self, path: str) -> str:
        """Return the prefix to the top of the site; the page for missing addresses is served at any depth."""
        if path == layout.NOT_FOUND and self._site.base_url:
            return urlsplit(self._site.base_url).path.rstrip("/") + "/"
        return layout.up(path)

    def _frame(self, up: str, nav: str | None, here: bool) -> tuple[str, ...]:
        key = (up, nav, here)
        found = self._frames.get(key)
        if found is None:
            text = self._get("frame.html").render(
                site=self._site, nav=self._nav, active=nav, here=here, r=up, gap=Markup(_GAP)
            )
            found = tuple(text.split(_GAP))
            assert len(found) == _FRAME_GAPS + 1, "the frame has one place each for title, description and body"
            self._frames[key] = found
        return found


def _environment(templates: Path) -> Environment:
    made = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    made.globals.update(
        badge=_badge(made),
        strip=charts.strip,
        labels=charts.labels,
        bar=charts.bar,
        hatched=charts.HATCHED,
        at=_addresses(),
    )
    made.filters.update(
        amount=lambda value, unit: figures.AMOUNT[unit](value),
        whole=figures.whole,
        markdown=lambda text, up: Markup(to_html(text, up)),  # raw HTML is off, so the text is safe
    )
    return made


def _badge(environment: Environment) -> Callable[[str, str], Markup]:
    """Return the function for state badges; there are few different ones, so each is drawn once."""

    @lru_cache(maxsize=1024)
    def badge(kind: str, label: str) -> Markup:
        drawn = environment.get_template("badge.html").render(kind=kind, label=label)
        return Markup(drawn)  # drawn with escaping

    return badge


def _addresses() -> dict[str, str]:
    return {
        "home": layout.HOME,
        "overview": layout.OVERVIEW,
        "method": layout.METHOD,
        "marks": layout.MARKS,
        "data": layout.DATA,
    }
