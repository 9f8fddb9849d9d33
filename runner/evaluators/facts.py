"""Unscored facts about the visible solids: overlaps, floating parts, split solids, and an edit that is tried out.

They need the kernel. Overlaps are those of the saved facets: no exact interference test is claimed. A solid that is
open or inside out is left out, and the fact says so.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from runner.evaluators.growth import GROWTH_PERCENT, grown_text
from runner.evaluators.requirements import UM_PER_MM
from runner.evaluators.solids import VisibleSolid
from sitegen.records.grade import Fact

if TYPE_CHECKING:
    from manifold3d import Manifold

MAX_TRIANGLES = 400_000
MAX_PAIRS = 2_000
"""Beyond so many triangles or near pairs nothing is measured: no machine has so many, and time stays bounded."""
TOUCH_UM = 1_000
"""Solids no farther apart than this count as joined."""
LEAST_OVERLAP_MM3 = 1.0
"""Facets of touching round bodies overlap by a little; no more than this is not reported."""
MAX_VALUE_CHARACTERS = 280

OVERLAP = "Overlap of visible solids in mm3, pairs above 1 mm3; of facets, no exact interference test is claimed"
FLOATING = "Visible solids that float: no chain of gaps of at most 1 mm joins them to the largest solid"
SPLIT = "Visible solids of several separate pieces"
GROWN = f"Housing made {GROWTH_PERCENT} % taller by an edit of its first feature"


Pair = tuple[int, int]
Overlaps = dict[Pair, float]
"""Volume in mm3 that two solids share."""


def facts(solids: Sequence[VisibleSolid], housing: VisibleSolid | None) -> tuple[Fact, ...]:
    """Return the four facts; one that could not be measured says why."""
    return (*_measured(solids), _fact(GROWN, grown_text(housing) if housing else "there is no housing"))


def _measured(solids: Sequence[VisibleSolid]) -> tuple[Fact, ...]:
    usable = [solid for solid in solids if solid.closed and solid.six_volumes_um3 > 0]
    triangles, pairs = sum(len(solid.mesh.triangles) for solid in usable), _near(usable, TOUCH_UM)
    if triangles > MAX_TRIANGLES or len(pairs) > MAX_PAIRS:
        why = f"not measured: {triangles} triangles, {len(pairs)} near pairs"
        return tuple(_fact(label, why) for label in (OVERLAP, FLOATING, SPLIT))
    labels, bodies = [solid.label for solid in usable], [_body(solid) for solid in usable]
    overlaps = {(a, b): float((bodies[a] ^ bodies[b]).volume()) for a, b in _near(usable, -1)}
    floating = _floating(bodies, pairs, overlaps)
    pieces = [(label, _pieces(body)) for label, body in zip(labels, bodies, strict=True)]
    left_out = len(solids) - len(usable)
    note = f" ({left_out} open or inside out left out)" if left_out else ""
    return (
        _fact(OVERLAP, _overlap_text(labels, overlaps) + note),
        _fact(FLOATING, _list([labels[number] for number in sorted(floating)]) + note),
        _fact(SPLIT, _list([f"{label} ({count})" for label, count in pieces if count > 1]) + note),
    )


def _near(solids: Sequence[VisibleSolid], gap_um: int) -> list[Pair]:
    """Return the pairs whose boxes are at most that far apart along every axis; with -1 they share some volume."""
    boxes = np.array([solid.box for solid in solids], np.int64).reshape(-1, 6)
    low, high = boxes[:, :3], boxes[:, 3:] + gap_um
    near = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(axis=2)
    return [(int(a), int(b)) for a, b in zip(*np.nonzero(np.triu(near, 1)), strict=True)]


def _body(solid: VisibleSolid) -> "Manifold":
    from manifold3d import Manifold, Mesh64

    vertices_mm = np.array(solid.mesh.vertices_um / UM_PER_MM, np.float64, order="C")
    return Manifold(Mesh64(vertices_mm, np.array(solid.mesh.triangles, np.uint64, order="C")))


def _overlap_text(labels: Sequence[str], overlaps: Overlaps) -> str:
    large = sorted(
        (-round(volume, 1), labels[a], labels[b]) for (a, b), volume in overlaps.items() if volume > LEAST_OVERLAP_MM3
    )
    if not large:
        return "0"
    pairs = "1 pair" if len(large) == 1 else f"{len(large)} pairs"
    each = "; ".join(f"{a} / {b} {-volume:.1f}" for volume, a, b in large)
    return f"{-sum(volume for volume, _, _ in large):.1f} in {pairs}: {each}"


def _floating(bodies: Sequence["Manifold"], pairs: Sequence[Pair], overlaps: Overlaps) -> set[int]:
    """Return the numbers of the bodies that cannot be reached from the largest one.

    What overlaps is joined; gaps are measured only where that leaves a question, for they take longest.
    """
    joined = [pair for pair, volume in overlaps.items() if volume > 0]
    apart = [pair for pair in pairs if pair not in joined]
    reached = {max(range(len(bodies)), key=lambda number: bodies[number].volume())} if bodies else set()
    while True:
        if new := next((pair for pair in joined if len(reached.intersection(pair)) == 1), None):
            reached.update(new)
        elif new := next((pair for pair in apart if len(reached.intersection(pair)) == 1), None):
            apart.remove(new)
            joined += [new] if _touch(bodies[new[0]], bodies[new[1]]) else []
        else:
            return set(range(len(bodies))) - reached


def _touch(a: "Manifold", b: "Manifold") -> bool:
    touch_mm = TOUCH_UM / UM_PER_MM
    return bool(a.min_gap(b, 2 * touch_mm) <= touch_mm)


def _pieces(body: "Manifold") -> int:
    """Return how many pieces a body has; the inner surface of a hollow one is no piece."""
    return sum(piece.volume() > 0 for piece in body.decompose())


def _list(labels: Sequence[str]) -> str:
    return ", ".join(labels) or "none"


def _fact(label: str, value: str) -> Fact:
    shown = value if len(value) <= MAX_VALUE_CHARACTERS else value[:MAX_VALUE_CHARACTERS] + " ..."
    return Fact(label=label, value=shown)
