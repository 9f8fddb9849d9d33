"""What has been read from the content tree, in memory. Of a run only its summary row is kept."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from sitegen.records.caveat import Caveat
from sitegen.records.claim import MedianClaim, RateClaim, SavingClaim
from sitegen.records.illustration import Illustration
from sitegen.records.kinds.api import ApiProtocolFile, ApiRun, ApiSuite
from sitegen.records.kinds.imported import ImportedProtocolFile, ImportedRun, ImportedSuite
from sitegen.records.review import ReviewFile
from sitegen.records.site import PageHead, SiteConfig
from sitegen.records.suite import ProtocolKind, Slot, Tombstone
from sitegen.records.task import ImportedTask, ModellingTask
from sitegen.records.withdrawal import Withdrawal
from sitegen.rows import RunRow
from sitegen.snapshots import Past

AnyRun = ApiRun | ImportedRun
AnySuite = ApiSuite | ImportedSuite
AnyProtocolFile = ApiProtocolFile | ImportedProtocolFile
AnyTask = ModellingTask | ImportedTask
AnyClaim = RateClaim | MedianClaim | SavingClaim


class FileFact(NamedTuple):
    """A file of the content tree by content."""

    path: str
    """Relative to the root of the project, with `/`."""
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class SuiteInput:
    """A suite with everything it has beside its runs."""

    id: str
    path: str
    """Folder, relative to the root."""
    record: AnySuite | None
    """None for a tombstone without its suite record."""
    tombstone: Tombstone | None
    """Not None: the suite is barred."""
    protocol: AnyProtocolFile | None
    """None for a tombstone without it."""
    tasks: Mapping[str, AnyTask]
    """By id."""
    task_hashes: Mapping[str, str]
    """Recomputed task hash by id; empty for a task that could not be read."""
    files: tuple[FileFact, ...]
    """Its own files, those of runs left out, sorted by path."""
    digest: str
    """Hash over its own files."""
    slots: Mapping[str, Slot]
    """Its planned runs by id; empty for a tombstone without its record."""
    withdrawn: Mapping[str, Withdrawal] = field(default_factory=dict)
    """Its withdrawn runs by id."""

    @property
    def standing(self) -> tuple[Slot, ...]:
        """Its planned runs but those that are withdrawn."""
        return tuple(slot for run, slot in self.slots.items() if run not in self.withdrawn)

    @property
    def kind(self) -> ProtocolKind:
        """Protocol family."""
        known = self.record or self.tombstone
        assert known is not None, "a suite has a record or a tombstone"
        return known.kind

    @property
    def title(self) -> str:
        """Title for readers."""
        known = self.record or self.tombstone
        assert known is not None, "a suite has a record or a tombstone"
        return known.title

    @property
    def fixture(self) -> bool:
        """Whether its runs are hand-made."""
        known = self.record or self.tombstone
        assert known is not None, "a suite has a record or a tombstone"
        return known.fixture


class RunInput(NamedTuple):
    """One run with its files; lives only while the run is checked or its page is drawn."""

    path: str
    """Folder, relative to the root."""
    record: AnyRun
    reviews: ReviewFile | None
    files: tuple[FileFact, ...]
    """Every file of the folder, sorted by path."""


@dataclass(frozen=True, slots=True)
class ProseInput:
    """A page of prose."""

    source: str
    """Place below `content/pages`, such as `about/team.md`."""
    head: PageHead
    body: str
    """Markdown with placeholders."""
    first_line: int = 1
    """Line of the file with which the body begins."""


@dataclass(frozen=True, slots=True)
class IllustrationInput:
    """A hand-written model with its document."""

    record: Illustration
    files: tuple[FileFact, ...]
    """The record and the document, sorted by path."""
    document: FileFact


@dataclass(frozen=True, slots=True)
class Inputs:
    """The whole content tree."""

    site: SiteConfig
    suites: tuple[SuiteInput, ...]
    """Sorted by id."""
    rows: tuple[RunRow, ...]
    """One per run record, sorted by suite and run; those of barred suites included."""
    claims: tuple[AnyClaim, ...]
    """Sorted by id."""
    caveats: tuple[Caveat, ...]
    """In file order."""
    prose: tuple[ProseInput, ...]
    """Sorted by source."""
    illustrations: tuple[IllustrationInput, ...] = ()
    """Sorted by id."""
    withdrawn: tuple[Withdrawal, ...] = ()
    """Sorted by suite and run."""
    releases: tuple[Past, ...] = ()
    """In the order of their days."""
