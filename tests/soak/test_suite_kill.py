"""A runner that is killed at 50 random points of a suite leaves whole files, a true manifest, and good evidence.

The runs replay calls written by hand against the real FORM; the report and the build are the real ones.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from runner.suite import manifest as manifests
from runner.suite.checkout import OWN_ROOT
from sitegen.records import RUN, SUITE

KILLS = 50
SEED = 4
REPETITIONS = 3
GONE_WITHIN_S = 60
CONTENT = ("site.toml", "method", "pages")
pytestmark = pytest.mark.soak

STATES = {"planned", "running", "finished", "not_started"}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    root = tmp_path_factory.mktemp("kill")
    (root / "tmp").mkdir()
    (root / "content").mkdir()
    for name in CONTENT:
        source = OWN_ROOT / "content" / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, root / "content" / name)
    return root


def command(module, *words):
    return [sys.executable, "-c", f"from {module}.cli import main; main()", *map(str, words)]


def environment(root):
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return {**kept, "PYTHONPATH": str(OWN_ROOT), "TMPDIR": str(root / "tmp")}


def suite(root, id):
    words = ("run", "--models", "scripted", "--benchmarks", OWN_ROOT / "benchmarks", "--repetitions", REPETITIONS)
    return command("runner", *words, "--output", root / "suites" / id)


def finished(root, words):
    done = subprocess.run(words, cwd=root, env=environment(root), capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def survivors(root):
    """Processes that were started below the place, by what they were told of it."""
    mark = str(root).encode()
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdecimal():
            try:
                if mark in (path / "environ").read_bytes():
                    found.append(path.name)
            except OSError:
                continue
    return found


def begun(root, id, process):
    """Wait until the suite has its folder; preparing it is nothing that could be cut in half."""
    while not (root / "suites" / id).exists():
        assert process.poll() is None
        time.sleep(0.005)


def started(root, id):
    return subprocess.Popen(
        suite(root, id), cwd=root, env=environment(root), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def whole_s(root):
    """How long a suite takes once it has its folder."""
    with started(root, "whole") as process:
        begun(root, "whole", process)
        start = time.monotonic()
        assert process.wait(600) == 0
        return time.monotonic() - start


def killed(root, id, after_s, *, early=False):
    with started(root, id) as process:
        if not early:
            begun(root, id, process)
        time.sleep(after_s)
        process.kill()
    deadline = time.monotonic() + GONE_WITHIN_S
    while survivors(root):
        assert time.monotonic() < deadline, "a process of the server outlived its runner"
        time.sleep(0.05)


def requests_of(folder):
    """Requests of a run by its trace, a line that was cut off left out: the count that its record must have."""
    path = folder / "trace.jsonl"
    lines = path.read_bytes().split(b"\n")[:-1] if path.is_file() else []
    return sum(json.loads(line)["event"] == "request" for line in lines)


def check_files(folder):
    for path in folder.rglob("*.json"):
        json.loads(path.read_bytes())
    manifest = manifests.read(folder).record
    assert manifest is not None
    assert {slot.state for slot in manifest.slots} <= STATES
    for slot in manifest.slots:
        record = folder / "runs" / slot.run / "run.json"
        if slot.state in ("finished", "not_started"):
            assert record.is_file()
        if slot.state == "planned":
            assert not record.is_file()
        if record.is_file():
            run = RUN.validate_json(record.read_bytes())
            for artifact in run.artifacts:
                assert (record.parent / artifact.name).stat().st_size == artifact.bytes
    return manifest


def test_killed_at_any_point(place):
    span_s = whole_s(place)
    chance = random.Random(SEED)
    seen: Counter[str] = Counter()
    for number in range(KILLS):
        id = f"killed-{number}"
        killed(place, id, chance.uniform(0, span_s))
        manifest = check_files(place / "suites" / id)
        seen[", ".join(slot.state for slot in manifest.slots)] += 1
    killed(place, "early", chance.uniform(0, 1), early=True)
    print(f"killed within {span_s:.1f} s:", dict(seen))
    assert len(seen) >= 4, "the kills fell on too few states to say much"
    told = finished(
        place, command("runner", "report", "--input", place / "suites", "--out", place / "content", "--json")
    )
    outcomes = {one["suite"]: one for one in json.loads(told)}
    assert {one["outcome"] for one in outcomes.values()} == {"written"}
    for id, one in outcomes.items():
        check_evidence(place, id, one)
    finished(place, command("sitegen"))
    again = finished(
        place, command("runner", "report", "--input", place / "suites", "--out", place / "content", "--json")
    )
    assert {one["outcome"] for one in json.loads(again)} == {"unchanged"}
    results = json.loads((place / "public/benchmarks/results.json").read_bytes())
    assert {one["id"] for one in results["suites"]} == outcomes.keys()


def check_evidence(root, id, one):
    private, public = root / "suites" / id, root / "content/evidence" / id
    record = SUITE.validate_json((public / "suite.json").read_bytes())
    manifest = manifests.read(private).record
    assert manifest is not None
    assert record.interrupted == one["interrupted"] == (manifest.ended_at is None)
    assert len(record.slots) == REPETITIONS
    for slot in record.slots:
        sent = requests_of(private / "runs" / slot.run)
        assert slot.state == ("started" if sent else "not_started"), f"{id}/{slot.run}"
        path = public / "runs" / slot.run / "run.json"
        if sent:
            run = RUN.validate_json(path.read_bytes())
            whole = (private / "runs" / slot.run / "run.json").is_file()
            assert getattr(run, "requests", None) == sent
            assert run.stop.reason == ("answered" if whole else "interrupted")
            assert run.status == ("completed" if whole else "failed")
