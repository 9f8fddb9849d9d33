"""Work that an interrupt does not cut off."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import anyio

T = TypeVar("T")


async def to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Return what the work returns, however often the caller is cancelled meanwhile.

    A cancelled caller finds itself so by `was_cancelled` afterwards.
    """
    task = asyncio.create_task(work)
    with anyio.CancelScope(shield=True):
        while not task.done():
            try:
                await asyncio.shield(task)
            except asyncio.CancelledError:
                if task.cancelled():
                    raise
            except Exception:
                break  # it comes out below
    return task.result()


def was_cancelled() -> bool:
    """Return whether the current task was cancelled, and take the cancellation as heard."""
    task = asyncio.current_task()
    if task is None or not task.cancelling():
        return False
    while task.cancelling():
        task.uncancel()
    return True
