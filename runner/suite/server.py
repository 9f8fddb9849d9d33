"""The server under test, started from the suite's frozen copy of its sources."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import anyio
from pydantic import JsonValue

from runner.api.contract import ServerCommand
from runner.api.session import Session, with_session
from runner.api.stdio import Heard
from runner.providers.contract import Tool
from runner.scratch import scratch
from runner.suite.checkout import SOURCE_PARTS, Checkout, hashes, python_files
from runner.suite.dependencies import LOCK_FILE
from sitegen import fingerprint
from sitegen.records.base import Source

_TOOL_LIST = "tool-list.json"


def command(core: Checkout, frozen: Path) -> ServerCommand:
    """Return how the server is started: by the checkout's own interpreter, from the frozen copy alone."""
    environment = {
        "LC_ALL": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": str(frozen),
        "PYTHONSAFEPATH": "1",
    }
    return ServerCommand(str(core.interpreter), ("-m", "runner.form"), environment)


def listed_tools(server: ServerCommand) -> tuple[Tool, ...]:
    """Return the tools that a new process of the server lists, in its order.

    Raises:
        ServerError: It does not start, or lists none.
    """
    with scratch() as workspace:
        return anyio.run(partial(with_session, server, workspace, (), Heard(), _tools))


async def _tools(session: Session, tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
    return tools


def source(core: Checkout, frozen: Path, tools: Sequence[Tool], label: str | None) -> Source:
    """Return what the system under test is: its frozen sources, its lock file, and the tools that it lists.

    Raises:
        OSError: A file cannot be read.
    """
    listing: list[JsonValue] = [
        {"name": tool.name, "description": tool.description, "inputSchema": tool.schema} for tool in tools
    ]
    files = hashes(frozen, (*python_files(frozen, SOURCE_PARTS), LOCK_FILE))
    hash = fingerprint.of_files({**files, _TOOL_LIST: fingerprint.of_json(listing)})
    return Source(label=label or _label(core), hash=hash, commit=core.commit, dirty=core.dirty)


def _label(core: Checkout) -> str:
    if core.commit is None:
        return "FORM"
    return f"FORM at {core.commit[:12]}{', changed' if core.dirty else ''}"
