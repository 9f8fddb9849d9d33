"""Run pages: drawn by whatever process has read the run, and finished once its cohort is known."""

from sitegen.site.run.brief import RunBrief, barred_brief, brief_for, withdrawn_brief
from sitegen.site.run.page import OwnPart, own_text, run_page

__all__ = ["OwnPart", "RunBrief", "barred_brief", "brief_for", "own_text", "run_page", "withdrawn_brief"]
