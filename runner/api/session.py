"""One session with the MCP server under test: its tools, its calls, and how it fails."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

import anyio
import mcp_types as types
from mcp import Client, MCPError

import sitegen
from runner.api.contract import ServerCommand
from runner.api.results import shown
from runner.api.stdio import Heard, served
from runner.providers.contract import Image, Json, Tool

READY_S: Final = 30.0
"""How long a server has to start and to list its tools."""
MAX_PAGES: Final = 100
"""Most pages of a tool list."""
T = TypeVar("T")


class ServerError(Exception):
    """The server can't be used any more; `reason` is a slug of `sitegen.stops`."""

    def __init__(self, reason: str, detail: str) -> None:
        """Take the stop reason and what happened."""
        super().__init__(detail)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Answered:
    """What a tool call came to."""

    text: str
    is_error: bool
    images: tuple[Image, ...] = ()


class Session:
    """An initialized session; calls are made one after another."""

    def __init__(self, client: Client, heard: Heard, excluded: tuple[str, ...]) -> None:
        """Take a connected client, what is heard of its server, and the names of the tools that are left out."""
        self._client = client
        self._heard = heard
        self._excluded = frozenset(excluded)
        self._listed: set[str] = set()

    def has(self, tool: str) -> bool:
        """Return whether the server has listed a tool, excluded or not."""
        return tool in self._listed

    async def tools(self) -> tuple[Tool, ...]:
        """Return the tools in the server's order, without the excluded ones.

        Raises:
            ServerError: It lists none, or its list has no end.
        """
        found: list[Tool] = []
        cursor: str | None = None
        for _ in range(MAX_PAGES):
            page = await self._client.list_tools(cursor=cursor)
            self._listed.update(one.name for one in page.tools)
            found += [
                Tool(one.name, one.description or "", dict(one.input_schema))
                for one in page.tools
                if one.name not in self._excluded
            ]
            cursor = page.next_cursor
            if cursor is None:
                break
        else:
            raise ServerError("server-not-ready", f"its list of tools has more than {MAX_PAGES} pages")
        if not found:
            raise ServerError("server-not-ready", "it lists no tool that the task allows")
        return tuple(found)

    async def call(self, tool: str, arguments: Json, limit_s: float) -> Answered:
        """Return what a call came to; a refusal or a broken result of the server is an error result.

        Raises:
            TimeoutError: No answer within the limit; what the server is doing is unknown then.
            ServerError: It ended, or wrote something to standard output that is no message.
        """
        try:
            with anyio.fail_after(limit_s):
                result = await self._client.call_tool(tool, arguments)
        except MCPError as error:
            if error.code == types.CONNECTION_CLOSED:
                raise self.lost() from None
            return Answered(f"The server refuses the call: {error.message}", is_error=True)
        except (RuntimeError, ValueError) as error:
            # The client checks the result against the tool's own output schema.
            return Answered(f"The server's result is not what the tool declares: {error}", is_error=True)
        text, images = shown(result)
        return Answered(text, bool(result.is_error), images)

    def lost(self) -> ServerError:
        """Return why the connection ended."""
        if self._heard.noise is not None:
            return ServerError("server-wrote-to-stdout", f"server writes to stdout: {self._heard.noise}")
        return ServerError("server-ended", "the server ended the connection")


async def with_session(
    command: ServerCommand,
    workspace: Path,
    excluded: tuple[str, ...],
    heard: Heard,
    work: Callable[[Session, tuple[Tool, ...]], Awaitable[T]],
) -> T:
    """Return what the work on a new session and its tools returns; afterwards no process of the server is left.

    Args:
        command: How the server is started.
        workspace: Its working directory, new and empty.
        excluded: Names of tools that are left out.
        heard: Takes what is heard of the server.
        work: What is done; it returns its failures, for an exception would come out wrapped in groups.

    Raises:
        ServerError: The server did not get ready.
    """
    ready = False
    done: list[T] = []
    try:
        with anyio.CancelScope(deadline=anyio.current_time() + READY_S) as getting_ready:
            async with Client(served(command, workspace, heard), cache=None, client_info=_CLIENT) as client:
                session = Session(client, heard, excluded)
                tools = await session.tools()
                getting_ready.deadline = math.inf
                ready = True
                done.append(await work(session, tools))
    except (OSError, ValueError, MCPError, ServerError, ExceptionGroup) as error:
        if not ready:
            raise _not_ready(heard, error) from None
        if not done:
            raise
    except asyncio.CancelledError:
        if not done:
            raise
    if not done:
        raise ServerError("server-not-ready", f"it did not answer within {READY_S:g} s")
    return done[0]


_CLIENT = types.Implementation(name="fairtrial", version=sitegen.__version__)


def _not_ready(heard: Heard, error: Exception) -> ServerError:
    if heard.noise is not None:
        return ServerError("server-wrote-to-stdout", f"server writes to stdout: {heard.noise}")
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, ServerError):
        return error
    if heard.exit_code:
        last = heard.stderr_tail.strip().splitlines()[-1:]
        return ServerError("server-not-ready", f"it ended with exit code {heard.exit_code}; {''.join(last)}")
    return ServerError("server-not-ready", str(error) or type(error).__name__)
