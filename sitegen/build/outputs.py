"""Making outputs: one whose key is known is kept, all others are made, scanned and staged."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sitegen import pool
from sitegen.build.state import OutputMemo
from sitegen.inputs import FileFact, SuiteInput
from sitegen.issues import Issue, issue
from sitegen.layout import PUBLIC, RUN_FILE, run_file, run_page, run_record
from sitegen.leaks import Gate
from sitegen.load.reader import Reader, leak_issues
from sitegen.load.run import read_again
from sitegen.load.tree import RunFiles
from sitegen.publish import stage_file
from sitegen.render import Drawn, Renderer
from sitegen.rows import RunRow
from sitegen.site import RunBrief
from sitegen.site import run_page as compose_run_page


@dataclass(frozen=True, slots=True)
class Output:
    """A file of the site that has not been made yet."""

    path: str
    key: str
    """Hash of everything that its bytes depend on."""
    sources: tuple[str, ...]
    make: Callable[[], bytes | Drawn]
    copied: bool = False
    """True for the very bytes of a content file, which the leak gate has seen already."""
    packed: bool = False
    """True for compressed bytes, noise to the leak gate; what they say, another output says as text."""
    twin_of: str = ""
    """The page that says the same; where that one has an issue, this one would only repeat it."""


class Made(NamedTuple):
    """A file of the site, made or kept."""

    path: str
    key: str
    sha256: str
    size: int
    sources: tuple[str, ...]
    staged: bool
    """False when `public` already holds these bytes."""


class Briefed(NamedTuple):
    """What the pages of one cohort's runs must know of it."""

    brief: RunBrief
    digest: str
    """Its content, hashed once for all its runs."""


@dataclass(frozen=True, slots=True)
class Press:
    """Everything that making needs; shared with workers by forking."""

    root: Path
    stage: Path
    gate: Gate
    reader: Reader
    renderer: Renderer
    suites: Mapping[str, SuiteInput]
    briefs: Mapping[str, Briefed]
    """By run address."""
    kept: Mapping[str, OutputMemo]
    """Published files that are on disk as they were published."""

    def keep(self, output: Output) -> Made | None:
        """Return the output when it is published as it would be made, else None."""
        known = self.kept.get(output.path)
        if known is None or known.key != output.key:
            return None
        return Made(output.path, output.key, known.sha256, known.size, output.sources, staged=False)

    def finish(self, output: Output) -> tuple[Made, tuple[Issue, ...]]:
        """Return the output, kept or made; what is made is scanned, and staged unless it is there already."""
        if kept := self.keep(output):
            return kept, ()
        known = self.kept.get(output.path)
        made = output.make()
        data = made.data if isinstance(made, Drawn) else made
        sha256 = hashlib.sha256(data).hexdigest()
        if output.packed:
            issues: tuple[Issue, ...] = ()
        elif not output.copied:
            issues = self._leaks(f"{PUBLIC}/{output.path}", made)
        else:
            issues = () if sha256 == output.key else (changed(output.sources[0]),)
        staged = known is None or known.sha256 != sha256
        if staged and not issues:
            stage_file(self.stage, output.path, data)
        return Made(output.path, output.key, sha256, len(data), output.sources, staged), issues

    def _leaks(self, path: str, made: bytes | Drawn) -> tuple[Issue, ...]:
        """Return what the gate finds; of a page it looks at what is new, and at the whole where that holds anything."""
        if not isinstance(made, Drawn):
            return leak_issues(self.gate, path, made)
        if self.gate.find(path, made.new):
            return leak_issues(self.gate, path, made.data)
        self.renderer.trust(made)
        return ()


def changed(path: str) -> Issue:
    """Return the issue of a file that changed while the build was running."""
    return issue("file-changed", path, found="other content than when it was read", expected="no change")


@dataclass(frozen=True, slots=True)
class _Queue:
    """Outputs that workers inherit by forking: what makes them can't be sent."""

    press: Press
    groups: Sequence[Sequence[Output]]
    """Each page with its twins."""


def finish_all(outputs: Sequence[Output], press: Press, jobs: int) -> tuple[list[Made], list[Issue]]:
    """Make outputs, those that are published already by a look-up."""
    made: list[Made] = []
    todo: dict[str, list[Output]] = {}
    issues: list[Issue] = []
    for output in outputs:
        if kept := press.keep(output):
            made.append(kept)
        else:
            todo.setdefault(output.twin_of or output.path, []).append(output)
    queue = _Queue(press, tuple(todo.values()))
    for done, found in pool.each(_finish_group, range(len(todo)), queue, jobs, smallest=_FEW, chunk=_FEW // 4):
        made.extend(done)
        issues.extend(found)
    return made, issues


def _finish_group(queue: _Queue, index: int) -> tuple[list[Made], tuple[Issue, ...]]:
    """Make a page and its twins; where the page has an issue, they would only repeat it."""
    made: list[Made] = []
    for output in queue.groups[index]:
        one, found = queue.press.finish(output)
        made.append(one)
        if found:
            return made, found
    return made, ()


_FEW = 16
"""Fewer outputs than this are not worth a second process."""


class RunJob(NamedTuple):
    """The outputs of one run."""

    run: RunFiles
    page_key: str
    differing: tuple[str, ...]
    """Recorded views that are not what the build draws."""


def run_jobs(
    runs: Sequence[RunFiles],
    press: Press,
    jobs: int,
    key: str,
    differing: Mapping[str, tuple[str, ...]],
    progress: Callable[[int, int], None],
) -> tuple[list[Made], list[Issue]]:
    """Make every run's page and copies; runs of which nothing changed cost a look-up each.

    Args:
        runs: All runs.
        press: What making needs.
        jobs: Processes.
        key: What every page depends on.
        differing: Recorded views that are not what the build draws, by the path of their run.
        progress: Takes how many runs are done, and how many there are.
    """
    made: list[Made] = []
    todo: list[RunJob] = []
    issues: list[Issue] = []
    for run in runs:
        other = differing.get(run.path, ())
        job = RunJob(run, _page_key(run, press, " ".join((key, *other))), other)
        kept = _kept(job, press)
        if kept is None:
            todo.append(job)
        else:
            made.extend(kept)
    for count, (files, found) in enumerate(pool.each(_make_run, todo, press, jobs), 1):
        made.extend(files)
        issues.extend(found)
        progress(count, len(todo))
    return made, issues


def _page_key(run: RunFiles, press: Press, key: str) -> str:
    brief = press.briefs[run.row.address]
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
    wanted = [(page, job.page_key, (run.path,))]
    wanted += [(path, fact.sha256, (fact.path,)) for path, fact in _addresses(run.row, run.facts, run.path)]
    made = []
    for path, key, sources in wanted:
        known = press.kept.get(path)
        if known is None or known.key != key:
            return None
        made.append(Made(path, key, known.sha256, known.size, sources, staged=False))
    return made


def _make_run(press: Press, job: RunJob) -> tuple[list[Made], tuple[Issue, ...]]:
    run = job.run
    found_again = read_again(run.path, run.files, run.facts, press.reader)
    if found_again is None:
        return [], (changed(run.path),)
    record, contents = found_again
    made: list[Made] = []
    found: list[Issue] = []
    for path, fact in _addresses(run.row, run.facts, run.path):
        data = contents.get(fact.path)
        make = copier(press.root / fact.path) if data is None else partial(bytes, data)
        output = Output(path, fact.sha256, (fact.path,), make, copied=True)
        copy, wrong = press.finish(output)
        made.append(copy)
        found.extend(wrong)
    page = Output(
        run_page(run.row.address),
        job.page_key,
        (run.path,),
        lambda: press.renderer.draw(
            compose_run_page(record, press.suites[run.suite], press.briefs[run.row.address].brief, job.differing)
        ),
    )
    one, leaks = press.finish(page)
    made.append(one)
    found.extend(leaks)
    return made, tuple(found)


def copier(place: Path) -> Callable[[], bytes]:
    """Return what reads a content file once more; of one that is gone it reads nothing, so that the hash tells."""

    def copy() -> bytes:
        try:
            return place.read_bytes()
        except OSError:
            return b""

    return copy
