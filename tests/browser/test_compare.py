"""Cohorts side by side in the page: what they differ in, and what is never compared."""

from fractions import Fraction

import pytest

pytestmark = pytest.mark.browser


def test_up_to_four_cohorts_stand_side_by_side_and_say_in_what_they_differ(page, results):
    boxes = page.locator("[data-table=api-results] input[name=compare]").all()
    for box in boxes[:4]:
        box.check()
    assert boxes[4].is_disabled()
    ids = page.url.split("compare=")[1].split("%2C")
    chosen = [next(one for one in results["cohorts"] if one["id"] == id) for id in ids]
    text = page.inner_text("#compared")
    assert "4 cohorts side by side" in text
    assert ("Differs in system under test" in text) is (len({one["key"]["source"]["hash"] for one in chosen}) > 1)
    for cohort in chosen:
        assert cohort["title"] in text
    page.reload()
    assert page.inner_text("#compared") == text
    page.locator("input[name=compare]:checked").first.uncheck()
    assert "3 cohorts side by side" in page.inner_text("#compared")


def test_a_fixture_is_never_compared_with_a_result(page, results):
    fixtures = [one["id"] for one in results["cohorts"] if one["key"]["fixture"]]
    real = [one["id"] for one in results["cohorts"] if not one["key"]["fixture"]]
    page.check(f"input[name=compare][value={real[0]}]")
    for id in fixtures:
        assert page.is_disabled(f"input[name=compare][value={id}]")
    assert not page.is_disabled(f"input[name=compare][value={real[1]}]")
    assert "never set side by side" in page.inner_text("#compared")
    start = page.url.split("?")[0]
    page.goto(f"{start}?compare={real[0]},{fixtures[0]}")
    assert page.query_selector("#compared table") is None
    page.goto(f"{start}?compare={fixtures[0]},{real[0]},{fixtures[1]},{fixtures[1]}")
    assert "2 cohorts side by side" in page.inner_text("#compared")
    links = page.locator("#compared thead a").all()
    assert [link.get_attribute("href").split("/")[-1][:-5] for link in links] == fixtures[:2]


def test_cohorts_of_other_protocols_stand_beside_each_other_without_a_percentage(page, results):
    api, imported = (
        next(one for one in results["cohorts"] if one["key"]["kind"] == kind and not one["key"]["fixture"])
        for kind in ("api", "imported")
    )
    page.goto(f"{page.url}?compare={api['id']},{imported['id']}")
    text = page.inner_text("#compared")
    assert "Differs in protocol family" in text
    assert "%" not in text


def test_a_difference_is_of_the_exact_medians(page, results):
    pair = [one for one in results["cohorts"] if one["key"]["kind"] == "api" and one["counts"]["attempted"] > 5][:2]
    page.goto(f"{page.url}?compare={pair[0]['id']},{pair[1]['id']}")
    walls = [
        Fraction(next(m for m in one["measures"] if m["measure"] == "turns")["all_runs"]["median"]) for one in pair
    ]
    tenths = 1000 * (walls[1] - walls[0]) / walls[0]
    rounded = int(abs(tenths) + Fraction(1, 2))
    sign = "" if not rounded else "−" if tenths < 0 else "+"
    line = page.locator("#compared tr", has_text="Turns").inner_text()
    assert f"{sign}{rounded // 10:,}.{rounded % 10} %" in line
