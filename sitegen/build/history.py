"""What the tree holds now, set beside its releases; nothing is done for a tree without releases."""

from sitegen.changes.history import GoneRun, History, gone_runs
from sitegen.changes.holdings import holdings
from sitegen.inputs import Inputs
from sitegen.layout import REVIEW_FILE, RUN_FILE
from sitegen.load.tree import Loaded
from sitegen.records.release import Holdings
from sitegen.rows import RunRow
from sitegen.site.compare import comparisons
from sitegen.snapshots import Snapshot
from sitegen.summaries import Results


def history(inputs: Inputs, loaded: Loaded, results: Results, rows: dict[str, tuple[RunRow, ...]]) -> History:
    """Return the releases, what there is now, and the runs that keep an address without a record."""
    gone = gone_runs(inputs, results)
    if not inputs.releases:
        return History(gone=gone)
    return History(inputs.releases, Snapshot.of(held_now(inputs, loaded, results, rows, gone)), gone)


def held_now(
    inputs: Inputs, loaded: Loaded, results: Results, rows: dict[str, tuple[RunRow, ...]], gone: tuple[GoneRun, ...]
) -> Holdings:
    """Return what the tree holds, in the form of a release."""
    barred = {suite.id for suite in inputs.suites if suite.tombstone is not None}
    addresses = [row.address for row in inputs.rows if row.suite in barred]
    addresses += [one.address for one in gone if one.state == "barred"]
    titles = {one.id: one.title for one in comparisons(results.cohorts)}
    return holdings(results, rows, _hashes(loaded), addresses, titles)


def _hashes(loaded: Loaded) -> dict[str, tuple[str, ...]]:
    """Return the sha256 of the record and of the reviews of each run, by address."""
    found = {}
    for run in loaded.runs:
        by_name = {fact.path[len(run.path) + 1 :]: fact.sha256 for fact in run.facts}
        found[run.row.address] = tuple(by_name[name] for name in (RUN_FILE, REVIEW_FILE) if name in by_name)
    return found
