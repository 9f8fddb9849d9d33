"""Withdrawn runs: each must be one that the site has or had."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from sitegen.inputs import SuiteInput
from sitegen.issues import Issue, issue
from sitegen.layout import CONTENT, WITHDRAWN_FILE
from sitegen.records.withdrawal import Withdrawal


def withdrawal_issues(
    withdrawn: Sequence[Withdrawal], suites: Mapping[str, SuiteInput], known: Collection[str]
) -> Iterator[Issue]:
    """Yield the withdrawn runs that are unknown: not in the plan of a suite, and not among known ones.

    Args:
        withdrawn: The withdrawn runs.
        suites: Every suite by id.
        known: Addresses of runs that have a record, or had one when the data was released.
    """
    for one in withdrawn:
        suite = suites.get(one.suite)
        if one.address in known or (suite is not None and one.run in suite.slots):
            continue
        found = f"{one.run} of suite {one.suite}"
        yield issue("withdrawn-unknown", f"{CONTENT}/{WITHDRAWN_FILE}", found=found, expected="a run of a suite")
