"""Odd and hostile submissions: refused as a whole, with every fault named, and never a traceback."""

import os

import pytest

from runner.importers import terminal_bench_source
from runner.importers.terminal_bench import Order, take_over

ORDER = Order(suite="tb-part", retrieved_on="2026-11-30")
HELLO = "hello-world.1-of-1.tb_rc2_g5_1"
HELLO_FILE = f"hello-world/{HELLO}/results.json"


def faults(copy):
    result, found = take_over(copy.folder, ORDER)
    assert result is None
    return [(one.file, one.pointer, one.code) for one in found]


def test_the_copy_is_sound_before_it_is_broken(droid):
    assert take_over(droid.folder, ORDER)[1] == ()


@pytest.mark.parametrize("name", ["results.json", "run_metadata.json"])
def test_a_missing_file_of_the_submission(droid, name):
    (droid.folder / name).unlink()
    assert faults(droid) == [(name, "", "file-missing")]


@pytest.mark.parametrize(
    ("data", "place", "code"),
    [
        (b"", "", "json-syntax"),
        (b'{"trial_name": "hello', "", "json-syntax"),
        (b"[" * 100_000, "", "json-syntax"),
        (b"\xef\xbb\xbf{}", "", "text-bom"),
        (b"{\r\n}", "", "text-line-ends"),
        (b'{"trial_name": "\xff"}', "", "text-encoding"),
        (b'{"task_id": "a", "task_id": "b"}', "/task_id", "json-duplicate-key"),
        (b'{"total_input_tokens": NaN}', "/total_input_tokens", "json-non-finite"),
        (b'{"total_input_tokens": 1e999}', "/total_input_tokens", "json-non-finite"),
    ],
)
def test_bytes_that_are_no_sound_json(droid, data, place, code):
    (droid.folder / HELLO_FILE).write_bytes(data)
    assert (HELLO_FILE, place, code) in faults(droid)


def test_fields_of_a_wrong_kind_are_all_named(droid):
    droid.change(HELLO_FILE, total_input_tokens=-1, is_resolved="yes", agent_started_at="2025-09-24T01:42:08")
    assert faults(droid) == [
        (HELLO_FILE, "/agent_started_at", "field-value"),
        (HELLO_FILE, "/is_resolved", "field-type"),
        (HELLO_FILE, "/total_input_tokens", "field-value"),
    ]


def test_faults_of_several_files_come_together(droid):
    droid.change("run_metadata.json", agent_name="", n_attempts=0)
    droid.change_row(HELLO, task_id=7)
    (droid.folder / HELLO_FILE).write_text("{")
    found = {(file, code) for file, _, code in faults(droid)}
    assert found == {
        ("run_metadata.json", "field-value"),
        ("results.json", "field-type"),
        (HELLO_FILE, "json-syntax"),
    }


def test_an_unknown_failure_mode_is_refused_with_the_known_ones(droid):
    droid.change_trial(HELLO, failure_mode="moon_phase")
    _, (fault,) = take_over(droid.folder, ORDER)
    assert (fault.file, fault.pointer, fault.found) == (HELLO_FILE, "/failure_mode", "moon_phase")
    assert all(mode in fault.expected for mode in ("unset", "agent_timeout", "parse_error", "unknown_agent_error"))


def test_an_unknown_failure_mode_of_a_row_without_a_file(orchestrator):
    orchestrator.change_row("simple-web-scraper.2-of-5", failure_mode="moon_phase")
    ((file, pointer, code),) = faults(orchestrator)
    rows = [row["trial_name"] for row in orchestrator.load("results.json")["results"]]
    assert (file, code) == ("results.json", "field-value")
    assert pointer == f"/results/{rows.index('simple-web-scraper.2-of-5')}/failure_mode"


@pytest.mark.parametrize("what", ["agent", "trial", "test"])
def test_a_negative_duration(droid, what):
    ended = droid.load(HELLO_FILE)[f"{what}_started_at"].replace("01:4", "01:3")
    droid.change_trial(HELLO, **{f"{what}_ended_at": ended})
    assert faults(droid) == [(HELLO_FILE, f"/{what}_ended_at", "time-order")]


def test_a_time_outside_the_calendar_in_utc(droid):
    droid.change_trial(HELLO, trial_started_at="0001-01-01T00:00:00+14:00")
    assert (HELLO_FILE, "/trial_started_at", "time-invalid") in faults(droid)


@pytest.mark.parametrize("name", ["hello-world", "hello-world.one-of-1", "hello-world.0-of-1", "other.1-of-1"])
def test_a_trial_whose_name_has_no_number(droid, name):
    droid.change_trial(HELLO, trial_name=name)
    assert faults(droid) == [(HELLO_FILE, "/trial_name", "field-value")]


def test_a_trial_that_is_listed_twice(droid):
    table = droid.load("results.json")
    droid.save("results.json", table | {"results": [*table["results"], table["results"][0]]})
    assert faults(droid) == [("results.json", "/results/4", "run-duplicate")]


def test_a_trial_that_is_filed_twice(droid):
    droid.save("copy/of-it/results.json", droid.load(HELLO_FILE))
    assert faults(droid) == [(HELLO_FILE, "", "run-duplicate")]


def test_one_id_for_two_trials(droid):
    droid.change_row("build-initramfs-qemu.1-of-1.tb_rc2_g5_1", id=droid.load(HELLO_FILE)["id"])
    ((file, _, code),) = faults(droid)
    assert (file, code) == ("results.json", "run-duplicate")


def test_a_table_without_trials(droid):
    droid.change("results.json", results=[])
    assert faults(droid) == [("results.json", "/results", "field-value")]


@pytest.mark.parametrize("accuracy", ["-0.1", "1e-30", '"many"', "null", "0.1234567890123456789"])
def test_an_accuracy_that_no_record_can_hold(droid, accuracy):
    text = (droid.folder / "results.json").read_text().replace('"accuracy": 0.5', f'"accuracy": {accuracy}')
    (droid.folder / "results.json").write_text(text)
    assert [(file, pointer) for file, pointer, _ in faults(droid)] == [("results.json", "/accuracy")]


def test_links_are_not_followed(droid, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (droid.folder / HELLO_FILE).rename(outside / "results.json")
    (droid.folder / HELLO_FILE).symlink_to(outside / "results.json")
    (droid.folder / "linked-task").symlink_to(outside)
    (droid.folder / "hello-world" / "linked-trial").symlink_to(outside)
    (droid.folder / "loop").symlink_to(droid.folder)
    assert faults(droid) == [
        (HELLO_FILE, "", "link"),
        ("hello-world/linked-trial", "", "link"),
        ("linked-task", "", "link"),
        ("loop", "", "link"),
    ]


def test_a_pipe_in_place_of_a_file_is_not_opened(droid):
    (droid.folder / HELLO_FILE).unlink()
    os.mkfifo(droid.folder / HELLO_FILE)
    assert faults(droid) == [(HELLO_FILE, "", "not-a-file")]


def test_a_file_over_the_size_limit_is_not_read(droid, monkeypatch):
    monkeypatch.setattr(terminal_bench_source, "RECORD_MAX_BYTES", 400)
    assert {("results.json", "", "file-too-large"), ("run_metadata.json", "", "file-too-large")} <= set(faults(droid))


def test_other_files_of_a_trial_are_not_read(droid):
    sessions = droid.folder / "hello-world" / HELLO / "sessions"
    sessions.mkdir()
    (sessions / "results.json").write_text("not JSON")
    (droid.folder / "notes.txt").write_bytes(b"\xff")
    assert take_over(droid.folder, ORDER)[1] == ()


def test_a_name_with_a_control_character(droid):
    droid.change_trial(HELLO, trial_name="hello-world.1-of-1.\x1b[31m")
    assert (HELLO_FILE, "/trial_name", "text-control") in faults(droid)


def test_an_address_that_no_record_can_hold(droid):
    order = Order(suite="tb-part", retrieved_on="2026-11-30", url="http://example.org/plain")
    _, (fault,) = take_over(droid.folder, order)
    assert (fault.code, fault.found) == ("field-value", "http://example.org/plain")
