"""What the page's script chooses from: every run once, exact, and none where they are too many."""

from dataclasses import replace

import orjson
import pytest

from sitegen import layout
from sitegen.site import explore as module
from sitegen.site import pages, runs
from sitegen.site.explore import explore
from sitegen.summaries import Identity
from tests.unit.site.reading import read
from tests.unit.site.records import context
from tests.unit.site.sample import API, API_COHORT, API_ROWS, HASH, RESULTS, row


def shown(given=None):
    found = explore(given or context())
    assert found is not None
    return found


def test_every_run_stands_once_in_its_table_and_in_the_data():
    found = shown()
    data = orjson.loads(found.data)
    lines = [line.address for table in found.tables.values() for line in table.lines]
    told = [f"{data['texts'][raw[2]]}--{raw[1]}" for raw in data["rows"]]
    assert sorted(lines) == sorted(told) == sorted({*lines})
    assert "first--a-r4" in lines  # not started, so in no median, but in the table
    assert found.runs == len(lines)


def test_values_are_exact_even_where_scripts_would_round():
    huge = 2**53 + 1
    given = context()
    given = replace(given, rows={**given.rows, API: (row("a-r1", input=huge, output=2**53),)})
    data = orjson.loads(shown(given).data)
    raw = next(raw for raw in data["rows"] if raw[1] == "a-r1")
    order = data["kinds"]["api"]["measures"]
    assert raw[8 + order.index("input")] == str(huge)
    assert raw[8 + order.index("output")] == 2**53
    assert raw[8 + order.index("cache_write")] is None


def test_a_missing_value_says_why_in_the_table():
    given = context()
    silent = (row("b", input=None), row("c", points=None, artifact_lost=True), API_ROWS[3])
    found = shown(replace(given, rows={**given.rows, API: silent}))
    columns = [measure for measure, _ in found.tables["api-results"].columns]
    said = {line.run: dict(zip(columns, line.figures, strict=True)) for line in found.tables["api-results"].lines}
    assert said["b"]["input"] == "not reported"
    assert said["b"]["quality"] == "pending"
    assert said["c"]["points"] == "artifact lost"
    assert said["a-r4"]["wall_ms"] == "not started"


@pytest.mark.parametrize(
    "changed",
    [
        {"task": Identity("vase-v1", HASH["fox"])},
        {"protocol": HASH["fox"]},
        {"provider": "another"},
        {"model": None},
        {"settings": Identity(API_COHORT.key.settings.label, HASH["fox"])},
        {"source": Identity(API_COHORT.key.source.label, HASH["fox"])},
        {"evaluator": Identity(API_COHORT.key.evaluator.label, HASH["fox"])},
    ],
)
def test_what_two_cohorts_differ_in_is_told_apart_in_words(changed):
    """Labels may be equal; where the words were too, the page would say that they differ in nothing."""
    cohorts = tuple(
        replace(API_COHORT, id=id, key=replace(API_COHORT.key, **{"model": None, "provider": "one", **key}))
        for id, key in ((API, {"model": "m"} if "model" in changed else {}), ("other", changed))
    )
    given = context(results=replace(RESULTS, cohorts=cohorts))
    data = orjson.loads(shown(replace(given, rows={API: (row("a"),)})).data)
    first, second = (cohort["has"] for cohort in data["cohorts"])
    assert len(first) == len(second) == len(data["aspects"])
    assert sum(one != other for one, other in zip(first, second, strict=True)) == 1


def test_results_and_fixtures_never_share_a_table():
    fixture = replace(RESULTS.cohorts[0], id="f", key=replace(RESULTS.cohorts[0].key, fixture=True))
    given = context(results=replace(RESULTS, cohorts=(*RESULTS.cohorts, fixture)))
    found = shown(replace(given, rows={**given.rows, "f": (row("x", fixture=True),)}))
    assert [line.run for line in found.tables["api-fixtures"].lines] == ["x"]
    assert "x" not in [line.run for line in found.tables["api-results"].lines]


def test_too_many_runs_leave_the_medians_and_say_where_the_runs_are(monkeypatch):
    monkeypatch.setattr(module, "MOST_ROWS", 3)
    found = shown()
    assert found.tables == {}
    data = orjson.loads(found.data)
    assert data["rows"] == []
    assert data["cohorts"][0]["medians"]
    overview = next(page for page in pages(context()) if page.path == layout.OVERVIEW)
    assert "too many for one page" in read(overview).words


@pytest.mark.parametrize(("most", "expected"), [(2, [API, f"{API}--2"]), (4, [API])])
def test_more_runs_than_a_page_holds_stand_on_further_pages(monkeypatch, most, expected):
    monkeypatch.setattr(runs, "MOST_ROWS", most)
    made = {page.path: read(page) for page in pages(context()) if page.path.startswith(f"benchmarks/cohorts/{API}")}
    assert sorted(made) == sorted(f"benchmarks/cohorts/{name}.html" for name in expected)
    linked = {link for found in made.values() for link in found.links if link.endswith(".html")}
    assert {f"../runs/first--a-r{n}.html" for n in (1, 2, 3, 4)} <= linked
    if len(expected) > 1:
        assert "1 to 2" in made[f"benchmarks/cohorts/{API}.html"].words
        assert "3 to 4" in made[f"benchmarks/cohorts/{API}.html"].words
