"""Closed solids from rings of points: tubes and lofts."""

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
from manifold3d import Manifold, Mesh64
from numpy.typing import NDArray

from runner.form.errors import FormError
from runner.form.paths import Arc, Vector, centre_line, meets_itself, turned

ARC_STEP_DEG = 12.0
_SEGMENTS = ((11, 24), (46, 48), (186, 96))
_MOST_SEGMENTS = 192


def segments(r: float) -> int:
    """Return the number of straight pieces of a full circle of radius r mm.

    The chord errs by at most 0.1 mm up to r = 746. Every count divides the next one and is a multiple of 4: circles of
    one radius never overlap by their facets, whatever bodies they belong to, and boxes of round bodies are exact.
    """
    return next((count for limit, count in _SEGMENTS if r <= limit), _MOST_SEGMENTS)


def rounded_rectangle(w: float, d: float, r: float, per_corner: int) -> Vector:
    """Return the outline counter-clockwise from the right end of its lower edge, `per_corner` + 1 points a corner."""
    points = []
    for x, y, first in (
        (w / 2 - r, r - d / 2, 270),
        (w / 2 - r, d / 2 - r, 0),
        (r - w / 2, d / 2 - r, 90),
        (r - w / 2, r - d / 2, 180),
    ):
        for step in range(per_corner + 1):
            cos, sin = _cos_sin(first, 90 * step / per_corner)
            points.append((x + r * cos, y + r * sin))
    return np.array(points)


@cache
def circle(count: int) -> Vector:
    """Return the corners of a regular polygon of radius 1, counter-clockwise from (1, 0); 4 divides `count`."""
    quarter = count // 4
    corners = np.array([_cos_sin(90 * (i // quarter), 90 * (i % quarter) / quarter) for i in range(count)])
    corners.flags.writeable = False
    return corners


def _cos_sin(quarter_deg: int, rest_deg: float) -> tuple[float, float]:
    """Return cosine and sine, exact at multiples of 90 degrees."""
    cos, sin = math.cos(math.radians(rest_deg)), math.sin(math.radians(rest_deg))
    if rest_deg in (0, 90):
        cos, sin = float(rest_deg == 0), float(rest_deg == 90)
    for _ in range(quarter_deg // 90):
        cos, sin = -sin, cos
    return cos, sin


def stacked(rings: Sequence[Vector]) -> Manifold:
    """Return the solid between rings of equal length; each runs counter-clockwise seen from the last one.

    Raises:
        FormError: where the kernel does not take the rings for a closed solid.
    """
    count, last = len(rings[0]), (len(rings) - 1) * len(rings[0])
    near = np.arange(count)
    following = (near + 1) % count
    sides = [
        np.stack(
            [
                ring * count + np.stack(corner, axis=1)
                for corner in ((near, following, following + count), (near, following + count, near + count))
            ]
        )
        for ring in range(len(rings) - 1)
    ]
    fan = np.arange(1, count - 1)
    zero = np.zeros_like(fan)
    caps = [np.stack([zero, fan + 1, fan], axis=1), np.stack([zero, fan, fan + 1], axis=1) + last]
    triangles = np.concatenate([*(side.reshape(-1, 3) for side in sides), *caps])
    return from_triangles(np.concatenate(rings), triangles)


def from_triangles(vertices_mm: Vector, triangles: NDArray[np.int64]) -> Manifold:
    """Return the kernel's solid.

    Raises:
        FormError: where the triangles do not close.
    """
    solid = Manifold(Mesh64(np.array(vertices_mm, np.float64, order="C"), np.array(triangles, np.uint64, order="C")))
    if solid.status().name != "NoError":
        raise FormError("not_closed", "the surface does not close; change its points")
    return solid


def tube(path: Sequence[Sequence[float]], r: float, bend: float) -> Manifold:
    """Return a round bar along the path; its facets do not twist.

    Raises:
        FormError: where the bar runs into itself.
    """
    pieces = list(centre_line(path, bend))
    tangent = pieces[0].tangent()
    across = np.cross(tangent, np.eye(3)[int(np.argmin(np.abs(tangent)))])
    across /= np.linalg.norm(across)
    stations, frames = [pieces[0].start], [(across, np.cross(tangent, across))]
    for piece in pieces:
        if isinstance(piece, Arc):
            steps = math.ceil(math.degrees(piece.angle_rad) / ARC_STEP_DEG)
            angles = [piece.angle_rad * step / steps for step in range(1, steps + 1)]
            first = frames[-1]
            stations += [piece.centre + turned(piece.start - piece.centre, piece.axis, angle) for angle in angles]
            frames += [(turned(first[0], piece.axis, angle), turned(first[1], piece.axis, angle)) for angle in angles]
        else:
            stations.append(piece.end)
            frames.append(frames[-1])
    if meets_itself(stations, r, bend):
        raise FormError(
            "bad_value", "the path must not come within 2 r of itself; make two tubes, mode add", field="path"
        )
    rim = circle(segments(r)) * r
    return stacked([at + rim[:, :1] * n + rim[:, 1:] * b for at, (n, b) in zip(stations, frames, strict=True)])
