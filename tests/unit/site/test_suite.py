"""Suite pages: the plan, the origin and its reconciliation."""

from dataclasses import replace

from sitegen import layout
from sitegen.site import pages
from tests.unit.site.reading import read
from tests.unit.site.records import FIRST, TAKEN, context
from tests.unit.site.sample import RESULTS, SUITES


def suite(id, given=None):
    return read(next(one for one in pages(given or context()) if one.path == layout.suite_page(id)))


def test_the_submitted_rate_stands_beside_ours_with_as_many_decimals():
    words = suite("taken").words
    assert "Submitted rate 0.33; counted here 0.33: 1 of 3. They are equal." in words


def test_a_rate_that_differs_says_so():
    record = TAKEN.record
    submitted = record.origin.submitted.model_copy(update={"accuracy": "0.34"})
    changed = replace(
        TAKEN, record=record.model_copy(update={"origin": record.origin.model_copy(update={"submitted": submitted})})
    )
    words = suite("taken", context(suites={**context().suites, "taken": changed})).words
    assert "Submitted rate 0.34; counted here 0.33: 1 of 3. They differ" in words


def test_every_difference_is_named_and_leads_to_its_run():
    found = suite("taken")
    at = found.cells.index("tcc.1")
    assert found.cells[at : at + 8] == ["tcc.1", "listed", "no file", "the table's row", "totals", "3", "2", "3"]
    assert "../../benchmarks/runs/taken--tcc-1.html" in found.links
    assert "2 differences" in found.words
    assert "Left out on import: user name." in found.words


def test_what_the_origin_did_not_resolve_is_told_apart_by_its_grade():
    """The origin has one figure for both; ours add up to it."""
    assert "3 trials, 1 resolved, 2 not resolved (1 graded so, 1 ungraded)" in suite("taken").words


def test_an_origin_without_differences_says_that_both_agree():
    record = TAKEN.record
    agreed = replace(
        TAKEN, record=record.model_copy(update={"origin": record.origin.model_copy(update={"differences": ()})})
    )
    words = suite("taken", context(suites={**context().suites, "taken": agreed})).words
    assert "agree in every trial" in words


def test_what_the_origin_did_not_record_is_said():
    assert "Commit of its harness not recorded" in suite("taken").words


def test_verdicts_add_up_to_the_attempts_and_are_told_from_ends():
    words = suite("taken").words
    assert "1 resolved, 1 not resolved, 1 ungraded; 3 in all." in words
    assert "1 attempt ended in a failure and was resolved all the same" in words


def test_exact_limits_come_from_the_protocol_file():
    words = suite("first").words
    for text in (
        "at most 20",
        "at most 8,192 tokens",
        "at most 10\u00a0min",
        "at most 176,000 bytes",
        "responses, version 2",
    ):
        assert text.replace("\u00a0", " ") in words.replace("\u00a0", " ")
    assert "The task is the first message." in words
    assert "Linux 6.1" in words


def test_a_suite_offers_its_own_files_with_their_hash():
    found = suite("first")
    assert "../../benchmarks/suites/first/suite.json" in found.links
    assert FIRST.files[0].sha256 in found.words
    assert "2.3 kB" in found.words.replace("\u00a0", " ")
    assert "../../benchmarks/suites/first/tasks/machine.json" in found.links


def test_a_suite_without_attempts_shows_the_sign():
    none = replace(SUITES[1], counts=replace(SUITES[1].counts, attempted=0, completed=0, failed=0), cohorts=())
    given = context(results=replace(RESULTS, suites=(SUITES[0], none, SUITES[2])))
    words = suite("first", given).words
    assert "Attempted [X]" in words
    assert "Cohorts [X] no runs yet" in words


def test_records_of_a_barred_suite_stay_reachable():
    from tests.unit.site.sample import row

    given = context(barred_rows={"barred": (row("b-r1", suite="barred"),)})
    assert "../../benchmarks/runs/barred--b-r1.html" in suite("barred", given).links
    assert "Its records are not published." in suite("barred").words
