"""One run's folder: its record, its reviews, its artifacts, and the summary row that the build keeps of it."""

import hashlib
from typing import NamedTuple

from pydantic import TypeAdapter

from sitegen.inputs import AnyRun, FileFact, RunInput, SuiteInput
from sitegen.issues import Issue, issue
from sitegen.layout import REVIEW_FILE, RUN_FILE
from sitegen.load.drafts import Draft, Drafts
from sitegen.load.reader import Reader
from sitegen.records import RUN
from sitegen.records.review import ReviewFile
from sitegen.rows import RunRow
from sitegen.scan import Seen
from sitegen.store import parse_record
from sitegen.summarize import summary_row
from sitegen.validate.run import run_issues

_REVIEWS = TypeAdapter(ReviewFile)


class LoadedRun(NamedTuple):
    """What loading one run's folder gave."""

    path: str
    digest: str
    """Hash over the folder's files and the suite's own files."""
    facts: tuple[FileFact, ...]
    row: RunRow | None
    """None when the run has issues."""
    draft: Draft | None
    """None when the run has issues, or where no drafts are made."""
    issues: tuple[Issue, ...]


def run_digest(facts: tuple[FileFact, ...], suite: SuiteInput) -> str:
    """Return the hash of everything that a run's row depends on."""
    digest = hashlib.sha256(suite.digest.encode())
    for fact in facts:
        digest.update(f"{fact.path} {fact.sha256}\n".encode())
    return digest.hexdigest()


def load_run(path: str, files: tuple[Seen, ...], suite: SuiteInput, reader: Reader, drafts: Drafts | None) -> LoadedRun:
    """Read, check and summarize one run, and draft its page."""
    run, facts, issues = read_run(path, files, reader)
    digest = run_digest(facts, suite)
    if run is None:
        return LoadedRun(path, digest, facts, None, None, issues)
    issues = (*issues, *run_issues(run, suite))
    if issues:
        return LoadedRun(path, digest, facts, None, None, issues)
    return LoadedRun(path, digest, facts, summary_row(run), drafts.keep(run, suite) if drafts else None, ())


def read_run(
    path: str, files: tuple[Seen, ...], reader: Reader
) -> tuple[RunInput | None, tuple[FileFact, ...], tuple[Issue, ...]]:
    """Return the run in a folder, or None when its record cannot be read, with file facts and issues."""
    facts: list[FileFact] = []
    issues: list[Issue] = []
    record: AnyRun | None = None
    reviews: ReviewFile | None = None
    names = set()
    for seen in files:
        name = seen.path[len(path) + 1 :]
        names.add(name)
        if name not in (RUN_FILE, REVIEW_FILE):
            fact, found = reader.fact(seen)
            facts.append(fact)
            issues.extend(found)
            continue
        content = reader.record(seen)
        facts.append(content.fact)
        issues.extend(content.issues)
        if not content.data and content.issues:
            continue
        if name == RUN_FILE:
            run = parse_record(RUN, content.data, seen.path)
            record = run.record
            issues.extend(run.issues)
        else:
            review = parse_record(_REVIEWS, content.data, seen.path)
            reviews = review.record
            issues.extend(review.issues)
    if RUN_FILE not in names:
        issues.append(issue("file-missing", f"{path}/{RUN_FILE}", found="nothing", expected=RUN_FILE))
    whole = None if record is None else RunInput(path, record, reviews, tuple(facts))
    return whole, tuple(facts), tuple(issues)


def read_again(path: str, files: tuple[Seen, ...], facts: tuple[FileFact, ...], reader: Reader) -> RunInput | None:
    """Return a run that was read and found right before; None when a record is no longer what it was then.

    Bytes with the same hash need no second look for faults.
    """
    record: AnyRun | None = None
    reviews: ReviewFile | None = None
    for seen, fact in zip(files, facts, strict=True):
        name = seen.path[len(path) + 1 :]
        if name not in (RUN_FILE, REVIEW_FILE):
            continue
        content = reader.record(seen)
        if content.fact != fact or content.issues:
            return None
        if name == RUN_FILE:
            record = RUN.validate_json(content.data)
        else:
            reviews = _REVIEWS.validate_json(content.data)
    return None if record is None else RunInput(path, record, reviews, facts)
