"""From a feature list to a solid: kernel body, integer mesh, facts.

The result depends on the feature list alone. The kernel evaluates lazily and would merge a chain of operations, with
other triangles; so `_body` asks every step whether it is empty before the next one begins. A solid built step by step
in a session and one built anew from its features then have the same bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from weakref import WeakKeyDictionary

import numpy as np
from manifold3d import Manifold

from runner.form import limits
from runner.form.errors import FormError
from runner.form.features import JOIN, MOVES, Feature, Features
from runner.form.shapes import SHAPES
from runner.form.work import STEP_UNITS, spend
from sitegen.formdoc import Mesh, MeshFacts, canonical_mesh, mesh_facts
from sitegen.formdoc.model import MAX_COORDINATE_UM

KERNEL_NAME = "manifold3d"
KERNEL_VERSION = version(KERNEL_NAME)
UM_PER_MM = 1000
PAIRS_PER_UNIT = 6
"""Pairs of corners, each counted twice, that are compared within a unit of work."""


@dataclass(frozen=True, eq=False)
class Solid:
    """What a feature list evaluates to."""

    body: Manifold
    mesh: Mesh
    facts: MeshFacts
    work: int
    """Units of `runner.form.work` that it takes to build."""

    @cached_property
    def overlaps(self) -> WeakKeyDictionary["Solid", float]:
        """Volumes in mm3 shared with other solids, as far as they were asked for: `runner.form.gaps`."""
        return WeakKeyDictionary()

    @cached_property
    def pieces(self) -> int:
        """How many separate pieces it has."""
        return len(self.body.decompose())


def solid(features: Features, begun: tuple[Features, Solid] | None = None) -> Solid:
    """Return the solid of these features.

    Args:
        features: Checked features, at least one.
        begun: A shorter list and its solid; used where `features` begins with that list.

    Raises:
        FormError: `empty_result`, `not_closed`, `too_large` or `too_much_work`.
    """
    done, body, work = 0, None, 0
    if begun and features[: len(begun[0])] == begun[0]:
        done, body, work = len(begun[0]), begun[1].body, begun[1].work
    body, more = _body(features[done:], body)
    return _finished(body, work + more)


def _body(features: Sequence[Feature], body: Manifold | None = None) -> tuple[Manifold, int]:
    """Return the body and the units of work that these features took."""
    work = 0
    for feature in features:
        body, units = _applied(body, feature)
        body = _settled(body)
        work += units
        if body.is_empty():
            raise FormError("empty_result", f"nothing is left after {_told(feature)}; check its place and size")
        if body.num_tri() > limits.MAX_TRIANGLES_PER_SOLID:
            limit = limits.MAX_TRIANGLES_PER_SOLID
            raise FormError("too_large", f"the solid would have {body.num_tri()} triangles; use fewer", limit=limit)
    return body, work


def _told(feature: Feature) -> str:
    return " ".join(str(feature[key]) for key in ("op", "mode") if key in feature)


def _applied(body: Manifold | None, feature: Feature) -> tuple[Manifold, int]:
    """Return the body with the feature, not evaluated yet, and the units of work."""
    op = feature["op"]
    if op in MOVES:
        return _moved(body, feature), _spent(body)
    shape, work = _body(feature["features"]) if op == JOIN else (SHAPES[op](feature), _outline_units(feature))
    work += _spent(shape, body, units=0 if op == JOIN else work)
    if body is None:
        return shape, work
    if feature["mode"] == "add":
        return body + shape, work
    return body - shape if feature["mode"] == "cut" else body ^ shape, work


def _spent(*bodies: Manifold | None, units: int = 0) -> int:
    """Spend the units, and what a step with these bodies takes; return the latter."""
    step: int = STEP_UNITS + sum(body.num_tri() for body in bodies if body is not None)
    spend(units + step)
    return step


def _outline_units(feature: Feature) -> int:
    """Return what it takes to compare all edges of an outline."""
    corners = len(feature.get("outline") or feature.get("profile") or ())
    return corners * corners // PAIRS_PER_UNIT


def _moved(body: Manifold, feature: Feature) -> Manifold:
    if feature["op"] == "move":
        return body.translate(feature["by"])
    if feature["op"] == "mirror":
        normal = [float(axis == feature["plane"]) for axis in "xyz"]
        return body.mirror(normal).translate([2 * feature["offset"] * part for part in normal])
    degrees = [feature["deg"] if axis == feature["axis"] else 0.0 for axis in "xyz"]
    about = np.array(feature["about"], np.float64)
    return body.translate(-about).rotate(degrees).translate(about)


def _settled(body: Manifold) -> Manifold:
    """Return the body as one original, so that the coplanar triangles of what was joined can be merged."""
    return body.as_original().simplify(0)


def _finished(body: Manifold, work: int) -> Solid:
    mesh = body.to_mesh64()
    vertices_um = np.rint(np.asarray(mesh.vert_properties)[:, :3] * UM_PER_MM).astype(np.int64)
    if np.abs(vertices_um).max() > MAX_COORDINATE_UM:
        raise FormError("too_large", f"the solid would reach beyond {limits.MAX_MM} mm", limit=limits.MAX_MM)
    canonical = canonical_mesh(vertices_um, np.asarray(mesh.tri_verts))
    facts = mesh_facts(canonical)
    if facts.volume_mm3 <= 0:
        raise FormError("empty_result", "the solid would have no volume on the 0.001 mm grid")
    if not facts.closed:
        hint = "the solid would touch itself along an edge; let the shapes overlap, or keep them apart"
        raise FormError("not_closed", hint)
    return Solid(body, canonical, facts, work)
