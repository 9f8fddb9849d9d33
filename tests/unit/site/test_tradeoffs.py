"""Cost against quality: which cohorts are drawn, which lie on the line, and what is said of the others."""

from dataclasses import replace
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from sitegen.site.tradeoffs import tradeoffs
from sitegen.summaries import Identity, Interval, Pending, Rate
from tests.unit.site.sample import API_COHORT, HASH, known, measure, unavailable


def cohort(id, cost, quality=None, rate=(1, 2), task="alpha", interval=None):
    cost_figure = unavailable(1, 3) if cost is None else known(str(cost), 6, 1, 10**12, interval)
    grade = Pending("pending", 1, 6) if quality is None else known(str(quality), 6, 0, 100)
    return replace(
        API_COHORT,
        id=id,
        title=id.title(),
        key=replace(API_COHORT.key, task=Identity("machine", HASH[task])),
        build_check=Rate(rate[0], rate[1], f"{100 * rate[0] / rate[1]:.1f}"),
        measures=(measure("cost_ticks", cost_figure), measure("quality", grade)),
    )


def places(made):
    return {row.title: row.place for row in made.rows}


def test_the_line_joins_the_cohorts_that_no_other_beats():
    cohorts = [cohort("cheap", 100, 50), cohort("dear", 900, 95), cohort("poor", 900, 40), cohort("twin", 900, 95)]
    (made,) = tradeoffs(cohorts)
    assert places(made) == {
        "Cheap": "on the line",
        "Dear": "on the line",
        "Poor": "beaten in both",
        "Twin": "on the line",
    }
    assert made.y_heading == "Quality, of 100, median per run"
    assert made.chart.x_axis.log


def test_pending_quality_has_a_rail_and_an_unknown_cost_is_named():
    (made,) = tradeoffs([cohort("a", 100, 50), cohort("b", 200, 60), cohort("c", 300), cohort("d", None, 70)])
    assert places(made) == {"A": "on the line", "B": "on the line", "C": "pending", "D": "not drawn"}
    assert [point.y for point in made.chart.points] == ["50", "60", None]
    assert made.pending


def test_where_quality_is_pending_the_build_check_rate_stands_in_and_says_so():
    (made,) = tradeoffs([cohort("a", 100, 50, (3, 3)), cohort("b", 200, None, (2, 4))])
    assert made.y_heading == "Build-check rate, %"
    assert [point.y for point in made.chart.points] == ["100.0", "50.0"]
    assert "Quality is pending in 1 cohort" in made.note


def test_tasks_are_never_in_one_chart():
    cohorts = [cohort("a", 100, 50), cohort("b", 200, 60), cohort("c", 300, 70, task="beta")]
    (made,) = tradeoffs(cohorts)
    assert [row.title for row in made.rows] == ["A", "B"]
    assert tradeoffs([cohorts[0], cohorts[2]]) == ()


def test_every_interval_lies_within_the_axis():
    bounds = Interval(3, 7_000, 1, 6, "96.88")
    (made,) = tradeoffs([cohort("a", 500, 50, interval=bounds), cohort("b", 600, 60)])
    assert made.chart.x_axis.low <= 3
    assert made.chart.x_axis.high >= 7_000


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 9)), min_size=2, max_size=7))
def test_beaten_means_that_some_cohort_is_at_least_as_good_in_both_and_better_in_one(pairs):
    (made,) = tradeoffs([cohort(f"c{n}", cost, grade) for n, (cost, grade) in enumerate(pairs)])
    beaten = set()
    for (n, (cost, grade)), (other_cost, other_grade) in product(enumerate(pairs), pairs):
        if other_cost <= cost and other_grade >= grade and (other_cost < cost or other_grade > grade):
            beaten.add(f"C{n}")
    assert {title for title, place in places(made).items() if place == "beaten in both"} == beaten
