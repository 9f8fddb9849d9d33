"""Evaluator `espresso-v1`: 60 points for a saved machine, from eight checks on its geometry alone.

A saved file is graded whatever it holds: one that cannot be read fails every check. Only where nothing was saved, by a
fault of server or file system, are there no points (`lost`), for nothing is known of the model then.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import sitegen.formdoc
from runner.evaluators import checks
from runner.evaluators.checks import Finding
from runner.evaluators.facts import facts
from runner.evaluators.requirements import CHECK_IDS, CheckId, Requirements, requirements_of
from runner.evaluators.roles import Roles, assigned
from runner.evaluators.solids import VisibleSolid, visible_solids
from sitegen import fingerprint
from sitegen.formdoc import DocumentError, Fault, check_reopen_without_kernel, parse
from sitegen.records.base import Fingerprint
from sitegen.records.grade import Check, Fact, PointsGrade
from sitegen.records.task import ModellingTask

REVISION: Final = "espresso-v1-evaluator-1"
EMPTY = "0 by rule: the document has no visible object"
MAX_FOUND_CHARACTERS = 1_000
_SOURCES = {
    "runner/evaluators": Path(__file__).parent,
    "sitegen/formdoc": Path(sitegen.formdoc.__file__).parent,
}
Findings = Mapping[CheckId, Finding]


def evaluate(document: bytes, task: ModellingTask, reopened: bool | None) -> PointsGrade:
    """Return the grade of a saved document.

    Args:
        document: The bytes of the saved `model.form.json`.
        task: What was asked for.
        reopened: Whether the FORM process that saved the document got the same bytes back from its features; None
            where it gave no answer.

    Raises:
        ValueError: The task does not say what this evaluator must know.
    """
    asked = requirements_of(task)
    faults = check_reopen_without_kernel(document)
    try:
        solids = visible_solids(parse(document), canonical=not faults)
    except DocumentError:
        return _unreadable(asked, faults)
    roles = assigned(asked.required_labels, [solid.label for solid in solids])
    findings = _findings(asked, solids, roles, faults, reopened)
    housing = _player(asked.housing.label, roles, solids)
    return _grade(asked, findings, len(solids), facts(solids, housing), None if solids else EMPTY)


def lost(task: ModellingTask, reason: str) -> PointsGrade:
    """Return the grade without points of a run whose document was not saved, by no fault of the model.

    Raises:
        ValueError: The task does not say what this evaluator must know.
    """
    asked = requirements_of(task)
    given = tuple(
        Check(id=each, label=finding.label, passed=None, points_max=asked.points[each], required=finding.required)
        for each, finding in _findings(asked, (), assigned(asked.required_labels, ()), (), None).items()
    )
    most = sum(asked.points.values())
    return PointsGrade(evaluator=evaluator(), points=None, points_max=most, checks=given, reason=_clean(reason))


@cache
def evaluator() -> Fingerprint:
    """Return revision and content hash of this evaluator and of the code that reads its documents.

    FORM's kernel is not part of it: only unscored facts use it.
    """
    files = {
        f"{name}/{path.name}": fingerprint.of_bytes(path.read_bytes())
        for name, folder in _SOURCES.items()
        for path in folder.glob("*.py")
    }
    return Fingerprint(label=REVISION, hash=fingerprint.of_files(files))


def _findings(
    asked: Requirements,
    solids: Sequence[VisibleSolid],
    roles: Roles,
    faults: Sequence[Fault],
    reopened: bool | None,
) -> Findings:
    housing, upper, lower = (
        _player(role, roles, solids) for role in (asked.housing.label, asked.overhang.upper, asked.overhang.lower)
    )
    return {
        "visible-objects": checks.visible_objects(solids, asked.least_visible_objects),
        "closed-solids": checks.closed_solids(solids, asked.volume_above_mm3),
        "required-labels": checks.required_labels(roles, asked.required_labels),
        "housing-size": checks.housing_size(housing, roles, asked.housing),
        "envelope": checks.envelope(solids, asked.envelope),
        "head-over-tray": checks.head_over_tray(upper, lower, roles, asked.overhang),
        "bars-and-controls": checks.bars_and_controls([solid.label for solid in solids], asked.numbered_parts),
        "reopens": checks.reopens(faults, reopened),
    }


def _player(role: str, roles: Roles, solids: Sequence[VisibleSolid]) -> VisibleSolid | None:
    return next((solid for solid in solids if solid.label == roles.taken.get(role)), None)


def _unreadable(asked: Requirements, faults: Sequence[Fault]) -> PointsGrade:
    findings = _findings(asked, (), assigned(asked.required_labels, ()), faults, None)
    why = f"the saved document cannot be read: {faults[0]}"
    failed = {each: Finding(one.label, one.required, False, why) for each, one in findings.items()}
    return _grade(asked, failed, None, (), why)


def _grade(
    asked: Requirements, findings: Findings, visible: int | None, facts: tuple[Fact, ...], reason: str | None
) -> PointsGrade:
    """Return the grade; without a visible object no check has points, whatever passed."""
    given = tuple(_check(each, findings[each], asked.points[each], scored=visible != 0) for each in CHECK_IDS)
    return PointsGrade(
        evaluator=evaluator(),
        points=sum(check.points for check in given),
        points_max=sum(asked.points.values()),
        checks=given,
        visible_objects=visible,
        facts=facts,
        reason=None if reason is None else _clean(reason),
    )


def _check(name: CheckId, finding: Finding, points: int, *, scored: bool) -> Check:
    return Check(
        id=name,
        label=finding.label,
        passed=finding.passed,
        points=points if finding.passed and scored else 0,
        points_max=points,
        required=finding.required,
        found=_clean(finding.found),
    )


def _clean(text: str) -> str:
    """Return text that a record may hold, whatever a hostile document put into it."""
    printable = "".join(char if char.isprintable() else "?" for char in text)
    return printable if len(printable) <= MAX_FOUND_CHARACTERS else printable[:MAX_FOUND_CHARACTERS] + " ..."
