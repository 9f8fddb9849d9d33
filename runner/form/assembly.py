"""The document while it is worked on: labelled items in the order in which they were made. Values, never changed."""

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from runner.form import limits
from runner.form.errors import FormError, quoted
from runner.form.features import Feature, Features, limited, moved
from runner.form.kernel import KERNEL_NAME, KERNEL_VERSION, Solid, solid
from sitegen.formdoc import Document, Part, label_key
from sitegen.formdoc.model import MAX_DOCUMENT_BYTES, MAX_VALUES
from sitegen.formdoc.size import Size, document_size, part_size
from sitegen.formdoc.write import number

DEFAULT_COLOR = "#b9c0c7"


@dataclass(frozen=True, eq=False)
class Item:
    """One labelled object with its features and the solid that they make."""

    label: str
    color: str
    group: str
    visible: bool
    features: Features
    solid: Solid

    @cached_property
    def size(self) -> Size:
        """What it takes of the saved document."""
        return part_size(self.part(), self.solid.facts)

    def part(self) -> Part:
        """Return the item as it is saved."""
        return Part(self.label, self.color, self.group, self.visible, self.features, self.solid.mesh)

    def grown(self, feature: Feature) -> "Item":
        """Return the item with one more feature; two moves in a row become one, and a move by nothing none."""
        features = self.features
        if feature["op"] == "move":
            if features[-1]["op"] == "move":
                by = [number(a + b) for a, b in zip(features[-1]["by"], feature["by"], strict=True)]
                features, feature = features[:-1], moved("move", {"by": by})
            if not any(feature["by"]):
                return self.rebuilt(features)
        return self.rebuilt((*features, feature))

    def rebuilt(self, features: Features) -> "Item":
        """Return the item with other features, each as FORM writes it, in place of its own."""
        features = limited(features)
        return replace(self, features=features, solid=solid(features, (self.features, self.solid)))


@dataclass(frozen=True, eq=False)
class Assembly:
    """Items by label."""

    items: Mapping[str, Item] = field(default_factory=dict)

    def find(self, label: str) -> Item:
        """Return the item.

        Raises:
            FormError: `no_such_label`, naming the likeliest ones.
        """
        if label in self.items:
            return self.items[label]
        close = [known for known in self.items if label_key(known) == label_key(label)]
        close = close or difflib.get_close_matches(label, self.items, 3)
        known = f"did you mean {' or '.join(map(repr, close))}?" if close else f"there are {len(self.items)}, see list"
        raise FormError("no_such_label", f"no solid is labelled {quoted(label)}; {known}", field="label")

    def free(self, label: str) -> None:
        """Raise `label_taken` where the label, or one too like it, is in use."""
        _claim({label_key(known): known for known in self.items}, label)

    def added(self, items: Iterable[Item]) -> "Assembly":
        """Return the assembly with new items at its end.

        Raises:
            FormError: `label_taken`, `too_many` or `too_large`.
        """
        result = dict(self.items)
        keys = {label_key(label): label for label in result}
        for item in items:
            _claim(keys, item.label)
            result[item.label] = item
        return _within_limits(result)

    def replaced(self, changes: Mapping[str, Item]) -> "Assembly":
        """Return the assembly with items in the places of those labels; a changed label is a renaming.

        Raises:
            FormError: `label_taken` or `too_large`.
        """
        keys = {label_key(label): label for label in self.items if label not in changes}
        for item in changes.values():
            _claim(keys, item.label)
        changed = (changes.get(label, item) for label, item in self.items.items())
        return _within_limits({item.label: item for item in changed})

    def without(self, labels: Iterable[str]) -> "Assembly":
        """Return the assembly without those items."""
        gone = {self.find(label).label for label in labels}
        return Assembly({label: item for label, item in self.items.items() if label not in gone})

    def document(self) -> Document:
        """Return the document as it is saved."""
        return Document(KERNEL_NAME, KERNEL_VERSION, tuple(item.part() for item in self.items.values()))


def _claim(keys: dict[str, str], label: str) -> None:
    """Enter a label among those in use."""
    taken = keys.setdefault(label_key(label), "")
    if taken:
        hint = f"{quoted(label)} exists; use another label, or change it with mode add, cut or keep"
        if taken != label:
            hint = f"{quoted(label)} is too like {quoted(taken)}: case, spaces and _ do not count; use another label"
        raise FormError("label_taken", hint, field="label")
    keys[label_key(label)] = label


def _within_limits(items: dict[str, Item]) -> Assembly:
    if len(items) > limits.MAX_SOLIDS:
        raise FormError("too_many", f"{len(items)} solids would be in the document", limit=limits.MAX_SOLIDS)
    within_limits(items.values(), "the document")
    return Assembly(items)


def within_limits(items: Iterable[Item], what: str, *, times: int = 1, field: str | None = None) -> None:
    """Raise `too_large` where a document of the items, each so many times, could not be saved and opened again."""
    items = list(items)
    size = document_size(KERNEL_NAME, KERNEL_VERSION, [item.size for item in items] * times)
    for found, most, unit in (
        (times * sum(item.solid.facts.triangles for item in items), limits.MAX_TRIANGLES, "triangles"),
        (size.bytes, MAX_DOCUMENT_BYTES, "bytes"),
        (size.values, MAX_VALUES, "JSON values"),
        (times * sum(item.solid.work for item in items), limits.MAX_WORK, "units of work"),
    ):
        if found > most:
            hint = f"{what} would have {found} {unit}; use fewer or simpler features"
            raise FormError("too_large", hint, field=field, limit=most)
