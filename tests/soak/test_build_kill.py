"""`kill -9` at 50 points of a build: no half file, and the next build gives what an undisturbed one would."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.unit.build.trees import contents, edit_json, make_project, run_build

POINTS = 50

# Ends the build by SIGKILL at its k-th step that changes the file system; without an argument it only counts them.
STEPPER = """
import os, pathlib, signal, sys
last, count = int(sys.argv.pop(1)), 0
def counted(name):
    real = getattr(os, name)
    def step(*args, **kwargs):
        global count
        count += 1
        if count == last:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **kwargs)
    setattr(os, name, step)
for name in ("replace", "rename", "unlink", "rmdir", "mkdir", "fsync"):
    counted(name)
real_open = os.open
def opened(path, flags, *args, **kwargs):
    global count
    if flags & os.O_CREAT:
        count += 1
        if count == last:
            os.kill(os.getpid(), signal.SIGKILL)
    return real_open(path, flags, *args, **kwargs)
os.open = opened
from sitegen.cli import main
try:
    main(sys.argv[1:], standalone_mode=False)
finally:
    print(count)
"""


def _run(root, last, **more):
    command = [sys.executable, "-c", STEPPER, str(last), "--root", str(root), "--jobs", "1"]
    environ = {**os.environ, "PYTHONPATH": str(Path.cwd())}
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False, **more)


def _manifest(public):
    files = json.loads((public / "manifest.json").read_text())["files"]
    return {one["path"]: one["sha256"] for one in files}


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    """A built project whose content has changed since, and the site that a build of it gives."""
    root = make_project(tmp_path_factory.mktemp("kill") / "project")
    run_build(root)
    old = _manifest(root / "public")
    for run in sorted((root / "content/evidence/core-one/runs").iterdir())[:3]:
        record = json.loads((run / "run.json").read_text())
        edit_json(run / "run.json", wall_ms=(record["wall_ms"] or 0) + 1_234, missing={})
    for run in sorted((root / "content/evidence").glob("core-two*/runs/*"))[:1]:
        suite = run.parent.parent
        shutil.rmtree(run)
        slots = json.loads((suite / "suite.json").read_text())["slots"]
        edit_json(suite / "suite.json", slots=[slot for slot in slots if slot["run"] != run.name])
    other = tmp_path_factory.mktemp("undisturbed") / "project"
    shutil.copytree(root, other)
    steps = int(_run(other, 0).stdout.splitlines()[-1])
    return root, old, contents(other / "public"), steps


@pytest.mark.parametrize("point", range(POINTS))
def test_killed_build(changed, tmp_path, point):
    root, old, wanted, steps = changed
    project = tmp_path / "project"
    shutil.copytree(root, project)
    killed = _run(project, 1 + point * (steps - 1) // (POINTS - 1))
    assert killed.returncode == -9
    new = {path: hashlib.sha256(data).hexdigest() for path, data in wanted.items()}
    for path, data in contents(project / "public").items():
        if path != "manifest.json":
            assert hashlib.sha256(data).hexdigest() in (old.get(path), new.get(path)), path
    before_swap = not (project / "public.stage" / "journal.json").exists() and _manifest(project / "public") == old
    if before_swap:
        found = {path: hashlib.sha256(data).hexdigest() for path, data in contents(project / "public").items()}
        assert {path: one for path, one in found.items() if path != "manifest.json"} == old
    report = run_build(project)
    assert not report.failed
    assert contents(project / "public") == wanted


def test_killed_at_random_moments(changed, tmp_path):
    """Workers and timing included: killed by the clock, not by a step."""
    root, _old, wanted, _steps = changed
    command = [sys.executable, "-m", "sitegen.cli", "--jobs", "2", "--fresh", "--root"]
    for index in range(12):
        project = tmp_path / str(index)
        shutil.copytree(root, project)
        process = subprocess.Popen([*command, str(project)], env={**os.environ, "PYTHONPATH": str(Path.cwd())})
        time.sleep(0.2 + 0.2 * index)
        process.kill()
        process.wait()
        run_build(project)
        assert contents(project / "public") == wanted
