"""Lines of standard input as MCP messages, and messages as lines of standard output.

The SDK's own reader takes lines of any length and drops those that are no message: their client would wait in vain.
Here whatever cannot be taken is answered at once with a JSON-RPC error.
"""

import json
import re
from types import TracebackType
from typing import BinaryIO, Self

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

MAX_LINE_BYTES = 4_000_000
"""A batch of 100 outlines of 500 corners each has a third of that."""
_ID = re.compile(rb'"id"\s*:\s*(\d{1,15}|"[^"\\]{1,64}")')
_SEARCHED_BYTES = 200
"""The id stands near the beginning or the end of a line, before or after its parameters."""


class RefusedLineError(Exception):
    """Raised where a line is no message; `answer` is what its sender gets."""

    def __init__(self, code: int, text: str, request_id: int | str | None = None) -> None:
        super().__init__(text)
        error = types.ErrorData(code=code, message=text)
        self.answer = types.JSONRPCError(jsonrpc="2.0", id=request_id, error=error)


class _Stream:
    """What the SDK asks of either direction besides its messages."""

    async def aclose(self) -> None:
        """Leave the file open: the process ends next."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class Outgoing(_Stream):
    """Messages written as lines."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._lock = anyio.Lock()

    async def send(self, item: SessionMessage, /) -> None:
        """Write one message."""
        line = item.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
        async with self._lock:
            await anyio.to_thread.run_sync(self._write, line)

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()


class Incoming(_Stream):
    """The messages among the lines; every other line is answered and left out."""

    def __init__(self, file: BinaryIO, outgoing: Outgoing) -> None:
        self._file = file
        self._outgoing = outgoing

    async def receive(self) -> SessionMessage | Exception:
        """Return the next message.

        Raises:
            EndOfStream: at the end of the input.
        """
        while True:
            line, length = await anyio.to_thread.run_sync(read_line, self._file)
            if not length:
                raise anyio.EndOfStream
            try:
                return SessionMessage(read_message(line, length))
            except RefusedLineError as error:
                await self._outgoing.send(SessionMessage(error.answer))

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None


def read_line(file: BinaryIO) -> tuple[bytes, int]:
    """Return the next line and its length; of a line beyond the limit, which is never held whole, only the two ends."""
    line = file.readline(MAX_LINE_BYTES)
    length, last = len(line), line
    while last and not last.endswith(b"\n"):
        last = file.readline(MAX_LINE_BYTES)
        line = line[:_SEARCHED_BYTES] + (line[-_SEARCHED_BYTES:] + last)[-_SEARCHED_BYTES:] if last else line
        length += len(last)
    return line, length


def read_message(line: bytes, length: int) -> types.JSONRPCMessage:
    """Return the message of a line.

    Raises:
        RefusedLineError: where there is none; with the id of the request where that can be seen.
    """
    if length > MAX_LINE_BYTES:
        text = f"a line may have {MAX_LINE_BYTES} bytes, this one has {length}: send less in one call"
        raise RefusedLineError(types.INVALID_REQUEST, text, _seen_id(line))
    try:
        message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        if fault["type"] == "json_invalid":
            raise RefusedLineError(types.PARSE_ERROR, fault["msg"], _seen_id(line)) from None
        found = fault["input"].get("id") if isinstance(fault["input"], dict) else None
        request_id = found if isinstance(found, int | str) and not isinstance(found, bool) else None
        raise RefusedLineError(types.INVALID_REQUEST, "the line is no JSON-RPC message", request_id) from None
    if isinstance(message, types.JSONRPCNotification) and "id" in json.loads(line):
        # The SDK takes a request with an id of another type for a notification, which nobody answers.
        raise RefusedLineError(types.INVALID_REQUEST, "the id of a request must be a text or a whole number")
    return message


def _seen_id(line: bytes) -> int | str | None:
    """Return the id of a request that cannot be read as a whole."""
    match = _ID.search(line[:_SEARCHED_BYTES]) or _ID.search(line[-_SEARCHED_BYTES:])
    token = match[1].decode(errors="replace") if match else None
    return token if token is None else token.strip('"') if token.startswith('"') else int(token)
