"""`benchmark plan`, `run`, `pilot` and `report` from the outside, with the real FORM and calls written by hand."""

import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from runner.api.contract import SYSTEM_CLOCK
from runner.cli import main
from runner.suite.checkout import OWN_ROOT
from sitegen.records import RUN, SUITE

KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "XAI_API_KEY", "GEMINI_API_KEY")
DATED = "--date", "2026-11-30"


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Calls a command without keys, in an empty folder."""
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)

    def called(*words):
        command, *rest = words
        more = () if command == "report" else ("--benchmarks", str(OWN_ROOT / "benchmarks"))
        return CliRunner().invoke(main, [command, *more, *map(str, rest)])

    return called


def test_a_plan_needs_no_key_to_say_what_is_missing(run):
    result = run("plan", "--models", "gpt-6-luna,claude-haiku-5-5", *DATED)
    assert result.exit_code == 1
    assert "gpt-6-luna (openai, small): OPENAI_API_KEY missing; first request " in result.stdout
    assert "Tools 33 listed by the server, left out: set_camera, capture_view" in result.stdout
    assert result.stderr.splitlines() == [
        "gpt-6-luna: OPENAI_API_KEY is not set; set it, or write it to a file and pass --env-file",
        "claude-haiku-5-5: ANTHROPIC_API_KEY is not set; set it, or write it to a file and pass --env-file",
    ]


def test_a_plan_states_reserves_and_worst_case(run, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", secrets.token_urlsafe(24))
    result = run("plan", "--models", "gpt-6-luna", "--repetitions", "3", "--json", *DATED)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    (one,) = found["models"]
    # 12-hour writes are the dearest input, 0.25 USD per million; no step below 180,096 tokens.
    reserve = (one["first_request_bytes"] + 4_096) * 2_500 + 8_192 * 5_000
    assert one["first_reserve_usd"] == f"{reserve / 10**10:.10f}".rstrip("0")
    assert one["worst_run_usd"] == "0.98240"[:6]
    assert found["worst_case_usd"] == "2.9472"
    assert found["order"] == ["gpt-6-luna-r1", "gpt-6-luna-r2", "gpt-6-luna-r3"]
    assert one["key_is_set"] is True
    assert os.environ["OPENAI_API_KEY"] not in result.output


def states(run, day):
    found = json.loads(run("plan", "--json", "--date", day).stdout)
    return {model["id"]: [row["state"] for row in model["prices"]] for model in found["models"]}


def test_a_plan_tells_which_prices_hold_on_a_day(run):
    then, next_day, late = (states(run, day) for day in ("2026-11-30", "2026-12-01", "2027-01-15"))
    rising = {"gemini-4-argon", "gemini-4-carbon"}
    assert {id for id, rows in then.items() if rows == ["holds", "not yet"]} == rising
    assert {id for id, rows in next_day.items() if rows == ["expired", "holds"]} == rising
    assert all(rows == ["holds"] for found in (then, next_day) for id, rows in found.items() if id not in rising)
    assert {row for rows in late.values() for row in rows} == {"expired"}


def test_a_run_with_calls_written_by_hand_ends_in_evidence(run, tmp_path):
    result = run("run", "--models", "scripted", "--output", "suites/first", "--json")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    told = json.loads(result.stdout)
    assert (told["planned"], told["started"], told["fixture"]) == (1, 1, True)
    assert [(one["points"], one["tool_calls"], one["cost_usd"]) for one in told["runs"]] == [(60, 8, None)]
    folder = tmp_path / "suites/first"
    assert sorted(path.name for path in folder.iterdir()) == ["frozen", "running.lock", "runs", "suite.json"]
    assert sorted(path.name for path in (folder / "runs/scripted-r1").iterdir()) == [
        *("front.svg", "isometric.svg", "model.form.json", "protocol.json", "right.svg", "run.json", "trace.jsonl")
    ]
    for part in ("core", "benchmark"):
        for name in ("runner/form/kernel.py", "sitegen/formdoc/read.py", "requirements/core.txt"):
            assert (folder / "frozen" / part / name).read_bytes() == (OWN_ROOT / name).read_bytes()
    report = run("report", "--input", "suites", "--out", "content")
    assert report.exit_code == 0, report.output
    assert report.stdout == "first: written (8 files); 1 runs planned, 1 started, 0 not started\nNext: build-site\n"
    suite = SUITE.validate_json((tmp_path / "content/evidence/first/suite.json").read_bytes())
    record = RUN.validate_json((tmp_path / "content/evidence/first/runs/scripted-r1/run.json").read_bytes())
    assert suite.fixture and record.fixture
    assert {len(record.source.hash), len(record.evaluator.hash), len(record.harness.hash), len(record.protocol)} == {64}
    assert suite.command == "benchmark run --models scripted --repetitions 1"


def test_no_key_of_the_process_or_of_the_file_is_published(run, tmp_path, monkeypatch):
    run("run", "--models", "scripted", "--output", "suites/first")
    path = tmp_path / "suites/first/runs/scripted-r1/run.json"
    whole = json.loads(path.read_bytes())
    in_process, in_file = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    monkeypatch.setenv("XAI_API_KEY", in_process)
    (tmp_path / "keys").write_text(f"XAI_API_KEY={in_file}\n")
    for key in (in_process, in_file):
        hidden = "".join(f"&#{ord(char)};" for char in key)
        path.write_text(json.dumps(whole | {"stop": {"reason": "answered", "detail": f"with {hidden}"}}))
        result = run("report", "--input", "suites", "--out", "content", "--env-file", "keys")
        assert result.exit_code == 1, result.output
        assert "first/runs/scripted-r1/run.json /stop/detail\n  leak: found environment-secret" in result.stderr
        assert not (tmp_path / "content/evidence/first").exists()
    path.write_text(json.dumps(whole))
    assert run("report", "--input", "suites", "--out", "content", "--env-file", "keys").exit_code == 0


def test_under_a_narrow_umask_a_suite_runs_and_what_is_published_can_be_read(run, tmp_path):
    before = os.umask(0o077)
    try:
        assert run("plan", "--models", "scripted").exit_code == 0
        assert run("run", "--models", "scripted", "--output", "suites/first").exit_code == 0
        assert run("report", "--input", "suites", "--out", "content").exit_code == 0
    finally:
        os.umask(before)
    assert (tmp_path / "suites/first").stat().st_mode & 0o777 == 0o700
    paths = list((tmp_path / "content/evidence/first").rglob("*"))
    assert {(path.is_dir(), path.stat().st_mode & 0o777) for path in paths} == {(True, 0o755), (False, 0o644)}


def test_another_core_is_put_to_the_test_by_its_own_interpreter(run, tmp_path):
    core = tmp_path / "old"
    for name in ("runner", "sitegen", "requirements"):
        shutil.copytree(OWN_ROOT / name, core / name, ignore=shutil.ignore_patterns("__pycache__"))
    (core / ".venv/bin").mkdir(parents=True)
    (core / ".venv/bin/python").symlink_to(sys.executable)
    shutil.copy(Path(sys.prefix) / "pyvenv.cfg", core / ".venv/pyvenv.cfg")
    (core / ".venv/lib").symlink_to(Path(sys.prefix) / "lib")
    texts = core / "runner/form/server.py"
    texts.write_text(texts.read_text().replace('Server(\n        "form",', 'Server(\n        "older-form",'))
    one = json.loads(run("plan", "--models", "scripted", "--json").stdout)["source"]
    two = json.loads(run("plan", "--models", "scripted", "--json", "--core-path", core).stdout)["source"]
    assert one["hash"] != two["hash"]
    result = run("run", "--models", "scripted", "--core-path", core, "--core-label", "old", "--output", "before")
    assert result.exit_code == 0, result.output
    record = RUN.validate_json((tmp_path / "before/runs/scripted-r1/run.json").read_bytes())
    assert (record.source.label, record.source.hash) == ("old", two["hash"])
    assert record.status == "completed"


def test_an_existing_folder_is_refused(run, tmp_path):
    (tmp_path / "there").mkdir()
    result = run("run", "--models", "scripted", "--output", "there")
    assert result.exit_code == 2
    assert "never overwritten" in result.output
    assert list((tmp_path / "there").iterdir()) == []


WRONG = {
    "a folder whose name is no id": (("run", "--models", "scripted", "--output", "A_1"), 2, "becomes the suite's id"),
    "no model": (("run", "--models", " ,", "--output", "x"), 2, "names no model"),
    "an unknown model": (("run", "--models", "gpt", "--output", "x"), 1, "no model of this id"),
    "a missing key": (("run", "--models", "gpt-6-luna", "--output", "x"), 1, "OPENAI_API_KEY is not set"),
    "no amount": (("run", "--models", "scripted", "--budget-usd", "ten", "--output", "x"), 2, "no amount"),
    "no checkout": (("run", "--models", "scripted", "--core-path", ".", "--output", "x"), 2, "has no runner/form"),
    "a task that is not there": (("plan", "--models", "scripted", "--task", "tea"), 1, "there are espresso-machine.v1"),
    "a day that is none": (("plan", "--models", "scripted", "--date", "2026-02-30"), 2, "2026-02-30"),
    "a place without suites": (("report", "--input", "."), 2, "no suite in"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_call_is_explained(run, tmp_path, name):
    words, code, text = WRONG[name]
    result = run(*words)
    assert result.exit_code == code, result.output
    assert text in result.output
    assert "Traceback" not in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_pilot_goes_into_a_new_folder_that_is_told(run, tmp_path):
    result = run("pilot", "--models", "scripted")
    assert result.exit_code == 0, result.output
    (folder,) = (tmp_path / ".artifacts/ai-benchmark").iterdir()
    assert folder.name.startswith(f"pilot-{SYSTEM_CLOCK.utc():%Y}")
    assert f"Suite .artifacts/ai-benchmark/{folder.name}" in result.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_suite_ends_clean(tmp_path, number):
    words = [sys.executable, "-c", "from runner.cli import main; main()", "run", "--models", "scripted"]
    words += ["--benchmarks", str(OWN_ROOT / "benchmarks"), "--repetitions", "200", "--output", "long"]
    environment = {**os.environ, "PYTHONPATH": str(OWN_ROOT)}
    with subprocess.Popen(
        words, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while not list(tmp_path.glob("long/runs/*/run.json")):
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert (err, "Stopped early: the operator stopped the suite" in out) == ("", True)
    suite = json.loads((tmp_path / "long/suite.json").read_bytes())
    assert suite["stopped"] == "the operator stopped the suite"
    assert suite["ended_at"] is not None
    records = {path.parent.name for path in tmp_path.glob("long/runs/*/run.json")}
    assert records == {slot["run"] for slot in suite["slots"]}


def test_a_fault_of_the_program_has_an_exit_code_of_its_own(run, monkeypatch):
    def broken(*_):
        raise RuntimeError("broken")

    monkeypatch.setattr("runner.suite.asked.chosen", broken)
    result = run("plan", "--models", "scripted")
    assert result.exit_code == 3
    assert "RuntimeError: broken" in result.output
