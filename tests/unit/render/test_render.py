"""Drawn pages: labels stay text, links stay relative, the same page gives the same bytes."""

import posixpath
import re
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from sitegen import layout
from sitegen.leaks import Gate
from sitegen.load.drafts import Drafts
from sitegen.render import Renderer
from sitegen.site import brief_for, navigation, pages
from sitegen.site import run_page as compose
from sitegen.summarize import summary_row
from sitegen.templating import Templates
from tests.unit.site.reading import RENDERER, Reading, draw, read, run_page
from tests.unit.site.records import FIRST, SCRIPT, TAKEN, api_record, context, imported_record, prose, run_input
from tests.unit.site.sample import API, API_COHORT, IMPORTED_COHORT, RESULTS, SITE, SUITES

POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
HOSTILE = "</td></svg><script>alert(1)</script><img src=x onerror=alert(2)> ' \" & "


def whole_site(given=None):
    given = given or context(prose=(prose("about/team.md", "Text with a [link](/).", nav="Team"),))
    runs = (
        (run_input(api_record(), "front.svg"), FIRST, brief_for(given, given.cohort(API))),
        (run_input(imported_record()), TAKEN, brief_for(given, given.cohort(IMPORTED_COHORT.id))),
    )
    return [*pages(given), *(run_page(*run) for run in runs)]


def hostile_site():
    """The site with markup in every label that comes from outside."""
    cohorts = (
        replace(API_COHORT, title=HOSTILE, key=replace(API_COHORT.key, provider=HOSTILE, model=HOSTILE)),
        replace(IMPORTED_COHORT, title=HOSTILE),
    )
    suites = tuple(replace(suite, title=HOSTILE, reason=HOSTILE) for suite in SUITES)
    given = context(results=replace(RESULTS, cohorts=cohorts, suites=suites))
    record = api_record(
        provider=HOSTILE,
        model={"requested": HOSTILE, "label": HOSTILE, "reported": [HOSTILE]},
        settings={HOSTILE: HOSTILE},
        stop={"reason": "answered", "detail": HOSTILE},
    )
    run = run_page(run_input(record), FIRST, brief_for(given, given.cohort(API)))
    return [*pages(given), run]


@pytest.mark.parametrize("make", [whole_site, hostile_site])
def test_markup_in_labels_stays_text(make):
    for page in make():
        found = read(page)
        assert found.problems == [], page.path
        scripts = [attrs for tag, attrs in found.tags if tag == "script"]
        assert scripts[0]["src"].endswith("fairtrial.js")
        inline = [{"type": "application/json", "id": "explore-data"}, {"type": "application/ld+json"}]
        assert scripts[1:] == (inline if page.path == layout.OVERVIEW else []), page.path
        for tag, attrs in found.tags:
            assert tag not in ("style", "iframe", "object", "base", "form"), page.path
            assert "style" not in attrs, (page.path, tag)
            assert not [name for name in attrs if name.startswith("on")], (page.path, tag)


def test_hostile_labels_are_really_on_the_pages():
    words = " ".join(read(page).words for page in hostile_site())
    assert words.count("<script>alert(1)</script>") > 20
    assert SCRIPT in read(whole_site()[-2]).words


def test_every_page_has_the_policy_a_title_and_one_heading():
    for page in whole_site():
        found = read(page)
        metas = [attrs for tag, attrs in found.tags if tag == "meta"]
        assert {"http-equiv": "Content-Security-Policy", "content": POLICY} in metas
        assert {"name": "description", "content": page.description} in metas
        assert [tag for tag, _ in found.tags].count("h1") == 1, page.path
        assert found.words.startswith(page.title)


def test_ids_are_distinct_and_references_lead_somewhere():
    for page in whole_site():
        found = read(page)
        assert len(found.ids) == len(set(found.ids)), page.path
        for tag, attrs in found.tags:
            for id in (attrs.get("aria-labelledby") or "").split():
                assert id in found.ids, (page.path, tag)
            if tag == "use":
                assert attrs["href"].removeprefix("#") in found.ids, page.path


def test_links_within_the_site_are_relative_and_lead_to_pages():
    made = {page.path: read(page) for page in whole_site()}
    assets = set(RENDERER.assets())
    data = ("benchmarks/results.", "benchmarks/dictionary", "benchmarks/datapackage", "benchmarks/croissant")
    files = (*data, "benchmarks/suites/", "CITATION.cff", "manifest.json", "SHA256SUMS")
    for path, found in made.items():
        for link in found.links:
            if link.startswith("https://"):
                continue
            if path == layout.NOT_FOUND:  # it is served at any depth
                assert link.startswith(("/", "#")), link
                continue
            assert not link.startswith(("/", "http:", "file:")), (path, link)
            place, _, mark = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), place)) if place else path
            if target in made:
                assert not mark or mark in made[target].ids, (path, link)
            elif target not in assets and not target.startswith("benchmarks/runs/") and not target.endswith(".md"):
                assert target.startswith(files), (path, link)


def test_the_same_page_gives_the_same_bytes():
    other = Renderer(Templates(layout.templates_dir()), SITE, navigation(()))
    for page in whole_site():
        assert RENDERER.render(page) == other.render(page)
        assert b"\r" not in RENDERER.render(page)


def test_a_page_is_the_same_whatever_was_drawn_before_it():
    every = whole_site()
    alone = Renderer(Templates(layout.templates_dir()), SITE, navigation(())).render(every[-1])
    mixed = Renderer(Templates(layout.templates_dir()), SITE, navigation(()))
    assert [mixed.render(page) for page in every][-1] == alone


def test_views_are_plain_values():
    for page in pages(context()):
        text = orjson.dumps(page)
        assert orjson.loads(text)["path"] == page.path


def test_the_page_for_missing_addresses_works_at_any_depth():
    site = SITE.model_copy(update={"base_url": "https://example.org/trials/"})
    renderer = Renderer(Templates(layout.templates_dir()), site, navigation(()))
    page = next(page for page in pages(context()) if page.path == layout.NOT_FOUND)
    assert "/trials/fairtrial.css" in read(page, renderer).links
    assert "/fairtrial.css" in read(page).links
    assert "/benchmarks/index.html" in read(page).links
    other = next(page for page in pages(context()) if page.path == layout.METHOD)
    assert "../fairtrial.css" in read(other, renderer).links


def test_only_a_site_that_knows_its_address_has_absolute_links():
    site = SITE.model_copy(update={"base_url": "https://example.org/trials"})
    renderer = Renderer(Templates(layout.templates_dir()), site, navigation(()))
    base = "https://example.org/trials/"
    for page in whole_site():
        if page.path == layout.NOT_FOUND:
            continue
        told = {attrs.get("property") or attrs.get("rel"): attrs for _, attrs in read(page, renderer).tags}
        url = base if page.path == layout.HOME else base + page.path
        assert told["canonical"]["href"] == told["og:url"]["content"] == url
        assert told["og:title"]["content"] == page.title
        pictured = page.path == layout.OVERVIEW or page.path.startswith("benchmarks/cohorts/")
        assert ("og:image" in told) is pictured
        if pictured:
            assert told["og:image"]["content"].startswith(f"{base}social/")
        assert not [attrs for _, attrs in read(page).tags if attrs.get("rel") == "canonical" or "property" in attrs]


def test_a_view_without_what_a_template_reads_is_an_error():
    page = next(page for page in pages(context()) if page.path == layout.METHOD)
    with pytest.raises(AttributeError):
        RENDERER.render(replace(page, view=replace(page, view=None)))


def test_assets_are_the_four_files():
    assets = RENDERER.assets()
    assert sorted(assets) == ["fairtrial.css", "fairtrial.js", "icon.png", "icon.svg"]
    assert len(assets["fairtrial.js"]) < 20_000


def test_no_text_can_end_the_data_for_the_script():
    page = next(page for page in hostile_site() if page.path == layout.OVERVIEW)
    html = draw(page)
    data = html.partition('id="explore-data">')[2].partition("</script>")[0]
    assert "<" not in data
    titles = [cohort["title"] for cohort in orjson.loads(data)["cohorts"]]
    assert titles == [HOSTILE, HOSTILE]


def test_pages_side_by_side_share_the_way_but_not_the_last_step():
    given = context()
    brief = brief_for(given, given.cohort(API))
    texts = [draw(run_page(run_input(api_record(id=f"a-r{n}")), FIRST, brief)) for n in (1, 2)]
    for n, text in enumerate(texts, 1):
        assert f'<span aria-current="page">a-r{n}</span>' in text
        assert Reading(text).links.count("../../benchmarks/protocols/api.html") == 1


def test_what_is_new_on_a_page_is_every_word_that_no_trusted_page_had():
    given = context()
    one, two = (
        next(page for page in pages(given) if page.path == layout.cohort_page(id)) for id in (API, IMPORTED_COHORT.id)
    )
    templates = Templates(layout.templates_dir())
    renderer = Renderer(templates, SITE, navigation(()))
    first = renderer.draw(one)
    assert first.data == renderer.render(one)
    assert first.new.replace(b"\n", b"") == first.data.replace(b"\n", b"")
    assert renderer.draw(two).new.replace(b"\n", b"") == renderer.render(two).replace(b"\n", b"")
    templates.trust(first)
    second = renderer.draw(two)
    assert two.description.encode() in second.new
    assert one.description.encode() in renderer.draw(one).new
    assert b"What makes this cohort" not in second.new
    assert len(second.new) < len(second.data)


def test_the_leak_gate_sees_every_word_of_a_run_page_once_in_its_draft_or_in_the_page():
    given = context()
    brief = brief_for(given, given.cohort(API))
    run = run_input(api_record(stop={"reason": "answered", "detail": "by hand"}))
    seen = []

    class Watch(Gate):
        def find(self, path, data):
            seen.append(data)
            return ()

    templates = Templates(layout.templates_dir())
    own = Drafts(Path(), templates, Watch()).draw(run, FIRST)
    page = Renderer(templates, SITE, navigation(())).draw(compose(summary_row(run), own, brief))
    (draft,) = seen
    assert b"by hand" in draft and b"by hand" not in page.new
    for word in re.findall(rb"\w+", page.data):
        assert word in draft or word in page.new


def test_a_draft_with_a_finding_is_looked_at_again_with_its_page():
    given = context()
    run = run_input(api_record(stop={"reason": "answered", "detail": "in " + "/home/" + "jo/x"}))
    templates = Templates(layout.templates_dir())
    own = Drafts(Path(), templates, Gate()).draw(run, FIRST)
    page = Renderer(templates, SITE, navigation(())).draw(
        compose(summary_row(run), own, brief_for(given, given.cohort(API)))
    )
    assert b"jo/x" in page.new
