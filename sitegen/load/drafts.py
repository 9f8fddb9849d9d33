"""Drafts: the own parts of run pages, drawn by the process that has just read the run.

So no record is read and checked a second time when its cohort is known. Until then they lie in a folder of the build,
one file per process.
"""

import os
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from sitegen.inputs import RunInput, SuiteInput
from sitegen.layout import PUBLIC, run_page, up
from sitegen.leaks import Gate
from sitegen.run_twins import own_twin
from sitegen.site.run import OwnPart, own_text
from sitegen.templating import GAP, Looked, Templates

_UP = up(run_page(""))
_NEW = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC


class Draft(NamedTuple):
    """Where a draft lies."""

    file: str
    start: int
    size: int
    clean: bool
    """Whether the leak gate found nothing in it; else it looks at the whole page once more, with places."""


class Drafts:
    """Draws drafts, keeps them, and hands them out; workers share it by forking."""

    def __init__(self, folder: Path, templates: Templates, gate: Gate) -> None:
        """Take the folder, the templates and the leak gate."""
        self._folder, self._templates, self._gate = folder, templates, gate
        self._writers: dict[int, int] = {}
        """File handle by process: what was open before forking is not this process's own."""
        self._readers: dict[str, int] = {}

    def keep(self, run: RunInput, suite: SuiteInput) -> Draft:
        """Draw a draft and keep it."""
        text, clean = self._drawn(run, suite)
        process = os.getpid()
        if process not in self._writers:
            self._writers[process] = os.open(f"{self._folder}/{process}", _NEW, 0o600)
        handle = self._writers[process]
        start = os.lseek(handle, 0, os.SEEK_END)
        rest = memoryview(text)
        while rest:
            rest = rest[os.write(handle, rest) :]
        return Draft(str(process), start, len(text), clean)

    def read(self, draft: Draft) -> OwnPart:
        """Return a draft that was kept."""
        if draft.file not in self._readers:
            self._readers[draft.file] = os.open(f"{self._folder}/{draft.file}", os.O_RDONLY | os.O_CLOEXEC)
        return _part(os.pread(self._readers[draft.file], draft.size, draft.start), draft.clean)

    def draw(self, run: RunInput, suite: SuiteInput) -> OwnPart:
        """Return a draft that is drawn when it is needed."""
        return _part(*self._drawn(run, suite))

    def close(self) -> None:
        """Close the files."""
        for handle in (*self._writers.values(), *self._readers.values()):
            os.close(handle)

    def _drawn(self, run: RunInput, suite: SuiteInput) -> tuple[bytes, bool]:
        own = own_text(run, suite)
        pieces = self._templates.pieces(own.template, {"view": own.view, "r": _UP, "gap": GAP})
        before, behind = own_twin(own.view)
        drawn = self._templates.drawn([own.title, GAP, own.description, GAP, before, GAP, behind, GAP, *pieces])
        clean = not self._gate.find(f"{PUBLIC}/{run_page(f'{run.record.suite}--{run.record.id}')}", drawn.new)
        if clean:
            self._templates.trust(drawn)
        return drawn.data, clean


def _part(text: bytes, clean: bool) -> OwnPart:
    title, description, before, behind, *pieces = text.decode().split(GAP)
    kind = Looked if clean else Markup
    return OwnPart(title, description, tuple(map(kind, pieces)), (kind(before), kind(behind)))
