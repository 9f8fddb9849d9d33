"""Tokens of a cohort by class: exact sums, and none where a run is silent."""

from sitegen.site.whole_tokens import token_bars
from tests.unit.site.sample import row


def parts(bar):
    return [(part.label, part.count) for part in bar.parts]


def test_parts_add_up_to_the_total():
    rows = [row("a", input=1_000, cached_read=400, cache_write=100), row("b", input=50, cached_read=0, cache_write=7)]
    given, made = token_bars(rows)
    assert given.total == "1,050"
    assert parts(given) == [("not from a cache", 543), ("read from a cache", 400), ("written to a cache", 107)]
    assert given.note == ""
    assert (made.total, parts(made)) == ("400", [("visible", 300), ("reasoning", 100)])


def test_a_silent_run_leaves_no_sum():
    given, made = token_bars([row("a"), row("b", input=None, reasoning=None)])
    assert (given.total, given.parts) == ("", ())
    assert given.note == "1 of 2 runs did not report the total, so the parts are unavailable."
    assert (made.total, made.parts) == ("400", ())
    assert "1 of 2 runs did not report reasoning tokens" in made.note


def test_unreported_cache_writes_are_said_to_lie_in_the_first_part():
    given, _ = token_bars([row("a", cache_write=None)])
    assert parts(given)[0] == ("not from a cache", 600)
    assert "1 of 1 runs" in given.note


def test_a_cohort_without_tokens_has_no_bars():
    assert token_bars([row("a", input=None, output=None)]) == ()
    assert token_bars([]) == ()
