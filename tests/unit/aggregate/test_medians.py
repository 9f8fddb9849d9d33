"""One measure over a group of runs: an exact median, or why there is none."""

from typing import Any

import pytest

from sitegen.aggregate.medians import aggregate, measure_summary
from sitegen.exact import usd
from sitegen.summaries import Interval, Known, NoRuns, Pending, Unavailable
from tests.unit.aggregate.rows import api_row

ROWS: dict[str, Any] = {
    "middle of an odd count": ([30, 10, 20], Known("known", "20", 3, 10, 30, None)),
    "mean of the two in the middle": ([10, 20, 30, 40], Known("known", "25", 4, 10, 40, None)),
    "half": ([7, 8], Known("known", "7.5", 2, 7, 8, None)),
    "sorted by number, not by text": ([9, 10, 100], Known("known", "10", 3, 9, 100, None)),
    "one run": ([0], Known("known", "0", 1, 0, 0, None)),
    "one unknown": ([10, 20, None, 40], Unavailable("unavailable", 1, 4, 70)),
    "all unknown": ([None, None], Unavailable("unavailable", 2, 2, 0)),
    "unknown is neither 0 nor left out": ([1_000, None, 2_000], Unavailable("unavailable", 1, 3, 3_000)),
    "zero is known": ([0, 0, 5], Known("known", "0", 3, 0, 5, None)),
    "nothing": ([], NoRuns("no_runs")),
    "five runs have no interval": ([1, 2, 3, 4, 5], Known("known", "3", 5, 1, 5, None)),
    "six runs have the whole range": (
        [6, 5, 4, 3, 2, 1],
        Known("known", "3.5", 6, 1, 6, Interval(1, 6, 1, 6, "96.88")),
    ),
    "ten runs leave one out on each side": (
        [5, 10, 15, 20, 25, 30, 35, 40, 45, 50],
        Known("known", "27.5", 10, 5, 50, Interval(10, 45, 2, 9, "97.85")),
    ),
    "the largest counts": (
        [2**53 - 1, 2**53 - 2],
        Known("known", "9007199254740990.5", 2, 2**53 - 2, 2**53 - 1, None),
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_aggregate(name):
    values, expected = ROWS[name]
    assert aggregate(values) == expected


def test_two_costs_have_a_median_without_noise():
    found: Any = aggregate([10**9, 2 * 10**9])
    assert usd(found.median) == "0.15"


def test_a_model_without_price_is_not_free():
    """Three runs cost 1,000 x 4 + 100 x 20 = 6,000 per million each; of the second the price is not known."""
    rows = [
        api_row(n, values={"input": 1_000, "cost_ticks": cost})
        for n, cost in ((1, 6 * 10**7), (2, None), (3, 6 * 10**7))
    ]
    assert measure_summary("cost_ticks", rows).all_runs == Unavailable("unavailable", 1, 3, 12 * 10**7)
    assert measure_summary("input", rows).all_runs == Known("known", "1000", 3, 1_000, 1_000, None)


def test_completed_runs_stand_beside_all_runs():
    rows = [
        api_row(1, values={"wall_ms": 100}),
        api_row(2, values={"wall_ms": 300}, status="failed"),
        api_row(3, values={"wall_ms": None}, status="failed"),
    ]
    found = measure_summary("wall_ms", rows)
    assert found.all_runs == Unavailable("unavailable", 1, 3, 400)
    assert found.completed_only == Known("known", "100", 1, 100, 100, None)


QUALITY: dict[str, Any] = {
    "every run reviewed": ([(80, False), (90, False)], Known("known", "85", 2, 80, 90, None)),
    "one run not reviewed": ([(80, False), (None, False)], Pending("pending", 1, 2)),
    "no run reviewed": ([(None, False)], Pending("pending", 0, 1)),
    "an artifact lost": ([(80, False), (None, True)], Unavailable("unavailable", 1, 2, 80)),
    "an artifact lost and a review missing": ([(None, False), (None, True)], Unavailable("unavailable", 1, 2, 0)),
    "no visible object": ([(0, False), (80, False)], Known("known", "40", 2, 0, 80, None)),
    "no runs": ([], NoRuns("no_runs")),
}


@pytest.mark.parametrize("name", QUALITY)
def test_quality_waits_for_every_review(name):
    runs, expected = QUALITY[name]
    rows = [api_row(n, values={"quality": value}, artifact_lost=lost) for n, (value, lost) in enumerate(runs)]
    assert measure_summary("quality", rows).all_runs == expected


def test_points_are_no_quality():
    rows = [api_row(1, values={"points": 60, "quality": None})]
    assert measure_summary("points", rows).all_runs == Known("known", "60", 1, 60, 60, None)
    assert measure_summary("quality", rows).all_runs == Pending("pending", 0, 1)
