"""From rows to published numbers: grouped into cohorts by content, counted, and summarized exactly."""

from sitegen.aggregate.results import results

__all__ = ["results"]
