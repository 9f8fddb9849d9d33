"""Making what is published of each run: its page, and copies of its files."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegen import pool
from sitegen.build.outputs import Made, Output, Press, changed, copier
from sitegen.inputs import FileFact, SuiteInput
from sitegen.issues import Issue
from sitegen.layout import RUN_FILE, run_file, run_page, run_record
from sitegen.load.drafts import Drafts
from sitegen.load.reader import Reader
from sitegen.load.run import read_again
from sitegen.load.tree import RunFiles
from sitegen.render import Renderer
from sitegen.rows import RunRow
from sitegen.site import OwnPart, RunBrief
from sitegen.site import run_page as compose
from sitegen.twins import twin_address


class Briefed(NamedTuple):
    """What the pages of one cohort's runs must know of it."""

    brief: RunBrief
    digest: str
    """Its content, hashed once for all its runs."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that the outputs of runs need; shared with workers by forking."""

    press: Press
    reader: Reader
    drafts: Drafts
    renderer: Renderer
    suites: Mapping[str, SuiteInput]
    briefs: Mapping[str, Briefed]
    """By run address."""

    def own_part(self, run: RunFiles) -> OwnPart | None:
        """Return the own part of the run's page, as drafted or drawn now; None where the record has changed since."""
        if run.draft is not None:
            return self.drafts.read(run.draft)
        again = read_again(run.path, run.files, run.facts, self.reader)
        return None if again is None else self.drafts.draw(again, self.suites[run.suite])


class RunJob(NamedTuple):
    """The outputs of one run."""

    run: RunFiles
    page_key: str
    remarks: tuple[str, ...]
    """Sentences on its views."""


def run_jobs(
    runs: Sequence[RunFiles],
    desk: Desk,
    jobs: int,
    key: str,
    remarks: Mapping[str, tuple[str, ...]],
    progress: Callable[[int, int], None],
) -> tuple[list[Made], list[Issue]]:
    """Make every run's page and copies; runs of which nothing changed cost a look-up each.

    Args:
        runs: All runs.
        desk: What making needs.
        jobs: Processes.
        key: What every page depends on.
        remarks: Sentences on the views of a run, by its path.
        progress: Takes how many runs are done, and how many there are.
    """
    made: list[Made] = []
    todo: list[RunJob] = []
    issues: list[Issue] = []
    for run in runs:
        told = remarks.get(run.path, ())
        job = RunJob(run, _page_key(run, desk, " ".join((key, *told))), told)
        kept = _kept(job, desk.press)
        if kept is None:
            todo.append(job)
        else:
            made.extend(kept)
    for count, (files, found) in enumerate(pool.each(_make_run, todo, desk, jobs), 1):
        made.extend(files)
        issues.extend(found)
        progress(count, len(todo))
    return made, issues


def _page_key(run: RunFiles, desk: Desk, key: str) -> str:
    brief = desk.briefs[run.row.address]
    return hashlib.sha256(f"{key} {run.digest} {brief.digest}".encode()).hexdigest()


def _addresses(row: RunRow, facts: Sequence[FileFact], folder: str) -> list[tuple[str, FileFact]]:
    found = []
    for fact in facts:
        name = fact.path[len(folder) + 1 :]
        found.append((run_record(row.address) if name == RUN_FILE else run_file(row.address, name), fact))
    return found


def _kept(job: RunJob, press: Press) -> list[Made] | None:
    """Return the run's outputs when every one of them is published already, else None."""
    run = job.run
    page = run_page(run.row.address)
    wanted = [(path, job.page_key, (run.path,)) for path in (page, twin_address(page))]
    wanted += [(path, fact.sha256, (fact.path,)) for path, fact in _addresses(run.row, run.facts, run.path)]
    made = []
    for path, key, sources in wanted:
        known = press.kept.get(path)
        if known is None or known.key != key:
            return None
        made.append(Made(path, key, known.sha256, known.size, sources, staged=False))
    return made


def _make_run(desk: Desk, job: RunJob) -> tuple[list[Made], tuple[Issue, ...]]:
    run, press = job.run, desk.press
    own = desk.own_part(run)
    if own is None:
        return [], (changed(run.path),)
    made: list[Made] = []
    found: list[Issue] = []
    for path, fact in _addresses(run.row, run.facts, run.path):
        output = Output(path, fact.sha256, (fact.path,), copier(f"{press.root}/{fact.path}"), copied=True)
        copy, wrong = press.finish(output)
        made.append(copy)
        found.extend(wrong)
    page = compose(run.row, own, desk.briefs[run.row.address].brief, job.remarks)
    for output in (
        Output(page.path, job.page_key, (run.path,), lambda: desk.renderer.draw(page)),
        Output(twin_address(page.path), job.page_key, (run.path,), lambda: desk.renderer.run_twin(own, page)),
    ):
        one, leaks = press.finish(output)
        made.append(one)
        found.extend(leaks)
        if leaks:
            break  # the twin would only repeat what the page says
    return made, tuple(found)
