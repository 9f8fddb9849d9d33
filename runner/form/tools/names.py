"""Labels, groups, colours, visibility."""

from dataclasses import replace

from runner.form.assembly import Assembly
from runner.form.errors import FormError
from runner.form.params import Color, Field, Flag, Label
from runner.form.tools.arrange import LABELS
from runner.form.tools.kinds import Change, ChangeTool, Values
from runner.form.tools.makers import LABEL


def _delete(assembly: Assembly, values: Values) -> Change:
    rest = assembly.without(values["labels"])
    return Change(rest, {"deleted": len(values["labels"]), "solids": len(rest.items)})


def _rename(assembly: Assembly, values: Values) -> Change:
    item = assembly.find(values["label"])
    return Change(assembly.replaced({item.label: replace(item, label=values["to"])}), {"label": values["to"]})


def _style(assembly: Assembly, values: Values) -> Change:
    look = {key: values[key] for key in ("color", "visible") if values[key] is not None}
    if not look:
        raise FormError("bad_arguments", "style needs color or visible", field="color")
    changes = {label: replace(assembly.find(label), **look) for label in values["labels"]}
    return Change(assembly.replaced(changes), {"changed": len(changes)})


def _group(assembly: Assembly, values: Values) -> Change:
    changes = {label: replace(assembly.find(label), group=values["group"]) for label in values["labels"]}
    return Change(assembly.replaced(changes), {"changed": len(changes)})


TOOLS = (
    ChangeTool("delete", "Remove solids.", (LABELS,), _delete),
    ChangeTool("rename", "New label for a solid.", (LABEL, Field("to", Label())), _rename),
    ChangeTool(
        "style",
        "Colour (#rrggbb) and visibility of solids.",
        (LABELS, Field("color", Color(), None), Field("visible", Flag(), None)),
        _style,
    ),
    ChangeTool(
        "group",
        "Put solids in a named group; an empty name takes them out.",
        (LABELS, Field("group", Label(empty=True))),
        _group,
    ),
)
