"""Which parts are seen, in what order they may be painted, and what must be cut away where no order would do."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from manifold3d import CrossSection

from sitegen.views.occlusion import Overlaps, overlaps
from sitegen.views.order import painting_groups, relations
from sitegen.views.projection import Camera
from sitegen.views.scene import Scene
from sitegen.views.silhouettes import boxes_meet, folded, showing, silhouettes
from sitegen.views.vectors import Flags


@dataclass(frozen=True, eq=False)
class Arrangement:
    """How the parts of a scene are to be drawn.

    The groups are painted one over the other, back to front. Within a group parts hide each other mutually, or one
    hides some of itself; there what is hidden by the part itself, or by one painted before it, is cut away. What is
    hidden by a part painted after it is painted over.
    """

    drawn: Flags
    """Whether a part shows at all; the others are in no group."""
    groups: Sequence[Sequence[int]]
    visible: Flags
    """Whether a triangle of a drawn part faces the viewer."""
    overlaps: Overlaps
    """Those within groups."""
    cut: Flags
    """Of these, what must be cut away."""
    hides: Flags
    """[p, q]: some of part q may be in front of part p."""
    in_front: Flags
    """[p, q]: all of part q is in front of part p."""
    covers: dict[int, list[CrossSection]]
    """For a part, the silhouettes of parts of its group that lie wholly in front of it and are painted before."""


def arrange(scene: Scene, camera: Camera) -> Arrangement:
    """Return the arrangement of a scene.

    Raises:
        TangledError: Too many triangles of parts that cross meet in the picture.
    """
    areas = silhouettes(scene)
    known, meet = relations(scene.boxes_um, camera), boxes_meet(areas)
    drawn = showing(areas, known.in_front & meet)
    both = meet & drawn[:, None] & drawn[None, :]
    in_front = known.in_front & both
    tangled = known.tangled & both
    np.fill_diagonal(tangled, folded(scene, areas) & drawn)
    found = overlaps(scene, tangled)
    hides = in_front.copy()
    hides[scene.part[found.hidden], scene.part[found.hider]] = True
    later = hides.copy()
    level = np.sort(scene.part[found.level], axis=0)
    later[level[0], level[1]] = True
    np.fill_diagonal(later, False)
    groups = [group for group in painting_groups(later) if drawn[group[0]]]
    together, sooner = np.zeros_like(hides), np.zeros_like(hides)
    for group in groups:
        together[np.ix_(group, group)] = True
        sooner[np.ix_(group, group)] = np.tri(len(group), dtype=np.bool_)
    before = in_front & sooner
    covers = {p: [areas[q] for q in np.flatnonzero(before[p])] for p in np.flatnonzero(np.any(before, axis=1)).tolist()}
    inside = found.chosen(together[scene.part[found.hidden], scene.part[found.hider]])
    cut = sooner[scene.part[inside.hidden], scene.part[inside.hider]]
    visible = scene.front & drawn[scene.part]
    return Arrangement(drawn, groups, visible, inside, cut, hides, in_front, covers)
