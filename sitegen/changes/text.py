"""A release as TOML: one line for each run and each median, so that a reviewer sees in a diff what is released."""

import json
from collections.abc import Iterator

from pydantic import BaseModel

from sitegen.records.release import Release, ReleasedCohort


def release_toml(release: Release) -> str:
    """Return the text of a release's file."""
    return "\n".join(["schema = 1", *_head(release), *_tables(release)]) + "\n"


def _head(release: Release) -> Iterator[str]:
    yield from (f"{name} = {_value(getattr(release, name))}" for name in ("name", "on"))
    if release.notes is not None:
        yield f"notes = {_value(release.notes)}"
    yield f"data_set = {_value(release.data_set)}"
    yield _lines("uncounted", release.uncounted)
    for name in ("suite", "cohort", "claim", "comparison"):
        if not getattr(release, name):
            yield f"{name} = []"


def _tables(release: Release) -> Iterator[str]:
    for suite in release.suite:
        yield from ("", "[[suite]]", *_members(suite))
    for cohort in release.cohort:
        yield from _cohort(cohort)
    for claim in release.claim:
        yield from ("", "[[claim]]", *_members(claim))
    for comparison in release.comparison:
        yield from ("", "[[comparison]]", *_members(comparison))


def _cohort(cohort: ReleasedCohort) -> Iterator[str]:
    yield from ("", "[[cohort]]")
    yield from (f"{name} = {_value(getattr(cohort, name))}" for name in ("id", "title", "kind", "fixture"))
    yield from (f"{name} = {_inline(getattr(cohort, name))}" for name in ("source", "counts", "rate"))
    yield _lines("runs", cohort.runs)
    yield "[cohort.medians]"
    yield from (f"{measure} = {_inline(median)}" for measure, median in cohort.medians.items())


def _members(record: BaseModel) -> list[str]:
    return [f"{name} = {_value(value)}" for name, value in record.model_dump().items()]


def _inline(record: BaseModel) -> str:
    return f"{{ {', '.join(_members(record))} }}"


def _value(value: str | int | bool) -> str:
    """Return a value as TOML, whose basic strings take every escape of JSON."""
    return json.dumps(value, ensure_ascii=False)


def _lines(name: str, lines: str) -> str:
    return f"{name} = '''\n{lines}'''"
