"""Facts about single solids: lists, features, measures, and what is wrong with the geometry. No judgement."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from runner.form import limits
from runner.form.answers import answer_bytes
from runner.form.assembly import Assembly, Item
from runner.form.errors import FormError, quoted
from runner.form.facts import area_mm2, centroid_mm
from runner.form.features import JOIN, flat
from runner.form.params import Field, Label, Labels, Whole
from runner.form.tools.kinds import AskTool, Values, box_mm, millimetres, volume_mm3
from runner.form.tools.makers import LABEL
from sitegen.formdoc.write import number

TINY_MM3 = 1


def _list(assembly: Assembly, values: Values) -> object:
    items = list(assembly.items.values())
    if values["group"] is not None:
        items = [item for item in items if item.group == values["group"]]
    if values["group"] and not items:
        groups = ", ".join(sorted({item.group for item in assembly.items.values() if item.group})) or "none"
        raise FormError("bad_value", f"no solid is in group {quoted(values['group'])}; groups: {groups}", field="group")
    return {"solids": [_line(item) for item in items]}


def _line(item: Item) -> list[object]:
    low, high = box_mm(item)
    hidden = [] if item.visible else ["hidden"]
    return [item.label, low, high, volume_mm3(float(item.solid.facts.volume_mm3)), item.group, *hidden]


def _describe(assembly: Assembly, values: Values) -> object:
    item = assembly.find(values["label"])
    numbers = {path: index for index, (path, _) in enumerate(flat(item.features))}
    features: list[dict[str, object]] = []
    size = 0
    for path, feature in list(flat(item.features))[values["start"] :]:
        shown = {key: value for key, value in feature.items() if not (feature["op"] == JOIN and key == "features")}
        inside = {"in": numbers[path[:-1]]} if path[:-1] else {}
        told = {"feature": numbers[path], **inside, **shown}
        size += answer_bytes(told)
        if size > limits.MAX_DESCRIBED_BYTES:
            break
        features.append(told)
    look = {"label": item.label, "color": item.color, "group": item.group, "visible": item.visible}
    left = len(numbers) - values["start"] - len(features)
    more = {"more": left, "hint": f"go on with start={len(numbers) - left}"} if left > 0 else {}
    return {**look, "features": features, **more}


def _measure(assembly: Assembly, values: Values) -> object:
    items = _chosen(assembly, values["labels"])
    answer: dict[str, object] = {"solids": [_measured(item) for item in items[: limits.MAX_LISTED]]}
    if len(items) > limits.MAX_LISTED:
        answer["more"] = len(items) - limits.MAX_LISTED
    if len(items) > 1:
        total = sum(float(item.solid.facts.volume_mm3) for item in items)
        answer["all"] = {**whole_box(items), "volume_mm3": volume_mm3(total)}
    return answer


def _chosen(assembly: Assembly, labels: list[str] | None) -> list[Item]:
    items = list(assembly.items.values()) if labels is None else [assembly.find(label) for label in labels]
    if not items:
        raise FormError("empty_document", "there is no solid yet")
    return items


def _measured(item: Item) -> dict[str, object]:
    low, high = box_mm(item)
    facts, mesh = item.solid.facts, item.solid.mesh
    return {
        "label": item.label,
        "min": low,
        "max": high,
        "size": [millimetres(end - start) for start, end in zip(facts.bbox_um[:3], facts.bbox_um[3:], strict=True)],
        "volume_mm3": volume_mm3(float(facts.volume_mm3)),
        "area_mm2": volume_mm3(area_mm2(mesh)),
        "centroid": [number(round(value, 3)) for value in centroid_mm(mesh)],
        "closed": facts.closed,
    }


def whole_box(items: Iterable[Item]) -> dict[str, Any]:
    """Return the box around all items, in mm."""
    bounds = np.array([item.solid.facts.bbox_um for item in items])
    low, high = bounds[:, :3].min(axis=0).tolist(), bounds[:, 3:].max(axis=0).tolist()
    return {"min": [millimetres(um) for um in low], "max": [millimetres(um) for um in high]}


def _check(assembly: Assembly, values: Values) -> object:
    items = list(assembly.items.values())
    first: dict[str, str] = {}
    twins = [[first[item.solid.facts.sha256], item.label] for item in items if _seen(first, item)]
    answer: dict[str, object] = {
        "solids": len(items),
        "hidden": [item.label for item in items if not item.visible],
        "open": [item.label for item in items if not item.solid.facts.closed],
        "split": [[item.label, item.solid.pieces] for item in items if item.solid.pieces > 1],
        "tiny": [item.label for item in items if item.solid.facts.volume_mm3 < TINY_MM3],
        "duplicate": twins,
    }
    return answer | (whole_box(items) if items else {})


def _seen(first: dict[str, str], item: Item) -> bool:
    return first.setdefault(item.solid.facts.sha256, item.label) != item.label


TOOLS = (
    AskTool(
        "list",
        "One line per solid: label, min, max (mm), mm3, group.",
        (Field("group", Label(empty=True), None),),
        _list,
    ),
    AskTool(
        "describe",
        "Look and numbered features of one solid, from number start on, with their parameters (mm, deg).",
        (LABEL, Field("start", Whole(0, limits.MAX_FEATURES), 0)),
        _describe,
    ),
    AskTool(
        "measure",
        "Box, size (mm), volume (mm3), area (mm2), centroid, closed; of all solids without labels.",
        (Field("labels", Labels(), None),),
        _measure,
    ),
    AskTool("check", "Open, split, tiny (below 1 mm3) or duplicate solids; box of all, mm.", (), _check),
)
