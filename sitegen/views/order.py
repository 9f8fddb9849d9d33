"""Which part can hide which: whole parts by separating planes, and the order in which parts may be painted."""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitegen.views.projection import Camera
from sitegen.views.vectors import Flags, Ints


@dataclass(frozen=True, eq=False)
class Relations:
    """What world boxes prove about pairs of parts; both arrays have the shape (parts, parts)."""

    in_front: Flags
    """[p, q]: a plane parts the two with q on the viewer's side, so that p can never hide q."""
    tangled: Flags
    """[p, q]: the boxes meet, so that either may hide the other."""


def relations(boxes_um: Ints, camera: Camera) -> Relations:
    """Return what is proven by the faces of the world boxes as separating planes."""
    low, high = boxes_um[:, 0], boxes_um[:, 1]
    count = len(boxes_um)
    in_front, apart = np.zeros((count, count), dtype=bool), np.zeros((count, count), dtype=bool)
    for axis, toward in enumerate(camera.toward):
        beyond = high[:, None, axis] <= low[None, :, axis]
        apart |= beyond | beyond.T
        if toward:
            in_front |= beyond if toward > 0 else beyond.T
    side_by_side = (in_front & in_front.T) | _side_by_side(low, high, camera)
    return Relations(in_front & ~side_by_side, ~apart)


def _side_by_side(low: Ints, high: Ints, camera: Camera) -> Flags:
    """Return the pairs that a plane along the view parts: they cannot overlap in the picture."""
    found = np.zeros((len(low), len(low)), dtype=bool)
    for axis, toward in enumerate(camera.toward):
        if not toward:
            beyond = high[:, None, axis] <= low[None, :, axis]
            found |= beyond | beyond.T
    return found


def painting_groups(hides: Flags) -> list[list[int]]:
    """Return groups of parts in painting order, back to front; `hides[p, q]` says that q hides some of p.

    Parts that hide each other, in a pair or round a ring, share a group. Otherwise the document's order is kept.
    """
    reach = _reachable(hides)
    leader = (reach & reach.T).argmax(axis=1)
    members = {int(head): np.flatnonzero(leader == head).tolist() for head in np.unique(leader)}
    links = {
        head: {int(leader[q]) for p in parts for q in np.flatnonzero(hides[p])} - {head}
        for head, parts in members.items()
    }
    return [members[head] for head in _painting_order(links)]


def _reachable(links: Flags) -> Flags:
    """Return which node leads to which in any number of steps, none included."""
    reach = links | np.eye(len(links), dtype=bool)
    while True:
        steps = reach.astype(np.float32)
        further: NDArray[np.bool_] = (steps @ steps) > 0
        if (further == reach).all():
            return reach
        reach = further


def _painting_order(after: dict[int, set[int]]) -> Iterator[int]:
    """Yield the nodes so that each stands before all of `after[node]`, the least first where there is a choice."""
    waiting = dict.fromkeys(after, 0)
    for nodes in after.values():
        for node in nodes:
            waiting[node] += 1
    ready = [node for node, count in waiting.items() if not count]
    heapq.heapify(ready)
    while ready:
        node = heapq.heappop(ready)
        yield node
        for other in after[node]:
            waiting[other] -= 1
            if not waiting[other]:
                heapq.heappush(ready, other)
