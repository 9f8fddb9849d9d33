"""The visible solids of a document, measured from the integers of their saved meshes and from nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sitegen.formdoc import Document, Mesh, Part, canonical_mesh
from sitegen.formdoc.mesh import bounding_box_um, is_closed, six_volumes_um3

Box = tuple[int, int, int, int, int, int]
"""Least x, y, z, then greatest x, y, z, in micrometres."""


@dataclass(frozen=True, eq=False)
class VisibleSolid:
    """One visible object. What the file says beside the mesh is not read."""

    label: str
    features: tuple[Mapping[str, object], ...]
    mesh: Mesh
    """Corners that are equal on the 1 um grid are one corner."""
    closed: bool
    six_volumes_um3: int
    """Six times the volume, exactly; negative where the mesh is inside out."""
    box: Box


def visible_solids(document: Document, *, canonical: bool) -> tuple[VisibleSolid, ...]:
    """Return the visible objects in the order of the document.

    Args:
        document: The document as it was read.
        canonical: Whether its meshes are known to be in canonical form; others are brought into it first.
    """
    parts = (part for part in document.parts if part.visible)
    if not canonical:
        parts = (replace(part, mesh=canonical_mesh(part.mesh.vertices_um, part.mesh.triangles)) for part in parts)
    return tuple(map(_measured, parts))


def _measured(part: Part) -> VisibleSolid:
    mesh = part.mesh
    return VisibleSolid(part.label, part.features, mesh, is_closed(mesh), six_volumes_um3(mesh), bounding_box_um(mesh))


def size(box: Box) -> tuple[int, int, int]:
    """Return width, depth and height of a box."""
    return box[3] - box[0], box[4] - box[1], box[5] - box[2]


def joint_box(solids: tuple[VisibleSolid, ...]) -> Box:
    """Return the box around at least one solid."""
    low = [min(solid.box[axis] for solid in solids) for axis in (0, 1, 2)]
    high = [max(solid.box[axis] for solid in solids) for axis in (3, 4, 5)]
    return low[0], low[1], low[2], high[0], high[1], high[2]
