"""What becomes of a saved document once its run has ended: a grade, and three views."""

from runner.api.saving import Saved
from runner.api.words import clean
from runner.evaluators import EVALUATORS, LOST
from sitegen.formdoc import DocumentError, parse
from sitegen.layout import VIEWS
from sitegen.records.grade import PointsGrade
from sitegen.records.task import ModellingTask
from sitegen.views.draw import svg
from sitegen.views.sheet import unreadable


def graded(task: ModellingTask, saved: Saved) -> PointsGrade:
    """Return the grade of the saved document; without points where it is lost, or the evaluator itself fails."""
    if saved.document is None:
        return LOST[task.evaluator](task, f"the artifact was lost: {saved.verdict.detail}")
    try:
        return EVALUATORS[task.evaluator](saved.document, task, saved.verdict.reopened)
    except Exception as error:
        return LOST[task.evaluator](task, f"the evaluator failed: {type(error).__name__}: {clean(str(error))}")


def views(document: bytes) -> dict[str, bytes]:
    """Return the pictures of a document by file name."""
    try:
        parsed = parse(document)
    except DocumentError:
        return {f"{view}.svg": unreadable(view).encode() for view in VIEWS}
    return {f"{view}.svg": svg(parsed, view).encode() for view in VIEWS}
