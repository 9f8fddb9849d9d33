"""Tool schemas as each provider takes them, worked out by hand."""

import json
from typing import Any

import pytest

from runner.providers import ADAPTERS
from runner.providers.contract import Tool
from runner.providers.schemas import ANTHROPIC, GEMINI, OPENAI, XAI, fitted

KEYWORDS = "067-keywords-a-provider-refuses.mcp.json"
EXCLUSIVE: Any = {
    "type": "object",
    "properties": {"n": {"type": "number", "exclusiveMinimum": 0, "description": "Size."}},
}
ONE_OF: Any = {"type": "object", "properties": {"n": {"oneOf": [{"type": "string"}, {"type": "number"}]}}}
PATTERN: Any = {"type": "object", "properties": {"n": {"type": "string", "pattern": "^a+$", "format": "uri"}}}
REFERENCE: Any = {
    "type": "object",
    "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "n": {"type": "number"}}}},
    "properties": {"root": {"$ref": "#/$defs/node"}},
}


def test_what_every_other_provider_takes_is_left_alone(listed):
    """Case 067: only Gemini refuses these keywords, so only Gemini gets another schema."""
    (tool,) = listed(KEYWORDS)
    for provider in ("openai", "xai", "anthropic"):
        (sent,) = ADAPTERS[provider].carry([tool]).sent
        whole = json.loads(json.dumps(tool.schema))
        assert sent.input_schema == whole
        assert sent.changed == ()


def test_gemini_gets_what_it_takes_and_the_rest_in_words(listed):
    (tool,) = listed(KEYWORDS)
    (sent,) = ADAPTERS["gemini"].carry([tool]).sent
    properties: Any = sent.input_schema["properties"]
    assert properties["title"] == {"type": "string"}
    assert properties["factor"] == {"type": "number", "default": 1.0, "description": "Must be greater than 0."}
    assert properties["unit"] == {"enum": ["mm"]}
    assert properties["opts"]["items"]["properties"] == {"deep": {"type": ["string", "null"]}}
    assert "title" not in sent.input_schema
    assert "$schema" not in sent.input_schema
    assert sent.changed == (
        "/$schema was left out",
        "/title was left out",
        "/properties/factor/exclusiveMinimum is said in the description",
        "/properties/unit/const became an enum of one value",
    )


@pytest.mark.parametrize(
    ("dialect", "schema", "expected"),
    [
        (GEMINI, EXCLUSIVE, {"n": {"type": "number", "description": "Size. Must be greater than 0."}}),
        (OPENAI, EXCLUSIVE, EXCLUSIVE["properties"]),
        (ANTHROPIC, ONE_OF, ONE_OF["properties"]),
        (
            OPENAI,
            ONE_OF,
            {
                "n": {
                    "anyOf": [{"type": "string"}, {"type": "number"}],
                    "description": "Exactly one of the alternatives must match.",
                }
            },
        ),
        (OPENAI, PATTERN, PATTERN["properties"]),
        (
            XAI,
            PATTERN,
            {"n": {"type": "string", "description": "Must match the regular expression ^a+$ Format: uri."}},
        ),
    ],
)
def test_a_refused_keyword_is_said_in_words(dialect, schema, expected):
    assert fitted(schema, dialect).schema["properties"] == expected


def test_a_schema_that_refers_to_itself_comes_to_an_end():
    schema: Any = fitted(REFERENCE, GEMINI).schema
    assert "$ref" not in json.dumps(schema)
    root = schema["properties"]["root"]["properties"]
    assert root["n"] == {"type": "number"}
    assert root["next"] == {"type": "object", "description": "Has the same form as node."}


def test_combinations_at_the_top_go_into_the_tools_description():
    schema: Any = {"type": "object", "properties": {}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}
    for provider in ("openai", "xai", "anthropic", "gemini"):
        (sent,) = ADAPTERS[provider].carry([Tool("t", "Does.", schema)]).sent
        assert "anyOf" not in sent.input_schema
        assert sent.description.startswith("Does. Must match at least one of: ")


@pytest.mark.parametrize(
    "schema",
    [{"type": "string"}, {"$ref": "#/$defs/none"}, {"type": "object", "properties": {"a": {"$ref": "http://b"}}}],
)
def test_a_tool_that_no_provider_takes_is_named(schema):
    with pytest.raises(ValueError, match="tool 'odd' can't be sent"):
        ADAPTERS["gemini"].carry([Tool("odd", "d", schema)])


def test_names_that_meet_after_their_change_stay_apart():
    tools = [Tool(name, "d", {"type": "object"}) for name in ("a.b", "a/b", "a_b", "1a", "x" * 80, "x" * 79 + "y")]
    names = ADAPTERS["openai"].carry(tools).names
    assert sorted(names.values()) == sorted(tool.name for tool in tools)
    assert names["a_b"] == "a_b"
    assert all(len(name) <= 64 for name in names)
    with pytest.raises(ValueError, match="twice"):
        ADAPTERS["openai"].carry([tools[0], tools[0]])


def test_more_tools_than_xai_takes_are_refused():
    tools = [Tool(f"t{number}", "d", {"type": "object"}) for number in range(129)]
    assert len(ADAPTERS["xai"].carry(tools[:128]).payload) == 128
    with pytest.raises(ValueError, match="at most 128"):
        ADAPTERS["xai"].carry(tools)
