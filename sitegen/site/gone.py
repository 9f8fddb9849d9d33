"""Pages in the place of what was published and is gone: runs without a record, cohorts and comparisons without runs."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from sitegen import layout
from sitegen.changes.history import GoneRun
from sitegen.figures import plural
from sitegen.records.release import ReleasedCohort
from sitegen.site.context import SiteContext
from sitegen.site.links import Link
from sitegen.site.page import Crumb, Page
from sitegen.site.protocol import OVERVIEW_CRUMB
from sitegen.site.protocols import FAMILIES
from sitegen.snapshots import NO_RUN, Past, Snapshot


@dataclass(frozen=True, slots=True)
class GoneRunView:
    """A run whose record is no longer published."""

    run: str
    state: str
    """`withdrawn`, or `barred` with its suite."""
    on: str
    reason: str
    suite: Link
    cohort: Link | None
    """The cohort in which it was, where that is known."""
    released: tuple[Link, ...]
    """Releases that counted it."""
    record: str
    """Address of what stands in the place of its record."""
    sha256: str
    """Hash of the record as it was released last; empty where it never was."""


@dataclass(frozen=True, slots=True)
class GoneView:
    """A cohort, or a page of cohorts side by side, of which no run is left."""

    title: str
    what: str
    """What it was, and what became of its runs."""
    last: Link
    """The last release that had it."""
    file: str
    """Address of that release as a file."""
    runs: tuple[Link, ...]


def gone_pages(context: SiteContext) -> list[Page]:
    """Return a page for every released address that would lead nowhere; withdrawn runs with a record have theirs."""
    history = context.history
    pages = [_run(context, one) for one in history.gone]
    if history.now is not None:
        pages += [_cohort(*last, history.now) for last in _lost_cohorts(history.releases, history.now)]
        pages += [_comparison(*last) for last in _lost_comparisons(history.releases, history.now)]
    return pages


def release_link(past: Past) -> Link:
    """Return the page of a release."""
    return Link(past.release.name, layout.changes_page(past.release.name))


def _run(context: SiteContext, one: GoneRun) -> Page:
    suite = context.suite(one.suite)
    above = Link(suite.title, layout.suite_page(suite.id))
    family = FAMILIES[suite.kind]
    had = [past for past in context.history.releases if past.held.runs.get(one.address, NO_RUN).cohort is not None]
    titles = {id: cohort.title for past in had for id, cohort in past.held.cohorts.items()}
    cohort = Link(titles[one.cohort], layout.cohort_page(one.cohort)) if one.cohort else None
    word = "withdrawn" if one.state == "withdrawn" else "barred with its suite"
    return Page(
        layout.run_page(one.address),
        "gone_run.html",
        f"{one.run}, {one.state}",
        f"A run that was {word} on {one.on}; its address stays and says why.",
        layout.OVERVIEW,
        (
            OVERVIEW_CRUMB,
            Crumb(family.title, layout.protocol_page(suite.kind)),
            Crumb(above.label, above.address),
            Crumb(one.run, None),
        ),
        GoneRunView(
            *(one.run, one.state, one.on, one.reason, above, cohort),
            tuple(release_link(past) for past in had),
            layout.run_record(one.address),
            had[-1].held.runs[one.address].hashes[0] if had else "",
        ),
        (layout.CONTENT,),
    )


def _lost_cohorts(releases: tuple[Past, ...], now: Snapshot) -> Iterator[tuple[Past, ReleasedCohort]]:
    """Yield each released cohort that is there no longer, with the last release that had it."""
    last = {id: (past, cohort) for past in releases for id, cohort in past.held.cohorts.items()}
    return (found for id, found in last.items() if id not in now.cohorts)


def _lost_comparisons(releases: tuple[Past, ...], now: Snapshot) -> Iterator[tuple[Past, str, str]]:
    last = {id: (past, id, title) for past in releases for id, title in past.held.comparisons.items()}
    return (found for id, found in last.items() if id not in now.comparisons)


def _cohort(past: Past, cohort: ReleasedCohort, now: Snapshot) -> Page:
    family = FAMILIES[cohort.kind]
    addresses = [address for address, run in past.held.runs.items() if run.cohort == cohort.id]
    became = Counter(_became(address, now) for address in addresses)
    what = (
        f"A cohort of {plural(len(addresses), 'run')} in release {past.release.name}. No run of it is left: "
        f"{', '.join(f'{count:,} {word}' for word, count in sorted(became.items()))}."
    )
    return Page(
        layout.cohort_page(cohort.id),
        "gone.html",
        cohort.title,
        "A cohort that has no runs any more; its address stays and says why.",
        layout.OVERVIEW,
        (OVERVIEW_CRUMB, Crumb(family.title, layout.protocol_page(cohort.kind)), Crumb(cohort.title, None)),
        GoneView(
            cohort.title,
            what,
            release_link(past),
            layout.release_file(past.release.name),
            tuple(_link(address) for address in addresses),
        ),
        (past.path,),
    )


def _became(address: str, now: Snapshot) -> str:
    run = now.runs.get(address, NO_RUN)
    if run.cohort is not None:
        return "in another cohort now"
    return "barred with their suite" if run.standing == "barred" else "withdrawn"


def _link(address: str) -> Link:
    return Link(address, layout.run_page(address))


def _comparison(past: Past, id: str, title: str) -> Page:
    what = f"Cohorts side by side in release {past.release.name}. Fewer than two of them have runs now."
    return Page(
        layout.compare_page(id),
        "gone.html",
        title,
        "A comparison that has too few cohorts left; its address stays and says why.",
        layout.OVERVIEW,
        (OVERVIEW_CRUMB, Crumb("Side by side", None)),
        GoneView(title, what, release_link(past), layout.release_file(past.release.name), ()),
        (past.path,),
    )
