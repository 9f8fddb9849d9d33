"""FORM documents from bytes, and test A: does a file re-open to the same bytes, by its integers alone?"""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sitegen.formdoc.labels import label_fault, label_key
from sitegen.formdoc.mesh import decode_mesh
from sitegen.formdoc.model import (
    MAX_COORDINATE_UM,
    MAX_DOCUMENT_BYTES,
    MAX_FEATURES,
    MAX_MEMBERS,
    MAX_NESTING,
    MAX_PARTS,
    MAX_VALUES,
    Document,
    DocumentError,
    Fault,
    Mesh,
    Part,
    shown,
)
from sitegen.formdoc.size import count_values
from sitegen.formdoc.write import canonical

MAX_FAULTS = 20
_RESTORE = "save the document again with FORM; a saved file is not edited by hand"


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _Kernel(_Strict):
    name: Annotated[str, Field(min_length=1, max_length=64)]
    version: Annotated[str, Field(min_length=1, max_length=64)]


class _Solid(_Strict):
    closed: bool
    volume_mm3: float
    bbox_um: Annotated[list[int], Field(min_length=6, max_length=6)]
    triangles: Annotated[int, Field(ge=1)]
    vertices_um: str
    indices: str
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class _Part(_Strict):
    label: str
    color: Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]
    group: str
    visible: bool
    features: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=MAX_FEATURES)]
    solid: _Solid


class _File(_Strict):
    form: Literal[1]
    units: Literal["mm"]
    kernel: _Kernel
    parts: Annotated[list[_Part], Field(max_length=MAX_PARTS)]


def parse(data: bytes) -> Document:
    """Return the document; meshes in the order in which they are stored, derived values of the file unread.

    Raises:
        DocumentError: with every fault found, where the bytes are no document.
    """
    content = _json(data)
    try:
        file = _File.model_validate(content)
    except ValidationError as error:
        raise DocumentError(tuple(_faults_of(error))) from None
    faults: list[Fault] = []
    parts = tuple(_part(part, f"/parts/{index}", faults) for index, part in enumerate(file.parts))
    faults += _twins([part.label for part in file.parts])
    if faults:
        raise DocumentError(tuple(faults[:MAX_FAULTS]))
    return Document(file.kernel.name, file.kernel.version, parts)


def check_reopen_without_kernel(data: bytes) -> tuple[Fault, ...]:
    """Return why these bytes do not re-open unchanged, by recomputing every derived value; empty where they do."""
    try:
        again = canonical(parse(data))
    except DocumentError as error:
        return error.faults
    if again == data:
        return ()
    found, expected = json.loads(data), json.loads(again)
    differences = [
        Fault("not-reopened", pointer, shown(a), shown(b), _RESTORE) for pointer, a, b in _differences(found, expected)
    ]
    spelling = Fault("not-canonical", "", "other spacing, order or number forms", "canonical JSON", _RESTORE)
    return tuple(differences[:MAX_FAULTS]) or (spelling,)


def _json(data: bytes) -> object:
    if len(data) > MAX_DOCUMENT_BYTES:
        raise _refused("too-large", f"{len(data)} bytes", f"at most {MAX_DOCUMENT_BYTES}")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _refused("not-utf8", f"byte {data[error.start]:#04x} at offset {error.start}", "UTF-8") from None
    values = count_values(text)
    if values > MAX_VALUES:
        raise _refused("too-large", f"{values} values", f"at most {MAX_VALUES}")
    try:
        return json.loads(text, object_pairs_hook=_members, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise _refused("not-json", f"{error.msg} at character {error.pos} of {len(text)}", "one JSON object") from None
    except RecursionError:
        raise _refused("too-deep", "nesting beyond all need", f"at most {MAX_NESTING} levels in a feature") from None
    except ValueError as error:
        raise _refused("not-json", str(error)[:200], "plain JSON") from None


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(pairs) > MAX_MEMBERS:
        raise ValueError(f"an object of {len(pairs)} members")
    members = dict(pairs)
    if len(members) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {shown(next(key for key in keys if keys.count(key) > 1))} twice in one object")
    return members


def _constant(name: str) -> object:
    raise ValueError(f"{name}, which is no JSON number")


def _refused(code: str, found: str, expected: str) -> DocumentError:
    return DocumentError((Fault(code, "", found, expected, _RESTORE),))


def _faults_of(error: ValidationError) -> Iterator[Fault]:
    for item in error.errors(include_url=False)[:MAX_FAULTS]:
        code = {"missing": "missing", "extra_forbidden": "unknown-field"}.get(item["type"], "bad-value")
        found = "nothing" if code == "missing" else shown(item["input"])
        yield Fault(code, _pointer(item["loc"]), found, item["msg"], _RESTORE)


def _pointer(location: Sequence[int | str]) -> str:
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in location)


def _part(part: _Part, pointer: str, faults: list[Fault]) -> Part:
    for name, text in (("label", part.label), ("group", part.group)):
        wrong = label_fault(text) if text or name == "label" else None
        if wrong:
            faults.append(Fault("bad-label", f"{pointer}/{name}", shown(text), f"a {name} that {wrong}", _RESTORE))
    for index, feature in enumerate(part.features):
        faults += islice(_feature_faults(feature, f"{pointer}/features/{index}"), MAX_FAULTS)
    mesh = _mesh(part.solid, f"{pointer}/solid", faults)
    return Part(part.label, part.color, part.group, part.visible, tuple(part.features), mesh)


def _feature_faults(feature: dict[str, Any], pointer: str) -> Iterator[Fault]:
    if not isinstance(feature.get("op"), str):
        yield Fault("bad-feature", f"{pointer}/op", shown(feature.get("op")), "the name of an operation", _RESTORE)
    yield from _value_faults(feature, pointer, 0)


def _value_faults(value: object, pointer: str, depth: int) -> Iterator[Fault]:
    """Check what the feature's own rules do not need to know: nesting, null, and numbers out of range."""
    if depth > MAX_NESTING:
        yield Fault("too-deep", pointer, f"{depth} levels", f"at most {MAX_NESTING}", _RESTORE)
    elif isinstance(value, dict):
        for key, item in value.items():
            if not re.fullmatch(r"[a-z][a-z0-9_]*", key):
                yield Fault("bad-feature", pointer, shown(key), "keys of a-z, 0-9 and _", _RESTORE)
            yield from _value_faults(item, f"{pointer}{_pointer([key])}", depth + 1)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _value_faults(item, f"{pointer}/{index}", depth + 1)
    elif value is None or (isinstance(value, int | float) and not abs(value) <= MAX_COORDINATE_UM):
        yield Fault("bad-feature", pointer, shown(value), f"a value, numbers within {MAX_COORDINATE_UM}", _RESTORE)
    elif isinstance(value, str) and not value.isprintable():
        yield Fault("bad-feature", pointer, shown(value), "printable text", _RESTORE)


def _mesh(solid: _Solid, pointer: str, faults: list[Fault]) -> Mesh:
    try:
        mesh = decode_mesh(solid.vertices_um, solid.indices)
    except ValueError as error:
        faults.append(Fault("bad-mesh", pointer, str(error), "base64 of whole index triples", _RESTORE))
        return decode_mesh("", "")
    if not len(mesh.triangles):
        faults.append(Fault("bad-mesh", f"{pointer}/indices", "no triangle", "a mesh", _RESTORE))
    elif abs(mesh.vertices_um.astype("i8")).max() > MAX_COORDINATE_UM:
        faults.append(
            Fault(
                "bad-mesh", f"{pointer}/vertices_um", "a vertex too far out", f"within {MAX_COORDINATE_UM} um", _RESTORE
            )
        )
    return mesh


def _twins(labels: list[str]) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for index, label in enumerate(labels):
        first = seen.setdefault(label_key(label), label)
        if first is not label:
            expected = f"a label apart from {shown(first)} (case, spaces and _ do not count)"
            yield Fault("twin-label", f"/parts/{index}/label", shown(label), expected, _RESTORE)


def _differences(found: Any, expected: Any, pointer: str = "") -> Iterator[tuple[str, object, object]]:
    """Yield pointer, found and expected of every difference of two values of the same file shape."""
    if isinstance(found, dict) and isinstance(expected, dict):
        for key in sorted(found):
            yield from _differences(found[key], expected[key], pointer + _pointer([key]))
    elif isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for index, (a, b) in enumerate(zip(found, expected, strict=True)):
            yield from _differences(a, b, f"{pointer}/{index}")
    elif found != expected:
        yield pointer, found, expected
