"""A FORM document as canonical bytes: JSON of RFC 8785 and a final newline."""

import json
import math
from collections.abc import Mapping

from sitegen.formdoc.mesh import MeshFacts, canonical_mesh, encode, mesh_bytes, mesh_facts
from sitegen.formdoc.model import FORM_VERSION, UNITS, Document, Part

DECIMALS = 4
"""Numbers of features are kept to 0.0001 mm or degree."""


def canonical(document: Document) -> bytes:
    """Return the one byte string of this document, with every derived value computed anew from its meshes.

    Raises:
        ValueError: where a number of a feature is not finite.
        TypeError: where a feature holds anything but plain JSON values.
    """
    content = {
        "form": FORM_VERSION,
        "units": UNITS,
        "kernel": {"name": document.kernel_name, "version": document.kernel_version},
        "parts": [_written(part) for part in document.parts],
    }
    return _text(content).encode() + b"\n"


def part_text(part: Part, facts: MeshFacts, vertices_base64: str, indices_base64: str) -> str:
    """Return a part as it stands in a document, with these facts and strings for its mesh."""
    return _text(_part(part, _solid(facts, vertices_base64, indices_base64)))


def _text(content: object) -> str:
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _written(part: Part) -> dict[str, object]:
    mesh = canonical_mesh(part.mesh.vertices_um, part.mesh.triangles)
    return _part(part, _solid(mesh_facts(mesh), *map(encode, mesh_bytes(mesh))))


def _part(part: Part, solid: dict[str, object]) -> dict[str, object]:
    return {
        "label": part.label,
        "color": part.color,
        "group": part.group,
        "visible": part.visible,
        "features": [plain(feature) for feature in part.features],
        "solid": solid,
    }


def _solid(facts: MeshFacts, vertices_base64: str, indices_base64: str) -> dict[str, object]:
    return {
        "closed": facts.closed,
        "volume_mm3": number(float(facts.volume_mm3)),
        "bbox_um": list(facts.bbox_um),
        "triangles": facts.triangles,
        "vertices_um": vertices_base64,
        "indices": indices_base64,
        "sha256": facts.sha256,
    }


def plain(value: object) -> object:
    """Return a JSON value with its numbers in canonical form.

    Raises:
        ValueError: where a number is not finite.
        TypeError: where the value is no plain JSON.
    """
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number(value)
    if value is None or isinstance(value, bool | str):
        return value
    raise TypeError(f"{type(value).__name__} is no plain JSON value")


def number(value: float) -> int | float:
    """Return the number rounded to 4 decimals; whole numbers as int, so that 3.0 is 3 and -0.0 is 0.

    Raises:
        ValueError: where it is not finite.
    """
    if not math.isfinite(value):
        raise ValueError(f"{value} is not a finite number")
    rounded = round(float(value), DECIMALS)
    return int(rounded) if rounded == int(rounded) else rounded
