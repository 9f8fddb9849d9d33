"""Integer meshes: canonical order, bytes, and facts computed exactly from the integers."""

import base64
import binascii
import hashlib
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitegen.formdoc.model import Mesh

UINT16_VERTICES = 65_536
"""Meshes with at most so many vertices store their indices as uint16, larger ones as uint32."""
_INDEX_BITS = 21
"""An index fits: two million vertices are far more than a document may hold."""
_LIMB_BITS = 26


@dataclass(frozen=True)
class MeshFacts:
    """What a mesh says about itself, whatever is written beside it."""

    closed: bool
    """Every directed edge occurs once and its reverse once."""
    volume_mm3: Decimal
    """Signed (negative where the mesh is inside out), rounded half even to 3 decimals."""
    bbox_um: tuple[int, int, int, int, int, int]
    """Least x, y, z, then greatest x, y, z; all 0 for a mesh without vertices."""
    triangles: int
    sha256: str
    """Of the vertex bytes followed by the index bytes, as stored."""


def canonical_mesh(vertices_um: NDArray[Any], triangles: NDArray[Any]) -> Mesh:
    """Return the mesh in the one order that its geometry allows.

    Equal vertices are welded; triangles that collapse, and pairs of opposite triangles on the same corners, are
    dropped; vertices are sorted and all used; triangles start at their smallest index and are sorted.
    """
    vertices = np.asarray(vertices_um, dtype=np.int64).reshape(-1, 3)
    corners = np.asarray(triangles, dtype=np.int64).reshape(-1, 3)
    vertices, corners = _welded(vertices, corners)
    a, b, c = corners.T
    corners = _without_opposites(_rotated(corners[(a != b) & (b != c) & (c != a)]))
    used = np.zeros(len(vertices), dtype=bool)
    used[corners] = True
    corners = (np.cumsum(used) - 1)[corners]
    corners = corners[np.argsort(_numbers(corners))]
    return frozen_mesh(vertices[used], corners)


def frozen_mesh(vertices_um: NDArray[Any], triangles: NDArray[Any]) -> Mesh:
    """Return a mesh of read-only int32 copies, order kept."""
    vertices = np.array(vertices_um, dtype=np.int32)
    corners = np.array(triangles, dtype=np.int32)
    vertices.setflags(write=False)
    corners.setflags(write=False)
    return Mesh(vertices, corners)


def _welded(vertices: NDArray[np.int64], corners: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    order = np.lexsort((vertices[:, 2], vertices[:, 1], vertices[:, 0]))
    ordered = vertices[order]
    first = np.ones(len(ordered), dtype=bool)
    first[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    rank = np.empty(len(ordered), dtype=np.int64)
    rank[order] = np.cumsum(first) - 1
    return ordered[first], rank[corners]


def _rotated(corners: NDArray[np.int64]) -> NDArray[np.int64]:
    turn = (corners.argmin(axis=1)[:, None] + np.arange(3)) % 3
    return np.take_along_axis(corners, turn, axis=1)


def _without_opposites(corners: NDArray[np.int64]) -> NDArray[np.int64]:
    """Drop equal numbers of (i, j, k) and (i, k, j): together they bound nothing."""
    numbers = np.sort(_numbers(np.sort(corners, axis=1)))
    if (numbers[1:] != numbers[:-1]).all():
        return corners
    sign = np.where(corners[:, 1] < corners[:, 2], 1, -1)
    sides, which = np.unique(np.sort(corners, axis=1), axis=0, return_inverse=True)
    net = np.zeros(len(sides), dtype=np.int64)
    np.add.at(net, which.ravel(), sign)
    kept = np.repeat(sides, np.abs(net), axis=0)
    flipped = np.repeat(net < 0, np.abs(net))
    kept[flipped] = kept[flipped][:, [0, 2, 1]]
    return kept


def _numbers(corners: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a number for each triangle, in the order of the triangles; sorting one column is quicker than three."""
    a, b, c = corners.T
    numbers: NDArray[np.int64] = (a << 2 * _INDEX_BITS) | (b << _INDEX_BITS) | c
    return numbers


def index_type(vertex_count: int) -> np.dtype[Any]:
    """Return the little-endian integer type in which indices of that many vertices are stored."""
    return np.dtype("<u2" if vertex_count <= UINT16_VERTICES else "<u4")


def mesh_bytes(mesh: Mesh) -> tuple[bytes, bytes]:
    """Return the vertex bytes (int32, little-endian) and the index bytes."""
    return mesh.vertices_um.astype("<i4").tobytes(), mesh.triangles.astype(index_type(len(mesh.vertices_um))).tobytes()


def encode(data: bytes) -> str:
    """Return the bytes as plain base64."""
    return base64.b64encode(data).decode("ascii")


def decode_mesh(vertices_base64: str, indices_base64: str) -> Mesh:
    """Return the mesh in the order in which it is stored.

    Raises:
        ValueError: with a short text, where the strings do not hold whole triples of indices of existing vertices.
    """
    raw_vertices, raw_indices = _decoded(vertices_base64, "vertices_um"), _decoded(indices_base64, "indices")
    if len(raw_vertices) % 12:
        raise ValueError(f"vertices_um has {len(raw_vertices)} bytes, no multiple of 12")
    vertices = np.frombuffer(raw_vertices, dtype="<i4").reshape(-1, 3)
    kind = index_type(len(vertices))
    if len(raw_indices) % (3 * kind.itemsize):
        raise ValueError(f"indices has {len(raw_indices)} bytes, no multiple of {3 * kind.itemsize}")
    corners = np.frombuffer(raw_indices, dtype=kind).reshape(-1, 3)
    if corners.size and int(corners.max()) >= len(vertices):
        raise ValueError(f"index {int(corners.max())} of {len(vertices)} vertices")
    return frozen_mesh(vertices, corners)


def _decoded(text: str, name: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError(f"{name} is no base64") from None


def mesh_facts(mesh: Mesh) -> MeshFacts:
    """Return the facts, computed from the integers alone."""
    vertex_bytes, index_bytes = mesh_bytes(mesh)
    return MeshFacts(
        closed=is_closed(mesh),
        volume_mm3=_cubic_mm(six_volumes_um3(mesh)),
        bbox_um=bounding_box_um(mesh),
        triangles=len(mesh.triangles),
        sha256=hashlib.sha256(vertex_bytes + index_bytes).hexdigest(),
    )


def is_closed(mesh: Mesh) -> bool:
    """Return whether there are triangles and every directed edge occurs once and its reverse once."""
    start = mesh.triangles.astype(np.int64)
    end = start[:, [1, 2, 0]]
    there = np.sort(((start << 32) | end).ravel())
    back = np.sort(((end << 32) | start).ravel())
    return len(there) > 0 and bool((there[1:] != there[:-1]).all()) and bool((there == back).all())


def six_volumes_um3(mesh: Mesh) -> int:
    """Return six times the signed volume in cubic micrometres, exactly.

    Source: sum of determinants of the triangles' corners (divergence theorem). The cross products stay below 2**52;
    they are split in two limbs so that no product leaves int64, and the sums are Python integers.
    """
    if not len(mesh.triangles):
        return 0
    vertices = mesh.vertices_um.astype(np.int64)
    a, b, c = (np.ascontiguousarray((vertices - vertices.min(axis=0)).T)[:, each] for each in mesh.triangles.T)
    total = 0
    for x, y, z in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        cross = b[y] * c[z] - b[z] * c[y]
        high, low = cross >> _LIMB_BITS, cross & ((1 << _LIMB_BITS) - 1)
        total += (sum((high * a[x]).tolist()) << _LIMB_BITS) + sum((low * a[x]).tolist())
    return total


def _cubic_mm(six_volumes: int) -> Decimal:
    """Round half even in integers: 6e9 sixths of a cubic micrometre are one cubic millimetre."""
    whole, rest = divmod(six_volumes, 6_000_000)
    whole += 2 * rest > 6_000_000 or (2 * rest == 6_000_000 and whole % 2 == 1)
    return Decimal(whole).scaleb(-3)


def bounding_box_um(mesh: Mesh) -> tuple[int, int, int, int, int, int]:
    """Return least x, y, z, then greatest x, y, z."""
    if not len(mesh.vertices_um):
        return (0, 0, 0, 0, 0, 0)
    low, high = mesh.vertices_um.min(axis=0).tolist(), mesh.vertices_um.max(axis=0).tolist()
    return (low[0], low[1], low[2], high[0], high[1], high[2])
