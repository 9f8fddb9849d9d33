"""JSON Schemas in which every field has the text that stands below it in the code.

The code is read here and not where the records are defined, for a build needs the texts only when they have changed.
"""

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema


class WithMeanings(GenerateJsonSchema):
    """Makes a JSON Schema with the meaning of each field as its description."""

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """Return the schema of a record."""
        return _described(super().model_schema(schema), schema["cls"])

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> JsonSchemaValue:
        """Return the schema of a frozen value."""
        return _described(super().dataclass_schema(schema), schema["cls"])


def _described(schema: JsonSchemaValue, cls: type[Any]) -> JsonSchemaValue:
    fields = getattr(cls, "__pydantic_fields__", {})
    named = {field.alias or name: name for name, field in fields.items()}
    meanings = {name: text for one in reversed(cls.__mro__) for name, text in _of(one.__module__, one.__name__).items()}
    for shown, place in schema.get("properties", {}).items():
        meaning = meanings.get(named.get(shown, shown))
        if meaning is not None:
            place.setdefault("description", meaning)
    return schema


def _of(module: str, name: str) -> dict[str, str]:
    return _by_class(module).get(name, {}) if module.startswith("sitegen.") else {}


@cache
def _by_class(module: str) -> dict[str, dict[str, str]]:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {one.name: _below_fields(one.body) for one in tree.body if isinstance(one, ast.ClassDef)}


def _below_fields(body: list[ast.stmt]) -> dict[str, str]:
    found = {}
    for field, text in pairwise(body):
        if not (isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)):
            continue
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str):
            found[field.target.id] = inspect.cleandoc(text.value.value)
    return found
