"""What the providers refuse in names and schemas of tools."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.simulator.ask import RefusalError
from tests.simulator.facts import limits

NESTED = ("items", "additionalProperties", "not", "contains", "if", "then", "else", "propertyNames")
NESTED_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
NESTED_MAPS = ("properties", "$defs", "definitions", "patternProperties", "dependentSchemas")


def walk(schema: Any, where: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Return every schema inside a schema with its place; names of properties are no keywords."""
    if not isinstance(schema, dict):
        return
    yield where, schema
    for name in NESTED:
        yield from walk(schema.get(name), f"{where}/{name}")
    for name in NESTED_LISTS:
        parts = schema.get(name)
        for index, part in enumerate(parts if isinstance(parts, list) else ()):
            yield from walk(part, f"{where}/{name}/{index}")
    for name in NESTED_MAPS:
        members = schema.get(name)
        for key, part in (members if isinstance(members, dict) else {}).items():
            yield from walk(part, f"{where}/{name}/{key}")


def is_object(schema: Mapping[str, Any]) -> bool:
    """Return whether a schema is one of an object."""
    kind = schema.get("type")
    return kind == "object" or (isinstance(kind, list) and "object" in kind)


def check_names(provider: str, names: Sequence[Any]) -> None:
    """Refuse a name that the provider's pattern does not match, or that comes twice."""
    pattern = limits(provider)["tool_name"]
    for index, name in enumerate(names):
        if not isinstance(name, str) or not re.fullmatch(pattern, name):
            raise RefusalError(
                "tool-name",
                f"Invalid 'tools[{index}].name': expected a string that matches the pattern '^{pattern}$'.",
                param=f"tools[{index}].name",
            )
        if name in names[:index]:
            raise RefusalError("tool-name-twice", f"Tool names must be unique: '{name}'.", param=f"tools[{index}].name")


def check_schema(provider: str, name: str, schema: Any) -> None:
    """Refuse a schema that the provider does not accept without strict mode."""
    rules = limits(provider)

    def refuse(rule: str, text: str) -> RefusalError:
        message = f"Invalid schema for function '{name}': {text}"
        if provider == "xai":
            message = f"Invalid arguments passed to the model. {message}"
        return RefusalError(rule, message, code="invalid_function_parameters", param="tools")

    if not isinstance(schema, dict) or schema.get("type") != "object":
        raise refuse("schema-root-type", 'schema must be of type "object".')
    for keyword in rules["root_refused"]:
        if keyword in schema:
            raise refuse("schema-root-keyword", f"'{keyword}' is not supported at the top level.")
    for where, part in walk(schema):
        for keyword in [*rules["anywhere_refused"], *(rules["nested_refused"] if where else [])]:
            if keyword in part:
                raise refuse("schema-keyword", f"In context={where or '/'}, '{keyword}' is not permitted.")
        if rules["objects_need_properties"] and is_object(part) and not isinstance(part.get("properties"), dict):
            raise refuse("schema-properties", f"In context={where or '/'}, object schema missing properties.")


def check_strict(name: str, schema: Mapping[str, Any]) -> None:
    """Refuse what OpenAI's strict mode does not take."""
    refused = limits("openai")["strict_refused"]
    for where, part in walk(schema):
        found = [keyword for keyword in refused if keyword in part]
        loose = is_object(part) and part.get("additionalProperties") is not False
        optional = is_object(part) and set(part.get("properties", {})) != set(part.get("required", ()))
        if found or loose or optional:
            what = found[0] if found else "additionalProperties" if loose else "required"
            raise RefusalError(
                "schema-strict",
                f"Invalid schema for function '{name}': In context={where or '/'}, strict mode refuses '{what}'.",
                code="invalid_function_parameters",
                param="tools",
            )


def check_parameters(index: int, schema: Any) -> None:
    """Refuse what Gemini's `parameters` does not know; it takes a message, not a JSON Schema."""
    at = f"tools[0].function_declarations[{index}].parameters"
    known = limits("gemini")["parameters_members"]
    for where, part in walk(schema):
        for keyword in part:
            if keyword not in known:
                raise RefusalError(
                    "parameters-member",
                    f"Invalid JSON payload received. Unknown name \"{keyword}\" at '{at}{where}': Cannot find field.",
                )
        kind = str(part.get("type", "")).lower()
        if isinstance(part.get("type"), list):
            raise RefusalError("parameters-type-list", f"Proto field is not repeating at '{at}{where}.type'.")
        if kind == "array" and "items" not in part:
            raise RefusalError("parameters-items", f"{at}{where}.items: missing field.")
        if any(not isinstance(value, str) for value in part.get("enum", ())):
            raise RefusalError("parameters-enum", f"Invalid value at '{at}{where}.enum': must be a string.")
        if kind == "string" and part.get("format", "enum") not in ("enum", "date-time"):
            raise RefusalError("parameters-format", f"{at}{where}.format: only 'enum' and 'date-time' are supported.")
        for required in part.get("required", ()):
            if required not in part.get("properties", {}):
                raise RefusalError("parameters-required", f"{at}{where}.required: property is not defined: {required}.")
