"""A submission's table against its files: one list of trials, and every disagreement by name.

Every trial that the table lists counts, a file or not; so does a trial that has only a file. Where table and file
differ in a fact that is taken over, the file holds: the harness wrote it when the trial ended, and the table later.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from runner.importers.cleaning import clean_text
from runner.importers.terminal_bench_source import FoundTrial, SourceTrial, Submission
from sitegen.exact import ratio
from sitegen.records.kinds.imported import Figure

COMPARED = (
    "task_id",
    "is_resolved",
    "failure_mode",
    "parser_results",
    "total_input_tokens",
    "total_output_tokens",
    "key",
    *(f"{what}_{when}_at" for what in ("trial", "agent", "test") for when in ("started", "ended")),
)
"""Facts of a trial that are taken over."""


@dataclass(frozen=True, slots=True)
class TrialFacts:
    """A trial as it is taken over."""

    trial: SourceTrial
    file: str
    pointer: str
    has_file: bool


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What table and files say of one thing, and what was taken; in the origin's names."""

    subject: str
    table: str
    files: str
    trial: str | None
    """Name of the trial it concerns."""
    taken: str
    figure: Figure | None = None
    """The figure of the table that is not what the trials add up to."""


def reconcile(submission: Submission) -> tuple[tuple[TrialFacts, ...], tuple[Disagreement, ...]]:
    """Return every trial of the submission, sorted by name, and every disagreement."""
    listed = {found.trial.trial_name: found for found in submission.listed}
    filed = {found.trial.trial_name: found for found in submission.filed}
    names = sorted(listed.keys() | filed.keys())
    trials = tuple(_facts(filed.get(name) or listed[name], name in filed) for name in names)
    found: list[Disagreement] = []
    for name in names:
        if name not in filed:
            found.append(_only_listed(listed[name].trial))
        elif name not in listed:
            found.append(_only_filed(filed[name].trial))
        else:
            found += _differing(listed[name].trial, filed[name].trial)
    return trials, (*found, *_totals(submission, trials), *_attempts(submission, trials))


def _facts(found: FoundTrial, has_file: bool) -> TrialFacts:
    return TrialFacts(found.trial, found.file, found.pointer, has_file)


def _only_listed(trial: SourceTrial) -> Disagreement:
    name = trial.trial_name
    return Disagreement(
        name, f"listed, {trial.failure_mode}", "no file", name, "the table's row: every listed trial counts"
    )


def _only_filed(trial: SourceTrial) -> Disagreement:
    name = trial.trial_name
    taken = "the file: no trial is left out"
    return Disagreement(name, "not listed", f"a file, {trial.failure_mode}", name, taken, "trials")


def _differing(row: SourceTrial, file: SourceTrial) -> list[Disagreement]:
    name = row.trial_name
    return [
        Disagreement(
            f"{name}, {fact}",
            _said(getattr(row, fact)),
            _said(getattr(file, fact)),
            name,
            "the file, which was written when the trial ended",
        )
        for fact in COMPARED
        if getattr(row, fact) != getattr(file, fact)
    ]


def _said(value: str | bool | int | dict[str, str] | datetime | None) -> str:
    """Return a fact as a short text; named tests only as counts."""
    if value is None:
        return "null"
    if isinstance(value, dict):
        return f"{sum(result == 'passed' for result in value.values())} of {len(value)} tests passed"
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, datetime) else clean_text(str(value))


def _totals(submission: Submission, trials: tuple[TrialFacts, ...]) -> list[Disagreement]:
    """Return where the table's own figures are not what its trials add up to."""
    table = submission.table
    resolved = sum(one.trial.is_resolved is True for one in trials)
    checks: list[tuple[Figure, str, str, str]] = [
        ("resolved", "resolved trials", str(table.n_resolved), str(resolved)),
        (
            "unresolved",
            "trials not resolved, ungraded ones included",
            str(table.n_unresolved),
            str(len(trials) - resolved),
        ),
    ]
    stated = submission.metadata.accuracy
    if stated is not None and stated != float(table.accuracy):
        checks.append(("accuracy", "accuracy in the table and in the metadata", submission.accuracy, repr(stated)))
    if not _is_rate(submission.accuracy, resolved, len(trials)):
        checks.append(("accuracy", "accuracy", submission.accuracy, f"{resolved} of {len(trials)} trials are resolved"))
    taken = "both: the table's figure as submitted, the count as ours"
    return [
        Disagreement(what, said, counted, None, taken, figure)
        for figure, what, said, counted in checks
        if said != counted
    ]


def _attempts(submission: Submission, trials: tuple[TrialFacts, ...]) -> list[Disagreement]:
    """Return the tasks that have another number of trials than the metadata plans."""
    planned = submission.metadata.n_attempts
    if planned is None:
        return []
    counts = Counter(one.trial.task_id for one in trials)
    tasks = sorted(counts.keys() | set(submission.metadata.task_ids or ()))
    return [
        Disagreement(
            f"task {task}", f"{_trials(planned)} planned", f"{_trials(counts[task])} given", None, "the trials given"
        )
        for task in tasks
        if counts[task] != planned
    ]


def _is_rate(stated: str, part: int, whole: int) -> bool:
    """Whether a stated rate is the share, as a double or rounded to the decimals that it has."""
    decimals = len(stated.partition(".")[2])
    return float(stated) == part / whole or stated == ratio(part, whole, decimals)


def _trials(count: int) -> str:
    return f"{count} trial" if count == 1 else f"{count} trials"
