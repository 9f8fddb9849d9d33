"""`trace.jsonl`: what happened in a run, line by line, each written before the run goes on."""

import json
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final

from pydantic import JsonValue

from runner.api.contract import Clock
from runner.redact import without_key

TRACE_FILE: Final = "trace.jsonl"


class EvidenceError(Exception):
    """The evidence can't be written; the text says why."""


class Trace:
    """Appends events; the key is taken out of each. It is private: it holds raw responses, reasoning included.

    A line is written before the run goes on, so that it outlives the runner. Another thread waits for the disk, for a
    slow one would enter the wall time of the run; `flush` waits for all of it.
    """

    def __init__(self, folder: Path, key: str | None, clock: Clock) -> None:
        """Begin the trace of a run.

        Raises:
            EvidenceError: It can't be written.
        """
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_APPEND
        try:
            self._file: int | None = os.open(folder / TRACE_FILE, flags, 0o600)
        except OSError as error:
            raise EvidenceError(f"{TRACE_FILE}: {error.strerror}") from None
        self._key = key
        self._clock = clock
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="trace")
        self._syncing: list[Future[None]] = []

    def add(self, event: str, **members: JsonValue) -> None:
        """Add an event; after a failure no more is written.

        Raises:
            EvidenceError: It can't be written, or an earlier one did not get to the disk.
        """
        if self._file is None:
            return
        line = {"event": event, "at": stamp(self._clock), **members}
        data = without_key(json.dumps(line).encode(), self._key) + b"\n"
        try:
            while data:
                data = data[os.write(self._file, data) :]
            self._sync()
        except OSError as error:
            self.close()
            raise EvidenceError(f"{TRACE_FILE}: {error.strerror}") from None

    def flush(self) -> None:
        """Wait until every event is on the disk.

        Raises:
            EvidenceError: One did not get there.
        """
        try:
            for each in self._syncing:
                each.result()
        except OSError as error:
            self.close()
            raise EvidenceError(f"{TRACE_FILE}: {error.strerror}") from None

    def close(self) -> None:
        """End the trace."""
        if self._file is not None:
            self._worker.shutdown()
            os.close(self._file)
            self._file = None
            self._syncing.clear()

    def _sync(self) -> None:
        """Let the file be brought to the disk, unless that is about to begin; raise what an earlier time met."""
        assert self._file is not None
        for each in [one for one in self._syncing if one.done()]:
            self._syncing.remove(each)
            each.result()
        if all(each.running() for each in self._syncing):
            self._syncing.append(self._worker.submit(os.fsync, self._file))


def stamp(clock: Clock) -> str:
    """Return the time of day as records write it, in UTC to the millisecond."""
    return clock.utc().isoformat(timespec="milliseconds").replace("+00:00", "Z")


def body_members(body: bytes) -> Mapping[str, JsonValue]:
    """Return a body as members of an event: as text, or in hexadecimal where it is no UTF-8."""
    try:
        return {"body": body.decode("utf-8")}
    except UnicodeDecodeError:
        return {"body_hex": body.hex()}


def body_of(event: Mapping[str, JsonValue]) -> bytes:
    """Return the body that an event has among its members.

    Raises:
        KeyError: It has none.
        ValueError: It is no hexadecimal.
    """
    return str(event["body"]).encode() if "body" in event else bytes.fromhex(str(event["body_hex"]))


def events(path: Path) -> Iterator[dict[str, JsonValue]]:
    """Yield the events of a trace; a last line that a killed runner left unfinished is passed over.

    Raises:
        OSError: It can't be read.
        ValueError: Another line is no event.
    """
    *lines, _unfinished = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, start=1):
        try:
            event = json.loads(line)
        except ValueError as error:
            raise ValueError(f"{path.name}, line {number}: {error}") from None
        if not isinstance(event, dict):
            raise ValueError(f"{path.name}, line {number}: no object")
        yield event
