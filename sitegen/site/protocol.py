"""The page of one protocol family: its rules as data, its suites, its cohorts."""

from dataclasses import dataclass

from sitegen import layout
from sitegen.site.caveats import Note
from sitegen.site.context import SiteContext
from sitegen.site.illustrations import Shown, shown
from sitegen.site.links import Gate, gate
from sitegen.site.overview import CountRow, Section, count_row, section, suites_of, summary_of
from sitegen.site.page import Crumb, Page
from sitegen.site.protocols import FAMILIES, Family
from sitegen.site.rules import Rules, rules_of
from sitegen.site.tables import with_dots

ILLUSTRATED = "api"
"""The protocol that the illustrations belong to: its task is the one they show."""
OVERVIEW_CRUMB = Crumb("Benchmarks", layout.OVERVIEW)


@dataclass(frozen=True, slots=True)
class ProtocolView:
    """A protocol family."""

    family: Family
    results: CountRow
    fixtures: CountRow | None
    """None where there are no fixtures of it."""
    section: Section
    illustrations: tuple[Shown, ...]
    rules: tuple[Rules, ...]
    gates: tuple[Gate, ...]
    notes: tuple[Note, ...]


def protocol_pages(context: SiteContext) -> list[Page]:
    """Return a page for every protocol family, also where nothing of it has been run."""
    return [_page(context, family) for family in FAMILIES.values()]


def _page(context: SiteContext, family: Family) -> Page:
    summary = summary_of(context, family.kind)
    cohorts = context.cohorts(summary.cohorts) if summary else ()
    suites = [context.suites[suite.id] for suite in suites_of(context, family.kind) if suite.id in context.suites]
    view = ProtocolView(
        family,
        count_row(family, summary, fixture=False),
        count_row(family, summary, fixture=True) if summary and summary.fixtures.planned else None,
        section(context, family, dots=with_dots(cohorts)),
        tuple(shown(one) for one in context.illustrations) if family.kind == ILLUSTRATED else (),
        rules_of(suites),
        tuple(
            gate(claim, context.results.cohorts)
            for claim in context.claims_on("protocol", [cohort.id for cohort in cohorts])
        ),
        context.notes(summary.caveats if summary else (), "protocol"),
    )
    return Page(
        layout.protocol_page(family.kind),
        "protocol.html",
        family.title,
        f"{family.question} Rules, suites and cohorts.",
        layout.OVERVIEW,
        (OVERVIEW_CRUMB, Crumb(family.title, None)),
        view,
        tuple(sorted([suite.path for suite in suites] + [cohort.id for cohort in cohorts])),
    )
