"""Evaluators: from a saved artifact to a grade. They read the artifact alone and never call the agent again."""

from collections.abc import Callable

from runner.evaluators import espresso_v1
from sitegen.records.base import Fingerprint
from sitegen.records.grade import PointsGrade
from sitegen.records.task import ModellingTask

Evaluate = Callable[[bytes, ModellingTask, bool | None], PointsGrade]
Lost = Callable[[ModellingTask, str], PointsGrade]

EVALUATORS: dict[str, Evaluate] = {"espresso-v1": espresso_v1.evaluate}
"""By the name that a task gives."""
LOST: dict[str, Lost] = {"espresso-v1": espresso_v1.lost}
"""The grade without points of an artifact that was lost, and why, by the same name."""
FINGERPRINTS: dict[str, Callable[[], Fingerprint]] = {"espresso-v1": espresso_v1.evaluator}
"""Revision and content hash, by the same name."""
