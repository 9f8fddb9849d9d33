"""The way to an MCP server over stdio: its process, its messages line by line, and everything else that it says."""

import asyncio
import math
import subprocess
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage

from runner.api.contract import ServerCommand
from runner.api.processes import end_tree
from runner.api.unbroken import to_the_end

MAX_LINE_BYTES = 32 * 2**20
"""Longest message of a server; what is longer is taken for noise, so that it can't fill the memory."""
STDERR_KEPT_BYTES = 16 * 2**10
CLOSE_GRACE_S = 1.0
"""How long a server has to end by itself once its standard input is closed."""
_LAST_WORDS_S = 0.2
"""How long the last lines of an ended server are waited for; a grandchild may hold its standard output open."""
_SHOWN_CHARACTERS = 120

Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


@dataclass
class Heard:
    """What a server said and did beside its messages."""

    noise: str | None = None
    """The first line on standard output that is no message, shortened; no message after it is read."""
    stderr_bytes: int = 0
    exit_code: int | None = None
    """None while it runs; negative where a signal ended it."""
    left_behind: bool = False
    """Whether a process of its tree could not be ended."""
    _stderr: deque[bytes] = field(default_factory=deque, repr=False)

    @property
    def stderr_tail(self) -> str:
        """The end of what it wrote to standard error."""
        return b"".join(self._stderr)[-STDERR_KEPT_BYTES:].decode("utf-8", "replace")

    def add_stderr(self, data: bytes) -> None:
        """Keep the end of what is written to standard error, and count all of it."""
        self.stderr_bytes += len(data)
        self._stderr.append(data[-STDERR_KEPT_BYTES:])
        while sum(map(len, self._stderr)) - len(self._stderr[0]) >= STDERR_KEPT_BYTES:
            self._stderr.popleft()


class _Ears(asyncio.SubprocessProtocol):
    """Turns what the process writes into messages, until it ends or writes something else."""

    def __init__(self, heard: Heard, messages: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        self.heard = heard
        self.ended = asyncio.Event()
        self._messages = messages
        self._line = bytearray()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            self.heard.add_stderr(data)
        elif self.heard.noise is None:
            self._take(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:
            self._messages.close()

    def process_exited(self) -> None:
        self.ended.set()
        asyncio.get_running_loop().call_later(_LAST_WORDS_S, self._messages.close)

    def _take(self, data: bytes) -> None:
        *whole, rest = data.split(b"\n")
        for part in whole:
            self._line += part
            line = bytes(self._line)
            self._line.clear()
            if line.strip() and not self._pass_on(line):
                return
        self._line += rest
        if len(self._line) > MAX_LINE_BYTES:
            self._note(bytes(self._line[:_SHOWN_CHARACTERS]))

    def _pass_on(self, line: bytes) -> bool:
        try:
            message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValueError:
            self._note(line)
            return False
        try:
            self._messages.send_nowait(SessionMessage(message))
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            return False  # nobody listens any more
        return True

    def _note(self, line: bytes) -> None:
        self.heard.noise = line[:_SHOWN_CHARACTERS].decode("utf-8", "replace").strip()
        self._line.clear()
        self._messages.close()


@asynccontextmanager
async def served(command: ServerCommand, workspace: Path, heard: Heard) -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """Run a server in its workspace, in a session of its own; on leaving, however, its whole process tree is ended.

    Raises:
        OSError: It can't be started.
    """
    messages, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](math.inf)
    outgoing, to_send = anyio.create_memory_object_stream[SessionMessage](0)
    with messages, incoming, outgoing, to_send:
        ears = _Ears(heard, messages)
        transport = await _started(command, workspace, ears)
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_write, to_send, transport)
                try:
                    yield incoming, outgoing
                finally:
                    tasks.cancel_scope.cancel()
        finally:
            await to_the_end(_end(transport, ears, workspace))


async def _started(command: ServerCommand, workspace: Path, ears: _Ears) -> asyncio.SubprocessTransport:
    transport, _ = await asyncio.get_running_loop().subprocess_exec(
        lambda: ears,
        command.command,
        *command.args,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=workspace,
        env=dict(command.env),
        start_new_session=True,
    )
    return transport


async def _write(messages: MemoryObjectReceiveStream[SessionMessage], transport: asyncio.SubprocessTransport) -> None:
    stdin = cast(asyncio.WriteTransport, transport.get_pipe_transport(0))
    async for each in messages:
        if not stdin.is_closing():
            stdin.write(each.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n")


async def _end(transport: asyncio.SubprocessTransport, ears: _Ears, workspace: Path) -> None:
    stdin = transport.get_pipe_transport(0)
    if stdin is not None:
        stdin.close()
    with anyio.move_on_after(CLOSE_GRACE_S):
        await ears.ended.wait()
    ears.heard.left_behind = not await end_tree(transport.get_pid(), workspace)
    with anyio.move_on_after(CLOSE_GRACE_S):
        await ears.ended.wait()
    ears.heard.exit_code = transport.get_returncode()
    transport.close()
