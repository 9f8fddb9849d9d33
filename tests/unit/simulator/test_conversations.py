"""Hand-written conversations go through, and both sides of them have the shape of the official SDKs' types."""

import pytest

from tests.simulator import sdk
from tests.simulator.conversations import GROW
from tests.simulator.facts import PROVIDERS
from tests.simulator.mutations import RESULTS, TALK
from tests.simulator.script import Call, Turn, script


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_conversation_of_four_turns_is_accepted_without_a_note(play, provider):
    client = play(TALK)
    body = client.converse(provider, RESULTS)
    last = client.post(provider, body)
    assert last.status_code == 200
    client.simulator.log.require_clean()
    log = client.simulator.log
    assert [entry.turns for entry in log] == [0, 1, 2, 3]
    assert [entry.number for entry in log] == [0, 1, 2, 3]
    assert log[3].answer == last.content
    assert "Done." in last.text


@pytest.mark.parametrize("provider", PROVIDERS)
def test_requests_and_answers_parse_with_the_official_types(play, provider):
    client = play(TALK)
    client.post(provider, client.converse(provider, RESULTS))
    for entry in client.simulator.log:
        sdk.check_request(provider, entry.body)
        sdk.check_answer(provider, entry.answer)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_paused_or_finished_turn_may_be_followed_by_the_users_word(play, provider):
    client = play(script(Turn(text="Half."), Turn(text="Whole.")))
    body = client.converse(provider, [[]])
    spoken = {
        "openai": ("input", {"role": "user", "content": "Go on."}),
        "xai": ("input", {"role": "user", "content": "Go on."}),
        "anthropic": ("messages", {"role": "user", "content": "Go on."}),
        "gemini": ("contents", {"role": "user", "parts": [{"text": "Go on."}]}),
        "openai-compatible": ("messages", {"role": "user", "content": "Go on."}),
    }
    member, message = spoken[provider]
    body[member].append(message)
    assert "Whole." in client.post(provider, body).text
    client.simulator.log.require_clean()


PAUSES = script(
    Turn(text="Half.", stop="pause_turn"),
    Turn(text="Most.", reasoning=("on",), stop="pause_turn"),
    Turn(text="More.", stop="pause_turn"),
    Turn(calls=(Call("list"),), reasoning=("end",)),
    Turn(text="Whole."),
)


@pytest.mark.parametrize("merged", [False, True])
def test_a_paused_turn_goes_back_alone(play, merged):
    """The parts of a paused answer may stand in messages of their own or in one."""
    client = play(PAUSES)
    body = client.converse("anthropic", [])
    for _ in range(4):
        content = client.post("anthropic", body).json()["content"]
        if merged and body["messages"][-1]["role"] == "assistant":
            body["messages"][-1]["content"] += content
        else:
            body["messages"].append({"role": "assistant", "content": content})
    result = {"type": "tool_result", "tool_use_id": content[-1]["id"], "content": "a"}
    body["messages"].append({"role": "user", "content": [result]})
    assert client.post("anthropic", body).json()["content"] == [{"type": "text", "text": "Whole."}]
    client.simulator.log.require_clean()
    assert [entry.turns for entry in client.simulator.log] == [0, 1, 2, 3, 4]
    body["messages"][1]["content"][0]["text"] = "Nothing."
    assert client.post("anthropic", body).status_code == 400
    assert client.simulator.log[-1].rule == "changed-prefix"


def test_gemini_may_leave_the_ids_of_calls_out(play):
    client = play(script(Turn(calls=(Call("list"), Call("list")), call_ids=False), Turn(text="Done.")))
    body = client.converse("gemini", [[("a", False), ("a", False)]])
    assert all("id" not in part["functionCall"] for part in body["contents"][1]["parts"])
    assert client.post("gemini", body).status_code == 200
    client.simulator.log.require_clean()


def test_reasoning_of_xai_may_have_no_id(play):
    client = play(script(Turn(calls=(Call("list"),), reasoning=("plan",), call_ids=False), Turn(text="Done.")))
    body = client.converse("xai", [[("a", False)]])
    assert "id" not in body["input"][1]
    assert client.post("xai", body).status_code == 200
    client.simulator.log.require_clean()


def test_each_conversation_takes_the_next_script_of_its_model(play):
    client = play({"gpt-6.2-sol": [script(Turn(text="one")), script(Turn(text="two"))]})
    body = client.converse("openai", [])
    texts = [client.post("openai", body).json()["output"][0]["content"][0]["text"] for _ in range(3)]
    assert texts == ["one", "two", "two"]
    assert client.post("openai", body | {"model": "gpt-7"}).status_code == 404


def test_a_turn_beyond_the_script_is_a_fault_of_the_test(play):
    client = play(script(Turn(calls=(Call("list"),))))
    body = client.converse("openai", [[("a", False)]])
    assert client.post("openai", body).status_code == 500
    assert client.simulator.log[1].rule == "script-ended"


def test_a_script_may_go_on_for_ever(play):
    client = play(script(then=Turn(calls=(Call("list"),))))
    client.converse("anthropic", [[("a", False)]] * 25)
    assert len(client.simulator.log.answers) == 25


def test_raw_usage_arrives_as_written(play):
    odd = {"input_tokens": "12", "extra": [None], "output_tokens": -1}
    client = play(script(Turn(text="x", usage=odd)))
    assert client.post("openai", client.converse("openai", [])).json()["usage"] == odd


@pytest.mark.parametrize("provider", PROVIDERS)
def test_usage_may_be_left_out(play, provider):
    client = play(script(Turn(text="x", usage=None)))
    assert not {"usage", "usageMetadata"} & set(client.post(provider, client.converse(provider, [])).json())


def test_the_simulator_can_serve_at_the_path_of_a_real_address(play):
    simulator = play(TALK).simulator
    assert simulator.base_url("https://api.openai.com/v1") == simulator.url("openai") + "/v1"
    assert simulator.base_url("https://api.x.ai/") == simulator.url("xai")


def test_an_instant_simulator_answers_in_turn_without_looking(play):
    client = play(script(Turn(text="one"), Turn(text="two")), instant=True)
    bodies = [client.post("gemini", b"not even JSON").json() for _ in range(3)]
    assert [body["candidates"][0]["content"]["parts"][0]["text"] for body in bodies] == ["one", "two", "one"]


def test_growing_leaves_the_earlier_request_as_it_was(play):
    client = play(TALK)
    body = client.converse("openai", [])
    before = str(body)
    GROW["openai"](body, client.post("openai", body).json(), [("ok", False)])
    assert str(body) == before
