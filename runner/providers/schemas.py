"""Tool schemas as each provider accepts them. What a provider refuses is said in the description instead.

Only places that hold a schema are looked at: a property that is called `title`, a default or an enum value stays.
Source of the dialects: the providers' documents and the refusals on record.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pydantic import JsonValue

from runner.providers.contract import Json
from runner.providers.wire import MAX_DEPTH
from runner.providers.words import in_words

_MAPS: Final = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
_LISTS: Final = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
_SINGLES: Final = frozenset(
    {"items", "additionalItems", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else"}
    | {"unevaluatedItems", "unevaluatedProperties"}
)
_DEFINITIONS: Final = ("$defs", "definitions")
_MOST_NODES: Final = 5_000


@dataclass(frozen=True, slots=True)
class Dialect:
    """Which JSON Schema a provider takes."""

    refused: frozenset[str] = frozenset()
    """Keywords that are refused anywhere."""
    refused_at_root: frozenset[str] = frozenset()
    """Keywords that are refused at the top of a tool's schema only."""
    dropped: frozenset[str] = frozenset()
    """Refused keywords that say nothing about what is valid; they are left out."""
    any_of_for_one_of: bool = False
    """`oneOf` is refused, `anyOf` below the top is not."""
    enum_for_const: bool = False
    """`const` is refused, an enum of one value is not."""
    needs_properties: bool = False
    """Every object must list its properties, if only none."""
    inline: bool = False
    """References are replaced by what they refer to."""


ANTHROPIC: Final = Dialect(refused_at_root=frozenset({"oneOf", "allOf", "anyOf"}))
OPENAI: Final = Dialect(
    refused=frozenset({"oneOf", "allOf"}),
    refused_at_root=frozenset({"anyOf", "enum", "not"}),
    any_of_for_one_of=True,
    needs_properties=True,
)
XAI: Final = Dialect(
    refused=OPENAI.refused | {"pattern", "format"},
    refused_at_root=OPENAI.refused_at_root,
    any_of_for_one_of=True,
    needs_properties=True,
)
GEMINI: Final = Dialect(
    refused=frozenset(
        {"exclusiveMinimum", "exclusiveMaximum", "format", "examples", "oneOf", "allOf", "not", "if", "then", "else"}
        | {"patternProperties", "propertyNames", "uniqueItems", "contains", "minContains", "maxContains", "multipleOf"}
        | {"dependentRequired", "dependentSchemas", "unevaluatedItems", "unevaluatedProperties"}
    ),
    refused_at_root=frozenset({"anyOf", "enum"}),
    dropped=frozenset({"$schema", "$id", "$comment", "$anchor", "title", "discriminator"}),
    any_of_for_one_of=True,
    enum_for_const=True,
    inline=True,
)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A tool's schema as a provider takes it."""

    schema: Json
    sentences: tuple[str, ...]
    """What the top of the schema said and no longer says; it belongs in the tool's description."""
    changed: tuple[str, ...]
    """What was changed, a sentence each."""


def fitted(schema: Json, dialect: Dialect) -> Fitted:
    """Return the schema of a tool's arguments as the dialect takes it.

    Raises:
        ValueError: It is no schema of an object, is nested too deep, or refers to what is not there.
    """
    if "type" not in schema and "$ref" not in schema:
        schema = {"type": "object", **schema}
    walk = _Walk(dialect, schema)
    root, sentences = walk.node(schema, "", ())
    if root.get("type") != "object":
        raise ValueError(f"the schema is of the type {root.get('type')!r}; arguments are an object")
    return Fitted(root, tuple(sentences), tuple(walk.changed))


@dataclass(slots=True)
class _Walk:
    dialect: Dialect
    root: Json
    changed: list[str] = field(default_factory=list)
    nodes: int = 0

    def node(self, schema: Json, pointer: str, inside: tuple[str, ...], depth: int = 0) -> tuple[Json, list[str]]:
        """Return a schema as the dialect takes it, and what it no longer says itself."""
        self.nodes += 1
        if depth > MAX_DEPTH or self.nodes > _MOST_NODES:
            raise ValueError(f"the schema is nested deeper than {MAX_DEPTH} levels or has over {_MOST_NODES} parts")
        if self.dialect.inline and isinstance(schema.get("$ref"), str):
            schema, inside = self._inlined(schema, pointer, inside)
        sentences: list[str] = []
        schema = self._alternatives(schema, pointer, sentences)
        kept: Json = {}
        for keyword, value in schema.items():
            if self.dialect.inline and not pointer and keyword in _DEFINITIONS:
                self.changed.append(f"/{keyword} was put where it is referred to")
            elif keyword in self.dialect.dropped:
                self.changed.append(f"{pointer}/{keyword} was left out")
            elif keyword in self.dialect.refused or (not pointer and keyword in self.dialect.refused_at_root):
                self.changed.append(f"{pointer}/{keyword} is said in the description")
                sentences.append(in_words(keyword, value))
            else:
                kept[keyword] = self._below(keyword, value, pointer, inside, depth + 1)
        if self.dialect.needs_properties and _is_object(kept) and "properties" not in kept:
            kept["properties"] = {}
            self.changed.append(f"{pointer}/properties was added, empty")
        return kept, sentences

    def _below(self, keyword: str, value: JsonValue, pointer: str, inside: tuple[str, ...], depth: int) -> JsonValue:
        """Return the value of a keyword, with the schemas in it as the dialect takes them."""
        place = f"{pointer}/{keyword}"
        if keyword in _MAPS and isinstance(value, dict):
            return {name: self._one(part, f"{place}/{_escaped(name)}", inside, depth) for name, part in value.items()}
        if (keyword in _LISTS or keyword == "items") and isinstance(value, list):
            return [self._one(part, f"{place}/{number}", inside, depth) for number, part in enumerate(value)]
        if keyword in _SINGLES:
            return self._one(value, place, inside, depth)
        return value

    def _one(self, value: JsonValue, pointer: str, inside: tuple[str, ...], depth: int) -> JsonValue:
        if not isinstance(value, dict):
            return value
        kept, sentences = self.node(value, pointer, inside, depth)
        if sentences:
            said = kept.get("description")
            kept["description"] = " ".join([*([said] if isinstance(said, str) and said else []), *sentences])
        return kept

    def _alternatives(self, schema: Json, pointer: str, sentences: list[str]) -> Json:
        """Return the schema with refused combinations in an accepted form, where there is one."""
        whole = schema.get("allOf")
        if "allOf" in self.dialect.refused and isinstance(whole, list) and len(whole) == 1:
            only = whole[0]
            rest = {keyword: value for keyword, value in schema.items() if keyword != "allOf"}
            if isinstance(only, dict) and not (only.keys() & rest.keys()) and "$ref" not in only:
                self.changed.append(f"{pointer}/allOf of one schema was merged with the schema around it")
                schema = {**only, **rest}
        if self.dialect.any_of_for_one_of and pointer and "oneOf" in schema and "anyOf" not in schema:
            self.changed.append(f"{pointer}/oneOf became anyOf")
            sentences.append("Exactly one of the alternatives must match.")
            schema = {("anyOf" if keyword == "oneOf" else keyword): value for keyword, value in schema.items()}
        if self.dialect.enum_for_const and "const" in schema and "enum" not in schema:
            self.changed.append(f"{pointer}/const became an enum of one value")
            schema = {
                ("enum" if keyword == "const" else keyword): ([value] if keyword == "const" else value)
                for keyword, value in schema.items()
            }
        return schema

    def _inlined(self, schema: Json, pointer: str, inside: tuple[str, ...]) -> tuple[Json, tuple[str, ...]]:
        """Return what a reference stands for; within itself it is named in words, or it would never end."""
        reference = str(schema["$ref"])
        rest = {keyword: value for keyword, value in schema.items() if keyword != "$ref"}
        target = _resolved(self.root, reference)
        self.changed.append(f"{pointer}/$ref was replaced by what it refers to")
        if reference in inside or reference == "#":
            name = reference.rsplit("/", 1)[-1]
            said = f"Has the same form as {'the whole' if name == '#' else name}."
            form: Json = {"type": target["type"]} if "type" in target else {}
            return {**form, **rest, "description": said}, inside
        if isinstance(target.get("$ref"), str):
            return self._inlined({**target, **rest}, pointer, (*inside, reference))
        return {**target, **rest}, (*inside, reference)


def _resolved(root: Json, reference: str) -> Json:
    value: JsonValue = root
    for part in reference.removeprefix("#").split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        value = value.get(name) if isinstance(value, Mapping) else None
    if not reference.startswith("#") or not isinstance(value, dict):
        raise ValueError(f"the schema refers to {reference!r}, which is not in it")
    return value


def _is_object(schema: Json) -> bool:
    kind = schema.get("type")
    return kind == "object" or (isinstance(kind, list) and "object" in kind)


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
