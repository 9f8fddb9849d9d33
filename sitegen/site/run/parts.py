"""Parts that the pages of all runs share."""

from collections.abc import Mapping
from dataclasses import dataclass

import orjson

from sitegen import layout
from sitegen.charts import Marks, Strip
from sitegen.figures import seconds, whole
from sitegen.inputs import AnyRun, RunInput
from sitegen.measures import MEASURES
from sitegen.records.grade import Check
from sitegen.site.downloads import Download, size_of
from sitegen.site.rules import Fact
from sitegen.site.run.brief import RunBrief
from sitegen.site.tables import PROVIDER_DEFAULTS

NOT_REPORTED = "not reported"
_FILES = {
    layout.RUN_FILE: "the record that this page shows, byte for byte",
    layout.REVIEW_FILE: "every review of its artifact",
}
_RECORD_FIRST = {layout.RUN_FILE: 0, layout.REVIEW_FILE: 1}
_OWN_MARK = {False: Marks((False,), ()), True: Marks((True,), ())}


@dataclass(frozen=True, slots=True)
class Missing:
    """A value that the record does not have, and why."""

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One named check."""

    label: str
    result: str
    """`passed`, `failed` or `unknown`."""
    required: str
    found: str
    points: str
    """Empty where checks have no points."""


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """Where the run lies in its cohort, by one measure."""

    heading: str
    own: str
    median: str
    beside: str
    strip: Strip
    marks: Marks


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


def places(brief: RunBrief, values: Mapping[str, tuple[int | None, str]], *, failed: bool) -> tuple[OwnPlace, ...]:
    """Return where a run lies among the runs of its cohort.

    Args:
        brief: The cohort.
        values: The run's own value and the same as printed, by measure id.
        failed: Whether the run failed.
    """
    found = []
    for place in brief.places:
        value, text = values[place.measure]
        if value is None:
            continue
        whole_cohort = place.summary
        found.append(
            OwnPlace(
                place.heading,
                text,
                place.median,
                place.beside,
                Strip(
                    f"{MEASURES[place.measure].label} of this run in its cohort",
                    f"This run: {text}. {whole_cohort.desc}",
                    place.axis,
                    (value,),
                    whole_cohort.median,
                    whole_cohort.interval,
                    whole_cohort.range,
                ),
                _OWN_MARK[failed],
            )
        )
    return tuple(found)


def facts(record: AnyRun) -> tuple[Fact, ...]:
    """Return what identifies a run and everything it was made with."""
    source, model = record.source, record.model
    tree = "" if source.dirty is None else ", with uncommitted changes" if source.dirty else ", clean"
    return (
        Fact("Run", "", record.id),
        Fact("Suite", "", record.suite),
        Fact("Repetition", whole(record.repetition)),
        Fact("Place in the order", whole(record.position) if record.position else "not recorded"),
        Fact("Started", record.started_at or "not recorded"),
        Fact("Ended", record.ended_at or "not recorded"),
        Fact("Provider", record.provider),
        Fact("Model, requested", model.label, model.requested or "not named by the origin"),
        Fact("Model, reported", "" if model.reported else NOT_REPORTED, ", ".join(model.reported)),
        Fact("Settings", _settings(record.settings)),
        Fact("Task", record.task.id, record.task.hash),
        Fact("Protocol", "", record.protocol),
        Fact("Source", source.label, source.hash),
        Fact("Commit of the source", tree.removeprefix(", ") if source.commit else "none recorded", source.commit or ""),
        Fact("Evaluator", record.evaluator.label, record.evaluator.hash),
        Fact("Harness", record.harness.label, record.harness.hash),
    )


def _settings(settings: Mapping[str, object]) -> str:
    if not settings:
        return PROVIDER_DEFAULTS
    return ", ".join(
        f"{name} {value if isinstance(value, str) else orjson.dumps(value).decode()}"
        for name, value in sorted(settings.items())
    )


def missing(record: AnyRun) -> tuple[Missing, ...]:
    """Return every value that the record does not have, with the reason it gives."""
    found = [Missing(_label(name), why) for name, why in sorted(record.missing.items())]
    found.extend(Missing(f"{MEASURES[name].label} tokens", why) for name, why in record.usage.missing.items())
    if record.cost.reason:
        found.append(Missing("Cost", record.cost.reason))
    return tuple(found)


def _label(name: str) -> str:
    return MEASURES[name].label if name in MEASURES else name
