"""Exports every suite at a place; what is wrong with one keeps no other back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from runner.archive import EvidenceFaultError, place, published_files
from runner.export.find import Found, folders, found
from runner.export.growth import losses
from runner.export.public import ExportError, Publication, published
from sitegen.issues import Issue

Outcome = Literal["written", "grown", "unchanged", "refused"]


@dataclass(frozen=True, slots=True)
class Exported:
    """What became of one suite."""

    folder: Path
    outcome: Outcome
    suite: Found | None
    """None where it cannot be read."""
    more: int
    """Files that are new or longer than those that were published."""
    issues: tuple[Issue, ...] = ()
    faults: tuple[str, ...] = ()
    """Why it was refused, besides the issues."""

    publication: Publication | None = None
    """What its records say; None where they can't be published."""


def report(input: Path, content: Path, environment: Mapping[str, str]) -> Iterator[Exported]:
    """Yield what became of each suite at a place, in the order of their names.

    Args:
        input: A suite, its `runs`, or a folder of suites.
        content: The content tree.
        environment: Variables whose secrets must not stand in any file.
    """
    for folder in folders(input):
        yield _export(folder, content, environment)


def _export(folder: Path, content: Path, environment: Mapping[str, str]) -> Exported:
    suite: Found | None = None
    try:
        suite, issues = found(folder)
        if suite is None:
            return Exported(folder, "refused", None, 0, issues)
        return _placed(suite, published(suite), content, environment)
    except (ExportError, EvidenceFaultError) as error:
        return Exported(folder, "refused", suite, 0, error.issues)
    except OSError as error:
        return Exported(folder, "refused", suite, 0, faults=(f"{error.filename}: {error.strerror}",))
    except ValueError as error:
        return Exported(folder, "refused", suite, 0, faults=(str(error),))


def _placed(suite: Found, publication: Publication, content: Path, environment: Mapping[str, str]) -> Exported:
    id, files = suite.manifest.id, publication.files
    before = published_files(content, id)
    if before == dict(files):
        return Exported(suite.folder, "unchanged", suite, 0, publication=publication)
    lost = losses(before, files)
    if lost:
        return Exported(suite.folder, "refused", suite, 0, faults=lost)
    place(content, id, files.items(), environment, replace=bool(before))
    more = sum(before.get(name) != data for name, data in files.items())
    return Exported(suite.folder, "grown" if before else "written", suite, more, publication=publication)
