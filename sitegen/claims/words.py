"""Values as the sentences and conditions of claims print them."""

from sitegen import exact
from sitegen.measures import MEASURES


def exact_text(measure: str, value: str) -> str:
    """Return a value of a measure with its unit; money exactly, where tables round it for display."""
    unit = MEASURES[measure].unit
    if unit == "ms":
        return f"{exact.rounded(value, 3, 3)} s"
    if unit == "ticks":
        return f"{exact.usd(value)} USD"
    return {"tokens": f"{value} tokens", "points": f"{value} points"}.get(unit, value)
