"""Cohorts: runs grouped by what they have in common by content, and their numbers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sitegen import fingerprint
from sitegen.aggregate.counts import counts, rate, tallies, verdicts
from sitegen.aggregate.medians import measure_summary
from sitegen.inputs import SuiteInput
from sitegen.layout import slug
from sitegen.measures import of_kind
from sitegen.rows import RunRow
from sitegen.summaries import Cohort, CohortKey, Identity, TaskSummary

PER_TASK = ("wall_ms", "cost_ticks", "input", "output")
"""Measures that stand per task of a set."""


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one cohort."""

    id: str
    key: CohortKey
    rows: tuple[RunRow, ...]
    """Sorted by suite and run; runs that were not started are among them."""


def groups(rows: Iterable[RunRow], suites: Mapping[str, SuiteInput]) -> tuple[Group, ...]:
    """Group rows by content; barred suites' rows must be left out before."""
    found: dict[tuple[object, ...], list[RunRow]] = {}
    for row in rows:
        found.setdefault(_content(row, suites[row.suite]), []).append(row)
    made = [_group(members, suites) for members in found.values()]
    return tuple(sorted(made, key=lambda group: (group.key.kind, group.id)))


def _content(row: RunRow, suite: SuiteInput) -> tuple[str | bool | None, ...]:
    """Return what makes two runs poolable: content hashes, provider and requested model; never a display name."""
    return (
        row.kind,
        row.fixture,
        _task(row, suite).hash,
        row.protocol,
        row.provider,
        row.model,
        row.settings_hash,
        row.source_hash,
        row.evaluator_hash,
    )


def _task(row: RunRow, suite: SuiteInput) -> Identity:
    whole = suite.record.task_set if suite.record else None
    if whole is None:
        return Identity(row.task, row.task_hash)
    return Identity(f"{len(whole.tasks)} tasks", whole.hash)


def _group(rows: Sequence[RunRow], suites: Mapping[str, SuiteInput]) -> Group:
    first = min(rows, key=lambda row: (row.suite, row.run))
    suite = suites[first.suite]
    whole = suite.record.task_set if suite.record else None
    name = slug(first.model or first.source)[:40].strip("-")
    tag = fingerprint.of_json(list(_content(first, suite)))[:16]
    key = CohortKey(
        kind=first.kind,
        fixture=first.fixture,
        task=_task(first, suite),
        tasks=len(whole.tasks) if whole else 1,
        protocol=first.protocol,
        provider=first.provider,
        model=first.model,
        settings=Identity(first.settings, first.settings_hash),
        source=Identity(first.source, first.source_hash),
        evaluator=Identity(first.evaluator, first.evaluator_hash),
    )
    return Group(f"{first.kind}-{name}-{tag}", key, tuple(sorted(rows, key=lambda row: (row.suite, row.run))))


def unrecorded(made: Iterable[Group], suites: Mapping[str, SuiteInput]) -> Counter[str]:
    """Return how many planned runs without a record belong to each cohort, by its id.

    A slot says its suite, model and task and no hash. It belongs to the cohort that has runs of the suite with that
    model and task; where there are several such cohorts, or none, it stands with its suite alone.
    """
    recorded: set[tuple[str, str]] = set()
    cells: dict[tuple[str, str | None, str | None], set[str]] = {}
    for group in made:
        for row in group.rows:
            recorded.add((row.suite, row.run))
            task = row.task if group.key.tasks == 1 else None
            cells.setdefault((row.suite, row.model, task), set()).add(group.id)
    found: Counter[str] = Counter()
    for suite in suites.values():
        if suite.record is None or suite.tombstone is not None:
            continue
        for slot in suite.standing:
            task = slot.task if suite.record.task_set is None else None
            fitting = cells.get((suite.id, slot.model, task), set())
            if (suite.id, slot.run) not in recorded and len(fitting) == 1:
                found.update(fitting)
    return found


def cohort(group: Group, suites: Mapping[str, SuiteInput], caveats: tuple[str, ...], unrecorded: int) -> Cohort:
    """Return a cohort's numbers; every one of them is over attempted runs, failures included.

    Args:
        group: Its runs.
        suites: All suites by id.
        caveats: Ids of the caveats that apply.
        unrecorded: Planned runs of it that left no record.
    """
    rows = [row for row in group.rows if row.attempted]
    kind = group.key.kind
    first = group.rows[0]
    checked = kind == "api"
    found = verdicts(rows)
    return Cohort(
        id=group.id,
        title=f"{first.model_label} on {first.source}" if first.model else first.source,
        key=group.key,
        suites=tuple(sorted({row.suite for row in group.rows})),
        counts=counts(group.rows, unrecorded),
        stops=tallies(row.stop for row in rows),
        build_check=rate(sum(bool(row.checks_passed) for row in rows), len(rows)) if checked else None,
        resolved=None if checked else rate(found.resolved, len(rows)),
        verdicts=None if checked else found,
        measures=tuple(measure_summary(measure.id, rows) for measure in of_kind(kind)),
        reviews=tallies(row.review_basis for row in rows if row.review_basis is not None),
        reported_models=tallies(name for row in rows for name in row.reported),
        unreported_models=sum(not row.reported for row in rows),
        cost_bases=tallies(row.cost_basis or "unknown" for row in rows),
        prices=tuple(sorted({row.price for row in rows if row.price is not None})),
        labels=labels(rows),
        by_task=_by_task(group, suites) if group.key.tasks > 1 else (),
        caveats=caveats,
        runs=tuple(row.address for row in group.rows),
    )


def labels(rows: Sequence[RunRow]) -> tuple[str, ...]:
    """Return what limits the numbers of attempted runs, sorted."""
    versions = {name for row in rows for name in row.reported}
    bases = {row.cost_basis for row in rows if row.cost_basis is not None}
    prices = {row.price for row in rows if row.price is not None}
    found = {
        "mixed-versions": len(versions) > 1,
        "no-reported-version": any(not row.reported for row in rows),
        "mixed-prices": len(prices) > 1,
        "mixed-cost-bases": len(bases) > 1,
    }
    return tuple(sorted(name for name, holds in found.items() if holds))


def _by_task(group: Group, suites: Mapping[str, SuiteInput]) -> tuple[TaskSummary, ...]:
    """Return every task of the set, those without runs too."""
    members: dict[str, list[RunRow]] = {}
    for row in group.rows:
        members.setdefault(row.task, []).append(row)
    tasks = sorted(suites[group.rows[0].suite].tasks.items())
    graded = group.key.kind == "imported"
    return tuple(_of_task(id, task.title, members.get(id, []), graded=graded) for id, task in tasks)


def _of_task(id: str, title: str, rows: Sequence[RunRow], *, graded: bool) -> TaskSummary:
    attempted = [row for row in rows if row.attempted]
    return TaskSummary(
        task=id,
        title=title,
        counts=counts(rows),
        verdicts=verdicts(attempted) if graded else None,
        measures=tuple(measure_summary(measure, attempted) for measure in PER_TASK),
    )
