"""A run's record and reviews as the one row that the build keeps."""

import json
from itertools import permutations
from typing import Any

import pytest

from sitegen.inputs import RunInput
from sitegen.records import RUN
from sitegen.records.review import Review, ReviewFile
from sitegen.summarize import headline, summary_row
from tests.trees.jsonform import Object, hash_of, invented_hash
from tests.unit.validate.base_runs import PRICE, TASK, completed, failed, not_started, trial

ARTIFACT = invented_hash("artifact")


def row(record, *given):
    parsed = RUN.validate_json(json.dumps(record))
    reviews = ReviewFile(schema_version=1, run=record["id"], reviews=given) if given else None
    return summary_row(RunInput("content/evidence/x", parsed, reviews, ()))


def review(method="human", blind=True, at="2026-11-20T10:00:00Z", score=8):
    scores = dict.fromkeys(("recognizability", "assembly", "details", "finish"), score)
    fields = {"reviewer": f"{method} {at}", "method": method, "blind": blind, "reviewed_at": at, "scores": scores}
    return Review.model_validate(fields | {"artifact_sha256": ARTIFACT})


def test_a_completed_run():
    found = row(completed(), review())
    assert (found.address, found.status, found.stop, found.attempted) == (
        "alpha--alpha-1",
        "completed",
        "answered",
        True,
    )
    assert found.values == {
        "wall_ms": 2_000,
        "provider_ms": 1_900,
        "tool_ms": 50,
        "cost_ticks": 85_500_000,
        "input": 2_200,
        "cached_read": 1_000,
        "cache_write": 200,
        "output": 150,
        "reasoning": 50,
        "turns": 2,
        "tool_calls": 2,
        "failed_tool_calls": 1,
        "operations": 4,
        "points": 60,
        "quality": 92,  # 60 points of the checks and 4 x 8 of the review
    }
    assert (found.cost_basis, found.checks_passed, found.review_basis) == ("estimated", True, "human-blind")
    assert (found.artifact_lost, found.verdict, found.reported) == (False, None, ("m-one-1",))
    assert found.task_hash == hash_of(TASK)


def test_equal_settings_have_one_text():
    """A run with 1.0 is of one cohort with a run with 1, and both say the same."""
    assert row(completed() | {"settings": {"top_p": 1.0}}).settings == '{"top_p":1}'


def test_hashes_of_settings_and_price():
    found = row(completed() | {"settings": {"top_p": 0.5, "effort": "low"}})
    assert found.settings == '{"effort":"low","top_p":0.5}'
    assert found.settings_hash == hash_of({"effort": "low", "top_p": 0.5})
    rates: Object = {"cache_write": {}}
    steps = [step | {"rates": rates | step["rates"]} for step in PRICE["steps"]]
    left_out: Object = {"default_write_lifetime": None, "unbilled": [], "second_hand": False}
    assert found.price == hash_of(PRICE | {"steps": steps} | left_out)
    assert row(not_started()).price is None


def test_a_failed_run_keeps_what_it_spent():
    found = row(failed())
    assert (found.status, found.stop, found.checks_passed, found.attempted) == ("failed", "run-time-limit", False, True)
    assert (found.values["cost_ticks"], found.values["wall_ms"]) == (800_000, 1_500)
    assert found.values["quality"] is None


def test_a_run_that_was_not_started_is_no_attempt_and_lost_nothing():
    found = row(not_started())
    assert (found.attempted, found.artifact_lost, found.cost_basis) == (False, False, None)
    assert found.values["input"] is None
    assert found.values["cost_ticks"] is None


def test_a_trial_has_the_measures_of_its_protocol_only():
    found = row(trial("a", TASK, "resolved"))
    assert found.values == {
        "wall_ms": 5_000,
        "trial_ms": 9_000,
        "test_ms": None,
        "cost_ticks": None,
        "input": 700,
        "cached_read": None,
        "cache_write": None,
        "output": 30,
        "reasoning": None,
    }
    assert (found.verdict, found.checks_passed, found.artifact_lost) == ("resolved", None, False)


def test_the_providers_cost_is_shown_where_every_response_has_one():
    record = completed()
    for response in record["responses"]:
        response["provider_ticks"] = 7
    record["cost"] |= {"provider_ticks": 14}
    found = row(record)
    assert (found.values["cost_ticks"], found.cost_basis) == (14, "provider")


def _graded(status="completed", **changes):
    record = completed() | {"status": status}
    record["evaluation"]["grade"] |= changes
    return record


CHECKS = [{"id": "closed", "label": "Closed", "passed": False, "points": 0, "points_max": 60}]
EMPTY: dict[str, Any] = {"checks": CHECKS, "points": 0, "points_max": 60, "visible_objects": 0}
LOST: dict[str, Any] = {
    "checks": [],
    "points": None,
    "points_max": 60,
    "reason": "the server failed",
    "visible_objects": None,
}

QUALITY: dict[str, Any] = {
    "reviewed": (_graded(), [review(score=5)], (60, 80, "human-blind", False)),
    "not reviewed": (_graded(), [], (60, None, None, False)),
    "no visible object needs no review": (_graded(**EMPTY), [], (0, 0, "rule", False)),
    "no visible object has nothing, whatever a review says": (
        _graded(**EMPTY),
        [review(score=10)],
        (0, 0, "rule", False),
    ),
    "an artifact lost has no quality": (_graded(**LOST), [], (None, None, None, True)),
    "an artifact lost is none, whatever a review says": (_graded(**LOST), [review()], (None, None, None, True)),
    "a failed run without an evaluation's artifact": (_graded("failed", **LOST), [], (None, None, None, True)),
}


@pytest.mark.parametrize("name", QUALITY)
def test_quality(name):
    record, reviews, expected = QUALITY[name]
    found = row(record, *reviews)
    assert (found.values["points"], found.values["quality"], found.review_basis, found.artifact_lost) == expected


@pytest.mark.parametrize(
    ("status", "passed", "all_passed"),
    [
        ("completed", [True, True], True),
        ("completed", [True, False], False),
        ("completed", [True, None], False),
        ("completed", [], False),
        ("failed", [True, True], False),
    ],
)
def test_build_check_needs_a_completed_run_and_every_check(status, passed, all_passed):
    checks = [
        {"id": f"c{n}", "label": "c", "passed": one, "points": 0, "points_max": 0} for n, one in enumerate(passed)
    ]
    found = row(_graded(status, checks=checks, points=0, points_max=0))
    assert found.checks_passed is all_passed


# Best first: each stands before all that follow it.
ORDER = [
    review("human", True, "2026-11-20T10:00:00Z"),
    review("human", True, "2026-11-20T10:00:00.5Z"),
    review("human", True, "2026-11-20T10:00:01Z"),
    review("human", False, "2026-11-19T10:00:00Z"),
    review("human", False, "2026-11-21T10:00:00Z"),
    review("ai", True, "2026-11-18T10:00:00Z"),
    review("ai", True, "2026-11-22T10:00:00Z"),
    review("ai", False, "2026-11-17T10:00:00Z"),
]


@pytest.mark.parametrize(("first", "second"), [(a, b) for a in range(len(ORDER)) for b in range(a + 1, len(ORDER))])
def test_headline_of_two_reviews(first, second):
    for pair in permutations((ORDER[first], ORDER[second])):
        assert headline(pair) == ORDER[first]


@pytest.mark.parametrize("count", range(1, len(ORDER) + 1))
def test_headline_of_many_reviews(count):
    rest = ORDER[-count:]
    assert headline(rest[::-1]) == rest[0]


@pytest.mark.parametrize(
    ("method", "blind", "basis"),
    [
        ("human", True, "human-blind"),
        ("human", False, "human-open"),
        ("ai", True, "ai-blind"),
        ("ai", False, "ai-open"),
    ],
)
def test_basis_of_the_headline(method, blind, basis):
    assert row(_graded(), review(method, blind)).review_basis == basis
