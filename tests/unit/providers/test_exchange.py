"""One request is one exchange, and whatever goes wrong with it is a value."""

import pytest

from tests.simulator.script import Cut, Drip, Error, Huge, Raw, Reset, Stall, Turn, script
from tests.unit.providers.talking import Talk

WHOLE = Turn(text="Done.")


@pytest.mark.parametrize(
    ("step", "status", "fault"),
    [
        (WHOLE, 200, None),
        (Error(500), 500, None),
        (Raw(b"", 204), 204, None),
        (Cut(WHOLE), 200, "cut"),
        (Cut(WHOLE, keep=0.0), 200, "cut"),
        (Cut(WHOLE, chunked=True), 200, "cut"),
        (Stall(WHOLE), None, "timeout"),
        (Stall(WHOLE, where="body"), 200, "timeout"),
        (Drip(WHOLE), 200, "timeout"),
        (Reset(WHOLE), None, "reset"),
        (Reset(WHOLE, after_bytes=200), 200, "cut"),
        (Huge(300_000), 200, "too-large"),
    ],
    ids=lambda value: type(value).__name__.lower() if not isinstance(value, int | str | None) else str(value),
)
def test_what_goes_wrong_is_named_and_nothing_is_sent_twice(simulate, step, status, fault):
    talk = Talk(simulate(script(step, then=WHOLE)), "openai")
    came = talk.send(within_ms=700)
    assert (came.status, came.fault, came.dispatched) == (status, fault, True)
    assert bool(came.detail) is bool(fault)
    assert len(talk.simulator.log) == 1


def test_what_came_before_a_cut_is_kept(simulate):
    talk = Talk(simulate(script(Cut(WHOLE, keep=0.5))), "anthropic")
    came = talk.send()
    meant = talk.simulator.log[0].answer
    assert came.body == meant[: len(came.body)]
    assert 0 < len(came.body) < len(meant)


def test_a_redirect_is_an_answer_and_is_not_followed(simulate):
    aim = simulate(script(WHOLE))
    talk = Talk(simulate(script(Error(307, headers={"location": f"{aim.url('openai')}/v1/responses"}))), "openai")
    assert talk.send().status == 307
    assert len(aim.log) == 0


def test_no_connection_means_that_nothing_was_sent(simulate):
    simulator = simulate(script(WHOLE))
    talk = Talk(simulator, "openai")
    simulator.__exit__(None, None, None)
    came = talk.send()
    assert (came.status, came.fault, came.dispatched) == (None, "connect", False)


def test_proxies_of_the_environment_are_not_used(simulate, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    assert Talk(simulate(script(WHOLE)), "openai").send().status == 200


def test_the_key_is_in_its_header_and_nowhere_else(simulate):
    for provider, name in (("openai", "authorization"), ("anthropic", "x-api-key"), ("gemini", "x-goog-api-key")):
        talk = Talk(simulate(script(WHOLE)), provider)
        talk.send()
        (entry,) = talk.simulator.log
        key = talk.simulator.key(provider)
        assert [header for header, value in entry.headers if key in value] == [name]
        assert key.encode() not in entry.body
        assert key not in entry.path


@pytest.mark.parametrize("key", ["", " blank-before", "zwei\nZeilen", "schlüssel"])
def test_a_key_that_no_header_can_carry_is_refused_unseen(simulate, key, monkeypatch):
    simulator = simulate(script(WHOLE))
    monkeypatch.setattr(type(simulator), "key", lambda self, provider: key)
    with pytest.raises(ValueError, match="no HTTP header can carry") as caught:
        Talk(simulator, "openai").send()
    assert not key.strip() or key not in str(caught.value)


def test_the_ids_of_a_request_are_kept_and_nothing_else(simulate):
    talk = Talk(
        simulate(
            script(Turn(text="Done.", headers={"set-cookie": "a=b", "x-other": "c", "openai-processing-ms": "7"}))
        ),
        "openai",
    )
    assert set(talk.send().headers) == {"x-request-id", "openai-processing-ms"}
