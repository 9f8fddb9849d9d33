"""Sends one request and returns what came of it. One request is one exchange: nothing is ever sent twice.

Each exchange has a connection of its own: a kept one that the provider has just closed would end a run, as there is no
second try. What can go wrong is a value, never an exception; cancellation closes the connection.
"""

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Literal, Protocol

import httpx

from runner.providers.contract import Request, Route
from runner.redact import without_key

Fault = Literal["connect", "timeout", "cut", "reset", "too-large"]
"""No connection; not done in time; the body broke off; the connection broke before a status; the body passes the
ceiling."""

CEILING_BYTES = 32 * 2**20
"""Largest response body."""
_HEADER_CHARACTERS = 200
_LABEL_CHARACTERS = 63
_LAST_PORT = 65_535
_OK = 200
_NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Exchanged:
    """What came of one request; the key is in no part of it but perhaps the body of a whole answer."""

    dispatched: bool
    """Whether a byte of the request may have left this machine."""
    complete_ms: int
    """From the request's first byte to the whole response or the fault; without such a byte, from the start."""
    first_byte_ms: int | None = None
    """From the request's first byte to the response's status; None where none came."""
    status: int | None = None
    """HTTP status; None where none came."""
    headers: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    """The response headers that the route names, by lower-case name."""
    body: bytes = field(default=b"", repr=False)
    """The body; after a fault as much of it as came. That of a whole answer is as it came: it goes back verbatim."""
    fault: Fault | None = None
    """What went wrong with the exchange itself; an HTTP error is no fault."""
    detail: str = ""
    """What the fault was, for people."""


class Sender(Protocol):
    """Who sends the requests of a run."""

    async def send(self, request: Request, within_ms: int) -> Exchanged:
        """Return what came of the request by the deadline, however slowly it drips in."""


@asynccontextmanager
async def open_sender(
    route: Route, base_url: str, key: str | None, ceiling_bytes: int = CEILING_BYTES
) -> AsyncIterator[Sender]:
    """Open what sends to a provider; its connections are closed at the end.

    Raises:
        ValueError: The key or the address can't be used; the text doesn't show the key.
    """
    if route.replay is not None:
        yield _Replay(route)
        return
    headers = _key_header(route, key)
    url = _checked(base_url)
    jar = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    async with httpx.AsyncClient(
        cookies=jar,
        follow_redirects=False,
        limits=httpx.Limits(max_keepalive_connections=0),
        timeout=None,
        trust_env=False,
        verify=_trusted(),
    ) as client:
        yield _Http(client, route, url, headers, key, ceiling_bytes)


@cache
def _trusted() -> ssl.SSLContext:
    """Return who is trusted; reading the list takes longer than most exchanges with a server at hand."""
    return httpx.create_ssl_context(trust_env=False)


def _key_header(route: Route, key: str | None) -> dict[str, str]:
    if route.key_header is None or key is None:
        return {}
    if not key or not key.isascii() or not key.isprintable() or key != key.strip():
        raise ValueError("the key has characters that no HTTP header can carry: is it cut, quoted or padded?")
    return {route.key_header: route.key_prefix + key}


def address_fault(base_url: str) -> str | None:
    """Return why no request can be sent to a base address; None where one can be tried."""
    try:
        url = httpx.URL(base_url)
        host, port = url.host, url.port
    except (httpx.InvalidURL, ValueError) as error:
        return f"{base_url!r} is no address: {error}"
    if url.scheme not in ("http", "https") or not host or url.userinfo or url.query or url.fragment:
        return f"{str(url.copy_with(userinfo=b''))!r} is no plain http or https address"
    if port is not None and not 0 < port <= _LAST_PORT:
        return f"{base_url!r} is no address: there is no port {port}"
    if any(not 0 < len(label) <= _LABEL_CHARACTERS for label in host.rstrip(".").split(".")):
        return f"{base_url!r} is no address: a part of the host's name is empty or too long"
    return None


def _checked(base_url: str) -> str:
    if fault := address_fault(base_url):
        raise ValueError(fault)
    return base_url.rstrip("/")


@dataclass(frozen=True, slots=True)
class _Replay:
    route: Route

    async def send(self, request: Request, within_ms: int) -> Exchanged:
        assert self.route.replay is not None
        started = time.monotonic_ns()
        body = self.route.replay(request)
        spent = _since(started)
        return Exchanged(True, spent, first_byte_ms=spent, status=200, body=body)


@dataclass(slots=True)
class _Progress:
    """What an exchange has come to; it outlives a time-out."""

    started: int
    dispatched: bool = False
    first_byte_ms: int | None = None
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    body: bytearray = field(default_factory=bytearray)

    async def trace(self, event: str, _: Mapping[str, object]) -> None:
        """Take note of the moment before the request's first byte."""
        if event.endswith(".send_request_headers.started"):
            self.started = time.monotonic_ns()
            self.dispatched = True


@dataclass(frozen=True, slots=True)
class _Http:
    client: httpx.AsyncClient
    route: Route
    base_url: str
    key_headers: Mapping[str, str] = field(repr=False)
    key: str | None = field(repr=False)
    ceiling_bytes: int

    async def send(self, request: Request, within_ms: int) -> Exchanged:
        progress = _Progress(time.monotonic_ns())
        try:
            async with asyncio.timeout(within_ms / 1000):
                whole = await self._receive(request, progress)
        except TimeoutError:
            return self._result(progress, "timeout", f"no whole response within {within_ms} ms")
        except Exception as error:  # the network and its libraries have too many ways to fail to name them
            return self._result(progress, _fault(progress), f"{type(error).__name__}: {error}")
        if not whole:
            return self._result(progress, "too-large", f"the response is larger than {self.ceiling_bytes} bytes")
        return self._result(progress, None, "")

    async def _receive(self, request: Request, progress: _Progress) -> bool:
        """Receive the response; False once its body passes the ceiling."""
        headers = {
            "accept-encoding": "identity",
            "connection": "close",
            "user-agent": "fairtrial",
            **request.headers,
            **self.key_headers,
        }
        async with self.client.stream(
            "POST",
            self.base_url + request.path,
            content=request.body,
            headers=headers,
            extensions={"trace": progress.trace},
        ) as response:
            progress.first_byte_ms = _since(progress.started)
            progress.status = response.status_code
            progress.headers = self._kept(response.headers)
            async for chunk in response.aiter_bytes():
                room = self.ceiling_bytes - len(progress.body)
                progress.body += chunk[:room]
                if len(chunk) > room:
                    return False
        return True

    def _kept(self, headers: httpx.Headers) -> Mapping[str, str]:
        found = {name: headers[name][:_HEADER_CHARACTERS] for name in self.route.request_id_headers if name in headers}
        return {name: self._clean(value) for name, value in found.items()}

    def _result(self, progress: _Progress, fault: Fault | None, detail: str) -> Exchanged:
        body, answered = bytes(progress.body), fault is None and progress.status == _OK
        return Exchanged(
            dispatched=progress.dispatched,
            complete_ms=_since(progress.started),
            first_byte_ms=progress.first_byte_ms,
            status=progress.status,
            headers=progress.headers,
            body=body if answered else without_key(body, self.key),
            fault=fault,
            detail=self._clean(detail),
        )

    def _clean(self, text: str) -> str:
        return without_key(text.encode("utf-8", "replace"), self.key).decode("utf-8", "replace")


def _fault(progress: _Progress) -> Fault:
    if not progress.dispatched:
        return "connect"
    return "reset" if progress.status is None else "cut"


def _since(started_ns: int) -> int:
    """Return the whole milliseconds since then, rounded half to even."""
    return round((time.monotonic_ns() - started_ns) / 1_000_000)
