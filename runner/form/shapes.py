"""Makers: one solid of the kernel from one checked feature."""

from collections.abc import Callable
from typing import Any

import numpy as np
from manifold3d import CrossSection, FillRule, Manifold

from runner.form.features import Feature
from runner.form.meshes import circle, rounded_rectangle, segments, stacked, tube
from runner.form.polygons import doubled_area

_PLANES = {"x": ((0, 1, 0), (0, 0, 1)), "y": ((1, 0, 0), (0, 0, 1)), "z": ((1, 0, 0), (0, 1, 0))}
"""World directions of a plane's first and second coordinate, by the axis across it: [y, z], [x, z], [x, y]."""


def placement(axis: str, at: list[float]) -> Any:
    """Return the 3 x 4 matrix from plane coordinates and height along the (signed) axis to the world."""
    u, v = _PLANES[axis[-1]]
    w = np.zeros(3)
    w["xyz".index(axis[-1])] = -1 if axis[0] == "-" else 1
    return np.column_stack([u, v, w, at]).astype(np.float64)


def plane_first(axis: str) -> Any:
    """Return the 3 x 4 matrix that turns a plane across the axis into x, y, and the axis into z."""
    turn = placement(axis, [0, 0, 0])[:, :3].T
    return np.column_stack([turn, np.zeros(3)])


def _box(feature: Feature) -> Manifold:
    (w, d, h), r = feature["size"], feature["r"]
    if r == 0:
        solid = Manifold.cube((w, d, h)).translate((-w / 2, -d / 2, 0))
    elif feature["edges"] == "vertical":
        outline = rounded_rectangle(w, d, r, segments(r) // 4)
        solid = Manifold.extrude(CrossSection([outline], FillRule.NonZero), h)
    else:
        ball = _ball(r)
        corners = [(x * (w / 2 - r), y * (d / 2 - r), z) for x in (-1, 1) for y in (-1, 1) for z in (r, h - r)]
        solid = Manifold.batch_hull([ball.translate(corner) for corner in corners])
    return solid.translate(feature["at"])


def _cylinder(feature: Feature) -> Manifold:
    r, r2 = feature["r"], feature["r2"]
    return _placed(Manifold.cylinder(feature["h"], r, r2, segments(max(r, r2))), feature)


def _sphere(feature: Feature) -> Manifold:
    return _ball(feature["r"]).translate(feature["at"])


def _ball(r: float) -> Manifold:
    """Return a ball whose great circles along the axes are the polygons that cylinders of its radius have."""
    count = segments(r)
    half = circle(count)[[*range(3 * count // 4, count), *range(count // 4 + 1)]]
    return Manifold.revolve(CrossSection([half * r], FillRule.Positive), count)


def _extrude(feature: Feature) -> Manifold:
    return _placed(Manifold.extrude(_outline(feature["outline"]), feature["h"]), feature)


def _revolve(feature: Feature) -> Manifold:
    profile = feature["profile"]
    return _placed(Manifold.revolve(_outline(profile), segments(max(radius for radius, _ in profile))), feature)


def _tube(feature: Feature) -> Manifold:
    return tube(feature["path"], feature["r"], feature["bend"])


def _loft(feature: Feature) -> Manifold:
    sections = feature["sections"]
    per_corner = segments(max(section["r"] for section in sections)) // 4
    rings = []
    for section in sections:
        flat = rounded_rectangle(section["w"], section["d"], section["r"], per_corner)
        rings.append(np.column_stack([flat, np.full(len(flat), float(section["z"]))]))
    return _placed(stacked(rings), feature)


def _outline(points: list[list[float]]) -> CrossSection:
    ordered = points if doubled_area(points) > 0 else points[::-1]
    return CrossSection([np.array(ordered, np.float64)], FillRule.Positive)


def _placed(solid: Manifold, feature: Feature) -> Manifold:
    return solid.transform(placement(feature["axis"], feature["at"]))


SHAPES: dict[str, Callable[[Feature], Manifold]] = {
    "box": _box,
    "cylinder": _cylinder,
    "sphere": _sphere,
    "extrude": _extrude,
    "revolve": _revolve,
    "tube": _tube,
    "loft": _loft,
}
