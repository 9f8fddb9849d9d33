"""Placeholders: every number in prose comes from the results, and whatever cannot be filled is named with its place."""

from dataclasses import replace

import pytest

from sitegen.prose import PlaceholderError, prose_faults, resolve
from sitegen.summaries import Identity, Results
from tests.unit.site.records import prose
from tests.unit.site.sample import API_COHORT, HASH, IMPORTED_COHORT, RESULTS


def filled(text, results=RESULTS):
    return resolve(prose("about.md", text), results).markdown


@pytest.mark.parametrize(
    ("placeholder", "expected"),
    [
        ('median("first", "wall_ms")', "61.500\u00a0s (1 of 3 failed)"),
        ('median("first", "cost_ticks", model="alder-2")', "0.0123\u00a0USD (1 of 3 failed)"),
        ('median("first", "cache_write")', "unavailable (3 of 3 not reported)"),
        ('median("first", "quality")', "pending (1 of 3 reviewed)"),
        ('median("taken", "input", task="maze")', "200 (1 of 2 failed)"),
        ('median("taken", "input")', "unavailable (1 of 3 not reported)"),
        ('count("first", "planned")', "4"),
        ('count("first", "not_started")', "1"),
        ('count("first", "attempted", source="core 1")', "3"),
        ('count("taken", "failed", task="tcc")', "1"),
        ('rate("first", "build-check")', "66.7\u00a0% (2 of 3)"),
        ('rate("taken", "resolved")', "33.3\u00a0% (1 of 3)"),
        ('median("never-run", "wall_ms")', "[X]"),
        ('median("first", "wall_ms", model="other")', "[X]"),
        ('count("never-run", "attempted")', "[X]"),
        ('count("barred", "attempted")', "[X]"),
        ('rate("never-run", "resolved")', "[X]"),
    ],
)
def test_a_placeholder_gives_the_number_with_what_must_stand_beside_it(placeholder, expected):
    assert filled(f"It is {{{{ {placeholder} }}}}.") == f"It is {expected}."


def test_a_pooled_median_says_so():
    pooled = replace(API_COHORT, key=replace(API_COHORT.key, tasks=80), counts=replace(API_COHORT.counts, failed=0))
    results = replace(RESULTS, cohorts=(pooled,))
    assert filled('{{ median("first", "wall_ms") }}', results) == "61.500\u00a0s (pooled over 80 tasks)"


def test_a_fixture_is_never_taken_for_a_result():
    fixture = replace(API_COHORT, key=replace(API_COHORT.key, fixture=True))
    results = replace(RESULTS, cohorts=(fixture,))
    assert filled('{{ median("first", "wall_ms") }}', results) == "61.500\u00a0s (1 of 3 failed, fixture, no result)"


def test_text_around_placeholders_is_kept():
    text = "\n# Title\n\n{% raw %}{{ not a number }}{% endraw %}\n\n```\nx = {1: 2}\n```\n"
    assert filled(text) == "\n# Title\n\n{{ not a number }}\n\n```\nx = {1: 2}\n```\n"
    assert filled("no brace at all") == "no brace at all"


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        ('{{ median("first", "speed") }}', "measure speed", "wall_ms"),
        ('{{ median("first", "trial_ms") }}', "measure trial_ms", "wall_ms"),
        ('{{ mean("first", "wall_ms") }}', "mean(...)", "median"),
        ('{{ median("first") }}', "1 plain arguments", '"suite"'),
        ('{{ median("first", 7) }}', "2 plain arguments", '"suite"'),
        ('{{ median("first", "wall_ms", colour="red") }}', "colour=", "model="),
        ('{{ count("first", "lucky") }}', "count of lucky", "attempted"),
        ('{{ rate("first", "success") }}', "rate success", "build-check"),
        ('{{ rate("first", "resolved") }}', "rate resolved", "api"),
        ('{{ rate("taken", "resolved", task="maze") }}', "task=", "whole cohort"),
        ('{{ median("first", "wall_ms"', "line 1", "{{ median"),
        ("{{ site }}", "name expression", "{{ median"),
        ("{{ ''.__class__ }}", "getattr expression", "{{ median"),
        ('{{ median("first", "wall_ms")|upper }}', "filter expression", "{{ median"),
        ('{{ median("first", suite) }}', "no literal", "text in quotes"),
        ("{% for x in y %}{% endfor %}", "for statement", "{{ median"),
        ('{% include "secret" %}', "include statement", "{{ median"),
        ("{% set x = 1 %}", "assign statement", "{{ median"),
        ("{{ median(*args) }}", "call expression", "{{ median"),
    ],
)
def test_what_cannot_be_filled_is_an_error_that_names_file_finding_and_expectation(text, found, expected):
    with pytest.raises(PlaceholderError) as caught:
        filled(f"one\n\n{text}")
    assert caught.value.file == "content/pages/about.md"
    assert found in caught.value.found or found == "line 1"
    assert expected in caught.value.expected
    assert "line 3" in caught.value.found


def test_several_cohorts_that_fit_are_named():
    other = replace(API_COHORT, id="b", title="Alder 3", key=replace(API_COHORT.key, model="alder-3"))
    results = replace(RESULTS, cohorts=(API_COHORT, other, IMPORTED_COHORT))
    with pytest.raises(PlaceholderError, match=r"2 cohorts of suite first: Alder 2 on core 1; Alder 3.*narrow"):
        filled('{{ median("first", "wall_ms") }}', results)
    assert filled('{{ median("first", "wall_ms", model="alder-3") }}', results).startswith("61.500")


def test_source_narrows_by_label():
    other = replace(API_COHORT, id="b", key=replace(API_COHORT.key, source=Identity("core 2", HASH["fox"])))
    results = replace(RESULTS, cohorts=(API_COHORT, other))
    assert filled('{{ median("first", "wall_ms", source="core 2") }}', results).startswith("61.500")


def test_all_faults_of_all_pages_are_found_at_once():
    pages = [
        prose("a.md", '{{ median("first", "speed") }}\n{{ count("first", "lucky") }}'),
        prose("b.md", '{{ median("first", "wall_ms") }}'),
        prose("sub/c.md", "{{ broken"),
    ]
    found = prose_faults(pages, RESULTS)
    assert [(one.code, one.file) for one in found] == [
        ("placeholder", "content/pages/a.md"),
        ("placeholder", "content/pages/a.md"),
        ("placeholder", "content/pages/sub/c.md"),
    ]
    assert found[1].found == "line 2: count of lucky"
    assert prose_faults(pages[1:2], RESULTS) == ()


def test_what_keeps_a_text_from_being_read_hides_no_other_fault():
    lines = (
        '{{ median("first", }}',
        "",
        "{% for x in y %}",
        '{{ count("first", "lucky") }} {{ count("first", "failed") }}',
    )
    text = "\n".join((*lines, "{{ 7 7 }}"))
    found = prose_faults([replace(prose("a.md", text), first_line=5)], RESULTS)
    assert [one.found.partition(": ")[0] for one in found] == ["line 5", "line 7", "line 8", "line 9"]
    assert [one.found for one in found[1:3]] == ["line 7: {% for x in y %}, a statement", "line 8: count of lucky"]


def test_a_brace_that_is_never_closed_is_named_where_it_stands():
    (one,) = prose_faults([replace(prose("a.md", 'one\n{{ median("first"'), first_line=4)], RESULTS)
    assert one.found.startswith("line 5: ")


def test_an_empty_site_fills_every_placeholder_with_the_sign():
    nothing = Results((), (), (), ())
    text = '{{ median("first", "wall_ms") }} {{ count("first", "failed") }} {{ rate("first", "build-check") }}'
    assert filled(text, nothing) == "[X] [X] [X]"
