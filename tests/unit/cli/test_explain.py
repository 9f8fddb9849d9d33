"""What `build-site explain` tells, on the small tree whose figures were worked out by hand."""

import pytest

from sitegen.explain import UnknownSubjectError, explain
from tests.unit.validate.base import write_base
from tests.unit.validate.cases_repeats import answers
from tests.unit.validate.paths import FAILED, RUN, UNSTARTED
from tests.unit.validate.spoil import also, put


@pytest.fixture
def told(tmp_path):
    write_base(tmp_path)
    return lambda subject: [line.strip() for line in explain(tmp_path, subject, {})]


def _cohort_of(lines):
    return next(line for line in lines if line.startswith("cohort ")).split()[1].rstrip(";")


def test_a_suite_has_its_counts_its_cohorts_and_what_was_not_started(told):
    lines = told("alpha")
    assert lines[0].startswith("Suite alpha: ")
    assert "4 planned, 2 attempted, 1 completed, 1 failed, 2 not started" in lines
    assert sum(line.startswith("not started: alpha-") for line in lines) == 2
    assert any(line.endswith("content/evidence/alpha/suite.json") for line in lines)


def test_a_cohort_has_rates_and_what_its_runs_cost_together(told):
    """85,500,000 + 800,000 ticks of 1e-10 USD; one of two runs passed every check."""
    lines = told(_cohort_of(told("alpha")))
    assert "build-check rate: 1 of 2 = 50.0 %, completed and passed every check" in lines
    assert "cost together: 0.00863 USD over 2 runs" in lines


def test_a_run_that_was_not_started_is_marked(told):
    lines = told(_cohort_of(told("alpha")))
    marked = [line for line in lines if line.endswith("not started, in no denominator")]
    assert [UNSTARTED in line for line in marked] == [True]
    assert any(line.endswith(RUN) for line in lines)


def test_a_sum_that_lacks_a_run_is_called_no_total(tmp_path, told):
    free = {"estimated_ticks": None, "provider_ticks": None, "reason": "not billed per token"}
    also(answers, put(FAILED, "/cost/notes", []))(tmp_path)
    put(RUN, "/cost", free)(tmp_path)
    lines = told(_cohort_of(told("alpha")))
    assert "cost together: 0.00008 USD over 1 run; 1 of 2 unknown, so this is no total" in lines


def test_an_imported_cohort_has_its_resolved_rate_and_verdicts(told):
    assert "verdicts of the origin: 1 resolved, 1 not resolved, 0 ungraded" in told("beta")
    lines = told(_cohort_of(told("beta")))
    assert "resolved rate: 1 of 2 = 50.0 %, resolved by the origin's verdict" in lines


def test_a_barred_suite_says_why(told):
    assert any(line.startswith("barred, in no count: ") for line in told("gamma"))


def test_an_unknown_value_has_no_unit(told):
    lines = told(UNSTARTED.split("/")[-2])
    assert "cost_ticks: unknown" in lines
    assert not [line for line in lines if "unknown " in line]


def test_a_run_is_found_by_its_address_and_by_an_id_that_it_alone_has(told):
    assert told("alpha-1") == told("alpha--alpha-1")
    assert told("alpha-1")[0].startswith("Run alpha--alpha-1: completed")


def test_an_id_of_several_runs_is_answered_with_their_addresses():
    from sitegen.explain import _runs_named

    class Named:
        def __init__(self, suite):
            self.row = type("Row", (), {"address": f"{suite}--r1", "run": "r1"})()

    prepared = type("Prepared", (), {"loaded": type("Loaded", (), {"runs": [Named("a"), Named("b")]})()})()
    with pytest.raises(UnknownSubjectError, match="r1 is the id of 2 runs: a--r1, b--r1; name one of them"):
        list(_runs_named("r1", prepared))  # two stand-ins for whole runs
