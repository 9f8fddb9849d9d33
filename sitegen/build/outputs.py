"""Making outputs: one whose key is known is kept, all others are made, scanned and staged."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sitegen import pool
from sitegen.build.state import OutputMemo
from sitegen.issues import Issue, issue
from sitegen.layout import PUBLIC
from sitegen.leaks import Gate
from sitegen.load.reader import leak_issues
from sitegen.publish import stage_file
from sitegen.templating import Drawn, Templates


@dataclass(frozen=True, slots=True)
class Output:
    """A file of the site that has not been made yet."""

    path: str
    key: str
    """Hash of everything that its bytes depend on."""
    sources: tuple[str, ...]
    make: Callable[[], bytes | Drawn]
    copied: bool = False
    """True for the very bytes of a content file, which the leak gate has seen already."""
    packed: bool = False
    """True for compressed bytes, noise to the leak gate; what they say, another output says as text."""
    twin_of: str = ""
    """The page that says the same; where that one has an issue, this one would only repeat it."""


class Made(NamedTuple):
    """A file of the site, made or kept."""

    path: str
    key: str
    sha256: str
    size: int
    sources: tuple[str, ...]
    staged: bool
    """False when `public` already holds these bytes."""


@dataclass(frozen=True, slots=True)
class Press:
    """Everything that making needs; shared with workers by forking."""

    root: Path
    stage: Path
    gate: Gate
    templates: Templates
    kept: Mapping[str, OutputMemo]
    """Published files that are on disk as they were published."""

    def keep(self, output: Output) -> Made | None:
        """Return the output when it is published as it would be made, else None."""
        known = self.kept.get(output.path)
        if known is None or known.key != output.key:
            return None
        return Made(output.path, output.key, known.sha256, known.size, output.sources, staged=False)

    def finish(self, output: Output) -> tuple[Made, tuple[Issue, ...]]:
        """Return the output, kept or made; what is made is scanned, and staged unless it is there already."""
        if kept := self.keep(output):
            return kept, ()
        known = self.kept.get(output.path)
        made = output.make()
        data = made.data if isinstance(made, Drawn) else made
        sha256 = hashlib.sha256(data).hexdigest()
        if output.packed:
            issues: tuple[Issue, ...] = ()
        elif not output.copied:
            issues = self._leaks(f"{PUBLIC}/{output.path}", made)
        else:
            issues = () if sha256 == output.key else (changed(output.sources[0]),)
        staged = known is None or known.sha256 != sha256
        if staged and not issues:
            stage_file(self.stage, output.path, data)
        return Made(output.path, output.key, sha256, len(data), output.sources, staged), issues

    def _leaks(self, path: str, made: bytes | Drawn) -> tuple[Issue, ...]:
        """Return what the gate finds; of a page it looks at what is new, and at the whole where that holds anything."""
        if not isinstance(made, Drawn):
            return leak_issues(self.gate, path, made)
        if self.gate.find(path, made.new):
            return leak_issues(self.gate, path, made.data)
        self.templates.trust(made)
        return ()


def changed(path: str) -> Issue:
    """Return the issue of a file that changed while the build was running."""
    return issue("file-changed", path, found="other content than when it was read", expected="no change")


@dataclass(frozen=True, slots=True)
class _Queue:
    """Outputs that workers inherit by forking: what makes them can't be sent."""

    press: Press
    groups: Sequence[Sequence[Output]]
    """Each page with its twins."""


def finish_all(outputs: Sequence[Output], press: Press, jobs: int) -> tuple[list[Made], list[Issue]]:
    """Make outputs, those that are published already by a look-up."""
    made: list[Made] = []
    todo: dict[str, list[Output]] = {}
    issues: list[Issue] = []
    for output in outputs:
        if kept := press.keep(output):
            made.append(kept)
        else:
            todo.setdefault(output.twin_of or output.path, []).append(output)
    queue = _Queue(press, tuple(todo.values()))
    for done, found in pool.each(_finish_group, range(len(todo)), queue, jobs, smallest=_FEW, chunk=_FEW // 4):
        made.extend(done)
        issues.extend(found)
    return made, issues


def _finish_group(queue: _Queue, index: int) -> tuple[list[Made], tuple[Issue, ...]]:
    """Make a page and its twins; where the page has an issue, they would only repeat it."""
    made: list[Made] = []
    for output in queue.groups[index]:
        one, found = queue.press.finish(output)
        made.append(one)
        if found:
            return made, found
    return made, ()


_FEW = 16
"""Fewer outputs than this are not worth a second process."""


def copier(place: str) -> Callable[[], bytes]:
    """Return what reads a content file once more; of one that is gone it reads nothing, so that the hash tells."""

    def copy() -> bytes:
        try:
            with open(place, "rb") as file:  # noqa: PTH123  a Path costs more than the read
                return file.read()
        except OSError:
            return b""

    return copy
