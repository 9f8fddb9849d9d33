"""Loose line stretches joined to long polylines, so that corners are joined and few characters are spent."""

from sitegen.views.paths import Point
from sitegen.views.vectors import Ints


def polylines(ends: Ints) -> list[list[Point]]:
    """Return polylines that run through every stretch once; `ends` has the shape (n, 2, 2), in drawing units.

    A line goes on only where exactly two stretches meet. Stretches without length and second copies are left out, as
    are points in the middle of a straight run.
    """
    stretches = sorted({(min(a, b), max(a, b)) for a, b in ((tuple(a), tuple(b)) for a, b in ends.tolist()) if a != b})
    meeting: dict[Point, list[int]] = {}
    for number, pair in enumerate(stretches):
        for point in pair:
            meeting.setdefault(point, []).append(number)
    unused = [True] * len(stretches)

    def walk(start: Point, number: int) -> list[Point]:
        line = [start]
        while unused[number]:
            unused[number] = False
            a, b = stretches[number]
            end = b if a == line[-1] else a
            if len(line) > 1 and _straight(line[-2], line[-1], end):
                line.pop()
            line.append(end)
            onward = meeting[end]
            if len(onward) == 2:
                number = onward[0] if onward[1] == number else onward[1]
        return line

    loose = [(point, number) for point, numbers in sorted(meeting.items()) if len(numbers) != 2 for number in numbers]
    closed = [(pair[0], number) for number, pair in enumerate(stretches)]
    return [walk(point, number) for point, number in loose + closed if unused[number]]


def _straight(a: Point, b: Point, c: Point) -> bool:
    (ux, uy), (vx, vy) = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    return ux * vy == uy * vx and ux * vx + uy * vy > 0
