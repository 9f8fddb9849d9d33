"""Whether a new export holds all that was published before: records only ever grow, they are never edited."""

from collections.abc import Iterator, Mapping

from pydantic import ValidationError

from runner.export.public import Files
from sitegen.layout import PROTOCOL_FILE, REVIEW_FILE, RUN_FILE, SUITE_FILE, TOMBSTONE_FILE
from sitegen.records.kinds.api import ApiProtocolFile, ApiRun, ApiSuite
from sitegen.records.review import ReviewFile


def losses(before: Files, after: Files) -> tuple[str, ...]:
    """Return what stands in the published files and would be lost or changed, a sentence each.

    A barred suite gives up its evidence for its tombstone; nothing takes a tombstone's place.
    """
    if TOMBSTONE_FILE in after:
        return ()
    return tuple(_losses(before, after))


def _losses(before: Files, after: Files) -> Iterator[str]:
    for path, old in sorted(before.items()):
        new = after.get(path)
        if new is None:
            yield f"{path} is published and is not in the suite any more"
        elif new != old:
            change = _change(path, old, new)
            if change is not None:
                yield f"{path}: {change}"


def _change(path: str, old: bytes, new: bytes) -> str | None:
    try:
        return _CHECKS.get(path.rsplit("/", 1)[-1], _any_change)(old, new)
    except ValidationError:
        return "the published file is no valid record; restore it from git"


def _any_change(old: bytes, new: bytes) -> str | None:
    return "it is published with other bytes"


def _suite(old: bytes, new: bytes) -> str | None:
    """Slots may be started later, and the suite may end; it stays the same suite."""
    was, now = ApiSuite.model_validate_json(old), ApiSuite.model_validate_json(new)
    if (was.id, was.started_at, was.tasks) != (now.id, now.started_at, now.tasks):
        return f"another suite of this name, started at {was.started_at}, is published"
    started = {slot.run for slot in now.slots if slot.state == "started"}
    lost = [slot.run for slot in was.slots if slot.state == "started" and slot.run not in started]
    if lost or {slot.run for slot in was.slots} != {slot.run for slot in now.slots}:
        return f"other runs are planned or started than those published: {', '.join(lost) or 'the plan differs'}"
    return None


def _protocol(old: bytes, new: bytes) -> str | None:
    was, now = ApiProtocolFile.model_validate_json(old), ApiProtocolFile.model_validate_json(new)
    kept = all(entry in now.entries for entry in was.entries)
    return None if kept else "a published protocol is not in the suite any more"


def _run(old: bytes, new: bytes) -> str | None:
    """A run may be graded again, when the earlier grade is kept; nothing else of it changes."""
    was, now = ApiRun.model_validate_json(old), ApiRun.model_validate_json(new)
    same: Mapping[str, object] = {"evaluation": None, "evaluator": was.evaluator}
    if was.model_copy(update=same) != now.model_copy(update=same):
        return "the published record differs in more than its grade"
    kept = () if now.evaluation is None else tuple(one.grade for one in now.evaluation.earlier)
    given = () if was.evaluation is None else (*(one.grade for one in was.evaluation.earlier), was.evaluation.grade)
    return None if kept[: len(given)] == given else "the published grade is not among the earlier ones"


def _reviews(old: bytes, new: bytes) -> str | None:
    was, now = ReviewFile.model_validate_json(old), ReviewFile.model_validate_json(new)
    return None if now.reviews[: len(was.reviews)] == was.reviews else "a published review is missing or changed"


_CHECKS = {SUITE_FILE: _suite, PROTOCOL_FILE: _protocol, RUN_FILE: _run, REVIEW_FILE: _reviews}
"""How a file may grow, by its name; every other file stays as it is."""
