"""Comparisons: who stands beside whom, exact differences, pairs task by task, and missing ones named."""

from dataclasses import replace
from fractions import Fraction

import pytest

from sitegen import layout
from sitegen.site import pages
from sitegen.site.compare import comparisons, difference
from sitegen.site.pairs import pairs
from sitegen.site.signed import percent_change, signed
from sitegen.summaries import Counts, Identity, NoRuns, Pending, TaskSummary, Verdicts
from tests.unit.site.reading import read
from tests.unit.site.records import context
from tests.unit.site.sample import API_COHORT, API_ROWS, HASH, IMPORTED_COHORT, RESULTS, known, measure, unavailable


def other(id, **key):
    return replace(API_COHORT, id=id, title=f"Cohort {id}", key=replace(API_COHORT.key, **key))


CORE_2 = other("core-2", source=Identity("core 2", HASH["fox"]))


def task(id, resolved, n):
    return TaskSummary(id, id.title(), Counts(n, 0, n, n, 0), Verdicts(resolved, n - resolved, 0, 0), ())


def over(id, *tasks):
    return replace(IMPORTED_COHORT, id=id, title=id, by_task=tasks)


def test_cohorts_that_differ_in_one_thing_have_a_page_of_their_own():
    (one,) = comparisons([API_COHORT, CORE_2])
    assert one.id.startswith("source-")
    assert one.differs == ("source",)
    assert [cohort.id for cohort in one.cohorts] == [API_COHORT.id, "core-2"]


def test_cohorts_of_one_task_stand_together_and_say_in_what_they_differ():
    third = other("third", source=Identity("core 2", HASH["fox"]), provider="birch", model="birch-3")
    found = {one.id.partition("-")[0]: one for one in comparisons([API_COHORT, CORE_2, third])}
    assert sorted(found) == ["model", "source", "task"]
    assert found["task"].differs == ("model", "source")
    assert len(found["task"].cohorts) == 3


def test_fixtures_and_other_tasks_never_stand_beside_results():
    assert comparisons([API_COHORT, other("f", fixture=True)]) == ()
    assert comparisons([API_COHORT, other("t", task=Identity("other", HASH["fox"]))]) == ()


def test_an_address_stays_when_a_cohort_comes_to_the_others():
    third = other("third", source=Identity("core 3", HASH["echo"]))
    before = {one.id for one in comparisons([API_COHORT, CORE_2])}
    assert before <= {one.id for one in comparisons([third, CORE_2, API_COHORT])}


def with_wall(figure):
    return replace(API_COHORT, measures=(measure("wall_ms", figure),))


@pytest.mark.parametrize(
    ("base", "changed", "said"),
    [
        (known("200", 3, 1, 9), known("150", 3, 1, 9), "−25.0"),
        (known("200", 3, 1, 9), known("200.1", 3, 1, 9), "+0.1"),  # 0.05 % is rounded half away from zero
        (known("3", 3, 1, 9), known("4", 3, 1, 9), "+33.3"),
        (known("5", 3, 1, 9), known("5", 3, 1, 9), "0.0"),
        (known("0", 3, 0, 9), known("5", 3, 1, 9), "zero base"),
        (known("5", 3, 0, 9), unavailable(1, 3), "unavailable"),
        (known("5", 3, 0, 9), Pending("pending", 1, 3), "pending"),
        (NoRuns("no_runs"), known("5", 3, 0, 9), "pending"),
    ],
)
def test_a_difference_is_exact_or_says_why_there_is_none(base, changed, said):
    assert difference(with_wall(base), with_wall(changed), "wall_ms") == said


def test_a_change_has_a_true_minus_and_separators():
    assert signed(percent_change(Fraction(1), Fraction(100))) == "+9,900.0"
    assert signed(Fraction(-1, 2)) == "−0.5"
    assert signed(Fraction(-1, 100)) == "0.0"


def test_a_missing_pair_is_named_and_is_in_no_median():
    base = over("base", task("maze", 1, 2), task("tcc", 1, 1), task("vim", 0, 1), task("only-base", 1, 1))
    beside = over("beside", task("maze", 2, 2), task("tcc", 0, 2), task("vim", 0, 3), task("none", 0, 0))
    (found,) = pairs((base, beside), ("a", "b"))
    said = {line.title: (line.base, line.other, line.difference, line.missing) for line in found.lines}
    assert said == {
        "Maze": ("1 of 2", "2 of 2", "+50.0", ""),
        "Tcc": ("1 of 1", "0 of 2", "−100.0", ""),
        "Vim": ("0 of 1", "0 of 3", "0.0", ""),
        "Only-Base": ("1 of 1", "none", "", "no attempt in b"),
        "None": ("none", "none", "", "no attempt in a and b"),
    }
    assert found.missing == 2
    assert found.summary == (
        "Median 0.0 of 3 pairs, too few runs for an interval; higher in 1, lower in 1, equal in 1. 2 missing."
    )
    assert found.strip is not None
    assert found.strip.values == (-1000, 0, 500)


def test_the_interval_of_pairs_is_between_two_of_the_differences():
    base = over("base", *(task(f"t{n}", 0, 10) for n in range(10)))
    beside = over("beside", *(task(f"t{n}", n, 10) for n in range(10)))
    (found,) = pairs((base, beside), ("a", "b"))
    # ten pairs: ranks 2 and 9 of 0, 10, ... 90 points; the median is the mean of 40 and 50
    assert "Median +45.0 of 10 pairs, 95 % interval +10.0 to +80.0 (ranks 2 and 9)" in found.summary


def test_cohorts_of_single_tasks_have_no_pairs():
    assert pairs((API_COHORT, CORE_2), ("a", "b")) == ()


def test_the_page_has_every_side_every_run_and_what_is_equal():
    shorter = replace(CORE_2, measures=(measure("wall_ms", known("50000", 3, 50_000, 70_000)),))
    given = context(results=replace(RESULTS, cohorts=(API_COHORT, shorter, *RESULTS.cohorts[1:])))
    given = replace(given, rows={**given.rows, "core-2": API_ROWS})
    page = next(
        one for one in pages(given) if one.path.startswith(layout.compare_page("source-").removesuffix(".html"))
    )
    found = read(page)
    # 50 against 61.5 seconds: (50 - 61.5) / 61.5 = -18.69...
    assert "−18.7" in found.cells
    assert "Model alder-2, alder" in found.words
    for run in ("a-r1", "a-r2", "a-r3"):
        assert sum(link.endswith(f"first--{run}.html") for link in found.links) >= 2
    assert not any(link.endswith("a-r4.html") for link in found.links)
