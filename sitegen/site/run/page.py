"""The page of a run: its own part, and around it what its cohort says."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from sitegen import layout
from sitegen.charts import Shared, own_mark
from sitegen.figures import run_dollars, seconds, whole
from sitegen.inputs import RunInput, SuiteInput
from sitegen.records.kinds.api import ApiRun
from sitegen.rows import RunRow
from sitegen.site.page import Crumb, Page
from sitegen.site.run.api import ApiRunView, api_view
from sitegen.site.run.brief import Around, RunBrief
from sitegen.site.run.imported import ImportedRunView, imported_view

_PRINTED = {"wall_ms": seconds, "cost_ticks": run_dollars, "output": whole}


class OwnText(NamedTuple):
    """What a page says of its run alone, before it is drawn."""

    title: str
    description: str
    template: str
    view: ApiRunView | ImportedRunView


class OwnPart(NamedTuple):
    """The same, drawn."""

    title: str
    description: str
    pieces: tuple[Markup, ...]
    """What stands before, between and behind the places of what the cohort says."""
    twin: tuple[str, str]
    """The run in Markdown, before and behind what the cohort says."""


class OwnPlace(NamedTuple):
    """Where the run lies in its cohort, by one measure."""

    heading: str
    own: str
    median: str
    beside: str
    backdrop: Shared
    mark: Markup
    labels: Shared


class RunView(NamedTuple):
    """A run among those of its cohort."""

    own: tuple[Markup, ...]
    status: str
    around: Around
    places: tuple[OwnPlace, ...]
    remarks: str
    """Sentences on its views; empty where there are none."""


def own_text(run: RunInput, suite: SuiteInput) -> OwnText:
    """Return what the page of a run says of the run alone; it needs nothing but the run and its suite."""
    record = run.record
    view: ApiRunView | ImportedRunView
    if isinstance(record, ApiRun):
        view, template = api_view(run, record, suite), "run_api.html"
    else:
        view, template = imported_view(run, record, suite), "run_imported.html"
    status = view.status.replace("_", " ")
    about = f"One run with its evidence: {view.about}, {status} ({view.stop})."
    return OwnText(view.title, about, template, view)


def run_page(row: RunRow, own: OwnPart, brief: RunBrief, remarks: tuple[str, ...] = ()) -> Page:
    """Return the page of a run; `remarks` are sentences on its views."""
    return Page(
        layout.run_page(row.address),
        "run_page.html",
        own.title,
        own.description,
        layout.OVERVIEW,
        (*brief.crumbs, Crumb(row.run, None)),
        RunView(own.pieces, row.status, brief.around, tuple(_places(row, brief)), " ".join(remarks)),
        (),
    )


def _places(row: RunRow, brief: RunBrief) -> Iterator[OwnPlace]:
    """Yield where a run lies among the runs of its cohort."""
    for place in brief.places:
        value = row.values[place.measure]
        if value is not None:
            mark = own_mark(place.axis, value, failed=row.status == "failed")
            text = _PRINTED[place.measure](value)
            yield OwnPlace(place.heading, text, place.median, place.beside, place.backdrop, mark, place.labels)
