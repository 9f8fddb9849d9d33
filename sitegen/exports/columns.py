"""Every column of the published run table once: name, type, unit and meaning; and a run's cells in their order."""

from dataclasses import dataclass
from operator import attrgetter
from typing import Literal

from sitegen.exact import usd_of
from sitegen.measures import MEASURES, Measure
from sitegen.rows import RunRow

Cell = str | int | bool | None
ColumnType = Literal["text", "integer", "boolean", "decimal"]


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the run table."""

    name: str
    type: ColumnType
    unit: str | None
    meaning: str
    part_of: str | None = None
    """The column that this one is a part of."""


def _measure(measure: Measure) -> Column:
    unit = None if measure.unit == "count" else measure.unit
    return Column(measure.id, "integer", unit, measure.meaning, measure.part_of)


def _text(name: str, meaning: str) -> Column:
    return Column(name, "text", None, meaning)


_ATTRIBUTES = (
    _text("address", "Place of the run on the site, suite--run."),
    _text("suite", "Id of the suite."),
    _text("run", "Id of the run within its suite."),
    _text("kind", "Protocol family; never pooled."),
    Column("fixture", "boolean", None, "True for hand-made runs, which are never results."),
    _text("status", "completed, failed, or not_started: in no denominator, for no request was dispatched."),
    _text("stop", "Why the run ended."),
    _text("task", "Id of the task."),
    _text("task_hash", "Content hash of the task."),
    _text("protocol", "Hash of the protocol's rules."),
    _text("provider", "Who served the model."),
    _text("model", "Requested model; empty where the origin names none."),
    _text("model_label", "Display text of the model."),
    _text(
        "reported_models",
        "Model ids that the responses reported, joined by a semicolon; within an id a semicolon and a backslash have a "
        "backslash before them.",
    ),
    _text("settings", "Explicit model settings as JSON."),
    _text("settings_hash", "Hash of the settings."),
    _text("source", "Display text of the system under test."),
    _text("source_hash", "Content hash of the system under test."),
    _text("evaluator", "Display text of the evaluator."),
    _text("evaluator_hash", "Content hash of the evaluator."),
    _text("harness_hash", "Content hash of the code that ran or imported the run."),
    Column("repetition", "integer", None, "Planned number of the run within its cell."),
    Column("position", "integer", None, "Place in the order of execution; empty where not recorded."),
    _text("started_at", "Start in UTC; empty where the origin gives none."),
    Column("checks_passed", "boolean", None, "Completed and passed every check; empty for protocols without checks."),
    _text("verdict", "The origin's verdict; empty where ungraded or where the protocol has none."),
    _text("review_basis", "How the headline review was made; empty where not reviewed."),
    Column("artifact_lost", "boolean", None, "True when no document was saved."),
    _text("cost_basis", "provider or estimated; empty where no cost is known."),
    _text("price", "Hash of the price snapshot; empty where there is none."),
)
"""Columns that are attributes of a row."""

_COHORT = _text("cohort", "Id of the cohort, the runs that may be pooled.")
_COST_USD = Column("cost_usd", "decimal", "USD", "The same as cost_ticks in US dollars, exact; for display.")

COLUMNS: tuple[Column, ...] = (
    _COHORT,
    *_ATTRIBUTES,
    *(_measure(measure) for measure in MEASURES.values()),
    _COST_USD,
)
"""The run table, in the order of the file."""

_attributes = attrgetter(*(column.name for column in _ATTRIBUTES))
_NAMES = tuple(column.name for column in (_COHORT, *_ATTRIBUTES))


def cells(row: RunRow, cohort: str) -> list[Cell]:
    """Return a run's cells in the order of the columns; None where a measure is unknown or not of its protocol."""
    measured = row.values.get
    return [cohort, *_attributes(row), *(measured(name) for name in MEASURES), _cost_usd(row)]


def named_cells(row: RunRow, cohort: str) -> dict[str, Cell]:
    """Return a run's cells by column, as JSON holds them; measures that its protocol does not have are left out."""
    found: dict[str, Cell] = dict(zip(_NAMES, (cohort, *_attributes(row)), strict=True))
    found.update(row.values)
    found["cost_usd"] = _cost_usd(row)
    return found


def _cost_usd(row: RunRow) -> str | None:
    ticks = row.values["cost_ticks"]
    return None if ticks is None else usd_of(ticks)
