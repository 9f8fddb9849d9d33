"""The same work on many items, in one process or several, with results in the order of the items."""

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

Context = TypeVar("Context")
Item = TypeVar("Item")
Result = TypeVar("Result")

SMALLEST_BATCH = 150
"""Fewer items than this are not worth a second process."""
CHUNK = 100
"""Items that a worker takes at a time."""
_LOOK_S = 1.0

_work: tuple[Callable[[Any, Any], Any], Sequence[Any], Any] | None = None


def each(
    function: Callable[[Context, Item], Result],
    items: Sequence[Item],
    context: Context,
    jobs: int,
    smallest: int = SMALLEST_BATCH,
    chunk: int = CHUNK,
) -> Iterator[Result]:
    """Yield `function(context, item)` for each item, in order; fewer than `smallest` are done by this process.

    Workers are forked where the system can, so that context and items are shared and not copied to them; what travels
    is the places of a chunk, and its results.
    """
    if jobs <= 1 or len(items) < smallest:
        for item in items:
            yield function(context, item)
        return
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    workers = ProcessPoolExecutor(
        jobs, multiprocessing.get_context(method), initializer=_install, initargs=(function, items, context)
    )
    step = min(chunk, -(-len(items) // jobs))
    try:
        for results in workers.map(_call, (slice(first, first + step) for first in range(0, len(items), step))):
            yield from results
    finally:
        workers.shutdown(cancel_futures=True)


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Keep the collector from walking every record that is alive; records hold no cycles."""
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def _install(function: Callable[[Any, Any], Any], items: Sequence[Any], context: Any) -> None:
    """Prepare a worker: interrupts are the parent's business, and inherited objects are no garbage."""
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    gc.freeze()
    gc.disable()
    _work = (function, items, context)


def _end_with(parent: int) -> None:
    """End this worker when its parent is gone, however that ended."""
    pause = threading.Event()
    while os.getppid() == parent:
        pause.wait(_LOOK_S)
    os._exit(1)


def _call(chunk: slice) -> list[Any]:
    assert _work is not None
    function, items, context = _work
    return [function(context, item) for item in items[chunk]]
