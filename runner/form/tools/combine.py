"""Joining solids, and changing or dropping single features."""

from typing import Any

from runner.form import limits
from runner.form.assembly import Assembly
from runner.form.errors import FormError, quoted
from runner.form.features import JOIN, JOIN_MODES, MAKERS, MOVES, Feature, Features, flat, joined, made, moved
from runner.form.params import Anything, Choice, Field, Flag, Label, Labels, Whole, unknown
from runner.form.tools.kinds import Change, ChangeTool, Values, brief, full
from runner.form.tools.makers import LABEL


def _boolean(assembly: Assembly, values: Values) -> Change:
    target, names = assembly.find(values["target"]), values["tools"]
    if target.label in names:
        raise FormError("bad_value", f"{quoted(target.label)} cannot be its own tool", field="tools")
    features = (joined(values["mode"], name, assembly.find(name).features) for name in names)
    item = target.rebuilt((*target.features, *features))
    rest = assembly if values["keep_tools"] else assembly.without(names)
    return Change(rest.replaced({target.label: item}), full(item), brief(item))


def _edit(assembly: Assembly, values: Values) -> Change:
    item, index = assembly.find(values["label"]), values["feature"]
    known = list(flat(item.features))
    if index >= len(known):
        hint = f"{quoted(item.label)} has features 0 to {len(known) - 1}, see describe"
        raise FormError("no_such_feature", hint, field="feature", limit=len(known) - 1)
    path, feature = known[index]
    if values["remove"]:
        if values["set"] is not None:
            raise FormError("bad_arguments", "give either set or remove", field="remove")
        if path[-1] == 0:
            raise FormError("bad_value", "the first feature of a solid stays; use edit set, or delete", field="feature")
        changed = _replaced(item.features, path, None)
    else:
        changed = _replaced(item.features, path, _set(feature, values["set"] or {}, first=path[-1] == 0))
    item = item.rebuilt(changed)
    return Change(assembly.replaced({item.label: item}), full(item), brief(item))


def _set(feature: Feature, given: dict[str, Any], *, first: bool) -> Feature:
    op = feature["op"]
    operation = MAKERS.get(op) or MOVES.get(op)
    names = [field.name for field in operation.fields] if operation else []
    names += ["mode"] if "mode" in feature and not first else []
    for key in given:
        if key not in names:
            raise FormError("no_such_parameter", unknown("parameter", key, names, op), field="set", limit=names)
    if not given:
        raise FormError("bad_arguments", f"set needs one of {', '.join(names)}", field="set", limit=names)
    values = {**_chosen(feature, given), **given}
    if op in MOVES:
        return moved(op, {name: values[name] for name in names})
    mode = feature["mode"] if first else Choice(JOIN_MODES).read(values["mode"], "mode")
    return {**feature, "mode": mode} if op == JOIN else made(op, mode, values)


def _chosen(feature: Feature, given: dict[str, Any]) -> Feature:
    """Return the feature without those values that follow from others, so that they follow the changed ones."""
    operation = MAKERS.get(feature["op"])
    dependent = [field.name for field in operation.fields if field.default is None] if operation else []
    for name in dependent:
        rest = {key: value for key, value in feature.items() if key != name}
        if name not in given and made(feature["op"], feature["mode"], rest)[name] == feature[name]:
            feature = rest
    return feature


def _replaced(features: Features, path: tuple[int, ...], new: Feature | None) -> Features:
    """Return the features with the one at the path replaced, or dropped where `new` is None."""
    index, deeper = path[0], path[1:]
    if deeper:
        inner = _replaced(tuple(features[index]["features"]), deeper, new)
        new = {**features[index], "features": list(inner)}
    return (*features[:index], *([new] if new is not None else []), *features[index + 1 :])


TOOLS = (
    ChangeTool(
        "boolean",
        "Join tool solids into target (add, cut, keep = common part); tools are consumed unless keep_tools.",
        (
            Field("target", Label()),
            Field("tools", Labels(limits.MAX_COPIES)),
            Field("mode", Choice(JOIN_MODES)),
            Field("keep_tools", Flag(), False),
        ),
        _boolean,
    ),
    ChangeTool(
        "edit",
        "Set parameters (mm, deg) of one feature, or remove it; feature = index from describe, 0 = base.",
        (
            LABEL,
            Field("feature", Whole(0, limits.MAX_FEATURES), 0),
            Field("set", Anything(), None),
            Field("remove", Flag(), False),
        ),
        _edit,
    ),
)
