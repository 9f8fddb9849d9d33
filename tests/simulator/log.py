"""Every request as it came, and what became of it: the oracle of a test."""

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """One request."""

    number: int
    """Place in the order of arrival, from 0."""
    at_ns: int
    """Monotonic clock at its arrival."""
    provider: str
    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    """Names in lower case, as often as they came."""
    body: bytes
    status: int | None
    """Status that it got; None where the connection broke before one was sent."""
    rule: str | None
    """Rule of the provider that it breaks, None where it was accepted."""
    message: str
    """What the refusal says."""
    notes: tuple[str, ...]
    """What the provider accepts or passes over in silence and our protocol does not allow, as `rule: where`."""
    model: str | None
    script: int | None
    """Which script of the model answered, from 0."""
    turns: int | None
    """Model turns that the request holds, which is the step that answered."""
    fault: str | None
    """Kind of the step where it was no turn."""
    answer: bytes
    """The body as it was meant; a fault may have sent less."""
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def json(self) -> Any:
        """Return the body of the request."""
        return json.loads(self.body)

    @property
    def answered(self) -> Any:
        """Return the body of the answer."""
        return json.loads(self.answer)

    def header(self, name: str) -> str | None:
        """Return the first header of that name."""
        return next((value for key, value in self.headers if key == name.lower()), None)


class Log:
    """The requests of a simulator, in the order of their arrival."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._lock = threading.Lock()

    def add(self, entry: Entry) -> None:
        """Append an entry."""
        with self._lock:
            self._entries.append(entry)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return all entries."""
        with self._lock:
            return tuple(sorted(self._entries, key=lambda entry: entry.number))

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __getitem__(self, index: int) -> Entry:
        return self.entries[index]

    @property
    def refused(self) -> tuple[Entry, ...]:
        """Return the requests that broke a rule."""
        return tuple(entry for entry in self if entry.rule is not None)

    @property
    def notes(self) -> tuple[str, ...]:
        """Return every note of every request."""
        return tuple(note for entry in self for note in entry.notes)

    @property
    def answers(self) -> tuple[Entry, ...]:
        """Return the requests that got a whole good answer: what was surely spent."""
        return tuple(entry for entry in self if entry.rule is None and entry.fault is None)

    def require_clean(self) -> None:
        """Return if no request was refused or noted.

        Raises:
            AssertionError: One was; the text lists them all.
        """
        found = [f"{entry.number}: {entry.status} {entry.rule}: {entry.message}" for entry in self.refused]
        found += [f"{entry.number}: noted {note}" for entry in self for note in entry.notes]
        if found:
            raise AssertionError("\n".join(["the simulator found:", *found]))
