"""Makers: each makes a new solid, or adds to, cuts from or keeps the common part with an existing one."""

from collections.abc import Callable
from dataclasses import replace

from runner.form.assembly import DEFAULT_COLOR, Assembly, Item
from runner.form.features import MAKERS, MODES, made
from runner.form.kernel import solid
from runner.form.params import Choice, Color, Field, Label
from runner.form.tools.kinds import Change, ChangeTool, Values, brief, full

LABEL = Field("label", Label())
MODE = Field("mode", Choice(MODES), "new")
COLOR = Field("color", Color(), None)
GROUP = Field("group", Label(empty=True), None)

_TEXTS = {
    "box": "Box size [x,y,z] mm; at [x,y,z] = centre of bottom face; r rounds edges. "
    "mode new makes label; add, cut, keep (common part) change it.",
    "cylinder": "Cylinder, or cone with far radius r2, mm; at [x,y,z] = centre of start face, grows by h along axis.",
    "sphere": "Sphere, mm; at [x,y,z] = centre.",
    "extrude": "Closed outline in mm ([x,y]; axis x: [y,z]; y: [x,z]), extruded by h along axis from at [x,y,z].",
    "revolve": "Half profile [[radius,height],...] mm, turned 360 deg about axis through at [x,y,z].",
    "tube": "Round bar of radius r along path [[x,y,z],...], mm; corners bent with radius bend (default 2r).",
    "loft": "Rounded rectangles w x d, corner r, at z along axis from at, blended; mm.",
}


def _maker(op: str) -> Callable[[Assembly, Values], Change]:
    def run(assembly: Assembly, values: Values) -> Change:
        feature = made(op, values["mode"], values)
        label = values["label"]
        if values["mode"] == "new":
            assembly.free(label)
            item = Item(label, DEFAULT_COLOR, "", True, (feature,), solid((feature,)))
        else:
            item = assembly.find(label).grown(feature)
        group = item.group if values["group"] is None else values["group"]
        item = replace(item, color=values["color"] or item.color, group=group)
        changed = assembly.replaced({label: item}) if label in assembly.items else assembly.added([item])
        return Change(changed, full(item), brief(item))

    return run


TOOLS = tuple(ChangeTool(op, _TEXTS[op], (LABEL, *MAKERS[op].fields, MODE, COLOR, GROUP), _maker(op)) for op in MAKERS)
