"""The legend: every mark of the site with its meaning; and the page for addresses that do not exist."""

from dataclasses import dataclass

from sitegen import layout
from sitegen.site.links import Badge
from sitegen.site.page import Page
from sitegen.stats import SMALLEST_N


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark and what it means."""

    badge: Badge
    where: str
    meaning: str


@dataclass(frozen=True, slots=True)
class LegendView:
    """The legend."""

    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class NotFoundView:
    """The page for addresses that do not exist."""


_MARKS = (
    Mark(
        Badge("done", "completed"),
        "runs",
        "The agent said that it was done, within its limits. Says nothing about quality.",
    ),
    Mark(
        Badge("failed", "failed"),
        "runs, checks",
        "Ended by a limit, an error or a failed check. Stays in every median with what it spent.",
    ),
    Mark(Badge("empty", "[X]"), "anywhere", "There are no runs, so there is no number. Never a dash, never 0."),
    Mark(
        Badge("unavailable", "unavailable"),
        "medians",
        "At least one run did not report the value; the line beneath counts them. The rest is not averaged.",
    ),
    Mark(
        Badge("pending", "pending"),
        "quality",
        "Waits for a person. The count of reviewed runs stands beside it; automatic points never take its place.",
    ),
    Mark(
        Badge("few", "too few runs"),
        "intervals",
        f"Fewer than {SMALLEST_N} runs: no 95 % interval of the median exists that holds for every distribution.",
    ),
    Mark(
        Badge("fixture", "fixture"),
        "suites, cohorts, runs",
        "Hand-made records that show or test the site. In tables of their own, in no count of results, in no claim.",
    ),
    Mark(
        Badge("mixed", "mixed versions"),
        "cohorts",
        "The provider reported more than one version of the model; prices and cost bases can be mixed. Blocks claims.",
    ),
    Mark(
        Badge("invalidated", "invalidated"),
        "suites",
        "Barred, with the reason. In no count and no median; what records there are can still be read.",
    ),
    Mark(
        Badge("withdrawn", "withdrawn"),
        "runs",
        "Taken back after publication, with the day and the reason. In no count; the address stays.",
    ),
    Mark(
        Badge("not_started", "not started"),
        "planned runs",
        "Nothing was sent: the set-up failed, or the budget had ended. In no denominator; counted beside every table.",
    ),
    Mark(Badge("met", "met"), "claims", "A condition of the gate holds."),
    Mark(Badge("unmet", "unmet"), "claims", "A condition does not hold, so the sentence is not made."),
)


def marks_page() -> Page:
    """Return the legend."""
    return Page(
        layout.MARKS,
        "marks.html",
        "Marks",
        "What each mark on this site means.",
        layout.MARKS,
        (),
        LegendView(_MARKS),
        (),
    )


def not_found_page() -> Page:
    """Return the page that hosts show for an address that does not exist."""
    return Page(
        layout.NOT_FOUND,
        "not_found.html",
        "No page at this address",
        "There is no page at this address.",
        None,
        (),
        NotFoundView(),
        (),
    )
