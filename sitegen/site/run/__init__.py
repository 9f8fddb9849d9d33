"""Run pages. They are drawn one by one, in any process, from a run's files, its suite and the brief of its cohort."""

from sitegen import layout
from sitegen.inputs import RunInput, SuiteInput
from sitegen.records.kinds.api import ApiRun
from sitegen.site.page import Crumb, Page
from sitegen.site.run.api import ApiRunView, api_view
from sitegen.site.run.brief import RunBrief, barred_brief, brief_for, withdrawn_brief
from sitegen.site.run.imported import ImportedRunView, imported_view

__all__ = ["RunBrief", "barred_brief", "brief_for", "run_page", "withdrawn_brief"]


def run_page(run: RunInput, suite: SuiteInput, brief: RunBrief, differing: tuple[str, ...] = ()) -> Page:
    """Return the page of a run; `differing` are its recorded views that are not what the build draws."""
    record = run.record
    view: ApiRunView | ImportedRunView
    if isinstance(record, ApiRun):
        view, template = api_view(run, record, suite, brief, differing), "run_api.html"
    else:
        view, template = imported_view(run, record, suite, brief), "run_imported.html"
    return Page(
        layout.run_page(f"{record.suite}--{record.id}"),
        template,
        view.title,
        f"One run with its evidence: {view.about}, {view.status.replace('_', ' ')} ({view.stop}).",
        layout.OVERVIEW,
        (*brief.crumbs, Crumb(record.id, None)),
        view,
        (run.path, suite.path),
    )
