"""When the runs of each suite were made, by the days of their records."""

from dataclasses import dataclass
from datetime import date

from sitegen import layout
from sitegen.charts import Stretch
from sitegen.figures import plural
from sitegen.site.context import SiteContext

_MOST_SUITES = 40
"""Most suites in one time line: the latest ones."""
UNDATED = "no day recorded"


@dataclass(frozen=True, slots=True)
class SuiteDays:
    """A suite and its days, in words."""

    title: str
    address: str
    fixture: bool
    first: str
    last: str
    runs: int
    """Attempted runs with a day."""
    undated: int
    """Attempted runs without one."""


@dataclass(frozen=True, slots=True)
class TimeView:
    """The time line of suites and its table."""

    stretches: tuple[Stretch, ...]
    desc: str
    rows: tuple[SuiteDays, ...]
    left_out: int
    """Earlier suites that the chart leaves out; the table has them."""


def time_view(context: SiteContext) -> TimeView | None:
    """Return the time line, or None where no run has a day."""
    days: dict[str, list[str]] = {}
    for rows in context.rows.values():
        for row in rows:
            if row.attempted:
                days.setdefault(row.suite, []).append((row.started_at or "")[:10])
    lines, stretches = [], []
    for suite in context.results.suites:
        known = sorted(day for day in days.get(suite.id, ()) if day)
        if not days.get(suite.id):
            continue
        address = layout.suite_page(suite.id)
        first, last = (known[0], known[-1]) if known else (UNDATED, UNDATED)
        lines.append(
            SuiteDays(suite.title, address, suite.fixture, first, last, len(known), len(days[suite.id]) - len(known))
        )
        if known:
            distinct = tuple(date.fromisoformat(day) for day in sorted(set(known)))
            stretches.append(Stretch(suite.title, address, distinct[0], distinct[-1], distinct, suite.fixture))
    if not stretches:
        return None
    stretches.sort(key=lambda one: (one.first, one.label))
    lines.sort(key=lambda line: (line.first, line.title))
    shown = tuple(stretches[-_MOST_SUITES:])
    desc = "; ".join(f"{one.label}: {one.first} to {one.last}, {plural(len(one.days), 'day')}" for one in shown)
    return TimeView(shown, f"{desc}.", tuple(lines), len(stretches) - len(shown))
