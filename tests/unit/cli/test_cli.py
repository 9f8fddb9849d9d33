"""The command line: exit codes, formats, and words a person can act on."""

import ast
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from runner.cli import main as benchmark
from sitegen.cli import main
from sitegen.issues import issue
from sitegen.report import render
from sitegen.scaffold import FILES, make_project


@pytest.fixture
def project(tmp_path):
    make_project(tmp_path / "site")
    return tmp_path / "site"


def _call(*args):
    return CliRunner().invoke(main, [str(arg) for arg in args])


def test_a_build_with_nothing_to_do_loads_no_record_and_no_template(project):
    program = "import sys; from sitegen.cli import main; main(standalone_mode=False); print(sorted(sys.modules))"
    for _ in range(3):
        time.sleep(0.05)  # a file changed within the clock's tick is looked at closer
        done = subprocess.run(
            [sys.executable, "-c", program, "--root", project], capture_output=True, text=True, check=True
        )
    said, modules = done.stdout.splitlines()
    assert said.startswith("Nothing changed.")
    loaded = ast.literal_eval(modules)
    assert "sitegen.build.memory" in loaded
    assert {"pydantic", "jinja2", "orjson", "sitegen.records", "multiprocessing"}.isdisjoint(loaded)


def test_new_project_builds_and_says_where(project):
    result = _call("--root", project)
    assert result.exit_code == 0, result.output
    assert str(project / "public" / "index.html") in result.output
    assert (project / "public" / "benchmarks" / "results.json").is_file()
    again = _call("--root", project)
    assert again.exit_code == 0
    assert "Nothing changed" in again.output


def test_init_refuses_a_folder_that_holds_something(project):
    result = _call("init", project)
    assert result.exit_code == 2
    assert "not empty" in result.output
    assert {path.relative_to(project).as_posix() for path in project.rglob("*") if path.is_file()} == set(FILES)


@pytest.mark.parametrize(
    "arguments",
    [["--root", "nowhere"], ["--format", "yaml"], ["--jobs", "0"], ["frobnicate"], ["init"], ["explain"]],
)
def test_wrong_call_exits_2(arguments):
    result = _call(*arguments)
    assert result.exit_code == 2
    assert result.output.startswith("Usage:")


def test_folder_without_content_is_a_wrong_call(tmp_path):
    result = _call("--root", tmp_path)
    assert result.exit_code == 2
    assert "build-site init" in result.output


def test_explain_of_an_unknown_name_is_a_wrong_call(project):
    result = _call("explain", "no-such-thing", "--root", project)
    assert result.exit_code == 2
    assert "no-such-thing is no suite id" in result.output


def test_issue_in_text_names_place_found_expected_and_fix(project):
    (project / "content/site.toml").write_text("schema = 2\n")
    result = _call("check", "--root", project)
    assert result.exit_code == 1
    assert "content/site.toml /schema" in result.output
    for word in ("schema-version", "found: 2", "expected: ", "fix: ", "Nothing was published."):
        assert word in result.output


def test_issues_as_json_are_one_document(project):
    (project / "content/site.toml").write_text("schema = 2\n")
    result = _call("check", "--root", project, "--format", "json")
    assert result.exit_code == 1
    issues = json.loads(result.stdout)["issues"]
    assert {"code", "severity", "file", "pointer", "meaning", "found", "expected", "fix"} == set(issues[0])
    assert "schema-version" in {one["code"] for one in issues}


def test_issues_for_github_are_one_annotation_a_line(project):
    (project / "content/pages/odd.md").write_text("no front matter\n")
    result = _call("check", "--root", project, "--format", "github")
    assert result.exit_code == 1
    assert result.output.startswith("::error file=content/pages/odd.md,title=front-matter::")
    assert len(result.output.splitlines()) == 1


def test_foreign_output_folder_is_refused_and_left_alone(project):
    (project / "public").mkdir()
    (project / "public" / "precious.txt").write_text("mine")
    result = _call("--root", project)
    assert result.exit_code == 1
    assert (project / "public" / "precious.txt").read_text() == "mine"
    assert [path.name for path in (project / "public").iterdir()] == ["precious.txt"]
    assert "Traceback" not in result.output


def test_a_fault_of_the_program_exits_3(project, monkeypatch):
    def broken(*_args):
        raise RuntimeError("boom")

    monkeypatch.setattr("sitegen.build.pipeline.build", broken)
    result = _call("--root", project)
    assert result.exit_code == 3
    assert "fault of build-site" in result.output


def test_root_may_stand_before_the_command(project, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert _call("--root", project, "check").exit_code == 0
    assert _call("check", "--root", project).exit_code == 0
    assert _call("check").exit_code == 2


def test_json_is_a_document_also_when_nothing_changed(project):
    for _ in range(2):
        result = _call("--root", project, "--format", "json")
        assert result.exit_code == 0
        assert json.loads(result.stdout) == {"schema": 1, "issues": []}


@pytest.mark.parametrize(("form", "start"), [("json", "{"), ("github", "::error title=build-site::"), ("text", "/")])
def test_what_keeps_a_build_from_publishing_is_told_in_the_same_form(project, form, start):
    (project / "public").mkdir()
    (project / "public" / "precious.txt").write_text("mine")
    result = _call("--root", project, "--format", form)
    assert result.exit_code == 1
    assert (result.stdout if form == "json" else result.stderr).startswith(start)
    if form == "json":
        document = json.loads(result.stdout)
        assert document["issues"] == []
        assert "precious.txt" not in document["error"]
        assert "holds files, but no manifest.json of a build" in document["error"]


@pytest.mark.parametrize(
    ("errors", "warnings", "said"),
    [
        (1, 0, "1 error in 1 file. Nothing was published."),
        (2, 0, "2 errors in 2 files. Nothing was published."),
        (1, 1, "1 error in 1 file and 1 warning. Nothing was published."),
        (0, 1, "1 warning."),
        (0, 2, "2 warnings."),
    ],
)
def test_the_count_below_the_issues_is_grammar(errors, warnings, said):
    found = [issue("leak", f"{number}.json") for number in range(errors)]
    found += [issue("leak-allow-unused", "x.toml", f"/{number}") for number in range(warnings)]
    assert render(found, "text").splitlines()[-1] == said


@pytest.mark.parametrize("command", [main, benchmark], ids=["build-site", "benchmark"])
@pytest.mark.parametrize("path", [(), ("check",), ("serve",), ("import",), ("import", "terminal-bench")])
def test_the_short_and_the_long_option_for_help_are_one(command, path):
    short, long = (CliRunner().invoke(command, [*path, option]) for option in ("-h", "--help"))
    if long.exit_code == 0:
        assert (short.exit_code, short.output) == (0, long.output)


def test_quiet_in_a_pipe(project):
    done = subprocess.run(
        [sys.executable, "-m", "sitegen.cli", "--root", str(project)], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


def test_serve_shows_the_site_and_builds_again(project):
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "sitegen.cli", "serve", "--root", str(project), "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs ignore it
    )
    assert process.stdout is not None
    try:
        line = next(line for line in process.stdout if line.startswith("http://127.0.0.1:"))
        address = line.split()[0]
        with urllib.request.urlopen(address + "about.html") as answer:
            assert answer.status == 200
        page = project / "content/pages/about.md"
        page.write_text(page.read_text() + "\nQuite new.\n")
        for _ in range(200):
            with urllib.request.urlopen(address + "about.html") as answer:
                if b"Quite new" in answer.read():
                    break
            time.sleep(0.1)
        else:
            pytest.fail("the page was not built again")
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        process.stdout.close()
