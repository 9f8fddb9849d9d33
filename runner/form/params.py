"""Arguments: each is declared once, and the declaration gives both its JSON schema and its check.

Schemas hold only what every provider takes: type, properties, required, items, enum.
"""

import difflib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from runner.form import limits
from runner.form.errors import FormError, bare, quoted
from sitegen.formdoc.labels import label_fault
from sitegen.formdoc.write import number

Args = Mapping[str, object]
Schema = dict[str, object]


class Kind(Protocol):
    """What values an argument may have."""

    def schema(self) -> Schema:
        """Return the JSON schema."""

    def read(self, value: object, field: str) -> object:
        """Return the value in canonical form; raise FormError with `field` where it is refused."""


@dataclass(frozen=True)
class Number:
    """A finite number, kept to 4 decimals."""

    low: float
    high: float
    unit: str = "mm"

    def schema(self) -> Schema:
        """Return the JSON schema."""
        return {"type": "number"}

    def read(self, value: object, field: str) -> int | float:
        """Return the rounded number."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            unit = f" of {self.unit}, without the unit" if self.unit else ""
            raise FormError("bad_value", f"{field} must be a plain number{unit}, got {quoted(value)}", field=field)
        if isinstance(value, float) and not math.isfinite(value):
            raise FormError("bad_value", f"{field} must be finite, got {value}", field=field)
        if value < self.low:
            raise FormError(
                "bad_value", f"{field} must be at least {self.low}, got {quoted(value)}", field=field, limit=self.low
            )
        if value > self.high:
            raise FormError(
                "bad_value", f"{field} must be at most {self.high}, got {quoted(value)}", field=field, limit=self.high
            )
        return number(value)


@dataclass(frozen=True)
class Whole:
    """An integer within limits, both included."""

    low: int
    high: int

    def schema(self) -> Schema:
        """Return the JSON schema."""
        return {"type": "integer"}

    def read(self, value: object, field: str) -> int:
        """Return the integer; 3.0 counts as 3."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise FormError("bad_value", f"{field} must be a whole number, got {quoted(value)}", field=field)
        if not self.low <= value <= self.high:
            hint = f"{field} must be {self.low} to {self.high}, got {quoted(value)}"
            raise FormError("bad_value", hint, field=field, limit=self.low if value < self.low else self.high)
        return value


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def schema(self) -> Schema:
        """Return the JSON schema."""
        return {"type": "boolean"}

    def read(self, value: object, field: str) -> bool:
        """Return the boolean."""
        if not isinstance(value, bool):
            raise FormError("bad_value", f"{field} must be true or false, got {quoted(value)}", field=field)
        return value


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    def schema(self) -> Schema:
        """Return the JSON schema."""
        return {"type": "string", "enum": list(self.words)}

    def read(self, value: object, field: str) -> str:
        """Return the word."""
        if not isinstance(value, str) or value not in self.words:
            hint = f"{field} must be one of {', '.join(self.words)}, got {quoted(value)}"
            raise FormError("bad_value", hint, field=field, limit=list(self.words))
        return value


@dataclass(frozen=True)
class Text:
    """A printable string of at least one character."""

    most: int

    def schema(self) -> Schema:
        """Return the JSON schema."""
        return {"type": "string"}

    def read(self, value: object, field: str) -> str:
        """Return the string."""
        if not isinstance(value, str):
            raise FormError("bad_value", f"{field} must be a string, got {quoted(value)}", field=field)
        if not 1 <= len(value) <= self.most:
            hint = f"{field} must have 1 to {self.most} characters, got {len(value)}"
            raise FormError("bad_value", hint, field=field, limit=self.most)
        if not value.isprintable():
            raise FormError("bad_value", f"{field} must be printable, got {quoted(value)}", field=field)
        return value


@dataclass(frozen=True)
class Label:
    """A label of a solid, or the name of a group, which may also be empty."""

    empty: bool = False

    def schema(self) -> Schema:
        """Return the JSON schema."""
        return {"type": "string"}

    def read(self, value: object, field: str) -> str:
        """Return the label."""
        if not isinstance(value, str):
            raise FormError("bad_value", f"{field} must be a string, got {quoted(value)}", field=field)
        wrong = None if self.empty and not value else label_fault(value)
        if wrong:
            raise FormError("bad_value", f"{field} {wrong}, got {quoted(value)}", field=field)
        return value


@dataclass(frozen=True)
class Color:
    """A colour as #rrggbb."""

    def schema(self) -> Schema:
        """Return the JSON schema."""
        return {"type": "string"}

    def read(self, value: object, field: str) -> str:
        """Return the colour in lower case."""
        if isinstance(value, str) and len(value) == 7 and value[0] == "#":
            digits = value[1:].lower()
            if all(digit in "0123456789abcdef" for digit in digits):
                return f"#{digits}"
        raise FormError("bad_value", f"{field} must look like #b9c0c7, got {quoted(value)}", field=field)


@dataclass(frozen=True)
class Items:
    """A list of values of one kind."""

    kind: Kind
    least: int
    most: int

    def schema(self) -> Schema:
        """Return the JSON schema."""
        return {"type": "array", "items": self.kind.schema()}

    def read(self, value: object, field: str) -> list[object]:
        """Return the list."""
        if not isinstance(value, list | tuple):
            raise FormError("bad_value", f"{field} must be a list, got {quoted(value)}", field=field)
        if not self.least <= len(value) <= self.most:
            count = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            limit = self.least if len(value) < self.least else self.most
            raise FormError(
                "bad_value", f"{field} must have {count} entries, got {len(value)}", field=field, limit=limit
            )
        return [self.kind.read(item, f"{field}[{index}]") for index, item in enumerate(value)]


@dataclass(frozen=True)
class Labels:
    """One or more different labels."""

    most: int = limits.MAX_SOLIDS

    def schema(self) -> Schema:
        """Return the JSON schema."""
        return {"type": "array", "items": {"type": "string"}}

    def read(self, value: object, field: str) -> list[str]:
        """Return the labels."""
        if isinstance(value, str):
            value = [value]
        labels = [str(label) for label in Items(Label(), 1, self.most).read(value, field)]
        for index, label in enumerate(labels):
            if label in labels[:index]:
                raise FormError("bad_value", f"{field} names {quoted(label)} twice", field=field)
        return labels


class Required:
    """The default of an argument that has none."""


REQUIRED: Final = Required()


@dataclass(frozen=True)
class Field:
    """One named argument."""

    name: str
    kind: Kind
    default: object = REQUIRED
    """What an absent argument (or null) counts as; None stays None."""


@dataclass(frozen=True)
class Members:
    """An object with named members."""

    fields: tuple[Field, ...]

    def schema(self) -> Schema:
        """Return the JSON schema."""
        return object_schema(self.fields)

    def read(self, value: object, field: str) -> dict[str, object]:
        """Return the members."""
        if not isinstance(value, Mapping):
            raise FormError("bad_value", f"{field} must be an object, got {quoted(value)}", field=field)
        return read_arguments(self.fields, value, field, f"{field}.")


@dataclass(frozen=True)
class Anything:
    """An object that its reader checks later."""

    def schema(self) -> Schema:
        """Return the JSON schema."""
        return {"type": "object", "properties": {}}

    def read(self, value: object, field: str) -> Args:
        """Return the object as it is."""
        if not isinstance(value, Mapping):
            raise FormError("bad_value", f"{field} must be an object, got {quoted(value)}", field=field)
        return value


def object_schema(fields: Sequence[Field]) -> Schema:
    """Return the JSON schema of an object with these members."""
    required = [field.name for field in fields if field.default is REQUIRED]
    schema: Schema = {"type": "object", "properties": {field.name: field.kind.schema() for field in fields}}
    return schema | ({"required": required} if required else {})


def read_arguments(fields: Sequence[Field], given: Args, of: str, prefix: str = "") -> dict[str, object]:
    """Return every argument, checked, with defaults for the absent ones.

    Args:
        fields: What may be given.
        given: What was given.
        of: Whose arguments they are, for the error.
        prefix: What stands before their names in an error.

    Raises:
        FormError: `bad_arguments` where one is missing or unknown, `bad_value` where one has a wrong value.
    """
    names = [field.name for field in fields]
    for key in given:
        if key not in names:
            raise FormError("bad_arguments", unknown("argument", key, names, of), field=bare(key))
    values: dict[str, object] = {}
    for field in fields:
        value = given.get(field.name)
        if value is not None:
            values[field.name] = field.kind.read(value, prefix + field.name)
        elif field.default is REQUIRED:
            hint = f"{of} needs {field.name}; it takes {', '.join(names)}"
            raise FormError("bad_arguments", hint, field=prefix + field.name)
        else:
            values[field.name] = field.default
    return values


def unknown(what: str, key: object, names: Sequence[str], of: str) -> str:
    """Return the sentence about a name that does not exist, with the likeliest one or all that do."""
    close = difflib.get_close_matches(str(key)[:100], names, 2)
    hint = f"did you mean {' or '.join(close)}?" if close else f"it takes {', '.join(names) or 'none'}"
    return f"{of} has no {what} {quoted(key)}; {hint}"


LENGTH: Final = Number(limits.MIN_SIZE_MM, limits.MAX_MM)
COORDINATE: Final = Number(-limits.MAX_MM, limits.MAX_MM)
RADIUS_OR_NONE: Final = Number(0, limits.MAX_MM)
ANGLE: Final = Number(-limits.MAX_DEG, limits.MAX_DEG, "degrees")
SIZE: Final = Items(LENGTH, 3, 3)
POINT: Final = Items(COORDINATE, 3, 3)
