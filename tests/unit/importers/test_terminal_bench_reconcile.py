"""The submission's table against its files: what differs is named, and nothing is lost or counted twice."""

from runner.importers.terminal_bench import Order, take_over

ORDER = Order(suite="tb-part", retrieved_on="2026-11-30")
SCRAPER = "simple-web-scraper"


def differences(copy):
    result, faults = take_over(copy.folder, ORDER)
    assert faults == ()
    assert result is not None
    return result, [(one.subject, one.table, one.files, one.run) for one in result.suite.origin.differences]


def test_trials_without_a_file_are_named(orchestrator):
    _, found = differences(orchestrator)
    assert found == [
        (f"{SCRAPER}.{n}-of-5", "listed, unknown_agent_error", "no file", f"{SCRAPER}-{n}-of-5") for n in (2, 3, 4, 5)
    ]


def test_a_submission_that_agrees_has_no_differences(droid):
    assert differences(droid)[1] == []


def test_the_file_holds_where_it_differs_from_the_table(droid):
    trial = "hello-world.1-of-1.tb_rc2_g5_1"
    droid.change_row(trial, is_resolved=False, total_input_tokens=5, parser_results={"a": "failed"})
    result, found = differences(droid)
    run = "hello-world-1-of-1-tb-rc2-g5-1"
    assert found == [
        (f"{trial}, is_resolved", "false", "true", run),
        (f"{trial}, parser_results", "0 of 1 tests passed", "2 of 2 tests passed", run),
        (f"{trial}, total_input_tokens", "5", "0", run),
    ]
    (taken,) = [run for run in result.runs if run.trial.name == trial]
    assert (taken.grade.verdict, taken.usage.input) == ("resolved", None)


def test_a_member_that_is_not_taken_over_is_no_difference(droid):
    droid.change_row("hello-world.1-of-1.tb_rc2_g5_1", recording_path="elsewhere")
    assert differences(droid)[1] == []


def test_a_trial_with_a_file_alone_counts_and_is_named(orchestrator):
    table = orchestrator.load("results.json")
    rows = [row for row in table["results"] if row["trial_name"] != "download-youtube.4-of-5"]
    orchestrator.save("results.json", table | {"results": rows})
    result, found = differences(orchestrator)
    assert len(result.runs) == 25
    assert ("download-youtube.4-of-5", "not listed", "a file, unset", "download-youtube-4-of-5") in found
    assert result.suite.origin.submitted.trials == 24


def test_totals_that_the_trials_do_not_yield_are_named(orchestrator):
    orchestrator.change("results.json", n_resolved=4, n_unresolved=21, accuracy=0.16)
    result, found = differences(orchestrator)
    assert found[4:] == [
        ("resolved trials", "4", "3", None),
        ("trials not resolved, ungraded ones included", "21", "22", None),
        ("accuracy in the table and in the metadata", "0.16", "0.12", None),
        ("accuracy", "0.16", "3 of 25 trials are resolved", None),
    ]
    assert result.suite.origin.submitted.accuracy == "0.16"


def test_a_rounded_accuracy_is_no_difference(droid):
    # 2 of 3 as a double, then rounded to three decimals
    for stated in (2 / 3, 0.667):
        rows = droid.load("results.json")
        rows["results"] = [row for row in rows["results"] if row["task_id"] != "build-initramfs-qemu"]
        for gone in droid.folder.glob("build-initramfs-qemu/*/results.json"):
            gone.unlink()
        droid.save("results.json", rows | {"accuracy": stated, "n_resolved": 2, "n_unresolved": 1})
        droid.change("run_metadata.json", accuracy=stated, n_attempts=None)
        assert differences(droid)[1] == []


def test_tasks_with_fewer_trials_than_planned_are_named(orchestrator):
    tasks = orchestrator.load("run_metadata.json")["task_ids"]
    orchestrator.change("run_metadata.json", task_ids=[*tasks, "oom"])
    result, found = differences(orchestrator)
    assert found[-1] == ("task oom", "5 trials planned", "0 trials given", None)
    assert "oom" not in {task.id for task in result.tasks}
