"""Signed axes, axes of days, and the time line."""

from datetime import date
from xml.etree import ElementTree

import pytest

from sitegen.charts import Stretch, signed_axis, timeline
from sitegen.charts.scale import day_axis
from tests.unit.charts.test_scale import labels


def test_a_signed_axis_has_zero_on_it_and_a_sign_at_every_label():
    found = signed_axis(-1000, 600)
    assert found.low <= -1000 <= 600 <= found.high
    assert "0" in labels(found)
    assert all(label == "0" or label[0] in "+−" for label in labels(found))


@pytest.mark.parametrize(("low", "high"), [(0, 0), (5, 70), (-3, -1), (-9_990, 1)])
def test_every_difference_has_a_place(low, high):
    found = signed_axis(low, high)
    assert found.low <= min(low, 0)
    assert found.high >= max(high, 0)
    assert found.low < found.high


def test_days_lie_between_the_starts_of_months():
    found = day_axis(date(2025, 9, 23), date(2026, 11, 28))
    assert found.low == date(2025, 9, 1).toordinal()
    assert found.high == date(2026, 12, 1).toordinal()
    assert labels(found) == ["2025-09", "2025-11", "2026-01", "2026-03", "2026-05", "2026-07", "2026-09", "2026-11"]
    assert labels(day_axis(date(2026, 11, 28), date(2026, 11, 28))) == ["2026-11", "2026-12"]
    assert len(labels(day_axis(date(2019, 1, 1), date(2026, 1, 1)))) <= 8


def test_each_stretch_is_a_line_with_a_mark_for_each_day_that_leads_to_its_page():
    days = (date(2026, 1, 5), date(2026, 1, 20))
    one = Stretch("Suite <a>", "suites/a.html", days[0], days[1], days, hollow=False)
    other = Stretch("Suite b", "suites/b.html", days[0], days[0], days[:1], hollow=True)
    drawn = ElementTree.fromstring(timeline("t", "Times", "In words", (one, other), "../"))
    links = drawn.findall(".//a")
    assert [link.get("href") for link in links] == ["../suites/a.html", "../suites/b.html"]
    axis = day_axis(*days)
    places = [circle.get("cx") for circle in links[0].findall("circle")]
    assert places == [f"{axis.place(day.toordinal()):.2f}%" for day in days]
    assert [circle.get("class") for link in links for circle in link.findall("circle")] == ["d", "d", "q"]
    assert links[0].findtext("text") == "Suite <a>"
