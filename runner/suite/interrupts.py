"""The operator's Ctrl-C, and SIGTERM: the run under way is ended, no other begins, and no file is left half-told."""

import asyncio
import signal
from collections.abc import Coroutine
from types import FrameType, TracebackType
from typing import Self, TypeVar

T = TypeVar("T")


class Interrupts:
    """Takes note of the first signal and cancels the run under way; the second one ends the program at once.

    A run that the cancellation does not reach goes on to its own end; the note is not lost with it.
    """

    def __init__(self) -> None:
        self.pressed = False
        self._under_way: tuple[asyncio.AbstractEventLoop, asyncio.Task[object]] | None = None

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._note) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def run(self, work: Coroutine[object, object, T]) -> T:
        """Return what the work returns.

        Raises:
            asyncio.CancelledError: It was cancelled by a signal and returned nothing.
        """
        return asyncio.run(self._watched(work))

    async def _watched(self, work: Coroutine[object, object, T]) -> T:
        task = asyncio.current_task()
        assert task is not None
        self._under_way = asyncio.get_running_loop(), task
        try:
            return await work
        finally:
            self._under_way = None

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.pressed:
            raise KeyboardInterrupt
        self.pressed = True
        if self._under_way is not None:
            loop, task = self._under_way
            loop.call_soon_threadsafe(task.cancel)
