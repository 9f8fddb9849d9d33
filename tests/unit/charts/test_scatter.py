"""The scatter: points at their values, the line of steps, links, and letters where names would collide."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from sitegen.charts import Point, Scatter, axis, log_axis, scatter
from tests.unit.charts.test_scale import labels

X = log_axis(100_000_000, 9_000_000_000, "ticks")
Y = axis(0, 100, "points", most=100)
A = Point("a", "Alder & co", "c/a.html", "200000000", "40", (150_000_000, 300_000_000), (30, 60), True)
B = Point("b", "Birch", "c/b.html", "1000000000", "90.5", None, None, True)
C = Point("c", "Cedar", "c/c.html", "5000000000", "80", None, None, False)
D = Point("d", "Dogwood", "c/d.html", "2000000000", None, None, None, False)
SHOWN = Scatter("Cost <against>", "In words", X, Y, (A, B, C, D))


def tree(shown=SHOWN, up=""):
    return ElementTree.fromstring(scatter("s", shown, up))


def circles(drawn):
    return {link.get("href")[-6:-5]: link.find("circle") for link in drawn.findall(".//a")}


def test_points_lie_at_their_values():
    found = circles(tree())
    assert found["a"].get("cx") == f"{X.place(200_000_000):.2f}%"
    heights = {letter: float(circle.get("cy")) for letter, circle in found.items()}
    # 40 to 80 points are as far apart as 80 is from 40 below 80, on a linear axis
    assert heights["b"] < heights["c"] < heights["a"] < heights["d"]
    assert (heights["a"] - heights["c"]) / 40 == pytest.approx((heights["c"] - heights["b"]) / 10.5, abs=0.02)


def test_a_pending_cohort_stands_below_the_axis_and_says_so():
    drawn = tree()
    assert circles(drawn)["d"].get("class") == "k pe"
    assert "pending" in [text.text for text in drawn.findall("text")]
    without = tree(replace(SHOWN, points=(A, B)))
    assert "pending" not in [text.text for text in without.findall("text")]


def test_the_line_goes_in_steps_through_the_unbeaten_ones_only():
    drawn = tree()
    steps = [line for line in drawn.findall("line") if line.get("class") == "pa"]
    found = circles(drawn)
    across = [line for line in steps if line.get("y1") == line.get("y2")]
    assert [line.get("x1") for line in across] == [found["a"].get("cx"), found["b"].get("cx")]
    assert across[0].get("x2") == found["b"].get("cx")
    assert across[1].get("x2") == "100.00%"
    assert len(steps) == 3


def test_intervals_run_both_ways():
    lines = [line for line in tree().findall("line") if line.get("class") == "rg"]
    assert len(lines) == 2
    assert (lines[0].get("x1"), lines[0].get("x2")) == (
        f"{X.place(150_000_000):.2f}%",
        f"{X.place(300_000_000):.2f}%",
    )
    assert lines[0].get("y1") == lines[0].get("y2")
    assert lines[1].get("x1") == lines[1].get("x2")


def test_points_lead_to_their_cohorts_and_letters_tie_them_to_the_table():
    drawn = tree(up="../")
    links = drawn.findall(".//a")
    assert [link.get("href") for link in links] == [f"../c/{letter}.html" for letter in "abcd"]
    assert {link.get("tabindex") for link in links} == {"-1"}
    assert [link.findtext("text") for link in links] == ["a", "b", "c", "d"]
    assert drawn.findtext("title") == "Cost <against>"


def test_a_name_that_would_lie_on_another_is_left_out():
    near = replace(B, letter="e", name="Elder, quite near", x="1000000001", y="90")
    names = [text.text for text in tree(replace(SHOWN, points=(B, near))).findall("text") if text.get("class") == "nm"]
    assert names == ["Birch"]


def test_a_value_outside_is_refused():
    with pytest.raises(ValueError, match="outside"):
        tree(replace(SHOWN, points=(replace(A, x="1"),)))


def test_a_logarithmic_axis_is_made_for_near_values_too():
    assert labels(log_axis(5, 5, "tokens")) == ["5", "10"]
    with pytest.raises(ValueError, match="logarithmic"):
        log_axis(0, 5, "tokens")
