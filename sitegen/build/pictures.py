"""Views of every saved document, drawn by the build from its integers and compared with the recorded ones."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sitegen import pool
from sitegen.build.outputs import Made, Output, Press, changed, copier
from sitegen.inputs import FileFact, IllustrationInput
from sitegen.issues import Issue, issue
from sitegen.layout import DOCUMENT_FILE, VIEWS, view_file
from sitegen.load.tree import RunFiles


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One document and the key of its pictures; runs with the same document share them."""

    document: FileFact
    key: str


def picture_jobs(
    runs: Sequence[RunFiles],
    illustrations: Sequence[IllustrationInput],
    press: Press,
    jobs: int,
    key: str,
    progress: Callable[[int, int], None],
) -> tuple[list[Made], list[Issue]]:
    """Make three pictures of each document; one that is published already costs a look-up.

    Args:
        runs: All runs.
        illustrations: All illustrations.
        press: What making needs.
        jobs: Processes.
        key: What the pictures depend on beside the document.
        progress: Takes how many documents are done, and how many there are.
    """
    documents = {document.sha256: document for run in runs for document in _documents(run)}
    documents.update({one.document.sha256: one.document for one in illustrations})
    sheets = [_Sheet(document, f"{key} {sha256}") for sha256, document in sorted(documents.items())]
    made: list[Made] = []
    issues: list[Issue] = []
    for count, (files, found) in enumerate(pool.each(_draw, sheets, press, jobs, smallest=8), 1):
        made.extend(files)
        issues.extend(found)
        progress(count, len(sheets))
    issues.extend(_differences(runs, {one.path: one.sha256 for one in made}))
    return made, issues


def _documents(run: RunFiles) -> Iterator[FileFact]:
    return (fact for fact in run.facts if fact.path == f"{run.path}/{DOCUMENT_FILE}")


def _draw(press: Press, sheet: _Sheet) -> tuple[list[Made], tuple[Issue, ...]]:
    made: list[Made] = []
    issues: list[Issue] = []
    try:
        for view in VIEWS:
            path = view_file(sheet.document.sha256, view)
            one, found = press.finish(Output(path, sheet.key, (sheet.document.path,), _drawer(press, sheet, view)))
            made.append(one)
            issues.extend(found)
    except _ChangedError:
        return [], (changed(sheet.document.path),)
    return made, tuple(issues)


class _ChangedError(Exception):
    """The document is no longer what it was when it was read."""


def _drawer(press: Press, sheet: _Sheet, view: str) -> Callable[[], bytes]:
    def draw() -> bytes:
        from sitegen.formdoc import DocumentError, parse
        from sitegen.views.draw import svg, unreadable

        data = copier(press.root / sheet.document.path)()
        if hashlib.sha256(data).hexdigest() != sheet.document.sha256:
            raise _ChangedError
        try:
            document = parse(data)
        except DocumentError:
            return unreadable(view).encode()
        return svg(document, view).encode()

    return draw


def _differences(runs: Sequence[RunFiles], drawn: dict[str, str]) -> Iterator[Issue]:
    """Yield the recorded pictures that are not what the build draws from the same document."""
    for run in runs:
        for document in _documents(run):
            recorded = {fact.path: fact.sha256 for fact in run.facts}
            for view in VIEWS:
                path = f"{run.path}/{view}.svg"
                expected = drawn.get(view_file(document.sha256, view))
                if path in recorded and expected not in (None, recorded[path]):
                    yield issue("view-differs", path, found=recorded[path], expected=f"{expected}, as drawn here")
