"""The page of a run that another harness made."""

from sitegen.site import brief_for
from tests.unit.site.reading import read, run_page
from tests.unit.site.records import TAKEN, context, imported_record, run_input
from tests.unit.site.sample import IMPORTED_COHORT


def drawn(record=None):
    return read(run_page(run_input(record or imported_record()), TAKEN, brief_for(context(), IMPORTED_COHORT)))


def test_a_trial_without_a_file_says_so_and_stays_counted():
    words = drawn().words
    assert "The origin lists this trial in its table and published no file for it. It stays in the denominator" in words
    assert "One of 3 attempted runs" in words
    assert "The origin’s table says “listed”, its files say “no file”. Taken over: the table's row" in words


def test_a_trial_with_a_file_does_not():
    trial = {"name": "tcc.1-of-2", "uuid": "u-1", "has_file": True, "failure_mode": "unset"}
    assert "published no file" not in drawn(imported_record(trial=trial)).words


def test_how_numbers_were_obtained_is_not_told_of_a_trial_without_any():
    assert "All that is known of this trial is its row" in drawn().words
    assert "rounded to whole milliseconds once" not in drawn().words


def test_no_verdict_is_ungraded_with_its_reason():
    assert "Verdict ungraded never graded" in drawn().words


def test_the_origins_words_and_names_are_kept():
    words = drawn().words
    for text in ("unknown_agent_error", "tcc.1-of-2", "submission-9", "other-harness"):
        assert text in words


def test_unknown_values_are_words_with_reasons():
    found = drawn()
    assert "Wall time, s not reported the origin’s agent time; trial not reported, tests not reported" in found.words
    assert "Input, all not reported" in found.words
    assert "Wall time no file" in found.words
    assert "Cost no amount" in found.words
    assert "Settings not recorded" in found.words


def test_known_values_are_printed_exactly():
    usage = {"input": 1_234_567, "cached_read": None, "cache_write": None, "output": 89, "reasoning": None}
    record = imported_record(
        wall_ms=208_267,
        trial_ms=300_000,
        test_ms=2_581,
        usage=usage,
        status="completed",
        grade={"evaluator": {"label": "e", "hash": "e" * 64}, "verdict": "not_resolved", "checks": [
            {"id": "one", "label": "test_one", "passed": True},
            {"id": "two", "label": "test_two", "passed": None},
        ]},
        missing={},
    )  # fmt: skip
    found = drawn(record)
    assert "Wall time, s 208.267 the origin’s agent time; trial 300.000, tests 2.581" in found.words
    assert "Input, all 1,234,567" in found.words
    assert "Verdict not resolved by the origin’s tests" in found.words
    at = found.cells.index("test_one")
    assert found.cells[at : at + 4] == ["test_one", "passed", "test_two", "unknown"]
