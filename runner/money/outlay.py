"""What runs have cost by their records, whoever lost count while they were made."""

from collections.abc import Iterable
from dataclasses import dataclass

from sitegen.cost import shown
from sitegen.records.kinds.api import ApiRun


@dataclass(frozen=True, slots=True)
class Outlay:
    """What some runs have cost."""

    ticks: int
    at_least: bool
    """Whether the cost of some request is not known, so that the sum is a lower bound."""


def outlay(runs: Iterable[ApiRun], under_way: bool) -> Outlay:
    """Return what runs cost, each as its page shows it.

    Args:
        runs: Their records; what is not billed counts nothing.
        under_way: Whether a further run is being made.
    """
    billed = [run for run in runs if run.cost.price is not None and run.requests]
    known = [shown(run.cost)[0] for run in billed]
    least = sum(run.cost.at_least_ticks or 0 for run in billed)
    return Outlay(sum(ticks or 0 for ticks in known) + least, under_way or None in known)
