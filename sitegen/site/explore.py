"""What the page's script chooses from: every run in one line, first as a table that needs no script, then as data."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from sitegen.figures import AMOUNT, count_of, heading
from sitegen.measures import MEASURES, Measure, of_kind
from sitegen.rows import RunRow
from sitegen.site.context import SiteContext
from sitegen.site.neighbours import ASPECTS, WORDS, shown
from sitegen.site.protocols import FAMILIES
from sitegen.site.runs import MOST_ROWS, RUN_COLUMNS
from sitegen.site.tables import settings_in_words
from sitegen.summaries import Cohort

_EXACT_IN_SCRIPTS = 2**53
_SHORT = 12
"""Digits of a hash that an address carries."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a filter."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter that chooses cohorts."""

    name: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class ExploreLine:
    """One run."""

    run: str
    address: str
    cohort: str
    task: str
    status: str
    stop: str
    verdict: str
    figures: tuple[str, ...]
    """As printed, in the order of the columns."""


@dataclass(frozen=True, slots=True)
class ExploreTable:
    """The runs of one protocol, results or fixtures, never both."""

    title: str
    columns: tuple[tuple[str, str], ...]
    """Measure and heading."""
    verdicts: bool
    lines: tuple[ExploreLine, ...]


@dataclass(frozen=True, slots=True)
class Explore:
    """The filters, the tables of runs, and the data."""

    filters: tuple[Filter, ...]
    measures: tuple[Choice, ...]
    """Columns that a reader can choose."""
    tables: Mapping[str, ExploreTable]
    """By `table_id`; empty where the runs are too many for one page."""
    runs: int
    data: str
    """JSON for the script."""


def table_id(kind: str, *, fixture: bool) -> str:
    """Return the name of a table of runs."""
    return f"{kind}-{'fixtures' if fixture else 'results'}"


def explore(context: SiteContext) -> Explore | None:
    """Return what readers can choose from; None where there are no runs."""
    cohorts = context.results.cohorts
    rows = {cohort.id: context.rows.get(cohort.id, ()) for cohort in cohorts}
    runs = sum(map(len, rows.values()))
    if not runs:
        return None
    listed = rows if runs <= MOST_ROWS else {}
    kinds = [kind for kind in FAMILIES if any(cohort.key.kind == kind for cohort in cohorts)]
    used = {measure.id for kind in kinds for measure in of_kind(kind)}  # type: ignore[arg-type]
    return Explore(
        _filters(cohorts),
        tuple(Choice(id, heading(measure)) for id, measure in MEASURES.items() if id in used),
        _tables(cohorts, listed),
        runs,
        orjson.dumps(_data(context, kinds, cohorts, listed)).decode(),
    )


def _filters(cohorts: Sequence[Cohort]) -> tuple[Filter, ...]:
    keys = [cohort.key for cohort in cohorts]
    rules = [
        Choice(key.protocol[:_SHORT], f"{FAMILIES[key.kind].title}, rules {key.protocol[:_SHORT]}") for key in keys
    ]
    families = [Choice(key.kind, FAMILIES[key.kind].title) for key in keys]
    settings = [Choice(key.settings.hash[:_SHORT], settings_in_words(key)) for key in keys]
    sources = [Choice(key.source.hash[:_SHORT], f"{key.source.label} {key.source.hash[:7]}") for key in keys]
    records = [
        Choice("fixtures" if key.fixture else "results", "fixtures" if key.fixture else "results") for key in keys
    ]
    return (
        _filter("records", "Records", records),
        _filter("protocol", "Protocol", [*families, *(rules if len(set(rules)) > len(set(families)) else ())]),
        _filter("provider", "Provider", [Choice(key.provider, key.provider) for key in keys]),
        _filter("model", "Model", [Choice(key.model or "", key.model or "") for key in keys if key.model]),
        _filter("source", "Source", sources),
        _filter("settings", "Settings", settings),
    )


def _filter(name: str, label: str, choices: Iterable[Choice]) -> Filter:
    distinct = {choice.value: choice for choice in choices}.values()
    return Filter(name, label, tuple(sorted(distinct, key=lambda choice: (choice.label, choice.value))))


def _tables(cohorts: Sequence[Cohort], rows: Mapping[str, Sequence[RunRow]]) -> dict[str, ExploreTable]:
    found = {}
    for kind in FAMILIES:
        for fixture in (False, True):
            chosen = [one for one in cohorts if one.key.kind == kind and one.key.fixture is fixture and one.id in rows]
            if chosen:
                measures = [MEASURES[id] for id in RUN_COLUMNS.get(kind, ())]
                found[table_id(kind, fixture=fixture)] = ExploreTable(
                    f"Runs of {FAMILIES[kind].title}, {'fixtures' if fixture else 'results'}",
                    tuple((measure.id, heading(measure)) for measure in measures),
                    kind == "imported",
                    tuple(_line(one, row, measures) for one in chosen for row in rows[one.id]),
                )
    return found


def _line(cohort: Cohort, row: RunRow, measures: Sequence[Measure]) -> ExploreLine:
    return ExploreLine(
        row.run,
        row.address,
        cohort.title,
        row.task,
        row.status,
        row.stop,
        _verdict(row),
        tuple(_printed(row, measure) for measure in measures),
    )


def _verdict(row: RunRow) -> str:
    return (row.verdict or "ungraded").replace("_", " ") if row.kind == "imported" else ""


def _printed(row: RunRow, measure: Measure) -> str:
    value = row.values.get(measure.id)
    if value is not None:
        return AMOUNT[measure.unit](value)
    if not row.attempted:
        return "not started"
    if measure.unit == "points" and row.artifact_lost:
        return "artifact lost"
    return "pending" if measure.id == "quality" else "not reported"


def _data(
    context: SiteContext, kinds: Sequence[str], cohorts: Sequence[Cohort], rows: Mapping[str, Sequence[RunRow]]
) -> dict[str, Any]:
    """Return the data as the script reads it: a text that many runs share stands once, in `texts`."""
    texts: dict[str, int] = {}
    lines = [_numbers(place, row, texts) for place, cohort in enumerate(cohorts) for row in rows.get(cohort.id, ())]
    return {
        "data_set": context.site.data_set.model_dump(),
        "measures": [[measure.id, heading(measure), measure.unit] for measure in MEASURES.values()],
        "kinds": {
            kind: {
                "title": FAMILIES[kind].title,
                "measures": [measure.id for measure in of_kind(kind)],  # type: ignore[arg-type]
                "columns": RUN_COLUMNS.get(kind, ()),
            }
            for kind in kinds
        },
        "cohorts": [_cohort(cohort) for cohort in cohorts],
        "aspects": ["protocol family", *(WORDS[name] for name in ASPECTS)],
        "texts": list(texts),
        "rows": lines,
    }


def _cohort(cohort: Cohort) -> dict[str, Any]:
    key, rate = cohort.key, cohort.resolved if cohort.resolved is not None else cohort.build_check
    return {
        "id": cohort.id,
        "title": cohort.title,
        "kind": key.kind,
        "fixture": key.fixture,
        "attempted": cohort.counts.attempted,
        "failed": cohort.counts.failed,
        "rate": count_of(rate.count, rate.n) if rate else "",
        "provider": key.provider,
        "model": key.model,
        "protocol": key.protocol,
        "source": [key.source.label, key.source.hash],
        "settings": [settings_in_words(key), key.settings.hash],
        "task": key.task.hash,
        "has": [FAMILIES[key.kind].title, *(shown(key, name) for name in ASPECTS)],
        "medians": [
            summary.all_runs.median if summary.all_runs.state == "known" else None for summary in cohort.measures
        ],
    }


def _numbers(cohort: int, row: RunRow, texts: dict[str, int]) -> list[Any]:
    shared = (row.suite, row.task, row.status, row.stop, _verdict(row))
    return [
        cohort,
        row.run,
        *(texts.setdefault(text, len(texts)) for text in shared),
        int(row.review_basis is not None) + 2 * int(row.artifact_lost),
        *(_safe(row.values.get(measure.id)) for measure in of_kind(row.kind)),
    ]


def _safe(value: int | None) -> int | str | None:
    """Return a number as scripts can read it exactly: text where it is too large for theirs."""
    return value if value is None or value <= _EXACT_IN_SCRIPTS else str(value)
