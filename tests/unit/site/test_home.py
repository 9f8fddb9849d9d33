"""The home page, pages of prose and the navigation."""

from dataclasses import replace

from sitegen import layout
from sitegen.render import Renderer
from sitegen.site import navigation, pages
from sitegen.summaries import ClaimDecision, Condition
from sitegen.templating import Templates
from tests.unit.site.reading import read
from tests.unit.site.records import context, prose
from tests.unit.site.sample import API, RESULTS, SITE, SUITES


def page(address, given):
    return read(next(one for one in pages(given) if one.path == address))


def test_home_shows_the_outcomes_of_results_the_largest_first():
    found = page(layout.HOME, context())
    assert "Taken suite 3 attempts" in found.words
    assert "6 runs of 2 suites: " in found.words


def test_home_shows_no_outcome_of_fixtures_or_barred_suites():
    fixture = replace(SUITES[2], fixture=True)
    found = page(layout.HOME, context(results=replace(RESULTS, suites=(SUITES[0], SUITES[1], fixture))))
    assert "Taken suite" not in found.words
    assert "1 fixture suite" in found.words
    assert "3 runs of 1 suite: " in found.words
    assert "3 more runs are fixtures, made by hand to show the site, in no count." in found.words


def test_home_has_a_title_of_its_own_without_prose():
    found = page(layout.HOME, context())
    assert "Trials with their evidence" in found.words


def test_the_prose_of_the_index_becomes_part_of_home():
    own = prose(
        "index.md",
        "# Ignored\n\nThere were {{ count('first', 'attempted') }} runs.",
        title="What it costs",
        description="Lede.",
    )
    found = page(layout.HOME, context(prose=(own,)))
    assert "What it costs Lede." in found.words
    assert "There were 3 runs." in found.words
    assert "Ignored" not in found.words
    assert [one.path for one in pages(context(prose=(own,)))].count(layout.HOME) == 1


def test_pages_of_prose_keep_their_folder_and_their_links():
    given = context(prose=(prose("about/team.md", "See [method](/benchmarks/method.html) and <b>this</b>."),))
    found = page("about/team.html", given)
    assert "../benchmarks/method.html" in found.links
    assert "<b>this</b>" in found.words
    assert not [tag for tag, _ in found.tags if tag == "b"]


def test_navigation_lists_prose_behind_the_own_pages_and_negative_orders_before():
    asked = (
        prose("z.md", "", nav="Zebra", order=1),
        prose("a.md", "", nav="Ant", order=2),
        prose("first.md", "", nav="First", order=-1),
        prose("hidden.md", ""),
    )
    labels = [item.label for item in navigation(asked)]
    assert labels == ["First", "Benchmarks", "Method", "Marks", "Data", "Changes", "Zebra", "Ant"]


def test_the_active_entry_is_marked():
    given = context(prose=(prose("a.md", "", nav="Ant"),))
    renderer = Renderer(Templates(layout.templates_dir()), SITE, navigation(given.prose))
    by_path = {one.path: read(one, renderer) for one in pages(given)}
    current = {
        path: [
            dict(attrs) for _, attrs in found.tags if attrs.get("aria-current") in ("page", "true") and "href" in attrs
        ]
        for path, found in by_path.items()
    }
    assert current["a.html"] == [{"href": "a.html", "aria-current": "page"}]
    assert current[layout.METHOD] == [{"href": "../benchmarks/method.html", "aria-current": "page"}]
    assert current[layout.suite_page("first")] == [{"href": "../../benchmarks/index.html", "aria-current": "true"}]
    assert current[layout.HOME] == []


def test_a_claim_stands_on_the_page_that_it_names():
    claim = ClaimDecision(
        "c", "rate-at-least", "Two thirds.", True, "66.7", (API,), "", "home", (Condition("x", True, "y"),)
    )
    given = context(results=replace(RESULTS, claims=(claim,)))
    assert "Two thirds." in page(layout.HOME, given).words
    assert "Two thirds." not in page(layout.OVERVIEW, given).words
    assert "Two thirds." in page(layout.cohort_page(API), given).words
    assert "Two thirds." in page(layout.METHOD, given).words


def test_the_data_page_offers_what_was_written_and_explains_every_column():
    given = context(downloads={layout.RESULTS_CSV: 1_250, layout.schema_file("run"): 9_900})
    found = page(layout.DATA, given)
    assert "../benchmarks/results.csv" in found.links
    assert "../benchmarks/schema/run.schema.json" in found.links
    assert "1.3 kB" in found.words
    at = found.cells.index("cost_ticks")
    assert found.cells[at + 1 : at + 3] == ["integer", "ticks"]


def test_the_method_page_prints_ranks_and_coverage():
    cells = page(layout.METHOD, context()).cells
    at = cells.index("80")
    assert cells[at : at + 4] == ["80", "31", "50", "96.70"]
    at = cells.index("6")
    assert cells[at : at + 4] == ["6", "1", "6", "96.88"]


def test_the_legend_has_every_mark_with_a_sign():
    cells = page(layout.MARKS, context()).cells
    for word in (
        "completed",
        "failed",
        "[X]",
        "unavailable",
        "pending",
        "too few runs",
        "fixture",
        "mixed versions",
        "invalidated",
        "not started",
        "met",
        "unmet",
    ):
        assert word in cells
