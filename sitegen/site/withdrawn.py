"""The lines that tell of withdrawn runs where they are missed."""

from collections.abc import Iterable
from dataclasses import dataclass

from sitegen import layout
from sitegen.summaries import WithdrawnRun


@dataclass(frozen=True, slots=True)
class WithdrawnLine:
    """A withdrawn run where it is missed."""

    run: str
    address: str
    """Page of the run, which stays."""
    on: str
    reason: str


def withdrawn_lines(runs: Iterable[WithdrawnRun]) -> tuple[WithdrawnLine, ...]:
    """Return the lines of withdrawn runs in the order given."""
    return tuple(WithdrawnLine(one.run, layout.run_page(one.address), one.on, one.reason) for one in runs)
