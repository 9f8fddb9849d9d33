"""What the page of a run remarks on its views."""

from collections.abc import Sequence


def remarks(differing: Sequence[str], undrawn: Sequence[str], unreadable: bool) -> tuple[str, ...]:
    """Return sentences on the recorded views that are not what the build draws, and on those that it does not draw."""
    found = []
    if unreadable:
        found.append("The saved document cannot be read, so there is nothing to draw.")
    if undrawn:
        found.append(f"The {_views(undrawn)} not drawn: too many faces of the document meet there.")
    if differing:
        those, them, were = ("these", "them", "they were") if len(differing) > 1 else ("this one", "it", "it was")
        found.append(
            f"The {_views(differing, ' that the run recorded')} not {those} to the byte: other drawing code made "
            f"{them}, or {were} changed since. What was recorded is among the files of the run."
        )
    return tuple(found)


def _views(names: Sequence[str], which: str = "") -> str:
    """Return the views in words, with the verb."""
    *others, last = names
    listed = f"{', '.join(others)} and {last}" if others else last
    return f"{listed} views{which} are" if others else f"{listed} view{which} is"
