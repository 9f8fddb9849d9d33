"""Views of every saved document, drawn by the build from its integers and compared with the recorded ones.

A recorded picture that differs was made by other drawing code, for document and picture are both what the record says
they are, by hash. The difference is named and shown; it blocks nothing, or an old run would bar every new picture. Only
a picture that is made of anything else than drawn ones is refused.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sitegen import pool
from sitegen.build.outputs import Made, Output, Press, changed, copier
from sitegen.inputs import FileFact, IllustrationInput
from sitegen.issues import Issue, issue
from sitegen.layout import DOCUMENT_FILE, VIEWS, view_file
from sitegen.load.tree import RunFiles
from sitegen.site.run.remarks import remarks
from sitegen.views.sheet import undrawn, unreadable


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
) -> tuple[list[Made], list[Issue], dict[str, tuple[str, ...]]]:
    """Make three pictures of each document; one that is published already costs a look-up.

    Returned are the pictures, the issues, and by the path of a run what its page remarks on its views.

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
    drawn = {one.path: one.sha256 for one in made}
    only_words = [{_hash(why(view)): view for view in VIEWS} for why in (undrawn, unreadable)]
    told = {}
    for run in runs:
        other = _other_views(run, drawn)
        issues.extend(_difference(press, run.path, view, *hashes) for view, hashes in other.items())
        own = [drawn.get(view_file(document.sha256, view), "") for document in _documents(run) for view in VIEWS]
        missing, unread = ([views[sha256] for sha256 in own if sha256 in views] for views in only_words)
        told[run.path] = remarks(tuple(other), missing, bool(unread))
    return made, issues, told


def _hash(picture: str) -> str:
    return hashlib.sha256(picture.encode()).hexdigest()


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
        from sitegen.views.draw import svg

        data = copier(f"{press.root}/{sheet.document.path}")()
        if hashlib.sha256(data).hexdigest() != sheet.document.sha256:
            raise _ChangedError
        try:
            document = parse(data)
        except DocumentError:
            return unreadable(view).encode()
        return svg(document, view).encode()

    return draw


def _other_views(run: RunFiles, drawn: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Return the views whose recorded picture is not what the build draws, with the hashes of both."""
    recorded = {fact.path: fact.sha256 for fact in run.facts}
    found = {}
    for document in _documents(run):
        for view in VIEWS:
            own, expected = recorded.get(f"{run.path}/{view}.svg"), drawn.get(view_file(document.sha256, view))
            if own is not None and expected is not None and own != expected:
                found[view] = own, expected
    return found


def _difference(press: Press, folder: str, view: str, recorded: str, drawn: str) -> Issue:
    from sitegen.views.passive import is_passive

    path = f"{folder}/{view}.svg"
    if is_passive(copier(f"{press.root}/{path}")()):
        return issue("view-differs", path, found=recorded, expected=f"{drawn}, as drawn here")
    return issue("artifact-type", path, found="a picture with other elements than drawn ones", expected="a drawn one")
