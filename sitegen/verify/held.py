"""What was taken from a site: each file with its hash, and the content of those that a check reads."""

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, NamedTuple, Protocol

from sitegen.verify.finding import Finding

MANIFEST = "manifest.json"
SUMS = "SHA256SUMS"
SIGNATURE = "SHA256SUMS.sig"

READ = frozenset(
    {".html", ".json", ".csv", ".toml", ".svg", ".css", ".js", ".xml", ".txt", ".md", ".cff", ".parquet", ".atom", ""}
)
"""Endings of the files that a check reads; of all others only the hash is kept."""
MOST_BYTES = 256 * 2**20
"""Largest file that is read."""
_MOST_DIGITS = 17


class NotASite(Exception):  # noqa: N818 - it says what is the case
    """There is no site to check: nothing there, or nothing that can be read."""


class Held(NamedTuple):
    """A file of the site."""

    sha256: str
    size: int
    data: bytes | None
    """None where no check reads the content."""


class Source(Protocol):
    """Where a site is read from."""

    name: str

    def listing(self) -> tuple[str, ...] | None:
        """Return the address of every file there is; None where that cannot be known."""

    def read(self, address: str) -> bytes | str:
        """Return the bytes of a file, or why there are none."""

    def read_all(self, addresses: Iterable[str]) -> Iterable[tuple[str, bytes | str]]:
        """Yield each file with its bytes, or why there are none; in any order."""


@dataclass(frozen=True, slots=True)
class Site:
    """Everything that was taken from a site."""

    files: Mapping[str, Held]
    absent: Mapping[str, str]
    """Listed files that could not be had, with the reason."""
    unlisted: tuple[str, ...] = ()
    """Files that are there and in no list."""
    listable: bool = True
    """Whether unlisted files would have been seen."""
    changed: frozenset[str] = frozenset()
    """Files whose bytes are not the listed ones; what is worked out from exact bytes leaves them aside."""
    faults: list[Finding] = field(default_factory=list)
    """Files that could not be understood."""

    def data(self, address: str) -> bytes:
        """Return the content of a file; nothing where it is not there."""
        held = self.files.get(address)
        return held.data or b"" if held else b""

    def text(self, address: str) -> str | None:
        """Return a text as its builder wrote it; None where it is not there, or not as it was listed."""
        if address not in self.files or address in self.changed:
            return None
        return self.data(address).decode(errors="replace")

    def json(self, address: str) -> Any:
        """Return a JSON file; None where it is absent or broken, which is noted once."""
        return self._parsed(address, _plain_json, "JSON")

    def toml(self, address: str) -> Any:
        """Return a TOML file; None where it is absent or broken, which is noted once."""
        return self._parsed(address, lambda data: tomllib.loads(data.decode()), "TOML")

    def _parsed(self, address: str, parse: Any, what: str) -> Any:
        if address not in self.files:
            return None
        try:
            return parse(self.data(address))
        except (ValueError, RecursionError) as error:  # text that is no UTF-8 is a ValueError too
            fault = Finding(address, "", "file", str(error), what)
            if fault not in self.faults:
                self.faults.append(fault)
            return None

    def under(self, folder: str, ending: str = "") -> list[str]:
        """Return the addresses right below a folder, sorted."""
        return sorted(
            path
            for path in self.files
            if path.startswith(folder) and "/" not in path[len(folder) :] and path.endswith(ending)
        )


def _plain_json(data: bytes) -> Any:
    """Return JSON that has a canonical form: no whole number beyond 2^53, no NaN, no half of a character."""
    value = json.loads(data, parse_int=_whole, parse_constant=_no_constant)
    if b"\\u" in data:
        json.dumps(value, ensure_ascii=False).encode()
    return value


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS or abs(int(digits)) >= 2**53:
        raise ValueError(f"{digits[:20]} is beyond the whole numbers of JSON")
    return int(digits)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


def hold(address: str, data: bytes) -> Held:
    """Return a file with its hash, and its content where a check reads it."""
    kept = data if PurePosixPath(address).suffix.lower() in READ else None
    return Held(hashlib.sha256(data).hexdigest(), len(data), kept)
