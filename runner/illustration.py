"""The illustration and the floors: machines built by hand-written call lists. They are shown as such, never as results.

The calls go to a FORM session as an agent's would; the document is saved, opened again, graded and drawn.
"""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

from pydantic import Field, JsonValue, TypeAdapter

from runner.evaluators import EVALUATORS
from runner.form.dispatch import call
from runner.form.errors import FormError
from runner.form.session import Session
from runner.form.tools.files import DOCUMENT_NAME
from sitegen import fingerprint
from sitegen.formdoc import parse
from sitegen.records.base import Name, Record, Sha256, TaskRef
from sitegen.records.grade import PointsGrade
from sitegen.records.task import ModellingTask
from sitegen.store import parse_record, stored_form
from sitegen.views.draw import VIEWS, svg

TASK_FILE: Final = "espresso-machine.v1.json"
FOLDER: Final = "illustration"
CALLS_FILE: Final = "espresso-machine.calls.json"
BOXES_FILE: Final = "ten-boxes.calls.json"
GRADE_FILE: Final = "grade.json"
FLOORS_FILE: Final = "floors.json"
T = TypeVar("T")


class Call(Record):
    """One call of a tool of FORM."""

    tool: Name
    """Name of the tool."""
    args: dict[str, JsonValue]
    """Its arguments."""


class GradedModel(Record):
    """The grade of a model that no agent made."""

    schema_version: Literal[1] = Field(default=1, alias="schema")
    """Version of this record."""
    title: Name
    """What the model is."""
    task: TaskRef
    """The task by which it was graded."""
    document: Sha256
    """sha256 of the saved document."""
    grade: PointsGrade
    """Its grade."""


Calls = Annotated[tuple[Call, ...], Field(min_length=1)]
_CALLS: TypeAdapter[tuple[Call, ...]] = TypeAdapter(Calls)
_TASK = TypeAdapter(ModellingTask)


def assets(benchmarks: Path) -> Mapping[str, bytes]:
    """Return every file that is made from the call lists, by its name in the folder of the illustration.

    Args:
        benchmarks: Folder that holds the task and the folder of the illustration.

    Raises:
        OSError: A file cannot be read.
        ValueError: A file is no list of calls or no task, or FORM refuses a call; the text says where and why.
    """
    task = _read(_TASK, benchmarks / TASK_FILE)
    machine, boxes = (_read(_CALLS, benchmarks / FOLDER / name) for name in (CALLS_FILE, BOXES_FILE))
    document, model = _graded("Hand-made illustration", machine, task, CALLS_FILE)
    _, empty = _graded("Empty document", (), task, "no calls")
    _, ten = _graded("Ten labelled boxes", boxes, task, BOXES_FILE)
    parsed = parse(document)
    return {
        DOCUMENT_NAME: document,
        **{f"{view}.svg": svg(parsed, view).encode() for view in VIEWS},
        GRADE_FILE: stored_form(model.model_dump(mode="json")),
        FLOORS_FILE: stored_form([floor.model_dump(mode="json") for floor in (empty, ten)]),
    }


def _graded(title: str, calls: Sequence[Call], task: ModellingTask, file: str) -> tuple[bytes, GradedModel]:
    with tempfile.TemporaryDirectory() as workspace:
        document, reopened = built(calls, Path(workspace), file)
    grade = EVALUATORS[task.evaluator](document, task, reopened)
    reference = TaskRef(id=task.id, hash=fingerprint.of_record(task))
    return document, GradedModel(title=title, task=reference, document=fingerprint.of_bytes(document), grade=grade)


def built(calls: Sequence[Call], workspace: Path, file: str) -> tuple[bytes, bool]:
    """Return the document that a fresh session saves after these calls, and whether it opens it again unchanged.

    Raises:
        ValueError: FORM refuses a call.
    """
    session = Session(workspace)
    for number, one in enumerate(calls, start=1):
        try:
            call(session, one.tool, one.args)
        except FormError as error:
            raise ValueError(f"{file}, call {number} ({one.tool}): FORM refuses it: {error.answer()}") from None
    call(session, "save", {})
    document = (workspace / DOCUMENT_NAME).read_bytes()
    try:
        call(session, "open", {})
    except FormError:
        return document, False
    return document, True


def _read(adapter: TypeAdapter[T], path: Path) -> T:
    parsed = parse_record(adapter, path.read_bytes(), str(path))
    if parsed.record is None:
        faults = (f"{one.file} {one.pointer}: found {one.found}, expected {one.expected}" for one in parsed.issues)
        raise ValueError("\n".join(faults))
    return parsed.record
