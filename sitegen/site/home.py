"""The home page and every other page of prose."""

from dataclasses import dataclass

from sitegen import layout
from sitegen.charts import Part
from sitegen.figures import plural
from sitegen.inputs import ProseInput
from sitegen.prose import resolve
from sitegen.site.context import SiteContext
from sitegen.site.links import Gate, gate
from sitegen.site.overview import CountRow, count_row, runs_in_words, summary_of
from sitegen.site.page import Crumb, Page
from sitegen.site.protocols import FAMILIES
from sitegen.site.tables import outcome

HOME_SOURCE = "index.md"
"""The page of prose that becomes the home page's own text."""
ABOUT = "Each attempt of an agent at a task is recorded and published with its evidence: finished, failed or unknown."
"""What stands under the title where there is no page of prose for it."""
_MOST_HEROES = 3


@dataclass(frozen=True, slots=True)
class Hero:
    """The outcome of a suite at a glance."""

    title: str
    address: str
    attempted: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A protocol with its question and its counts."""

    question: str
    counts: CountRow
    cohorts: str
    fixtures: str
    """How many fixture suites illustrate it; empty where none does."""


@dataclass(frozen=True, slots=True)
class HomeView:
    """The home page."""

    title: str
    lede: str
    heroes: tuple[Hero, ...]
    measured: str
    questions: tuple[Question, ...]
    markdown: str
    gates: tuple[Gate, ...]


@dataclass(frozen=True, slots=True)
class ProseView:
    """A page of prose."""

    title: str
    lede: str
    markdown: str


def home_page(context: SiteContext) -> Page:
    """Return the home page: the prose of `index.md`, where there is one, between what is published now."""
    own = next((page for page in context.prose if page.source == HOME_SOURCE), None)
    title = own.head.title if own else context.site.description.rstrip(".")
    lede = own.head.description if own else ABOUT
    view = HomeView(
        title,
        lede,
        _heroes(context),
        runs_in_words(context) if context.results.suites else "",
        tuple(_question(context, kind) for kind in FAMILIES),
        _body(context, own) if own else "",
        tuple(gate(claim, context.results.cohorts) for claim in context.claims_on("home")),
    )
    sources = [suite.path for suite in context.suites.values()] + ([f"content/pages/{HOME_SOURCE}"] if own else [])
    return Page(
        layout.HOME, "home.html", context.site.title, context.site.description, None, (), view, tuple(sorted(sources))
    )


def prose_pages(context: SiteContext) -> list[Page]:
    """Return the pages of prose but the home page."""
    return [_prose_page(context, page) for page in context.prose if page.source != HOME_SOURCE]


def _prose_page(context: SiteContext, page: ProseInput) -> Page:
    address = layout.prose_page(page.source)
    view = ProseView(page.head.title, page.head.description, _body(context, page))
    nav = address if page.head.nav is not None else None
    crumbs = (Crumb("Home", layout.HOME), Crumb(page.head.title, None))
    source = f"content/pages/{page.source}"
    return Page(address, "prose.html", page.head.title, page.head.description, nav, crumbs, view, (source,))


def _body(context: SiteContext, page: ProseInput) -> str:
    """Return the text with its numbers, without a title of its own: the page has one already."""
    text = resolve(page, context.results).markdown.lstrip("\n")
    first, _, rest = text.partition("\n")
    return rest if first.startswith("# ") else text


def _heroes(context: SiteContext) -> tuple[Hero, ...]:
    """Return the largest suites of results that have an outcome."""
    shown = [
        Hero(suite.title, layout.suite_page(suite.id), suite.counts.attempted, outcome(suite.verdicts))
        for suite in context.results.suites
        if suite.state == "published" and not suite.fixture and outcome(suite.verdicts)
    ]
    return tuple(sorted(shown, key=lambda hero: (-hero.attempted, hero.title))[:_MOST_HEROES])


def _question(context: SiteContext, kind: str) -> Question:
    family, summary = FAMILIES[kind], summary_of(context, kind)
    suites = [suite for suite in context.results.suites if suite.kind == kind and suite.state == "published"]
    fixtures = sum(suite.fixture for suite in suites)
    results = [c for c in context.results.cohorts if c.key.kind == kind and not c.key.fixture]
    return Question(
        family.question,
        count_row(family, summary, fixture=False),
        f"{plural(len(results), 'cohort')} of {plural(len(suites) - fixtures, 'suite')}" if results else "",
        plural(fixtures, "fixture suite") if fixtures else "",
    )
