"""What a schema keyword says, in plain words, for a provider that refuses the keyword itself."""

import json
from collections.abc import Callable, Mapping

from pydantic import JsonValue

Says = Callable[[str], str]

_SAYS: Mapping[str, Says] = {
    "allOf": lambda value: f"Must match all of: {value}.",
    "anyOf": lambda value: f"Must match at least one of: {value}.",
    "const": lambda value: f"Always {value}.",
    "contains": lambda value: f"At least one item must match: {value}.",
    "dependentRequired": lambda value: f"Properties that need others beside them: {value}.",
    "else": lambda value: f"Otherwise it must match: {value}.",
    "enum": lambda value: f"One of: {value}.",
    "examples": lambda value: f"Examples: {value}.",
    "exclusiveMaximum": lambda value: f"Must be less than {value}.",
    "exclusiveMinimum": lambda value: f"Must be greater than {value}.",
    "format": lambda value: f"Format: {value}.",
    "if": lambda value: f"A condition: {value}.",
    "multipleOf": lambda value: f"Must be a multiple of {value}.",
    "not": lambda value: f"Must not match: {value}.",
    "oneOf": lambda value: f"Must match exactly one of: {value}.",
    "pattern": lambda value: f"Must match the regular expression {value}",
    "patternProperties": lambda value: f"Properties whose names match a pattern: {value}.",
    "propertyNames": lambda value: f"Names of properties must match: {value}.",
    "then": lambda value: f"Where the condition holds, it must match: {value}.",
    "uniqueItems": lambda value: "All items must be different." if value == "true" else "Items may be equal.",
}


def in_words(keyword: str, value: JsonValue) -> str:
    """Return what the keyword says, as a sentence."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    says = _SAYS.get(keyword)
    return f"{keyword}: {text}." if says is None else says(text)
