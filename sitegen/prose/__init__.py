"""Pages of prose: Markdown in which every number is a placeholder."""

from sitegen.prose.markdown import links, relative, to_html
from sitegen.prose.placeholders import PlaceholderError, ResolvedProse, prose_faults, resolve

__all__ = ["PlaceholderError", "ResolvedProse", "links", "prose_faults", "relative", "resolve", "to_html"]
