"""Changes of the base tree that stay just within the rules: there is nothing to say about them."""

import shutil

import pytest

from tests.unit.validate.base import write_base
from tests.unit.validate.cases_illustrations import WHOLE
from tests.unit.validate.cases_records import UNANSWERED
from tests.unit.validate.cases_repeats import COPY, LATER, answers, copied, slower
from tests.unit.validate.paths import ALPHA, BETA, EVIDENCE, FAILED, FOLDER, GAMMA, REVIEW, RUN, SUITE, TRIAL, UNSTARTED
from tests.unit.validate.spoil import also, issues_of, put, swap

PRICE = "/cost/price"
SUBMITTED = "/origin/submitted"
DIFFERENCE = {"subject": "a trial", "table": "listed", "files": "none", "run": None, "taken": "the files"}


def _explained(*figures):
    """Add one difference for each figure of the origin's summary."""
    return also(*(put(BETA, "/origin/differences/-", {**DIFFERENCE, "figure": figure}) for figure in figures))


def _rerun(root):
    """Give the barred suite back the records of its runs."""
    shutil.copytree(root / ALPHA / "runs", root / EVIDENCE / "gamma/runs")
    for old in sorted((root / EVIDENCE / "gamma/runs").iterdir()):
        name = old.name.replace("alpha", "gamma")
        old.rename(old.with_name(name))
        file = f"{EVIDENCE}/gamma/runs/{name}/run.json"
        put(file, "/id", name)(root)
        put(file, "/suite", "gamma")(root)
    put(f"{EVIDENCE}/gamma/runs/gamma-1/review.json", "/run", "gamma-1")(root)


def _without_artifacts(root):
    for folder in (FOLDER, COPY):
        put(f"{folder}/run.json", "/artifacts", [])(root)
        (root / folder / "model.step").unlink()
        (root / folder / "review.json").unlink()


def _all_by_hand(root):
    for file in (SUITE, RUN, FAILED, UNSTARTED):
        put(file, "/fixture", True)(root)


VALID = {
    "price checked on the day of the run": put(RUN, f"{PRICE}/checked_on", "2026-11-02"),
    "price that expires on the day of the run": put(RUN, f"{PRICE}/expires_on", "2026-11-02"),
    "run without a day": also(put(RUN, "/started_at", None), put(RUN, f"{PRICE}/expires_on", "2026-10-20")),
    "run that ends as it starts": put(RUN, "/ended_at", "2026-11-02T08:01:00.000Z"),
    "every response with the provider's amount": also(
        put(RUN, "/responses/0/provider_ticks", 6),
        put(RUN, "/responses/1/provider_ticks", 7),
        put(RUN, "/cost/provider_ticks", 13),
    ),
    "one response with the provider's amount": put(RUN, "/responses/0/provider_ticks", 6),
    "class of one response unknown": also(
        put(RUN, "/responses/0/usage/cached_read", None),
        put(RUN, "/usage/cached_read", None),
        put(RUN, "/cost/estimated_ticks", None),
        put(RUN, "/cost/reason", "cached reads were not reported"),
    ),
    "last request without a response": also(
        UNANSWERED,
        put(FAILED, "/cost/estimated_ticks", None),
        put(FAILED, "/cost/reason", "the last request has no usage"),
    ),
    "rate in floating point": put(BETA, f"{SUBMITTED}/accuracy", "0.500000000999"),
    "a trial that only the table has, and says so": also(put(BETA, f"{SUBMITTED}/trials", 3), _explained("trials")),
    "every figure off, explained": also(
        put(BETA, SUBMITTED, {"trials": 1, "resolved": 0, "unresolved": 9, "accuracy": "0"}),
        _explained("trials", "resolved", "unresolved"),
    ),
    "a rate that is not the share of its own figures, and says so": also(
        put(BETA, f"{SUBMITTED}/accuracy", "0.4"), _explained("accuracy")
    ),
    "rate of figures that differ is not compared": also(
        put(BETA, f"{SUBMITTED}/trials", 3),
        put(BETA, f"{SUBMITTED}/accuracy", "0.33"),
        _explained("trials"),
    ),
    "trial without a model": also(put(TRIAL, "/model/requested", None), put(BETA, "/slots/0/model", None)),
    "barred suite with its runs": _rerun,
    "suite without runs": also(put(SUITE, "/slots", []), lambda root: shutil.rmtree(root / ALPHA / "runs")),
    "barred suite that names no runs": put(GAMMA, "/interrupted", True),
    "integers that JSON keeps exact": put(RUN, "/wall_ms", 2**53 - 1),
    "an illustration": WHOLE,
    "times that differ by what rounding adds": also(
        put(RUN, "/wall_ms", 1_898), put(TRIAL, "/trial_ms", 4_999), put(TRIAL, "/wall_ms", 5_000)
    ),
    "a review in the moment in which the run ended": put(REVIEW, "/reviews/0/reviewed_at", "2026-11-02T08:01:02.0Z"),
    "two short runs that are alike": also(lambda root: answers(root, 2), copied(**LATER)),
    "long runs that are alike without an artifact": also(answers, copied(**LATER), slower, _without_artifacts),
    "hand-made runs that are alike": also(answers, copied(**LATER), _all_by_hand),
    "a saved document that is published": put(RUN, "/document", {"saved": True, "reopened": True, "kernel": None}),
    "imported trials without an id": also(put(TRIAL, "/trial/uuid", None)),
    "a name twice in different objects": swap(RUN, '"label": "Closed"', '"label": "Labels"'),
}


@pytest.mark.parametrize("name", VALID)
def test_nothing_is_wrong(tmp_path, name):
    write_base(tmp_path)
    VALID[name](tmp_path)
    assert issues_of(tmp_path) == ()


@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        ("noise above the limit", put(BETA, f"{SUBMITTED}/accuracy", "0.500000001001")),
        (
            "two trials more than one difference explains",
            also(put(BETA, f"{SUBMITTED}/trials", 4), _explained("trials")),
        ),
        (
            "a difference about something else explains no trial",
            also(put(BETA, f"{SUBMITTED}/trials", 3), _explained(None, "resolved", "accuracy")),
        ),
        (
            "a difference about the trials explains no verdict",
            also(put(BETA, f"{SUBMITTED}/resolved", 2), _explained("trials", "unresolved")),
        ),
        (
            "barred suite that lost one of its runs",
            also(_rerun, lambda root: shutil.rmtree(root / EVIDENCE / "gamma/runs/gamma-1")),
        ),
        ("price that expired the day before", put(RUN, f"{PRICE}/expires_on", "2026-11-01")),
        ("price checked the day after", put(RUN, f"{PRICE}/checked_on", "2026-11-03")),
    ],
)
def test_one_step_further_is_wrong(tmp_path, name, spoil):
    write_base(tmp_path)
    spoil(tmp_path)
    assert len(issues_of(tmp_path)) == 1, name
