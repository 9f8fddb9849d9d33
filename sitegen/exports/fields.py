"""Every field of every published JSON file once: where it stands, its type and its meaning, from the schemas."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_ANY_NAME, _ANY_PLACE = "{name}", "{place}"


@dataclass(frozen=True, slots=True)
class JsonField:
    """A field of a JSON file."""

    file: str
    """Name of the file's schema."""
    field: str
    """JSON pointer; {name} stands for any member of an object, {place} for any item of a list."""
    type: str
    meaning: str


OF_THE_SITE = tuple(
    JsonField(file, field, kind, meaning)
    for file, field, kind, meaning in (
        ("results", "/schema", "integer", "Version of this file."),
        ("results", "/data_set", "object", "Version and date of the data."),
        ("results", "/data_set/version", "string", "Version of the data."),
        ("results", "/data_set/date", "string", "Day of the data."),
        ("results", "/rows", "array", "A row per run, with the columns of the run table, while the file stays small."),
        ("results", "/row_files", "object", "By cohort the file that holds its rows, where they are too many."),
        ("manifest", "/schema", "integer", "Version of this file."),
        ("manifest", "/files", "array", "Every file of the site but this one, sorted by path."),
        ("manifest", "/files/{place}/path", "string", "Address of the file, relative to the top of the site."),
        ("manifest", "/files/{place}/sha256", "string", "Hash of its content."),
        ("manifest", "/files/{place}/size", "integer", "Its size in bytes."),
        ("manifest", "/files/{place}/sources", "array", "Files of the project that its content comes from."),
        ("dictionary", "/schema", "integer", "Version of this file."),
        ("dictionary", "/notes", "array", "What holds for all columns."),
        ("dictionary", "/columns", "array", "Every column of results.csv, and of each row in JSON."),
        ("dictionary", "/columns/{place}/name", "string", "Its name."),
        ("dictionary", "/columns/{place}/type", "string", "One of text, integer, boolean and decimal."),
        ("dictionary", "/columns/{place}/unit", "string or null", "Its unit; null where it has none."),
        ("dictionary", "/columns/{place}/meaning", "string", "What it holds."),
        ("dictionary", "/columns/{place}/part_of", "string or null", "The column that it is a part of."),
        ("dictionary", "/fields", "array", "Every field of every JSON file."),
        ("dictionary", "/fields/{place}/file", "string", "Name of the file or of its schema."),
        ("dictionary", "/fields/{place}/field", "string", "JSON pointer; {name} is any member, {place} any item."),
        ("dictionary", "/fields/{place}/type", "string", "Its JSON types."),
        ("dictionary", "/fields/{place}/meaning", "string", "What it holds."),
    )
)
"""What has no record and so no schema of its own."""


def fields_of(file: str, schema: Mapping[str, Any]) -> list[JsonField]:
    """Return the fields of a JSON Schema in its order; what kinds of a record have in common stands once."""
    definitions = schema.get("$defs", {})
    found = dict.fromkeys(_fields(file, "", schema, definitions))
    return list(found)


def _fields(file: str, place: str, schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Iterator[JsonField]:
    for variant in _variants(schema, definitions):
        for name, field in variant.get("properties", {}).items():
            where = f"{place}/{name}"
            yield JsonField(file, where, _type(field, definitions), _meaning(field, definitions))
            yield from _fields(file, where, field, definitions)
        more = variant.get("additionalProperties")
        if isinstance(more, dict) and more:
            yield from _fields(file, f"{place}/{_ANY_NAME}", more, definitions)
        items = variant.get("items")
        if isinstance(items, dict):
            yield from _fields(file, f"{place}/{_ANY_PLACE}", items, definitions)


def _variants(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the schema with references followed, or each of its alternatives."""
    reference = schema.get("$ref", "").rpartition("/")[2]
    if reference:
        yield from _variants(definitions[reference], definitions)
        return
    others = schema.get("oneOf") or schema.get("anyOf") or schema.get("allOf")
    if others:
        for other in others:
            yield from _variants(other, definitions)
        return
    yield schema


def _type(field: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    types = []
    for variant in _variants(field, definitions):
        constant = variant.get("const")
        kind = variant.get("type") or ("any" if constant is None else type(constant).__name__)
        types.append({"int": "integer", "str": "string"}.get(str(kind), str(kind)))
    return " or ".join(dict.fromkeys(types))


def _meaning(field: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """Return a field's description, or that of the record it holds where it has none of its own."""
    said = field.get("description")
    if said is None:
        said = next((one["description"] for one in _described(field, definitions)), "")
    return " ".join(str(said).split())


def _described(field: Mapping[str, Any], definitions: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (variant for variant in _variants(field, definitions) if "description" in variant)
