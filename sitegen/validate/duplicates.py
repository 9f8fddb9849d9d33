"""One attempt is one run, whatever its record, its folder or its suite is called."""

from collections.abc import Iterator, Sequence

from sitegen.inputs import SuiteInput
from sitegen.issues import Issue, issue
from sitegen.layout import RUN_FILE, SUITE_FILE
from sitegen.records.base import instant
from sitegen.records.kinds.imported import ImportedSuite
from sitegen.rows import RunRow


def duplicate_issues(runs: Sequence[tuple[str, RunRow]]) -> Iterator[Issue]:
    """Yield the runs that are another one once more, by path and row; runs of barred suites are not asked for.

    Equal are runs that started in the same moment and report the same; runs with the same id of their origin; and runs
    whose responses are equal to the token and the millisecond. Where only the tokens, the calls and the artifacts are
    equal, the second is named without being refused: a model may answer alike. Fixtures are made by hand, often from
    one another, and only the first rule holds for them.
    """
    seen: dict[tuple[object, ...], str] = {}
    for path, row in runs:
        if not row.attempted:
            continue
        same = {seen.setdefault(key, path) for key in _keys(row)} - {path}
        file = f"{path}/{RUN_FILE}"
        if same:
            expected = f"once, as {min(same)}"
            yield issue("run-duplicate", file, found="the run of another record", expected=expected)
        elif row.alike is not None and not row.fixture:
            other = seen.setdefault(("alike", *_asked(row), row.alike), path)
            if other != path:
                found = f"tokens, calls and artifacts of {other}"
                yield issue("run-alike", file, found=found, expected="an attempt of its own")


def _keys(row: RunRow) -> Iterator[tuple[object, ...]]:
    if row.started_at is not None:
        yield ("start", instant(row.started_at), *_asked(row), *row.values.values())
    if row.twin is not None and not row.fixture:
        yield ("twin", row.kind, row.twin)


def _asked(row: RunRow) -> tuple[object, ...]:
    return (row.task_hash, row.provider, row.model, row.settings_hash, row.source_hash)


def submission_issues(suites: Sequence[SuiteInput]) -> Iterator[Issue]:
    """Yield the imported suites whose origin was taken over before, under another id."""
    seen: dict[tuple[str, str], str] = {}
    for suite in sorted(suites, key=lambda suite: suite.id):
        if isinstance(suite.record, ImportedSuite) and suite.record.origin.run_uuid is not None:
            origin = suite.record.origin
            other = seen.setdefault((origin.harness, suite.record.origin.run_uuid), suite.id)
            if other != suite.id:
                file, found = f"{suite.path}/{SUITE_FILE}", f"{origin.run_uuid}, as of suite {other}"
                yield issue("suite-duplicate", file, "/origin/run_uuid", found=found, expected="each submission once")
