"""Pages that tell what each release of the data set changed, and what has changed since the last one."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from sitegen import layout
from sitegen.changes.diff import NOTHING, Changes, CohortChange, changes
from sitegen.changes.history import History
from sitegen.exports.feed import Entry
from sitegen.figures import plural
from sitegen.records.release import UNRELEASED, ReleasedClaim
from sitegen.records.site import SiteConfig
from sitegen.site.context import SiteContext
from sitegen.site.downloads import Download, size_of
from sitegen.site.gone import release_link
from sitegen.site.links import Link
from sitegen.site.moved import Moved, NewCohort, in_words, moved, new_cohort
from sitegen.site.page import Crumb, Page
from sitegen.site.withdrawn import WithdrawnLine
from sitegen.snapshots import Past, Snapshot
from sitegen.summaries import WithdrawnRun


@dataclass(frozen=True, slots=True)
class Reading:
    """A count after, with the count before beneath."""

    label: str
    value: str
    beside: str


@dataclass(frozen=True, slots=True)
class SuiteLine:
    """A suite that is new, or barred, or no longer barred."""

    title: str
    address: str
    what: str


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """A claim that came, went, or is made or withheld otherwise."""

    id: str
    sentence: str
    before: str
    """`made`, `withheld` or `not stated`."""
    after: str


@dataclass(frozen=True, slots=True)
class ChangesView:
    """What changed from one state to the next."""

    title: str
    on: str
    """Day of the release; empty for what is not released."""
    summary: str
    notes: str
    before: Link | None
    after: Link | None
    """The release that came next."""
    readings: tuple[Reading, ...]
    moved: tuple[Moved, ...]
    new: tuple[NewCohort, ...]
    lost: tuple[Link, ...]
    withdrawn: tuple[WithdrawnLine, ...]
    suites: tuple[SuiteLine, ...]
    claims: tuple[ClaimLine, ...]
    file: Download | None
    """The release as a file; None for what is not released."""


@dataclass(frozen=True, slots=True)
class ReleaseLine:
    """A release in the list of all."""

    name: str
    address: str
    on: str
    runs: str
    cohorts: str
    summary: str


@dataclass(frozen=True, slots=True)
class ReleasesView:
    """Every release, the last one first."""

    unreleased: ReleaseLine | None
    """What has changed since; None where nothing was released."""
    lines: tuple[ReleaseLine, ...]
    feed: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A release, or the tree as it is, after the one before it."""

    past: Past | None
    """None for the tree as it is."""
    held: Snapshot
    before: Past | None
    changes: Changes

    @property
    def name(self) -> str:
        """Name of the release, or the word for what is not released."""
        return self.past.release.name if self.past else UNRELEASED


def steps(history: History) -> tuple[Step, ...]:
    """Return each release with what it changed, in order, and at the end what has changed since."""
    if history.now is None:
        return ()
    states: list[tuple[Past | None, Snapshot]] = [(None, NOTHING)]
    states += [(past, past.held) for past in history.releases]
    states.append((None, history.now))
    return tuple(Step(past, held, old, changes(was, held)) for (old, was), (past, held) in pairwise(states))


def change_pages(context: SiteContext) -> list[Page]:
    """Return the list of releases, and a page for each of them and for what has changed since."""
    made = steps(context.history)
    withdrawn = {one.address: one for one in context.results.withdrawn}
    following = [*(release_link(step.past) for step in made[1:] if step.past), None, None]
    pages = [_page(step, after, withdrawn) for step, after in zip(made, following, strict=False)]
    return [_list(context, made), *pages]


def _list(context: SiteContext, made: tuple[Step, ...]) -> Page:
    lines = [_line(step) for step in reversed(made)]
    view = ReleasesView(lines[0] if lines else None, tuple(lines[1:]), has_feed(context.site, context.history))
    return Page(
        layout.CHANGES,
        "releases.html",
        "Changes",
        "Releases of the data set, and what each of them changed.",
        layout.CHANGES,
        (),
        view,
        tuple(past.path for past in context.history.releases) or ("content/site.toml",),
    )


def has_feed(site: SiteConfig, history: History) -> bool:
    """Return whether there is a feed: it needs addresses that hold anywhere, and something to tell."""
    return site.base_url is not None and bool(history.releases)


def news(context: SiteContext) -> tuple[Entry, ...]:
    """Return what the feed tells, in order; nothing where there is none."""
    if not has_feed(context.site, context.history):
        return ()
    return tuple(
        Entry(step.name, step.past.release.on, layout.changes_page(step.name), _told(step))
        for step in steps(context.history)
        if step.past
    )


def _told(step: Step) -> str:
    """Return the summary of a release, and the first medians that moved with the runs because of which they did."""
    lines = [summary(step)]
    for one in [one for one in step.changes.cohorts if one.medians][:_MOST_TOLD]:
        assert one.after is not None, "a median that moved has a cohort"
        first, because = moved(one).lines[-len(one.medians)], _because(one)
        figures = [side.text or side.state.replace("_", " ") for side in (first.before, first.after)]
        lines.append(f"{one.after.title}: {first.heading}, median {figures[0]} to {figures[1]}, {because}.")
    return " ".join(lines)


def _because(change: CohortChange) -> str:
    words = in_words(change.runs)
    return f"because of {words}" if words else "because the program counts otherwise"


_MOST_TOLD = 5
"""Most cohorts of which the feed tells."""


def _line(step: Step) -> ReleaseLine:
    return ReleaseLine(
        step.name,
        layout.changes_page(step.name),
        step.past.release.on if step.past else "",
        f"{_attempted(step.held):,}",
        f"{len(step.held.cohorts):,}",
        summary(step),
    )


def _attempted(held: Snapshot) -> int:
    return sum(cohort.counts.attempted for cohort in held.cohorts.values())


def summary(step: Step) -> str:
    """Return in a sentence or two what changed."""
    if step.changes.none:
        return "Nothing has changed."
    found = step.changes
    medians = sum(len(cohort.medians) for cohort in found.cohorts)
    in_cohorts = sum(bool(cohort.medians) for cohort in found.cohorts)
    new = sum(cohort.before is None for cohort in found.cohorts)
    gained = sum(_made(one.after) and not _made(one.before) for one in found.claims)
    lost = sum(_made(one.before) and not _made(one.after) for one in found.claims)
    parts = [
        in_words(found.runs),
        f"{plural(new, 'new cohort')}" if new else "",
        f"{plural(medians, 'median')} moved in {plural(in_cohorts, 'cohort')}" if medians else "",
        f"{plural(gained, 'claim')} made" if gained else "",
        f"{plural(lost, 'claim')} withheld" if lost else "",
    ]
    said = [part for part in parts if part] or ["only what is written about suites, cohorts or claims"]
    return f"{'; '.join(said)}."


def _made(claim: ReleasedClaim | None) -> bool:
    return claim is not None and claim.made


def _page(step: Step, after: Link | None, withdrawn: Mapping[str, WithdrawnRun]) -> Page:
    past, before = step.past, step.before
    title = f"Release {past.release.name}" if past else "Not released yet"
    about = f"What release {past.release.name} of {past.release.on} changed." if past else "Changes since the release."
    view = ChangesView(
        title,
        past.release.on if past else "",
        summary(step),
        (past.release.notes or "") if past else "",
        release_link(before) if before else None,
        after,
        _readings(step),
        tuple(moved(one) for one in step.changes.cohorts if one.before and one.after),
        tuple(new_cohort(one.after) for one in step.changes.cohorts if one.before is None and one.after),
        tuple(
            Link(one.before.title, layout.cohort_page(one.id))
            for one in step.changes.cohorts
            if one.before and not one.after
        ),
        tuple(_withdrawn(address, withdrawn) for address in step.changes.runs.withdrawn),
        _suites(step),
        _claims(step.changes),
        _file(past) if past else None,
    )
    sources = tuple(one.path for one in (before, past) if one) or (layout.CONTENT,)
    crumbs = (Crumb("Changes", layout.CHANGES), Crumb(title, None))
    return Page(layout.changes_page(step.name), "changes.html", title, about, layout.CHANGES, crumbs, view, sources)


def _withdrawn(address: str, withdrawn: Mapping[str, WithdrawnRun]) -> WithdrawnLine:
    """Return a withdrawn run with its reason, which the list has while the run is withdrawn."""
    one = withdrawn.get(address)
    if one is None:
        return WithdrawnLine(address, layout.run_page(address), "", "it is counted again since")
    return WithdrawnLine(address, layout.run_page(address), one.on, one.reason)


def _readings(step: Step) -> tuple[Reading, ...]:
    old = step.before.held if step.before else None
    runs = step.changes.runs
    made = sum(claim.made for claim in step.held.claims.values())
    return (
        Reading("Runs attempted", f"{_attempted(step.held):,}", f"before: {_attempted(old):,}" if old else "the first"),
        Reading("Added", f"{len(runs.added):,}", "runs that were not there before"),
        Reading("Changed", f"{len(runs.changed):,}", "another record, review or cohort"),
        Reading("Withdrawn", f"{len(runs.withdrawn) + len(runs.barred):,}", f"{len(runs.barred):,} with their suite"),
        Reading("Cohorts", f"{len(step.held.cohorts):,}", f"before: {len(old.cohorts):,}" if old else "the first"),
        Reading("Claims made", f"{made:,}", f"of {len(step.held.claims):,}"),
    )


def _suites(step: Step) -> tuple[SuiteLine, ...]:
    known = step.before.held.suites if step.before else {}
    return tuple(
        SuiteLine(
            one.title,
            layout.suite_page(one.id),
            "barred" if one.state == "invalidated" else "counted again" if one.id in known else "new",
        )
        for one in step.changes.suites
    )


def _claims(found: Changes) -> tuple[ClaimLine, ...]:
    lines = []
    for one in found.claims:
        latest = one.after or one.before
        assert latest is not None, "a claim is on one side at least"
        said = [
            "not stated" if side is None else "made" if side.made else "withheld" for side in (one.before, one.after)
        ]
        lines.append(ClaimLine(one.id, latest.sentence, said[0], said[1]))
    return tuple(lines)


def _file(past: Past) -> Download:
    address = layout.release_file(past.release.name)
    about = "every run with the hash of its record, every median, every claim of this release"
    return Download(address.rpartition("/")[2], address, size_of(past.size), past.sha256, about)
