"""Choosing in the page: what it hides, what it computes, what its address keeps; expected values from results.json."""

import csv
import functools
import io
import json
import random
import threading
from fractions import Fraction
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlencode

import pytest

from sitegen.layout import OVERVIEW

pytestmark = pytest.mark.browser

VISIBLE = "tr[data-c]:visible"
CHOICES = ("records", "protocol", "provider", "model", "source", "settings")


def visible(page):
    return {line.get_attribute("data-c") for line in page.query_selector_all(VISIBLE)}


def download(page, button):
    with page.expect_download() as found:
        page.click(button)
    return found.value.path().read_text(encoding="utf-8")


def matches(row, state):
    """Whether a run lies in a cohort that a state chooses; written from the rules, not from the script."""
    return all(
        {
            "records": row["fixture"] is (value == "fixtures"),
            "protocol": row["kind"] == value or row["protocol"].startswith(value),
            "provider": row["provider"] == value,
            "model": row["model"] == value,
            "source": row["source_hash"].startswith(value),
            "settings": row["settings_hash"].startswith(value),
        }[name]
        for name, value in state.items()
    )


def median(values):
    ordered = sorted(map(Fraction, values))
    half = len(ordered) // 2
    found = ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2
    return str(found.numerator) if found.denominator == 1 else f"{found.numerator // 2}.5"


def expected(rows):
    """Return the exact medians of a cohort's attempted runs by measure; None where one run lacks the value."""
    attempted = [row for row in rows if row["status"] != "not_started"]
    lost = any(row["artifact_lost"] for row in attempted)
    found = {}
    for measure in set(rows[0]) & MEASURES:
        values = [row[measure] for row in attempted]
        complete = values and None not in values and not (lost and measure == "quality")
        found[measure] = median(values) if complete else None
    return found


MEASURES = {
    *("wall_ms", "provider_ms", "tool_ms", "trial_ms", "test_ms", "cost_ticks", "input", "cached_read", "cache_write"),
    *("output", "reasoning", "turns", "tool_calls", "failed_tool_calls", "operations", "points", "quality"),
}


def states(rows, count):
    """Return seeded filter states, most of which choose something: filters are taken from one run."""
    chance = random.Random(5)
    made: list[dict[str, str]] = [{}]
    while len(made) < count:
        row = chance.choice(rows)
        whole = {
            "records": "fixtures" if row["fixture"] else "results",
            "protocol": chance.choice((row["kind"], row["protocol"][:12])),
            "provider": chance.choice((row, chance.choice(rows)))["provider"],
            "model": row["model"],
            "source": row["source_hash"][:12],
            "settings": row["settings_hash"][:12],
        }
        names = chance.sample(CHOICES, chance.randint(1, 4))
        made.append({name: whole[name] for name in names if whole[name]})
    return made


def test_medians_of_thirty_states_are_those_of_the_records(page, every_state, results):
    chosen_sometimes = 0
    published = {cohort["id"]: cohort for cohort in results["cohorts"]}
    for state in states(results["rows"], 30):
        page.goto(f"{(every_state / OVERVIEW).as_uri()}?{urlencode(state)}")
        groups: dict[str, list[dict[str, object]]] = {}
        for row in results["rows"]:
            if matches(row, state):
                groups.setdefault(row["cohort"], []).append(row)
        assert visible(page) == set(groups), state
        saved = json.loads(download(page, "#as-json"))
        assert {cohort["id"] for cohort in saved["cohorts"]} == set(groups)
        for cohort in saved["cohorts"]:
            found = {name: one["median"] for name, one in cohort["medians"].items()}
            assert found == expected(groups[cohort["id"]]), (state, cohort["id"])
            built = {one["measure"]: one["all_runs"].get("median") for one in published[cohort["id"]]["measures"]}
            assert found == built
        said = page.inner_text("#said")
        assert f"{len(groups)} of {len(published)} cohorts" in said
        if state:
            n = sum(value is not None for rows in groups.values() for value in expected(rows).values())
            assert ("computed again" in said) is (n > 0)
            assert n == 0 or f"equal to the published ones: {n}." in said
        chosen_sometimes += 0 < len(groups) < len(published)
    assert chosen_sometimes > 15


def test_a_published_median_that_is_wrong_is_named(browser, every_state, tmp_path):
    """The page computes: it does not repeat what the build printed."""
    text = (every_state / OVERVIEW).read_text(encoding="utf-8")
    head, mark, rest = text.partition('"medians":["')
    assert mark
    spoiled = tmp_path / "benchmarks"
    spoiled.mkdir()
    (spoiled / "index.html").write_text(f"{head}{mark}9{rest}", encoding="utf-8")
    (tmp_path / "fairtrial.js").write_bytes((every_state / "fairtrial.js").read_bytes())
    page = browser.new_page()
    page.goto(f"{(spoiled / 'index.html').as_uri()}?records=results")
    assert "differ from the published ones" in page.inner_text("#said")
    page.close()


def test_rows_are_hidden_and_no_median_changes(page, results):
    before = [cell.inner_text() for cell in page.query_selector_all("tr[data-c] td.n")]
    page.select_option("[name=status]", "failed")
    failed = [row["address"] for row in results["rows"] if row["status"] == "failed"]
    links = page.locator("[data-runs] tbody th a").all()
    assert sorted(link.get_attribute("href").split("/")[-1][:-5] for link in links) == sorted(failed)
    page.select_option("[name=reviewed]", "yes")
    page.fill("[name=q]", "core-one LIMIT")
    page.keyboard.press("Tab")
    shown = {
        row["address"]
        for row in results["rows"]
        if row["status"] == "failed" and row["review_basis"] and "core-one" in row["address"] and "limit" in row["stop"]
    }
    links = page.locator("[data-runs] tbody th a").all()
    assert {link.get_attribute("href").split("/")[-1][:-5] for link in links} == shown
    assert [cell.inner_text() for cell in page.query_selector_all("tr[data-c] td.n")] == before
    assert "These hide rows only" in page.inner_text("#explore")


def test_the_address_keeps_the_state_and_back_leads_to_the_one_before(page):
    start = page.url
    page.select_option("[name=provider]", "alder")
    page.select_option("[name=status]", "completed")
    assert page.url == f"{start}?provider=alder&status=completed"
    shared, chosen = page.url, visible(page)
    page.go_back()
    assert page.url == f"{start}?provider=alder"
    assert page.input_value("[name=status]") == ""
    page.go_back()
    assert page.url == start
    assert page.input_value("[name=provider]") == ""
    page.go_forward()
    assert page.input_value("[name=provider]") == "alder"
    page.goto(shared)
    assert visible(page) == chosen
    assert page.input_value("[name=status]") == "completed"
    page.click("#clear")
    assert page.url == start


def test_an_address_from_elsewhere_cannot_put_markup_or_nonsense_into_the_page(page):
    hostile = {"q": "<img src=x onerror=alert(1)>", "provider": "<b>", "sort": "x y", "cols": "zz", "compare": "a,<i>"}
    page.goto(f"{page.url}?{urlencode(hostile)}")
    assert visible(page) == set()
    assert page.query_selector("main img[src=x]") is None
    assert "0 of" in page.inner_text("#said")


@pytest.mark.parametrize("key", ["constructor", "-toString", "__proto__"])
def test_a_sort_key_that_only_objects_have_sorts_nothing(page, key):
    rows = "details.runs[data-runs=api-results] tbody th a"
    page.click("[data-runs=api-results] > summary")
    as_built = page.locator(rows).all_inner_texts()
    page.goto(f"{page.url.split('?')[0]}?sort={key}")
    page.click("[data-runs=api-results] > summary")
    assert page.locator(rows).all_inner_texts() == as_built


def test_sorting_goes_both_ways_and_back_and_unknown_values_stay_last(page, results):
    page.click("details.runs[data-runs=api-results] > summary")
    column = "details.runs[data-runs=api-results] thead th[data-k=cost_ticks]"
    attempted = {row["address"]: row["cost_ticks"] for row in results["rows"] if row["kind"] == "api"}

    def costs():
        links = page.locator("details.runs[data-runs=api-results] tbody th a").all()
        return [attempted[link.get_attribute("href").split("/")[-1][:-5]] for link in links]

    original = costs()
    known = sorted(cost for cost in original if cost is not None)
    silent = [None] * original.count(None)
    page.click(f"{column} button")
    assert page.get_attribute(column, "aria-sort") == "ascending"
    assert costs() == known + silent
    page.click(f"{column} button")
    assert page.get_attribute(column, "aria-sort") == "descending"
    assert costs() == known[::-1] + silent
    assert page.url.endswith("?sort=-cost_ticks")
    page.click(f"{column} button")
    assert page.get_attribute(column, "aria-sort") is None
    assert costs() == original


def test_chosen_columns_stand_in_every_table_that_has_them(page):
    page.click("#explore details summary")
    page.uncheck("[name=cols][value=input]")
    page.check("[name=cols][value=reasoning]")
    for name in ("api-results", "imported-results"):
        page.click(f"details.runs[data-runs={name}] > summary")
        heads = [head.get_attribute("data-k") for head in page.locator(f"[data-runs={name}] thead th").all()]
        assert "reasoning" in heads
        assert "input" not in heads
        assert ("turns" in heads) is (name == "api-results")


def test_rows_drawn_by_the_script_are_the_rows_of_the_build(page):
    for name in ("api-results", "api-fixtures", "imported-results"):
        page.click(f"details.runs[data-runs={name}] > summary")
        table = page.locator(f"[data-runs={name}] table")
        before = table.inner_text()
        hrefs = [link.get_attribute("href") for link in table.locator("a").all()]
        page.click(f"[data-runs={name}] thead th[data-k=run] button")
        for _ in range(2):
            page.click(f"[data-runs={name}] thead th[data-k=run] button")
        assert table.inner_text() == before
        assert [link.get_attribute("href").split("/")[-1] for link in table.locator("a").all()] == [
            href.split("/")[-1] for href in hrefs
        ]


def test_the_count_above_a_table_follows_the_choice(page, results):
    said = page.locator("[data-table=api-results] [data-counts]").first
    before = said.inner_text()
    assert "planned" in before
    page.select_option("[name=provider]", "alder")
    chosen = [
        one["counts"]
        for one in results["cohorts"]
        if one["key"]["kind"] == "api" and not one["key"]["fixture"] and one["key"]["provider"] == "alder"
    ]
    attempted, failed = (sum(counts[name] for counts in chosen) for name in ("attempted", "failed"))
    assert f"{len(chosen)} of " in said.inner_text()
    assert f"{attempted} attempted, {failed} failed." in said.inner_text()
    page.click("#clear")
    assert said.inner_text() == before


def test_search_follows_the_typing_and_leaves_one_step_in_the_history(page):
    start = page.url
    rows = page.locator("[data-runs=api-results] tbody th a")
    page.select_option("[name=status]", "failed")
    page.focus("[name=q]")
    page.keyboard.type("limit ")
    page.wait_for_url(f"{start}?status=failed&q=limit+")
    assert page.input_value("[name=q]") == "limit "
    assert 0 < rows.count() < 50
    page.keyboard.type("core-one")
    page.wait_for_url("**core-one")
    page.go_back()
    assert page.url == start
    assert page.input_value("[name=q]") == ""


def test_csv_and_json_hold_the_view_exactly(page, results):
    page.select_option("[name=provider]", "alder")
    page.select_option("[name=status]", "failed")
    wanted = {r["address"]: r for r in results["rows"] if r["provider"] == "alder" and r["status"] == "failed"}
    lines = list(csv.DictReader(io.StringIO(download(page, "#as-csv"))))
    assert {line["address"] for line in lines} == set(wanted)
    for line in lines:
        for measure in MEASURES & set(line):
            value = wanted[line["address"]].get(measure)
            assert line[measure] == ("" if value is None else str(value))
    saved = json.loads(download(page, "#as-json"))
    assert saved["view"] == "provider=alder&status=failed"
    assert {row["address"] for row in saved["rows"]} == set(wanted)


def test_everything_is_reached_by_keyboard(page):
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    reached = set()
    for _ in range(80):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.name || document.activeElement.id"))
    assert {*CHOICES, "status", "reviewed", "q", "clear", "as-csv", "as-json"} <= reached
    page.focus("[name=provider]")
    page.keyboard.type("alder")
    page.keyboard.press("Tab")
    assert "provider=alder" in page.url
    page.focus("[data-runs=api-results] > summary")
    page.keyboard.press("Enter")
    page.focus("[data-runs=api-results] thead th[data-k=run] button")
    page.keyboard.press("Enter")
    assert "sort=run" in page.url
    assert page.evaluate("document.activeElement.closest('th').getAttribute('aria-sort')") == "ascending"


def test_below_a_sub_path_over_http_it_works_alike(browser, every_state, tmp_path):
    (tmp_path / "deep").symlink_to(every_state.parent)

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format, *args):
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    base = f"http://127.0.0.1:{server.server_address[1]}/deep/public/"
    page.goto(f"{base}{OVERVIEW}?provider=alder")
    assert "Medians computed again" in page.inner_text("#said")
    page.select_option("[name=status]", "failed")
    page.locator("[data-runs] tbody th a").first.click()
    assert page.url.startswith(f"{base}benchmarks/runs/")
    assert page.title()
    page.close()
    server.shutdown()
    server.server_close()
    assert all(url.startswith(base) for url in asked)


def test_without_a_script_all_rows_stand_there_and_no_control_does(browser, every_state, results):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((every_state / OVERVIEW).as_uri())
    assert page.locator("#explore").is_hidden()
    assert page.locator("[data-runs] tbody tr").count() == len(results["rows"])
    page.locator("[data-runs=api-results] > summary").click()
    assert page.locator("[data-runs=api-results] tbody tr").first.is_visible()
    context.close()
