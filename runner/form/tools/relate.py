"""Facts about how solids lie to each other: gaps, overlaps, sections."""

from manifold3d import CrossSection

from runner.form import limits
from runner.form.assembly import Assembly
from runner.form.errors import FormError
from runner.form.features import AXES
from runner.form.gaps import gap_mm, known_overlap_mm3, near_pairs, overlap_mm3
from runner.form.params import COORDINATE, Choice, Field, Label, Number
from runner.form.shapes import plane_first
from runner.form.tools.kinds import AskTool, Values, volume_mm3
from sitegen.formdoc.write import number

MIN_OVERLAP_MM3 = 1
"""Overlaps up to here are not reported by default: facets of touching round bodies make tiny ones."""


def _clearance(assembly: Assembly, values: Values) -> object:
    a, b = assembly.find(values["a"]), assembly.find(values["b"])
    if a is b:
        raise FormError("bad_value", "a and b must be two solids", field="b")
    overlap = overlap_mm3(a.solid, b.solid)
    distance = 0.0 if overlap > 0 else gap_mm(a.solid, b.solid)
    return {"distance_mm": number(round(distance, 3)), "overlap_mm3": volume_mm3(overlap)}


def _interference(assembly: Assembly, values: Values) -> object:
    items = [item for item in assembly.items.values() if item.visible]
    pairs, unchecked = [], 0
    for first, second in near_pairs([item.solid for item in items]):
        a, b = items[first], items[second]
        overlap = known_overlap_mm3(a.solid, b.solid)
        if overlap is None:
            unchecked += 1
        elif overlap > values["min_mm3"]:
            pairs.append([a.label, b.label, volume_mm3(overlap)])
    answer: dict[str, object] = {"pairs": pairs[: limits.MAX_LISTED]}
    if len(pairs) > limits.MAX_LISTED:
        answer["more"] = len(pairs) - limits.MAX_LISTED
    if unchecked:
        answer |= {"unchecked_pairs": unchecked, "hint": "as much as one call may do; call again to go on"}
    return answer


def _section(assembly: Assembly, values: Values) -> object:
    plane, offset = values["plane"], values["offset"]
    solids, total = [], 0.0
    for item in assembly.items.values():
        index = AXES.index(plane)
        if item.solid.facts.bbox_um[index] <= offset * 1000 <= item.solid.facts.bbox_um[index + 3]:
            cut: CrossSection = item.solid.body.transform(plane_first(plane)).slice(offset)
            if cut.area() > 0:
                left, bottom, right, top = (number(round(bound, 3)) for bound in cut.bounds())
                solids.append([item.label, volume_mm3(cut.area()), [left, bottom], [right, top]])
                total += cut.area()
    return {"solids": solids, "area_mm2": volume_mm3(total)}


TOOLS = (
    AskTool(
        "clearance",
        "Least distance (mm) and overlap (mm3) of two solids.",
        (Field("a", Label()), Field("b", Label())),
        _clearance,
    ),
    AskTool(
        "interference",
        "Pairs of visible solids that overlap by more than min_mm3 (default 1), with mm3.",
        (Field("min_mm3", Number(0, 1e12, "mm3"), MIN_OVERLAP_MM3),),
        _interference,
    ),
    AskTool(
        "section",
        "Solids cut at plane=offset (mm): label, area (mm2), box in the plane ([x,y], [x,z] or [y,z]).",
        (Field("plane", Choice(AXES)), Field("offset", COORDINATE)),
        _section,
    ),
)
