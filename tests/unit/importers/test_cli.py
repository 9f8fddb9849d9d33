"""`benchmark import terminal-bench` from the outside: what it writes, prints and returns."""

import json

from click.testing import CliRunner

from runner.cli import main
from sitegen.records import PROTOCOL, RUN, SUITE, TASK
from sitegen.records.kinds.imported import ImportedSuite

HELLO_FILE = "hello-world/hello-world.1-of-1.tb_rc2_g5_1/results.json"


def run(copy, out, *more, suite="tb-part"):
    arguments = ["import", "terminal-bench", str(copy.folder), "--suite", suite, "--out", str(out), *more]
    return CliRunner().invoke(main, arguments)


def test_the_evidence_is_whole_and_valid(droid, tmp_path):
    result = run(droid, tmp_path / "content", "--retrieved-on", "2026-11-30", "--title", "A part")
    assert result.exit_code == 0, result.output
    folder = tmp_path / "content" / "evidence" / "tb-part"
    suite = SUITE.validate_json((folder / "suite.json").read_bytes())
    assert isinstance(suite, ImportedSuite)
    assert (suite.id, suite.title, suite.origin.retrieved_on) == ("tb-part", "A part", "2026-11-30")
    entries = PROTOCOL.validate_json((folder / "protocol.json").read_bytes()).entries
    tasks = [TASK.validate_json(path.read_bytes()).id for path in sorted((folder / "tasks").iterdir())]
    assert tasks == [task.id for task in suite.tasks]
    runs = [RUN.validate_json((path / "run.json").read_bytes()) for path in sorted((folder / "runs").iterdir())]
    assert [run.id for run in runs] == [slot.run for slot in suite.slots]
    assert {run.protocol for run in runs} == {entry.hash for entry in entries}
    assert sorted(path.name for path in folder.parent.iterdir()) == ["tb-part"]


def test_one_summary_and_no_progress_in_a_pipe(orchestrator, tmp_path):
    result = run(orchestrator, tmp_path / "content")
    assert result.stderr == ""
    assert result.stdout.splitlines()[1:] == [
        "  15 completed, 10 failed",
        "  3 resolved, 11 not resolved, 11 ungraded",
        "  4 differences between table and files, named in suite.json",
    ]
    assert "25 runs at 5 tasks, 4 without a file" in result.stdout


def test_two_imports_give_the_same_bytes(droid, tmp_path):
    for out in ("one", "two"):
        assert run(droid, tmp_path / out, "--retrieved-on", "2026-11-30").exit_code == 0
    one, two = (
        {p.relative_to(tmp_path / out): p.read_bytes() for p in (tmp_path / out).rglob("*.json")}
        for out in ("one", "two")
    )
    assert one == two
    assert len(one) == 10


def test_records_are_sorted_indented_and_keep_null(droid, tmp_path):
    run(droid, tmp_path / "content")
    text = (tmp_path / "content/evidence/tb-part/suite.json").read_text()
    assert text == json.dumps(json.loads(text), sort_keys=True, indent=2, ensure_ascii=False) + "\n"
    assert '"interrupted": false' in text
    assert '"reason": null' in text


def test_an_existing_suite_is_refused_and_stays(droid, tmp_path):
    target = tmp_path / "content" / "evidence" / "tb-part"
    target.mkdir(parents=True)
    (target / "kept.txt").write_text("kept")
    result = run(droid, tmp_path / "content")
    assert result.exit_code == 2
    assert "is there already" in result.stderr
    assert [path.name for path in target.iterdir()] == ["kept.txt"]


def test_faults_are_printed_with_place_and_fix_and_nothing_is_written(droid, tmp_path):
    droid.change(HELLO_FILE, is_resolved="yes")
    droid.change("run_metadata.json", n_attempts=0)
    result = run(droid, tmp_path / "content")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert f'{HELLO_FILE} /is_resolved\n  field-type: found "yes", expected true or false' in result.stderr
    assert "run_metadata.json /n_attempts\n  field-value: found 0, expected " in result.stderr
    assert result.stderr.count("Fix: ") == 2
    assert not (tmp_path / "content").exists()


def test_a_wrong_call_ends_with_2(droid, tmp_path):
    for suite in ("Not A Slug", "a--b", "../up"):
        result = run(droid, tmp_path / "content", suite=suite)
        assert (result.exit_code, "--suite" in result.stderr) == (2, True)
    for option in (("--retrieved-on", "2026-13-01"), ("--source-url", "http://example.org"), ("--title", "\x07")):
        result = run(droid, tmp_path / "content", *option)
        assert (result.exit_code, option[0] in result.stderr) == (2, True)
    assert CliRunner().invoke(main, ["import", "terminal-bench", "no-such-folder", "--suite", "a"]).exit_code == 2


def test_names_of_files_cannot_steer_the_terminal(droid, tmp_path):
    evil = droid.folder / "hello-world" / "\x07\x1b[2Jtrial"
    evil.mkdir()
    (evil / "results.json").write_text("{")
    result = run(droid, tmp_path / "content")
    assert result.exit_code == 1
    assert not {"\x07", "\x1b"} & set(result.stderr)
