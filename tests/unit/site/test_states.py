"""The rules of counting that a reader must be able to see on the pages."""

from dataclasses import replace

import pytest

from sitegen import layout
from sitegen.site import pages
from sitegen.summaries import Counts, NoRuns, Results
from tests.unit.site.reading import read
from tests.unit.site.records import context
from tests.unit.site.sample import (
    API,
    API_COHORT,
    IMPORTED,
    IMPORTED_ROWS,
    NONE,
    RESULTS,
    known,
    measure,
    row,
    unavailable,
)

TWO = Counts(2, 0, 2, 2, 0)


def page(address, given=None):
    return read(next(one for one in pages(given or context()) if one.path == address))


def with_cohort(**changes):
    changed = replace(API_COHORT, **changes)
    return context(results=replace(RESULTS, cohorts=(changed, RESULTS.cohorts[1])))


def test_failures_stand_in_the_cell_of_the_median():
    cells = page(layout.OVERVIEW).cells
    assert "61.500 1 of 3 failed completed: 55.750" in cells


def test_a_completed_only_figure_is_left_out_where_it_is_the_same():
    cells = page(layout.cohort_page(API)).cells
    assert "0.0123 1 of 3 failed" in cells


def test_one_unknown_value_withholds_the_median_and_is_counted():
    found = page(layout.cohort_page(API))
    assert "unavailable 1 of 3 not reported" in found.cells
    assert "unavailable No run reports cache write." in found.words  # a row of it would say nothing more


def test_a_partial_sum_is_called_at_least():
    found = page(layout.cohort_page(IMPORTED))
    row = found.cells.index("At least, in all")
    assert found.cells[row - 1 : row + 6] == [
        *("Not reported", "At least, in all", "Reported by"),
        *("Input, tokens", "1 of 3", "400", "2 of 3"),
    ]


def test_pending_quality_never_shows_the_automatic_points():
    cells = page(layout.OVERVIEW).cells
    assert "pending 1 of 3 reviewed" in cells


def test_a_lost_artifact_makes_quality_unavailable_and_says_why():
    given = with_cohort(measures=(*API_COHORT.measures[:-1], measure("quality", unavailable(2, 3))))
    assert "unavailable 2 of 3 artifact lost" in page(layout.OVERVIEW, given).cells


def test_protocols_without_runs_show_the_sign():
    found = page(layout.OVERVIEW)
    at = found.cells.index("Codex CLI")
    assert found.cells[at + 1] == "[X] no runs yet"
    assert "[X] no runs yet" in page(layout.protocol_page("codex")).words


def test_an_empty_site_shows_the_sign_and_no_number():
    empty = context(results=Results((), (), (), ()), rows={}, suites={}, caveats={})
    for one in pages(empty):
        words = read(one).words
        assert "0 of 0" not in words
    home = page(layout.HOME, empty)
    assert "There are no runs yet: [X]" in home.words
    assert home.cells.count("[X]") == 15


def test_a_planned_protocol_whose_runs_never_started_has_no_figures():
    never = replace(RESULTS.protocols[0], results=Counts(4, 4, 0, 0, 0), cohorts=())
    given = context(results=replace(RESULTS, protocols=(never, RESULTS.protocols[1]), cohorts=RESULTS.cohorts[1:]))
    assert "[X] no runs yet; 4 planned runs not started" in page(layout.OVERVIEW, given).cells


def test_mixed_versions_are_labelled_with_both_ids():
    words = page(layout.cohort_page(API)).words
    assert "mixed versions" in words
    assert "alder-2-0901 in 2 runs, alder-2-1002 in 1 run" in words
    assert "mixed versions" in page(layout.OVERVIEW).words


def test_runs_that_never_started_are_listed_apart_with_the_reason():
    suite = page(layout.suite_page("first"))
    at = suite.cells.index("a-r4")
    assert suite.cells[at : at + 4] == ["a-r4", "alder-2", "machine", "the budget was spent"]
    cohort = page(layout.cohort_page(API))
    assert "1 not started" in cohort.words
    assert cohort.links.count("../runs/first--a-r4.html") == 1


def test_a_barred_suite_keeps_a_page_and_is_in_no_table_of_figures():
    tombstone = page(layout.suite_page("barred"))
    assert "A tool was blocked." in tombstone.words
    assert "2026-11-05" in tombstone.words
    overview = page(layout.OVERVIEW)
    assert (
        "Barred suite: A tool was blocked. 3 of 5 planned runs had started; none is in a count above." in overview.words
    )
    assert not [cell for cell in overview.cells if "Barred" in cell]


def test_fixtures_stand_in_a_table_of_their_own_and_say_so():
    fixture = replace(API_COHORT, id="api-fixture", key=replace(API_COHORT.key, fixture=True), title="Made-up")
    protocols = (replace(RESULTS.protocols[0], cohorts=(API, "api-fixture"), fixtures=Counts(4, 1, 3, 2, 1)),)
    given = context(
        results=replace(RESULTS, cohorts=(*RESULTS.cohorts, fixture), protocols=(*protocols, RESULTS.protocols[1]))
    )
    text = page(layout.OVERVIEW, given).words
    before, _, after = text.partition("Medians and rates of fixtures")
    assert "Made-up" not in before.partition("Medians and rates 4 planned")[2]
    assert "Made-up" in after
    assert "in no count of results and in no claim" in before
    assert "fixture Hand-made runs" in page(layout.cohort_page("api-fixture"), given).words


def test_pooled_figures_say_over_how_many_tasks():
    pooled = replace(API_COHORT, key=replace(API_COHORT.key, tasks=80))
    given = context(results=replace(RESULTS, cohorts=(pooled, RESULTS.cohorts[1])))
    assert "61.500 1 of 3 failed pooled over 80 tasks completed: 55.750" in page(layout.OVERVIEW, given).cells


@pytest.mark.parametrize(
    ("place", "sentence", "shown"), [("cohort", "A list price", True), ("suite", "A list price", False)]
)
def test_caveats_stand_where_they_apply_and_nowhere_else(place, sentence, shown):
    address = layout.cohort_page(API) if place == "cohort" else layout.suite_page("first")
    assert (sentence in page(address).words) is shown


def test_every_caveat_stands_on_the_method_page_with_its_id():
    found = page(layout.METHOD)
    assert "list-price A list price is no invoice." in found.words
    assert "other-harness Made by others." in found.words


def test_no_figure_is_printed_for_a_measure_that_was_never_run():
    given = with_cohort(measures=(measure("wall_ms", NoRuns("no_runs")),), counts=NONE, build_check=None)
    assert "[X] no runs yet" in page(layout.OVERVIEW, given).cells


def test_an_interval_needs_six_runs():
    few = page(layout.cohort_page(API))
    assert "too few runs" in few.cells
    assert "61.500 s 1 of 3 failed, completed: 55.750 too few runs for an interval" in few.words


def test_the_denominator_includes_what_has_no_verdict():
    cells = page(layout.OVERVIEW).cells
    at = cells.index("Agent <b>& Taken suite version not reported")
    assert cells[at + 1 : at + 5] == ["3 2 failed", "1 33.3 %", "1", "1"]


def test_known_text_is_never_none():
    for one in pages(context()):
        assert "None" not in read(one).words.replace("None is recorded", "").replace("None.", ""), one.path


def test_median_of_an_even_count_keeps_its_half():
    two = replace(API_COHORT, measures=(measure("input", known("1234.5", 2, 1_234, 1_235)),), counts=TWO)
    given = context(
        results=replace(RESULTS, cohorts=(two, RESULTS.cohorts[1])),
        rows={API: (row("a-r1", input=1_234), row("a-r2", input=1_235)), IMPORTED: IMPORTED_ROWS},
    )
    assert "1,234.5 0 of 2 failed" in page(layout.cohort_page(API), given).cells
