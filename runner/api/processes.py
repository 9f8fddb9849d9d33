"""The process tree of a server: found through /proc, and ended whole, grandchildren included."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import anyio

_PROC = Path("/proc")
TERM_GRACE_S = 2.0
"""How long a tree has after SIGTERM before SIGKILL."""
_KILL_GRACE_S = 5.0
_POLL_S = 0.02


class _Process(NamedTuple):
    pid: int
    parent: int
    group: int
    session: int


def tree(leader: int, workspace: Path) -> frozenset[int]:
    """Return the living processes that belong to a server, by process id.

    They are those of the group and session that it leads, whatever works inside its workspace (a child that made a
    session of its own and whose parent is gone can be known by nothing else), and all that descend from any of these.
    """
    living = [one for one in _living() if one.pid != os.getpid()]
    found = {one.pid for one in living if leader in (one.pid, one.group, one.session)}
    found |= {one.pid for one in living if _works_in(one.pid, workspace)}
    while True:
        children = {one.pid for one in living if one.parent in found} - found
        if not children:
            return frozenset(found)
        found |= children


async def end_tree(leader: int, workspace: Path) -> bool:
    """End every process of a server, first asking with SIGTERM; return whether none is left."""
    return await _ended(leader, workspace, signal.SIGTERM, TERM_GRACE_S) or await _ended(
        leader, workspace, signal.SIGKILL, _KILL_GRACE_S
    )


async def _ended(leader: int, workspace: Path, number: signal.Signals, grace_s: float) -> bool:
    """Send a signal once to each process of the tree, also to those that are born meanwhile, until none is left."""
    told: set[int] = set()
    with anyio.move_on_after(grace_s):
        while True:
            left = tree(leader, workspace)
            if not left:
                return True
            for pid in left - told:
                _tell(pid, number)
            told |= left
            await anyio.sleep(_POLL_S)
    return not tree(leader, workspace)


def _tell(pid: int, number: signal.Signals) -> None:
    # It may just have ended, or have become another user's.
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _living() -> Iterator[_Process]:
    for folder in _PROC.iterdir():
        if folder.name.isdecimal():
            try:
                stat = (folder / "stat").read_text(encoding="utf-8", errors="replace")
            except OSError:
                continue  # it has just ended
            # The name, in parentheses, may hold anything; what follows its last parenthesis is numbers.
            state, parent, group, session = stat.rpartition(")")[2].split()[:4]
            if state not in "ZX":
                yield _Process(int(folder.name), int(parent), int(group), int(session))


def _works_in(pid: int, workspace: Path) -> bool:
    try:
        return (_PROC / str(pid) / "cwd").readlink().is_relative_to(workspace)
    except OSError:
        return False  # it has just ended, or is another user's
