"""The build, in order: recover, look, read, number, draw, swap, remember."""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import orjson

from sitegen import GENERATOR
from sitegen.build.allowed import unused_entries
from sitegen.build.bench import Bench, Start, by_address, desk, file_memos, set_up, site_context
from sitegen.build.links import link_issues
from sitegen.build.memory import Look, Memory, look, stat_digest
from sitegen.build.outputs import Made, Output, Press, finish_all
from sitegen.build.pictures import picture_jobs
from sitegen.build.plan import (
    asset_outputs,
    claim_outputs,
    copy_outputs,
    data_outputs,
    description_outputs,
    host_outputs,
    kept_outputs,
    page_outputs,
    sums_output,
)
from sitegen.build.prepare import Prepared, Progress, make_gate, prepare
from sitegen.build.program import views_key
from sitegen.build.runs import Desk, run_jobs
from sitegen.build.social import social_outputs
from sitegen.build.state import OutputMemo, State, load_state, save_state
from sitegen.build.tables import Table, tables
from sitegen.issues import Issue, errors, issue
from sitegen.layout import CONTENT, MANIFEST, PAGES, PUBLIC, RESULTS_CSV, SIGNATURE, SUMS, run_page, templates_dir
from sitegen.pool import collector_at_rest
from sitegen.publish import Entry, Published, Stage, SwapBroken, commit, index, locked, recover
from sitegen.scan import Seen, walk_beside
from sitegen.site import has_feed, navigation, news, pages
from sitegen.templating import Compiled, compiled

_COMPILED = "templates"
_CLOCK_TICK_NS = 20_000_000
"""Two writes of a file within this time may leave the same time stamp."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to build."""

    root: Path
    """Folder that holds `content/`; `public/` is made there."""
    jobs: int
    """Processes."""
    environ: Mapping[str, str]
    """Where the leak gate finds the values of secrets."""
    fresh: bool = False
    """Believe nothing that an earlier build knew."""

    @property
    def public(self) -> Path:
        """Where the site goes."""
        return self.root / PUBLIC


@dataclass(frozen=True, slots=True)
class Report:
    """What a build did."""

    issues: tuple[Issue, ...]
    published: Published | None
    """None when nothing was published, because nothing changed or because of issues."""
    recovered: int
    """Files of an interrupted swap that were put in place first."""
    runs: int
    """Run records in the site; 0 when the tree was not read."""

    @property
    def failed(self) -> bool:
        """Whether an issue blocked publishing."""
        return any(one.severity == "error" for one in self.issues)


def build(options: Options, progress: Progress, before: Look | None = None) -> Report:
    """Bring `public/` in step with `content/`.

    Args:
        options: How to build.
        progress: Takes how far each step is.
        before: What a look has just found; None looks now.

    Raises:
        PublishError: Another build is running, or `public/` is not a build's.
    """
    memory = Memory.of(options.root)
    with locked(options.public), collector_at_rest():
        fresh = options.fresh
        found = before if before is not None and before.holds(options.root) else None
        recovered = 0
        try:
            recovered = recover(options.public).n_files
        except SwapBroken:
            fresh = True
        gate, faults = make_gate(options.root, options.environ)
        found = found or look(options.root, options.environ, options.jobs)
        if faults:
            return Report(faults, None, recovered, 0)
        state = State() if fresh else load_state(memory, found.key)
        start = Start(found.key, gate, found.tree, found.site, state, recovered)
        return _build(options, memory, start, progress)


def check(options: Options, progress: Progress) -> tuple[tuple[Issue, ...], int]:
    """Return every issue that a build would find, and the number of runs; writes nothing into the project.

    Raises:
        PublishError: `public/` is not a build's, or two files would have one address.
    """
    prepared, issues = examine(options, progress)
    return issues, 0 if prepared is None else len(prepared.inputs.rows)


def examine(options: Options, progress: Progress) -> tuple[Prepared | None, tuple[Issue, ...]]:
    """Return the numbers, or None where the content cannot be used, and every issue that a build would find.

    Raises:
        PublishError: `public/` is not a build's, or two files would have one address.
    """
    gate, faults = make_gate(options.root, options.environ)
    if faults:
        return None, faults
    memory = Memory.existing(options.root)
    key = "" if memory is None else memory.key(options.root, options.environ)
    state = State() if memory is None or options.fresh else load_state(memory, key)
    tree, site = walk_beside(options.root, CONTENT, Path(os.path.realpath(options.public)), options.jobs)
    start = Start(key, gate, tree, site, state, 0)
    with (
        TemporaryDirectory(prefix="build-site-") as scratch,
        collector_at_rest(),
        set_up(options.root, start, Stage.trial(options.public, Path(scratch)), None) as bench,
    ):
        prepared, issues = prepare(options.root, start.tree, gate, state, options.jobs, progress, bench.drafts)
        if prepared is None:
            return None, issues
        made, found, _ = _lay_out(options, start, prepared, bench, progress)
    index(_entries(made))
    return prepared, tuple(sorted({*issues, *found}))


def _build(options: Options, memory: Memory, start: Start, progress: Progress) -> Report:
    code = _templates(memory, start.key)
    with Stage.open(options.public) as stage, set_up(options.root, start, stage, code) as bench:
        prepared, issues = prepare(
            options.root, start.tree, start.gate, start.state, options.jobs, progress, bench.drafts
        )
        if prepared is None:
            return Report(issues, None, start.recovered, 0)
        memory.forget_snapshot()
        runs = len(prepared.inputs.rows)
        made, found, rows = _lay_out(options, start, prepared, bench, progress)
        warnings = [*issues, *found]
        if errors(found):
            return Report(tuple(sorted(set(warnings))), None, start.recovered, runs)
        done = commit(stage, _entries(made), [one.path for one in made if one.staged], {"generator": GENERATOR})
    with suppress(OSError):  # the site is published; without its memory the next build takes longer, nothing else
        _remember(memory, start, prepared, made, rows, _after(options.public, start.before, done))
    warnings += [
        issue("output-foreign", f"{PUBLIC}/{path}", found=path, expected="files of the build only")
        for path in done.foreign
    ]
    warnings += _stale_signature(options.public, stage.old, made)
    return Report(tuple(sorted(warnings)), done, start.recovered, runs)


def _stale_signature(public: Path, old: Mapping[str, Entry], made: Iterable[Made]) -> Iterator[Issue]:
    """Yield that the site is signed and no longer what was signed."""
    sums = next(one for one in made if one.path == SUMS)
    if (public / SIGNATURE).exists() and (SUMS not in old or old[SUMS].sha256 != sums.sha256):
        file = f"{PUBLIC}/{SIGNATURE}"
        yield issue("signature-stale", file, found=f"another {SUMS}", expected=f"the {SUMS} that it signs")


def _lay_out(
    options: Options, start: Start, prepared: Prepared, bench: Bench, progress: Progress
) -> tuple[list[Made], list[Issue], tuple[Table, ...]]:
    """Make every output, and look at the whole: links in prose, entries of the allow-list that allow nothing."""
    known = start.state.tables if RESULTS_CSV in bench.press.kept else {}
    digests = {run.row.address: run.digest for run in prepared.loaded.runs}
    rows = tables(prepared.rows, digests, known, options.jobs)
    at = desk(options.root, start, prepared, bench)
    made, found = _make(options, prepared, at, rows, _framed(start.key, prepared), progress)
    places = _scanned(options, start, bench.stage, made)
    found += link_issues(prepared.inputs.prose, prepared.results, places)
    if start.gate.allowed and not errors(found):
        found += unused_entries(start.gate, places)
    return made, found, rows


def _templates(memory: Memory, key: str) -> Compiled:
    """Return the code of the templates, compiled once for all processes and for all builds."""
    found = memory.recall(_COMPILED, key)
    if found is None:
        found = compiled(templates_dir())
        with suppress(OSError):
            memory.keep(_COMPILED, key, found)
    return cast(Compiled, found)


def _entries(made: Sequence[Made]) -> list[Entry]:
    return [Entry(one.path, one.sha256, one.size, one.sources) for one in made]


def _framed(key: str, prepared: Prepared) -> str:
    """Return the key of every page: the frame around each one shows the site's own words and its navigation."""
    inputs = prepared.inputs
    told = has_feed(inputs.site, prepared.history)
    frame = orjson.dumps([inputs.site.model_dump(mode="json"), navigation(inputs.prose), told])
    return hashlib.sha256(key.encode() + frame).hexdigest()


def _after(public: Path, before: Sequence[Seen], done: Published) -> tuple[Seen, ...]:
    """Return the files of the site as they are after the swap; only those that it touched are looked at."""
    place = os.path.realpath(public)
    name = place.rpartition("/")[2]
    seen = {one.path: one for one in before}
    for path in done.removed:
        seen.pop(f"{name}/{path}", None)
    for path in (*done.written, MANIFEST):
        info = os.lstat(f"{place}/{path}")
        seen[f"{name}/{path}"] = Seen(f"{name}/{path}", info.st_size, info.st_ctime_ns, info.st_ino)
    return tuple(sorted(seen.values()))


def _scanned(options: Options, start: Start, stage: Stage, made: Sequence[Made]) -> dict[str, str]:
    """Return where each file is that the leak gate has seen, by its path."""
    root, new, old = str(options.root), str(stage.files), str(stage.public)
    content = {seen.path: f"{root}/{seen.path}" for seen in start.tree.files}
    site = {f"{PUBLIC}/{one.path}": f"{new if one.staged else old}/{one.path}" for one in made}
    return content | site


def _make(
    options: Options, prepared: Prepared, at: Desk, rows: Sequence[Table], key: str, progress: Progress
) -> tuple[list[Made], list[Issue]]:
    """Make every output: pictures before pages of runs, which say where they differ; data before the other pages."""
    runs, press = prepared.loaded.runs, at.press
    shown = prepared.inputs.illustrations
    made, issues, remarks = picture_jobs(
        runs, shown, press, options.jobs, views_key(), lambda done, n: progress("drawing documents", done, n)
    )
    drawn, wrong = run_jobs(runs, at, options.jobs, key, remarks, lambda done, n: progress("drawing runs", done, n))
    made.extend(drawn)
    issues.extend(wrong)
    suites = at.suites
    csv = options.public / RESULTS_CSV
    data = data_outputs(prepared.inputs, prepared.results, rows, csv, key)
    copies = [*claim_outputs(prepared.loaded.facts, options.root), *copy_outputs(suites, shown, options.root)]
    copies += kept_outputs(prepared.loaded.facts, prepared.history, options.root)
    _finish([*data, *copies], press, options.jobs, made, issues)
    site = prepared.inputs.site
    _finish([*description_outputs(site, made)], press, options.jobs, made, issues)
    downloads = {one.path: one.size for one in made}
    context = site_context(prepared, downloads)
    composed = pages(context)
    hosted = host_outputs(site, composed, [run_page(run.row.address) for run in runs], news(context))
    last = [*page_outputs(composed, at.renderer, key), *asset_outputs(at.renderer), *hosted]
    last += social_outputs(site, prepared.results.cohorts, prepared.rows)
    _finish(last, press, options.jobs, made, issues)
    _finish([sums_output(made)], press, options.jobs, made, issues)
    return made, issues


def _finish(outputs: Sequence[Output], press: Press, jobs: int, made: list[Made], issues: list[Issue]) -> None:
    taken = {one.path: one.sources for one in made}
    faulty: set[str] = set()
    todo = []
    for output in outputs:
        if output.twin_of in faulty:
            continue
        if output.path in taken:
            issues.append(_collision(output.path, (*output.sources, *taken[output.path])))
            faulty.add(output.path)
            continue
        taken[output.path] = output.sources
        todo.append(output)
    done, found = finish_all(todo, press, jobs)
    made.extend(done)
    issues.extend(found)


def _collision(path: str, sources: Sequence[str]) -> Issue:
    """Return the issue of an address that is taken, with the page of prose that must give way."""
    file = next((source for source in sources if source.startswith(f"{CONTENT}/{PAGES}/")), path)
    return issue("page-collision", file, found=path, expected="an address that nothing else has")


def _remember(
    memory: Memory,
    start: Start,
    prepared: Prepared,
    made: Sequence[Made],
    rows: Sequence[Table],
    after: Sequence[Seen],
) -> None:
    """Save the state, and the snapshot unless a file is so new that a change within its clock tick would not show."""
    stats = by_address(after)
    outputs = {
        one.path: OutputMemo(one.key, one.sha256, one.size, stats[one.path].ctime_ns, stats[one.path].inode)
        for one in made
    }
    state = State(
        file_memos(start.tree.files, prepared.loaded.facts),
        {run.digest: run.row for run in prepared.loaded.runs},
        outputs,
        {table.cohort: table.memo for table in rows},
    )
    save_state(memory, start.key, state)
    newest_output = max((seen.ctime_ns for seen in after), default=0)
    if all(newest_output - seen.ctime_ns > _CLOCK_TICK_NS for seen in start.tree.files):
        memory.save_snapshot(stat_digest(start.key, start.tree.files, after))
