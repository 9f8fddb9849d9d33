"""The page of a run through a native API: everything in the record, and how each number came about."""

import pickle
from dataclasses import replace

import orjson
import pytest

from sitegen import cost, layout
from sitegen.site import barred_brief, brief_for
from sitegen.site.run.money import terms
from sitegen.site.run.remarks import remarks
from sitegen.site.run.tokens import share
from tests.unit.site.reading import draw, read, run_page
from tests.unit.site.records import FIRST, GRADE, PRICE, SCRIPT, api_record, context, review_file, run_input
from tests.unit.site.sample import API, API_COHORT, HASH


def brief():
    return brief_for(context(), API_COHORT)


def drawn(record=None, *names, reviews=None, given=None):
    return read(run_page(run_input(record or api_record(), *names, reviews=reviews), FIRST, given or brief()))


def rows_after(found, first, width):
    at = found.cells.index(first)
    return found.cells[at : at + width]


def test_every_response_is_a_row_with_its_tokens_and_calls():
    found = drawn()
    assert rows_after(found, "Tool calls", 11)[1:] == [
        *("1", "0.000", "2.000", "1,000", "0", "500", "100", "40"),
        *(SCRIPT, "box 0.150; move 0.150, failed"),
    ]
    assert "batch 0.150, 6 operations" in found.cells
    assert "2 turns and 3 tool calls (1 failed), 8 operations" in found.words


def test_the_cost_is_shown_term_by_term():
    found = drawn()
    at = found.cells.index("USD per million")
    assert found.cells[at + 2 : at + 24] == [
        *("Uncached input", "1,000", "1.25", "0.001250"),
        *("Cached read", "1,500", "0.125", "0.000188"),
        *("Cache write, 5m", "300", "1.5", "0.000450"),
        *("Cache write, 1h", "200", "2.5", "0.000500"),
        *("Output", "400", "10", "0.004000"),
        *("Estimate", "0.006388"),
    ]
    assert "checked 2026-11-01" in found.words
    assert "https://example.org/prices" in found.links


LONG = {"above_input_tokens": 1_500, "rates": PRICE["rates"] | {"input": "2.5", "output": "15"}}


@pytest.mark.parametrize(("steps", "ticks"), [([], 63_875_000), ([LONG], 85_125_000)])
def test_the_terms_are_those_of_the_cost_formula(steps, ticks):
    record = api_record(cost={"estimated_ticks": ticks, "provider_ticks": None, "price": PRICE | {"steps": steps}})
    estimates = [cost.estimate(response.usage, record.cost.price) for response in record.responses]
    priced = [one for one in estimates if isinstance(one, cost.Estimate)]
    expected: dict[tuple[str, str], int] = {}
    for line in (line for one in priced for line in one.lines):
        key = (line.label, line.usd_per_million)
        expected[key] = expected.get(key, 0) + line.tokens
    assert terms(record, record.cost.price) == expected
    assert len(priced) == len(record.responses)
    assert sum(one.ticks for one in priced) == ticks


def test_token_classes_have_shares_of_their_own_total():
    cells = drawn().cells
    at = cells.index("Share, %")
    assert cells[at + 1 : at + 22] == [
        *("Input, all", "3,000", ""),
        *("Not from a cache", "1,000", "33.3"),
        *("Cached read", "1,500", "50.0"),
        *("Cache write", "500", "16.7"),
        *("Output, all", "400", ""),
        *("Visible", "300", "75.0"),
        *("Reasoning", "100", "25.0"),
    ]


@pytest.mark.parametrize(
    ("part", "total", "shown"),
    [(1, 3, "33.3"), (2, 3, "66.7"), (1, 2000, "0.1"), (1, 2001, "0.0"), (5, 5, "100.0"), (None, 5, ""), (0, 0, "")],
)
def test_shares_are_rounded_half_up(part, total, shown):
    assert share(part, total) == shown


def test_the_providers_amount_comes_before_the_estimate():
    record = api_record(cost={**api_record().cost.model_dump(), "provider_ticks": 70_000_000})
    words = drawn(record).words
    assert "0.007000 as the provider billed it" in words
    assert "The provider billed 0.007000 USD; this is the cost shown. The estimate stands beside it" in words


def test_an_unknown_cost_says_why_and_is_not_zero():
    record = api_record(cost={"estimated_ticks": None, "provider_ticks": None, "reason": "not billed per token"})
    words = drawn(record).words
    assert "Cost, USD unavailable not billed per token" in words
    assert "0.0000" not in words


def test_checks_show_result_requirement_finding_and_points():
    found = drawn()
    assert rows_after(found, "Ten objects", 10) == [
        *("Ten objects", "passed", "", SCRIPT, "5 of 5"),
        *("All closed", "failed", "", "", "0 of 15"),
    ]
    assert "5 of 20 1 of 2 checks passed, of a document that is not published; not quality" in found.words


def test_points_of_a_published_document_can_be_checked():
    document = {"name": "model.form.json", "sha256": "a" * 64, "bytes": 9, "media_type": "application/json"}
    assert "5 of 20 1 of 2 checks passed; not quality" in drawn(api_record(artifacts=[document])).words


def test_a_corrected_grade_keeps_the_first_one():
    earlier = {"grade": GRADE | {"checks": [], "points": 0, "points_max": 0}, "replaced_at": "2026-11-09T10:00:00Z"}
    record = api_record(
        evaluation={"grade": GRADE, "earlier": [earlier | {"reason": "the tray was taken for the head"}]}
    )
    words = drawn(record).words
    assert "This grade was corrected on 2026-11-09 Before: 0 of 0 by evaluator 1. the tray was taken" in words


def test_a_lost_artifact_has_no_points_and_never_a_quality():
    lost = GRADE | {"points": None, "checks": [], "reason": "the server ended before it saved"}
    words = drawn(api_record(evaluation={"grade": lost})).words
    assert "Quality unavailable cannot be known: no artifact was saved" in words
    assert "the server ended before it saved" in words


def test_an_unreviewed_run_is_pending_and_a_reviewed_one_adds_up():
    assert "Quality pending not reviewed yet" in drawn().words
    words = drawn(reviews=review_file()).words
    assert "Quality 37 of 100 5 automatic + 32 from the review" in words
    assert "R. Example, an AI that was told the model" in words
    assert "An AI review is not an independent human judgement." in words
    human = drawn(reviews=review_file("human", blind=True)).words
    assert "a person who did not know the model" in human
    assert "not an independent human judgement" not in human


def test_a_review_of_a_lost_or_empty_artifact_does_not_count():
    lost = GRADE | {"points": None, "checks": [], "reason": "the server ended before it saved"}
    none = [one | {"passed": False, "points": 0} for one in GRADE["checks"]]
    empty = GRADE | {"visible_objects": 0, "points": 0, "checks": none}
    assert "This review counts." in drawn(reviews=review_file()).words
    for grade in (lost, empty):
        words = drawn(api_record(evaluation={"grade": grade}), reviews=review_file()).words
        assert "This review counts." not in words


def test_only_a_real_price_has_a_link_to_its_page():
    assert PRICE["source"] in drawn().links
    assert PRICE["source"] not in drawn(api_record(fixture=True)).links


def test_an_empty_artifact_has_nothing_by_rule():
    checks = [one | {"passed": False, "points": 0} for one in GRADE["checks"]]
    empty = GRADE | {"visible_objects": 0, "points": 0, "checks": checks}
    words = drawn(api_record(evaluation={"grade": empty})).words
    assert "Quality 0 of 100 0 by rule: the artifact has no visible object" in words


def test_views_are_shown_where_a_document_was_saved():
    document = {"name": layout.DOCUMENT_FILE, "sha256": HASH["beta"], "bytes": 10, "media_type": "application/json"}
    found = drawn(api_record(artifacts=[document]), layout.DOCUMENT_FILE)
    pictures = [attrs for tag, attrs in found.tags if tag == "img"]
    assert [one["src"] for one in pictures] == [
        f"../../{layout.view_file(HASH['beta'], view)}" for view in ("front", "right", "isometric")
    ]
    assert [one["alt"] for one in pictures] == [
        f"{view} view of the saved artifact" for view in ("Front", "Right", "Isometric")
    ]
    assert not [tag for tag, _ in drawn().tags if tag == "img"]


def test_a_recorded_view_that_differs_is_told():
    document = {"name": layout.DOCUMENT_FILE, "sha256": HASH["beta"], "bytes": 10, "media_type": "application/json"}
    run = run_input(api_record(artifacts=[document]), layout.DOCUMENT_FILE)
    told = remarks(["front", "right"], [], unreadable=False)
    assert told == (
        "The front and right views that the run recorded are not these to the byte: other drawing code made them, "
        "or they were changed since. What was recorded is among the files of the run.",
    )
    assert told[0] in read(run_page(run, FIRST, brief(), told)).words
    assert "other drawing code" not in read(run_page(run, FIRST, brief())).words


def test_views_that_are_not_drawn_are_told():
    assert remarks([], [], unreadable=False) == ()
    assert remarks([], ["front", "right", "isometric"], unreadable=False) == (
        "The front, right and isometric views are not drawn: too many faces of the document meet there.",
    )
    assert remarks(["front"], ["right"], unreadable=True) == (
        "The saved document cannot be read, so there is nothing to draw.",
        "The right view is not drawn: too many faces of the document meet there.",
        "The front view that the run recorded is not this one to the byte: other drawing code made it, "
        "or it was changed since. What was recorded is among the files of the run.",
    )


@pytest.mark.parametrize(
    ("saved", "reopened", "detail", "told"),
    [
        (True, True, None, "At its end the document was saved by k 1; opening it again gave the same bytes."),
        (True, False, "open: x", "was saved by k 1; opening it again did not give the same bytes (open: x)."),
        (True, None, "open: late", "was saved by k 1; opening it again gave no answer (open: late)."),
        (False, None, "save: late", "The document was not saved: save: late."),
    ],
)
def test_the_page_says_how_the_saving_went(saved, reopened, detail, told):
    document = {"saved": saved, "reopened": reopened, "kernel": "k 1" if saved else None, "detail": detail}
    lost = GRADE | {"points": None, "checks": [], "reason": "lost"}
    assert told in drawn(api_record(document=document, evaluation={"grade": lost})).words


def test_a_lower_bound_is_told_as_one():
    """Of two requests one brought no usage; what the other cost is no total."""
    usage = {"input": None, "cached_read": None, "cache_write": None, "output": None, "reasoning": None}
    first = api_record().responses[0].model_dump()
    record = api_record(
        requests=2,
        turns=1,
        tool_calls=2,
        failed_tool_calls=1,
        operations=2,
        status="failed",
        stop={"reason": "overloaded", "detail": "HTTP 529"},
        provider_ms=2_000,
        tool_ms=300,
        responses=[first],
        usage=usage | {"missing": {"input": "1 of 2", "output": "1 of 2"}},
        cost={
            **{"estimated_ticks": None, "provider_ticks": None, "at_least_ticks": 25_750_000, "price": PRICE},
            "reason": "1 of 2 requests brought no usage",
        },
    )
    words = drawn(record).words
    assert "Cost, USD unavailable at least 0.002575; 1 of 2 requests brought no usage" in words
    assert "The responses with a known cost add up to 0.002575 USD: a lower bound, no total" in words
    assert "The provider was overloaded (HTTP 503 or 529). HTTP 529" in words


def test_what_was_odd_about_a_response_and_a_call_stands_in_its_row():
    first, second = (one.model_dump(mode="json") for one in api_record().responses)
    first |= {"service_tier": "priority", "flags": ["the sum fails"]}
    first["calls"][1] |= {"fault": "no JSON"}
    cells = drawn(api_record(responses=[first, second])).cells
    assert f"{SCRIPT}; service tier priority; the sum fails" in cells
    assert "box 0.150; move 0.150, not made: no JSON" in cells


def test_every_file_can_be_taken_with_its_hash_the_record_first():
    found = drawn(None, "model.form.json", "review.json")
    at = found.cells.index("SHA-256")
    assert found.cells[at + 1 : at + 10 : 3] == ["run.json", "review.json", "model.form.json"]
    assert found.cells[at + 3] == HASH["alpha"]
    assert "../../benchmarks/runs/first--a-r1.json" in found.links
    assert "../../benchmarks/runs/first--a-r1/model.form.json" in found.links


def test_identity_is_printed_in_full():
    words = drawn().words
    for text in ("a-r1", "first", "effort high", "alder-2-0901", "1" * 40, "with uncommitted changes", HASH["fox"]):
        assert text in words


def test_the_run_stands_beside_the_medians_of_its_cohort():
    found = drawn()
    at = found.cells.index("Place")
    assert found.cells[at + 1 : at + 4] == ["Wall time, s", "50.000", "61.500 1 of 3 failed, completed: 55.750"]
    assert "One of 3 attempted runs of Alder 2 on core 1, 1 of them failed." in found.words
    assert f"../../{layout.cohort_page(API)}" in found.links


def test_a_run_that_never_started_says_so():
    nothing = {"input": None, "cached_read": None, "cache_write": None, "output": None, "reasoning": None}
    why = {"input": "never sent", "output": "never sent"}
    record = api_record(
        status="not_started",
        stop={"reason": "budget"},
        wall_ms=None,
        provider_ms=None,
        tool_ms=None,
        requests=0,
        turns=0,
        tool_calls=0,
        failed_tool_calls=0,
        operations=0,
        responses=[],
        usage=nothing | {"missing": why},
        cost={"estimated_ticks": None, "provider_ticks": None, "reason": "never sent"},
        evaluation=None,
    )
    words = drawn(record).words
    assert "Not started: budget. Nothing was sent, so it is in no denominator." in words
    assert "Not one of the 3 attempted runs" in words
    assert "Input tokens never sent" in words


def test_a_barred_run_is_in_no_cohort_and_says_why():
    found = drawn(given=barred_brief(context(), "barred"))
    assert "Suite barred: A tool was blocked. This run is in no count, no median and no claim." in found.words
    assert "In its cohort" not in found.words


def test_a_fixture_says_so():
    assert "fixture A hand-made run" in drawn(api_record(fixture=True)).words
    assert "hand-made" not in drawn().words


def test_a_brief_is_small_and_travels():
    found = brief()
    assert pickle.loads(pickle.dumps(found)) == found
    assert len(pickle.dumps(found)) < 10_000
    assert orjson.dumps(found)


def test_the_same_run_gives_the_same_bytes():
    page = run_page(run_input(api_record()), FIRST, brief())
    assert draw(page) == draw(run_page(run_input(api_record()), FIRST, brief()))


def test_the_mark_of_a_failed_run_is_a_cross():
    record = api_record(status="failed", stop={"reason": "turn-limit", "detail": "20 turns"})
    page = run_page(run_input(record), FIRST, brief())
    body = draw(page).partition("</header>")[2]
    assert 'href="#m-x"' in body
    assert "<circle" not in body
    told = "It stays in the cohort with what it spent. All model turns were used before a final answer. 20 turns"
    assert f"Failed: turn-limit. {told}" in read(page).words


def test_a_measure_without_a_value_has_no_place():
    few = replace(API_COHORT, measures=API_COHORT.measures[:1])
    found = drawn(given=brief_for(context(), few))
    at = found.cells.index("Place")
    assert found.cells[at + 1] == "Wall time, s"
    assert "Cost, USD" not in found.cells
