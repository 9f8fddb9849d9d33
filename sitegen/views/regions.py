"""Regions of the picture as sets of points, combined by Clipper2; lengths in drawing units.

Clipper2 rounds coordinates to 2**-27 and decides on which side of a line a point lies by products of distances in
double precision. These are exact only below 2**26 steps, so the picture is made small before: a step is 1/4096 unit.
"""

from collections.abc import Sequence

from manifold3d import CrossSection, FillRule, JoinType, OpType

from sitegen.views.vectors import Floats

Ring = Floats
"""Corners of a closed loop, shape (n, 2)."""

SHRINK = 2.0**-15
SLIVER = 0.2
"""Half the width below which a stretch of a region is a sliver."""
PILE = 64
"""Shapes united at once."""
ROUND_SEGMENTS = 32
SMOOTH = 1.0
"""Drawing units by which a rounded outline may move to save points."""

TRACE = 0.25
"""Drawing units by which an outline may move that is then rounded to whole ones."""


def region(rings: Sequence[Ring]) -> CrossSection:
    """Return the points around which the rings wind, by the non-zero rule."""
    return CrossSection([ring * SHRINK for ring in rings], FillRule.NonZero)


def covered(shapes: Sequence[Ring]) -> CrossSection:
    """Return the points in any of the shapes, each a ring by itself.

    Shapes that pile up are united by and by, or all would be cut by all.
    """
    areas = [region(shapes[start : start + PILE]) for start in range(0, len(shapes), PILE)]
    while len(areas) > 1:
        areas = [united(areas[start : start + 2]) for start in range(0, len(areas), 2)]
    return areas[0] if areas else CrossSection()


def rings_of(area: CrossSection) -> list[Ring]:
    """Return the boundary: outer rings counter-clockwise, holes clockwise."""
    return [ring / SHRINK for ring in area.to_polygons()]


def united(areas: Sequence[CrossSection]) -> CrossSection:
    """Return the points of all."""
    return CrossSection.batch_boolean(list(areas), OpType.Add)


def less(area: CrossSection, others: Sequence[CrossSection]) -> CrossSection:
    """Return the points of the area that are in none of the others."""
    return CrossSection.batch_boolean([area, *others], OpType.Subtract)


def size(area: CrossSection) -> float:
    """Return the area in square drawing units."""
    return float(area.area()) / SHRINK**2


def rounded(area: CrossSection, by: float) -> CrossSection:
    """Return the area grown by a distance, or shrunk by a negative one, with round corners of few points."""
    return area.offset(by * SHRINK, JoinType.Round, 2.0, ROUND_SEGMENTS).simplify(SMOOTH * SHRINK)


def simplified(area: CrossSection) -> CrossSection:
    """Return an area whose outline has fewer points and lies a quarter of a drawing unit away at most."""
    return area.simplify(TRACE * SHRINK)


def without_slivers(area: CrossSection) -> CrossSection:
    """Return the area less stretches of almost no width, and a trace larger.

    Specks go first: Clipper2 takes the direction of all rings from the lowest one, and that of a speck is arbitrary.
    """
    least = (SLIVER * SHRINK) ** 2
    clean = [ring for ring in area.to_polygons() if abs(signed_area(ring)) > least]
    shrunk = CrossSection(clean, FillRule.NonZero).offset(-SLIVER * SHRINK, JoinType.Miter, 2.0, 0)
    return shrunk.offset(1.5 * SLIVER * SHRINK, JoinType.Miter, 2.0, 0)


def signed_area(ring: Ring) -> float:
    """Return the area of a ring, positive where it runs counter-clockwise."""
    x, y = ring.T
    twice = x[-1] * y[0] - y[-1] * x[0] + (x[:-1] * y[1:] - y[:-1] * x[1:]).sum()
    return float(twice) / 2
