"""Hand-written models as pages show them: pictures, grade, and the foot of the scale. Never a result."""

from dataclasses import dataclass

from sitegen import layout
from sitegen.inputs import IllustrationInput
from sitegen.records.grade import PointsGrade


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that the build draws from a saved document."""

    address: str
    label: str


@dataclass(frozen=True, slots=True)
class Shown:
    """An illustration."""

    id: str
    title: str
    text: str
    task: str
    pictures: tuple[Picture, ...]
    document: str
    """Address of its document."""
    scale: tuple[tuple[str, str, str], ...]
    """What was graded, its points, and how many checks passed; the illustration first."""
    evaluator: str


def pictures(document_sha256: str) -> tuple[Picture, ...]:
    """Return the pictures of a document."""
    return tuple(Picture(layout.view_file(document_sha256, view), view) for view in layout.VIEWS)


def shown(illustration: IllustrationInput) -> Shown:
    """Return an illustration as pages show it."""
    record = illustration.record
    graded = ((record.title, record.grade), *((floor.title, floor.grade) for floor in record.floors))
    return Shown(
        record.id,
        record.title,
        record.text,
        record.task.id,
        pictures(illustration.document.sha256),
        layout.illustration_file(record.id, layout.DOCUMENT_FILE),
        tuple((title, _points(grade), _passed(grade)) for title, grade in graded),
        record.grade.evaluator.label,
    )


def _points(grade: PointsGrade) -> str:
    return "none" if grade.points is None else f"{grade.points} of {grade.points_max}"


def _passed(grade: PointsGrade) -> str:
    return f"{sum(check.passed is True for check in grade.checks)} of {len(grade.checks)}"
