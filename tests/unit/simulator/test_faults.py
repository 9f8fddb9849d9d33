"""Every fault arrives at the client as it would from a broken provider, and the simulator ends with the test."""

import json
import socket
import threading
import time
from typing import Any

import httpx
import pytest

from tests.simulator.client import Client
from tests.simulator.facts import PROVIDERS, table
from tests.simulator.script import Call, Cut, Drip, Error, Huge, Raw, Reset, Stall, Turn, script
from tests.simulator.server import Simulator

GOOD = Turn(text="A whole answer.")


def send(client: Any, provider: str = "openai") -> httpx.Response:
    """Send the first request of a conversation."""
    response: httpx.Response = client.post(provider, client.converse(provider, []))
    return response


ERRORS = [(name, int(status)) for name in PROVIDERS for status in table("errors.json")[name]["bodies"]]


@pytest.mark.parametrize(("provider", "status"), ERRORS)
def test_an_error_has_the_providers_own_body(play, provider, status):
    client = play(script(Error(status, "too much")))
    response = send(client, provider)
    assert response.status_code == status
    template = json.dumps(table("errors.json")[provider]["bodies"][str(status)])
    request_id = response.headers.get("request-id", "none")
    assert response.json() == json.loads(template.replace('"@"', '"too much"').replace('"#"', f'"{request_id}"'))
    entry = client.simulator.log[0]
    assert (entry.fault, entry.status, entry.rule) == ("error", status, None)


def test_an_error_may_have_a_body_and_headers_of_its_own(play):
    response = send(play(script(Error(502, body=b"<html>bad gateway</html>", headers={"retry-after": "9"}))))
    assert (response.status_code, response.content) == (502, b"<html>bad gateway</html>")
    assert response.headers["retry-after"] == "9"


@pytest.mark.parametrize("provider", PROVIDERS)
def test_an_error_may_repeat_the_key(play, provider):
    client = play(script(Error(400, "wrong key", echo_key=True)))
    assert client.simulator.key(provider) in send(client, provider).text


@pytest.mark.parametrize("chunked", [False, True])
def test_a_cut_body_breaks_the_protocol(play, chunked):
    client = play(script(Cut(GOOD, chunked=chunked)))
    with pytest.raises(httpx.RemoteProtocolError):
        send(client)
    assert client.simulator.log[0].fault == "cut"


@pytest.mark.parametrize("where", ["headers", "body"])
def test_a_stall_lasts_until_the_client_leaves(play, where):
    client = play(script(Stall(GOOD, where)))
    client.http.timeout = httpx.Timeout(10, read=0.2)
    with pytest.raises(httpx.ReadTimeout):
        send(client)


def test_a_drip_is_never_silent_for_long_and_ends_whole(play):
    client = play(script(Drip(GOOD, bytes_at_once=200, pause_s=0.005)))
    client.http.timeout = httpx.Timeout(10, read=5)
    assert send(client).json()["status"] == "completed"


@pytest.mark.parametrize("after", [0, 40])
def test_a_reset_is_an_error_of_the_connection(play, after):
    client = play(script(Reset(GOOD, after_bytes=after)))
    with pytest.raises((httpx.ReadError, httpx.RemoteProtocolError)):
        send(client)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"<html></html>"])
def test_raw_bytes_arrive_as_they_are(play, body):
    response = send(play(script(Raw(body, content_type="text/html"))))
    assert (response.status_code, response.content) == (200, body)
    assert response.headers["content-type"] == "text/html"


def test_a_huge_body_is_made_while_it_is_sent(play):
    client = play(script(Huge(3_000_000)))
    assert len(send(client).content) == 3_000_000
    assert client.simulator.log[0].answer == b""


def test_a_fault_in_the_middle_follows_good_turns(play):
    client = play(script(Turn(calls=(Call("list"),)), Error(529)))
    body = client.converse("anthropic", [[("a", False)]])
    assert client.post("anthropic", body).status_code == 529
    assert [entry.fault for entry in client.simulator.log] == [None, "error"]
    assert len(client.simulator.log.answers) == 1


def test_malformed_arguments_are_sent_as_text(play):
    answer = send(play(script(Turn(calls=(Call("box", '{"label": '),))))).json()
    assert answer["output"][0]["arguments"] == '{"label": '


def test_leaving_ends_every_thread_and_connection():
    before = set(threading.enumerate())
    with Simulator(script(Stall())) as simulator:
        idle = socket.create_connection(("127.0.0.1", int(simulator.url("openai").split(":")[2].split("/")[0])))
        while len(set(threading.enumerate()) - before) < 2:
            time.sleep(0.001)
    assert set(threading.enumerate()) == before
    assert idle.recv(1) == b""
    idle.close()


def test_a_bug_of_the_simulator_is_raised_at_its_end(http):
    with pytest.raises(AssertionError, match="the simulator broke"):  # noqa: SIM117 - the order is the point.
        with Simulator(script(Turn(usage=object()))) as simulator:  # type: ignore[arg-type]
            with pytest.raises(httpx.RemoteProtocolError):
                send(Client(simulator, http))


def test_the_log_names_what_was_refused_and_noted(play):
    client = play(script(GOOD))
    body = client.converse("openai", [])
    client.post("openai", body | {"store": True})
    client.post("openai", body | {"temperature": 0})
    with pytest.raises(AssertionError, match=r"1: 400 sampling: (.|\n)*0: noted stored"):
        client.simulator.log.require_clean()
