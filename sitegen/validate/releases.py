"""Releases against the tree: what was released once keeps its address."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from sitegen.inputs import SuiteInput
from sitegen.issues import Issue, issue
from sitegen.layout import EVIDENCE, TOMBSTONE_FILE, WITHDRAWN_FILE
from sitegen.snapshots import Past


def release_issues(
    releases: Sequence[Past], folders: Collection[str], suites: Mapping[str, SuiteInput], known: Collection[str]
) -> Iterator[Issue]:
    """Yield what a release names and the tree neither has nor explains: suites, and runs of suites that it has.

    Each is named once, with the first release that has it.

    Args:
        releases: The releases in order.
        folders: Names of the folders of suites.
        suites: The suites that could be read, by id.
        known: Addresses of runs that have a folder or are withdrawn.
    """
    told: set[str] = set()
    for past in releases:
        for absent in sorted(past.held.suites.keys() - set(folders) - told):
            told.add(absent)
            expected = f"{EVIDENCE}/{absent}/ with its records, or with {TOMBSTONE_FILE}"
            yield issue("release-lost", past.path, found=f"suite {absent}", expected=expected)
        lost: dict[str, list[str]] = defaultdict(list)
        for address in sorted(past.held.runs.keys() - set(known) - told):
            suite = suites.get(address.partition("--")[0])
            if suite is not None and suite.tombstone is None:
                lost[suite.id].append(address)
        for addresses in lost.values():
            told.update(addresses)
            more = f" and {len(addresses) - 1} more of its suite" if len(addresses) > 1 else ""
            expected = f"its record, or an entry in {WITHDRAWN_FILE}"
            yield issue("release-lost", past.path, found=f"run {addresses[0]}{more}", expected=expected)
