"""A Terminal-Bench 1 submission as a suite of kind `imported`: facts only, the origin named and linked."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

from pydantic import TypeAdapter

from runner.importers.cleaning import clean_labels, clean_text, private_word
from runner.importers.terminal_bench_reconcile import Disagreement, TrialFacts, reconcile
from runner.importers.terminal_bench_runs import Common, attempt, labels, run_of, timestamp, trial_faults
from runner.importers.terminal_bench_source import METADATA_FILE, RESULTS_FILE, Submission, read_submission
from sitegen import fingerprint
from sitegen.issues import Issue, issue
from sitegen.layout import slugs
from sitegen.records.base import Fingerprint, Source, TaskRef, Url
from sitegen.records.kinds.imported import (
    Difference,
    ImportedProtocolEntry,
    ImportedProtocolFile,
    ImportedRules,
    ImportedRun,
    ImportedSuite,
    Origin,
    Submitted,
)
from sitegen.records.suite import Slot
from sitegen.records.task import Dataset, ImportedTask, TaskSet
from sitegen.store import parse_value

HARNESS = "terminal-bench"
MAPPING_VERSION = 2
"""Version of the mapping from the origin's fields to ours; part of the protocol hash."""
LEADERBOARD = "https://github.com/laude-institute/terminal-bench-leaderboard/tree/main/results"
"""Where submissions are published, one folder each below `<data set>@<version>/`."""

_URL: TypeAdapter[str] = TypeAdapter(Url)


@dataclass(frozen=True, slots=True)
class Order:
    """What the importer is told of a submission."""

    suite: str
    """Id of the suite."""
    retrieved_on: str
    """Day on which the submission was read at its origin."""
    title: str | None = None
    """None: made from the name of the submission's folder."""
    url: str | None = None
    """None: the folder's address in the public repository of submissions."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A submission as evidence."""

    suite: ImportedSuite
    protocol: ImportedProtocolFile
    tasks: tuple[ImportedTask, ...]
    """Sorted by id."""
    runs: tuple[ImportedRun, ...]
    """Sorted by id."""


def take_over(folder: Path, order: Order) -> tuple[Imported | None, tuple[Issue, ...]]:
    """Return the submission in a folder as evidence, or None and everything that is wrong with it."""
    submission, faults = read_submission(folder)
    if submission is None:
        return None, faults
    trials, disagreements = reconcile(submission)
    private = _private(submission)
    url = order.url or _published_at(submission)
    faults = trial_faults(trials) + _url_faults(url)
    if order.url is None:
        faults += _private_faults(url, private)
    if faults:
        return None, tuple(sorted(faults))
    tasks = _tasks(submission, trials, private)
    protocol = _protocol(submission)
    common = _common(submission, trials, tasks, protocol, order.suite, private)
    runs = tuple(sorted((run_of(facts, common) for facts in trials), key=lambda run: run.id))
    origin = _origin(submission, trials, disagreements, common, url, order.retrieved_on)
    return Imported(_suite(submission, trials, common, origin, order), protocol, tuple(tasks.values()), runs), ()


def _published_at(submission: Submission) -> str:
    metadata = submission.metadata
    data_set = quote(f"{metadata.dataset_name}@{metadata.dataset_version}", safe="@")
    return f"{LEADERBOARD}/{data_set}/{quote(os.fsencode(submission.name), safe='')}"


def _private(submission: Submission) -> tuple[re.Pattern[str], ...]:
    word = private_word(submission.metadata.username or "")
    return () if word is None else (word,)


def _private_faults(url: str, private: tuple[re.Pattern[str], ...]) -> tuple[Issue, ...]:
    if any(word.search(unquote(url)) for word in private):
        found, expected = "the user name in the name of the folder", "an address to publish; give it with --source-url"
        return (issue("field-value", METADATA_FILE, "/username", found=found, expected=expected),)
    return ()


def _url_faults(url: str) -> tuple[Issue, ...]:
    if parse_value(_URL, url, METADATA_FILE)[1]:
        return (
            issue("field-value", METADATA_FILE, found=url, expected="an https address; give one with --source-url"),
        )
    return ()


def _data_set(submission: Submission) -> str:
    return f"{submission.metadata.dataset_name} {submission.metadata.dataset_version}"


def _tasks(
    submission: Submission, trials: tuple[TrialFacts, ...], private: tuple[re.Pattern[str], ...]
) -> dict[str, ImportedTask]:
    """Return the task of each name that a trial has, sorted by id."""
    metadata = submission.metadata
    shown = clean_labels(sorted({facts.trial.task_id for facts in trials}), private)
    ids = _ids(shown)
    return {
        name: ImportedTask(
            kind="imported",
            schema_version=1,
            id=ids[name],
            version=1,
            title=shown[name],
            dataset=Dataset(name=metadata.dataset_name, version=metadata.dataset_version, task=shown[name]),
            prompt=None,
        )
        for name in sorted(ids, key=ids.__getitem__)
    }


def _ids(shown: dict[str, str]) -> dict[str, str]:
    """Return an id for each name, made from what is shown of it."""
    ids = slugs(list(shown.values()))
    return {name: ids[label] for name, label in shown.items()}


def _protocol(submission: Submission) -> ImportedProtocolFile:
    rules = ImportedRules(
        kind="imported",
        version=MAPPING_VERSION,
        harness=HARNESS,
        dataset=_data_set(submission),
        attempts_per_task=submission.metadata.n_attempts,
        concurrent_trials=submission.metadata.n_concurrent_trials,
    )
    entry = ImportedProtocolEntry(hash=fingerprint.of_record(rules), hashed=rules)
    return ImportedProtocolFile(kind="imported", schema_version=1, machine=None, entries=(entry,))


def _common(
    submission: Submission,
    trials: tuple[TrialFacts, ...],
    tasks: dict[str, ImportedTask],
    protocol: ImportedProtocolFile,
    suite: str,
    private: tuple[re.Pattern[str], ...],
) -> Common:
    metadata = submission.metadata
    shown = clean_labels(sorted(facts.trial.trial_name for facts in trials), private)
    system = {"harness": HARNESS, "agent": metadata.agent_name, "submission uuid": metadata.uuid}
    judge = {
        "harness": HARNESS,
        "dataset": metadata.dataset_name,
        "version": metadata.dataset_version,
        "commit": metadata.commit_hash,
    }
    label = f"{HARNESS} {metadata.dataset_name}@{metadata.dataset_version}"
    return Common(
        suite=suite,
        model=metadata.model_name,
        protocol=protocol.entries[0].hash,
        source=Source(label=clean_text(metadata.agent_name, private), hash=fingerprint.of_json({**system})),
        evaluator=Fingerprint(label=label, hash=fingerprint.of_json({**judge})),
        harness=importer(),
        run_ids=_ids(shown),
        trial_names=shown,
        tasks={name: TaskRef(id=task.id, hash=fingerprint.of_record(task)) for name, task in tasks.items()},
        private=private,
    )


def importer() -> Fingerprint:
    """Return the fingerprint of this importer: its own source files."""
    here = Path(__file__).parent
    sources = [here / "cleaning.py", *sorted(here.glob(f"{Path(__file__).stem}*.py"))]
    files = {f"importers/{path.name}": fingerprint.of_bytes(path.read_bytes()) for path in sources}
    label = f"fairtrial importer {HARNESS} {MAPPING_VERSION}"
    return Fingerprint(label=label, hash=fingerprint.of_files(files))


def _origin(
    submission: Submission,
    trials: tuple[TrialFacts, ...],
    disagreements: tuple[Disagreement, ...],
    common: Common,
    url: str,
    retrieved_on: str,
) -> Origin:
    metadata, table = submission.metadata, submission.table
    return Origin(
        harness=f"{HARNESS} 1",
        dataset=_data_set(submission),
        submission=clean_text(submission.name, common.private) or "unnamed",
        agent=common.source.label,
        run_uuid=metadata.uuid,
        commit=metadata.commit_hash,
        url=url,
        retrieved_on=retrieved_on,
        submitted=Submitted(
            trials=len(table.results),
            resolved=table.n_resolved,
            unresolved=table.n_unresolved,
            accuracy=submission.accuracy,
        ),
        differences=tuple(
            Difference(
                subject=clean_text(one.subject, common.private),
                table=one.table,
                files=one.files,
                figure=one.figure,
                run=None if one.trial is None else common.run_ids[one.trial],
                taken=one.taken,
            )
            for one in disagreements
        ),
        dropped=_dropped(submission, trials, common.private),
    )


def _dropped(
    submission: Submission, trials: tuple[TrialFacts, ...], private: tuple[re.Pattern[str], ...]
) -> tuple[str, ...]:
    """Return what was left out, by file and member, sorted."""
    members = {METADATA_FILE: submission.metadata.unread | {"username"}, RESULTS_FILE: submission.table.unread}
    members["trial"] = frozenset().union(*(facts.trial.unread for facts in trials))
    left_out = [f"{clean_text(member)} of {file}" for file in members for member in members[file]]
    cut = {name for facts in trials for name, label in labels(facts.trial, private).items() if label != name}
    if cut:
        left_out.append(f"paths, user names, mail addresses and overlong ends in {len(cut)} names of tests")
    return tuple(sorted(set(left_out)))


def _suite(
    submission: Submission, trials: tuple[TrialFacts, ...], common: Common, origin: Origin, order: Order
) -> ImportedSuite:
    refs = tuple(sorted(common.tasks.values(), key=lambda ref: ref.id))
    metadata = submission.metadata
    slots = (
        Slot(
            run=common.run_ids[facts.trial.trial_name],
            state="started",
            model=common.model,
            task=common.tasks[facts.trial.task_id].id,
            repetition=attempt(facts.trial) or 1,
        )
        for facts in trials
    )
    return ImportedSuite(
        kind="imported",
        schema_version=1,
        id=order.suite,
        title=order.title or f"Terminal-Bench 1: {origin.submission}",
        summary=(
            f"{len(trials)} trials at {len(refs)} tasks of {origin.dataset} by the agent {origin.agent}, published "
            f"as the submission {origin.submission} and taken over from there; nothing was run again. Token "
            "counts are the agent's own, and the origin does not say whether cached input is among them."
        ),
        fixture=False,
        started_at=timestamp(metadata.start_time),
        ended_at=timestamp(metadata.end_time),
        tasks=refs,
        task_set=TaskSet(hash=fingerprint.of_task_set(refs), tasks=refs) if len(refs) > 1 else None,
        slots=tuple(sorted(slots, key=lambda slot: slot.run)),
        command=f"benchmark import terminal-bench {origin.submission} --suite {order.suite}",
        origin=origin,
    )
