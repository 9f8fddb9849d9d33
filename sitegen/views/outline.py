"""Boundaries of sets of triangles, found by counting edges: no geometry is computed, so nothing is rounded.

The triangles of a set that face the viewer wind one way; edges that two of them share cancel. What is left are closed
loops whose winding number at a point is the number of triangles over it: filled by the non-zero rule they are the
union of the set, exactly.
"""

import numpy as np

from sitegen.views.regions import Ring
from sitegen.views.scene import Scene
from sitegen.views.vectors import Floats, Ints


def rings_of_sets(scene: Scene, points: Floats, member: Ints, set_count: int) -> list[list[Ring]]:
    """Return the boundary of each set of triangles; `member` names the set of each triangle, -1 for none."""
    triangle, side = np.nonzero((member >= 0)[:, None] & (member[:, None] != _across(member, scene.twin)))
    return _rings(scene, points, triangle, side, member[triangle], set_count)


def rings_of_groups(scene: Scene, group: Ints, triangle: Ints, group_count: int) -> list[list[Ring]]:
    """Return the boundary of each group of triangles, given as pairs; a triangle may be in several groups."""
    keys = np.sort(group * len(scene.corners) + triangle)
    group, triangle = np.divmod(keys, len(scene.corners))
    other = scene.twin[triangle]
    beside = np.where(other >= 0, group[:, None] * len(scene.corners) + other, -1)
    place = np.minimum(np.searchsorted(keys, beside), len(keys) - 1)
    row, side = np.nonzero(keys[place] != beside)
    return _rings(scene, scene.points, triangle[row], side, group[row], group_count)


def _across(values: Ints, twin: Ints) -> Ints:
    """Return the value of the neighbour across each edge, -1 where there is none."""
    return np.where(twin >= 0, values[twin], -1)


def _rings(scene: Scene, points: Floats, triangle: Ints, side: Ints, which: Ints, set_count: int) -> list[list[Ring]]:
    start, end = scene.corners[triangle, side], scene.corners[triangle, (side + 1) % 4]
    return chained(start, end, points[start, :2], which, set_count)


def chained(start: Ints, end: Ints, places: Floats, which: Ints, set_count: int) -> list[list[Ring]]:
    """Return loops of directed edges, set by set; at each point as many edges of a set must end as start.

    `start` and `end` are numbers of points, `places` is where the edges start, `which` the set of each.
    """
    following = np.empty(len(start), dtype=np.int64)
    following[np.lexsort((end, which))] = np.lexsort((start, which))
    rings: list[list[Ring]] = [[] for _ in range(set_count)]
    successor, sets = following.tolist(), which.tolist()
    unseen = bytearray(b"\x01") * len(successor)
    for first in range(len(successor)):
        if unseen[first]:
            loop, edge = [], first
            while unseen[edge]:
                unseen[edge] = 0
                loop.append(edge)
                edge = successor[edge]
            rings[sets[first]].append(places[loop])
    return rings
