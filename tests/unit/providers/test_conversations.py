"""The adapters against the simulated providers, which were written apart from them."""

import json
from itertools import pairwise

import pytest

from runner.providers import ADAPTERS
from runner.providers.contract import ContinuationError, Conversation, Image, ToolResult, Turn
from tests.simulator import sdk
from tests.simulator.facts import PROVIDERS, table
from tests.simulator.mutations import RESULTS, TALK
from tests.simulator.script import Call, Error, script
from tests.simulator.script import Turn as Step
from tests.unit.providers.talking import PNG, Talk

SEALED = [name for name in PROVIDERS if name != "openai-compatible"]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_conversation_goes_through_with_nothing_to_remark(simulate, provider):
    """Parallel calls, an error, reasoning, a letter with dots: every request is as the provider wants it."""
    talk = Talk(simulate(TALK), provider)
    last = talk.whole(RESULTS)
    talk.simulator.log.require_clean()
    assert [entry.turns for entry in talk.simulator.log] == [0, 1, 2, 3]
    assert (last.stop, last.text, last.calls) == ("answered", "Done.", ())
    calls = [[(call.tool, call.arguments) for call in answer.calls] for answer in talk.answers]
    assert calls == [
        [("box", {"label": "a", "size": [1, 2, 3]})],
        [("box", {"label": "b"}), ("list", {}), ("box", {"label": "ü"})],
        [("list", {})],
        [],
    ]
    assert [answer.stop for answer in talk.answers] == ["tool_calls"] * 3 + ["answered"]
    assert talk.answers[0].text == "First the body."
    # The third answer of the script counts reasoning tokens and holds no reasoning: where that shows, it is said.
    flags = ["the response reports reasoning tokens, but its calls came without a reasoning item"]
    expected = flags if provider in ("openai", "xai") else []
    assert [list(answer.flags) for answer in talk.answers] == [[], [], expected, []]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_requests_fit_the_official_types(simulate, provider):
    talk = Talk(simulate(TALK), provider)
    talk.whole(RESULTS)
    for entry in talk.simulator.log:
        sdk.check_request(provider, entry.body)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_request_begins_as_the_one_before_it(simulate, provider):
    """Turns are only appended: up to the end of its conversation a request is the same, byte for byte."""
    talk = Talk(simulate(TALK), provider)
    talk.whole(RESULTS)
    bodies = [entry.json for entry in talk.simulator.log]
    name = next(name for name in ("input", "messages", "contents") if name in bodies[0])
    for before, after in pairwise(bodies):
        assert json.dumps(after[name][: len(before[name])]) == json.dumps(before[name])
        rest = {key: value for key, value in after.items() if key != name}
        assert json.dumps(rest) == json.dumps({key: value for key, value in before.items() if key != name})


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_picture_reaches_the_model_as_a_picture(simulate, provider):
    """Case 069: in the provider's own form, and its base64 in no text."""
    talk = Talk(simulate(script(Step(calls=(Call("list"), Call("list"))), Step(text="Seen."))), provider)
    talk.ask()
    talk.reply(("One box.", False, (Image("image/png", PNG),)), ("", False))
    talk.ask()
    talk.simulator.log.require_clean()
    sdk.check_request(provider, talk.simulator.log[1].body)
    assert talk.simulator.log[1].body.count(PNG.encode()) == 1
    assert b"One box." in talk.simulator.log[1].body


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_picture_of_a_kind_that_is_not_taken_becomes_a_note(simulate, provider):
    talk = Talk(simulate(script(Step(calls=(Call("list"),)), Step(text="Seen."))), provider)
    talk.ask()
    talk.reply(("", False, (Image("image/tiff", PNG),)))
    talk.ask()
    talk.simulator.log.require_clean()
    assert PNG.encode() not in talk.simulator.log[1].body
    assert b"[An image of the type image/tiff is not shown.]" in talk.simulator.log[1].body


@pytest.mark.parametrize("provider", PROVIDERS)
def test_an_error_without_a_word_is_still_an_error(simulate, provider):
    talk = Talk(simulate(script(Step(calls=(Call("list"),)), Step(text="Seen."))), provider)
    talk.ask()
    talk.reply(("", True))
    talk.ask()
    talk.simulator.log.require_clean()
    assert b"The tool failed and said nothing." in talk.simulator.log[1].body


@pytest.mark.parametrize(
    ("provider", "row"),
    [
        pytest.param(name, row, id=f"{name}-{row['stop']}-{'calls' if row['calls'] else 'text'}-{number}")
        for name in PROVIDERS
        for number, row in enumerate(table("stops.json")[name])
    ],
)
def test_every_stop_word_has_its_meaning(simulate, provider, row):
    calls = (Call("list"),) if row["calls"] else ()
    step = Step(
        text="" if calls else "Half.", calls=calls, stop=row["stop"], refusal="No." if row.get("refusal") else ""
    )
    answer = Talk(simulate(script(step)), provider).ask()
    kinds = row["kind"] if isinstance(row["kind"], list) else [row["kind"]]
    assert answer.stop in kinds


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("status", [400, 401, 403, 404, 413, 429, 500, 503, 529])
def test_an_error_is_read_and_holds_no_key(simulate, provider, status):
    talk = Talk(simulate(script(Error(status, "You can't.", echo_key=True))), provider)
    came = talk.send()
    assert came.status == status
    assert talk.simulator.key(provider).encode() in talk.simulator.log[0].answer
    assert talk.simulator.key(provider).encode() not in came.body
    failure = talk.adapter.failure(status, came.body)
    assert (failure.status, failure.message[:10]) == (status, "You can't.")
    assert talk.simulator.key(provider)[-12:] not in failure.message


def test_a_turn_that_is_paused_goes_on(simulate):
    talk = Talk(simulate(script(Step(text="Half.", stop="pause_turn"), Step(text="Whole."))), "anthropic")
    assert talk.ask().stop == "paused"
    talk.reply()
    assert talk.ask().text == "Whole."
    talk.simulator.log.require_clean()


@pytest.mark.parametrize("provider", SEALED)
def test_reasoning_that_was_lost_is_never_sent(simulate, provider):
    """xAI would answer as if nothing were wrong, only worse; so the guard stands before every request."""
    talk = Talk(simulate(TALK), provider)
    talk.ask()
    talk.reply(("ok", False))
    turn = talk.conversation.turns[0]
    kept = [_without_reasoning(block) for block in turn.continuation if not _is_reasoning(block)]
    talk.conversation = Conversation("s", "p", (Turn(tuple(kept), turn.results),))
    with pytest.raises(ContinuationError, match="reasoning blocks"):
        talk.send()
    assert len(talk.simulator.log) == 1


def _is_reasoning(block):
    return block.get("type") in ("reasoning", "thinking", "redacted_thinking")


def _without_reasoning(block):
    if "content" not in block or not isinstance(block["content"], dict):
        return block
    parts = [
        {key: value for key, value in part.items() if key != "thoughtSignature"} for part in block["content"]["parts"]
    ]
    return {**block, "content": {**block["content"], "parts": parts}}


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("results", [[], [("a", False), ("b", False)]], ids=["fewer", "more"])
def test_every_call_has_one_result_or_nothing_is_sent(simulate, provider, results):
    talk = Talk(simulate(script(Step(calls=(Call("list"),)))), provider)
    answer = talk.ask()
    given = tuple(ToolResult(answer.calls[0], text, failed) for text, failed in results)
    talk.conversation = Conversation("s", "p", (Turn(answer.continuation, given),))
    with pytest.raises(ContinuationError, match="calls goes back with"):
        talk.send()


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("file", ["065-names-a-provider-refuses.mcp.json", "067-keywords-a-provider-refuses.mcp.json"])
def test_tools_of_any_server_are_accepted(simulate, provider, file, listed):
    talk = Talk(simulate(script(Step(text="Done."))), provider, listed(file))
    talk.ask()
    talk.simulator.log.require_clean()
    sdk.check_request(provider, talk.simulator.log[0].body)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_tool_is_called_under_its_true_name(simulate, provider, listed):
    """Case 065: the model calls the name it was sent, the server is called by its own."""
    tools = listed("065-names-a-provider-refuses.mcp.json")
    sent = {true: name for name, true in ADAPTERS[provider].carry(tools).names.items()}
    assert set(sent) == {"cad.measure", "cad/export", "Render view", "größe", "ok_tool"}
    assert sent["ok_tool"] == "ok_tool"
    assert len(set(sent.values())) == 5
    asked = script(Step(calls=tuple(Call(name, {"part": "p"}) for name in sent.values())))
    assert [call.tool for call in Talk(simulate(asked), provider, tools).ask().calls] == list(sent)
    unheard = Talk(simulate(script(Step(calls=(Call("cad_fly"),)))), provider, tools).ask()
    assert [(call.tool, call.sent_name) for call in unheard.calls] == [(None, "cad_fly")]
