"""A release as text is read back as it was, whatever stands in it."""

import tomllib

import pytest
from pydantic import TypeAdapter, ValidationError

from sitegen.changes.text import release_toml
from sitegen.records.release import Release
from sitegen.store import parse_toml
from tests.unit.changes.releases import HASH, cohort, known, line, release

HARD = "A \"quoted\" \\ 'title' # = [x] é \u2212 \U0001f600"
STATES = {
    "wall_ms": known("15.5", 2),
    "input": {"state": "unavailable", "unknown": 1, "n": 2},
    "quality": {"state": "pending", "reviewed": 0, "n": 2},
    "output": {"state": "no_runs"},
}


def test_a_release_is_read_back_as_it_was():
    made = release(
        {**cohort("x", line("r1", "a") + line("r2", "b", "failed", "c"), STATES), "title": HARD},
        claim=[{"id": "quick", "made": True, "sentence": f"{HARD}\nsecond line"}],
        comparison=[{"id": "model-1", "title": HARD}],
        uncounted="suite--r9 withdrawn\n",
        notes=HARD,
    )
    assert parse_toml(TypeAdapter(Release), release_toml(made), "x").record == made


def test_a_release_of_nothing_is_read_back_too():
    assert parse_toml(TypeAdapter(Release), release_toml(release(suite=[])), "x").record == release(suite=[])


def test_each_run_and_each_median_has_a_line_of_its_own():
    text = release_toml(release(cohort("x", line("r1", "a") + line("r2", "b"), STATES)))
    assert f"suite--r2 completed {HASH['b']}" in text.splitlines()
    assert 'wall_ms = { state = "known", median = "15.5", n = 2 }' in text.splitlines()
    assert tomllib.loads(text)["cohort"][0]["medians"]["wall_ms"]["median"] == "15.5"


@pytest.mark.parametrize(
    "changed",
    [
        {"name": "unreleased"},
        {"name": "../up"},
        {"name": "a..b"},
        {"name": "A"},
        {"name": ""},
        {"name": "x" * 41},
        {"on": "2026-02-30"},
        {"uncounted": "suite--r9 lost\n"},
        {"uncounted": "suite--r9 withdrawn"},
    ],
)
def test_what_is_no_release_is_refused(changed):
    with pytest.raises(ValidationError):
        release(**changed)


@pytest.mark.parametrize(
    "runs", ["suite--r1 completed\n", f"suite--r1 won {'a' * 64}\n", f"suite--r1 failed {'g' * 64}\n"]
)
def test_lines_of_runs_have_a_status_and_a_hash(runs):
    with pytest.raises(ValidationError):
        release(cohort("x", runs, {}))
