"""The page of a run through a native API."""

from typing import NamedTuple

from sitegen import layout
from sitegen.figures import plural, seconds
from sitegen.inputs import RunInput, SuiteInput
from sitegen.records.grade import EarlierGrade, Evaluation, PointsGrade
from sitegen.records.kinds.api import ApiRun, Response, SavedDocument
from sitegen.records.review import Review, ReviewFile
from sitegen.site.downloads import Download
from sitegen.site.illustrations import Picture, pictures
from sitegen.site.rules import Fact
from sitegen.site.run.money import Money, money
from sitegen.site.run.parts import (
    NOT_REPORTED,
    CheckLine,
    Identity,
    Missing,
    checks,
    files,
    identity,
    in_seconds,
    missing,
    or_not_reported,
)
from sitegen.site.run.tokens import Tokens, tokens
from sitegen.stops import STOPS
from sitegen.summarize import basis, headline, quality

_BASIS = {
    "human-blind": "a person who did not know the model",
    "human-open": "a person who knew the model",
    "ai-blind": "an AI that was not told the model",
    "ai-open": "an AI that was told the model",
}


class Turn(NamedTuple):
    """One response of the provider."""

    number: int
    figures: tuple[str, ...]
    """Start and duration in seconds, then the tokens by class."""
    stop: str
    calls: str


class Earlier(NamedTuple):
    """A grade that was replaced."""

    points: str
    evaluator: str
    on: str
    reason: str


class GradeView(NamedTuple):
    """The automatic grade."""

    points: str
    """Empty where the artifact was lost."""
    reason: str
    passed: str
    evaluator: str
    checks: tuple[CheckLine, ...]
    facts: tuple[Fact, ...]
    earlier: tuple[Earlier, ...]


class ReviewView(NamedTuple):
    """One review."""

    reviewer: str
    how: str
    """Who judged and what they knew, in words."""
    ai: bool
    counts: bool
    """Whether it is the one that counts."""
    on: str
    scores: tuple[tuple[str, int], ...]
    points: int
    notes: str


class ApiRunView(NamedTuple):
    """A run through a native API."""

    title: str
    about: str
    """What was tried, in a phrase."""
    status: str
    stop: str
    detail: str
    fixture: bool
    wall: str
    provider_time: str
    tool_time: str
    turns: str
    input: str
    output: str
    money: Money
    quality: str
    """Empty while pending or where it can never be known."""
    quality_note: str
    views: tuple[Picture, ...]
    document: str
    """How the saving of the document went; empty where nothing was recorded of it."""
    responses: tuple[Turn, ...]
    tokens: Tokens
    grade: GradeView | None
    reviews: tuple[ReviewView, ...]
    missing: tuple[Missing, ...]
    identity: Identity
    files: tuple[Download, ...]
    record: str
    """Address of the record."""


def api_view(run: RunInput, record: ApiRun, suite: SuiteInput) -> ApiRunView:
    """Return everything that the page of a run through a native API says of the run alone."""
    address = f"{record.suite}--{record.id}"
    listed = files(run, address)
    usage, cost = record.usage, money(record)
    quality, quality_note = _quality(record, run.reviews)
    task = suite.tasks.get(record.task.id)
    return ApiRunView(
        title=f"{record.model.label} on {record.source.label}, run {record.repetition}",
        about=task.title if task else record.task.id,
        status=record.status,
        stop=record.stop.reason,
        detail=_stopped(record),
        fixture=record.fixture,
        wall=in_seconds(record.wall_ms),
        provider_time=in_seconds(record.provider_ms),
        tool_time=in_seconds(record.tool_ms),
        turns=_turns(record),
        input=or_not_reported(usage.input),
        output=or_not_reported(usage.output),
        money=cost,
        quality=quality,
        quality_note=quality_note,
        views=_views(record),
        document=_document(record.document),
        responses=tuple(_turn(number, response) for number, response in enumerate(record.responses, 1)),
        tokens=tokens(usage),
        grade=_grade(record.evaluation, checkable=bool(record.artifacts)),
        reviews=_reviews(record, run.reviews),
        missing=missing(record),
        identity=identity(record),
        files=listed,
        record=layout.run_record(address),
    )


def _stopped(record: ApiRun) -> str:
    """Return what the stop reason means, and its evidence."""
    known, detail = STOPS.get(record.stop.reason), record.stop.detail or ""
    return detail if known is None or known.completed else f"{known.meaning} {detail}".rstrip()


def _document(saved: SavedDocument | None) -> str:
    if saved is None:
        return ""
    if not saved.saved:
        return f"The document was not saved: {saved.detail or 'no reason recorded'}."
    again = {True: "gave the same bytes", False: "did not give the same bytes", None: "gave no answer"}[saved.reopened]
    kernel = f" by {saved.kernel}" if saved.kernel else ""
    return f"At its end the document was saved{kernel}; opening it again {again}{_because(saved.detail)}."


def _because(detail: str | None) -> str:
    return f" ({detail})" if detail else ""


def _turns(record: ApiRun) -> str:
    failed = f" ({record.failed_tool_calls} failed)" if record.failed_tool_calls else ""
    inside = f", {plural(record.operations, 'operation')}" if record.operations != record.tool_calls else ""
    return f"{plural(record.turns, 'turn')} and {plural(record.tool_calls, 'tool call')}{failed}{inside}"


def _turn(number: int, response: Response) -> Turn:
    usage = response.usage
    calls = []
    for call in response.calls:
        many = f", {call.operations} operations" if call.operations > 1 else ""
        end = f", not made: {call.fault}" if call.fault else "" if call.ok else ", failed"
        calls.append(f"{call.tool} {seconds(call.duration_ms)}{many}{end}")
    return Turn(
        number,
        (
            seconds(response.at_ms),
            seconds(response.provider_ms),
            *[
                NOT_REPORTED if count is None else f"{count:,}"
                for count in (usage.input, usage.cached_read, usage.cache_write, usage.output, usage.reasoning)
            ],
        ),
        "; ".join((response.stop, *_odd(response))),
        "; ".join(calls),
    )


def _odd(response: Response) -> tuple[str, ...]:
    """Return what the table shows of a response beside its figures."""
    tier = (f"service tier {response.service_tier}",) if response.service_tier else ()
    return (*tier, *response.flags)


def _views(record: ApiRun) -> tuple[Picture, ...]:
    """Return the pictures that the build draws from the saved document."""
    document = next((one for one in record.artifacts if one.name == layout.DOCUMENT_FILE), None)
    return () if document is None else pictures(document.sha256)


def _grade(evaluation: Evaluation | None, *, checkable: bool) -> GradeView | None:
    if evaluation is None:
        return None
    grade = evaluation.grade
    passed = sum(check.passed is True for check in grade.checks)
    note = "" if checkable or grade.points is None else ", of a document that is not published"
    return GradeView(
        _points(grade),
        grade.reason or "",
        f"{passed} of {plural(len(grade.checks), 'check')} passed{note}",
        grade.evaluator.label,
        checks(grade.checks),
        tuple(Fact(fact.label, fact.value) for fact in grade.facts),
        tuple(_earlier(one) for one in evaluation.earlier),
    )


def _points(grade: PointsGrade) -> str:
    return "" if grade.points is None else f"{grade.points} of {grade.points_max}"


def _earlier(one: EarlierGrade) -> Earlier:
    return Earlier(_points(one.grade) or "no points", one.grade.evaluator.label, one.replaced_at, one.reason)


def _quality(record: ApiRun, reviews: ReviewFile | None) -> tuple[str, str]:
    grade = record.evaluation.grade if record.evaluation else None
    if grade is None or grade.points is None:
        return "", "cannot be known: no artifact was saved"
    if grade.visible_objects == 0:
        return "0 of 100", "0 by rule: the artifact has no visible object"
    if reviews is None:
        return "", "not reviewed yet"
    review = headline(reviews.reviews).scores.points
    return f"{grade.points + review} of 100", f"{grade.points} automatic + {review} from the review"


def _reviews(record: ApiRun, file: ReviewFile | None) -> tuple[ReviewView, ...]:
    if file is None:
        return ()
    _, counted = quality(record, file)
    chosen = None if counted in (None, "rule") else headline(file.reviews)
    return tuple(_review(review, counts=review is chosen) for review in file.reviews)


def _review(review: Review, *, counts: bool) -> ReviewView:
    scores = review.scores
    return ReviewView(
        review.reviewer,
        _BASIS[basis(review)],
        review.method == "ai",
        counts,
        review.reviewed_at,
        (
            ("Recognizable at once", scores.recognizability),
            ("Coherent assembly, open brewing area", scores.assembly),
            ("Required details visible", scores.details),
            ("Proportions, materials, finish", scores.finish),
        ),
        scores.points,
        review.notes or "",
    )
