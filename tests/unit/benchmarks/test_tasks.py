"""Published tasks: their bytes never change; a changed word makes a new version."""

from pathlib import Path

import pytest
from pydantic import TypeAdapter

from runner.evaluators import EVALUATORS
from runner.evaluators.requirements import requirements_of, um
from runner.form.dispatch import TOOLS
from runner.form.tools.camera import CAMERA_TOOLS
from sitegen import fingerprint
from sitegen.records.task import ModellingTask
from sitegen.store import parse_record, stored_form

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
TASK = TypeAdapter(ModellingTask)
PUBLISHED = {
    "espresso-machine.v1.json": (
        "aa1e1ff84650cdc045020835985bbeeffd0329a7746dfa716b693a45201eb5aa",
        "b09585dd76b043384c75f157f512b092a27a7002a45f343b39d5d6f569a7b634",
    ),
}
"""sha256 of the file, and task hash. A line is added for a new version and never changed."""


def read(name):
    parsed = parse_record(TASK, (BENCHMARKS / name).read_bytes(), name)
    assert parsed.issues == ()
    return parsed.record


def test_every_task_is_listed():
    assert sorted(path.name for path in BENCHMARKS.glob("*.v*.json")) == sorted(PUBLISHED)


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_task_stays_as_it_is(name):
    data = (BENCHMARKS / name).read_bytes()
    task = read(name)
    assert (fingerprint.of_bytes(data), fingerprint.of_record(task)) == PUBLISHED[name]
    assert stored_form(task.model_dump(mode="json")) == data
    assert name == f"{task.id.removesuffix(f'-v{task.version}')}.v{task.version}.json"


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_task_fits_its_evaluator_and_its_server(name):
    task = read(name)
    assert task.evaluator in EVALUATORS
    assert sum(requirements_of(task).points.values()) == 60
    assert set(task.excluded_tools) == CAMERA_TOOLS
    assert set(task.excluded_tools) <= set(TOOLS)


def test_the_brief_of_the_espresso_machine_says_what_is_graded():
    """Everything that can cost points, but for the tolerances, stands in the words that the agent gets."""
    task = read("espresso-machine.v1.json")
    asked = requirements_of(task)
    assert len(asked.required_labels) == 10
    for label in asked.required_labels:
        assert label in task.prompt
    for parts in asked.numbered_parts:
        for number in range(1, parts.count + 1):
            assert all(f"{base} {number}" in task.prompt for base in parts.bases)
    for side, axis in zip(asked.housing.size_mm, "XYZ", strict=True):
        assert f"{side} mm in {axis}" in task.prompt
    for side, axis in zip(asked.envelope.size_mm, "XYZ", strict=True):
        assert f"{side} mm in {axis}" in task.prompt
    assert f"Its bottom lies at Z = {asked.housing.bottom_z_mm}" in task.prompt
    assert f"lowest point lies at Z = {asked.envelope.ground_z_mm}" in task.prompt
    assert "larger than 1 mm3" in task.prompt


def test_lengths_of_a_task_are_exact():
    assert [um(length) for length in (280, 0.5, 0.1, 294.001, -20)] == [280_000, 500, 100, 294_001, -20_000]
