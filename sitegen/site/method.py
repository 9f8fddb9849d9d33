"""The method page: rules as data, how counting works, every caveat, and the official pages behind it."""

from dataclasses import dataclass

from sitegen import layout
from sitegen.cost import LONGEST_PRICED_INPUT
from sitegen.exact import ratio
from sitegen.figures import whole
from sitegen.records.grade import GEOMETRY_POINTS, REVIEW_POINTS
from sitegen.site.caveats import Note
from sitegen.site.context import SiteContext
from sitegen.site.links import Gate, gate
from sitegen.site.page import Page
from sitegen.site.protocols import FAMILIES, Family
from sitegen.site.references import REFERENCES, Reference
from sitegen.site.rules import Rules, rules_of
from sitegen.stats import SMALLEST_N, ranks

_EXAMPLES = (6, 10, 20, 80, 400)


@dataclass(frozen=True, slots=True)
class RankLine:
    """The ranks that bound the interval of a median of n values."""

    n: int
    low: int
    high: int
    coverage: str


@dataclass(frozen=True, slots=True)
class ReferenceGroup:
    """Official pages of one publisher."""

    title: str
    pages: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class MethodView:
    """The method page."""

    families: tuple[Family, ...]
    rules: tuple[Rules, ...]
    geometry_points: int
    review_points: int
    quality_points: int
    longest_priced: str
    smallest_n: int
    ranks: tuple[RankLine, ...]
    gates: tuple[Gate, ...]
    notes: tuple[Note, ...]
    references: tuple[ReferenceGroup, ...]


def method_page(context: SiteContext) -> Page:
    """Return the method page."""
    suites = [suite for suite in context.suites.values() if suite.tombstone is None]
    view = MethodView(
        tuple(FAMILIES.values()),
        rules_of(suites),
        GEOMETRY_POINTS,
        REVIEW_POINTS,
        GEOMETRY_POINTS + REVIEW_POINTS,
        whole(LONGEST_PRICED_INPUT),
        SMALLEST_N,
        tuple(_rank_line(n) for n in _EXAMPLES),
        tuple(gate(claim, context.results.cohorts) for claim in context.results.claims),
        tuple(Note(id, caveat.sentence, caveat.reference) for id, caveat in context.caveats.items()),
        _grouped(),
    )
    return Page(
        layout.METHOD,
        "method.html",
        "Method",
        "How runs are made, what is counted, and when a sentence about them may be printed.",
        layout.METHOD,
        (),
        view,
        tuple(sorted(suite.path for suite in suites)),
    )


def _rank_line(n: int) -> RankLine:
    found = ranks(n)
    assert found is not None, "the examples are large enough"
    coverage = ratio(100 * found.coverage.numerator, found.coverage.denominator, 2)
    return RankLine(n, found.low, found.high, coverage)


def _grouped() -> tuple[ReferenceGroup, ...]:
    groups = dict.fromkeys(page.group for page in REFERENCES)
    return tuple(ReferenceGroup(name, tuple(p for p in REFERENCES if p.group == name)) for name in groups)
