"""Grades and reviews of what the runs of `api` suites made."""

from random import Random

from tests.trees.jsonform import Object, invented_hash
from tests.trees.plan import Traits

CHECKS = (
    ("objects", "At least ten visible objects", 5),
    ("closed", "Every visible object is closed", 15),
    ("labels", "Ten labels on distinct solids", 10),
    ("housing", "Housing within 5 % of its size", 10),
    ("envelope", "Assembly within its envelope", 5),
    ("head-over-tray", "Group head above the tray", 5),
    ("bars-and-controls", "Five bars and two controls", 5),
    ("reopens", "The saved document re-opens unchanged", 5),
)
SCORES = ("recognizability", "assembly", "details", "finish")

# Who reviews the n-th run: reviewer, method, blind, day of November. Listed as given, which is not by day.
_REVIEWS = {
    "human": ((("Rae Field", "human", True, 20),),),
    "ai": ((("elder-1", "ai", False, 20), ("elder-1", "ai", True, 21)),),
    "mixed": (
        (("Rae Field", "human", True, 22), ("Kim Moor", "human", True, 21), ("elder-1", "ai", True, 20)),
        (("elder-1", "ai", True, 20), ("Kim Moor", "human", False, 25)),
        (("elder-1", "ai", False, 19), ("elder-1", "ai", True, 20)),
        (("elder-1", "ai", False, 20),),
    ),
    "part": ((("Rae Field", "human", True, 20),), ()),
}


def evaluator(revision: int) -> Object:
    """Return the fingerprint of a revision of the evaluator."""
    label = f"espresso evaluator {revision}"
    return {"label": label, "hash": invented_hash(label)}


def evaluation(traits: Traits, index: int, failed: bool, random: Random) -> Object:
    """Return the grade of a run's artifact; the suite adds its evaluator."""
    if traits.lost and index == 0:
        lost = _grade([None] * len(CHECKS)) | {
            "points": None,
            "reason": "the server ended before it saved the document",
        }
        return {"grade": lost, "earlier": []}
    if traits.empty and index == 1:
        return {"grade": _grade([False] * len(CHECKS)) | {"visible_objects": 0}, "earlier": []}
    passed: list[bool | None] = [True] * len(CHECKS)
    if failed or (traits.checks_fail and index % 3 == 2):
        passed[random.randrange(2, 7)] = False
    if failed and index % 2:
        passed[7] = None
    grade = _grade(passed) | {"visible_objects": random.randrange(10, 40)}
    if not traits.regraded:
        return {"grade": grade, "earlier": []}
    before = _grade([True, True, False, True, True, False, True, True]) | {"evaluator": evaluator(1)}
    correction = {"replaced_at": "2026-11-28T09:00:00Z", "reason": "labels inside other labels were taken for parts"}
    return {"grade": grade, "earlier": [{"grade": before, **correction}]}


def _grade(passed: list[bool | None]) -> Object:
    checks = [
        {"id": id, "label": label, "passed": ok, "points": points if ok else 0, "points_max": points}
        for (id, label, points), ok in zip(CHECKS, passed, strict=True)
    ]
    return {
        "points": sum(points for (_, _, points), ok in zip(CHECKS, passed, strict=True) if ok),
        "points_max": 60,
        "checks": checks,
    }


def reviews(traits: Traits, index: int, artifact: str, random: Random) -> list[Object]:
    """Return the reviews of the index-th run of a cell, which may be none.

    Args:
        traits: Traits of the cell.
        index: Which run.
        artifact: sha256 of what was reviewed.
        random: Chooses the scores.
    """
    if not traits.reviews or (traits.empty and index == 1):
        return []
    patterns = _REVIEWS[traits.reviews]
    return [
        {
            "reviewer": reviewer,
            "method": method,
            "blind": blind,
            "reviewed_at": f"2026-11-{day}T1{index % 10}:30:00Z",
            "artifact_sha256": artifact,
            "scores": {name: random.randrange(9, 11) if traits.shorter else random.randrange(10) for name in SCORES},
            "notes": "The tray stands a little low." if method == "ai" else None,
        }
        for reviewer, method, blind, day in patterns[index % len(patterns)]
    ]
