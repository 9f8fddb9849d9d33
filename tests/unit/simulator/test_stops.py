"""The simulator can end a turn with every stop of the table, in the provider's own place and words."""

import pytest

from tests.simulator.facts import PROVIDERS, table
from tests.simulator.script import Call, Turn, script

ROWS = [(name, row) for name in PROVIDERS for row in table("stops.json")[name]]


def stop_in(provider, body):
    """Return the stop as the table spells it."""
    match provider:
        case "openai" | "xai":
            details = body["incomplete_details"]
            return body["status"] + (f":{details['reason']}" if details else "")
        case "anthropic":
            return body["stop_reason"]
        case "gemini" if "promptFeedback" in body:
            return f"blocked:{body['promptFeedback']['blockReason']}"
        case "gemini":
            return body["candidates"][0]["finishReason"]
    return body["choices"][0]["finish_reason"]


def calls_in(provider, body):
    """Return how many calls an answer has."""
    match provider:
        case "openai" | "xai":
            return sum(item["type"] == "function_call" for item in body["output"])
        case "anthropic":
            return sum(block["type"] == "tool_use" for block in body["content"])
        case "gemini":
            parts = body["candidates"][0]["content"].get("parts", []) if "candidates" in body else []
            return sum("functionCall" in part for part in parts)
    return len(body["choices"][0]["message"].get("tool_calls", []))


@pytest.mark.parametrize(
    ("provider", "row"), ROWS, ids=lambda value: value["stop"] if isinstance(value, dict) else value
)
def test_a_turn_ends_as_the_table_spells_it(play, provider, row):
    calls = (Call("list"),) if row["calls"] else ()
    refusal = "I can't help with that." if row.get("refusal") else ""
    client = play(script(Turn(text="So far.", calls=calls, stop=row["stop"], refusal=refusal)))
    response = client.post(provider, client.converse(provider, []))
    assert response.status_code == 200
    assert stop_in(provider, response.json()) == row["stop"]
    assert (refusal in response.text) is True
    assert calls_in(provider, response.json()) == len(calls)
    assert ("So far." in response.text) != row["stop"].startswith("blocked:")


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_turn_without_a_stop_of_its_own_gets_the_fitting_one(play, provider):
    fitting = {
        "openai": ("completed", "completed"),
        "xai": ("completed", "completed"),
        "anthropic": ("tool_use", "end_turn"),
        "gemini": ("STOP", "STOP"),
        "openai-compatible": ("tool_calls", "stop"),
    }
    client = play(script(Turn(calls=(Call("list"),)), Turn(text="Done.")))
    client.post(provider, client.converse(provider, [[("a", False)]]))
    assert tuple(stop_in(provider, entry.answered) for entry in client.simulator.log) == fitting[provider]
