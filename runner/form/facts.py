"""Measures of a saved mesh that are not stored with it."""

import numpy as np
from numpy.typing import NDArray

from sitegen.formdoc import Mesh


def corners_mm(mesh: Mesh) -> NDArray[np.float64]:
    """Return the corners of every triangle in mm, shape (m, 3, 3)."""
    return (mesh.vertices_um.astype(np.float64) / 1000)[mesh.triangles]


def area_mm2(mesh: Mesh) -> float:
    """Return the surface area."""
    a, b, c = corners_mm(mesh).transpose(1, 0, 2)
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()) / 2


def centroid_mm(mesh: Mesh) -> list[float]:
    """Return the centre of volume; the corners are taken from the middle of the box, against rounding."""
    corners = corners_mm(mesh)
    middle = (mesh.vertices_um.min(axis=0) + mesh.vertices_um.max(axis=0)) / 2000
    a, b, c = (corners - middle).transpose(1, 0, 2)
    sixths = np.einsum("ij,ij->i", a, np.cross(b, c))
    centroid: list[float] = (middle + (sixths[:, None] * (a + b + c)).sum(axis=0) / (4 * sixths.sum())).tolist()
    return centroid
