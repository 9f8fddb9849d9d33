"""Can the housing still be edited? Its first feature is made taller, and FORM's kernel builds the solid anew."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from runner.evaluators.solids import VisibleSolid

GROWTH_PERCENT = 5
_GROWTH = 1 + GROWTH_PERCENT / 100
Feature = Mapping[str, Any]


def grown_text(housing: VisibleSolid) -> str:
    """Return in one line what comes of the edit: the new height, or why FORM refuses it."""
    from runner.form.errors import FormError
    from runner.form.features import checked
    from runner.form.kernel import KERNEL_NAME, KERNEL_VERSION, solid

    try:
        first, *rest = checked(housing.features)
        after = solid(checked([_grown(first), *rest])).facts
    except FormError as error:
        return f"refused: {error.hint}"
    heights = (_mm(housing.box[5] - housing.box[2]), _mm(after.bbox_um[5] - after.bbox_um[2]))
    return f"{heights[0]} mm became {heights[1]} mm, closed (built by {KERNEL_NAME} {KERNEL_VERSION})"


def _grown(feature: Feature) -> Feature:
    return _GROWN[feature["op"]](feature)


def _number(name: str) -> Callable[[Feature], Feature]:
    return lambda feature: {**feature, name: feature[name] * _GROWTH}


def _points(name: str, part: int) -> Callable[[Feature], Feature]:
    """Return how a list of points grows in one of their coordinates."""

    def grown(feature: Feature) -> Feature:
        points = [[value * (_GROWTH if at == part else 1) for at, value in enumerate(each)] for each in feature[name]]
        return {**feature, name: points}

    return grown


def _box(feature: Feature) -> Feature:
    width, depth, height = feature["size"]
    return {**feature, "size": [width, depth, height * _GROWTH]}


def _loft(feature: Feature) -> Feature:
    return {**feature, "sections": [{**section, "z": section["z"] * _GROWTH} for section in feature["sections"]]}


_GROWN: dict[str, Callable[[Feature], Feature]] = {
    "box": _box,
    "cylinder": _number("h"),
    "extrude": _number("h"),
    "sphere": _number("r"),
    "revolve": _points("profile", 1),
    "tube": _points("path", 2),
    "loft": _loft,
}
"""By operation, what makes its solid taller: its size in Z, or along its own axis."""


def _mm(length_um: int) -> str:
    return f"{Decimal(length_um) / 1000:f}"
