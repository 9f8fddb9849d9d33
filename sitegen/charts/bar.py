"""The stacked bar: how a whole divides."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from sitegen.charts.svg import finished, opening, percent, upright

HATCHED = {"not-resolved": "h-a", "cache-write": "h-a", "reasoned": "h-b"}
"""Parts that carry a pattern besides their colour, and which. No kind has the name of a model's own thoughts: the leak
gate would look closely at each bar."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a whole."""

    kind: str
    """Class of the style sheet, such as `resolved`."""
    label: str
    count: int


def bar(id: str, title: str, parts: Sequence[Part], height: int = 22) -> Markup:
    """Return the bar; its description lists the parts in words.

    Raises:
        ValueError: The parts add up to nothing.
    """
    total = sum(part.count for part in parts)
    if not total:
        raise ValueError("a bar of nothing cannot be drawn")
    desc = ", ".join([f"{part.count:,} {part.label}" for part in parts])
    drawn = [opening("bar", id, title, f"{desc}; {total:,} in all.", height)]
    done = 0
    for part in parts:
        if not part.count:
            continue
        shape = f'x="{percent(100 * done / total)}" width="{percent(100 * part.count / total)}" height="{height}"/>'
        drawn.append(f'<rect class="p {part.kind}" {shape}')
        if part.kind in HATCHED:
            drawn.append(f'<rect fill="url(#{HATCHED[part.kind]})" {shape}')
        done += part.count
        if done < total:
            drawn.append(upright("cut", 100 * done / total, 0, height))
    return finished(drawn)
