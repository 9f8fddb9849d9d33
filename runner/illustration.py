"""The illustration and the floors: machines built by hand-written call lists. They are shown as such, never as results.

The calls go to a FORM session as an agent's would; the document is saved, opened again and graded.
"""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from pydantic import TypeAdapter

from runner.calls import CALLS, Call
from runner.evaluators import EVALUATORS
from runner.form.dispatch import call
from runner.form.errors import FormError
from runner.form.session import Session
from runner.form.tools.files import DOCUMENT_NAME
from sitegen import fingerprint
from sitegen.layout import ILLUSTRATION_FILE
from sitegen.records.base import TaskRef
from sitegen.records.grade import PointsGrade
from sitegen.records.illustration import Floor, Illustration
from sitegen.records.task import ModellingTask
from sitegen.store import parse_record, stored_form

TASK_FILE: Final = "espresso-machine.v1.json"
FOLDER: Final = "illustration"
CALLS_FILE: Final = "espresso-machine.calls.json"
BOXES_FILE: Final = "ten-boxes.calls.json"
ID: Final = "espresso-machine"
TEXT: Final = (
    "A machine built by a hand-written list of calls to show what the task asks for and what full points look like. "
    "No agent made it, and it is no result."
)
T = TypeVar("T")

_TASK = TypeAdapter(ModellingTask)


def assets(benchmarks: Path) -> Mapping[str, bytes]:
    """Return the files of the illustration by name, as they stand in the content.

    Args:
        benchmarks: Folder that holds the task and the call lists.

    Raises:
        OSError: A file cannot be read.
        ValueError: A file is no list of calls or no task, or FORM refuses a call; the text says where and why.
    """
    task = _read(_TASK, benchmarks / TASK_FILE)
    machine, boxes = (_read(CALLS, benchmarks / FOLDER / name) for name in (CALLS_FILE, BOXES_FILE))
    document, grade = _graded(machine, task, CALLS_FILE)
    floors = (("Empty document", (), "no calls"), ("Ten labelled boxes", boxes, BOXES_FILE))
    illustration = Illustration(
        schema_version=1,
        id=ID,
        title="Espresso machine, written by hand",
        text=TEXT,
        task=TaskRef(id=task.id, hash=fingerprint.of_record(task)),
        document=fingerprint.of_bytes(document),
        grade=grade,
        floors=tuple(Floor(title=title, grade=_graded(calls, task, file)[1]) for title, calls, file in floors),
    )
    return {DOCUMENT_NAME: document, ILLUSTRATION_FILE: stored_form(illustration.model_dump(mode="json"))}


def _graded(calls: Sequence[Call], task: ModellingTask, file: str) -> tuple[bytes, PointsGrade]:
    with tempfile.TemporaryDirectory() as workspace:
        document, reopened = built(calls, Path(workspace), file)
    return document, EVALUATORS[task.evaluator](document, task, reopened)


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
