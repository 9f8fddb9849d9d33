"""Answers to lines that are no message, which the SDK would drop and a client would wait for in vain."""

import re
from types import TracebackType
from typing import Protocol, Self

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

_ID = re.compile(r'"id"\s*:\s*(\d{1,15}|"[^"\\]{1,64}")')
_SEARCHED_CHARACTERS = 200
"""The id stands near the beginning or the end of a line, before or after its parameters."""
_INVALID_REQUEST = -32600


class Incoming(Protocol):
    """Messages, and exceptions in place of lines that were none."""

    async def receive(self) -> SessionMessage | Exception:
        """Return the next one."""

    async def aclose(self) -> None:
        """Close the stream."""


class Outgoing(Protocol):
    """Where messages are sent."""

    async def send(self, item: SessionMessage, /) -> None:
        """Send one."""


class AnsweringStream:
    """The incoming messages; whatever is none is answered at once with a JSON-RPC error and left out."""

    def __init__(self, incoming: Incoming, outgoing: Outgoing) -> None:
        self._incoming = incoming
        self._outgoing = outgoing

    async def receive(self) -> SessionMessage | Exception:
        """Return the next message."""
        while True:
            item = await self._incoming.receive()
            if not isinstance(item, Exception):
                return item
            await self._outgoing.send(SessionMessage(refusal(item)))

    async def aclose(self) -> None:
        """Close the stream of incoming messages."""
        await self._incoming.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def refusal(error: Exception) -> types.JSONRPCError:
    """Return the error message for a line that could not be read, with its id where that can be seen."""
    code, text, request_id = types.PARSE_ERROR, "the line is no JSON", None
    if isinstance(error, ValidationError):
        fault = error.errors(include_url=False)[0]
        line = fault["input"]
        if isinstance(line, str):
            text = fault["msg"]
            match = _ID.search(line[:_SEARCHED_CHARACTERS]) or _ID.search(line[-_SEARCHED_CHARACTERS:])
            request_id = _number_or_text(match[1]) if match else None
        else:
            code, text = _INVALID_REQUEST, "the line is no JSON-RPC message"
            found = line.get("id") if isinstance(line, dict) else None
            request_id = found if isinstance(found, int | str) and not isinstance(found, bool) else None
    return types.JSONRPCError(jsonrpc="2.0", id=request_id, error=types.ErrorData(code=code, message=text))


def _number_or_text(token: str) -> int | str:
    return token.strip('"') if token.startswith('"') else int(token)
