"""OpenAI and xAI: each change of a good conversation meets its rule, with the provider's status and error."""

import pytest

from tests.simulator.facts import table
from tests.simulator.mutations import PNG, RESULTS, TALK, Mutation, add, again, both, drop, put, swap, twist

TOOL = ("tools", 0)
SCHEMA = (*TOOL, "parameters")
SIZE = (*SCHEMA, "properties", "size")
TEXT_RESULT = {"type": "input_text", "text": "ok"}
PICTURE = {"type": "input_image", "image_url": f"data:image/png;base64,{PNG}"}

SHARED = [
    Mutation("key", headers={"authorization": "Bearer wrong"}),
    Mutation("key", headers={"authorization": None}),
    Mutation("content-type", headers={"content-type": "text/plain"}),
    Mutation("json", raw=b'{"model": '),
    Mutation("json", raw=b"[]"),
    Mutation("path", path="/v1/response"),
    Mutation("model", drop("model")),
    Mutation("stream", put("stream", True)),
    Mutation("effort", put("reasoning", "effort", "enormous")),
    Mutation("effort", put("reasoning", "effort", "none")),
    Mutation("input", put("input", [])),
    Mutation("input", put("input", 0, {"type": "item_reference", "id": "x"})),
    Mutation("input", drop("input", 3, "arguments")),
    Mutation("input", put("input", 0, "content", None)),
    Mutation("part", put("input", 0, "content", [{"type": "text", "text": "Build."}])),
    Mutation("image", put("input", 0, "content", [{"type": "input_image", "image_url": "data:image/png;base64,?"}])),
    Mutation("image", put("input", 0, "content", [{"type": "input_image", "image_url": "data:audio/wav;base64,AAAA"}])),
    Mutation("tool-members", drop(*TOOL, "name")),
    Mutation("tool-name", put(*TOOL, "name", "cad.measure")),
    Mutation("tool-name", put(*TOOL, "name", "n" * 65)),
    Mutation("tool-name", put(*TOOL, "name", "größe")),
    Mutation("tool-name-twice", put(*TOOL, "name", "list")),
    Mutation("schema-root-type", put(*SCHEMA, "type", "array")),
    Mutation("call-twice", again("input", 8)),
    Mutation("output-without-call", put("input", 14, "call_id", "call_unknown")),
    Mutation("output-without-call", swap("input", 13, 14)),
    Mutation("output-without-call", again("input", 14)),
    Mutation("unanswered-call", drop("input", 14)),
    Mutation("unanswered-call", drop("input", 11)),
    Mutation("output-form", put("input", 4, "output", {"text": "ok"})),
    Mutation("edited-reasoning", twist("input", 1, "encrypted_content")),
    Mutation("edited-reasoning", put("input", 1, "summary", 0, "text", "other")),
    Mutation("edited-reasoning", drop("input", 1, "encrypted_content")),
]
OPENAI = [
    *SHARED,
    Mutation("unknown-member", put("max_tokens", 5)),
    Mutation("previous-response", put("previous_response_id", "resp_1")),
    Mutation("sampling", put("temperature", 1)),
    Mutation("sampling", put("top_p", 1)),
    Mutation("effort", put("reasoning", "effort", "minimal")),
    Mutation("max-output", put("max_output_tokens", 15)),
    Mutation("max-output", put("max_output_tokens", "8192")),
    Mutation("tool-members", drop(*SCHEMA)),
    Mutation("schema-root-keyword", put(*SCHEMA, "anyOf", [{"required": ["label"]}])),
    Mutation("schema-root-keyword", put(*SCHEMA, "enum", [])),
    Mutation("schema-root-keyword", put(*SCHEMA, "not", {})),
    Mutation("schema-keyword", put(*SIZE, "items", {"oneOf": [{"type": "number"}]})),
    Mutation("schema-keyword", put(*SIZE, "items", {"allOf": [{"type": "number"}]})),
    Mutation("schema-properties", put(*SIZE, "items", {"type": "object"})),
    Mutation("schema-properties", drop("tools", 1, "parameters", "properties")),
    Mutation("schema-strict", put(*TOOL, "strict", True)),
    Mutation("missing-reasoning", drop("input", 1)),
    Mutation("missing-reasoning", drop("input", 5)),
]
XAI = [
    *SHARED,
    Mutation("previous-response", both(put("previous_response_id", "resp_1"), drop("instructions"))),
    Mutation("instructions-clash", put("previous_response_id", "resp_1")),
    Mutation("tool-count", put("tools", [{"type": "function", "name": f"t{n}", "parameters": {}} for n in range(129)])),
    Mutation("schema-keyword", put(*SCHEMA, "properties", "label", "pattern", "^a")),
    Mutation("schema-keyword", put(*SIZE, "items", "format", "double")),
    Mutation("output-form", put("input", 4, "output", [TEXT_RESULT])),
]
NOTED = [
    Mutation("stored", drop("store")),
    Mutation("reasoning-not-asked-for", drop("include")),
    Mutation("cache-control", put("prompt_cache_key", "run-1")),
    Mutation("priced-option", put("service_tier", "flex")),
    Mutation("truncation", put("truncation", "auto")),
    Mutation("hosted-tool", add("tools", 0, {"type": "web_search"})),
    Mutation("base64-in-text", put("input", 14, "output", PNG)),
    Mutation("order-of-results", swap("input", 10, 11)),
    Mutation("changed-prefix", put("instructions", "Other.")),
    Mutation("changed-prefix", swap("tools", 0, 1)),
    Mutation("changed-prefix", put(*TOOL, "description", "Other.")),
    Mutation("changed-prefix", put("input", 4, "output", "other")),
    Mutation("edited-continuation", put("input", 13, "arguments", '{"x": 1}')),
    Mutation("edited-continuation", put("input", 2, "content", 0, "text", "Second the body.")),
    Mutation("edited-continuation", drop("input", 2)),
    Mutation("foreign-id", both(put("input", 13, "call_id", "call_mine"), put("input", 14, "call_id", "call_mine"))),
    Mutation("ends-with-model-turn", add("input", 15, {"role": "assistant", "content": "And"})),
]
CASES = [("openai", one) for one in OPENAI] + [("xai", one) for one in XAI]
NOTES = [("openai", one) for one in NOTED] + [("xai", one) for one in NOTED]
NOTES += [
    ("openai", Mutation("strict-not-false", drop(*TOOL, "strict"))),
    ("openai", Mutation("edited-continuation", drop("input", 2, "phase"))),
    ("xai", Mutation("sampling", put("temperature", 1))),
    ("xai", Mutation("reasoning-lost", drop("input", 1))),
]


def ident(value):
    return value.rule if isinstance(value, Mutation) else None


@pytest.mark.parametrize(("provider", "mutation"), CASES, ids=ident)
def test_a_change_is_refused(play, provider, mutation):
    client = play(TALK)
    body = client.converse(provider, RESULTS)
    options = {"headers": mutation.headers} | ({"path": mutation.path} if mutation.path else {})
    response = client.post(provider, mutation.body(body), **options)
    entry = client.simulator.log[-1]
    assert entry.rule == mutation.rule
    assert response.status_code == entry.status == table("rules.json")[provider][mutation.rule][0]
    error = response.json()["error"]
    if provider == "xai":
        assert set(response.json()) == {"code", "error"}
        assert error == entry.message
    else:
        assert set(error) == {"message", "type", "param", "code"}
        assert error["message"] == entry.message


@pytest.mark.parametrize(("provider", "mutation"), NOTES, ids=ident)
def test_a_change_is_noted(play, provider, mutation):
    client = play(TALK)
    response = client.post(provider, mutation.body(client.converse(provider, RESULTS)))
    assert response.status_code == 200, response.text
    assert mutation.rule in {note.partition(":")[0] for note in client.simulator.log[-1].notes}


@pytest.mark.parametrize("provider", ["openai", "xai"])
def test_every_rule_has_a_change_that_meets_it(provider):
    assert {one.rule for name, one in CASES if name == provider} == set(table("rules.json")[provider])


def test_openai_tells_which_reasoning_it_withheld(play):
    client = play(TALK)
    body = put("instructions", "Other.")(client.converse("openai", RESULTS))
    found = client.post("openai", body).json()["input_transformations"]
    assert [item["reason"] for item in found] == ["prefix_mismatch"] * 3
    assert found[0]["id"] == body["input"][1]["id"]


def test_openai_takes_any_of_below_the_root_and_pictures_in_outputs(play):
    client = play(TALK)
    body = put(*SIZE, "items", {"anyOf": [{"type": "number"}, {"type": "null"}]})(client.converse("openai", []))
    grown = client.post("openai", body).json()
    calls = [item for item in grown["output"] if item["type"] == "function_call"]
    outputs = [
        {"type": "function_call_output", "call_id": call["call_id"], "output": [TEXT_RESULT, PICTURE]} for call in calls
    ]
    body["input"] += [*grown["output"], *outputs]
    assert client.post("openai", body).status_code == 200
    client.simulator.log.require_clean()


def test_a_signature_of_another_simulator_is_refused(play):
    one, other = play(TALK), play(TALK)
    assert other.post("openai", one.converse("openai", RESULTS)).status_code == 400
    assert other.simulator.log[0].rule == "edited-reasoning"


def test_the_order_of_members_does_not_matter(play):
    client = play(TALK)
    body = client.converse("openai", RESULTS)
    turned = {name: body[name] for name in reversed(body)}
    turned["input"] = [{name: item[name] for name in reversed(item)} for item in body["input"]]
    assert client.post("openai", turned).status_code == 200
    client.simulator.log.require_clean()
