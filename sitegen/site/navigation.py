"""The navigation: the site's own pages, and pages of prose that ask for a place in it."""

from collections.abc import Iterable

from sitegen import layout
from sitegen.inputs import ProseInput
from sitegen.site.page import NavItem

_FIXED = (
    NavItem("Benchmarks", layout.OVERVIEW),
    NavItem("Method", layout.METHOD),
    NavItem("Marks", layout.MARKS),
    NavItem("Data", layout.DATA),
    NavItem("Changes", layout.CHANGES),
)


def navigation(prose: Iterable[ProseInput]) -> tuple[NavItem, ...]:
    """Return the entries in the order in which they are shown.

    Pages of prose stand behind the site's own entries, by `order`; those with a negative one stand before them.
    """
    asked = sorted((page.head.order, page.head.nav, page.source) for page in prose if page.head.nav is not None)
    items = [(order, NavItem(label, layout.prose_page(source))) for order, label, source in asked]
    before = [item for order, item in items if order < 0]
    return (*before, *_FIXED, *(item for order, item in items if order >= 0))
