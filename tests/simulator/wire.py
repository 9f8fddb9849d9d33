"""Sockets: requests read with the standard library, answers written as the step of the script says, faults included."""

import json
import socket
import socketserver
import struct
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.simulator.script import Cut, Drip, Huge, Reset, Stall, Step


def encoded(value: Any) -> bytes:
    """Return JSON as the providers send it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, and the step that says how it is sent."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    content_type: str
    step: Step


Answer = Callable[[str, str, tuple[tuple[str, str], ...], bytes], Reply]


class Listener(socketserver.ThreadingMixIn, socketserver.TCPServer):
    """Threads that answer on a free port of 127.0.0.1, all of them ended by `stop`."""

    allow_reuse_address = True
    daemon_threads = False
    block_on_close = True
    request_queue_size = 64

    def __init__(self, answer: Answer) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = answer
        self.port: int = self.server_address[1]
        self.stopping = threading.Event()
        self.crashes: list[str] = []
        self._open: set[socket.socket] = set()
        self._guard = threading.Lock()
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, name="simulator")

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def stop(self) -> None:
        """End every thread and close every connection."""
        self.stopping.set()
        self.shutdown()
        self._thread.join()
        with self._guard:
            for connection in self._open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue
        self.server_close()

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer on a connection that `stop` knows of."""
        with self._guard:
            self._open.add(request)
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._guard:
                self._open.discard(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Keep what broke, unless the client left."""
        text = traceback.format_exc()
        if not any(name in text for name in ("BrokenPipeError", "ConnectionResetError", "ConnectionAbortedError")):
            self.crashes.append(text)


class Handler(BaseHTTPRequestHandler):
    """One connection, kept alive until a fault or the client ends it."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: Listener

    def handle_one_request(self) -> None:
        """Answer a request, or end quietly when the connection is gone."""
        try:
            super().handle_one_request()
        except ConnectionError:
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def version_string(self) -> str:
        """Return no version."""
        return "simulator"

    def do_POST(self) -> None:
        """Answer."""
        self._any()

    def do_GET(self) -> None:
        """Answer."""
        self._any()

    def _any(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = tuple((name.lower(), value) for name, value in self.headers.items())
        reply = self.server.answer(self.command, self.path, headers, body)
        match reply.step:
            case Cut() as step:
                self._cut(reply, step)
            case Stall() as step:
                self._stall(reply, step)
            case Drip() as step:
                self._drip(reply, step)
            case Reset() as step:
                self._reset(reply, step)
            case Huge() as step:
                self._write(reply, step.size_bytes, _huge(step.size_bytes))
            case _:
                self._write(reply, len(reply.body), [reply.body])

    def _head(self, reply: Reply, length: int | None) -> None:
        self.send_response(reply.status)
        self.send_header("content-type", reply.content_type)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if length is None:
            self.send_header("transfer-encoding", "chunked")
        else:
            self.send_header("content-length", str(length))
        self.end_headers()

    def _write(self, reply: Reply, length: int, pieces: Any) -> None:
        self._head(reply, length)
        for piece in pieces:
            self.wfile.write(piece)
        self.wfile.flush()

    def _cut(self, reply: Reply, step: Cut) -> None:
        kept = reply.body[: int(len(reply.body) * step.keep)]
        self._head(reply, None if step.chunked else len(reply.body))
        self.wfile.write(b"%x\r\n%b" % (len(reply.body), kept) if step.chunked else kept)
        self.wfile.flush()
        self.close_connection = True

    def _stall(self, reply: Reply, step: Stall) -> None:
        if step.where == "body":
            self._head(reply, len(reply.body))
            self.wfile.write(reply.body[: len(reply.body) // 2])
            self.wfile.flush()
        while not self.server.stopping.is_set() and not self._client_left(0.02):
            pass
        self.close_connection = True

    def _drip(self, reply: Reply, step: Drip) -> None:
        self._head(reply, len(reply.body))
        self.wfile.flush()
        for start in range(0, len(reply.body), step.bytes_at_once):
            self.wfile.write(reply.body[start : start + step.bytes_at_once])
            self.wfile.flush()
            if self._client_left(step.pause_s) or self.server.stopping.is_set():
                self.close_connection = True
                return

    def _reset(self, reply: Reply, step: Reset) -> None:
        if step.after_bytes:
            self._head(reply, len(reply.body))
            self.wfile.write(reply.body[: step.after_bytes])
            self.wfile.flush()
        # Closing with linger 0 sends a reset instead of an orderly end.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True

    def _client_left(self, within_s: float) -> bool:
        self.connection.settimeout(within_s)
        try:
            seen: bytes = self.connection.recv(1, socket.MSG_PEEK)
            return seen == b""
        except TimeoutError:
            return False
        except OSError:
            return True
        finally:
            self.connection.settimeout(None)


def _huge(size_bytes: int) -> Iterator[bytes]:
    opening = b'{"id":"'
    yield opening[:size_bytes]
    left = size_bytes - len(opening)
    while left > 0:
        yield b"x" * min(left, 65_536)
        left -= 65_536
