"""Checks of one run against its suite, its files, its price and its reviews."""

from collections.abc import Iterator, Mapping

from sitegen.cost import amounts
from sitegen.inputs import FileFact, RunInput, SuiteInput
from sitegen.issues import Issue, issue
from sitegen.layout import REVIEW_FILE, RUN_FILE, VIEWS
from sitegen.records.base import instant
from sitegen.records.grade import GEOMETRY_POINTS, PointsGrade, VerdictGrade
from sitegen.records.kinds.api import ApiRun
from sitegen.records.suite import Slot
from sitegen.stops import STOPS

PASSIVE = (".3mf", ".csv", ".glb", ".json", ".jsonl", ".png", ".step", ".stl", ".txt")
"""Endings of files that no browser runs; artifacts are served from the site's own address."""
_PICTURES = tuple(f"{view}.svg" for view in VIEWS)


def run_issues(run: RunInput, suite: SuiteInput) -> Iterator[Issue]:
    """Yield everything that is wrong with a run beyond its own record."""
    yield from _identity(run, suite)
    yield from _grade(run)
    yield from _references(run, suite)
    yield from _artifacts(run)
    yield from _reviews(run)
    if isinstance(run.record, ApiRun):
        yield from _stop(run.record, f"{run.path}/{RUN_FILE}")
        yield from _price(run.record, f"{run.path}/{RUN_FILE}")
        yield from _amounts(run.record, f"{run.path}/{RUN_FILE}")


def _identity(run: RunInput, suite: SuiteInput) -> Iterator[Issue]:
    record, file = run.record, f"{run.path}/{RUN_FILE}"
    folder = run.path.rsplit("/", 1)[1]
    if record.id != folder:
        yield issue("id-mismatch", file, "/id", found=record.id, expected=folder)
    if record.suite != suite.id:
        yield issue("suite-mismatch", file, "/suite", found=record.suite, expected=suite.id)
    if record.kind != suite.kind:
        yield issue("suite-mismatch", file, "/kind", found=record.kind, expected=suite.kind)
    if record.fixture != suite.fixture:
        yield issue("suite-mismatch", file, "/fixture", found=record.fixture, expected=suite.fixture)


def _grade(run: RunInput) -> Iterator[Issue]:
    record, file = run.record, f"{run.path}/{RUN_FILE}"
    if isinstance(record, ApiRun):
        if record.evaluation is None:
            return
        grade: PointsGrade | VerdictGrade = record.evaluation.grade
        place = "/evaluation/grade"
        if record.evaluation.grade.points_max != GEOMETRY_POINTS:
            found = record.evaluation.grade.points_max
            yield issue("grade-sum", file, f"{place}/points_max", found=found, expected=GEOMETRY_POINTS)
    else:
        grade, place = record.grade, "/grade"
    if grade.evaluator.hash != record.evaluator.hash:
        other, expected = grade.evaluator.hash, record.evaluator.hash
        yield issue("grade-evaluator", file, f"{place}/evaluator/hash", found=other, expected=expected)


def _references(run: RunInput, suite: SuiteInput) -> Iterator[Issue]:
    record, file = run.record, f"{run.path}/{RUN_FILE}"
    if record.task.id not in suite.task_hashes:
        yield issue("task-unknown", file, "/task/id", found=record.task.id, expected="a task of the suite")
    elif suite.task_hashes[record.task.id] not in ("", record.task.hash):
        yield issue("task-hash", file, "/task/hash", found=record.task.hash, expected=suite.task_hashes[record.task.id])
    known = {entry.hash for entry in suite.protocol.entries} if suite.protocol else set()
    if suite.protocol is not None and record.protocol not in known:
        yield issue("protocol-unknown", file, "/protocol", found=record.protocol, expected="a hash of protocol.json")
    if suite.record is None:
        return
    slot = suite.slots.get(record.id)
    if slot is None:
        yield issue("slot-missing", file, "/id", found=record.id, expected="a slot of the suite's plan")
    else:
        yield from _slot(run, slot, file)


def _slot(run: RunInput, slot: Slot, file: str) -> Iterator[Issue]:
    record = run.record
    planned = {"state": slot.state, "model": slot.model, "task": slot.task, "repetition": slot.repetition}
    state = "not_started" if record.status == "not_started" else "started"
    actual = {"state": state, "model": record.model.requested, "task": record.task.id, "repetition": record.repetition}
    for name, value in planned.items():
        if actual[name] != value:
            yield issue("slot-mismatch", file, f"/{_FIELD[name]}", found=actual[name], expected=f"{value} as planned")


_FIELD = {"state": "status", "model": "model/requested", "task": "task/id", "repetition": "repetition"}


def _artifacts(run: RunInput) -> Iterator[Issue]:
    files = _by_name(run)
    record_file = f"{run.path}/{RUN_FILE}"
    for index, artifact in enumerate(run.record.artifacts):
        fact = files.get(artifact.name)
        place = f"/artifacts/{index}"
        if not artifact.name.endswith(PASSIVE) and artifact.name not in _PICTURES:
            expected = f"a name that ends in {', '.join(PASSIVE)}, or {', '.join(_PICTURES)}"
            yield issue("artifact-type", record_file, f"{place}/name", found=artifact.name, expected=expected)
        if fact is None:
            yield issue("artifact-missing", record_file, f"{place}/name", found="nothing", expected=artifact.name)
        elif fact.size != artifact.bytes:
            yield issue("artifact-size", record_file, f"{place}/bytes", found=fact.size, expected=artifact.bytes)
        elif fact.sha256 != artifact.sha256:
            yield issue("artifact-hash", record_file, f"{place}/sha256", found=fact.sha256, expected=artifact.sha256)
    listed = {artifact.name for artifact in run.record.artifacts} | {RUN_FILE, REVIEW_FILE}
    for name in sorted(files.keys() - listed):
        yield issue("file-unexpected", files[name].path, found=name, expected="a file that run.json lists")


def _by_name(run: RunInput) -> Mapping[str, FileFact]:
    return {fact.path[len(run.path) + 1 :]: fact for fact in run.files}


def _reviews(run: RunInput) -> Iterator[Issue]:
    if run.reviews is None:
        return
    file = f"{run.path}/{REVIEW_FILE}"
    if run.reviews.run != run.record.id:
        yield issue("review-run", file, "/run", found=run.reviews.run, expected=run.record.id)
    known = {artifact.sha256 for artifact in run.record.artifacts}
    for index, review in enumerate(run.reviews.reviews):
        if review.artifact_sha256 not in known:
            place = f"/reviews/{index}/artifact_sha256"
            yield issue("review-artifact", file, place, found=review.artifact_sha256, expected="an artifact of the run")
        made_at = run.record.ended_at or run.record.started_at
        if made_at is not None and instant(review.reviewed_at) < instant(made_at):
            place = f"/reviews/{index}/reviewed_at"
            expected = f"a time from {made_at}, when the run was made"
            yield issue("time-order", file, place, found=review.reviewed_at, expected=expected)


def _stop(record: ApiRun, file: str) -> Iterator[Issue]:
    """Compare the status with the reason; one that the table does not have is no answer, so it completes nothing."""
    known = STOPS.get(record.stop.reason)
    answered = known is not None and known.completed
    if answered != (record.status == "completed"):
        due = "completed" if answered else "failed or not_started"
        expected = f"{due}, as the run ended with {record.stop.reason}"
        yield issue("stop-status", file, "/status", found=record.status, expected=expected)


def _price(record: ApiRun, file: str) -> Iterator[Issue]:
    price, day = record.cost.price, (record.started_at or "")[:10]
    if price is None:
        return
    if (price.provider, price.model) != (record.provider, record.model.requested):
        found, expected = f"{price.provider} {price.model}", f"{record.provider} {record.model.requested}"
        yield issue("price-model", file, "/cost/price/model", found=found, expected=expected)
    if day and not price.checked_on <= day <= price.expires_on:
        expected = f"{price.checked_on} to {price.expires_on}"
        yield issue("price-expired", file, "/cost/price/expires_on", found=day, expected=expected)


def _amounts(record: ApiRun, file: str) -> Iterator[Issue]:
    responses = [(response.usage, response.provider_ticks) for response in record.responses]
    expected = amounts(responses, record.requests, record.cost.price)
    for name in ("estimated_ticks", "provider_ticks", "at_least_ticks"):
        found, due = getattr(record.cost, name), getattr(expected, name)
        # A record may leave the lower bound out.
        if found != due and not (name == "at_least_ticks" and found is None):
            yield issue("cost-mismatch", file, f"/cost/{name}", found=found, expected=due)
