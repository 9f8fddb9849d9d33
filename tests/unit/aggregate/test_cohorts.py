"""Which runs are pooled, and what their cohort says of itself."""

import random
from dataclasses import replace
from typing import Any

import pytest

from sitegen.aggregate import results
from sitegen.aggregate.cohorts import labels
from sitegen.inputs import Inputs
from sitegen.records.caveat import Caveat
from sitegen.records.site import SiteConfig
from sitegen.summaries import Counts, Known, NoRuns, Rate, Tally, Verdicts
from tests.trees.jsonform import invented_hash
from tests.unit.aggregate.rows import api_row, cohorts_of, groups_of, imported_row, suite, task_set_suite

OTHER = invented_hash("other")

APART: dict[str, Any] = {
    "fixture": {"fixture": True},
    "task": {"task_hash": OTHER},
    "protocol": {"protocol": OTHER},
    "provider": {"provider": "shop"},
    "model": {"model": "m-two"},
    "no model named": {"model": None},
    "settings": {"settings_hash": OTHER},
    "source": {"source_hash": OTHER},
    "evaluator": {"evaluator_hash": OTHER},
}

TOGETHER: dict[str, Any] = {
    "label of the model": {"model_label": "Another name"},
    "label of the source": {"source": "another name"},
    "label of the evaluator": {"evaluator": "another name"},
    "suite": {"suite": "t"},
    "harness": {"harness_hash": OTHER},
    "reported version": {"reported": ("m-one-2",)},
    "price": {"price": OTHER},
    "status": {"status": "failed"},
    "day": {"started_at": "2026-11-30T08:00:00Z"},
}


@pytest.mark.parametrize("name", APART)
def test_runs_that_differ_in_content_are_never_pooled(name):
    assert len(groups_of([api_row(1), api_row(2, **APART[name])])) == 2


@pytest.mark.parametrize("name", TOGETHER)
def test_runs_that_differ_only_beside_their_content_are_pooled(name):
    (group,) = groups_of([api_row(1), api_row(2, **TOGETHER[name])])
    assert [row.run for row in group.rows] == ["r1", "r2"]


def test_protocol_families_are_never_pooled():
    assert [group.key.kind for group in groups_of([imported_row(1), api_row(2)])] == ["api", "imported"]


def test_the_order_of_rows_changes_nothing():
    rows = [
        api_row(n, suite=suite_id, model=model, values={"wall_ms": n})
        for n in range(1, 5)
        for suite_id in ("s", "t")
        for model in ("a", "b")
    ]
    expected = cohorts_of(rows)
    for seed in range(4):
        random.Random(seed).shuffle(rows)
        assert cohorts_of(rows) == expected
    assert [cohort.runs for cohort in expected] == [
        ("s--r1", "s--r2", "s--r3", "s--r4", "t--r1", "t--r2", "t--r3", "t--r4")
    ] * 2


def test_the_id_is_made_of_content_and_of_nothing_else():
    (first,) = groups_of([api_row(1)])
    (second,) = groups_of([api_row(7, suite="elsewhere", model_label="Another", status="failed")])
    assert first.id == second.id
    assert first.id.startswith("api-m-one-")
    assert len(first.id) == len("api-m-one-") + 16


def test_a_long_name_is_cut_in_the_id():
    (group,) = groups_of([api_row(1, model=f"{'a' * 39} {'b' * 39}")])
    assert group.id.rsplit("-", 1)[0] == f"api-{'a' * 39}"
    (group,) = groups_of([api_row(1, model=None, source="The agent")])
    assert group.id.startswith("api-the-agent-")


def test_price_snapshots_are_listed_once():
    rows = [api_row(1, price="b"), api_row(2, price="a"), api_row(3, price="b"), api_row(4, price=None)]
    (cohort,) = cohorts_of(rows)
    assert cohort.prices == ("a", "b")


def test_runs_not_started_are_listed_and_in_no_number():
    (cohort,) = cohorts_of([api_row(1), api_row(2, status="not_started", reported=(), values={"wall_ms": None})])
    assert cohort.runs == ("s--r1", "s--r2")
    assert cohort.counts == Counts(2, 1, 1, 1, 0)
    assert cohort.measure("wall_ms").all_runs == Known("known", "10", 1, 10, 10, None)
    assert cohort.labels == ()


def test_a_cohort_of_runs_that_were_not_started_has_no_numbers():
    (cohort,) = cohorts_of([api_row(n, status="not_started", reported=()) for n in (1, 2)])
    assert cohort.build_check == Rate(0, 0, None)
    assert {summary.all_runs for summary in cohort.measures} == {NoRuns("no_runs")}
    assert (cohort.stops, cohort.prices, cohort.labels) == ((), (), ())


LABELS: dict[tuple[str, ...], Any] = {
    (): [{}, {}],
    ("mixed-versions",): [{}, {"reported": ("m-one-2",)}],
    ("mixed-versions", "no-reported-version"): [{"reported": ("m-one-1", "m-one-2")}, {"reported": ()}],
    ("no-reported-version",): [{}, {"reported": ()}],
    ("mixed-prices",): [{}, {"price": OTHER}],
    ("mixed-cost-bases",): [{}, {"cost_basis": "provider"}],
}


@pytest.mark.parametrize("expected", LABELS)
def test_labels(expected):
    assert labels([api_row(n, **changes) for n, changes in enumerate(LABELS[expected])]) == expected


def test_an_unknown_cost_is_no_second_basis_but_is_tallied():
    rows = [api_row(1), api_row(2, cost_basis=None, price=None, values={"cost_ticks": None})]
    assert labels(rows) == ()
    (cohort,) = cohorts_of(rows)
    assert cohort.cost_bases == (Tally("estimated", 1), Tally("unknown", 1))


def test_reported_models_and_reviews_are_tallied():
    rows = [
        api_row(1, reported=("a", "b"), review_basis="ai-open"),
        api_row(2, reported=("b",), review_basis=None),
        api_row(3, reported=(), review_basis="rule"),
    ]
    (cohort,) = cohorts_of(rows)
    assert cohort.reported_models == (Tally("a", 1), Tally("b", 2))
    assert cohort.unreported_models == 1
    assert cohort.reviews == (Tally("ai-open", 1), Tally("rule", 1))


def test_a_task_set_is_pooled_and_each_task_stands_for_itself():
    tasks = {"a": invented_hash("a"), "b": invented_hash("b")}
    rows = [
        imported_row(n, task=task, task_hash=tasks[task], values={"wall_ms": wall}, verdict=verdict)
        for n, (task, wall, verdict) in enumerate(
            [("a", 10, "resolved"), ("b", 100, "not_resolved"), ("a", 30, "resolved"), ("b", 200, None)], 1
        )
    ]
    (cohort,) = cohorts_of(rows, task_set_suite("s", tasks))
    assert (cohort.key.tasks, cohort.key.task.label) == (2, "2 tasks")
    assert cohort.measure("wall_ms").all_runs.median == "65"
    assert cohort.resolved == Rate(2, 4, "50.0")
    by_task = {one.task: one for one in cohort.by_task}
    walls = {task: one.measures[0].all_runs.median for task, one in by_task.items()}
    assert walls == {"a": "20", "b": "150"}
    assert (by_task["b"].verdicts.resolved, by_task["b"].verdicts.ungraded) == (0, 1)
    assert by_task["a"].title == "Task a"


SITE = SiteConfig.model_validate(
    {
        "schema": 1,
        "title": "t",
        "description": "d",
        "organization": "o",
        "data_set": {"version": "1.0.0", "date": "2026-11-30"},
    }
)


def _inputs(rows, *suites):
    return Inputs(SITE, suites, tuple(rows), (), (), ())


def test_barred_suites_are_in_no_cohort_and_fixtures_in_no_result():
    rows = [
        api_row(1, suite="a"),
        api_row(1, suite="b", status="failed"),
        api_row(1, suite="c")._replace(fixture=True),
    ]
    found, _ = results(_inputs(rows, suite("a"), suite("b", barred=True), suite("c", fixture=True)))
    assert [cohort.runs for cohort in found.cohorts if not cohort.key.fixture] == [("a--r1",)]
    assert [cohort.runs for cohort in found.cohorts if cohort.key.fixture] == [("c--r1",)]
    states = {one.id: (one.state, one.cohorts) for one in found.suites}
    assert states["b"] == ("invalidated", ())
    assert found.suites[1].reason == "A tool was broken."


def test_protocols_and_suites_have_their_own_figures():
    tasks = {"x": invented_hash("x"), "y": invented_hash("y")}
    rows = [
        api_row(1, suite="a"),
        api_row(2, suite="a", status="failed"),
        api_row(1, suite="c", fixture=True),
        api_row(1, suite="b"),
        imported_row(1, suite="t", task="x", task_hash=tasks["x"]),
        imported_row(2, suite="t", task="y", task_hash=tasks["y"], verdict="not_resolved", status="failed"),
    ]
    suites = [
        suite("a", started=2, unstarted=1),
        suite("b", barred=True),
        suite("c", fixture=True, started=1),
        task_set_suite("t", tasks),
    ]
    caveats = [
        Caveat(id=f"only-{when}", sentence="Mind this.", when=(when,), where=("protocol",))
        for when in ("api", "imported", "task-set", "fixture")
    ]
    found, _ = results(replace(_inputs(rows, *suites), caveats=tuple(caveats)))
    api, imported = found.protocols
    assert (api.kind, api.suites, len(api.cohorts)) == ("api", ("a", "b", "c"), 2)
    assert (api.results, api.fixtures) == (Counts(3, 1, 2, 1, 1), Counts(1, 0, 1, 1, 0))
    assert (imported.kind, imported.suites, len(imported.cohorts)) == ("imported", ("t",), 1)
    assert (imported.results, imported.fixtures) == (Counts(0, 0, 2, 1, 1), Counts(0, 0, 0, 0, 0))
    assert api.caveats == ("only-api", "only-fixture")
    assert imported.caveats == ("only-imported", "only-task-set")
    by_id = {one.id: one for one in found.suites}
    assert [by_id[id].tasks for id in "abct"] == [1, 0, 1, 2]
    assert [by_id[id].verdicts for id in "abc"] == [None] * 3
    assert by_id["t"].verdicts == Verdicts(1, 1, 0, 0)
    assert [by_id[id].submitted_accuracy for id in "at"] == [None, "0"]
    assert by_id["c"].caveats == ("only-api", "only-fixture")


def test_there_are_protocols_without_runs():
    found, groups = results(_inputs([]))
    assert [(one.kind, one.results.planned) for one in found.protocols] == [("api", 0), ("imported", 0)]
    assert (found.cohorts, groups) == ((), ())
