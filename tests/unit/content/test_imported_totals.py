"""The two imported suites against figures that were counted on the sources, apart from the importer.

The numbers are typed; the code below reads the published records with the standard library alone.
"""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

EVIDENCE = Path(__file__).parents[3] / "content" / "evidence"
ORCHESTRATOR = "tb-orchestrator-qwen-3-coder-480b"
DROID = "tb-droid-gpt-5-rc1"


def runs_of(suite):
    return [json.loads(path.read_bytes()) for path in sorted(EVIDENCE.glob(f"{suite}/runs/*/run.json"))]


def suite_of(suite):
    return json.loads((EVIDENCE / suite / "suite.json").read_bytes())


def tasks_of(suite):
    return [json.loads(path.read_bytes()) for path in sorted(EVIDENCE.glob(f"{suite}/tasks/*.json"))]


@pytest.mark.parametrize(
    ("suite", "listed", "filed", "verdicts", "modes"),
    [
        (
            ORCHESTRATOR,
            400,
            391,
            {"resolved": 77, "not_resolved": 281, None: 42},
            {"unset": 185, "agent_timeout": 172, "test_timeout": 13, "unknown_agent_error": 10, "parse_error": 20},
        ),
        (
            DROID,
            80,
            80,
            {"resolved": 39, "not_resolved": 38, None: 3},
            {"unset": 70, "agent_timeout": 7, "parse_error": 1, "test_timeout": 2},
        ),
    ],
)
def test_every_listed_trial_is_there_once(suite, listed, filed, verdicts, modes):
    runs = runs_of(suite)
    assert len(runs) == listed == len(suite_of(suite)["slots"])
    assert len({run["trial"]["name"] for run in runs}) == listed
    assert sum(run["trial"]["has_file"] for run in runs) == filed
    assert Counter(run["grade"]["verdict"] for run in runs) == verdicts
    assert Counter(run["trial"]["failure_mode"] for run in runs) == modes


@pytest.mark.parametrize(
    ("suite", "failed", "unread", "resolved_although_failed"), [(ORCHESTRATOR, 182, 33, 20), (DROID, 7, 3, 3)]
)
def test_status_follows_the_failure_mode_and_leaves_the_verdict(suite, failed, unread, resolved_although_failed):
    runs = runs_of(suite)
    by_status = Counter(run["status"] for run in runs)
    assert by_status == {"failed": failed, "completed": len(runs) - failed}
    for run in runs:
        expected = "failed" if run["trial"]["failure_mode"] in ("agent_timeout", "unknown_agent_error") else "completed"
        assert run["status"] == expected
    tests_lost = [run for run in runs if run["trial"]["failure_mode"] in ("parse_error", "test_timeout")]
    assert len(tests_lost) == unread
    assert {(run["status"], run["grade"]["verdict"]) for run in tests_lost} == {("completed", None)}
    both = [run for run in runs if run["status"] == "failed" and run["grade"]["verdict"] == "resolved"]
    assert len(both) == resolved_although_failed


def test_trials_known_only_from_the_table_are_failed_named_and_counted():
    expected = {f"security-vulhub-minio.{n}-of-5" for n in (2, 3, 4, 5)}
    expected |= {f"simple-web-scraper.{n}-of-5" for n in (2, 3, 4, 5)} | {"swe-bench-fsspec.5-of-5"}
    missing = [run for run in runs_of(ORCHESTRATOR) if not run["trial"]["has_file"]]
    assert {run["trial"]["name"] for run in missing} == expected
    assert {(run["status"], run["trial"]["failure_mode"]) for run in missing} == {("failed", "unknown_agent_error")}
    named = suite_of(ORCHESTRATOR)["origin"]["differences"]
    assert {one["subject"] for one in named} == expected
    assert suite_of(DROID)["origin"]["differences"] == []


@pytest.mark.parametrize(
    ("suite", "unknown", "input_sum", "output_sum"), [(ORCHESTRATOR, 197, 13_200_376, 1_478_832), (DROID, 80, 0, 0)]
)
def test_tokens_that_were_not_reported_are_null(suite, unknown, input_sum, output_sum):
    usages = [run["usage"] for run in runs_of(suite)]
    for name, total in (("input", input_sum), ("output", output_sum)):
        assert sum(usage[name] is None for usage in usages) == unknown
        assert sum(usage[name] or 0 for usage in usages) == total
        assert all(usage[name] != 0 for usage in usages)
        assert all(usage["missing"].get(name) for usage in usages if usage[name] is None)


@pytest.mark.parametrize(("suite", "accuracy"), [(ORCHESTRATOR, "0.1925"), (DROID, "0.4875")])
def test_the_submitted_figures_are_ours(suite, accuracy):
    runs = runs_of(suite)
    resolved = sum(run["grade"]["verdict"] == "resolved" for run in runs)
    submitted = suite_of(suite)["origin"]["submitted"]
    assert submitted == {
        "accuracy": accuracy,
        "resolved": resolved,
        "trials": len(runs),
        "unresolved": len(runs) - resolved,
    }
    assert Fraction(resolved, len(runs)) == Fraction(accuracy)


def test_the_agent_times_of_the_second_submission():
    times = sorted(Fraction(run["wall_ms"], 1000) for run in runs_of(DROID))
    assert len(times) == 80
    assert (times[39] + times[40]) / 2 == Fraction("208.267")
    assert (times[30], times[49]) == (Fraction("187.479"), Fraction("264.560"))


def test_the_first_submission_states_no_time_at_all():
    runs = runs_of(ORCHESTRATOR)
    for name in ("wall_ms", "trial_ms", "test_ms"):
        assert sum(run[name] is None and bool(run["missing"][name]) for run in runs) == 400


@pytest.mark.parametrize(("suite", "attempts"), [(ORCHESTRATOR, 5), (DROID, 1)])
def test_eighty_tasks_with_equal_numbers_of_trials(suite, attempts):
    record = suite_of(suite)
    assert len(record["task_set"]["tasks"]) == len(record["tasks"]) == len(tasks_of(suite)) == 80
    counts = Counter(slot["task"] for slot in record["slots"])
    assert set(counts.values()) == {attempts}
    assert {run["repetition"] for run in runs_of(suite)} == set(range(1, attempts + 1))


def test_both_submissions_share_their_tasks_and_nothing_private():
    assert suite_of(ORCHESTRATOR)["task_set"] == suite_of(DROID)["task_set"]
    assert all(task["prompt"] is None for task in tasks_of(DROID))
    for suite in (ORCHESTRATOR, DROID):
        for path in EVIDENCE.glob(f"{suite}/**/*.json"):
            text = path.read_text(encoding="utf-8")
            assert not [word for word in ("/home/", "/root", "example-user", "Example Person", ".cast") if word in text]
