"""Parts that the pages of all runs share."""

from typing import NamedTuple

from sitegen import fingerprint, layout
from sitegen.figures import seconds
from sitegen.inputs import AnyRun, RunInput
from sitegen.measures import MEASURES
from sitegen.records.grade import Check
from sitegen.site.downloads import Download, size_of
from sitegen.site.tables import PROVIDER_DEFAULTS, named_settings

NOT_REPORTED = "not reported"
_FILES = {
    layout.RUN_FILE: "the record that this page shows, byte for byte",
    layout.REVIEW_FILE: "every review of its artifact",
}
_RECORD_FIRST = {layout.RUN_FILE: 0, layout.REVIEW_FILE: 1}


class Missing(NamedTuple):
    """A value that the record does not have, and why."""

    what: str
    why: str


class Identity(NamedTuple):
    """What identifies a run and everything it was made with, as printed."""

    run: str
    suite: str
    repetition: str
    position: str
    started: str
    ended: str
    provider: str
    model: str
    requested: str
    reported: str
    settings: str
    task: str
    task_hash: str
    protocol: str
    source: str
    source_hash: str
    commit: str
    tree: str
    """Whether the checkout had uncommitted changes; empty where unknown."""
    evaluator: str
    evaluator_hash: str
    harness: str
    harness_hash: str


class CheckLine(NamedTuple):
    """One named check."""

    label: str
    result: str
    """`passed`, `failed` or `unknown`."""
    required: str
    found: str
    points: str
    """Empty where checks have no points."""


def or_not_reported(value: int | None) -> str:
    """Return a count, or the words for its absence."""
    return NOT_REPORTED if value is None else f"{value:,}"


def in_seconds(value: int | None) -> str:
    """Return a duration in seconds, or the words for its absence."""
    return NOT_REPORTED if value is None else seconds(value)


def checks(found: tuple[Check, ...]) -> tuple[CheckLine, ...]:
    """Return the checks as lines."""
    return tuple(
        CheckLine(
            check.label,
            "unknown" if check.passed is None else "passed" if check.passed else "failed",
            check.required or "",
            check.found or "",
            f"{check.points} of {check.points_max}" if check.points_max else "",
        )
        for check in found
    )


def files(run: RunInput, address: str) -> tuple[Download, ...]:
    """Return the files of a run, its record first."""
    listed = [(fact.path.rpartition("/")[2], fact) for fact in run.files]
    listed.sort(key=lambda pair: (_RECORD_FIRST.get(pair[0], 2), pair[0]))
    return tuple(
        Download(
            name,
            layout.run_record(address) if name == layout.RUN_FILE else layout.run_file(address, name),
            size_of(fact.size),
            fact.sha256,
            _FILES.get(name, ""),
        )
        for name, fact in listed
    )


def identity(record: AnyRun) -> Identity:
    """Return what identifies a run and everything it was made with."""
    source, model, evaluator, harness = record.source, record.model, record.evaluator, record.harness
    tree = "" if source.dirty is None else "with uncommitted changes" if source.dirty else "clean"
    return Identity(
        record.id,
        record.suite,
        str(record.repetition),
        str(record.position) if record.position else "not recorded",
        record.started_at or "not recorded",
        record.ended_at or "not recorded",
        record.provider,
        model.label,
        model.requested or "",
        ", ".join(model.reported) or NOT_REPORTED,
        _settings(record),
        record.task.id,
        record.task.hash,
        record.protocol,
        source.label,
        source.hash,
        source.commit or "none recorded",
        tree,
        evaluator.label,
        evaluator.hash,
        harness.label,
        harness.hash,
    )


def _settings(record: AnyRun) -> str:
    if record.settings:
        return named_settings(fingerprint.canonical({**record.settings}).decode())
    return "not recorded" if record.kind == "imported" else PROVIDER_DEFAULTS


def missing(record: AnyRun) -> tuple[Missing, ...]:
    """Return every value that the record does not have, with the reason it gives."""
    found = [Missing(_label(name), why) for name, why in sorted(record.missing.items())]
    found.extend(Missing(f"{MEASURES[name].label} tokens", why) for name, why in record.usage.missing.items())
    if record.cost.reason:
        found.append(Missing("Cost", record.cost.reason))
    return tuple(found)


def _label(name: str) -> str:
    return MEASURES[name].label if name in MEASURES else name
