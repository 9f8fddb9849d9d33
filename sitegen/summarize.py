"""A run's record and reviews as the one row that the build keeps."""

from collections.abc import Sequence
from functools import lru_cache

import orjson

from sitegen import cost, fingerprint
from sitegen.inputs import RunInput
from sitegen.marks import marks
from sitegen.measures import of_kind
from sitegen.records.base import instant
from sitegen.records.kinds.api import ApiRun
from sitegen.records.review import Review, ReviewFile
from sitegen.records.usage import TOKEN_CLASSES
from sitegen.rows import ReviewBasis, RunRow

_BASES: tuple[ReviewBasis, ...] = ("human-blind", "human-open", "ai-blind", "ai-open")


def summary_row(run: RunInput) -> RunRow:
    """Return the row of a run."""
    record = run.record
    ticks, basis = cost.shown(record.cost)
    values: dict[str, int | None] = {"wall_ms": record.wall_ms, "cost_ticks": ticks}
    values.update({name: getattr(record.usage, name) for name in TOKEN_CLASSES})
    review_basis: ReviewBasis | None = None
    checks_passed: bool | None = None
    verdict: str | None = None
    lost = False
    if isinstance(record, ApiRun):
        for name in ("provider_ms", "tool_ms", "turns", "tool_calls", "failed_tool_calls", "operations"):
            values[name] = getattr(record, name)
        grade = record.evaluation.grade if record.evaluation else None
        values["points"] = grade.points if grade else None
        values["quality"], review_basis = quality(record, run.reviews)
        checks_passed = record.status == "completed" and grade is not None and grade.all_passed
        lost = record.status != "not_started" and (grade is None or grade.points is None)
    else:
        values["trial_ms"], values["test_ms"] = record.trial_ms, record.test_ms
        verdict = record.grade.verdict
    twin, alike = marks(record)
    settings, settings_hash = _canonical(orjson.dumps(record.settings).decode())
    return RunRow(
        run=record.id,
        suite=record.suite,
        kind=record.kind,
        fixture=record.fixture,
        task=record.task.id,
        task_hash=record.task.hash,
        protocol=record.protocol,
        provider=record.provider,
        model=record.model.requested,
        model_label=record.model.label,
        reported=record.model.reported,
        settings=settings,
        settings_hash=settings_hash,
        source=record.source.label,
        source_hash=record.source.hash,
        evaluator=record.evaluator.label,
        evaluator_hash=record.evaluator.hash,
        harness_hash=record.harness.hash,
        repetition=record.repetition,
        position=record.position,
        started_at=record.started_at,
        status=record.status,
        stop=record.stop.reason,
        values={measure.id: values[measure.id] for measure in of_kind(record.kind)},
        cost_basis=basis,
        price=_canonical(record.cost.price.model_dump_json())[1] if record.cost.price else None,
        checks_passed=checks_passed,
        verdict=verdict,
        review_basis=review_basis,
        artifact_lost=lost,
        twin=twin,
        alike=alike,
    )


@lru_cache(maxsize=4096)
def _canonical(document: str) -> tuple[str, str]:
    """Return canonical JSON and its hash; few settings and prices are shared by many runs."""
    text = fingerprint.canonical(orjson.loads(document))
    return text.decode(), fingerprint.of_bytes(text)


def quality(record: ApiRun, reviews: ReviewFile | None) -> tuple[int | None, ReviewBasis | None]:
    """Return the points of 100 and how the review behind them was made; None without points or without a review.

    A saved artifact with no visible object has 0 by rule and needs no review.
    """
    grade = record.evaluation.grade if record.evaluation else None
    if grade is None or grade.points is None:
        return None, None
    if grade.visible_objects == 0:
        return 0, "rule"
    if reviews is None:
        return None, None
    chosen = headline(reviews.reviews)
    return grade.points + chosen.scores.points, basis(chosen)


def basis(review: Review) -> ReviewBasis:
    """Return how a review was made."""
    if review.method == "human":
        return "human-blind" if review.blind else "human-open"
    return "ai-blind" if review.blind else "ai-open"


def headline(reviews: Sequence[Review]) -> Review:
    """Return the review that counts: the earliest blind human one, else the earliest of the next basis."""
    return min(reviews, key=lambda review: (_BASES.index(basis(review)), instant(review.reviewed_at)))
