"""The pages of runs as Markdown: the figures of the page, no sign taken for Markdown, no word unseen."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from sitegen import layout
from sitegen.leaks import Gate
from sitegen.load.drafts import Drafts
from sitegen.render import Renderer
from sitegen.site import brief_for, navigation
from sitegen.site import run_page as compose
from sitegen.site.run.brief import Around
from sitegen.summarize import summary_row
from sitegen.templating import Templates
from tests.unit.render.test_render import HOSTILE
from tests.unit.site.reading import read
from tests.unit.site.records import FIRST, TAKEN, api_record, context, imported_record, run_input
from tests.unit.site.sample import API, IMPORTED_COHORT, SITE

TEMPLATES = Templates(layout.templates_dir())
RENDERER = Renderer(TEMPLATES, SITE, navigation(()))


def both(record, suite=FIRST, cohort=API, around=None, gate=None):
    """Return the page of a run, taken apart, and its twin."""
    run = run_input(record)
    given = context()
    brief = brief_for(given, given.cohort(cohort))
    own = Drafts(Path(), TEMPLATES, gate or Gate()).draw(run, suite)
    page = compose(summary_row(run), own, replace(brief, around=around) if around else brief)
    return read(page, RENDERER), RENDERER.run_twin(own, page)


@pytest.mark.parametrize(
    ("record", "suite", "cohort"),
    [(api_record(), FIRST, API), (imported_record(), TAKEN, IMPORTED_COHORT.id)],
    ids=["api", "imported"],
)
def test_it_has_the_readings_the_checks_and_the_hashes_of_the_page(record, suite, cohort):
    page, twin = both(record, suite, cohort)
    text = twin.data.decode()
    readings = re.search(r"Wall time, s ([\d.,]+|not reported)", page.words)
    assert readings is not None
    assert f"| Wall time, s | {readings[1]} |" in text
    for points in (cell for cell in page.cells if re.fullmatch(r"\d+ of \d+", cell)):
        assert f"| {points} |" in text
    for digest in re.findall(
        r"\b[0-9a-f]{64}\b", page.words.partition("Files of this run")[2].partition("made with")[0]
    ):
        assert digest in text
    address = f"{record.suite}--{record.id}"
    assert f"({address}.json)" in text
    assert f"({address}.html)" in text
    assert f"(../cohorts/{cohort}.md)" in text


def test_a_failure_a_fixture_and_a_withdrawal_are_said_first():
    around = Around("", "", 0, 0, (), (), "", "2026-11-03", "Ran twice.")
    record = api_record(status="failed", stop={"reason": "turn-limit", "detail": None}, fixture=True)
    text = both(record, around=around)[1].data.decode()
    head = text.partition("| Figure")[0]
    assert "**Fixture**" in head
    assert "Failed: turn-limit. It stays in the cohort with what it spent." in head
    assert "**Withdrawn** on 2026-11-03: Ran twice." in head
    assert "attempted runs of" not in text


def test_markup_of_others_stays_text():
    record = api_record(provider=HOSTILE, stop={"reason": "answered", "detail": HOSTILE}, settings={HOSTILE: "|"})
    html = MarkdownIt("commonmark").enable("table").render(both(record)[1].data.decode())
    assert "<script" not in html
    assert "<img" not in html
    rows = re.findall(r"<tr>.*?</tr>", html, re.S)
    assert {row.count("<t") - 1 for row in rows} <= {2, 3, 5}


def test_the_leak_gate_sees_every_word_of_it():
    seen = []

    class Watch(Gate):
        def find(self, path, data):
            seen.append(data)
            return ()

    _, twin = both(api_record(stop={"reason": "answered", "detail": "by hand"}), gate=Watch())
    assert b"by hand" in twin.data
    for word in re.findall(rb"\w+", twin.data):
        assert word in seen[0] or word in twin.new
