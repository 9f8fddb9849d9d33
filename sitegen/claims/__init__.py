"""Claims: whether a sentence may be shown, with every condition of its gate."""

from sitegen.claims.decide import Facts, decide, pick_issues

__all__ = ["Facts", "decide", "pick_issues"]
