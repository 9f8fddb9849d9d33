"""The published files of a suite, by an allow-list: records field by field, and the artifacts that they name."""

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, TypeAdapter

from runner.export.cutoff import cut_off
from runner.export.find import Found
from runner.money.outlay import Outlay, outlay
from runner.providers import ADAPTERS
from runner.suite.manifest import Manifest, SuiteSlot
from sitegen import fingerprint
from sitegen.issues import Issue, issue
from sitegen.layout import (
    DOCUMENT_FILE,
    PROTOCOL_FILE,
    REVIEW_FILE,
    RUN_FILE,
    RUNS,
    SUITE_FILE,
    TASKS,
    TOMBSTONE_FILE,
    VIEWS,
)
from sitegen.records.base import TaskRef
from sitegen.records.kinds.api import ApiProtocolFile, ApiRun, ApiSuite
from sitegen.records.review import ReviewFile
from sitegen.records.suite import Slot, Tombstone, TombstoneCounts
from sitegen.store import parse_record, stored_form

ARTIFACTS = frozenset((DOCUMENT_FILE, *(f"{view}.svg" for view in VIEWS)))
"""Files of a run that may be published beside its records; a trace never is."""
_COMMAND_CHARACTERS = 300
_RUN = TypeAdapter(ApiRun)
_REVIEWS = TypeAdapter(ReviewFile)

Files = Mapping[str, bytes]
"""Published files by their place in the suite's folder."""


@dataclass(frozen=True, slots=True)
class Publication:
    """What a suite publishes, and what stands in its records."""

    files: Files
    planned: int
    started: int
    """Runs that sent a request."""
    spent: Outlay


class ExportError(Exception):
    """A suite cannot be published; `issues` says why."""

    def __init__(self, issues: tuple[Issue, ...]) -> None:
        """Take everything that is wrong."""
        super().__init__(f"{len(issues)} issues")
        self.issues = issues


def published(suite: Found) -> Publication:
    """Return what may be published of a suite; the files of a barred one are its tombstone alone.

    Raises:
        ExportError: A record is faulty, or a file is not what its record says.
        OSError: A file cannot be read.
    """
    runs, issues = _runs(suite)
    files = _files(suite, runs, issues)
    if issues and suite.invalidated is None:
        raise ExportError(tuple(issues))
    started = sum(run.status != "not_started" for run in runs.values())
    return Publication(files, len(suite.manifest.slots), started, outlay(runs.values(), suite.running))


def _files(suite: Found, runs: Mapping[str, ApiRun], issues: list[Issue]) -> Files:
    """Return the files, and note what is wrong with them."""
    manifest = suite.manifest
    if suite.invalidated is not None:
        return {TOMBSTONE_FILE: _stored(_tombstone(suite, runs))}
    protocol = ApiProtocolFile(schema_version=1, kind="api", machine=manifest.machine, entries=manifest.protocols)
    files = {
        SUITE_FILE: _stored(suite_record(suite, runs)),
        PROTOCOL_FILE: _stored(protocol),
        f"{TASKS}/{manifest.task.id}.json": _stored(manifest.task),
    }
    for slot, run in runs.items():
        files[f"{RUNS}/{slot}/{RUN_FILE}"] = _stored(run)
        for name, data in _beside(suite.folder, slot, run, issues):
            files[f"{RUNS}/{slot}/{name}"] = data
    return files


def _runs(suite: Found) -> tuple[dict[str, ApiRun], list[Issue]]:
    """Return the records of the runs by the slot that each has in the plan, and what is wrong with them."""
    runs: dict[str, ApiRun] = {}
    issues: list[Issue] = []
    for slot in suite.manifest.slots:
        path = suite.folder / RUNS / slot.run / RUN_FILE
        if path.is_file():
            file = f"{suite.manifest.id}/{RUNS}/{slot.run}/{RUN_FILE}"
            parsed = parse_record(_RUN, path.read_bytes(), file)
            issues += parsed.issues
            if parsed.record is not None and parsed.record.id != slot.run:
                issues.append(issue("id-mismatch", file, "/id", found=parsed.record.id, expected=slot.run))
            elif parsed.record is not None:
                runs[slot.run] = parsed.record
        elif pending := _pending(suite, slot):
            adapter = ADAPTERS[_adapter_name(suite.manifest, slot)]
            runs[slot.run] = cut_off(pending, suite.manifest.task, suite.folder / RUNS / slot.run, adapter)
        elif slot.state in ("finished", "lost"):
            place = f"{suite.manifest.id}/{RUNS}/{slot.run}/{RUN_FILE}"
            issues.append(issue("run-missing", place, found="nothing", expected="the record of a finished run"))
    return runs, [*issues, *_unplanned(suite)]


def _unplanned(suite: Found) -> Iterator[Issue]:
    """Yield an issue for every folder of a run that the suite's plan doesn't have."""
    planned = {slot.run for slot in suite.manifest.slots}
    runs = suite.folder / RUNS
    for path in sorted(runs.iterdir()) if runs.is_dir() else ():
        if path.is_dir() and path.name not in planned:
            place = f"{suite.manifest.id}/{RUNS}/{path.name}"
            yield issue("slot-missing", place, found=path.name, expected="a run of the suite's plan")


def _pending(suite: Found, slot: SuiteSlot) -> ApiRun | None:
    """Return what a run was before its first request, where it was cut off; None for a run that was never reached."""
    pending = suite.manifest.running
    if pending is None or pending.id != slot.run or (suite.running and slot.state != "lost"):
        return None
    return pending


def _adapter_name(manifest: Manifest, slot: SuiteSlot) -> str:
    """Return the name of the adapter that a run's responses are read with.

    Raises:
        ValueError: There is none.
    """
    name = next((model.adapter for model in manifest.models if model.id == slot.model), None)
    if name is None or name not in ADAPTERS:
        raise ValueError(f"{slot.run}: {slot.model} is no model of the suite that an adapter is known for")
    return name


def suite_record(suite: Found, runs: Mapping[str, ApiRun]) -> ApiSuite:
    """Return the published record of a suite."""
    manifest = suite.manifest
    return ApiSuite(
        schema_version=1,
        kind="api",
        id=manifest.id,
        title=f"{manifest.task.title}, suite {manifest.id}",
        summary=_summary(manifest),
        fixture=manifest.fixture,
        started_at=manifest.started_at,
        ended_at=None if suite.interrupted else manifest.ended_at,
        interrupted=suite.interrupted,
        tasks=(TaskRef(id=manifest.task.id, hash=fingerprint.of_record(manifest.task)),),
        slots=tuple(sorted((_slot(suite, slot, runs) for slot in manifest.slots), key=lambda slot: slot.run)),
        command=_command(manifest),
        repetitions=manifest.repetitions,
        budget_usd=manifest.budget_usd,
        dependencies=manifest.frozen.dependencies,
    )


def _slot(suite: Found, slot: SuiteSlot, runs: Mapping[str, ApiRun]) -> Slot:
    run = runs.get(slot.run)
    started = run is not None and run.status != "not_started"
    return Slot(
        run=slot.run,
        state="started" if started else "not_started",
        model=slot.model,
        task=suite.manifest.task.id,
        repetition=slot.repetition,
        reason=None if started else _why_not(suite, slot, run),
    )


def _why_not(suite: Found, slot: SuiteSlot, run: ApiRun | None) -> str:
    if run is not None:
        return run.stop.detail or run.stop.reason
    if slot.reason is not None:
        return slot.reason
    return "not finished when this was exported" if suite.running else "the runner was killed before this run"


def _summary(manifest: Manifest) -> str:
    count = f"{manifest.repetitions} run{'s' if manifest.repetitions > 1 else ''} of each"
    if manifest.fixture:
        return f"Calls written by hand, replayed through loop, server and evaluator: {count}. No model was asked."
    models = f"{len(manifest.models)} model{'s' if len(manifest.models) > 1 else ''}"
    budget = f" and a budget of {manifest.budget_usd} USD" if manifest.budget_usd else ""
    return f"{models} through native APIs, with {count}{budget}."


def _command(manifest: Manifest) -> str | None:
    """Return the command line without paths; None where it is too long for the record."""
    words = ["benchmark", "run", "--models", ",".join(model.id for model in manifest.models)]
    words += ["--repetitions", str(manifest.repetitions)]
    if manifest.budget_usd is not None:
        words += ["--budget-usd", manifest.budget_usd]
    line = shlex.join(words)
    return line if len(line) <= _COMMAND_CHARACTERS else None


def _beside(folder: Path, slot: str, run: ApiRun, issues: list[Issue]) -> Iterator[tuple[str, bytes]]:
    """Yield the files beside a record that may be published, and note those that are not what it says."""
    place = f"{folder.name}/{RUNS}/{slot}"
    for index, artifact in enumerate(run.artifacts):
        path = folder / RUNS / slot / artifact.name
        pointer = f"/artifacts/{index}"
        if artifact.name not in ARTIFACTS:
            expected = f"one of {', '.join(sorted(ARTIFACTS))}"
            issues.append(
                issue("artifact-type", f"{place}/{RUN_FILE}", pointer, found=artifact.name, expected=expected)
            )
        elif path.is_symlink() or not path.is_file():
            issues.append(
                issue("artifact-missing", f"{place}/{RUN_FILE}", pointer, found="nothing", expected=artifact.name)
            )
        elif fingerprint.of_bytes(data := path.read_bytes()) != artifact.sha256:
            found = fingerprint.of_bytes(data)
            issues.append(issue("artifact-hash", f"{place}/{RUN_FILE}", pointer, found=found, expected=artifact.sha256))
        else:
            yield artifact.name, data
    reviews = folder / RUNS / slot / REVIEW_FILE
    if reviews.is_file():
        parsed = parse_record(_REVIEWS, reviews.read_bytes(), f"{place}/{REVIEW_FILE}")
        issues += parsed.issues
        if parsed.record is not None:
            yield REVIEW_FILE, _stored(parsed.record)


def _tombstone(suite: Found, runs: Mapping[str, ApiRun]) -> Tombstone:
    assert suite.invalidated is not None
    manifest = suite.manifest
    started = sum(run.status != "not_started" for run in runs.values())
    planned = len(manifest.slots)
    return Tombstone(
        schema_version=1,
        suite=manifest.id,
        kind="api",
        title=f"{manifest.task.title}, suite {manifest.id}",
        fixture=manifest.fixture,
        reason=suite.invalidated.reason,
        invalidated_at=suite.invalidated.invalidated_at,
        counts=TombstoneCounts(planned=planned, started=started, not_started=planned - started),
    )


def _stored(record: BaseModel) -> bytes:
    return stored_form(record.model_dump(mode="json"))
