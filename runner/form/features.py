"""Features: what each operation takes, and the rules between its values. No kernel is needed to check one.

A feature is a plain JSON object: `op`, for makers and joined solids `mode`, and every parameter, defaults written out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runner.form import limits
from runner.form.errors import FormError
from runner.form.params import (
    ANGLE,
    COORDINATE,
    LENGTH,
    POINT,
    RADIUS_OR_NONE,
    SIZE,
    Anything,
    Choice,
    Field,
    Items,
    Label,
    Members,
    read_arguments,
)
from runner.form.paths import greatest_bend, path_fault
from runner.form.polygons import polygon_fault
from sitegen.formdoc.write import number

Feature = Mapping[str, Any]
Features = tuple[Feature, ...]

JOIN_MODES = ("add", "cut", "keep")
MODES = ("new", *JOIN_MODES)
DIRECTIONS = ("x", "-x", "y", "-y", "z", "-z")
AXES = ("x", "y", "z")

_OUTLINE = Items(Items(COORDINATE, 2, 2), 3, limits.MAX_CORNERS)
_PATH = Items(POINT, 2, limits.MAX_PATH_POINTS)
_SECTION = Members(
    (Field("z", COORDINATE), Field("w", LENGTH), Field("d", LENGTH), Field("r", RADIUS_OR_NONE, 0)),
)
_AT = Field("at", POINT)
_AXIS = Field("axis", Choice(DIRECTIONS), "z")
_ORIGIN = [0, 0, 0]


@dataclass(frozen=True)
class Operation:
    """What a feature of one kind takes."""

    name: str
    fields: tuple[Field, ...]
    complete: Callable[[dict[str, Any]], None] = lambda values: None
    """Checks the values against each other and fills in defaults that depend on others."""


def _box(values: dict[str, Any]) -> None:
    if values["r"] == 0:
        return
    sizes = values["size"] if values["edges"] == "all" else values["size"][:2]
    limit = number(min(sizes) / 2)
    if values["r"] >= limit:
        hint = f"r={values['r']} is too large: must be below {limit} mm for size {values['size']}"
        raise FormError("bad_value", hint, field="r", limit=limit)


def _cylinder(values: dict[str, Any]) -> None:
    if values["r2"] is None:
        values["r2"] = values["r"]


def _polygon(field: str) -> Callable[[dict[str, Any]], None]:
    def complete(values: dict[str, Any]) -> None:
        points = values[field]
        if points[0] == points[-1]:
            del points[-1]
        wrong = "must have at least 3 corners" if len(points) < 3 else polygon_fault(points)
        if field == "profile" and any(radius < 0 for radius, _ in points):
            wrong = "must have radii of at least 0 mm ([radius, height] pairs)"
        if wrong:
            raise FormError("bad_value", f"{field} {wrong}", field=field)

    return complete


def _tube(values: dict[str, Any]) -> None:
    path, r = values["path"], values["r"]
    wrong = path_fault(path)
    if wrong:
        raise FormError("bad_value", f"path {wrong}", field="path")
    room = min(greatest_bend(path), limits.MAX_MM)
    limit = number(int(room * 10_000) / 10_000)
    if limit <= r:
        hint = f"the legs are too short to bend a bar of r={r} mm: they leave room for a bend of {limit} mm"
        raise FormError("bad_value", f"{hint}; lengthen them or lower r", field="path", limit=limit)
    if values["bend"] is None:
        values["bend"] = number(min(2 * r, limit))
    elif not r < values["bend"] <= limit:
        hint = f"bend={values['bend']} must be above r={r} and at most {limit} mm for these legs"
        raise FormError("bad_value", hint, field="bend", limit=limit)


def _loft(values: dict[str, Any]) -> None:
    sections = values["sections"]
    for index, section in enumerate(sections):
        field, limit = f"sections[{index}]", number(min(section["w"], section["d"]) / 2)
        if index and section["z"] < sections[index - 1]["z"] + limits.MIN_SIZE_MM:
            raise FormError("bad_value", f"{field}.z must be above the z before it", field=f"{field}.z")
        if section["r"] > limit:
            hint = f"{field}.r={section['r']} must be at most {limit} mm, half of its w or d"
            raise FormError("bad_value", hint, field=f"{field}.r", limit=limit)


MAKERS: dict[str, Operation] = {
    operation.name: operation
    for operation in (
        Operation(
            "box",
            (
                Field("size", SIZE),
                _AT,
                Field("r", RADIUS_OR_NONE, 0),
                Field("edges", Choice(("vertical", "all")), "vertical"),
            ),
            _box,
        ),
        Operation(
            "cylinder",
            (Field("r", LENGTH), Field("h", LENGTH), _AT, Field("r2", RADIUS_OR_NONE, None), _AXIS),
            _cylinder,
        ),
        Operation("sphere", (Field("r", LENGTH), _AT)),
        Operation("extrude", (Field("outline", _OUTLINE), Field("h", LENGTH), _AT, _AXIS), _polygon("outline")),
        Operation("revolve", (Field("profile", _OUTLINE), _AT, _AXIS), _polygon("profile")),
        Operation("tube", (Field("path", _PATH), Field("r", LENGTH), Field("bend", RADIUS_OR_NONE, None)), _tube),
        Operation("loft", (Field("sections", Items(_SECTION, 2, limits.MAX_SECTIONS)), _AT, _AXIS), _loft),
    )
}
MOVES: dict[str, Operation] = {
    operation.name: operation
    for operation in (
        Operation("move", (Field("by", POINT),)),
        Operation("rotate", (Field("axis", Choice(AXES)), Field("deg", ANGLE), Field("about", POINT, _ORIGIN))),
        Operation("mirror", (Field("plane", Choice(AXES)), Field("offset", COORDINATE, 0))),
    )
}
JOIN = "solid"
"""The operation that joins a copy of another solid, with its features, by add, cut or keep."""
_JOINED = (Field("label", Label()), Field("features", Items(Anything(), 1, limits.MAX_FEATURES)))


def made(op: str, mode: str, values: Mapping[str, object]) -> Feature:
    """Return the maker's feature from arguments of which only its own parameters are read."""
    operation = MAKERS[op]
    own = {field.name: values[field.name] for field in operation.fields if field.name in values}
    complete = read_arguments(operation.fields, own, op)
    operation.complete(complete)
    return {"op": op, "mode": mode, **complete}


def moved(op: str, values: Mapping[str, object]) -> Feature:
    """Return the feature of a move, turn or reflection."""
    return {"op": op, **read_arguments(MOVES[op].fields, values, op)}


def joined(mode: str, label: str, features: Features) -> Feature:
    """Return the feature that joins a solid; `label` says where it came from."""
    return {"op": JOIN, "mode": mode, "label": label, "features": list(features)}


def checked(features: Sequence[Feature], depth: int = 0) -> Features:
    """Return features from elsewhere as FORM itself would write them.

    Raises:
        FormError: where a feature is none that FORM makes, or the list does not begin with a solid.
    """
    if depth > limits.MAX_JOIN_DEPTH:
        raise FormError("too_many", "solids are joined too deeply", limit=limits.MAX_JOIN_DEPTH)
    if not features:
        raise FormError("bad_value", "a solid needs at least one feature", field="features")
    return limited(tuple(_checked(feature, index, depth) for index, feature in enumerate(features)))


def limited(features: Features) -> Features:
    """Return the features, of which each is as FORM writes it, where they are not too many together.

    Raises:
        FormError: `too_many`.
    """
    paths = [path for path, _ in flat(features)]
    if len(paths) > limits.MAX_FEATURES:
        hint = f"a solid would have {len(paths)} features; make a further solid"
        raise FormError("too_many", hint, limit=limits.MAX_FEATURES)
    if max(map(len, paths)) > limits.MAX_JOIN_DEPTH + 1:
        raise FormError("too_many", "solids are joined too deeply", limit=limits.MAX_JOIN_DEPTH)
    return features


def _checked(feature: Feature, index: int, depth: int) -> Feature:
    op = feature.get("op")
    values = {key: value for key, value in feature.items() if key not in ("op", "mode")}
    if op in MOVES and index and "mode" not in feature:
        read_arguments(MOVES[op].fields, values, op)
        return moved(op, values)
    modes = JOIN_MODES if index else ("new",)
    mode = Choice(modes).read(feature.get("mode"), "mode")
    if op in MAKERS:
        read_arguments(MAKERS[op].fields, values, op)
        return made(op, mode, values)
    if op == JOIN and index:
        read: dict[str, Any] = read_arguments(_JOINED, values, op)
        return joined(mode, read["label"], checked(read["features"], depth + 1))
    raise FormError("bad_value", f"feature {index} has no operation that may stand there", field="op")


def flat(features: Sequence[Feature], path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Feature]]:
    """Yield every feature with its path, a joined solid before the features that make it."""
    for index, feature in enumerate(features):
        yield (*path, index), feature
        if feature["op"] == JOIN:
            yield from flat(feature["features"], (*path, index))
