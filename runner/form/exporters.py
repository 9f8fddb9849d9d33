"""Meshes in the formats of others, made from the integer meshes alone. The same parts give the same bytes."""

import io
import json
import struct
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

import numpy as np

from runner.form.facts import corners_mm
from sitegen.formdoc import Part

_STL_HEADER = b"FORM, binary STL, millimetres"
_GLB_JSON, _GLB_BINARY = 0x4E4F534A, 0x004E4942
_FLOAT, _UINT, _VERTICES, _INDICES = 5126, 5125, 34962, 34963
_TO_METRES_Y_UP = [0.001, 0, 0, 0, 0, 0, -0.001, 0, 0, 0.001, 0, 0, 0, 0, 0, 1]
"""Column-major: glTF is in metres with Y up, FORM in millimetres with Z up."""
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)
_CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_CONTENT_TYPES = (
    f'<?xml version="1.0" encoding="UTF-8"?>\n<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>\n'
)
_RELATIONS = (
    f'<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="{_PACKAGE}/relationships">'
    '<Relationship Target="/3D/3dmodel.model" Id="rel0" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>\n'
)


def stl(parts: Sequence[Part]) -> bytes:
    """Return a binary STL in mm of all parts together; the format knows neither names nor units."""
    kind = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    corners = [corners_mm(part.mesh) for part in parts]
    records = np.zeros(sum(map(len, corners)), kind)
    if corners:
        together = np.concatenate(corners)
        normals = np.cross(together[:, 1] - together[:, 0], together[:, 2] - together[:, 0])
        lengths = np.linalg.norm(normals, axis=1)[:, None]
        records["normal"] = normals / np.where(lengths > 0, lengths, 1)
        records["corners"] = together
    return _STL_HEADER.ljust(80) + struct.pack("<I", len(records)) + records.tobytes()


def glb(parts: Sequence[Part]) -> bytes:
    """Return a binary glTF 2.0 with one named node, mesh and material a part.

    Source: Khronos glTF 2.0 specification, sections 3.6, 3.7 and 4.4.
    """
    binary = bytearray()
    views: list[dict[str, int]] = []
    accessors: list[dict[str, object]] = []
    for part in parts:
        points = (part.mesh.vertices_um.astype(np.float64) / 1000).astype("<f4")
        bounds = {"min": points.min(axis=0).tolist(), "max": points.max(axis=0).tolist()}
        accessors.append(_accessor(len(views), _FLOAT, len(points), "VEC3") | bounds)
        views.append(_view(binary, points.tobytes(), _VERTICES))
        accessors.append(_accessor(len(views), _UINT, part.mesh.triangles.size, "SCALAR"))
        views.append(_view(binary, part.mesh.triangles.astype("<u4").tobytes(), _INDICES))
    content = {
        "asset": {"version": "2.0", "generator": "FORM"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [
            {"name": "FORM", "matrix": _TO_METRES_Y_UP, "children": list(range(1, len(parts) + 1))},
            *({"name": part.label, "mesh": index} for index, part in enumerate(parts)),
        ],
        "meshes": [
            {"primitives": [{"attributes": {"POSITION": 2 * i}, "indices": 2 * i + 1, "material": i}]}
            for i in range(len(parts))
        ],
        "materials": [_material(part) for part in parts],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(binary)}],
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    chunks = _chunk(_GLB_JSON, text, b" ") + _chunk(_GLB_BINARY, bytes(binary), b"\0")
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def _view(binary: bytearray, data: bytes, target: int) -> dict[str, int]:
    view = {"buffer": 0, "byteOffset": len(binary), "byteLength": len(data), "target": target}
    binary += data
    return view


def _accessor(view: int, component: int, count: int, kind: str) -> dict[str, object]:
    return {"bufferView": view, "componentType": component, "count": count, "type": kind}


def _material(part: Part) -> dict[str, object]:
    """Colours of glTF are linear, those of the document sRGB (IEC 61966-2-1)."""
    parts = (int(part.color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    linear = [round(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4, 6) for c in parts]
    surface = {"baseColorFactor": [*linear, 1], "metallicFactor": 0, "roughnessFactor": 0.6}
    return {"name": part.color, "pbrMetallicRoughness": surface}


def _chunk(kind: int, data: bytes, filling: bytes) -> bytes:
    data += filling * (-len(data) % 4)
    return struct.pack("<II", len(data), kind) + data


def three_mf(parts: Sequence[Part]) -> bytes:
    """Return a 3MF package in mm with one named, coloured object a part.

    Members are stored, not deflated, since deflated bytes depend on the zlib build.

    Source: 3MF Core Specification 1.3.
    """
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<model unit="millimeter" xml:lang="en-US" xmlns="{_CORE}"><resources><basematerials id="1">',
        *(f'<base name={quoteattr(part.color)} displaycolor="{part.color.upper()}"/>' for part in parts),
        "</basematerials>",
    ]
    for index, part in enumerate(parts):
        name = quoteattr(part.label)
        lines.append(f'<object id="{index + 2}" type="model" name={name} pid="1" pindex="{index}"><mesh><vertices>')
        lines += [f'<vertex x="{_mm(x)}" y="{_mm(y)}" z="{_mm(z)}"/>' for x, y, z in part.mesh.vertices_um.tolist()]
        lines.append("</vertices><triangles>")
        lines += [f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in part.mesh.triangles.tolist()]
        lines.append("</triangles></mesh></object>")
    lines += ["</resources><build>", *(f'<item objectid="{index + 2}"/>' for index in range(len(parts)))]
    model = "\n".join([*lines, "</build></model>\n"])
    members = {"[Content_Types].xml": _CONTENT_TYPES, "_rels/.rels": _RELATIONS, "3D/3dmodel.model": model}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as package:
        for name, text in members.items():
            package.writestr(zipfile.ZipInfo(name, _ZIP_TIME), text.encode())
    return buffer.getvalue()


def _mm(um: int) -> str:
    sign = "-" if um < 0 else ""
    whole, rest = divmod(abs(um), 1000)
    return f"{sign}{whole}.{rest:03d}" if rest else f"{sign}{whole}"
