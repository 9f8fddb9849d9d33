"""A list of calls, replayed as if a model had made them."""

import json

import pytest

from runner.calls import Call, parse_calls
from runner.providers.contract import Answer, ContinuationError, Conversation, Tool, ToolResult, Turn
from runner.providers.exchange import open_sender
from runner.providers.scripted import LAST_WORDS, Scripted
from tests.unit.exchange.wire import run

CALLS = (Call(tool="cad.box", args={"size": [1, 2.5, 3]}), Call(tool="gone", args={}))
TOOLS = (Tool("cad.box", "A box.", {"type": "object", "properties": {}}),)


def _answers(scripted):
    """Returns the answers of a whole conversation, each request sent as the loop sends it."""
    carried = scripted.carry(TOOLS)
    conversation = Conversation("Build.", "A box, please.")
    answers: list[Answer] = []
    bodies = []

    async def talk(conversation):
        async with open_sender(scripted.route, "", None) as sender:
            while not answers or answers[-1].calls:
                request = scripted.request("list", {}, carried, conversation, 100)
                bodies.append(json.loads(request.body))
                came = await sender.send(request, 1000)
                assert (came.status, came.fault, came.dispatched) == (200, None, True)
                answers.append(scripted.read(came.body, carried))
                results = tuple(ToolResult(call, "done", False) for call in answers[-1].calls)
                turns = (*conversation.turns, Turn(answers[-1].continuation, results))
                conversation = Conversation(conversation.system, conversation.prompt, turns)

    run(talk(conversation))
    return answers, bodies


def test_the_calls_come_one_a_turn_and_then_an_answer():
    answers, bodies = _answers(Scripted(CALLS))
    assert [answer.stop for answer in answers] == ["tool_calls", "tool_calls", "answered"]
    first, second = answers[0].calls[0], answers[1].calls[0]
    assert (first.tool, first.sent_name, first.arguments) == ("cad.box", "cad_box", {"size": [1, 2.5, 3]})
    assert (second.tool, second.sent_name) == (None, "gone")
    assert first.id != second.id
    assert answers[2].text == LAST_WORDS
    assert [len(body["turns"]) for body in bodies] == [0, 1, 2]
    assert bodies[1]["turns"][0]["results"] == ["done"]


def test_nothing_is_known_of_its_usage():
    answers, _ = _answers(Scripted(CALLS))
    for answer in answers:
        usage = answer.usage
        assert {usage.input, usage.output, usage.cached_read, usage.cache_write, usage.reasoning} == {None}
        assert usage.missing["input"] == "no model was asked: the calls were written by hand"
        assert answer.model is None
        assert answer.provider_ticks is None


def test_a_result_for_another_call_is_refused():
    scripted = Scripted(CALLS)
    carried = scripted.carry(TOOLS)
    answer = scripted.read(b'{"calls": [{"id": "call-1", "tool": "cad.box", "args": {}}], "text": ""}', carried)
    turn = Turn(answer.continuation, ())
    with pytest.raises(ContinuationError):
        scripted.request("list", {}, carried, Conversation("", "", (turn,)), 1)


def test_it_takes_no_settings():
    assert len(Scripted().check_settings({"effort": "low"})) == 1
    assert Scripted().check_settings({}) == ()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (b"[]", "no list of calls"),
        (b"{", "JSON"),
        (b'[{"tool": "box"}]', "/0/args"),
        (b'[{"tool": "box", "args": {}, "more": 1}]', "/0/more"),
    ],
)
def test_what_is_no_list_of_calls_is_told(text, place):
    with pytest.raises(ValueError, match=place):
        parse_calls(text)
