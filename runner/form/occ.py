"""The same features in OCCT, with true curves: only for STEP export. Importing this module needs the extra `step`."""

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any

from runner.form.errors import FormError
from runner.form.features import JOIN, MOVES, Feature
from runner.form.paths import Arc, centre_line
from runner.form.shapes import placement

_gp: Any = import_module("OCP.gp")
_prim: Any = import_module("OCP.BRepPrimAPI")
_build: Any = import_module("OCP.BRepBuilderAPI")
_bool: Any = import_module("OCP.BRepAlgoAPI")
_fillet: Any = import_module("OCP.BRepFilletAPI")
_offset: Any = import_module("OCP.BRepOffsetAPI")
_arc: Any = import_module("OCP.GC")
_explore: Any = import_module("OCP.TopExp")
_kinds: Any = import_module("OCP.TopAbs")
_topology: Any = import_module("OCP.TopoDS")
_curves: Any = import_module("OCP.BRepAdaptor")

Shape = Any
_LEAST_CORNER_MM = 0.001
"""A sharp corner between rounded ones, so that every section of a loft has as many edges."""


def _point(at: Iterable[float]) -> Any:
    return _gp.gp_Pnt(*map(float, at))


def _direction(along: Iterable[float]) -> Any:
    return _gp.gp_Dir(*map(float, along))


def _edge(*geometry: Any) -> Any:
    return _build.BRepBuilderAPI_MakeEdge(*geometry).Edge()


def _face(points: Sequence[Sequence[float]]) -> Any:
    polygon = _build.BRepBuilderAPI_MakePolygon()
    for point in points:
        polygon.Add(_point(point))
    polygon.Close()
    return _build.BRepBuilderAPI_MakeFace(polygon.Wire()).Face()


def _box(feature: Feature) -> Shape:
    (w, d, h), (x, y, z), r = feature["size"], feature["at"], feature["r"]
    box = _prim.BRepPrimAPI_MakeBox(_point((x - w / 2, y - d / 2, z)), float(w), float(d), float(h)).Shape()
    if r == 0:
        return box
    rounding = _fillet.BRepFilletAPI_MakeFillet(box)
    for edge in map(_topology.TopoDS.Edge, _inside(box, _kinds.TopAbs_EDGE)):
        if feature["edges"] == "all" or abs(_curves.BRepAdaptor_Curve(edge).Line().Direction().Z()) > 0.5:
            rounding.Add(float(r), edge)
    return rounding.Shape()


def _inside(shape: Shape, kind: Any) -> list[Shape]:
    """Return the different shapes of one kind in a shape."""
    found: list[Shape] = []
    explorer = _explore.TopExp_Explorer(shape, kind)
    while explorer.More():
        if not any(explorer.Current().IsSame(other) for other in found):
            found.append(explorer.Current())
        explorer.Next()
    return found


def _axes(feature: Feature) -> Any:
    frame = placement(feature["axis"], feature["at"])
    return _gp.gp_Ax2(_point(frame[:, 3]), _direction(frame[:, 2]), _direction(frame[:, 0]))


def _cylinder(feature: Feature) -> Shape:
    r, r2, h = (float(feature[name]) for name in ("r", "r2", "h"))
    if r == r2:
        return _prim.BRepPrimAPI_MakeCylinder(_axes(feature), r, h).Shape()
    return _prim.BRepPrimAPI_MakeCone(_axes(feature), r, r2, h).Shape()


def _sphere(feature: Feature) -> Shape:
    return _prim.BRepPrimAPI_MakeSphere(_point(feature["at"]), float(feature["r"])).Shape()


def _extrude(feature: Feature) -> Shape:
    frame = placement(feature["axis"], feature["at"])
    face = _face([frame @ (x, y, 0, 1) for x, y in feature["outline"]])
    return _prim.BRepPrimAPI_MakePrism(face, _gp.gp_Vec(*(frame[:, 2] * feature["h"]).tolist())).Shape()


def _revolve(feature: Feature) -> Shape:
    frame = placement(feature["axis"], feature["at"])
    face = _face([frame @ (radius, 0, height, 1) for radius, height in feature["profile"]])
    axis = _gp.gp_Ax1(_point(frame[:, 3]), _direction(frame[:, 2]))
    return _prim.BRepPrimAPI_MakeRevol(face, axis).Shape()


def _tube(feature: Feature) -> Shape:
    pieces = list(centre_line(feature["path"], feature["bend"]))
    spine = _build.BRepBuilderAPI_MakeWire()
    for piece in pieces:
        if isinstance(piece, Arc):
            curve = _arc.GC_MakeArcOfCircle(_point(piece.start), _point(piece.middle), _point(piece.end)).Value()
            spine.Add(_edge(curve))
        else:
            spine.Add(_edge(_point(piece.start), _point(piece.end)))
    across = _gp.gp_Ax2(_point(pieces[0].start), _direction(pieces[0].tangent()))
    rim = _gp.gp_Circ(across, float(feature["r"]))
    disc = _build.BRepBuilderAPI_MakeFace(_build.BRepBuilderAPI_MakeWire(_edge(rim)).Wire()).Face()
    return _offset.BRepOffsetAPI_MakePipe(spine.Wire(), disc).Shape()


def _loft(feature: Feature) -> Shape:
    frame = placement(feature["axis"], feature["at"])
    rounded = any(section["r"] for section in feature["sections"])
    blend = _offset.BRepOffsetAPI_ThruSections(True, True)
    for section in feature["sections"]:
        r = max(section["r"], _LEAST_CORNER_MM) if rounded else 0.0
        blend.AddWire(_section(frame, section["w"] / 2, section["d"] / 2, r, section["z"]))
    return blend.Shape()


def _section(frame: Any, w: float, d: float, r: float, z: float) -> Any:
    """Return the wire of a rounded rectangle of half sizes w and d; pieces without length are left out."""
    k = r * (1 - 0.5**0.5)
    corners = ((w, -d), (w, d), (-w, d), (-w, -d))
    wire = _build.BRepBuilderAPI_MakeWire()
    here = (r - w, -d)
    for x, y in corners:
        sx, sy = (1 if x > 0 else -1), (1 if y > 0 else -1)
        on_x, on_y, middle = (x - sx * r, y), (x, y - sy * r), (x - sx * k, y - sy * k)
        start, end = (on_x, on_y) if sx * sy < 0 else (on_y, on_x)
        if abs(start[0] - here[0]) + abs(start[1] - here[1]) > 1e-7:
            wire.Add(_edge(*(_point(frame @ (*point, z, 1)) for point in (here, start))))
        if r:
            curve = _arc.GC_MakeArcOfCircle(*(_point(frame @ (*point, z, 1)) for point in (start, middle, end)))
            wire.Add(_edge(curve.Value()))
        here = end
    return wire.Wire()


_MAKERS: dict[str, Callable[[Feature], Shape]] = {
    "box": _box,
    "cylinder": _cylinder,
    "sphere": _sphere,
    "extrude": _extrude,
    "revolve": _revolve,
    "tube": _tube,
    "loft": _loft,
}


def _transform(feature: Feature) -> Any:
    transform = _gp.gp_Trsf()
    if feature["op"] == "move":
        transform.SetTranslation(_gp.gp_Vec(*map(float, feature["by"])))
    elif feature["op"] == "rotate":
        along = [float(axis == feature["axis"]) for axis in "xyz"]
        axis = _gp.gp_Ax1(_point(feature["about"]), _direction(along))
        transform.SetRotation(axis, feature["deg"] * _RADIANS)
    else:
        normal = [float(axis == feature["plane"]) for axis in "xyz"]
        at = [part * feature["offset"] for part in normal]
        transform.SetMirror(_gp.gp_Ax2(_point(at), _direction(normal)))
    return transform


_RADIANS = 3.141592653589793 / 180
_JOINS = {
    "add": _bool.BRepAlgoAPI_Fuse,
    "cut": _bool.BRepAlgoAPI_Cut,
    "keep": _bool.BRepAlgoAPI_Common,
}


def shape(features: Sequence[Feature]) -> Shape:
    """Return the OCCT shape of a feature list.

    Raises:
        FormError: `step_failed` where OCCT does not do one of the joins.
    """
    result: Shape = None
    for feature in features:
        if feature["op"] in MOVES:
            result = _build.BRepBuilderAPI_Transform(result, _transform(feature), True).Shape()
            continue
        other = shape(feature["features"]) if feature["op"] == JOIN else _MAKERS[feature["op"]](feature)
        if result is None:
            result = other
            continue
        join = _JOINS[feature["mode"]](result, other)
        if not join.IsDone():
            raise FormError("step_failed", f"OCCT could not {feature['mode']} the {feature['op']}")
        result = join.Shape()
    solids = _inside(result, _kinds.TopAbs_SOLID)
    return solids[0] if len(solids) == 1 else result
