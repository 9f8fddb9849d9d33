"""Tables of cohorts: one row each, with its counts, its cells and its strips on a shared axis."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import orjson

from sitegen import layout
from sitegen.charts import NARROW, Marks, Part, Strip
from sitegen.rows import RunRow
from sitegen.site.cells import Cell, cohort_cell, rate_cell
from sitegen.site.context import SiteContext
from sitegen.site.links import Badge, badges
from sitegen.site.strips import MOST_DOTS, Column, attempted, cohort_strip, column, marks, values_of
from sitegen.site.tradeoffs import Tradeoff, letters, tradeoffs
from sitegen.summaries import Cohort, CohortKey, Counts, SuiteSummary, Verdicts

STRIPS = {"api": ("wall_ms", "cost_ticks"), "imported": ("wall_ms",)}
"""Measures whose strips a table of cohorts shows, by protocol."""
_CELLS = {
    "api": ("wall_ms", "cost_ticks", "points", "quality"),
    "imported": ("wall_ms", "input", "output", "cost_ticks"),
}
PROVIDER_DEFAULTS = "provider defaults"


@dataclass(frozen=True, slots=True)
class CohortRow:
    """One cohort in a table."""

    id: str
    letter: str
    """Ties it to its point in a chart; empty where there is no chart of the table's cohorts."""
    title: str
    address: str
    about: str
    """What makes it this cohort, in a line."""
    badges: tuple[Badge, ...]
    counts: Counts
    rate: Cell
    """Build-check or resolved rate."""
    verdicts: Verdicts | None
    outcome: tuple[Part, ...]
    """Parts of the outcome bar; empty where the protocol has no verdicts."""
    cells: dict[str, Cell]
    """By measure id."""
    strips: dict[str, Strip | None]
    """By measure id."""
    marks: Marks


@dataclass(frozen=True, slots=True)
class CohortTable:
    """Cohorts of one protocol, results or fixtures, never both."""

    kind: str
    fixture: bool
    counts: str
    """What became of the planned runs of the suites that it speaks of."""
    columns: dict[str, Column]
    """Shared axes by measure id."""
    rows: tuple[CohortRow, ...]
    dots: bool
    """Whether every run is drawn; False on pages with too many."""
    tradeoffs: tuple[Tradeoff, ...]


def with_dots(cohorts: Iterable[Cohort]) -> bool:
    """Return whether a page with strips of all these cohorts stays below the most dots."""
    return sum(cohort.counts.attempted * len(STRIPS.get(cohort.key.kind, ())) for cohort in cohorts) <= MOST_DOTS


def cohort_tables(
    context: SiteContext, kind: str, cohorts: Sequence[Cohort], suites: Iterable[SuiteSummary], *, dots: bool
) -> tuple[CohortTable | None, CohortTable | None]:
    """Return the table of results and the table of fixtures; None where there are none of them.

    Args:
        context: Everything that pages are composed from.
        kind: The protocol.
        cohorts: A row each.
        suites: The suites whose plans the caption counts; barred ones are left out.
        dots: Whether every run is drawn.
    """
    plans = [suite for suite in suites if suite.state == "published"]
    made = []
    for fixture in (False, True):
        chosen = [cohort for cohort in cohorts if cohort.key.fixture is fixture]
        said = counts_in_words(suite.counts for suite in plans if suite.fixture is fixture)
        made.append(_table(context, kind, fixture, said, chosen, dots) if chosen else None)
    return made[0], made[1]


def _table(
    context: SiteContext, kind: str, fixture: bool, counts: str, cohorts: list[Cohort], dots: bool
) -> CohortTable:
    rows = {cohort.id: attempted(context.rows.get(cohort.id, ())) for cohort in cohorts}
    every = [row for some in rows.values() for row in some]
    columns = {measure: column(measure, values_of(measure, every)) for measure in STRIPS.get(kind, ())}
    charts = tradeoffs(cohorts)
    tied = letters(cohorts) if charts else dict.fromkeys(rows, "")
    return CohortTable(
        kind,
        fixture,
        counts,
        columns,
        tuple(_row(context, cohort, tied[cohort.id], rows[cohort.id], columns, dots) for cohort in cohorts),
        dots,
        charts,
    )


def _row(
    context: SiteContext, cohort: Cohort, letter: str, rows: Sequence[RunRow], columns: dict[str, Column], dots: bool
) -> CohortRow:
    return CohortRow(
        cohort.id,
        letter,
        cohort.title,
        layout.cohort_page(cohort.id),
        about(context, cohort),
        badges(cohort),
        cohort.counts,
        rate_cell(cohort.resolved if cohort.resolved is not None else cohort.build_check),
        cohort.verdicts,
        outcome(cohort.verdicts),
        {measure: cohort_cell(cohort, measure) for measure in _CELLS.get(cohort.key.kind, ())},
        {
            measure: cohort_strip(cohort, measure, values_of(measure, rows), shared.axis, dots=dots, width=NARROW)
            for measure, shared in columns.items()
        },
        marks(rows) if dots else Marks((), ()),
    )


def counts_in_words(counts: Iterable[Counts]) -> str:
    """Return what became of planned runs, added up."""
    every = list(counts)
    planned, not_started, attempted, completed, failed = (
        sum(getattr(one, name) for one in every)
        for name in ("planned", "not_started", "attempted", "completed", "failed")
    )
    return (
        f"{planned:,} planned, {not_started:,} not started, {attempted:,} attempted: {completed:,} completed, "
        f"{failed:,} failed."
    )


def about(context: SiteContext, cohort: Cohort) -> str:
    """Return what tells a cohort from its neighbours, in a line; of namesakes also what they differ in."""
    if cohort.key.kind == "imported":
        return ", ".join(context.suite(id).title for id in cohort.suites)
    mine = _named(cohort.key)
    namesakes = [_named(other.key) for other in context.results.cohorts if other.title == cohort.title]
    differing = [mine[name] for name in mine if len({other[name] for other in namesakes}) > 1]
    return ", ".join(dict.fromkeys([mine["source"], mine["settings"], *differing]))


def _named(key: CohortKey) -> dict[str, str]:
    return {
        "source": f"source {key.source.hash[:7]}",
        "settings": settings_in_words(key),
        "task": f"task {key.task.label}",
        "provider": f"provider {key.provider}",
        "protocol": f"protocol {key.protocol[:7]}",
        "evaluator": f"{key.evaluator.label} {key.evaluator.hash[:7]}",
    }


def settings_in_words(key: CohortKey) -> str:
    """Return the settings of a cohort, which its key has as JSON text, as words."""
    if key.kind == "imported" and key.settings.label == "{}":
        return "not recorded"
    return named_settings(key.settings.label)


def named_settings(settings: str) -> str:
    """Return settings, given as JSON text, as words; other text is returned as it is."""
    try:
        read = orjson.loads(settings)
    except orjson.JSONDecodeError:
        return settings or PROVIDER_DEFAULTS
    if not isinstance(read, dict):
        return settings
    return ", ".join(f"{name} {_setting(value)}" for name, value in read.items()) or PROVIDER_DEFAULTS


def _setting(value: object) -> str:
    return value if isinstance(value, str) else orjson.dumps(value).decode()


def outcome(verdicts: Verdicts | None) -> tuple[Part, ...]:
    """Return the parts of an outcome bar; empty where there are no verdicts or no runs."""
    if verdicts is None or not verdicts.resolved + verdicts.not_resolved + verdicts.ungraded:
        return ()
    return (
        Part("resolved", "resolved", verdicts.resolved),
        Part("not-resolved", "not resolved", verdicts.not_resolved),
        Part("ungraded", "ungraded", verdicts.ungraded),
    )
