"""The whole content tree as inputs, with every issue in it."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from sitegen import pool
from sitegen.inputs import FileFact, Inputs, SuiteInput
from sitegen.issues import Issue
from sitegen.layout import CONTENT
from sitegen.load.drafts import Draft, Drafts
from sitegen.load.reader import Reader
from sitegen.load.run import LoadedRun, load_run, run_digest
from sitegen.load.site import SiteFiles
from sitegen.load.suite import SuiteFiles, group_by_suite, load_suite
from sitegen.records.withdrawal import Withdrawal
from sitegen.rows import RunRow
from sitegen.scan import Seen, Tree
from sitegen.snapshots import Past
from sitegen.validate.duplicates import duplicate_issues, submission_issues
from sitegen.validate.releases import release_issues
from sitegen.validate.suite import plan_issues
from sitegen.validate.withdrawn import withdrawal_issues

RowMemo = Mapping[str, RunRow]
"""Rows of an earlier build by run digest; such a run had no issue."""


class RunFiles(NamedTuple):
    """A run that has been loaded, and where its files are."""

    suite: str
    path: str
    files: tuple[Seen, ...]
    facts: tuple[FileFact, ...]
    digest: str
    row: RunRow
    draft: Draft | None
    """None for a run that is known from an earlier build, or where no drafts are made."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading gave: inputs only when there are no issues that make them unusable."""

    inputs: Inputs | None
    runs: tuple[RunFiles, ...]
    """Sorted by path."""
    facts: tuple[FileFact, ...]
    """Every file that was read or remembered."""
    issues: tuple[Issue, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The suites of a content tree, with everything that is wrong with them."""

    suites: tuple[SuiteInput, ...]
    """Sorted by id."""
    runs: tuple[RunFiles, ...]
    """Sorted by path; those without an issue."""
    folders: Mapping[str, frozenset[str]]
    """Names of the folders of runs by that of their suite's."""
    facts: tuple[FileFact, ...]
    issues: tuple[Issue, ...]


@dataclass(frozen=True, slots=True)
class _Item:
    suite: str
    path: str
    files: tuple[Seen, ...]


@dataclass(frozen=True, slots=True)
class _Context:
    suites: Mapping[str, SuiteInput]
    reader: Reader
    drafts: Drafts | None


def load(
    tree: Tree,
    reader: Reader,
    memo: RowMemo,
    jobs: int,
    progress: Callable[[int, int], None],
    drafts: Drafts | None = None,
) -> Loaded:
    """Read the content tree; runs whose files are as in an earlier build are taken from its memory.

    Args:
        tree: The files.
        reader: What reads them.
        memo: Rows of an earlier build.
        jobs: Processes.
        progress: Takes how many runs are read, and how many there are to read.
        drafts: Where the pages of runs that are read are drafted; None where none will be drawn.
    """
    site_files = SiteFiles(tree.files, reader)
    config, caveats, claims, prose = site_files.config(), site_files.caveats(), site_files.claims(), site_files.prose()
    illustrations, withdrawn, releases = site_files.illustrations(), site_files.withdrawn(), site_files.releases()
    site_files.stray()
    evidence = load_evidence(tree, withdrawn, reader, memo, jobs, progress, drafts)
    issues = {*site_files.issues, *evidence.issues, *_kept_issues(withdrawn, releases, evidence)}
    inputs = None
    if config is not None:
        rows = tuple(run.row for run in evidence.runs)
        inputs = Inputs(config, evidence.suites, rows, claims, caveats, prose, illustrations, withdrawn, releases)
    facts = (*site_files.facts, *evidence.facts)
    return Loaded(inputs, evidence.runs, facts, tuple(sorted(issues)))


def _kept_issues(withdrawn: tuple[Withdrawal, ...], releases: tuple[Past, ...], evidence: Evidence) -> Iterator[Issue]:
    """Yield withdrawals of unknown runs, and what a release names and nothing explains."""
    if not (withdrawn or releases):
        return
    there = {f"{suite}--{run}" for suite, runs in evidence.folders.items() for run in runs}
    suites = {suite.id: suite for suite in evidence.suites}
    yield from withdrawal_issues(withdrawn, suites, there.union(*(past.held.runs for past in releases)))
    yield from release_issues(releases, evidence.folders.keys(), suites, there | {one.address for one in withdrawn})


def load_evidence(
    tree: Tree,
    withdrawn: tuple[Withdrawal, ...],
    reader: Reader,
    memo: RowMemo,
    jobs: int,
    progress: Callable[[int, int], None],
    drafts: Drafts | None = None,
) -> Evidence:
    """Read the suites of the content tree and compare them with each other."""
    grouped, stray = group_by_suite(tree.files, CONTENT)
    issues = [*tree.issues, *stray]
    suites: dict[str, SuiteInput] = {}
    facts: list[FileFact] = []
    for files in grouped:
        suite, suite_issues = load_suite(files, reader)
        issues.extend(suite_issues)
        if suite is not None:
            suites[suite.id] = replace(suite, withdrawn={one.run: one for one in withdrawn if one.suite == suite.id})
            facts.extend(suite.files)
    runs, run_issues = _load_runs(grouped, _Context(suites, reader, drafts), memo, jobs, progress)
    issues.extend(run_issues)
    for run in runs:
        facts.extend(run.facts)
    issues.extend(_plan_issues(suites, runs, grouped))
    standing = [
        run for run in runs if suites[run.suite].tombstone is None and run.row.run not in suites[run.suite].withdrawn
    ]
    issues.extend(duplicate_issues([(run.path, run.row) for run in standing]))
    issues.extend(submission_issues([suite for suite in suites.values() if suite.tombstone is None]))
    folders = {_name(files.path): frozenset(map(_name, files.runs)) for files in grouped}
    ordered = tuple(suites[name] for name in sorted(suites))
    return Evidence(ordered, runs, folders, tuple(facts), tuple(sorted(set(issues))))


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _load_runs(
    grouped: tuple[SuiteFiles, ...], context: _Context, memo: RowMemo, jobs: int, progress: Callable[[int, int], None]
) -> tuple[tuple[RunFiles, ...], list[Issue]]:
    done: list[RunFiles] = []
    todo: list[_Item] = []
    for files in grouped:
        suite_id = files.path.rsplit("/", 1)[1]
        suite = context.suites.get(suite_id)
        for path, seen in files.runs.items():
            known = _remembered(path, seen, suite, context.reader, memo) if suite and memo else None
            if known is not None:
                done.append(known)
            elif suite is not None:
                todo.append(_Item(suite_id, path, seen))
    issues: list[Issue] = []
    for count, (item, loaded) in enumerate(zip(todo, pool.each(_load_one, todo, context, jobs), strict=True), 1):
        issues.extend(loaded.issues)
        if loaded.row is not None:
            made = RunFiles(item.suite, item.path, item.files, loaded.facts, loaded.digest, loaded.row, loaded.draft)
            done.append(made)
        progress(count, len(todo))
    return tuple(sorted(done, key=lambda run: run.path)), issues


def _remembered(
    path: str, files: tuple[Seen, ...], suite: SuiteInput, reader: Reader, memo: RowMemo
) -> RunFiles | None:
    facts = []
    for seen in files:
        fact, issues = reader.fact(seen)
        if issues:
            return None
        facts.append(fact)
    digest = run_digest(tuple(facts), suite)
    row = memo.get(digest)
    return None if row is None else RunFiles(suite.id, path, files, tuple(facts), digest, row, None)


def _load_one(context: _Context, item: _Item) -> LoadedRun:
    return load_run(item.path, item.files, context.suites[item.suite], context.reader, context.drafts)


def _plan_issues(
    suites: Mapping[str, SuiteInput], runs: tuple[RunFiles, ...], grouped: tuple[SuiteFiles, ...]
) -> list[Issue]:
    """Compare plans with records, where each record of the suite could be read; else the gap is already named."""
    rows: dict[str, list[RunRow]] = defaultdict(list)
    for run in runs:
        rows[run.suite].append(run.row)
    there = {files.path.rsplit("/", 1)[1]: len(files.runs) for files in grouped}
    return [
        one
        for suite in suites.values()
        if there[suite.id] == len(rows[suite.id])
        for one in plan_issues(suite, rows[suite.id])
    ]
