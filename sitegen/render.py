"""Pages as bytes: the frame of a page is drawn once for all pages that share it."""

from urllib.parse import urlsplit

from sitegen import layout
from sitegen.charts import Shared
from sitegen.exports.hosting import POLICY, base_of
from sitegen.records.site import SiteConfig
from sitegen.run_twins import cohort_words
from sitegen.site.page import Crumb, NavItem, Page
from sitegen.site.run.page import OwnPart, RunView
from sitegen.templating import GAP, Drawn, Templates, text
from sitegen.twins import markdown, twin_address

_RUNS = layout.run_page("").removesuffix(".html")
_FRAME_GAPS = 4
_PICTURED = ("overview.html", "cohort.html")
"""Templates of the pages that have a picture for social networks."""


class Renderer:
    """Draws pages. The same page gives the same bytes."""

    def __init__(self, templates: Templates, site: SiteConfig, nav: tuple[NavItem, ...], feed: bool = False) -> None:
        """Take the templates, what the site says of itself, its navigation, and whether it has a feed."""
        self._templates, self._site, self._nav, self._feed = templates, site, nav, feed
        self._get = templates.get
        self._frames: dict[tuple[str, str | None, bool], tuple[Shared, ...]] = {}
        self._ways: dict[tuple[tuple[Crumb, ...], str], tuple[Shared, ...]] = {}
        self._base = base_of(site)
        self._last: tuple[Page, list[str]] | None = None

    def render(self, page: Page) -> bytes:
        """Return the page as UTF-8 text."""
        return "".join(self._pieces(page)).encode()

    def draw(self, page: Page) -> Drawn:
        """Return the page with what in it is new."""
        return self._templates.drawn(self._pieces(page))

    def run_twin(self, own: OwnPart, page: Page) -> Drawn:
        """Return the page of a run as Markdown, with what in it is new."""
        assert isinstance(page.view, RunView), "other pages are converted from what they draw"
        before, behind = own.twin
        return self._templates.drawn([before, cohort_words(page.view), behind])

    def twin(self, page: Page) -> bytes:
        """Return the page as Markdown: what its template wrote, in other signs."""
        words = markdown("".join(self._body(page, self._up(page.path))))
        name = page.path.rpartition("/")[2]
        return f"{words}\n[This page in HTML]({name}), {self._site.title}.\n".encode()

    def _pieces(self, page: Page) -> list[str]:
        up = self._up(page.path)
        start, described, headed, opened, end = self._frame(up, page.nav, page.nav == page.path)
        title = page.title if page.title == self._site.title else f"{page.title} · {self._site.title}"
        pieces = [start, text(title), described, text(page.description), headed, self._head(page), opened]
        pieces.extend(self._way(page, up))
        pieces.extend(self._body(page, up))
        pieces.append(end)
        return pieces

    def _body(self, page: Page, up: str) -> list[str]:
        """Return what the page's own template writes; a page and its twin are drawn one after the other."""
        if self._last is None or self._last[0] is not page:
            values = {"view": page.view, "r": up, "runs_at": _runs_at(page.path)}
            self._last = (page, self._templates.pieces(page.template, values))
        return self._last[1]

    def _head(self, page: Page) -> str:
        """Return what the head of a page has of its own: where it stands as text, and how others should name it."""
        if page.path == layout.NOT_FOUND:
            return ""
        name = page.path.rpartition("/")[2]
        link = f'<link rel="alternate" href="{twin_address(name)}" type="text/markdown">\n'
        if page.path.startswith(_RUNS):
            link += f'<link rel="alternate" href="{name.removesuffix(".html")}.json" type="application/json">\n'
        if self._base is None:
            return link
        picture = f"{self._base}{layout.social_picture(page.path)}" if page.template in _PICTURED else ""
        social = self._get("head.html").render(
            site=self._site,
            url=self._base + ("" if page.path == layout.HOME else page.path),
            title=page.title,
            description=page.description,
            picture=picture,
            card="summary_large_image" if picture else "summary",
        )
        return link + social

    def assets(self) -> dict[str, bytes]:
        """Return the style sheet, the script and the icon by address."""
        return {path.name: path.read_bytes() for path in sorted((self._templates.folder / layout.ASSETS).iterdir())}

    def _way(self, page: Page, up: str) -> tuple[str, ...]:
        """Return the breadcrumbs; pages that lie side by side share all but the last."""
        if not page.crumbs:
            return ()
        key = (page.crumbs[:-1], up)
        found = self._ways.get(key)
        if found is None:
            way = self._get("crumbs.html").render(crumbs=page.crumbs[:-1], r=up, gap=GAP)
            found = self._ways[key] = tuple(Shared(part) for part in way.split(GAP))
        return found[0], text(page.crumbs[-1].label), found[1]

    def _up(self, path: str) -> str:
        """Return the prefix to the top of the site.

        The page for missing addresses is served at any depth, so it starts at the root of the host.
        """
        if path == layout.NOT_FOUND:
            return urlsplit(self._base or "/").path
        return layout.up(path)

    def _frame(self, up: str, nav: str | None, here: bool) -> tuple[Shared, ...]:
        key = (up, nav, here)
        found = self._frames.get(key)
        if found is None:
            frame = self._get("frame.html").render(
                site=self._site, nav=self._nav, active=nav, here=here, r=up, gap=GAP, policy=POLICY, feed=self._feed
            )
            found = tuple(Shared(part) for part in frame.split(GAP))
            assert len(found) == _FRAME_GAPS + 1, "the frame has one place each for title, description, head and body"
            self._frames[key] = found
        return found


def _runs_at(path: str) -> str:
    """Return the way from a page to the run pages, as short as can be: a chart holds it hundreds of times."""
    top, _, below = path.partition("/")
    folder, _, runs = _RUNS.partition("/")
    return f"{layout.up(below)}{runs}" if below and top == folder else f"{layout.up(path)}{_RUNS}"
