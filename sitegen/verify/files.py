"""Every file against its hash: the manifest, `SHA256SUMS`, and what is there without being listed."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from sitegen.verify.finding import NOTHING, Finding
from sitegen.verify.held import MANIFEST, SIGNATURE, SUMS, Held, NotASite, Site, Source, hold
from sitegen.verify.rewriting import how_rewritten

OUTSIDE = frozenset({MANIFEST, SIGNATURE})
"""Files that no list can hold: the list itself, and what is made after it."""
_PATH = re.compile(r"(?!.*(?:^|/)\.{1,2}(?:/|$))[A-Za-z0-9._-]+(?:/[A-Za-z0-9._-]+)*")
_HASH = re.compile(r"[0-9a-f]{64}")
_SUMS_LINE = re.compile(r"([0-9a-f]{64})  ([A-Za-z0-9._/-]+)")

Progress = Callable[[str, int, int], None]


def take(source: Source, progress: Progress) -> tuple[Site, list[Finding]]:
    """Return the site as it is, and every file that is not what the manifest lists.

    Raises:
        NotASite: There is no manifest that can be read.
    """
    head = source.read(MANIFEST)
    if isinstance(head, str):
        raise NotASite(f"{source.name}{MANIFEST}: {head}. Name the top of a built site.")
    listed, findings = _listed(head)
    held: dict[str, Held] = {MANIFEST: hold(MANIFEST, head)}
    absent: dict[str, str] = {}
    for count, (address, data) in enumerate(source.read_all(listed), 1):
        if isinstance(data, str):
            absent[address] = data
        else:
            held[address] = hold(address, data)
        progress("reading files", count, len(listed))
    signature = source.read(SIGNATURE)
    if not isinstance(signature, str):
        held[SIGNATURE] = Held("", len(signature), signature)
    there = source.listing()
    unlisted = tuple(path for path in there if path not in listed and path not in OUTSIDE) if there else ()
    changed = frozenset(path for path, row in listed.items() if path in held and held[path].sha256 != row["sha256"])
    site = Site(held, absent, unlisted, there is not None, changed)
    return site, [*findings, *_differing(site, listed), *_sums(site)]


def _listed(data: bytes) -> tuple[dict[str, Any], list[Finding]]:
    try:
        rows = json.loads(data)["files"]
        pairs = [(row["path"], row) for row in rows]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise NotASite(f"{MANIFEST} is not a manifest of a built site ({error}).") from error
    findings, listed = [], {}
    for index, (path, row) in enumerate(pairs):
        if not isinstance(path, str) or not _PATH.fullmatch(path):
            findings.append(Finding(MANIFEST, f"/files/{index}/path", "file", str(path), "an address within the site"))
        elif not _HASH.fullmatch(str(row.get("sha256"))) or not isinstance(row.get("size"), int):
            findings.append(Finding(MANIFEST, f"/files/{index}", "file", str(row)[:80], "a sha256 and a size"))
        elif path in listed:
            findings.append(Finding(MANIFEST, f"/files/{index}/path", "file", path, "each file once"))
        else:
            listed[path] = row
    return listed, findings


def _differing(site: Site, listed: dict[str, Any]) -> Iterator[Finding]:
    for path, reason in site.absent.items():
        yield Finding(path, "", "file", reason, "the file that the manifest lists")
    for path in site.unlisted:
        yield Finding(path, "", "file", "a file", f"{NOTHING}: the manifest does not list it")
    for path, row in listed.items():
        held = site.files.get(path)
        if held is None:
            continue
        if held.sha256 != row["sha256"]:
            how = how_rewritten(path, held.data, row["sha256"], row["size"])
            found = f"{held.sha256}{f' ({how})' if how else ''}"
            yield Finding(path, "", "hash", found, row["sha256"])
        elif held.size != row["size"]:
            yield Finding(path, "", "hash", f"{held.size} bytes", f"{row['size']} bytes")


def _sums(site: Site) -> Iterator[Finding]:
    """Yield where `SHA256SUMS` is not the list of every file but itself and the manifest."""
    if SUMS not in site.files:
        if SUMS not in site.absent:
            yield Finding(SUMS, "", "file", NOTHING, "the hash of every file")
        return
    told: dict[str, str] = {}
    for number, line in enumerate(site.data(SUMS).decode(errors="replace").splitlines(), 1):
        match = _SUMS_LINE.fullmatch(line)
        if match:
            told[match[2]] = match[1]
        else:
            yield Finding(SUMS, f"line {number}", "hash", line[:80], "a sha256, two spaces, an address")
    for path in sorted(told.keys() | site.files.keys() | site.absent.keys() - OUTSIDE - {SUMS}):
        if path in OUTSIDE or path == SUMS:
            continue
        held = site.files.get(path)
        if path not in told:
            yield Finding(SUMS, path, "hash", NOTHING, held.sha256 if held else "its hash")
        elif held is None and path not in site.absent:
            yield Finding(SUMS, path, "hash", told[path], f"{NOTHING}: there is no such file")
        elif held is not None and held.sha256 != told[path]:
            yield Finding(SUMS, path, "hash", told[path], held.sha256)
