"""Cohort pages: identity, gaps, tasks, claims, neighbours."""

from dataclasses import replace

from sitegen import layout
from sitegen.site import pages
from sitegen.site.neighbours import neighbours
from sitegen.summaries import ClaimDecision, Condition, Identity
from tests.unit.site.reading import read
from tests.unit.site.records import context
from tests.unit.site.sample import API, API_COHORT, HASH, IMPORTED, RESULTS

CLAIM = ClaimDecision(
    "less-input",
    "saving",
    "Core 2 needs 5 % less.",
    False,
    None,
    (API,),
    "input",
    "cohort",
    (Condition("Same task", True, "equal"), Condition("No fixture", False, "3 fixtures")),
)


def cohort(id, given=None):
    return read(next(one for one in pages(given or context()) if one.path == layout.cohort_page(id)))


def with_claim(claim):
    return context(results=replace(RESULTS, claims=(claim,)))


def test_identity_is_printed_in_full():
    words = cohort(API).words
    for name in ("alpha", "beta", "cedar", "delta", "echo"):
        assert HASH[name] in words
    assert "effort high" in words
    assert "alder-2-0901 (2 runs), alder-2-1002 (1 run)" in words


def test_a_missing_model_name_is_said_and_never_invented():
    words = cohort(IMPORTED).words
    assert "Model, requested not named by the origin" in words
    assert "Settings not recorded" in words


def test_each_task_of_a_set_has_its_own_median():
    cells = cohort(IMPORTED).cells
    at = cells.index("Maze")
    assert cells[at : at + 6] == ["Maze", "2", "1", "1", "0", "200 1 of 2 failed"]
    at = cells.index("Build tcc")
    assert cells[at : at + 6] == ["Build tcc", "1", "0", "0", "1", "unavailable 1 of 1 not reported"]


def test_measures_that_no_run_reports_have_no_column_but_are_named():
    words = cohort(IMPORTED).words
    assert "No run reports wall time." in words


def test_every_run_is_listed_with_its_verdict_and_end():
    cells = cohort(IMPORTED).cells
    at = cells.index("maze-1")
    assert cells[at : at + 4] == ["maze-1", "maze", "failed agent-timeout", "resolved"]
    at = cells.index("tcc-1")
    assert cells[at + 3] == "ungraded"
    assert cells[at + 4] == "not reported"


def test_a_run_without_a_review_is_pending_and_a_lost_artifact_is_named():
    rows = context().rows
    lost = tuple(one._replace(artifact_lost=True, values={**one.values, "points": None}) for one in rows[API])
    given = context(rows={**rows, API: lost})
    assert "pending" in cohort(API).cells
    assert "artifact lost" in cohort(API, given).cells


def test_a_withheld_claim_shows_no_sentence_of_its_own_and_its_unmet_conditions():
    found = cohort(API, with_claim(CLAIM))
    assert "claim withheld 1 of 2 conditions met, 1 unmet" in found.words
    assert "The sentence “Core 2 needs 5 % less.” is not made here." in found.words
    assert "unmet No fixture: 3 fixtures" in found.words
    at = found.cells.index("Same task")
    assert found.cells[at : at + 6] == ["Same task", "met", "equal", "No fixture", "unmet", "3 fixtures"]


def test_a_made_claim_is_a_plain_sentence():
    made = replace(CLAIM, made=True, conditions=CLAIM.conditions[:1])
    words = cohort(API, with_claim(made)).words
    assert "claim made 1 of 1 condition met Core 2 needs 5 % less." in words
    assert "is not made here" not in words


def test_reviews_are_counted_by_how_they_were_made():
    cells = cohort(API).cells
    assert cells[cells.index("ai-open") + 1] == "1"


def test_neighbours_differ_in_exactly_one_thing():
    source = replace(API_COHORT, id="b", title="B", key=replace(API_COHORT.key, source=Identity("core 2", HASH["fox"])))
    model = replace(API_COHORT, id="c", title="C", key=replace(API_COHORT.key, model="alder-3"))
    both = replace(source, id="d", title="D", key=replace(source.key, model="alder-3"))
    fixture = replace(API_COHORT, id="e", title="E", key=replace(API_COHORT.key, fixture=True))
    found = neighbours([API_COHORT, source, model, both, fixture])
    assert [(near.link.label, near.differs, near.theirs) for near in found[API]] == [
        ("C", "model", "alder-3, alder"),
        ("B", "source", f"core 2 {HASH['fox'][:12]}"),
    ]
    assert [near.link.label for near in found["d"]] == ["B", "C"]
    assert found["e"] == ()


def test_namesakes_say_what_they_differ_in():
    other = replace(API_COHORT, id="b", key=replace(API_COHORT.key, protocol=HASH["fox"]))
    protocols = (replace(RESULTS.protocols[0], cohorts=(API, "b")), RESULTS.protocols[1])
    given = context(results=replace(RESULTS, cohorts=(API_COHORT, other, RESULTS.cohorts[1]), protocols=protocols))
    cells = read(next(one for one in pages(given) if one.path == layout.OVERVIEW)).cells
    names = [cell.partition(" ")[2] for cell in cells if "Alder 2 on core 1 source" in cell]
    assert names == [
        f"Alder 2 on core 1 source {HASH['delta'][:7]}, effort high, protocol {HASH['beta'][:7]} mixed versions",
        f"Alder 2 on core 1 source {HASH['delta'][:7]}, effort high, protocol {HASH['fox'][:7]} mixed versions",
    ]


def test_a_page_with_too_many_runs_draws_summaries_and_says_so(monkeypatch):
    from sitegen.site import tables

    monkeypatch.setattr(tables, "MOST_DOTS", 5)
    found = read(next(one for one in pages(context()) if one.path == layout.OVERVIEW))
    assert "too many runs to draw each one" in found.words
    assert found.links.count("runs/first--a-r1.html") == 1  # its row in the table of runs
    dots = len([measure for measure in API_COHORT.measures if measure.measure not in ("cache_write", "quality")])
    assert cohort(API).links.count("../runs/first--a-r1.html") == dots + 1
