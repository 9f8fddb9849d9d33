"""A ceiling on what one call may do, counted in triangles that the kernel handles: the same on every machine.

A unit takes about a microsecond of an idle core. Whatever takes long for its size spends from the call's budget.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from runner.form import limits
from runner.form.errors import FormError

STEP_UNITS = 300
"""What any step takes, be its solids ever so small."""

_left: ContextVar[int | None] = ContextVar("left", default=None)


@contextmanager
def one_call() -> Iterator[None]:
    """Give the calls of this block one budget together; a block inside another one shares the outer budget."""
    if _left.get() is not None:
        yield
        return
    token = _left.set(limits.MAX_WORK)
    try:
        yield
    finally:
        _left.reset(token)


def affordable(units: int) -> bool:
    """Return whether the budget still has so much; without a budget it always has."""
    left = _left.get()
    return left is None or units <= left


def spend(units: int) -> None:
    """Take units from the budget.

    Raises:
        FormError: `too_much_work` where they are not left.
    """
    left = _left.get()
    if left is not None:
        if units > left:
            hint = "this is more than one call may do; split it into several"
            raise FormError("too_much_work", hint, limit=limits.MAX_WORK)
        _left.set(left - units)
