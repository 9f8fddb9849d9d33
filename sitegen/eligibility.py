"""Whether a run counts, and why not."""

from collections.abc import Mapping
from dataclasses import dataclass

from sitegen.inputs import SuiteInput
from sitegen.rows import RunRow


@dataclass(frozen=True, slots=True)
class Eligibility:
    """Whether a run is in a denominator, and in words why or why not."""

    counts: bool
    reason: str


def eligibility(row: RunRow, suites: Mapping[str, SuiteInput]) -> Eligibility:
    """Return whether a run is in its cohort's denominator."""
    stone = suites[row.suite].tombstone
    if stone is not None:
        return Eligibility(False, f"its suite is barred: {stone.reason}")
    taken_back = suites[row.suite].withdrawn.get(row.run)
    if taken_back is not None:
        return Eligibility(False, f"it was withdrawn on {taken_back.on}: {taken_back.reason}")
    if not row.attempted:
        return Eligibility(False, f"it dispatched no request ({row.stop})")
    if row.fixture:
        return Eligibility(True, "it is a fixture: counted among fixtures only, never as a result")
    return Eligibility(True, "it dispatched a request, so it counts whatever became of it")
