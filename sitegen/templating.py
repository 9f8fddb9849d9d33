"""Templates: compiled once, escaped by default, read as plain attributes; and what in a drawn text is new."""

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

from jinja2 import BaseLoader, Environment, FileSystemLoader, StrictUndefined, Template
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Getattr
from markupsafe import Markup, escape

from sitegen import charts, figures, layout
from sitegen.charts import Shared
from sitegen.prose import to_html

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
_SIGN = "\x00"
"""No text of a record can hold it."""
GAP = Shared(_SIGN)
"""Stands in a drawn text where another one has its place."""


Compiled = Mapping[str, CodeType]
"""Code of templates by name."""


class Drawn(NamedTuple):
    """A page as bytes, and what in it is new."""

    data: bytes
    new: bytes
    """Its pieces that no page had before which was found clean, one a line: what the leak gate has not seen yet."""
    lasting: tuple[str, ...]
    """Those of the new pieces that other pages will have too."""


class Looked(Markup):
    """Markup that the leak gate has looked at already, when it was drawn."""


class Templates:
    """The templates of a folder, and which of the texts that many pages share were found clean."""

    def __init__(self, folder: Path, compiled: Compiled | None = None) -> None:
        """Read the templates.

        Args:
            folder: Folder of templates.
            compiled: What `compiled` returned for the folder; None compiles a template when it is first asked for.
        """
        self.folder = folder
        self._environment = _environment(folder, compiled)
        self.get = self._environment.get_template
        self._clean: set[str] = {GAP}

    def pieces(self, name: str, values: Mapping[str, object]) -> list[str]:
        """Return what a template writes, piece by piece."""
        template = self.get(name)
        return list(template.root_render_func(template.new_context(dict(values))))

    def drawn(self, pieces: Sequence[str]) -> Drawn:
        """Return the pieces as one text with what in it is new."""
        clean, constants = self._clean, self._environment.constants
        new = [piece for piece in pieces if type(piece) is not Looked and piece not in clean]
        lasting = [piece for piece in new if type(piece) is Shared or piece in constants]
        return Drawn("".join(pieces).encode(), "\n".join(new).encode(), tuple(lasting))

    def trust(self, drawn: Drawn) -> None:
        """Take what is new in a text for clean: it is not new in the next one."""
        self._clean.update(drawn.lasting)


def text(value: object) -> str:
    """Return a value as escaped text; text without a special sign, the usual case, is returned as it is."""
    kind = type(value)
    if kind is Markup or kind is Shared or kind is Looked:
        return value  # type: ignore[return-value]  # Markup is text that is escaped already
    if kind is str and not ("&" in value or "<" in value or ">" in value or '"' in value or "'" in value):  # type: ignore[operator]
        return value  # type: ignore[return-value]
    return escape(value)


def _number_cells(texts: tuple[str, ...]) -> Markup:
    """Return the cells of a row of numbers in one go: such rows are most of a run's page."""
    return Markup(f'<td class="n">{text(_SIGN.join(texts)).replace(_SIGN, _NEXT_NUMBER)}</td>')


class _Generator(CodeGenerator):
    """Writes `a.b` of a template as `a.b` in Python: an attribute or an error, never an item of a dictionary."""

    def visit_Getattr(self, node: Getattr, frame: Frame) -> None:  # noqa: N802  the name is Jinja's
        self.visit(node.node, frame)
        self.write(f".{node.attr}")


class _Template(Template):
    """A template that escapes with `text`: `escape` makes an object of each piece, half the cost of a page."""

    @classmethod
    def from_code(
        cls, environment: Environment, code: CodeType, globals: Any, uptodate: Callable[[], bool] | None = None
    ) -> Template:
        made = super().from_code(environment, code, globals, uptodate)
        made.root_render_func.__globals__["escape"] = text
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
    changes = layout.CHANGES
    feed = layout.FEED
