"""Pages composed from the numbers: every page as a template with the plain values that it reads."""

from sitegen.site.changes import change_pages, has_feed, news
from sitegen.site.cohort import cohort_pages
from sitegen.site.compare import compare_pages
from sitegen.site.context import SiteContext
from sitegen.site.data import data_page
from sitegen.site.gone import gone_pages
from sitegen.site.home import home_page, prose_pages
from sitegen.site.legend import marks_page, not_found_page
from sitegen.site.method import method_page
from sitegen.site.navigation import navigation
from sitegen.site.overview import overview_page
from sitegen.site.page import Crumb, NavItem, Page
from sitegen.site.protocol import protocol_pages
from sitegen.site.run import OwnPart, RunBrief, barred_brief, brief_for, own_text, run_page, withdrawn_brief
from sitegen.site.suite import suite_pages

__all__ = [
    "Crumb",
    "NavItem",
    "OwnPart",
    "Page",
    "RunBrief",
    "SiteContext",
    "barred_brief",
    "brief_for",
    "has_feed",
    "navigation",
    "news",
    "own_text",
    "pages",
    "run_page",
    "withdrawn_brief",
]


def pages(context: SiteContext) -> tuple[Page, ...]:
    """Return every page but those of runs, sorted by address.

    Raises:
        PlaceholderError: A number in prose cannot be filled; `prose_faults` finds all such places at once.
    """
    made = [
        home_page(context),
        *prose_pages(context),
        overview_page(context),
        *protocol_pages(context),
        *suite_pages(context),
        *gone_pages(context),
        *change_pages(context),
        *cohort_pages(context),
        *compare_pages(context),
        method_page(context),
        marks_page(),
        data_page(context),
        not_found_page(),
    ]
    return tuple(sorted(made, key=lambda page: page.path))
