"""A published site in a folder, to be tampered with."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sitegen import GENERATOR
from sitegen.layout import ASSETS, templates_dir
from sitegen.verify.check import Report, verify
from sitegen.verify.folder import Folder
from sitegen.verify.held import Source
from sitegen.verify.program import Program

Json = Any
PROGRAM = Program.shipped(GENERATOR, templates_dir() / ASSETS)


def check(site: Path | Source) -> Report:
    """Return what the check of a site finds."""
    return verify(Folder(site) if isinstance(site, Path) else site, lambda *_: None, PROGRAM)


class Published:
    """The files of a site by address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def text(self, address: str) -> str:
        return (self.folder / address).read_text(encoding="utf-8")

    def write(self, address: str, text: str) -> None:
        (self.folder / address).write_bytes(text.encode())

    def json(self, address: str) -> Json:
        return json.loads(self.text(address))

    def write_json(self, address: str, value: Json) -> None:
        self.write(address, json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")

    def edit_json(self, address: str, edit: Callable[[Json], None]) -> None:
        value = self.json(address)
        edit(value)
        self.write_json(address, value)

    def replace(self, address: str, old: str, new: str, count: int = 1) -> None:
        """Replace a text that must be there."""
        text = self.text(address)
        assert old in text, (address, old)
        self.write(address, text.replace(old, new, count))

    def addresses(self, prefix: str = "", suffix: str = "") -> list[str]:
        """Return the files of the site, sorted."""
        found = (path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file())
        return sorted(path for path in found if path.startswith(prefix) and path.endswith(suffix))

    def records(self) -> dict[str, Json]:
        """Return the record of every run that counts, or whose suite is barred, by its address on the site."""
        gone = {one["address"] for one in self.results()["withdrawn"]}
        paths = (path for path in self.addresses("benchmarks/runs/", ".json") if path.count("/") == 2)
        return {
            path: self.json(path)
            for path in paths
            if path.removeprefix("benchmarks/runs/").removesuffix(".json") not in gone
        }

    def results(self) -> Json:
        return self.json("benchmarks/results.json")

    def edit_results(self, edit: Callable[[Json], None]) -> None:
        self.edit_json("benchmarks/results.json", edit)

    def remake_hashes(self) -> None:
        """Make every hash of the site anew, as one who rewrites the whole site would."""
        listed = [path for path in self.addresses() if path not in ("manifest.json", "SHA256SUMS", "SHA256SUMS.sig")]
        digests = {path: hashlib.sha256((self.folder / path).read_bytes()).hexdigest() for path in listed}
        manifest = self.json("manifest.json")
        sources = {row["path"]: row["sources"] for row in manifest["files"]}
        manifest["files"] = [
            {
                "path": path,
                "sha256": digests[path],
                "size": (self.folder / path).stat().st_size,
                "sources": sources.get(path, []),
            }
            for path in listed
        ]
        if any(row == "SHA256SUMS" for row in sources):
            lines = "".join(f"{digest}  {path}\n" for path, digest in digests.items())
            self.write("SHA256SUMS", lines)
            sums = (self.folder / "SHA256SUMS").read_bytes()
            manifest["files"].append(
                {
                    "path": "SHA256SUMS",
                    "sha256": hashlib.sha256(sums).hexdigest(),
                    "size": len(sums),
                    "sources": sources["SHA256SUMS"],
                }
            )
            manifest["files"].sort(key=lambda row: row["path"])
        self.write_json("manifest.json", manifest)
