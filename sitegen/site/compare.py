"""Pages that set cohorts of one task side by side, and say in what they differ; each difference is an observation."""

import hashlib
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sitegen import layout
from sitegen.charts import Axis, Marks, Strip, axis
from sitegen.figures import heading, plural
from sitegen.measures import MEASURES
from sitegen.site.caveats import Note
from sitegen.site.cells import Cell, Spread, cohort_cell, rate_cell, spread
from sitegen.site.context import SiteContext
from sitegen.site.links import Badge, Gate, Link, badges, gate
from sitegen.site.neighbours import ASPECTS, WORDS, identity, shown
from sitegen.site.page import Crumb, Page
from sitegen.site.pairs import Pairs, pairs
from sitegen.site.protocol import OVERVIEW_CRUMB
from sitegen.site.protocols import FAMILIES
from sitegen.site.signed import percent_change, signed
from sitegen.site.strips import HIGHEST, MOST_DOTS, attempted, cohort_strip, in_scale, marks, values_of
from sitegen.site.tradeoffs import letters
from sitegen.summaries import Cohort, Counts, Known, Unavailable

_COMPARED = ("source", "model", "settings")
"""Where cohorts differ in one of these alone they have a page; other aspects change what is measured."""
_FEW = 12
"""Most cohorts of a page with every measure; above it shows the first few measures."""
_FEW_MEASURES = 3
_MEASURES = {
    "api": (
        *("wall_ms", "cost_ticks", "input", "cached_read", "output", "reasoning"),
        *("turns", "tool_calls", "failed_tool_calls", "points", "quality"),
    ),
    "imported": ("wall_ms", "trial_ms", "input", "output", "cost_ticks"),
}


@dataclass(frozen=True, slots=True)
class Side:
    """One cohort of a comparison."""

    letter: str
    title: str
    address: str
    has: tuple[str, ...]
    """What it has in each thing in which they differ."""
    counts: Counts
    rate: Cell
    badges: tuple[Badge, ...]
    marks: Marks


@dataclass(frozen=True, slots=True)
class Line:
    """One measure of one cohort."""

    side: int
    """Place of the cohort among the sides."""
    cell: Cell
    spread: Spread
    difference: str
    """Against the first cohort in percent, with its sign; empty in the first line."""
    strip: Strip | None


@dataclass(frozen=True, slots=True)
class Compared:
    """One measure of every cohort, on one axis."""

    measure: str
    heading: str
    axis: Axis | None
    scale: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class CompareView:
    """Cohorts side by side."""

    title: str
    fixture: bool
    differs: tuple[str, ...]
    """In what the sides differ, in words."""
    rate: str
    """Name of the rate; empty where the protocol has none."""
    sides: tuple[Side, ...]
    measures: tuple[Compared, ...]
    left_out: str
    """Measures that no cohort reports."""
    equal: tuple[tuple[str, str], ...]
    """What is equal on all sides: aspect and value."""
    silent: bool
    """Whether the origin does not record model and settings, so that they may differ too."""
    pairs: tuple[Pairs, ...]
    gates: tuple[Gate, ...]
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Cohorts of one task."""

    id: str
    differs: tuple[str, ...]
    """Aspects in which they differ."""
    cohorts: tuple[Cohort, ...]
    """Sorted by title."""

    @property
    def title(self) -> str:
        """What is compared."""
        names = [cohort.title for cohort in self.cohorts]
        return " and ".join(names) if len(names) == 2 else f"{names[0]} and {plural(len(names) - 1, 'other cohort')}"

    @property
    def link(self) -> Link:
        """The page."""
        return Link(self.title, layout.compare_page(self.id))


def comparisons(cohorts: Iterable[Cohort]) -> tuple[Comparison, ...]:
    """Return every group of at least two cohorts that differ in one compared thing only, or share a task; by id.

    The id is made of what they have in common, so the address stays when a cohort comes to them.
    """
    alike: dict[tuple[str, tuple[tuple[str, Hashable], ...]], list[Cohort]] = defaultdict(list)
    for cohort in cohorts:
        whole = identity(cohort.key)
        for aspect in _COMPARED:
            alike[aspect, tuple((name, value) for name, value in whole.items() if name != aspect)].append(cohort)
        alike["task", tuple((name, whole[name]) for name in ("kind", "fixture", "task"))].append(cohort)
    found: dict[frozenset[str], Comparison] = {}
    for (name, common), group in alike.items():
        ids = frozenset(cohort.id for cohort in group)
        if len(ids) > 1 and (name != "task" or ids not in found):
            digest = hashlib.sha256(repr((name, common)).encode()).hexdigest()[:16]
            ordered = tuple(sorted(group, key=lambda cohort: (cohort.title, cohort.id)))
            found[ids] = Comparison(f"{name}-{digest}", _differing(ordered), ordered)
    return tuple(sorted(found.values(), key=lambda one: one.id))


def _differing(cohorts: Sequence[Cohort]) -> tuple[str, ...]:
    every = [identity(cohort.key) for cohort in cohorts]
    return tuple(name for name in ASPECTS if any(one[name] != every[0][name] for one in every))


def compare_pages(context: SiteContext) -> list[Page]:
    """Return a page for every comparison."""
    return [_page(context, one) for one in comparisons(context.results.cohorts)]


def _page(context: SiteContext, one: Comparison) -> Page:
    family = FAMILIES[one.cohorts[0].key.kind]
    words = [WORDS[name] for name in one.differs]
    return Page(
        layout.compare_page(one.id),
        "compare.html",
        one.title,
        f"{plural(len(one.cohorts), 'cohort')} that differ in {', '.join(words)}: measure by measure, with every run.",
        layout.OVERVIEW,
        (OVERVIEW_CRUMB, Crumb(family.title, layout.protocol_page(family.kind)), Crumb("Side by side", None)),
        _view(context, one),
        tuple(cohort.id for cohort in one.cohorts),
    )


def _view(context: SiteContext, one: Comparison) -> CompareView:
    first = one.cohorts[0].key
    ids = {cohort.id for cohort in one.cohorts}
    tied = letters(one.cohorts)
    wanted = _MEASURES.get(first.kind, ())[: None if len(one.cohorts) <= _FEW else _FEW_MEASURES]
    measures = [_compared(context, measure, one.cohorts) for measure in wanted]
    caveats = [id for cohort in one.cohorts for id in cohort.caveats]
    return CompareView(
        one.title,
        first.fixture,
        tuple(WORDS[name] for name in one.differs),
        "Resolved rate, %" if one.cohorts[0].resolved else "Build-check rate, %" if one.cohorts[0].build_check else "",
        tuple(_side(context, cohort, tied[cohort.id], one.differs) for cohort in one.cohorts),
        tuple(measure for measure in measures if measure.axis),
        ", ".join(MEASURES[measure.measure].label.lower() for measure in measures if not measure.axis),
        (
            ("Protocol family", FAMILIES[first.kind].title),
            *((WORDS[name].capitalize(), shown(first, name)) for name in ASPECTS if name not in one.differs),
        ),
        first.kind == "imported" and first.model is None,
        pairs(one.cohorts, [tied[cohort.id] for cohort in one.cohorts]),
        tuple(
            gate(claim, context.results.cohorts)
            for claim in context.results.claims
            if len(claim.cohorts) > 1 and ids.issuperset(claim.cohorts)
        ),
        context.notes(caveats, "cohort"),
    )


def _side(context: SiteContext, cohort: Cohort, letter: str, differs: Sequence[str]) -> Side:
    return Side(
        letter,
        cohort.title,
        layout.cohort_page(cohort.id),
        tuple(shown(cohort.key, name) for name in differs),
        cohort.counts,
        rate_cell(cohort.resolved if cohort.resolved is not None else cohort.build_check),
        badges(cohort),
        marks(attempted(context.rows.get(cohort.id, ()))),
    )


def _compared(context: SiteContext, measure: str, cohorts: Sequence[Cohort]) -> Compared:
    runs = [attempted(context.rows.get(cohort.id, ())) for cohort in cohorts]
    dots = sum(map(len, runs)) * len(_MEASURES[cohorts[0].key.kind]) <= MOST_DOTS
    values = [values_of(measure, rows) for rows in runs]
    known = [value for some in values for value in some if value is not None]
    name, unit = heading(MEASURES[measure]), MEASURES[measure].unit
    if not known:
        return Compared(measure, name, None, "", ())
    gaps = any(None in some for some in values)
    shared = axis(min(known), max(known), unit, rail=dots and gaps, most=HIGHEST.get(measure))
    lines = tuple(
        Line(
            place,
            cohort_cell(cohort, measure),
            _spread(cohort, measure),
            difference(cohorts[0], cohort, measure) if place else "",
            cohort_strip(cohort, measure, some, shared, dots=dots),
        )
        for place, (cohort, some) in enumerate(zip(cohorts, values, strict=True))
    )
    return Compared(measure, name, shared, in_scale(shared), lines)


def _spread(cohort: Cohort, measure: str) -> Spread:
    summary = cohort.measure(measure)
    return spread(summary) if summary else Spread("", "", "")


def difference(base: Cohort, other: Cohort, measure: str) -> str:
    """Return the difference of the medians in percent of the first one, one decimal, or why there is none."""
    figures = [summary.all_runs for cohort in (base, other) if (summary := cohort.measure(measure))]
    if any(isinstance(figure, Unavailable) for figure in figures):
        return "unavailable"
    known = [Fraction(figure.median) for figure in figures if isinstance(figure, Known)]
    if len(known) < 2:
        return "pending"
    return signed(percent_change(known[0], known[1]))
