"""What goes over the wire, and how it ends: against sockets that say every byte themselves."""

import asyncio
import gzip

import httpx
import pytest

from runner.providers.contract import Request
from runner.providers.exchange import address_fault, open_sender
from tests.unit.exchange.wire import REQUEST, ROUTE, received, run, self_signed, serving, whole

KEY = "a" * 8 + "-not-a-real-key-" + "b" * 8


async def _sent(handle, *, key=KEY, times=1, within_ms=5000, tls=None, **options):
    """Returns what came of sending the same request some times."""
    async with serving(handle, tls) as address, open_sender(ROUTE, address, key, **options) as sender:
        return [await sender.send(REQUEST, within_ms) for _ in range(times)]


def test_a_request_is_sent_as_it_is_with_the_key_in_its_header_alone():
    seen = []

    async def handle(reader, writer):
        seen.append(await received(reader))
        writer.write(whole(b'{"ok":true}', "x-request-id: r1", "x-other: no"))

    (came,) = run(_sent(handle))
    head, body = seen[0]
    assert head.startswith("POST /v1/x HTTP/1.1\r\n")
    assert body == REQUEST.body
    lines = {line.split(": ")[0].lower(): line.split(": ")[1] for line in head.split("\r\n")[1:] if line}
    assert lines["authorization"] == f"Bearer {KEY}"
    assert lines["content-type"] == "application/json"
    assert lines["accept-encoding"] == "identity"
    assert sum(KEY in line for line in head.split("\r\n")) == 1
    assert (came.status, came.fault, came.body, dict(came.headers)) == (
        200,
        None,
        b'{"ok":true}',
        {"x-request-id": "r1"},
    )
    assert came.first_byte_ms is not None
    assert 0 <= came.first_byte_ms <= came.complete_ms


def test_no_key_header_without_a_key():
    heads = []

    async def handle(reader, writer):
        heads.append((await received(reader))[0])
        writer.write(whole(b"{}"))

    run(_sent(handle, key=None))
    assert "authorization" not in heads[0].lower()


def test_a_cookie_is_never_sent_back_and_no_connection_is_used_twice():
    heads, connections = [], []

    async def handle(reader, writer):
        connections.append(writer)
        while True:
            heads.append((await received(reader))[0])
            writer.write(whole(b"{}", "set-cookie: session=1; path=/"))

    came = run(_sent(handle, times=3))
    assert [one.status for one in came] == [200, 200, 200]
    assert len(heads) == len(connections) == 3
    assert not [head for head in heads if "cookie" in head.lower()]


def test_an_answer_stays_as_it_came():
    """What a model says goes back to it word for word."""

    async def handle(reader, writer):
        await received(reader)
        writer.write(whole(f'{{"text":"{KEY}"}}'.encode(), f"x-request-id: {KEY}"))

    (came,) = run(_sent(handle))
    assert came.body == f'{{"text":"{KEY}"}}'.encode()
    assert came.headers["x-request-id"] == "[removed]"
    assert KEY not in repr(came)


def test_the_key_is_taken_out_of_whatever_else_comes_back():
    async def handle(reader, writer):
        await received(reader)
        writer.write(whole(f'{{"error":"bad key {KEY}"}}'.encode(), f"x-request-id: {KEY}", status="401 No"))

    (came,) = run(_sent(handle))
    assert came.body == b'{"error":"bad key [removed]"}'
    assert came.headers["x-request-id"] == "[removed]"
    assert KEY not in repr(came)


def test_a_drip_that_never_ends_ends_at_the_deadline_with_what_came():
    async def handle(reader, writer):
        await received(reader)
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n")
        while True:
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.01)

    (came,) = run(_sent(handle, within_ms=300))
    assert (came.status, came.fault) == (200, "timeout")
    assert set(came.body) == {ord("x")}
    assert came.dispatched


def test_a_body_over_the_ceiling_is_not_read_to_its_end():
    async def handle(reader, writer):
        await received(reader)
        writer.write(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
        while True:
            writer.write(b"400\r\n" + b"x" * 1024 + b"\r\n")
            await writer.drain()

    (came,) = run(_sent(handle, ceiling_bytes=5000))
    assert (came.fault, came.body) == ("too-large", b"x" * 5000)


def test_a_body_at_the_ceiling_is_whole():
    async def handle(reader, writer):
        await received(reader)
        writer.write(whole(b"x" * 5000))

    (came,) = run(_sent(handle, ceiling_bytes=5000))
    assert (came.fault, len(came.body)) == (None, 5000)


def test_a_compressed_body_counts_by_what_it_holds():
    async def handle(reader, writer):
        await received(reader)
        writer.write(whole(gzip.compress(b"x" * 6000), "content-encoding: gzip"))

    (came,) = run(_sent(handle, ceiling_bytes=5000))
    assert (came.fault, came.body) == ("too-large", b"x" * 5000)


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        (b"", "reset"),
        (b"HTTP/1.1 20", "reset"),
        (b"no HTTP at all\r\n\r\n", "reset"),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345", "cut"),
        (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n12345\r\n", "cut"),
        (b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 5\r\n\r\n12345", "cut"),
    ],
)
def test_what_breaks_off_is_named(sent, fault):
    async def handle(reader, writer):
        await received(reader)
        writer.write(sent)

    (came,) = run(_sent(handle))
    assert (came.fault, came.dispatched) == (fault, True)
    assert came.detail


def test_cancellation_closes_the_connection():
    closed = asyncio.Event()

    async def handle(reader, writer):
        await received(reader)
        asked.set()
        assert await reader.read() == b""
        closed.set()

    async def cancelled():
        async with serving(handle) as address, open_sender(ROUTE, address, KEY) as sender:
            task = asyncio.create_task(sender.send(REQUEST, 60_000))
            await asked.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await closed.wait()

    asked = asyncio.Event()
    run(cancelled())
    assert closed.is_set()


def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path):
    """The key must not go to whoever answers at the address."""
    context = self_signed(tmp_path)
    heads = []

    async def handle(reader, writer):
        heads.append((await received(reader))[0])
        writer.write(whole(b"{}"))

    (came,) = run(_sent(handle, tls=context))
    assert (came.fault, came.dispatched, came.status) == ("connect", False, None)
    assert "CERTIFICATE_VERIFY_FAILED" in came.detail
    assert heads == []


@pytest.mark.parametrize(
    "address",
    [
        *("", "api.openai.com", "ftp://x", "http://", "http://u:p@h/", "http://h/?key=1", "http://h/#x", "http://[::"),
        *("http://127.0.0.1:99999", "http://h:0", "https://xn--.example", "https://a..example", f"https://{'a' * 64}"),
    ],
)
def test_an_address_that_is_none_is_refused(address):
    assert address_fault(address)

    async def opened():
        async with open_sender(ROUTE, address, KEY):
            pass

    with pytest.raises(ValueError, match="address"):
        run(opened())


def test_a_host_that_does_not_exist_is_no_connection():
    async def sent():
        async with open_sender(ROUTE, "http://nowhere.invalid", KEY) as sender:
            return await sender.send(Request("/", {}, b"{}"), 5000)

    came = run(sent())
    assert (came.fault, came.dispatched) == ("connect", False)


def test_a_failure_that_nobody_has_thought_of_is_no_connection(monkeypatch):
    def stream(self, *words, **more):
        raise ExceptionGroup("all at once", [OverflowError("port must be 0-65535")])

    monkeypatch.setattr(httpx.AsyncClient, "stream", stream)

    async def sent():
        async with open_sender(ROUTE, "http://127.0.0.1:9", KEY) as sender:
            return await sender.send(REQUEST, 1_000)

    came = run(sent())
    assert (came.fault, came.dispatched) == ("connect", False)
    assert came.detail == "ExceptionGroup: all at once (1 sub-exception)"


def test_addresses_that_can_be_tried_are():
    for address in ("https://api.openai.com", "http://127.0.0.1:65535/v1", "http://[::1]:1", f"https://{'a' * 63}.b"):
        assert address_fault(address) is None
