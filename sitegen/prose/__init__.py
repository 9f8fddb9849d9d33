"""Pages of prose: Markdown in which every number is a placeholder."""

from sitegen.prose.markdown import to_html
from sitegen.prose.placeholders import PlaceholderError, ResolvedProse, prose_faults, resolve

__all__ = ["PlaceholderError", "ResolvedProse", "prose_faults", "resolve", "to_html"]
