"""Every column of the published run table once: name, type, unit, meaning, and where its value comes from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sitegen.exact import usd
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
    part_of: str | None
    """The column that this one is a part of."""
    value: Callable[[RunRow, str | None], Cell]
    """Takes a row and the id of its cohort."""


def _field(name: str, type_: ColumnType, meaning: str) -> Column:
    return Column(name, type_, None, meaning, None, lambda row, _cohort: getattr(row, name))


def _measure(measure: Measure) -> Column:
    unit = None if measure.unit == "count" else measure.unit
    return Column(
        measure.id, "integer", unit, measure.meaning, measure.part_of, lambda row, _cohort: row.values.get(measure.id)
    )


def _cost_usd(row: RunRow, _cohort: str | None) -> str | None:
    ticks = row.values["cost_ticks"]
    return None if ticks is None else usd(str(ticks))


COLUMNS: tuple[Column, ...] = (
    Column(
        "address", "text", None, "Place of the run on the site, suite--run.", None, lambda row, _cohort: row.address
    ),
    _field("suite", "text", "Id of the suite."),
    _field("run", "text", "Id of the run within its suite."),
    Column("cohort", "text", None, "Id of the cohort, the runs that may be pooled.", None, lambda _row, cohort: cohort),
    _field("kind", "text", "Protocol family; never pooled."),
    _field("fixture", "boolean", "True for hand-made runs, which are never results."),
    _field("status", "text", "completed, failed, or not_started: in no denominator, for no request was dispatched."),
    _field("stop", "text", "Why the run ended."),
    _field("task", "text", "Id of the task."),
    _field("task_hash", "text", "Content hash of the task."),
    _field("protocol", "text", "Hash of the protocol's rules."),
    _field("provider", "text", "Who served the model."),
    _field("model", "text", "Requested model; empty where the origin names none."),
    _field("model_label", "text", "Display text of the model."),
    Column(
        "reported_models",
        "text",
        None,
        "Model ids that the responses reported, joined by a semicolon.",
        None,
        lambda row, _cohort: ";".join(row.reported),
    ),
    _field("settings", "text", "Explicit model settings as JSON."),
    _field("settings_hash", "text", "Hash of the settings."),
    _field("source", "text", "Display text of the system under test."),
    _field("source_hash", "text", "Content hash of the system under test."),
    _field("evaluator", "text", "Display text of the evaluator."),
    _field("evaluator_hash", "text", "Content hash of the evaluator."),
    _field("harness_hash", "text", "Content hash of the code that ran or imported the run."),
    _field("repetition", "integer", "Planned number of the run within its cell."),
    _field("position", "integer", "Place in the order of execution; empty where not recorded."),
    _field("started_at", "text", "Start in UTC; empty where the origin gives none."),
    _field("checks_passed", "boolean", "Completed and passed every check; empty for protocols without checks."),
    _field("verdict", "text", "The origin's verdict; empty where ungraded or where the protocol has none."),
    _field("review_basis", "text", "How the headline review was made; empty where not reviewed."),
    _field("artifact_lost", "boolean", "True when no document was saved."),
    _field("cost_basis", "text", "provider or estimated; empty where no cost is known."),
    _field("price", "text", "Hash of the price snapshot; empty where there is none."),
    *(_measure(measure) for measure in MEASURES.values()),
    Column("cost_usd", "decimal", "USD", "The cost in US dollars, exact; for display.", "cost_ticks", _cost_usd),
)
"""The run table, in the order of the file."""
