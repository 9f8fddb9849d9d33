"""What a claim picks, what value it states, and what stands where there is none."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from sitegen.claims import Facts, decide, pick_issues
from sitegen.claims.decide import NO_VALUE, percent_text, saved
from sitegen.claims.words import exact_text
from sitegen.inputs import AnyClaim
from sitegen.records.claim import Claim
from tests.trees.jsonform import invented_hash
from tests.unit.aggregate.rows import api_row, cohorts_of, groups_of, imported_row

_CLAIM: TypeAdapter[AnyClaim] = TypeAdapter(Claim)

ROWS = [
    api_row(1, suite="a", model="m-one", values={"wall_ms": 1_000}),
    api_row(2, suite="a", model="m-two", values={"wall_ms": 0}),
    api_row(
        1, suite="b", task="clip-2", task_hash=invented_hash("2"), source="core 2", source_hash=invented_hash("c2")
    ),
    imported_row(1, suite="t"),
]
FACTS = Facts(["a", "b", "barred", "t"], cohorts_of(ROWS), {group.id: group.rows for group in groups_of(ROWS)})
ONE, TWO = (cohort.id for cohort in sorted(FACTS.cohorts, key=lambda c: str(c.key.model)) if "a" in cohort.suites)


def claim(rule: str = "median-at-most", **changes: Any) -> AnyClaim:
    of = {"suite": "a", "model": "m-one"}
    own = {
        "median-at-most": {"measure": "wall_ms", "of": of},
        "rate-at-least": {"rate": "build-check", "of": of},
        "saving": {"measure": "wall_ms", "before": of, "after": of},
    }[rule]
    base = {"schema": 1, "id": "c", "sentence": "It is {value}, yes {value}.", "threshold": "5000", "min_runs": 1}
    return _CLAIM.validate_json(json.dumps({"rule": rule} | base | own | changes))


def decided(**changes):
    (made,) = decide([claim(**changes)], FACTS)
    return made


@pytest.mark.parametrize(
    ("pick", "cohorts"),
    [
        ({"suite": "a", "model": "m-one"}, (ONE,)),
        ({"cohort": TWO}, (TWO,)),
        ({"model": "m-two"}, (TWO,)),
        ({"suite": "b"}, None),
        ({"source": "core 2"}, None),
        ({"task": "clip-2"}, None),
    ],
)
def test_a_pick_fits_one_cohort(pick, cohorts):
    assert list(pick_issues([claim(of=pick)], FACTS)) == []
    found = decided(of=pick).cohorts
    assert found == cohorts or (cohorts is None and len(found) == 1 and found[0] not in (ONE, TWO))


@pytest.mark.parametrize(
    ("changes", "code", "pointer"),
    [
        ({"of": {"suite": "a"}}, "claim-cohort", "/of"),
        ({"of": {}}, "claim-cohort", "/of"),
        ({"of": {"suite": "nowhere"}}, "claim-cohort", "/of/suite"),
        ({"measure": "wall_s"}, "claim-measure", "/measure"),
        ({"measure": "trial_ms"}, "claim-measure", "/measure"),
        ({"measure": "turns", "of": {"suite": "t"}}, "claim-measure", "/measure"),
        ({"measure": "wall_s", "of": {"suite": "barred"}}, "claim-measure", "/measure"),
        ({"sentence": "It is {median}."}, "claim-sentence", "/sentence"),
        ({"sentence": "It is value}."}, "claim-sentence", "/sentence"),
        ({"sentence": "It is {{value}}."}, "claim-sentence", "/sentence"),
    ],
)
def test_a_claim_that_cannot_be_decided_is_an_issue(changes, code, pointer):
    (one,) = pick_issues([claim(**changes)], FACTS)
    assert (one.code, one.pointer, one.file) == (code, pointer, "content/claims/c.toml")


def test_both_sides_of_a_saving_are_picked():
    given = claim("saving", before={"suite": "nowhere"}, after={})
    found = [(one.code, one.pointer) for one in pick_issues([given], FACTS)]
    assert found == [("claim-cohort", "/before/suite"), ("claim-cohort", "/after")]


@pytest.mark.parametrize(
    ("changes", "sides"),
    [
        ({"of": {"suite": "barred"}}, "none fit of"),
        ({"of": {"suite": "a", "model": "m-three"}}, "none fit of"),
        ({"rule": "rate-at-least", "rate": "resolved", "of": {"suite": "barred"}}, "none fit of"),
        ({"rule": "saving", "before": {"suite": "barred"}, "after": {"cohort": "x"}}, "none fit before and after"),
        ({"rule": "saving", "before": {"cohort": ONE}, "after": {"suite": "barred"}}, "none fit after"),
    ],
)
def test_a_claim_without_runs_is_withheld_and_says_why(changes, sides):
    assert list(pick_issues([claim(**changes)], FACTS)) == []
    made = decided(**changes)
    assert (made.made, made.value, made.cohorts) == (False, None, ())
    assert made.sentence == f"It is {NO_VALUE}, yes {NO_VALUE}."
    assert [(one.met, one.found) for one in made.conditions] == [(False, sides)]


@pytest.mark.parametrize(
    ("page", "placed"),
    [("home", "home"), ("benchmarks", "benchmarks"), ("suite", "benchmarks"), ("cohort", "benchmarks")],
)
def test_a_claim_without_runs_stands_where_no_cohort_is_needed(page, placed):
    assert decided(of={"suite": "barred"}, page=page).page == placed


def test_the_value_stands_in_the_sentence():
    made = decided()
    assert (made.made, made.value, made.sentence) == (True, "1.000 s", "It is 1.000 s, yes 1.000 s.")
    assert (made.measure, made.rule, made.page) == ("wall_ms", "median-at-most", "cohort")


def test_a_rate_in_percent():
    made = decided(rule="rate-at-least", rate="build-check", threshold="1")
    assert (made.made, made.value, made.measure) == (True, "100.0 %", "build-check rate")


@pytest.mark.parametrize(
    ("before", "after", "percent"),
    [
        ("100", "80", "20.0"),
        ("100", "80.5", "19.5"),
        ("3", "2", "33.3"),
        ("8", "7.996", "0.1"),  # 0.05 %, away from zero
        ("100", "120", "-20.0"),
        ("7", "7", "0.0"),
        ("5", "0", "100.0"),
        ("0", "0", None),
        ("0", "5", None),
        (None, "5", None),
        ("5", None, None),
    ],
)
def test_saving_in_percent_has_no_value_without_a_base(before, after, percent):
    found = saved(before, after)
    assert (None if found is None else percent_text(found)) == percent


def test_a_zero_base_shows_no_number():
    made = decided(rule="saving", before={"cohort": TWO}, after={"cohort": ONE}, threshold="0")
    assert (made.made, made.value) == (False, None)
    assert made.sentence == f"It is {NO_VALUE}, yes {NO_VALUE}."
    assert made.conditions[-1].found == "no base"


@pytest.mark.parametrize(
    ("measure", "value", "text"),
    [
        ("wall_ms", "1234.5", "1.235 s"),
        ("cost_ticks", "85500000", "0.00855 USD"),
        ("input", "7.5", "7.5 tokens"),
        ("points", "60", "60 points"),
        ("turns", "3", "3"),
    ],
)
def test_values_with_their_unit(measure, value, text):
    assert exact_text(measure, value) == text
