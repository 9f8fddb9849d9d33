"""Gemini and OpenAI-compatible servers: each change of a good conversation meets its rule."""

import pytest

from tests.simulator.facts import table
from tests.simulator.mutations import PNG, RESULTS, TALK, Mutation, add, again, both, drop, put, swap, twist

TOOL = ("tools", 0, "functionDeclarations", 0)
FUNCTION = ("tools", 0, "function")
PLAIN = {
    "type": "OBJECT",
    "properties": {"title": {"type": "STRING"}, "at": {"type": "ARRAY", "items": {"type": "NUMBER"}}},
}


def parameters(**members):
    """Return a change that carries the first tool by `parameters`, with other members in its `title`."""
    schema = {"type": "object", "properties": {"title": {"type": "string"} | members}, "required": ["title"]}
    return both(drop(*TOOL, "parametersJsonSchema"), put(*TOOL, "parameters", schema))


REFUSED_KEYWORDS = {
    "$schema": "x",
    "$ref": "#",
    "$defs": {},
    "additionalProperties": False,
    "exclusiveMinimum": 0,
    "exclusiveMaximum": 1,
    "const": "mm",
    "oneOf": [],
    "allOf": [],
    "not": {},
    "patternProperties": {},
    "propertyNames": {},
    "uniqueItems": True,
    "contains": {},
    "multipleOf": 2,
    "examples": [],
}
GEMINI = [
    Mutation("no-key", headers={"x-goog-api-key": None}),
    Mutation("key", headers={"x-goog-api-key": "wrong"}),
    Mutation("content-type", headers={"content-type": "text/plain"}),
    Mutation("json", raw=b"{"),
    Mutation("path", path="/v1/models/gemini-4-argon:generateContent"),
    Mutation("path", path="/v1beta/models/gemini-4-argon:streamGenerateContent"),
    Mutation("unknown-member", put("system", "x")),
    Mutation("unknown-member", put("generationConfig", "max_tokens", 5)),
    Mutation("unknown-member", put("generationConfig", "thinkingConfig", "effort", "low")),
    Mutation("unknown-member", put(*TOOL, "input_schema", {})),
    Mutation("unknown-member", put("contents", 0, "parts", 0, "type", "text")),
    Mutation("max-output", put("generationConfig", "maxOutputTokens", 0)),
    Mutation("thinking-budget", put("generationConfig", "thinkingConfig", "thinkingBudget", 1024)),
    Mutation("thinking-level", put("generationConfig", "thinkingConfig", "thinkingLevel", "minimal")),
    Mutation("two-schemas", put(*TOOL, "parameters", PLAIN)),
    Mutation("schema-root-type", put(*TOOL, "parametersJsonSchema", {})),
    *[Mutation("parameters-member", parameters(**{name: value})) for name, value in REFUSED_KEYWORDS.items()],
    Mutation("parameters-type-list", parameters(type=["string", "null"])),
    Mutation("parameters-items", parameters(type="array")),
    Mutation("parameters-enum", parameters(enum=[1, 2])),
    Mutation("parameters-format", parameters(format="uri")),
    Mutation("parameters-required", both(parameters(), put(*TOOL, "parameters", "required", ["size"]))),
    Mutation("tool-name", put(*TOOL, "name", "1box")),
    Mutation("tool-name", put(*TOOL, "name", "cad/export")),
    Mutation("tool-name-twice", put(*TOOL, "name", "list")),
    Mutation("input", put("contents", [])),
    Mutation("role", put("contents", 1, "role", "assistant")),
    Mutation("role", drop("contents", 0)),
    Mutation("empty-content", put("contents", 0, "parts", [])),
    Mutation("part", put("contents", 0, "parts", 0, {"thought": True})),
    Mutation("part", put("contents", 0, "parts", 0, "inlineData", {"mimeType": "image/png", "data": PNG})),
    Mutation("missing-signature", drop("contents", 1, "parts", 2, "thoughtSignature")),
    Mutation("missing-signature", drop("contents", 3, "parts", 1, "thoughtSignature")),
    Mutation("missing-signature", drop("contents", 5, "parts", 0, "thoughtSignature")),
    Mutation("missing-signature", swap("contents", 3, "parts", 1, 2)),
    Mutation("edited-signature", twist("contents", 5, "parts", 0, "thoughtSignature")),
    Mutation("edited-signature", put("contents", 5, "parts", 0, "thoughtSignature", "AAAA")),
    Mutation("unanswered-call", drop("contents", 4, "parts", 1)),
    Mutation("unanswered-call", drop("contents", 6)),
    Mutation("unanswered-call", again("contents", 4, "parts", 2)),
    Mutation("response-order", swap("contents", 4, "parts", 0, 1)),
    Mutation("response-order", swap("contents", 4, "parts", 0, 2)),
    Mutation("response-order", drop("contents", 4, "parts", 0, "functionResponse", "id")),
    Mutation("output-without-call", again("contents", 6)),
    Mutation("output-form", put("contents", 6, "parts", 0, "functionResponse", "response", "ok")),
    Mutation(
        "image",
        put(
            "contents",
            6,
            "parts",
            0,
            "functionResponse",
            "parts",
            [{"inlineData": {"mimeType": "audio/wav", "data": "UklGRg=="}}],
        ),
    ),
]
CHAT = [
    Mutation("key", headers={"authorization": "Bearer wrong"}),
    Mutation("content-type", headers={"content-type": "text/plain"}),
    Mutation("json", raw=b"{"),
    Mutation("path", path="/v1/completions"),
    Mutation("model", drop("model")),
    Mutation("stream", put("stream", True)),
    Mutation("tool-members", put("tools", 0, {"type": "function", "name": "box"})),
    Mutation("tool-name", put(*FUNCTION, "name", "cad.measure")),
    Mutation("tool-name-twice", put(*FUNCTION, "name", "list")),
    Mutation("schema-root-type", put(*FUNCTION, "parameters", {"type": "string"})),
    Mutation("input", drop("messages")),
    Mutation("role", put("messages", 1, "role", "human")),
    Mutation("output-without-call", put("messages", 3, "tool_call_id", "call_x")),
    Mutation("unanswered-call", drop("messages", 9)),
    Mutation("unanswered-call", drop("messages", 6)),
    Mutation("empty-content", drop("messages", 8, "tool_calls")),
    Mutation("output-form", put("messages", 9, "content", None)),
    Mutation("output-form", put("messages", 9, "content", [{"type": "image_url"}])),
    Mutation(
        "image",
        put("messages", 1, "content", [{"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}]),
    ),
]
CASES = [("gemini", one) for one in GEMINI] + [("openai-compatible", one) for one in CHAT]
NOTED = [
    ("gemini", Mutation("hosted-tool", add("tools", 1, {"googleSearch": {}}))),
    ("gemini", Mutation("cache-control", put("cachedContent", "cachedContents/1"))),
    ("gemini", Mutation("sampling", put("generationConfig", "temperature", 0))),
    ("gemini", Mutation("key-in-address", path="/v1beta/models/gemini-4-argon:generateContent?key=x")),
    (
        "gemini",
        Mutation("exclusive-bound", put(*TOOL, "parametersJsonSchema", "properties", "size", {"exclusiveMinimum": 0})),
    ),
    (
        "gemini",
        Mutation(
            "dummy-signature", put("contents", 5, "parts", 0, "thoughtSignature", "skip_thought_signature_validator")
        ),
    ),
    (
        "gemini",
        Mutation(
            "response-without-output", put("contents", 6, "parts", 0, "functionResponse", "response", {"content": "x"})
        ),
    ),
    (
        "gemini",
        Mutation("base64-in-text", put("contents", 6, "parts", 0, "functionResponse", "response", {"output": PNG})),
    ),
    ("gemini", Mutation("changed-prefix", put("systemInstruction", "parts", 0, "text", "Other."))),
    ("gemini", Mutation("changed-prefix", drop(*TOOL))),
    ("gemini", Mutation("edited-continuation", put("contents", 3, "parts", 2, "functionCall", "args", {"x": 1}))),
    ("gemini", Mutation("edited-continuation", drop("contents", 1, "parts", 0))),
    ("gemini", Mutation("ends-with-model-turn", add("contents", 7, {"role": "model", "parts": [{"text": "And"}]}))),
    ("openai-compatible", Mutation("changed-prefix", drop("tools", 1))),
    ("openai-compatible", Mutation("changed-prefix", put("messages", 0, "content", "Other."))),
    ("openai-compatible", Mutation("edited-continuation", put("messages", 2, "content", "Other."))),
    (
        "openai-compatible",
        Mutation(
            "foreign-id",
            both(put("messages", 8, "tool_calls", 0, "id", "call_me"), put("messages", 9, "tool_call_id", "call_me")),
        ),
    ),
    ("openai-compatible", Mutation("base64-in-text", put("messages", 9, "content", PNG))),
    (
        "openai-compatible",
        Mutation("ends-with-model-turn", add("messages", 10, {"role": "assistant", "content": "And"})),
    ),
]


def ident(value):
    return value.rule if isinstance(value, Mutation) else None


@pytest.mark.parametrize(("provider", "mutation"), CASES, ids=ident)
def test_a_change_is_refused(play, provider, mutation):
    client = play(TALK)
    body = mutation.body(client.converse(provider, RESULTS))
    options = {"headers": mutation.headers} | ({"path": mutation.path} if mutation.path else {})
    response = client.post(provider, body, **options)
    entry = client.simulator.log[-1]
    assert entry.rule == mutation.rule, entry.message
    assert response.status_code == entry.status == table("rules.json")[provider][mutation.rule][0]
    error = response.json()["error"]
    assert error["message"] == entry.message
    assert error["code"] == entry.status


@pytest.mark.parametrize(("provider", "mutation"), NOTED, ids=ident)
def test_a_change_is_noted(play, provider, mutation):
    client = play(TALK)
    body = mutation.body(client.converse(provider, RESULTS))
    response = client.post(provider, body, **({"path": mutation.path} if mutation.path else {}))
    assert response.status_code == 200, response.text
    assert mutation.rule in {note.partition(":")[0] for note in client.simulator.log[-1].notes}


@pytest.mark.parametrize("provider", ["gemini", "openai-compatible"])
def test_every_rule_has_a_change_that_meets_it(provider):
    assert {one.rule for name, one in CASES if name == provider} == set(table("rules.json")[provider])


def test_gemini_takes_a_plain_schema_by_parameters(play):
    client = play(TALK)
    body = parameters(enum=["a"])(client.converse("gemini", []))
    assert client.post("gemini", body).status_code == 200
    client.simulator.log.require_clean()


def test_an_empty_text_that_holds_a_signature_must_go_back(play):
    client = play(TALK)
    body = client.converse("gemini", [*RESULTS, []])
    assert body["contents"][7]["parts"][-1]["text"] == ""
    body["contents"].append({"role": "user", "parts": [{"text": "And?"}]})
    assert client.post("gemini", body).status_code == 200
    client.simulator.log.require_clean()


def test_a_compatible_server_needs_no_key(play):
    client = play(TALK)
    body = client.converse("openai-compatible", [])
    assert client.post("openai-compatible", body, headers={"authorization": None}).status_code == 200
