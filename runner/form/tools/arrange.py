"""Placing and repeating whole solids."""

from collections.abc import Iterable
from dataclasses import replace

from runner.form import limits
from runner.form.assembly import Assembly, within_limits
from runner.form.errors import FormError
from runner.form.features import AXES, MOVES, Feature, moved
from runner.form.params import ANGLE, POINT, Choice, Field, Label, Labels, Text, Whole
from runner.form.tools.kinds import Change, ChangeTool, Values, brief
from runner.form.tools.makers import LABEL
from sitegen.formdoc import label_fault
from sitegen.formdoc.write import number

LABELS = Field("labels", Labels())
_COUNT = Field("count", Whole(2, limits.MAX_COPIES))
_NAME = Field("name", Text(80))


def _in_place(op: str, assembly: Assembly, values: Values) -> Change:
    feature = moved(op, {key: value for key, value in values.items() if key != "labels"})
    changes = {label: assembly.find(label).grown(feature) for label in values["labels"]}
    return Change(assembly.replaced(changes), {"changed": [brief(item) for item in changes.values()]})


def _move(assembly: Assembly, values: Values) -> Change:
    return _in_place("move", assembly, values)


def _rotate(assembly: Assembly, values: Values) -> Change:
    return _in_place("rotate", assembly, values)


def _mirror(assembly: Assembly, values: Values) -> Change:
    feature = moved("mirror", {key: values[key] for key in ("plane", "offset")})
    copies = []
    for label in values["labels"]:
        source = assembly.find(label)
        copies.append(replace(source.grown(feature), label=_named(values["name"], "{}", label)))
    return Change(assembly.added(copies), {"made": [brief(item) for item in copies]})


def _copy(assembly: Assembly, values: Values) -> Change:
    source = assembly.find(values["label"])
    assembly.free(values["to"])
    copy = replace(source.grown(moved("move", {"by": values["by"]})), label=values["to"])
    return Change(assembly.added([copy]), {"made": [brief(copy)]})


def _repeat(assembly: Assembly, values: Values) -> Change:
    last, step = values["count"] - 1, values["step"]
    if any(abs(part) * last > limits.MAX_MM for part in step):
        limit = number(limits.MAX_MM / last)
        raise FormError("bad_value", f"step must be at most {limit} mm for that count", field="step", limit=limit)
    steps = ([n * part for part in step] for n in range(1, last + 1))
    return _series(assembly, values, (moved("move", {"by": by}) for by in steps))


def _repeat_round(assembly: Assembly, values: Values) -> Change:
    step = values["step_deg"] if values["step_deg"] is not None else 360 / values["count"]
    about, axis = values["about"], values["axis"]
    turns = ({"axis": axis, "about": about, "deg": n * step % 360} for n in range(1, values["count"]))
    return _series(assembly, values, (moved("rotate", turn) for turn in turns))


def _series(assembly: Assembly, values: Values, features: Iterable[Feature]) -> Change:
    """Rename the source to number 1 and add a copy of it for each feature."""
    source = assembly.find(values["label"])
    within_limits([source], "the copies", times=values["count"], field="count")
    names = [_named(values["name"], "{n}", str(n)) for n in range(1, values["count"] + 1)]
    first = replace(source, label=names[0])
    assembly = assembly.replaced({source.label: first})
    for name in names[1:]:
        assembly.free(name)
    copies = [replace(source.grown(feature), label=name) for name, feature in zip(names[1:], features, strict=True)]
    answer = {"made": names, "first": brief(first)[1:3], "last": brief(copies[-1])[1:3]}
    return Change(assembly.added(copies), answer)


def _named(pattern: str, mark: str, filling: str) -> str:
    if mark not in pattern:
        raise FormError("bad_value", f"name must hold {mark}", field="name")
    label = pattern.replace(mark, filling)
    wrong = label_fault(label)
    if wrong:
        raise FormError("bad_value", f"name gives {label!r}; a label {wrong}", field="name")
    return label


TOOLS = (
    ChangeTool("move", "Shift solids by [x,y,z] mm.", (LABELS, *MOVES["move"].fields), _move),
    ChangeTool(
        "rotate",
        "Turn solids by deg (right-handed) about an axis through about [x,y,z] mm.",
        (LABELS, *MOVES["rotate"].fields),
        _rotate,
    ),
    ChangeTool(
        "mirror",
        "Mirrored copies across plane=offset (mm); {} in name is the source label.",
        (LABELS, *MOVES["mirror"].fields, _NAME),
        _mirror,
    ),
    ChangeTool(
        "copy",
        "Copy a solid to a new label, shifted by [x,y,z] mm.",
        (LABEL, Field("to", Label()), Field("by", POINT, [0, 0, 0])),
        _copy,
    ),
    ChangeTool(
        "repeat",
        "Row of count solids, step [x,y,z] mm apart; {n} in name is 1..count, the source becomes 1.",
        (LABEL, _COUNT, Field("step", POINT), _NAME),
        _repeat,
    ),
    ChangeTool(
        "repeat_round",
        "Ring of count solids about axis through about [x,y,z] mm, step_deg apart (default 360/count); name as repeat.",
        (
            LABEL,
            _COUNT,
            Field("axis", Choice(AXES), "z"),
            Field("about", POINT, [0, 0, 0]),
            Field("step_deg", ANGLE, None),
            _NAME,
        ),
        _repeat_round,
    ),
)
