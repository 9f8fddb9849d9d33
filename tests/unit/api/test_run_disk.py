"""A run on a disk that fills up or refuses a write: what is kept, and what is said."""

import errno
import os
import resource
from concurrent.futures import Future
from pathlib import Path

import pytest

from runner.api import evidence
from runner.api.contract import SYSTEM_CLOCK
from runner.api.trace import EvidenceError, Trace, events
from sitegen.records import RUN
from sitegen.store import write_whole
from tests.unit.api.rig import FORM, answer, box, call, make

DO = call("do")


def full(*_args):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_disk_without_room_starts_no_run(tmp_path, monkeypatch):
    monkeypatch.setattr("os.posix_fallocate", full)
    finished, sent = make(tmp_path / "run", [answer()])
    assert (finished.run.status, finished.run.stop.reason) == ("not_started", "evidence-not-written")
    assert finished.halt == finished.lost == "no room for the run's evidence: No space left on device"
    assert sent.requests == []


@pytest.fixture
def small_files():
    """No file can grow beyond 9 MiB, so that the system itself refuses a write."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (9 * 2**20, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.usefixtures("small_files")
def test_a_trace_that_can_no_longer_grow_ends_the_run_and_its_record_has_room(tmp_path):
    folder = tmp_path / "run"
    large = answer(call("list"), text="x" * 10 * 2**20)
    finished, sent = make(folder, [answer(box("a")), large, answer()], server=FORM)
    run = finished.run
    assert (run.stop.reason, run.stop.detail) == ("evidence-not-written", "trace.jsonl: File too large")
    assert finished.lost is None
    assert finished.halt == "trace.jsonl: File too large"
    assert (len(sent.requests), run.requests, run.turns, run.usage.input) == (2, 2, 1, None)
    assert run.evaluation.grade.visible_objects == 1
    assert RUN.validate_json((folder / "run.json").read_bytes()) == run
    assert [one["event"] for one in events(folder / "trace.jsonl")][-1] == "request"
    assert not (folder / "trace.jsonl").read_bytes().endswith(b"\n")
    assert evidence.RESERVE_FILE not in [path.name for path in folder.iterdir()]


class AtOnce:
    """Works in the thread that asks."""

    def __init__(self, **_options):
        pass

    def submit(self, work, *arguments):
        done: Future[None] = Future()
        try:
            done.set_result(work(*arguments))
        except OSError as error:
            done.set_exception(error)
        return done

    def shutdown(self):
        pass


def test_a_line_that_does_not_get_to_the_disk_ends_the_run_at_the_next_one(tmp_path, monkeypatch):
    monkeypatch.setattr("os.fsync", full)
    noted = Trace(tmp_path, None, SYSTEM_CLOCK)
    noted.add("a")
    with pytest.raises(EvidenceError, match=r"trace.jsonl: No space left on device"):
        noted.flush()
    noted.add("b")
    assert [one["event"] for one in events(tmp_path / "trace.jsonl")] == ["a"]
    monkeypatch.setattr("runner.api.trace.ThreadPoolExecutor", AtOnce)
    finished, sent = make(tmp_path / "run", [answer(DO), answer()])
    assert (finished.run.stop.reason, len(sent.requests)) == ("evidence-not-written", 0)
    assert finished.halt == "run.json: No space left on device"


def test_every_line_is_on_the_disk_before_the_record(tmp_path, monkeypatch):
    done: list[str] = []

    def slow(handle):
        real(handle)
        done.append(Path(f"/proc/self/fd/{handle}").readlink().name)

    real = os.fsync
    monkeypatch.setattr("os.fsync", slow)
    make(tmp_path / "run", [answer(DO), answer()])
    assert done[-1].startswith(".part-")
    assert set(done[:-1]) == {"trace.jsonl"}


def test_a_document_that_cannot_be_kept_is_lost(tmp_path, monkeypatch):
    def only_records(path, data):
        if path.name != "run.json":
            full()
        write_whole(path, data)

    monkeypatch.setattr("runner.api.evidence.write_whole", only_records)
    finished, _ = make(tmp_path / "run", [answer(box("a")), answer()], server=FORM)
    run = finished.run
    assert (run.status, run.artifacts, run.document.saved) == ("completed", (), False)
    assert run.evaluation.grade.points is None
    assert finished.halt == "front.svg: No space left on device"


def test_a_record_that_cannot_be_written_halts_the_suite(tmp_path, monkeypatch):
    monkeypatch.setattr("runner.api.evidence.write_whole", full)
    finished, _ = make(tmp_path / "run", [answer()])
    assert finished.halt == finished.lost == "run.json: No space left on device"
    assert finished.run.stop.reason == "answered"
