"""Heights of dots, so that few hide another; one pass over the dots, whatever their number."""

from collections import Counter
from collections.abc import Sequence

DOT_RADIUS = 3.1
_LEVEL_STEP = 6
_FEW_LEVELS = (0, -6, 6, -12, 12)
_MANY_LEVELS = (0, -6, 6, -12, 12, -18, 18, -24, 24)
_MANY = 60


def levels(count: int) -> tuple[int, ...]:
    """Return the heights that dots may take, in pixels from the middle, nearest first."""
    return _FEW_LEVELS if count <= _MANY else _MANY_LEVELS


def height(count: int) -> int:
    """Return the height in pixels of a strip of that many dots."""
    return height_of(levels(count))


def height_of(allowed: Sequence[int]) -> int:
    """Return the height in pixels of a strip with these levels."""
    return 2 * (max(allowed) + 8)


def enough_levels(places: Sequence[float]) -> tuple[int, ...]:
    """Return as many levels as it takes to show every dot of the largest group with one place."""
    largest = max(Counter(places).values(), default=1)
    return tuple(_LEVEL_STEP * (-1) ** step * ((step + 1) // 2) for step in range(largest + 1 - largest % 2))


def offsets(places: Sequence[float], allowed: Sequence[int], width: int) -> list[int]:
    """Return the height of each dot, in the order given.

    Args:
        places: Places in percent, in any order.
        allowed: Levels, nearest first.
        width: Width of the chart in pixels for which the dots are kept apart.
    """
    apart = 200 * DOT_RADIUS / width
    reached = [-apart] * len(allowed)
    found = [0] * len(places)
    for index in sorted(range(len(places)), key=places.__getitem__):
        place = places[index]
        level = _level(reached, place, apart)
        reached[level] = place
        found[index] = allowed[level]
    return found


def _level(reached: Sequence[float], place: float, apart: float) -> int:
    """Return the first level with room, or the one whose last dot is furthest away."""
    for level, last in enumerate(reached):
        if place - last >= apart:
            return level
    return reached.index(min(reached))
