"""FORM as a process: a real MCP client over stdio, and raw lines for what no client would send."""

import asyncio
import base64
import io
import json
import signal
import subprocess
import sys
import threading
import tracemalloc
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

import sitegen
from runner.form.dispatch import TOOLS
from runner.form.transport import MAX_LINE_BYTES, read_line

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-m", "runner.form", "--workspace"]
BOX = {"label": "a", "size": [10, 20, 30], "at": [0, 0, 0]}
DEADLINE_S = 60
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


@asynccontextmanager
async def connected(workspace):
    """A client of a fresh server; afterwards its standard error must be empty."""
    parameters = StdioServerParameters(
        command=COMMAND[0], args=[*COMMAND[1:], str(workspace)], cwd=str(workspace), env={"PYTHONPATH": str(ROOT)}
    )
    log = workspace.parent / f"{workspace.name}.stderr"
    with log.open("w") as errlog:
        async with Client(stdio_client(parameters, errlog=errlog), read_timeout_seconds=DEADLINE_S) as client:
            yield client
    assert log.read_text() == ""


def in_client(workspace, talk):
    async def run():
        async with connected(workspace) as client:
            return await talk(client)

    return asyncio.run(run())


async def ask(client, tool, **arguments):
    result = await client.call_tool(tool, arguments)
    return result.is_error, json.loads(result.content[0].text)


def test_a_client_sees_the_tools_as_they_are_declared(tmp_path):
    async def talk(client):
        return client.server_info, client.instructions, await client.list_tools()

    info, instructions, listed = in_client(tmp_path, talk)
    assert (info.name, info.version) == ("form", sitegen.__version__)
    assert "mm" in instructions
    assert "degrees" in instructions
    shown = [tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in listed.tools]
    assert shown == [
        {"name": tool.name, "description": tool.description, "inputSchema": tool.schema()} for tool in TOOLS.values()
    ]


def test_a_session_from_empty_to_saved(tmp_path):
    async def talk(client):
        assert await ask(client, "list") == (False, {"solids": []})
        failed, box = await ask(client, "box", **BOX)
        assert not failed
        assert box == {"label": "a", "min": [-5, -10, 0], "max": [5, 10, 30], "volume_mm3": 6000}
        cut = {"label": "a", "mode": "cut", "size": [99, 99, 99], "at": [0, 0, -30]}
        failed, error = await ask(
            client, "batch", calls=[{"tool": "box", "args": {**BOX, "label": "b"}}, {"tool": "box", "args": cut}]
        )
        assert failed
        assert error["code"] == "empty_result"
        assert error["failed_call"] == 1
        assert (await ask(client, "list"))[1] == {"solids": [["a", [-5, -10, 0], [5, 10, 30], 6000, ""]]}
        bore = {"label": "a", "mode": "cut", "size": [4, 5, 99], "at": [0, 0, -1]}
        failed, done = await ask(client, "batch", calls=[{"tool": "box", "args": bore}, {"tool": "list"}])
        assert not failed
        assert done["applied"] == 2
        assert done["results"][1] == {"solids": [["a", [-5, -10, 0], [5, 10, 30], 6000 - 4 * 5 * 30, ""]]}
        failed, exported = await ask(client, "export", format="stl")
        assert (failed, exported["file"]) == (False, "model.stl")
        failed, saved = await ask(client, "save")
        assert not failed
        failed, opened = await ask(client, "open")
        assert (failed, opened["same_bytes"], opened["sha256"]) == (False, True, saved["sha256"])
        failed, error = await ask(client, "save", file="../out.form.json")
        assert (failed, error["code"]) == (True, "bad_path")
        failed, error = await ask(client, "no_such")
        assert (failed, error["code"]) == (True, "no_such_tool")
        picture = (await client.call_tool("capture_view", {"width_px": 200})).content[1]
        assert picture.mime_type == "image/png"
        assert base64.b64decode(picture.data)[:4] == b"\x89PNG"

    in_client(tmp_path, talk)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model.form.json", "model.stl"]


def test_every_server_starts_empty(tmp_path):
    async def make(client):
        return await ask(client, "box", **BOX)

    async def look(client):
        return await ask(client, "list")

    in_client(tmp_path, make)
    assert in_client(tmp_path, look) == (False, {"solids": []})
    assert list(tmp_path.iterdir()) == []


def test_calls_sent_together_are_done_in_order(tmp_path):
    async def talk(client):
        calls = [client.call_tool("box", {**BOX, "label": f"n{n}"}) for n in range(20)]
        await asyncio.gather(*calls)
        return await ask(client, "list")

    _, answer = in_client(tmp_path, talk)
    assert [line[0] for line in answer["solids"]] == [f"n{n}" for n in range(20)]


@contextmanager
def started(workspace, *command):
    """A raw server process, initialised; killed at the end, or when it has not answered for long."""
    process = subprocess.Popen(
        command or [*COMMAND, str(workspace)],
        cwd=workspace,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    watch = threading.Timer(DEADLINE_S, process.kill)
    watch.start()
    try:
        answer = exchange(process, {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO})
        assert answer["id"] == 1
        send(process, {"jsonrpc": "2.0", "method": "notifications/initialized"})
        yield process
    finally:
        watch.cancel()
        process.kill()
        process.communicate(timeout=DEADLINE_S)


def send(process, message):
    process.stdin.write((message if isinstance(message, bytes) else json.dumps(message).encode()) + b"\n")
    process.stdin.flush()


def exchange(process, message):
    send(process, message)
    return json.loads(process.stdout.readline())


def request(identity, tool, arguments):
    """A call as bytes, with the arguments as they are."""
    head = f'{{"jsonrpc":"2.0","id":{identity},"method":"tools/call","params":{{"name":"{tool}","arguments":'
    return head.encode() + arguments + b"}}"


def test_bad_lines_are_answered_and_the_server_lives_on(tmp_path):
    with started(tmp_path) as process:
        # Not JSON for the SDK: no valid text, nesting beyond its depth, no JSON at all.
        assert exchange(process, request(2, "box", b'{"label":"\\ud800"}'))["error"]["code"] == -32700
        deep = exchange(process, request(3, "batch", b"[" * 100_000 + b"]" * 100_000))
        assert (deep["id"], deep["error"]["code"]) == (3, -32700)
        assert exchange(process, b"what?")["id"] is None
        # JSON, but no message; a message, but no call.
        assert exchange(process, b'{"jsonrpc":"2.0","id":"x","y":1}')["error"]["code"] == -32600
        assert exchange(process, request(4, "box", b"[1]"))["error"]["code"] == -32602
        # Calls with bad arguments.
        for identity, arguments in enumerate(
            [
                b'{"label":"n","size":[1,2,NaN],"at":[0,0,0]}',
                b'{"label":"n","size":[1,2,1e999],"at":[0,0,0]}',
                b'{"label":"n","size":' + b"[" * 150 + b"]" * 150 + b',"at":[0,0,0]}',
                b'{"label":"n","size":[1,2,' + b"9" * 4_000 + b'],"at":[0,0,0]}',
                b'{"label":"' + b"n" * (MAX_LINE_BYTES - 1_000) + b'","size":[1,2,3],"at":[0,0,0]}',
                b"null",
            ],
            start=5,
        ):
            answer = exchange(process, request(identity, "box", arguments))
            assert answer["id"] == identity
            assert answer["result"]["isError"] is True
            assert len(answer["result"]["content"][0]["text"]) < 400
        answer = exchange(process, request(20, "list", b"{}"))
        assert json.loads(answer["result"]["content"][0]["text"]) == {"solids": []}


def test_a_request_with_an_id_of_another_type_is_answered(tmp_path):
    with started(tmp_path) as process:
        for identity in ("1.5", "2.0", "null", "true", "[3]", "{}"):
            line = f'{{"jsonrpc":"2.0","id":{identity},"method":"tools/list"}}'.encode()
            answer = exchange(process, line)
            assert (answer["id"], answer["error"]["code"]) == (None, -32600)
        assert exchange(process, {"jsonrpc": "2.0", "id": "a", "method": "ping"})["id"] == "a"


def test_a_line_beyond_the_limit_is_answered_and_left_out(tmp_path):
    with started(tmp_path) as process:
        for identity, size in ((2, MAX_LINE_BYTES), (3, 3 * MAX_LINE_BYTES)):
            answer = exchange(process, request(identity, "rename", b'{"label":"' + b"n" * size + b'"}'))
            assert (answer["id"], answer["error"]["code"]) == (identity, -32600)
            assert str(MAX_LINE_BYTES) in answer["error"]["message"]
        assert exchange(process, {"jsonrpc": "2.0", "id": 4, "method": "ping"})["id"] == 4


class LongLine(io.RawIOBase):
    """A line of 200 MB, made while it is read, and a short one."""

    def __init__(self):
        self.left = [b"n" * 1_000_000] * 200 + [b"\nshort"]
        self.left.reverse()

    def readable(self):
        return True

    def readinto(self, buffer):
        chunk = self.left.pop() if self.left else b""
        if len(chunk) > len(buffer):
            self.left.append(chunk[len(buffer) :])
        taken = min(len(chunk), len(buffer))
        buffer[:taken] = chunk[:taken]
        return taken


def test_a_long_line_is_not_held():
    file = io.BufferedReader(LongLine())
    tracemalloc.start()
    try:
        line, length = read_line(file)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert length == 200_000_001
    assert len(line) < 1_000
    assert peak < 8 * MAX_LINE_BYTES
    assert read_line(file) == (b"short", 5)
    assert read_line(file) == (b"", 0)


NOISY = """
import ctypes, os, sys
from runner.form import dispatch
from runner.form.__main__ import main
from runner.form.tools.kinds import AskTool
def noise(assembly, values):
    print("python speaks")
    os.write(1, b"the system speaks\\n")
    ctypes.CDLL(None).puts(b"a library speaks")
    return {}
dispatch.TOOLS["list"] = AskTool("list", "", (), noise)
main()
"""


def test_nothing_but_mcp_reaches_standard_output(tmp_path):
    with started(tmp_path, sys.executable, "-c", NOISY) as process:
        assert exchange(process, request(2, "list", b"{}"))["result"]["isError"] is False
        output, errors = process.communicate(timeout=DEADLINE_S)
        assert output == b""
        assert b"the system speaks" in errors
        assert process.returncode == 0


def test_the_end_of_its_input_ends_the_server(tmp_path):
    with started(tmp_path) as process:
        send(process, request(2, "box", json.dumps(BOX).encode()))
        output, errors = process.communicate(timeout=DEADLINE_S)
        assert [json.loads(line)["id"] for line in output.splitlines()] in ([2], [])
        assert (process.returncode, errors) == (0, b"")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_a_signal_ends_the_server_and_leaves_no_file(tmp_path, number):
    with started(tmp_path) as process:
        exchange(process, request(2, "box", json.dumps(BOX).encode()))
        process.send_signal(number)
        process.wait(timeout=DEADLINE_S)
        assert process.returncode == -number
    assert list(tmp_path.iterdir()) == []


def test_a_client_that_is_gone_ends_the_server(tmp_path):
    with started(tmp_path) as process:
        process.stdout.close()
        send(process, request(2, "box", json.dumps(BOX).encode()))
        process.stdin.close()
        process.wait(timeout=DEADLINE_S)
        process.stdout = None
        process.stdin = None


def test_a_missing_workspace_is_a_wrong_call(tmp_path):
    done = subprocess.run([*COMMAND, str(tmp_path / "none")], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "does not exist" in done.stderr


def test_starting_loads_nothing_that_only_some_tools_need(tmp_path):
    script = "import sys, runner.form.__main__; print([n for n in sys.argv[1:] if n in sys.modules])"
    heavy = ["cairosvg", "shapely", "pandas", "OCP", "sitegen.views", "sitegen.records", "jinja2"]
    done = subprocess.run([sys.executable, "-c", script, *heavy], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
