"""Servers that misbehave: each fault has its own name, and no process is left behind."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from runner.api import session, stdio
from runner.api.contract import ServerCommand
from runner.api.processes import tree
from runner.api.session import ServerError, with_session
from runner.api.stdio import Heard
from tests.unit.api.rig import answer, call, made, planned

SCRIPT = Path(__file__).with_name("server.py")
DO = answer(call("do"))
NO_LEADER = -1
"""A process id that is nobody's: what works in the workspace is found all the same."""


def server(behaviour, **env):
    return ServerCommand(sys.executable, (str(SCRIPT), behaviour), {"PYTHONIOENCODING": "utf-8", **env})


def outcome(folder, behaviour, *answers, **more):
    run = planned(server=server(behaviour, NOTES=str(folder.parent)), **more)
    return asyncio.run(made(folder, answers, run=run))


def in_session(tmp_path, behaviour, work, heard=None, **env):
    async def run():
        return await with_session(server(behaviour, **env), tmp_path, ("set_camera",), heard or Heard(), work)

    return asyncio.run(run())


async def do(given, _tools):
    return await given.call("do", {}, 30)


@pytest.mark.parametrize(
    ("behaviour", "reason", "words"),
    [
        ("banner", "server-wrote-to-stdout", "server writes to stdout: Server {ready} on stdio"),
        ("broken", "server-not-ready", "it ended with exit code 1; no such kernel"),
        ("endless", "server-not-ready", "its list of tools has more than 100 pages"),
        ("no-tools", "server-not-ready", "it lists no tool that the task allows"),
        ("uncarried", "server-not-ready", "a tool can't be sent: uncarried: no provider takes it"),
    ],
)
def test_a_server_that_is_of_no_use_starts_no_run(tmp_path, behaviour, reason, words):
    finished, sent = outcome(tmp_path / "run", behaviour, answer())
    assert (finished.run.status, finished.run.stop.reason, finished.run.stop.detail) == ("not_started", reason, words)
    assert sent.requests == []
    assert finished.run.requests == 0
    assert finished.run.evaluation is None
    assert finished.halt is None


def test_a_command_that_does_not_exist_starts_no_run(tmp_path):
    run = planned(server=ServerCommand("no-such-command", (), {}))
    finished, _ = asyncio.run(made(tmp_path / "run", [], run=run))
    assert (finished.run.status, finished.run.stop.reason) == ("not_started", "server-not-ready")
    assert "No such file" in finished.run.stop.detail


def test_a_mute_server_is_not_waited_for_longer_than_it_may_take(tmp_path, monkeypatch):
    monkeypatch.setattr(session, "READY_S", 0.3)
    with pytest.raises(ServerError, match="did not answer within") as caught:
        in_session(tmp_path, "mute", do)
    assert caught.value.reason == "server-not-ready"


@pytest.mark.parametrize(
    ("behaviour", "reason", "words"),
    [
        ("noise", "server-wrote-to-stdout", "do: server writes to stdout: INFO measure called"),
        ("dies", "server-ended", "do: the server ended the connection"),
    ],
)
def test_a_server_that_fails_in_a_call_ends_the_run_and_loses_the_document(tmp_path, behaviour, reason, words):
    finished, _ = outcome(tmp_path / "run", behaviour, DO, answer())
    run = finished.run
    assert (run.status, run.stop.reason, run.stop.detail) == ("failed", reason, words)
    assert (run.requests, run.turns, run.tool_calls, run.failed_tool_calls) == (1, 1, 1, 1)
    assert run.document.saved is False
    assert run.evaluation.grade.points is None
    assert "lost" in run.evaluation.grade.reason
    assert run.artifacts == ()
    assert finished.halt is None


def test_a_line_without_end_does_not_fill_the_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(stdio, "MAX_LINE_BYTES", 2**20)
    heard = Heard()

    async def work(given, _tools):
        with pytest.raises(ServerError, match="server writes to stdout: xxx") as caught:
            await given.call("do", {}, 30)
        return caught.value

    assert in_session(tmp_path, "long-line", work, heard).reason == "server-wrote-to-stdout"
    assert heard.noise == "x" * 120


@pytest.mark.parametrize("behaviour", ["hangs", "hangs-and-ignores"])
def test_a_server_that_hangs_ends_by_the_deadline(tmp_path, behaviour, monkeypatch):
    monkeypatch.setattr("runner.api.saving.SAVE_S", 0.1)
    monkeypatch.setattr("runner.api.processes.TERM_GRACE_S", 0.1)
    run = planned(server=server(behaviour), limits={"request_ms": 200})
    finished, _ = asyncio.run(made(tmp_path / "run", [DO], run=run))
    assert finished.run.stop.reason == "server-hung"
    assert finished.run.stop.detail == "do gave no answer within 200 ms"
    assert finished.run.document.detail == "save: no answer within 0.1 s"


def test_a_tool_call_that_outlasts_the_run_is_the_runs_limit(tmp_path, monkeypatch):
    monkeypatch.setattr("runner.api.saving.SAVE_S", 0.1)
    run = planned(server=server("hangs"), limits={"run_ms": 300, "request_ms": 300})
    finished, _ = asyncio.run(made(tmp_path / "run", [DO], run=run))
    assert (finished.run.stop.reason, finished.run.stop.detail) == ("run-time-limit", "do was still running")


def test_at_the_limit_the_grandchildren_end_too(tmp_path, monkeypatch):
    monkeypatch.setattr("runner.api.saving.SAVE_S", 0.1)
    run = planned(server=server("hangs-with-child", NOTES=str(tmp_path)), limits={"run_ms": 300, "request_ms": 300})
    finished, _ = asyncio.run(made(tmp_path / "run", [DO], run=run))
    assert finished.run.stop.reason == "run-time-limit"
    (child,) = tmp_path.glob("child-*")
    assert not alive(int(child.name.partition("-")[2]))


@pytest.mark.parametrize(
    ("behaviour", "detail"),
    [
        ("link", "save left no document: Too many levels of symbolic links"),
        ("folder", "save left no document: Is a directory"),
        ("huge", "save left no document: model.form.json is larger than 67108864 bytes"),
        ("stale", "the document is not the one that save wrote"),
        ("refuses", 'save was refused: {"sha256": "' + "0" * 64 + '"}'),
        ("quiet", "save left no document: No such file or directory"),
    ],
)
def test_what_is_no_saved_document_is_not_taken_for_one(tmp_path, behaviour, detail):
    (tmp_path / "secret.json").write_text("{}")
    finished, _ = outcome(tmp_path / "run", behaviour, answer())
    assert (finished.run.document.saved, finished.run.document.detail) == (False, detail)
    assert finished.run.artifacts == ()
    assert finished.run.evaluation.grade.points is None
    assert finished.run.stop.reason == "answered"


def test_a_server_that_floods_standard_error_is_heard_in_part(tmp_path):
    heard = Heard()
    assert in_session(tmp_path, "floods", do, heard).text == "done"
    assert heard.stderr_bytes == 300 * 10_000 + 14
    assert len(heard.stderr_tail) == 16 * 2**10
    assert heard.stderr_tail.endswith("y\nthe last words")


@pytest.mark.parametrize("behaviour", ["child", "own-session", "orphan", "ignores", "quiet"])
def test_no_process_of_a_server_is_left(tmp_path, behaviour, monkeypatch):
    monkeypatch.setattr("runner.api.stdio.CLOSE_GRACE_S", 0.2)
    monkeypatch.setattr("runner.api.processes.TERM_GRACE_S", 0.2)
    heard, work_place = Heard(), tmp_path / "workspace"
    work_place.mkdir()

    async def work(given, _tools):
        await given.call("do", {}, 30)
        return tree(NO_LEADER, work_place)

    before = in_session(work_place, behaviour, work, heard, NOTES=str(tmp_path))
    assert len(before) == (1 if behaviour in ("ignores", "quiet") else 2)
    assert not heard.left_behind
    assert [pid for pid in before if Path(f"/proc/{pid}").exists() and alive(pid)] == []


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_a_cancelled_session_leaves_no_process(tmp_path):
    async def run():
        found: list[int] = []

        async def work(_given, _tools):
            found.extend(tree(NO_LEADER, tmp_path))
            await asyncio.sleep(60)

        task = asyncio.create_task(with_session(server("child", NOTES=str(tmp_path)), tmp_path, (), Heard(), work))
        while not found:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return found

    found = asyncio.run(run())
    assert len(found) == 2
    assert not [pid for pid in found if alive(pid)]


def test_the_environment_of_a_server_is_what_it_is_given_and_no_more(tmp_path):
    key = "".join(reversed("yek-a-ton-si-siht"))

    async def work(_given, _tools):
        (pid,) = tree(NO_LEADER, tmp_path)
        return Path(f"/proc/{pid}/environ").read_bytes()

    os.environ["SOME_API_KEY"] = key
    try:
        environ = in_session(tmp_path, "quiet", work)
    finally:
        del os.environ["SOME_API_KEY"]
    names = {entry.partition(b"=")[0] for entry in environ.split(b"\0") if entry}
    assert names == {b"PYTHONIOENCODING"}
    assert key.encode() not in environ


def test_all_pages_of_a_tool_list_are_read_and_excluded_tools_left_out(tmp_path):
    async def work(_given, tools):
        return [tool.name for tool in tools]

    assert in_session(tmp_path, "pages", work) == ["do", "count", "save"]


def test_a_result_that_breaks_its_own_schema_is_an_error_of_the_tool(tmp_path):
    async def work(given, _tools):
        return await given.call("count", {}, 30), await given.call("do", {}, 30)

    broken, whole = in_session(tmp_path, "quiet", work)
    assert broken.is_error
    assert broken.text.startswith("The server's result is not what the tool declares: ")
    assert (whole.text, whole.is_error) == ("done", False)


def test_a_picture_stays_a_picture_and_is_not_in_the_trace(tmp_path):
    _, sent = outcome(tmp_path / "run", "picture", DO, answer())
    assert sent.said(1) == [["front view", False, 1]]
    trace = (tmp_path / "run" / "trace.jsonl").read_text()
    assert '"media_type": "image/png"' in trace
    assert "iVBORw0KGgo" not in trace


@pytest.mark.parametrize(("behaviour", "text"), [("sound", "[left out: a sound of type audio/wav]"), ("empty", "")])
def test_other_blocks_become_a_note_and_nothing_an_empty_text(tmp_path, behaviour, text):
    _, sent = outcome(tmp_path / "run", behaviour, DO, answer())
    assert sent.said(1) == [[text, False, 0]]
