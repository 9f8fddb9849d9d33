"""Good answers of which one part is replaced: what can still be read fits the records and can go back."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.providers import ADAPTERS
from runner.providers.contract import Conversation, Tool, ToolResult, Turn, UnreadableError
from runner.providers.wire import decode
from sitegen.records.kinds.api import ProviderError, Response

TOOLS = (Tool("box", "A box.", {"type": "object", "properties": {}}),)
OPENAI = {
    "id": "resp_1",
    "status": "completed",
    "incomplete_details": {"reason": "content_filter"},
    "error": {"code": "server_error", "message": "no"},
    "model": "m",
    "service_tier": "default",
    "input_transformations": [{"id": "rs_0", "type": "reasoning", "action": "removed", "reason": "model_mismatch"}],
    "output": [
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x"},
        {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "So.", "annotations": []}],
        },
        {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "box", "arguments": '{"a":1}'},
    ],
    "usage": {
        "input_tokens": 100,
        "input_tokens_details": {
            "cached_tokens": 10,
            "cache_write_tokens": 20,
            "cache_write_tokens_details": {"ttl_30m_tokens": 5, "ttl_12h_tokens": 15},
        },
        "output_tokens": 50,
        "output_tokens_details": {"reasoning_tokens": 30},
        "total_tokens": 150,
        "cost_in_usd_ticks": 7,
    },
}
GOOD = {
    "openai": OPENAI,
    "xai": OPENAI,
    "anthropic": {
        "id": "msg_1",
        "type": "message",
        "model": "m",
        "stop_reason": "tool_use",
        "stop_details": {"category": "cyber"},
        "content": [
            {"type": "thinking", "thinking": "", "signature": "x"},
            {"type": "text", "text": "So."},
            {"type": "tool_use", "id": "t1", "name": "box", "input": {"a": 1}},
        ],
        "usage": {
            "input_tokens": 70,
            "cache_creation_input_tokens": 20,
            "cache_read_input_tokens": 10,
            "cache_creation": {"ephemeral_5m_input_tokens": 5, "ephemeral_1h_input_tokens": 15},
            "output_tokens": 50,
            "output_tokens_details": {"thinking_tokens": 30},
            "iterations": [{"type": "message"}],
            "service_tier": "standard",
            "speed": "fast",
            "inference_geo": "us",
        },
    },
    "gemini": {
        "responseId": "r1",
        "modelVersion": "m",
        "candidates": [
            {
                "finishReason": "STOP",
                "finishMessage": "So.",
                "continuationToken": "x",
                "content": {
                    "role": "model",
                    "parts": [
                        {"text": "Hm.", "thought": True},
                        {"text": "So."},
                        {"functionCall": {"id": "f1", "name": "box", "args": {"a": 1}}, "thoughtSignature": "x"},
                    ],
                },
            }
        ],
        "promptFeedback": {"blockReason": "SAFETY"},
        "usageMetadata": {
            "promptTokenCount": 90,
            "toolUsePromptTokenCount": 10,
            "cachedContentTokenCount": 10,
            "candidatesTokenCount": 20,
            "thoughtsTokenCount": 30,
            "totalTokenCount": 150,
        },
    },
    "openai-compatible": {
        "id": "c1",
        "model": "m",
        "service_tier": "default",
        "choices": [
            {
                "finish_reason": "tool_calls",
                "message": {
                    "role": "assistant",
                    "content": "So.",
                    "refusal": None,
                    "tool_calls": [
                        {"id": "t1", "type": "function", "function": {"name": "box", "arguments": '{"a":1}'}}
                    ],
                },
            }
        ],
        "usage": {
            "prompt_tokens": 100,
            "prompt_tokens_details": {"cached_tokens": 10},
            "completion_tokens": 50,
            "completion_tokens_details": {"reasoning_tokens": 30},
            "total_tokens": 150,
        },
    },
}
WORDS = [
    "MAX_TOKENS",
    "CONTINUATION",
    "incomplete",
    "failed",
    "pause_turn",
    "length",
    "a\x1b\u202e\ud800b",
    "",
    " \n",
    "[1e999]",
]
NUMBERS = [0, 1, 30, 150, 151, -1, 2**53 - 1, 2**53, 10**30, 1.0, 1e300, True]
PIECES: st.SearchStrategy[Any] = st.sampled_from([None, [], {}, [[]], [None], {"a": {}}, *WORDS, *NUMBERS]) | st.text(
    max_size=400
)


def _places(value, path=()):
    """Returns the path of every part of a value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(*path, name) for name, _ in parts] + [
        place for name, part in parts for place in _places(part, (*path, name))
    ]


def _replaced(value, path, piece):
    value = copy.deepcopy(value)
    *above, last = path
    inner = value
    for name in above:
        inner = inner[name]
    if piece is None:
        del inner[last]
    else:
        inner[last] = piece
    return value


def _check(adapter, body):
    """Reads a body as the loop does, puts what was read into a record and sends it back."""
    carried = adapter.carry(TOOLS)
    answer = adapter.read(body, carried)
    Response(
        at_ms=0,
        provider_ms=0,
        usage=answer.usage,
        provider_ticks=answer.provider_ticks,
        stop=answer.provider_stop,
        model=answer.model,
        service_tier=answer.service_tier,
        flags=answer.flags,
    )
    answer.text.encode()
    for call in answer.calls:
        assert (call.arguments is None) is (call.fault is not None)
        json.dumps(call.arguments, allow_nan=False)
        f"{call.id}{call.sent_name}{call.fault}".encode()
    if answer.stop == "tool_calls":
        assert answer.calls
    if answer.stop in ("tool_calls", "paused"):
        results = tuple(ToolResult(call, "done", False) for call in answer.calls)
        conversation = Conversation("s", "p", (Turn(answer.continuation, results),))
        request = adapter.request("m", {}, carried, conversation, 10)
        decode(request.body)
    return answer


@pytest.mark.parametrize("provider", sorted(GOOD))
def test_the_good_answer_is_read_without_a_fault(provider):
    answer = _check(ADAPTERS[provider], json.dumps(GOOD[provider]).encode())
    assert [(call.tool, call.arguments) for call in answer.calls] == [("box", {"a": 1})]
    assert (answer.usage.input, answer.usage.output, answer.usage.reasoning) == (100, 50, 30)
    assert answer.text == "So."


@pytest.mark.parametrize("provider", sorted(GOOD))
@settings(max_examples=250, deadline=None)
@given(data=st.data())
def test_an_answer_with_a_part_replaced_is_unreadable_or_fits_the_records(provider, data):
    body = GOOD[provider]
    for _ in range(data.draw(st.integers(1, 3))):
        places = _places(body)
        body = _replaced(body, data.draw(st.sampled_from(places)), data.draw(PIECES)) if places else body
    try:
        _check(ADAPTERS[provider], json.dumps(body).encode())
    except UnreadableError as error:
        assert str(error)


@pytest.mark.parametrize("provider", sorted(GOOD))
@pytest.mark.parametrize("number", ["1e999", "-1e+400", f"{10**320}.5", "NaN", "Infinity"])
def test_a_number_that_json_cannot_hold_is_never_passed_on(provider, number):
    """In arguments that are a text of their own it is the model's fault, elsewhere the body is unreadable."""
    text = (
        json.dumps(GOOD[provider]).replace('"a": 1}', f'"a": {number}}}').replace('\\"a\\":1}', f'\\"a\\":{number}}}')
    )
    assert number in text
    if provider in ("anthropic", "gemini"):
        with pytest.raises(UnreadableError):
            _check(ADAPTERS[provider], text.encode())
    else:
        assert _check(ADAPTERS[provider], text.encode()).calls[0].arguments is None


@pytest.mark.parametrize("provider", sorted(GOOD))
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_an_error_with_a_part_replaced_fits_the_record(provider, data):
    shapes = [
        {"error": {"message": "no", "type": "t", "code": "c", "status": "S", "details": [{"reason": "r"}]}},
        [{"error": {"code": 400, "message": "no", "status": "S"}}],
        {"code": "a sentence", "error": "no"},
    ]
    body = data.draw(st.sampled_from(shapes))
    body = _replaced(body, data.draw(st.sampled_from(_places(body))), data.draw(PIECES))
    failure = ADAPTERS[provider].failure(400, json.dumps(body).encode())
    ProviderError(status=failure.status, kind=failure.kind, message=failure.message or None)
