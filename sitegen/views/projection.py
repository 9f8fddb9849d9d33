"""The three cameras: orthographic and fixed, in world axes X right, Y back, Z up."""

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

UM_PER_MM = 1000.0
VIEWS = ("front", "right", "isometric")

Direction = tuple[float, float, float]


@dataclass(frozen=True)
class Camera:
    """Three world directions, square to each other and of length 1."""

    right: Direction
    up: Direction
    toward: Direction
    """From the model to the viewer."""

    def seen(self, direction: Direction) -> Direction:
        """Return a world direction in the axes of this camera."""
        x, y, z = (sum(a * b for a, b in zip(axis, direction, strict=True)) for axis in self._axes)
        return (x, y, z)

    def project(self, vertices_um: NDArray[Any]) -> NDArray[np.float64]:
        """Return the vertices in mm: right, up, toward the viewer.

        Sums of products are written out: a matrix product may fuse or reorder them, differently on other processors.
        """
        x, y, z = vertices_um.T / UM_PER_MM
        return np.stack([x * a + y * b + z * c for a, b, c in self._axes], axis=1)

    @property
    def _axes(self) -> tuple[Direction, Direction, Direction]:
        return (self.right, self.up, self.toward)


_HALF, _THIRD, _SIXTH = 1 / sqrt(2), 1 / sqrt(3), 1 / sqrt(6)
CAMERAS = {
    "front": Camera((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)),
    "right": Camera((0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)),
    "isometric": Camera((_HALF, _HALF, 0.0), (-_SIXTH, _SIXTH, 2 * _SIXTH), (_THIRD, -_THIRD, _THIRD)),
}
