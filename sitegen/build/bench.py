"""What a build works with: what it found, what it makes outputs with, and what pages are composed from."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import orjson

from sitegen.build.outputs import Press
from sitegen.build.prepare import Prepared
from sitegen.build.runs import Briefed, Desk
from sitegen.build.state import State
from sitegen.inputs import FileFact
from sitegen.layout import templates_dir
from sitegen.leaks import Gate
from sitegen.load.drafts import Drafts
from sitegen.load.reader import FileMemo, Reader
from sitegen.publish import Stage
from sitegen.render import Renderer
from sitegen.scan import Seen, Tree
from sitegen.site import RunBrief, SiteContext, barred_brief, brief_for, has_feed, navigation, withdrawn_brief
from sitegen.templating import Compiled, Templates


@dataclass(frozen=True, slots=True)
class Start:
    """What a build finds when it begins."""

    key: str
    gate: Gate
    tree: Tree
    before: tuple[Seen, ...]
    """Files of `public` as they were found."""
    state: State
    recovered: int


@dataclass(frozen=True, slots=True)
class Bench:
    """What outputs are made with, before it is known which."""

    stage: Stage
    press: Press
    drafts: Drafts


@contextmanager
def set_up(root: Path, start: Start, stage: Stage, code: Compiled | None) -> Iterator[Bench]:
    """Yield what outputs are made with; kept are those that are on disk as the last build left them."""
    intact = by_address(start.before)
    kept = {
        path: memo
        for path, memo in start.state.outputs.items()
        if path in stage.old
        and stage.old[path].sha256 == memo.sha256
        and path in intact
        and intact[path][1:] == (memo.size, memo.ctime_ns, memo.inode)
    }
    templates = Templates(templates_dir(), code)
    with closing(Drafts(stage.scratch, templates, start.gate)) as drafts:
        yield Bench(stage, Press(root, stage.files, start.gate, templates, kept), drafts)


def desk(root: Path, start: Start, prepared: Prepared, bench: Bench) -> Desk:
    """Return what the outputs of runs are made with."""
    inputs = prepared.inputs
    return Desk(
        press=bench.press,
        reader=Reader(root, start.gate, file_memos(start.tree.files, prepared.loaded.facts)),
        drafts=bench.drafts,
        renderer=Renderer(
            bench.press.templates, inputs.site, navigation(inputs.prose), has_feed(inputs.site, prepared.history)
        ),
        suites={suite.id: suite for suite in inputs.suites},
        briefs=_briefs(prepared),
    )


def _briefs(prepared: Prepared) -> dict[str, Briefed]:
    """Return what run pages must know of their cohort, of their withdrawal or of their barred suite, by run address."""
    context = site_context(prepared, {})
    found: dict[str, Briefed] = {}
    for cohort in prepared.results.cohorts:
        found.update(dict.fromkeys(cohort.runs, _briefed(brief_for(context, cohort))))
    for one in prepared.results.withdrawn:
        if one.recorded:
            found[one.address] = _briefed(withdrawn_brief(context, one))
    for suite, rows in context.barred_rows.items():
        found.update(dict.fromkeys((row.address for row in rows), _briefed(barred_brief(context, suite))))
    return found


def _briefed(brief: RunBrief) -> Briefed:
    return Briefed(brief, hashlib.sha256(orjson.dumps(brief)).hexdigest())


def site_context(prepared: Prepared, downloads: Mapping[str, int]) -> SiteContext:
    """Return everything that pages are composed from."""
    inputs = prepared.inputs
    barred = {suite.id for suite in inputs.suites if suite.tombstone is not None}
    return SiteContext(
        site=inputs.site,
        results=prepared.results,
        rows=prepared.rows,
        barred_rows={suite: tuple(row for row in inputs.rows if row.suite == suite) for suite in sorted(barred)},
        suites={suite.id: suite for suite in inputs.suites},
        caveats={caveat.id: caveat for caveat in inputs.caveats},
        prose=inputs.prose,
        downloads=downloads,
        illustrations=inputs.illustrations,
        history=prepared.history,
    )


def by_address(files: Sequence[Seen]) -> dict[str, Seen]:
    """Return files of the site by their place below its folder."""
    return {seen.path.partition("/")[2]: seen for seen in files}


def file_memos(files: Sequence[Seen], facts: Sequence[FileFact]) -> dict[str, FileMemo]:
    """Return the files that were read or remembered, as the next build may believe them."""
    hashes = {fact.path: fact.sha256 for fact in facts}
    return {
        seen.path: FileMemo(seen.size, seen.ctime_ns, seen.inode, hashes[seen.path])
        for seen in files
        if seen.path in hashes
    }
