"""Anthropic: each change of a good conversation meets its rule, with the provider's status and error."""

import pytest

from tests.simulator.facts import table
from tests.simulator.mutations import PNG, RESULTS, TALK, Mutation, add, again, both, drop, put, swap, twist

SCHEMA = ("tools", 0, "input_schema")
TEXT = {"type": "text", "text": "x"}
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}
BITMAP = {"type": "image", "source": {"type": "base64", "media_type": "image/bmp", "data": PNG}}
OTHER = {"type": "tool_result", "tool_use_id": "toolu_other", "content": "x"}

REFUSED = [
    Mutation("key", headers={"x-api-key": "wrong"}),
    Mutation("key", headers={"x-api-key": None}),
    Mutation("version", headers={"anthropic-version": None}),
    Mutation("version", headers={"anthropic-version": "2020-01-01"}),
    Mutation("content-type", headers={"content-type": None}),
    Mutation("json", raw=b"\xff"),
    Mutation("path", path="/v2/messages"),
    Mutation("unknown-member", put("max_output_tokens", 5)),
    Mutation("model", put("model", "")),
    Mutation("max-output", drop("max_tokens")),
    Mutation("max-output", put("max_tokens", 0)),
    Mutation("stream", put("stream", True)),
    Mutation("sampling", put("temperature", 0)),
    Mutation("sampling", put("top_k", 1)),
    Mutation("sampling", put("temperature", 1), headers={"anthropic-version": "2026-10-21"}),
    Mutation("thinking", put("thinking", {"type": "enabled", "budget_tokens": 2048})),
    Mutation("thinking", put("thinking", {"type": "disabled"})),
    Mutation("forced-tool", put("tool_choice", {"type": "any"})),
    Mutation("forced-tool", put("tool_choice", {"type": "tool", "name": "box"})),
    Mutation("effort", put("output_config", {"effort": "none"})),
    Mutation("tier", put("service_tier", "flex")),
    Mutation("input", put("messages", [])),
    Mutation("role", put("messages", 0, "role", "system")),
    Mutation("role", drop("messages", 0)),
    Mutation("empty-content", put("messages", 0, "content", [])),
    Mutation("block", put("messages", 0, "content", 0, "type", "input_text")),
    Mutation("empty-text", put("messages", 0, "content", 0, "text", "")),
    Mutation("empty-text", put("messages", 2, "content", 0, "content", 0, "text", "")),
    Mutation("tool-members", drop(*SCHEMA)),
    Mutation("tool-name", put("tools", 0, "name", "cad/export")),
    Mutation("tool-name", put("tools", 0, "name", "Render view")),
    Mutation("tool-name-twice", put("tools", 0, "name", "list")),
    Mutation("schema-root-type", drop(*SCHEMA, "type")),
    Mutation("schema-root-keyword", put(*SCHEMA, "oneOf", [{"required": ["label"]}])),
    Mutation("schema-root-keyword", put(*SCHEMA, "allOf", [])),
    Mutation("schema-root-keyword", put(*SCHEMA, "anyOf", [])),
    Mutation("missing-thinking", drop("messages", 1, "content", 0)),
    Mutation("missing-thinking", both(drop("messages", 3, "content", 1), drop("messages", 3, "content", 0))),
    Mutation("edited-thinking", twist("messages", 1, "content", 0, "signature")),
    Mutation("edited-thinking", drop("messages", 1, "content", 0, "signature")),
    Mutation("edited-turn", put("messages", 1, "content", 0, "thinking", "other")),
    Mutation("edited-turn", put("messages", 1, "content", 1, "text", "Second the body.")),
    Mutation("edited-turn", put("messages", 3, "content", 2, "input", {"label": "c"})),
    Mutation("edited-turn", swap("messages", 3, "content", 0, 1)),
    Mutation("edited-turn", drop("messages", 1, "content", 1)),
    Mutation("changed-prefix", put("system", "Other.")),
    Mutation("changed-prefix", put("messages", 0, "content", 0, "text", "Build a jug.")),
    Mutation("changed-prefix", put("messages", 2, "content", 0, "content", 0, "text", "other")),
    Mutation("changed-prefix", swap("tools", 0, 1)),
    Mutation("changed-prefix", drop("tools", 1)),
    Mutation("changed-prefix", put("tools", 0, "description", "Other.")),
    Mutation("call-twice", again("messages", 5, "content", 0)),
    Mutation("unanswered-call", drop("messages", 6)),
    Mutation("unanswered-call", drop("messages", 4, "content", 1)),
    Mutation("unanswered-call", add("messages", 6, {"role": "user", "content": "Wait."})),
    Mutation("results-first", add("messages", 4, "content", 0, TEXT)),
    Mutation("output-without-call", add("messages", 6, "content", 1, OTHER)),
    Mutation("output-without-call", add("messages", 7, {"role": "user", "content": [OTHER]})),
    Mutation("output-twice", again("messages", 4, "content", 0)),
    Mutation("output-form", put("messages", 6, "content", 0, "content", {"text": "x"})),
    Mutation("output-form", put("messages", 6, "content", 0, "content", [{"type": "audio"}])),
    Mutation("image", put("messages", 6, "content", 0, "content", [BITMAP])),
]
NOTED = [
    Mutation("beta", headers={"anthropic-beta": "some-beta-2026-01-01"}),
    Mutation("cache-control", put("cache_control", {"type": "ephemeral"})),
    Mutation("cache-control", put("messages", 6, "content", 0, "cache_control", {"type": "ephemeral", "ttl": "1h"})),
    Mutation("priced-option", put("speed", "fast")),
    Mutation("priced-option", put("inference_geo", "us")),
    Mutation("base64-in-text", put("messages", 6, "content", 0, "content", PNG)),
    Mutation("edited-continuation", put("messages", 5, "content", 0, "input", {"x": 1})),
    Mutation(
        "foreign-id",
        both(
            put("messages", 5, "content", 0, "id", "toolu_me"),
            put("messages", 6, "content", 0, "tool_use_id", "toolu_me"),
        ),
    ),
    Mutation("changed-prefix", put("messages", 4, "content", 0, "is_error", False)),
    Mutation("ends-with-model-turn", add("messages", 7, {"role": "assistant", "content": "And"})),
]
FIRST = [
    Mutation("hosted-tool", add("tools", 0, {"type": "web_search_20260209", "name": "web_search"})),
    Mutation("cache-control", put("tools", 1, "cache_control", {"type": "ephemeral"})),
    Mutation("strict-not-false", put("tools", 0, "strict", True)),
]


def ident(value):
    return value.rule


@pytest.mark.parametrize("mutation", REFUSED, ids=ident)
def test_a_change_is_refused(play, mutation):
    client = play(TALK)
    body = mutation.body(client.converse("anthropic", RESULTS))
    options = {"headers": mutation.headers} | ({"path": mutation.path} if mutation.path else {})
    response = client.post("anthropic", body, **options)
    entry = client.simulator.log[-1]
    assert entry.rule == mutation.rule, entry.message
    assert response.status_code == entry.status == table("rules.json")["anthropic"][mutation.rule][0]
    found = response.json()
    assert found["type"] == "error"
    assert found["error"]["message"] == entry.message
    assert found["request_id"] == response.headers["request-id"]


@pytest.mark.parametrize("mutation", NOTED, ids=ident)
def test_a_change_is_noted(play, mutation):
    client = play(TALK)
    body = mutation.body(client.converse("anthropic", RESULTS))
    response = client.post("anthropic", body, headers=mutation.headers)
    assert response.status_code == 200, response.text
    assert mutation.rule in {note.partition(":")[0] for note in client.simulator.log[-1].notes}


@pytest.mark.parametrize("mutation", FIRST, ids=ident)
def test_a_change_of_the_first_request_is_noted(play, mutation):
    client = play(TALK)
    response = client.post("anthropic", mutation.body(client.converse("anthropic", [])))
    assert response.status_code == 200, response.text
    assert mutation.rule in {note.partition(":")[0] for note in client.simulator.log[-1].notes}


def test_every_rule_has_a_change_that_meets_it():
    assert {one.rule for one in REFUSED} == set(table("rules.json")["anthropic"])


def test_the_order_of_results_is_noted_and_binds_nothing_before(play):
    client = play(TALK)
    body = swap("messages", 4, "content", 0, 1)(client.converse("anthropic", RESULTS[:2]))
    assert client.post("anthropic", body).status_code == 200
    assert client.simulator.log[-1].notes == ("order-of-results: messages.4",)


def test_keywords_below_the_root_pass_and_pictures_are_results(play):
    client = play(TALK)
    body = client.converse("anthropic", [])
    body["tools"][0]["input_schema"]["properties"]["size"] = {
        "oneOf": [{"type": "object"}],
        "pattern": "x",
        "default": 1,
    }
    answer = client.post("anthropic", body).json()
    result = {"type": "tool_result", "tool_use_id": answer["content"][-1]["id"], "content": [TEXT, IMAGE]}
    body["messages"] += [{"role": "assistant", "content": answer["content"]}, {"role": "user", "content": [result]}]
    assert client.post("anthropic", body).status_code == 200
    client.simulator.log.require_clean()


def test_sealed_thinking_goes_back_as_it_came(play):
    client = play(TALK)
    body = client.converse("anthropic", [*RESULTS, []])
    assert [block["type"] for block in body["messages"][7]["content"]] == ["thinking", "redacted_thinking", "text"]
    body["messages"].append({"role": "user", "content": "And?"})
    assert client.post("anthropic", body).status_code == 200
    client.simulator.log.require_clean()
    body["messages"][7]["content"][1]["data"] = "0" * 60
    assert client.post("anthropic", body).status_code == 400
    assert client.simulator.log[-1].rule == "edited-thinking"
