"""STEP with true curves, labels and colours, by replaying the features in OCCT (extra `step`)."""

import io
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from runner.form.errors import FormError, quoted
from runner.form.facts import area_mm2
from sitegen.formdoc import Part, mesh_facts

_FACET_ERROR_MM = 0.2
_FACET_ERROR_SHARE = 0.0002
"""How far facets may lie from the true surface: 0.2 mm, or that share of the size. Boxes that differ by more, and
volumes that differ by more than that times the area, mean a failed replay."""
_TIME = "1970-01-01T00:00:00"
"""In the header, in place of the clock. The order in which OCCT writes the colours still varies from run to run."""


def step(parts: Sequence[Part]) -> bytes:
    """Return a STEP file (AP214, mm) with one named and coloured shape a part.

    Raises:
        FormError: `extra_missing` without OCCT, `step_failed` where a part does not come out as its mesh says.
    """
    try:
        occ = import_module("runner.form.occ")
    except ImportError:
        hint = "STEP needs the extra: pip install 'fairtrial[step]'; or export stl, glb or 3mf"
        raise FormError("extra_missing", hint, field="format") from None
    _be_quiet()
    return _written([(part, _checked(part, _replayed(part, occ.shape))) for part in parts])


def _be_quiet() -> None:
    """Take away OCCT's printers: they write to standard output, which belongs to MCP."""
    import_module("OCP.Message").Message.DefaultMessenger_s().ChangePrinters().Clear()


def _replayed(part: Part, shape: Callable[[Sequence[Mapping[str, object]]], Any]) -> Any:
    try:
        return shape(part.features)
    except FormError:
        raise
    except Exception as error:
        hint = f"OCCT could not build {quoted(part.label)} ({type(error).__name__}); export the others, or a mesh"
        raise FormError("step_failed", hint, field="labels") from None


def _checked(part: Part, shape: Any) -> Any:
    """Return the shape where OCCT calls it valid and it is, but for the facets, what the mesh is."""
    facts = mesh_facts(part.mesh)
    bounds = [um / 1000 for um in facts.bbox_um]
    error_mm = max(_FACET_ERROR_MM, _FACET_ERROR_SHARE * (max(bounds[3:]) - min(bounds[:3])))
    same_box = all(abs(a - b) <= error_mm for a, b in zip(bounds, _bounds_mm(shape), strict=True))
    difference_mm3 = abs(_volume_mm3(shape) - float(facts.volume_mm3))
    valid = import_module("OCP.BRepCheck").BRepCheck_Analyzer(shape).IsValid()
    if not valid or not same_box or difference_mm3 > error_mm * area_mm2(part.mesh):
        hint = f"OCCT does not make {quoted(part.label)} as its mesh is; export the others, or a mesh"
        raise FormError("step_failed", hint, field="labels")
    return shape


def _bounds_mm(shape: Any) -> list[float]:
    box: Any = import_module("OCP.Bnd").Bnd_Box()
    import_module("OCP.BRepBndLib").BRepBndLib.AddOptimal_s(shape, box, False, False)
    low, high = box.CornerMin(), box.CornerMax()
    return [low.X(), low.Y(), low.Z(), high.X(), high.Y(), high.Z()]


def _volume_mm3(shape: Any) -> float:
    properties: Any = import_module("OCP.GProp").GProp_GProps()
    import_module("OCP.BRepGProp").BRepGProp.VolumeProperties_s(shape, properties)
    return float(properties.Mass())


def _written(shapes: Sequence[tuple[Part, Any]]) -> bytes:
    tools: Any = import_module("OCP.XCAFDoc")
    text: Any = import_module("OCP.TCollection")
    document: Any = import_module("OCP.TDocStd").TDocStd_Document(text.TCollection_ExtendedString("MDTV-XCAF"))
    names: Any = import_module("OCP.TDataStd").TDataStd_Name
    quantity: Any = import_module("OCP.Quantity")
    shape_tool = tools.XCAFDoc_DocumentTool.ShapeTool_s(document.Main())
    color_tool = tools.XCAFDoc_DocumentTool.ColorTool_s(document.Main())
    for part, shape in shapes:
        label = shape_tool.AddShape(shape, False)
        names.Set_s(label, text.TCollection_ExtendedString(part.label, True))
        red, green, blue = (int(part.color[start : start + 2], 16) / 255 for start in (1, 3, 5))
        color = quantity.Quantity_Color(red, green, blue, quantity.Quantity_TOC_sRGB)
        color_tool.SetColor(label, color, tools.XCAFDoc_ColorSurf)
    return _transferred(document)


def _transferred(document: Any) -> bytes:
    writer: Any = import_module("OCP.STEPCAFControl").STEPCAFControl_Writer()
    writer.SetNameMode(True)
    writer.SetColorMode(True)
    if not writer.Transfer(document):
        raise FormError("step_failed", "OCCT could not write the shapes")
    make_header: Any = import_module("OCP.APIHeaderSection").APIHeaderSection_MakeHeader
    header = make_header(writer.ChangeWriter().Model())
    header.SetName(import_module("OCP.TCollection").TCollection_HAsciiString("FORM"))
    header.SetTimeStamp(import_module("OCP.TCollection").TCollection_HAsciiString(_TIME))
    stream = io.BytesIO()
    writer.WriteStream(stream)
    return stream.getvalue()
