"""What a submission becomes: figures counted by hand in the two small parts below tests/data/terminal-bench."""

import os
import re
import shutil
from collections import Counter

import pytest

from runner.importers.terminal_bench import Imported, Order, take_over
from sitegen import fingerprint

ORDER = Order(suite="tb-part", retrieved_on="2026-11-30")


def imported(copy, order=ORDER) -> Imported:
    result, faults = take_over(copy.folder, order)
    assert faults == ()
    assert result is not None
    return result


def run_named(evidence: Imported, trial: str):
    (run,) = [run for run in evidence.runs if run.trial.name == trial]
    return run


def test_every_listed_trial_counts_with_or_without_a_file(orchestrator):
    runs = imported(orchestrator).runs
    assert len(runs) == 25
    assert sorted(run.trial.name for run in runs if not run.trial.has_file) == [
        "simple-web-scraper.2-of-5",
        "simple-web-scraper.3-of-5",
        "simple-web-scraper.4-of-5",
        "simple-web-scraper.5-of-5",
    ]
    assert Counter(run.status for run in runs) == {"completed": 15, "failed": 10}
    assert Counter(run.grade.verdict for run in runs) == {"resolved": 3, "not_resolved": 11, None: 11}


def test_status_and_verdict_are_independent(orchestrator):
    evidence = imported(orchestrator)
    late = run_named(evidence, "download-youtube.1-of-5")
    assert (late.status, late.stop.reason, late.grade.verdict) == ("failed", "agent-timeout", "resolved")
    broken = run_named(evidence, "download-youtube.2-of-5")
    assert (broken.status, broken.stop.reason, broken.grade.verdict) == (
        "failed",
        "unknown-agent-error",
        "not_resolved",
    )
    unread = run_named(evidence, "cron-broken-network.2-of-5")
    assert (unread.status, unread.stop.reason, unread.grade.verdict) == ("completed", "tests-unreadable", None)
    assert unread.trial.failure_mode == "parse_error"
    assert unread.grade.reason == "the origin could not read what its tests printed"
    slow_tests = run_named(evidence, "conda-env-conflict-resolution.1-of-5")
    assert (slow_tests.status, slow_tests.stop.reason, slow_tests.grade.verdict) == (
        "completed",
        "tests-timed-out",
        None,
    )
    assert slow_tests.grade.reason == "the origin's tests ran out of time"


def test_tokens_are_taken_where_reported_and_null_with_a_reason_elsewhere(orchestrator):
    evidence = imported(orchestrator)
    known = run_named(evidence, "cron-broken-network.2-of-5").usage
    assert (known.input, known.output) == (59365, 7497)
    assert (known.cached_read, known.cache_write, known.reasoning) == (None, None, None)
    assert sum(run.usage.input is None for run in evidence.runs) == 12
    lost = run_named(evidence, "simple-web-scraper.2-of-5").usage
    assert (lost.input, lost.missing["input"]) == (None, "not reported: the origin says null")


def test_zero_tokens_are_not_reported(droid):
    runs = imported(droid).runs
    assert [run.usage.input for run in runs] == [None] * 4
    assert [run.usage.output for run in runs] == [None] * 4
    zero = run_named(imported(droid), "hello-world.1-of-1.tb_rc2_g5_1")
    assert zero.usage.missing["output"].startswith("not reported: the origin says 0")


def test_times_are_whole_milliseconds_in_utc(droid):
    # agent 01:42:08.479970 to 01:43:28.255951, trial 01:42:06.067567 to 01:43:45.155409, tests :29.570028 to :32.807688
    run = run_named(imported(droid), "hello-world.1-of-1.tb_rc2_g5_1")
    assert (run.wall_ms, run.trial_ms, run.test_ms) == (79776, 99088, 3238)
    assert (run.started_at, run.ended_at) == ("2025-09-24T01:42:06.067567Z", "2025-09-24T01:43:45.155409Z")
    assert run.missing == {}


@pytest.mark.parametrize(("microseconds", "expected"), [(500, 0), (1500, 2), (2500, 2), (2501, 3)])
def test_durations_are_rounded_half_to_even_once(droid, microseconds, expected):
    droid.change_trial(
        "hello-world.1-of-1.tb_rc2_g5_1",
        agent_started_at="2025-09-24T03:42:08.000000+02:00",
        agent_ended_at=f"2025-09-24T01:42:08.{microseconds:06d}+00:00",
    )
    assert run_named(imported(droid), "hello-world.1-of-1.tb_rc2_g5_1").wall_ms == expected


def test_a_submission_without_times_says_so_in_each_run(orchestrator):
    runs = imported(orchestrator).runs
    assert {(run.wall_ms, run.trial_ms, run.test_ms, run.started_at, run.position) for run in runs} == {(None,) * 5}
    assert all(run.missing.keys() == {"wall_ms", "trial_ms", "test_ms"} for run in runs)
    by_file = {run.trial.has_file: run.missing["wall_ms"] for run in runs}
    assert by_file[True] == "the origin gives no times of the agent"
    assert by_file[False] == "the submission has no file of this trial, and its table gives no times"


def test_ids_are_slugs_and_the_names_of_the_origin_stay(orchestrator):
    evidence = imported(orchestrator)
    run = run_named(evidence, "crack-7z-hash.easy.3-of-5")
    assert (run.id, run.repetition) == ("crack-7z-hash-easy-3-of-5", 3)
    (task,) = [task for task in evidence.tasks if task.id == "crack-7z-hash-easy"]
    assert (task.title, task.dataset.task, task.prompt) == ("crack-7z-hash.easy", "crack-7z-hash.easy", None)
    assert run.task.hash == fingerprint.of_record(task)
    assert [run.id for run in evidence.runs] == [slot.run for slot in evidence.suite.slots]


def test_ids_that_meet_stay_apart(orchestrator):
    names = {"crack-7z-hash.easy", "crack-7z-hash-easy"}
    row = orchestrator.load("results.json")["results"][0] | {
        "trial_name": "crack-7z-hash-easy.3-of-5",
        "task_id": "crack-7z-hash-easy",
        "uuid": "other",
    }
    orchestrator.save("crack-7z-hash-easy/crack-7z-hash-easy.3-of-5/results.json", row)
    evidence = imported(orchestrator)
    tasks = {task.id: task.title for task in evidence.tasks if task.title in names}
    assert len(tasks) == 2
    assert all(id.startswith("crack-7z-hash-easy-") for id in tasks)
    assert len({run.id for run in evidence.runs}) == 26


def test_the_suite_holds_the_origin_and_its_own_figures(orchestrator):
    suite = imported(orchestrator).suite
    assert suite.origin.submitted.model_dump() == {"trials": 25, "resolved": 3, "unresolved": 22, "accuracy": "0.12"}
    assert suite.origin.url == (
        "https://github.com/laude-institute/terminal-bench-leaderboard/tree/main/results/"
        "terminal-bench-core@0.1.1/orchestrator_qwen-3-coder-480B"
    )
    assert (suite.origin.agent, suite.origin.dataset) == ("LeadArchitectAgent", "terminal-bench-core 0.1.1")
    assert suite.origin.submission == "orchestrator_qwen-3-coder-480B"
    assert (suite.started_at, suite.ended_at) == ("2025-09-01T11:51:46.988855Z", "2025-09-01T14:23:24.995349Z")
    assert suite.task_set is not None
    assert len(suite.task_set.tasks) == 5


def test_the_accuracy_keeps_its_digits(orchestrator):
    text = (orchestrator.folder / "results.json").read_text().replace('"accuracy": 0.12', '"accuracy": 0.120')
    (orchestrator.folder / "results.json").write_text(text)
    assert imported(orchestrator).suite.origin.submitted.accuracy == "0.120"


def test_the_model_is_not_guessed_from_the_name_of_the_folder(orchestrator):
    for run in imported(orchestrator).runs:
        assert (run.model.requested, run.model.label, run.model.reported) == (None, "not named by the origin", ())
        assert run.provider == "not named by the origin"
        assert (run.cost.estimated_ticks, run.cost.provider_ticks) == (None, None)


def test_a_model_that_the_source_names_is_taken(orchestrator):
    orchestrator.change("run_metadata.json", model_name="cedar/flash-1")
    evidence = imported(orchestrator)
    assert {run.model.requested for run in evidence.runs} == {"cedar/flash-1"}
    assert {slot.model for slot in evidence.suite.slots} == {"cedar/flash-1"}


def test_fingerprints_follow_what_the_source_says(orchestrator):
    before = imported(orchestrator).runs[0]
    assert before.source.hash == fingerprint.of_json(
        {
            "harness": "terminal-bench",
            "agent": "LeadArchitectAgent",
            "submission uuid": "957b41ea-4170-4c2f-87dc-eff7d78e16ec",
        }
    )
    orchestrator.change("run_metadata.json", commit_hash="f" * 40)
    after = imported(orchestrator).runs[0]
    assert after.evaluator.hash != before.evaluator.hash
    assert after.source == before.source
    assert after.harness == before.harness


def test_user_names_and_paths_of_the_machine_are_dropped_and_named(droid):
    evidence = imported(droid)
    texts = [
        record.model_dump_json() for record in (evidence.suite, evidence.protocol, *evidence.tasks, *evidence.runs)
    ]
    for word in ("Example Person", "/home/", "/root", "sessions/agent.cast"):
        assert not [text for text in texts if word in text]
    dropped = evidence.suite.origin.dropped
    assert {"username of run_metadata.json", "output_path of run_metadata.json", "recording_path of trial"} <= set(
        dropped
    )
    assert [line for line in dropped if line.startswith("paths, user names")]


def test_a_user_name_stays_in_no_name_or_id(droid):
    old, new = "hello-world.1-of-1.tb_rc2_g5_1", "hello-world.1-of-1.example_person_1"
    table = droid.load("results.json")
    for row in table["results"]:
        row["trial_name"] = new if row["trial_name"] == old else row["trial_name"]
    droid.save("results.json", table)
    trial = droid.load(droid.file(old)) | {"trial_name": new}
    shutil.rmtree((droid.folder / droid.file(old)).parent)
    droid.save(f"hello-world/{new}/results.json", trial)
    droid.change("run_metadata.json", agent_name="ExamplePerson-agent")
    copy = droid.folder.rename(droid.folder.with_name("example-person_gpt-5"))
    order = Order("tb-part", "2026-11-30", url="https://example.org/submission")
    evidence, faults = take_over(copy, order)
    assert faults == ()
    assert evidence is not None
    run = run_named(evidence, "hello-world.1-of-1.[user]_1")
    assert run.id == "hello-world-1-of-1-user-1"
    assert run.source.label == evidence.suite.origin.agent == "[user]-agent"
    assert evidence.suite.origin.submission == "[user]_gpt-5"
    texts = [record.model_dump_json() for record in (evidence.suite, *evidence.tasks, *evidence.runs)]
    assert not [text for text in texts if re.search("example.?person", text, re.IGNORECASE)]


def test_an_address_with_the_user_name_is_not_made_up(droid):
    copy = droid.folder.rename(droid.folder.with_name("Example-Person_gpt-5"))
    evidence, faults = take_over(copy, ORDER)
    assert evidence is None
    assert [(one.code, one.pointer) for one in faults] == [("field-value", "/username")]
    assert "--source-url" in faults[0].expected


def test_a_folder_whose_name_is_no_text_is_taken_over(droid):
    copy = droid.folder.rename(droid.folder.with_name(os.fsdecode(b"caf\xe9")))
    evidence, faults = take_over(copy, ORDER)
    assert faults == ()
    assert evidence is not None
    assert evidence.suite.origin.submission == "caf"
    assert evidence.suite.origin.url.endswith("/caf%E9")


def test_a_folder_of_trials_whose_name_is_no_text_is_named_with_its_faults(droid):
    folder = droid.folder / "hello-world" / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    (folder / "results.json").write_text("{")
    _, faults = take_over(droid.folder, ORDER)
    assert [(one.file, one.code) for one in faults] == [("hello-world/caf\\udce9/results.json", "json-syntax")]


def test_named_tests_become_checks(droid):
    run = run_named(imported(droid), "swe-bench-fsspec.1-of-1.tb_rc2_g5_1")
    labels = [check.label for check in run.grade.checks]
    assert "test_path[sync-[path]-[path]]" in labels
    assert "test_path[sync-root-foo-root/foo]" in labels
    assert len(set(labels)) == len(labels) == len({check.id for check in run.grade.checks})
    hello = run_named(imported(droid), "hello-world.1-of-1.tb_rc2_g5_1")
    assert [(check.id, check.label, check.passed) for check in hello.grade.checks] == [
        ("test-hello-file-exists", "test_hello_file_exists", True),
        ("test-hello-file-content", "test_hello_file_content", True),
    ]


def test_a_result_that_is_neither_passed_nor_failed_is_unknown(droid):
    droid.change_trial("hello-world.1-of-1.tb_rc2_g5_1", parser_results={"a": "passed", "b": "failed", "c": "skipped"})
    run = run_named(imported(droid), "hello-world.1-of-1.tb_rc2_g5_1")
    assert [check.passed for check in run.grade.checks] == [True, False, None]


def test_the_order_of_the_table_changes_nothing(orchestrator):
    before = imported(orchestrator)
    table = orchestrator.load("results.json")
    orchestrator.save("results.json", table | {"results": table["results"][::-1]})
    assert imported(orchestrator) == before
