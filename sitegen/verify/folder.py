"""A site in a folder."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from sitegen.verify.held import MANIFEST, MOST_BYTES, NotASite


class Folder:
    """Reads a site from a folder; links are not followed out of it."""

    def __init__(self, folder: Path) -> None:
        """Name the folder.

        Raises:
            NotASite: It is no folder with a manifest.
        """
        if not (folder / MANIFEST).is_file():
            raise NotASite(f"{folder} has no {MANIFEST}. Name the folder of a built site, such as public.")
        self.name = str(folder)
        self._folder = folder

    def listing(self) -> tuple[str, ...]:
        """Return every file below the folder."""
        found = []
        for place, folders, names in os.walk(self._folder):
            linked = [name for name in folders if (Path(place) / name).is_symlink()]
            found += [(Path(place) / name).relative_to(self._folder).as_posix() for name in (*names, *linked)]
        return tuple(sorted(found))

    def read(self, address: str) -> bytes | str:
        """Return the bytes of a file, or why there are none."""
        parts = address.split("/")
        place = self._folder.joinpath(*parts)
        steps = [self._folder.joinpath(*parts[: depth + 1]) for depth in range(len(parts))]
        if ".." in parts or any(step.is_symlink() for step in steps):
            return "a link, or a path that leads out of the site"
        try:
            if place.stat().st_size > MOST_BYTES:
                return f"more than {MOST_BYTES} bytes"
            return place.read_bytes()
        except OSError as error:
            return error.strerror or "not readable"

    def read_all(self, addresses: Iterable[str]) -> Iterator[tuple[str, bytes | str]]:
        """Yield each file with its bytes, or why there are none."""
        return ((address, self.read(address)) for address in addresses)
