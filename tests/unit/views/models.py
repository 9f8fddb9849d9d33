"""Documents for the tests: single solids, random clutter, and an assembly like a small machine."""

import random
from collections.abc import Sequence
from itertools import pairwise
from math import cos, pi, sin

import numpy as np
from manifold3d import CrossSection, Manifold

from sitegen.formdoc import Document, Mesh, Part, canonical_mesh

STEEL, DARK, CHROME, WOOD, CREAM = "#b9c0c7", "#2f343a", "#dfe4e8", "#7a4a2b", "#f5f1e6"


def document(*parts: Part) -> Document:
    return Document("manifold3d", "3.5.4", parts)


def part(solid: Manifold | Mesh, color: str = STEEL, label: str = "part", visible: bool = True) -> Part:
    mesh = solid if isinstance(solid, Mesh) else mesh_of(solid)
    return Part(label, color, "", visible, ({"op": "box"},), mesh)


def mesh_of(solid: Manifold) -> Mesh:
    mesh = solid.to_mesh64()
    vertices_mm = np.asarray(mesh.vert_properties, dtype=float)[:, :3]
    return canonical_mesh(np.rint(vertices_mm * 1000), np.asarray(mesh.tri_verts))


def box(low: Sequence[float], high: Sequence[float]) -> Manifold:
    size = [b - a for a, b in zip(low, high, strict=True)]
    return Manifold.cube(size).translate(low)


def ball(radius: float, segments: int) -> Manifold:
    return Manifold.sphere(radius, segments)


def rod(height: float, radius: float, segments: int) -> Manifold:
    return Manifold.cylinder(height, radius, radius, segments)


def tube(path: Sequence[Sequence[float]], radius: float) -> Manifold:
    """A rod with ball joints along a path."""
    balls = [Manifold.sphere(radius, 16).translate(point) for point in path]
    rods = [Manifold.batch_hull(list(pair)) for pair in pairwise(balls)]
    return sum(rods[1:], start=rods[0])


def extruded(profile: Sequence[Sequence[float]], height: float) -> Manifold:
    """A column of the cross-section given by its corners."""
    return Manifold.extrude(CrossSection([np.array(profile, dtype=float)]), height)


def grate(count: int) -> Document:
    """A wire grate: as many rods along X as along Y, in one level, so that each pierces all that cross it."""
    wire = rod(10.0 * count, 2, 32)
    along_x = [wire.rotate((0, 90, 0)).translate((0, 10 * n + 5, 0)) for n in range(count)]
    along_y = [wire.rotate((-90, 0, 0)).translate((10 * n + 5, 0, 0)) for n in range(count)]
    return document(*(part(solid, CHROME) for solid in along_x + along_y))


def box_grid(count: int) -> Document:
    """The same of square bars, whose tops and bottoms lie in one plane."""
    bars = [box((0, 10 * n + 3, 0), (10 * count, 10 * n + 6, 3)) for n in range(count)]
    across = [box((10 * n + 3, 0, 0), (10 * n + 6, 10 * count, 3)) for n in range(count)]
    return document(*(part(solid, STEEL) for solid in bars), *(part(solid, DARK) for solid in across))


def crossing_tubes() -> Document:
    """Eight winding tubes like spokes, that pass through each other and themselves near the middle."""
    tubes = []
    for number in range(8):
        x, y = cos(pi * number / 8), sin(pi * number / 8)
        steps = [(100 * step / 30 - 50, step) for step in range(31)]
        path = [(r * x + 6 * sin(n), r * y + 6 * cos(n), 10 * sin(0.7 * n + number)) for r, n in steps]
        tubes.append(part(tube(path, 4), f"#{40 + 25 * number:02x}80{220 - 20 * number:02x}"))
    return document(*tubes)


def turned(profile: Sequence[Sequence[float]], segments: int = 40) -> Manifold:
    """A solid of revolution about Z from (radius, height) pairs."""
    return Manifold.revolve(CrossSection([np.array(profile, dtype=float)]), segments)


def clutter(seed: int, count: int = 24) -> Document:
    """Boxes, rods, cones and bored blocks, most turned at random, that stick in each other."""
    draw = random.Random(seed)
    parts = []
    for number in range(count):
        kind = draw.randrange(3)
        if kind == 0:
            solid = Manifold.cube([draw.uniform(5, 90) for _ in range(3)], True)
        elif kind == 1:
            solid = Manifold.cylinder(draw.uniform(5, 90), draw.uniform(3, 30), draw.uniform(3, 30), 28)
        else:
            solid = Manifold.cube([60, 40, 30], True) - Manifold.cylinder(80, 12, 12, 24, True)
        if draw.random() < 0.8:
            solid = solid.rotate([draw.uniform(0, 180) for _ in range(3)])
        solid = solid.translate([draw.uniform(-90, 90), draw.uniform(-90, 90), draw.uniform(0, 180)])
        parts.append(part(solid, f"#{draw.randrange(1 << 24):06x}", f"part_{number}"))
    return document(*parts)


def machine() -> Document:
    """A housing with a recess, a tray with bars, a cup with its handle, knobs, rods: nested, touching and piercing."""
    housing = box((-70, 0, 10), (70, 90, 190)) - box((-60, -10, 45), (60, 14, 170))
    tray = box((-58, -74, 35), (58, -8, 48)) - box((-54, -70, 37), (54, -12, 60))
    cup = turned([(0, 0), (11, 0), (15, 7), (17, 22), (15, 22), (13, 8), (10, 2), (0, 2)]).translate((0, -55, 48))
    handle = tube([(15.5, -55, 65), (25, -55, 66), (23, -55, 54), (14.5, -55, 53)], 1.8)
    grip = turned([(0, -3), (6, -3), (7.5, 10), (6.5, 35), (7.5, 50), (5.5, 56), (0, 57)])
    knob = turned([(0, 0), (10, 0), (11, 2), (10, 13), (8, 15), (0, 15)])
    ring = turned([(8.5, 0), (12, 0), (12, 3), (10.5, 5), (8.5, 5)])
    feet = [((x, y), Manifold.cylinder(10, 6.5, 8, 24).translate((x, y, 0))) for x in (-52, 52) for y in (-70, 75)]
    bars = [box((-56, -66 + 13 * n, 45.5), (56, -61 + 13 * n, 48)) for n in range(4)]
    named = [
        *((f"foot_{n}", solid, DARK) for n, (_, solid) in enumerate(feet)),
        ("housing", housing, STEEL),
        ("base", box((-70, -95, 10), (70, 0, 35)), DARK),
        ("tray", tray, CHROME),
        *((f"bar_{n}", solid, DARK) for n, solid in enumerate(bars)),
        ("head", box((-42, -85, 150), (42, 5, 190)), STEEL),
        ("outlet", turned([(0, 0), (17, 0), (20, 8), (22, 18), (0, 18)]).translate((0, -55, 133)), CHROME),
        (
            "spout",
            tube([(-9, -55, 110), (-9, -55, 122), (0, -55, 136)], 3)
            + tube([(9, -55, 110), (9, -55, 122), (0, -55, 136)], 3),
            CHROME,
        ),
        ("grip", grip.rotate((90, 0, 0)).translate((0, -73, 143)), WOOD),
        ("wand", tube([(56, -5, 168), (56, -35, 168), (59, -45, 100), (61, -55, 66)], 2.8), CHROME),
        ("knob", knob.rotate((90, 0, 0)).translate((24, -85, 170)), DARK),
        ("ring", ring.rotate((90, 0, 0)).translate((0, -85, 170)), CHROME),
        ("face", Manifold.cylinder(3, 9, 9, 40).rotate((90, 0, 0)).translate((0, -84, 170)), CREAM),
        ("tank", box((-48, 40, 190), (48, 80, 225)), "#8fb8cc"),
        ("lid", box((-50, 38, 225), (50, 82, 229)), DARK),
        (
            "rail",
            tube([(-60, 34, 190), (-60, 34, 205), (-60, -10, 205), (60, -10, 205), (60, 34, 205), (60, 34, 190)], 2),
            CHROME,
        ),
        ("cup", cup, CREAM),
        ("cup_handle", handle, CREAM),
    ]
    return document(*(part(solid, color, label) for label, solid, color in named))
