"""Withdrawn runs: the lines that tell of them where they are missed, and a page in the place of each one's own."""

from collections.abc import Iterable
from dataclasses import dataclass

from sitegen import layout
from sitegen.site.context import SiteContext
from sitegen.site.links import Link
from sitegen.site.page import Crumb, Page
from sitegen.site.protocols import FAMILIES
from sitegen.summaries import WithdrawnRun


@dataclass(frozen=True, slots=True)
class WithdrawnLine:
    """A withdrawn run where it is missed."""

    run: str
    address: str
    """Page of the run, which stays."""
    on: str
    reason: str


@dataclass(frozen=True, slots=True)
class GoneRunView:
    """A run whose record is no longer published."""

    run: str
    on: str
    reason: str
    suite: Link
    cohort: Link | None
    """The cohort in which it was, where that is known and still there."""
    record: str
    """What stands at the address of its record."""


def withdrawn_lines(runs: Iterable[WithdrawnRun]) -> tuple[WithdrawnLine, ...]:
    """Return the lines of withdrawn runs in the order given."""
    return tuple(WithdrawnLine(one.run, layout.run_page(one.address), one.on, one.reason) for one in runs)


def gone_pages(context: SiteContext) -> list[Page]:
    """Return a page for every withdrawn run whose record is gone; one with a record has its page as before."""
    return [_page(context, one) for one in context.results.withdrawn if not one.recorded]


def _page(context: SiteContext, one: WithdrawnRun) -> Page:
    suite = context.suite(one.suite)
    title = {cohort.id: cohort.title for cohort in context.results.cohorts}
    cohort = Link(title[one.cohort], layout.cohort_page(one.cohort)) if one.cohort in title and one.cohort else None
    above = Link(suite.title, layout.suite_page(suite.id))
    family = FAMILIES[suite.kind]
    return Page(
        layout.run_page(one.address),
        "gone_run.html",
        f"{one.run}, withdrawn",
        f"A run that was withdrawn on {one.on}; its address stays and says why.",
        layout.OVERVIEW,
        (
            Crumb("Benchmarks", layout.OVERVIEW),
            Crumb(family.title, layout.protocol_page(suite.kind)),
            Crumb(above.label, above.address),
            Crumb(one.run, None),
        ),
        GoneRunView(one.run, one.on, one.reason, above, cohort, layout.run_record(one.address)),
        (f"{layout.CONTENT}/{layout.WITHDRAWN_FILE}",),
    )
