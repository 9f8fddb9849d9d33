"""What is sent and what is read, whatever the settings and whatever the bytes."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.providers import ADAPTERS
from runner.providers.contract import Accounted, Answer, Conversation, Failure, UnreadableError
from runner.providers.wire import decode
from tests.simulator.facts import PROVIDERS
from tests.simulator.mutations import RESULTS, TALK
from tests.unit.providers.talking import TOOLS, Talk

NEVER = {
    "cache_control",
    "prompt_cache_key",
    "prompt_cache_options",
    "prompt_cache_retention",
    "cachedContent",
    "previous_response_id",
    "background",
    "service_tier",
    "tool_choice",
    "toolConfig",
    "stream",
    "truncation",
    "anthropic-beta",
}
"""Caches, stored states, other prices and other rules of the game: no request holds any of them."""
SAMPLING = {"temperature", "top_p", "topP", "topK", "top_k", "seed"}


def members(value):
    """Return the names of all members, at any depth."""
    if isinstance(value, dict):
        return set(value).union(*map(members, value.values()))
    return set().union(*map(members, value)) if isinstance(value, list) else set()


@pytest.mark.parametrize("provider", PROVIDERS)
def test_nothing_is_sent_that_caches_stores_or_costs_otherwise(simulate, provider):
    talk = Talk(simulate(TALK), provider)
    talk.whole(RESULTS)
    for entry in talk.simulator.log:
        assert not members(entry.json) & (NEVER | SAMPLING)
        assert not {name for name, _ in entry.headers} & NEVER
        declared = entry.json.get("tools", [])
        kinds = [set(tool) for tool in declared]
        assert all(tool.get("type", "function") == "function" for tool in declared), kinds
    if provider in ("openai", "xai"):
        assert all(entry.json["store"] is False for entry in talk.simulator.log)
        assert all(entry.json["include"] == ["reasoning.encrypted_content"] for entry in talk.simulator.log)


@pytest.mark.parametrize(
    ("provider", "given", "place", "sent"),
    [
        ("openai", {"effort": "low"}, ("reasoning", "effort"), "low"),
        ("xai", {"effort": "high"}, ("reasoning", "effort"), "high"),
        ("anthropic", {"effort": "low"}, ("output_config", "effort"), "low"),
        ("anthropic", {"thinking": "adaptive"}, ("thinking", "type"), "adaptive"),
        ("gemini", {"thinking_level": "high"}, ("generationConfig", "thinkingConfig", "thinkingLevel"), "high"),
        ("openai-compatible", {"temperature": 0.5}, ("temperature",), 0.5),
        ("openai-compatible", {"effort": "low"}, ("reasoning_effort",), "low"),
    ],
)
def test_a_setting_is_sent_where_the_provider_has_it(provider, given, place, sent):
    adapter = ADAPTERS[provider]
    assert adapter.check_settings(given) == ()
    body = json.loads(adapter.request("m", given, adapter.carry(TOOLS), Conversation("s", "p"), 8192).body)
    for name in place:
        body = body[name]
    assert body == sent


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_setting_that_is_unknown_or_out_of_range_is_told(provider):
    faults = ADAPTERS[provider].check_settings({"prompt_cache_key": "k", "effort": "enormous", "temperature": 99})
    assert faults
    assert any("prompt_cache_key" in fault for fault in faults)


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KNOWN = {
    "openai": ["status", "output", "usage", "error", "incomplete_details", "model", "id", "service_tier"],
    "anthropic": ["content", "stop_reason", "usage", "model", "id", "stop_details"],
    "gemini": ["candidates", "usageMetadata", "promptFeedback", "modelVersion", "responseId"],
    "openai-compatible": ["choices", "usage", "model", "id"],
}
KNOWN["xai"] = KNOWN["openai"]


@pytest.mark.parametrize("provider", PROVIDERS)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_body_breaks_an_adapter(provider, data):
    """Whatever comes back is an answer, unreadable or a failure; a usage is always one that a record takes."""
    adapter = ADAPTERS[provider]
    carried = adapter.carry(TOOLS)
    value = data.draw(st.dictionaries(st.sampled_from(KNOWN[provider]), ANY_JSON, max_size=6))
    for body in (json.dumps(value).encode(), data.draw(st.binary(max_size=40))):
        try:
            assert isinstance(adapter.read(body, carried), Answer)
        except UnreadableError as error:
            assert str(error)
        assert isinstance(adapter.failure(500, body), Failure)
        try:
            whole = decode(body)
        except UnreadableError:
            continue
        assert isinstance(adapter.account(whole), Accounted)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_good_answer_that_is_cut_anywhere_is_unreadable(simulate, provider):
    talk = Talk(simulate(TALK), provider)
    talk.whole(RESULTS)
    for entry in talk.simulator.log:
        for end in range(0, len(entry.answer), 97):
            with pytest.raises(UnreadableError):
                talk.adapter.read(entry.answer[:end], talk.carried)


def test_an_answer_that_was_cut_at_the_limit_is_no_answer(case):
    """Case 019: the status of the response counts, not that of the message in it; its usage is kept."""
    answer = ADAPTERS["openai"].read(
        case("019-cut-answer-is-not-an-answer.response.json"), ADAPTERS["openai"].carry(())
    )
    assert answer.stop == "output_limit"
    assert answer.provider_stop == "incomplete: max_output_tokens"
    assert (answer.usage.input, answer.usage.output, answer.usage.reasoning) == (900, 4096, 4080)
