"""What an evaluator found in a saved artifact, and what it found before a correction."""

from typing import Literal, Self

from pydantic import model_validator

from sitegen.records.base import Count, Fingerprint, Name, Record, Slug, Text, Timestamp, fault

GEOMETRY_POINTS = 60
"""Most points that the automatic checks can give; they are never shown as quality."""
REVIEW_POINTS = 40
"""Most points that a review can give."""

Verdict = Literal["resolved", "not_resolved"]


class Check(Record):
    """One named automatic check."""

    id: Slug
    """Id within its evaluator."""
    label: Name
    """What is checked, for readers."""
    passed: bool | None
    """Result; null where the evaluator could not tell."""
    points: Count = 0
    """Points given."""
    points_max: Count = 0
    """Points that the check can give; 0 where checks have no points."""
    required: Text | None = None
    """What was asked for."""
    found: Text | None = None
    """What was found."""

    @model_validator(mode="after")
    def _within(self) -> Self:
        if self.points > self.points_max:
            raise fault(
                "grade-points", "more points than the check can give", found=self.points, expected=self.points_max
            )
        return self


class Fact(Record):
    """Something measured on the artifact that gives no points."""

    label: Name
    """What was measured, with its unit."""
    value: Name
    """The value as text."""


class PointsGrade(Record):
    """A grade in points from named checks on the saved artifact."""

    evaluator: Fingerprint
    """Revision and content hash of the evaluator."""
    points: Count | None
    """Sum over the checks; null when the artifact was lost, then with a reason."""
    points_max: Count
    """Most points of the rubric."""
    checks: tuple[Check, ...]
    """Every check of the rubric."""
    visible_objects: Count | None = None
    """Visible objects in the artifact; with 0 the grade and the review are 0 by rule."""
    facts: tuple[Fact, ...] = ()
    """Unscored measurements."""
    reason: Text | None = None
    """Why there are no points."""

    @model_validator(mode="after")
    def _sums(self) -> Self:
        given = sum(check.points for check in self.checks)
        possible = sum(check.points_max for check in self.checks)
        if self.points is None:
            if self.reason is None:
                raise fault("grade-unexplained", "no points and no reason", found=None, expected="a reason")
            return self
        if self.visible_objects == 0 and self.points:
            raise fault("grade-sum", "points without a visible object", found=self.points, expected=0)
        if self.points != given or self.points_max != possible:
            raise fault(
                "grade-sum",
                "the points are not the sum of the checks",
                found=f"{self.points} of {self.points_max}",
                expected=f"{given} of {possible}",
            )
        return self

    @property
    def all_passed(self) -> bool:
        """True when there are checks and each one passed."""
        return self.points is not None and bool(self.checks) and all(check.passed for check in self.checks)


class VerdictGrade(Record):
    """The verdict of another harness, taken over."""

    evaluator: Fingerprint
    """The origin's evaluator, by what the origin says of it."""
    verdict: Verdict | None
    """The origin's verdict; null when it graded nothing, then with a reason."""
    checks: tuple[Check, ...] = ()
    """The origin's named tests, where it published them."""
    reason: Text | None = None
    """Why there is no verdict."""

    @model_validator(mode="after")
    def _explained(self) -> Self:
        if self.verdict is None and self.reason is None:
            raise fault("grade-unexplained", "no verdict and no reason", found=None, expected="a reason")
        return self


class EarlierGrade(Record):
    """A grade that a later evaluator revision replaced."""

    grade: PointsGrade
    """The grade as first given."""
    replaced_at: Timestamp
    """When it was replaced."""
    reason: Text
    """Why."""


class Evaluation(Record):
    """The grade that counts and every grade before it."""

    grade: PointsGrade
    """The grade that counts."""
    earlier: tuple[EarlierGrade, ...] = ()
    """Replaced grades, oldest first."""
