"""Shows how a suite goes: one line of a terminal, nothing in a pipe."""

import shutil
import time
from collections.abc import Callable
from typing import TextIO

from runner.money.budget import Spending
from runner.suite.order import Place
from sitegen.exact import usd_of
from sitegen.records.kinds.api import ApiRun
from sitegen.records.usage import Usage

_CLEAR = "\r\x1b[K"


class Progress:
    """Rewrites one line: run, turn, calls, tokens, spent of the budget, time; the runner's `SuiteWatch`."""

    def __init__(self, out: TextIO, spending: Callable[[], Spending], seconds: Callable[[], float] = time.monotonic):
        """Take where to write, and what tells of money and time."""
        self._out = out
        self._shown = out.isatty()
        self._spending = spending
        self._seconds = seconds
        self._run = ""
        self._began = 0.0
        self._billed = False
        self._tokens: int | None = 0

    def began(self, place: Place, of: int) -> None:
        """Take note of a run that begins."""
        self._run, self._began, self._tokens = f"{place.position}/{of} {place.run}", self._seconds(), 0
        self._billed = place.model.billing == "tokens"
        self._show(0, 0)

    def turn(self, run: str, turns: int, tool_calls: int, usage: Usage | None) -> None:
        """Take note of a finished model turn."""
        parts = (self._tokens, None, None) if usage is None else (self._tokens, usage.input, usage.output)
        self._tokens = None if None in parts else sum(part or 0 for part in parts)
        self._show(turns, tool_calls)

    def ended(self, run: ApiRun) -> None:
        """Take note of a run that ended, or was not started."""
        self._write(_CLEAR)

    def _show(self, turns: int, tool_calls: int) -> None:
        minutes, seconds = divmod(int(self._seconds() - self._began), 60)
        tokens = "tokens unknown" if self._tokens is None else f"{self._tokens:,} tokens"
        line = f"{self._run}  turn {turns}  calls {tool_calls}  {tokens}  {self._money()}  {minutes}:{seconds:02d}"
        columns = shutil.get_terminal_size().columns
        self._write(_CLEAR + line[: columns - 1])

    def _money(self) -> str:
        if not self._billed:
            return "not billed"
        spending = self._spending()
        least = "at least " if spending.unknown_requests else ""
        return f"{least}{_dollars(spending.spent_ticks)} of {usd_of(spending.limit_ticks)} USD"

    def _write(self, text: str) -> None:
        if self._shown:
            self._out.write(text)
            self._out.flush()


def _dollars(ticks: int) -> str:
    return f"{ticks / 10**10:.4f}"
