"""The runner's own end: Ctrl-C leaves whole evidence, SIGKILL leaves whole files, and neither leaves a process."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from runner.api.trace import events
from sitegen.records.kinds.api import ApiRun
from tests.simulator.script import Call, Stall, Turn, script
from tests.unit.api.rig import ROOT

DEADLINE_S = 60
BOX = Call("box", {"label": "a", "size": [10, 20, 30], "at": [0, 0, 0]})


def until(found):
    """Wait for something to be true."""
    end = time.monotonic() + DEADLINE_S
    while not found():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)


def children_of(pid):
    found = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            except OSError:
                continue
            if int(parent) == pid and state not in "ZX":
                found.add(int(folder.name))
    return found


def gone(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


@contextmanager
def driven(simulator, folder):
    """A runner in a process of its own that waits for its second response, and the servers that it has started."""
    command = [sys.executable, "-m", "tests.unit.api.driver", str(folder), simulator.url("openai")]
    environ = {**os.environ, "TMPDIR": str(folder.parent)}
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            assert process.stdin
            process.stdin.write(simulator.key("openai") + "\n")
            process.stdin.flush()
            until(lambda: len(simulator.log) == 2 or process.poll() is not None)
            yield process, children_of(process.pid)
        finally:
            process.kill()


@pytest.fixture
def simulator(simulate):
    return simulate(script(Turn(calls=(BOX,)), Stall()))


def test_ctrl_c_ends_the_run_in_order(tmp_path, simulator):
    folder = tmp_path / "run"
    with driven(simulator, folder) as (process, servers):
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=DEADLINE_S)
    assert (process.returncode, output) == (130, "")
    assert len(servers) == 1
    until(lambda: all(gone(pid) for pid in servers))
    run = ApiRun.model_validate_json((folder / "run.json").read_bytes())
    assert (run.status, run.stop.reason, run.requests, run.turns) == ("failed", "interrupted", 2, 1)
    assert run.evaluation
    assert run.evaluation.grade.visible_objects == 1
    assert run.document
    assert run.document.reopened
    assert [one["event"] for one in events(folder / "trace.jsonl")][-1] == "end"
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_a_killed_runner_leaves_whole_files_and_no_server(tmp_path, simulator):
    folder = tmp_path / "run"
    with driven(simulator, folder) as (process, servers):
        process.kill()
        process.wait(timeout=DEADLINE_S)
    assert len(servers) == 1
    until(lambda: all(gone(pid) for pid in servers))
    assert sorted(path.name for path in folder.iterdir()) == [".reserve", "trace.jsonl"]
    found = [one["event"] for one in events(folder / "trace.jsonl")]
    assert found == ["start", "request", "response", "call", "result", "request"]
    assert json.loads((folder / "trace.jsonl").read_text().splitlines()[0])["run"] == "plain-r1"
