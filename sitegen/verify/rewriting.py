"""What a host does to files on the way: other line ends, a script of its own, mark-up made smaller."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from sitegen.verify.finding import Finding

_TEXT = frozenset({".html", ".css", ".js", ".svg", ".json", ".csv", ".xml", ".txt", ".md", ""})
_OWN_SCRIPT = re.compile(rb'<script(?: src="[^":]*"(?: defer)?| type="application/(?:ld\+)?json"[^>]*)>')
_SCRIPT = re.compile(rb"<script\b", re.IGNORECASE)

_FEW_LINES = 5
"""Line ends that mark-up made smaller may keep; a page has dozens."""

LINE_ENDS = "line ends rewritten, nothing else"
MARK = "a byte order mark put before it, nothing else"
SCRIPT = "a script put into it that no build writes"
SMALLER = "mark-up made smaller"


def how_rewritten(path: str, data: bytes | None, sha256: str, size: int) -> str:
    """Return in words how a file looks rewritten; empty where it only is another one.

    Args:
        path: Its address.
        data: What there is; None where it was not kept.
        sha256: What the manifest lists.
        size: The listed number of bytes.
    """
    kind = PurePosixPath(path).suffix
    if data is None or kind not in _TEXT:
        return ""
    unix = data.replace(b"\r\n", b"\n")
    candidates = {
        LINE_ENDS: (unix, unix.replace(b"\n", b"\r\n"), unix.rstrip(b"\n") + b"\n", unix.rstrip(b"\n")),
        MARK: (data.removeprefix(b"\xef\xbb\xbf"), unix.removeprefix(b"\xef\xbb\xbf")),
    }
    for words, texts in candidates.items():
        if any(hashlib.sha256(text).hexdigest() == sha256 for text in texts):
            return words
    if kind == ".html" and len(_SCRIPT.findall(data)) > len(_OWN_SCRIPT.findall(data)):
        return SCRIPT
    if kind in (".html", ".css", ".js", ".svg") and len(data) <= size and data.count(b"\n") <= _FEW_LINES:
        return SMALLER
    return ""


def said_of_host(findings: Iterable[Finding]) -> str:
    """Return what to tell a reader when only rewritten files differ; empty where others do too, or none."""
    every = list(findings)
    words = {word for word in (LINE_ENDS, MARK, SCRIPT, SMALLER) for one in every if f"({word})" in one.found}
    same_file = {one.file for one in every if any(f"({word})" in one.found for word in words)}
    others = [one for one in every if one.file != "SHA256SUMS" and not (one.file in same_file and one.about == "hash")]
    if not words or others:
        return ""
    figures = "What that script shows was not checked" if SCRIPT in words else "Their figures follow from the records"
    return (
        f"The host rewrites files: {'; '.join(sorted(words))} ({len(same_file)} files). {figures}. "
        "Turn the rewriting off, or compare with another copy."
    )
