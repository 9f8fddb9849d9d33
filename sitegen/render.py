"""Pages as bytes: templates read once, the frame of a page drawn once for all pages that share it."""

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from jinja2 import BaseLoader, Environment, FileSystemLoader, StrictUndefined, Template
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Getattr
from markupsafe import Markup, escape

from sitegen import charts, figures, layout
from sitegen.charts import Shared
from sitegen.exports.hosting import POLICY, base_of
from sitegen.prose import to_html
from sitegen.records.site import SiteConfig
from sitegen.site.page import Crumb, NavItem, Page
from sitegen.twins import markdown, twin_address

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
    "withdrawn",
)
_PARTS = ("resolved", "not-resolved", "ungraded", "uncached", "cached-read", "cache-write", "output", "reasoned")
_NEXT_NUMBER = '</td><td class="n">'
_RUNS = layout.run_page("").removesuffix(".html")
_GAP = "\x00"
"""Stands in the frame where a page puts its own text; no text of a record can hold it."""
_FRAME_GAPS = 4


Compiled = Mapping[str, CodeType]
"""Code of templates by name."""


class Drawn(NamedTuple):
    """A page as bytes, and what in it is new."""

    data: bytes
    new: bytes
    """Its pieces that no page had before which was found clean, one a line: what the leak gate has not seen yet."""
    lasting: tuple[str, ...]
    """Those of the new pieces that other pages will have too."""


class Renderer:
    """Draws pages. The same page gives the same bytes."""

    def __init__(
        self, templates: Path, site: SiteConfig, nav: tuple[NavItem, ...], compiled: Compiled | None = None
    ) -> None:
        """Read the templates.

        Args:
            templates: Folder of templates.
            site: What the site says of itself.
            nav: Entries of the navigation.
            compiled: What `compiled` returned for the folder; None compiles a template when it is first asked for.
        """
        self._templates, self._site, self._nav = templates, site, nav
        self._environment = _environment(templates, compiled)
        self._get = self._environment.get_template
        self._frames: dict[tuple[str, str | None, bool], tuple[Shared, ...]] = {}
        self._ways: dict[tuple[tuple[Crumb, ...], str], tuple[Shared, ...]] = {}
        self._clean: set[str] = set()
        self._base = base_of(site)
        self._last: tuple[Page, list[str]] | None = None

    def render(self, page: Page) -> bytes:
        """Return the page as UTF-8 text."""
        return "".join(self._pieces(page)).encode()

    def draw(self, page: Page) -> Drawn:
        """Return the page with what in it is new."""
        pieces = self._pieces(page)
        clean, constants = self._clean, self._environment.constants
        new = [piece for piece in pieces if piece not in clean]
        lasting = [piece for piece in new if type(piece) is Shared or piece in constants]
        return Drawn("".join(pieces).encode(), "\n".join(new).encode(), tuple(lasting))

    def twin(self, page: Page) -> bytes:
        """Return the page as Markdown: what its template wrote, in other signs."""
        text = markdown("".join(self._body(page, self._up(page.path))))
        name = page.path.rpartition("/")[2]
        return f"{text}\n[This page in HTML]({name}), {self._site.title}.\n".encode()

    def trust(self, drawn: Drawn) -> None:
        """Take what is new in a page for clean: it is not new in the next one."""
        self._clean.update(drawn.lasting)

    def _pieces(self, page: Page) -> list[str]:
        up = self._up(page.path)
        start, described, headed, opened, end = self._frame(up, page.nav, page.nav == page.path)
        title = page.title if page.title == self._site.title else f"{page.title} · {self._site.title}"
        pieces = [start, _text(title), described, _text(page.description), headed, self._head(page), opened]
        pieces.extend(self._way(page, up))
        pieces.extend(self._body(page, up))
        pieces.append(end)
        return pieces

    def _body(self, page: Page, up: str) -> list[str]:
        """Return what the page's own template writes; a page and its twin are drawn one after the other."""
        if self._last is None or self._last[0] is not page:
            template = self._get(page.template)
            view = template.new_context({"view": page.view, "r": up, "runs_at": _runs_at(page.path)})
            self._last = (page, list(template.root_render_func(view)))
        return self._last[1]

    def _head(self, page: Page) -> str:
        """Return what the head of a page has of its own: where it stands as text, and how others should name it."""
        if page.path == layout.NOT_FOUND:
            return ""
        twin = twin_address(page.path.rpartition("/")[2], run=page.path.startswith(_RUNS))
        kind = "application/json" if twin.endswith(".json") else "text/markdown"
        link = f'<link rel="alternate" href="{twin}" type="{kind}">\n'
        if self._base is None:
            return link
        picture = f"{self._base}{layout.social_picture(page.path)}" if layout.has_picture(page.path) else ""
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
        return {path.name: path.read_bytes() for path in sorted((self._templates / ASSETS).iterdir())}

    def _way(self, page: Page, up: str) -> tuple[str, ...]:
        """Return the breadcrumbs; pages that lie side by side share all but the last."""
        if not page.crumbs:
            return ()
        key = (page.crumbs[:-1], up)
        found = self._ways.get(key)
        if found is None:
            text = self._get("crumbs.html").render(crumbs=page.crumbs[:-1], r=up, gap=Markup(_GAP))
            found = self._ways[key] = tuple(Shared(part) for part in text.split(_GAP))
        return found[0], _text(page.crumbs[-1].label), found[1]

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
            text = self._get("frame.html").render(
                site=self._site, nav=self._nav, active=nav, here=here, r=up, gap=Markup(_GAP), policy=POLICY
            )
            found = tuple(Shared(part) for part in text.split(_GAP))
            assert len(found) == _FRAME_GAPS + 1, "the frame has one place each for title, description, head and body"
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
    if kind is Markup or kind is Shared:
        return value  # type: ignore[return-value]  # Markup is text that is escaped already
    if kind is str and not ("&" in value or "<" in value or ">" in value or '"' in value or "'" in value):  # type: ignore[operator]
        return value  # type: ignore[return-value]
    return escape(value)


def _number_cells(texts: tuple[str, ...]) -> Markup:
    """Return the cells of a row of numbers in one go: such rows are most of a run's page."""
    return Markup(f'<td class="n">{_text(_GAP.join(texts)).replace(_GAP, _NEXT_NUMBER)}</td>')


class _Generator(CodeGenerator):
    """Writes `a.b` of a template as `a.b` in Python: an attribute or an error, never an item of a dictionary."""

    def visit_Getattr(self, node: Getattr, frame: Frame) -> None:  # noqa: N802  the name is Jinja's
        self.visit(node.node, frame)
        self.write(f".{node.attr}")


class _Template(Template):
    """A template that escapes with `_text`: `escape` makes an object of each piece, half the cost of a page."""

    @classmethod
    def from_code(
        cls, environment: Environment, code: CodeType, globals: Any, uptodate: Callable[[], bool] | None = None
    ) -> Template:
        made = super().from_code(environment, code, globals, uptodate)
        made.root_render_func.__globals__["escape"] = _text
        assert isinstance(environment, _Environment)
        environment.constants.update(_constants(code))
        return made


class _Loader(BaseLoader):
    """Templates that are compiled already."""

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled

    def load(self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None) -> Template:
        return environment.template_class.from_code(environment, self._compiled[name], globals or {})


def compiled(templates: Path) -> Compiled:
    """Return the code of every template by name."""
    made = _environment(templates)
    return {
        path.name: made.compile(path.read_text(encoding="utf-8"), path.name, path.name)
        for path in sorted(templates.glob("*.html"))
    }


def _constants(code: CodeType) -> Iterator[str]:
    """Yield every text that stands in a template itself."""
    for one in code.co_consts:
        if isinstance(one, str):
            yield one
        elif isinstance(one, CodeType):
            yield from _constants(one)


class _Environment(Environment):
    """An environment that knows what its templates hold word for word."""

    template_class = _Template
    code_generator_class = _Generator
    constants: set[str]


def _environment(templates: Path, compiled: Compiled | None = None) -> _Environment:
    made = _Environment(
        loader=FileSystemLoader(templates) if compiled is None else _Loader(compiled),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    made.constants = set()
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
        inert=lambda text: Markup(text.replace("<", "\\u003c")),  # JSON: no text in it can end its element
        markdown=lambda text, up: Markup(to_html(text, up)),  # raw HTML is off, so the text is safe
    )
    return made


def _drawn_once(environment: Environment, name: str, *arguments: str) -> Callable[..., Markup]:
    """Return a function that draws a small template; there are few different calls, so each is drawn once."""

    @lru_cache(maxsize=1024)
    def draw(*values: str) -> Markup:
        return Shared(environment.get_template(name).render(zip(arguments, values, strict=True)))

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
