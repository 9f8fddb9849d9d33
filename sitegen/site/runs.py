"""Tables of runs and of tasks on the page of a cohort."""

from collections.abc import Sequence
from dataclasses import dataclass

from sitegen import layout
from sitegen.figures import heading
from sitegen.measures import MEASURES, Unit
from sitegen.rows import RunRow
from sitegen.site.cells import Cell, measure_heading, median_cell
from sitegen.summaries import Cohort, Verdicts

RUN_COLUMNS = {
    "api": (
        *("wall_ms", "cost_ticks", "input", "output"),
        *("turns", "tool_calls", "failed_tool_calls", "points", "quality"),
    ),
    "imported": ("wall_ms", "trial_ms", "test_ms", "input", "output"),
}
"""Measures that a table of runs shows, by protocol."""
_TASK_COLUMNS = {"api": ("wall_ms", "cost_ticks"), "imported": ("wall_ms", "input", "output")}
MOST_ROWS = 5_000
"""Most runs in one page."""
_PENDING = frozenset({"quality"})
"""Measures that wait for a person; a missing value is pending, not unreported."""


@dataclass(frozen=True, slots=True)
class RunColumn:
    """A measure in a table of runs."""

    heading: str
    unit: Unit
    pending: bool


@dataclass(frozen=True, slots=True)
class RunLine:
    """One run in a table; the template prints its values."""

    run: str
    address: str
    """`<suite>--<run>`."""
    task: str
    status: str
    stop: str
    verdict: str
    """The origin's verdict in words; empty where the protocol has none."""
    values: tuple[int | None, ...]
    """In the order of the columns."""
    lost: bool
    """Whether no artifact was saved."""


@dataclass(frozen=True, slots=True)
class RunsPage:
    """A page with some of a cohort's runs."""

    label: str
    address: str
    first: int
    """Place of its first run, from 0."""


@dataclass(frozen=True, slots=True)
class RunTable:
    """The runs of a cohort; runs that were not started stand apart."""

    columns: tuple[RunColumn, ...]
    verdicts: bool
    tasks: bool
    """Whether the runs have different tasks."""
    rows: tuple[RunLine, ...]
    not_started: tuple[RunLine, ...]
    left_out: str
    """Measures that no run reports, which have no column."""
    pages: tuple[RunsPage, ...]
    """Every page of them, where one does not hold all."""


@dataclass(frozen=True, slots=True)
class TaskRow:
    """One task of a set."""

    title: str
    attempted: int
    completed: int
    verdicts: Verdicts | None
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class TaskTable:
    """The tasks of a set, each with its own medians."""

    headings: tuple[str, ...]
    rows: tuple[TaskRow, ...]
    left_out: str
    """Measures that no run reports, which have no column."""


def run_pages(cohort: str, n: int) -> tuple[RunsPage, ...]:
    """Return the pages that it takes for that many runs; the first one is the page of the cohort."""
    return tuple(
        RunsPage(
            f"{first + 1:,} to {min(first + MOST_ROWS, n):,}",
            layout.cohort_runs_page(cohort, number) if first else layout.cohort_page(cohort),
            first,
        )
        for number, first in enumerate(range(0, n, MOST_ROWS), 1)
    )


def run_table(cohort: Cohort, rows: Sequence[RunRow], first: int = 0) -> RunTable:
    """Return the table of a cohort's runs in the order given, from the place of the first one, as many as fit."""
    wanted, left_out = _reported(cohort, RUN_COLUMNS.get(cohort.key.kind, ()))
    measures = [MEASURES[id] for id in wanted]
    lines = [(row.attempted, _line(row, wanted)) for row in rows[first : first + MOST_ROWS]]
    every = run_pages(cohort.id, len(rows))
    return RunTable(
        tuple(RunColumn(heading(measure), measure.unit, measure.id in _PENDING) for measure in measures),
        cohort.verdicts is not None,
        cohort.key.tasks > 1,
        tuple(line for attempted, line in lines if attempted),
        tuple(line for attempted, line in lines if not attempted),
        left_out,
        every if len(every) > 1 else (),
    )


def _reported(cohort: Cohort, measures: Sequence[str]) -> tuple[list[str], str]:
    """Return the measures that at least one run has, and the labels of the others."""
    found, left_out = [], []
    for id in measures:
        summary = cohort.measure(id)
        figure = summary.all_runs if summary else None
        if figure is not None and figure.state == "unavailable" and figure.unknown == figure.n:
            left_out.append(MEASURES[id].label.lower())
        else:
            found.append(id)
    return found, ", ".join(left_out)


def _line(row: RunRow, wanted: Sequence[str]) -> RunLine:
    verdict = (row.verdict or "ungraded").replace("_", " ") if row.kind == "imported" else ""
    return RunLine(
        row.run,
        row.address,
        row.task,
        row.status,
        row.stop,
        verdict,
        tuple(map(row.values.get, wanted)),
        row.artifact_lost,
    )


def task_table(cohort: Cohort) -> TaskTable | None:
    """Return the table of a task set, or None for a single task."""
    if not cohort.by_task:
        return None
    wanted, left_out = _reported(cohort, _TASK_COLUMNS.get(cohort.key.kind, ()))
    rows = []
    for task in cohort.by_task:
        by_id = {summary.measure: summary for summary in task.measures}
        cells = tuple(median_cell(by_id.get(id), task.counts) for id in wanted)
        rows.append(TaskRow(task.title, task.counts.attempted, task.counts.completed, task.verdicts, cells))
    return TaskTable(tuple(measure_heading(id) for id in wanted), tuple(rows), left_out)
