"""Dot plots: every run is drawn, linked and told apart; nothing is cut off."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from sitegen.charts import Marks, Strip, axis, backdrop, own_mark, strip
from sitegen.charts.swarm import levels, offsets

AXIS = axis(10_000, 100_000, "ms")
RAILED = axis(10_000, 100_000, "ms", rail=True)
VALUES = (10_000, 50_000, None, 100_000)
MARKS = Marks((False, True, False, False), ("s--a", "s--b", "s--c", "s--d"))
SHOWN = Strip("Wall <time>", 'Median "50" & more', RAILED, VALUES, "50000", (20_000, 90_000), (10_000, 100_000))


def tree(markup):
    return ElementTree.fromstring(markup)


def test_every_run_is_a_mark_that_leads_to_its_page():
    drawn = tree(strip("x", SHOWN, MARKS, "../runs/"))
    links = drawn.findall(".//a")
    assert sorted(link.get("href") for link in links) == [f"../runs/s--{run}.html" for run in "abcd"]
    assert {link.get("tabindex") for link in links} == {"-1"}
    assert drawn.find("g").get("aria-hidden") == "true"


def test_a_failed_run_is_a_cross_and_a_silent_one_stands_right_of_the_rail():
    drawn = tree(strip("x", SHOWN, MARKS, "../runs/"))
    shapes = {link.get("href")[-6:-5]: link[0] for link in drawn.findall(".//a")}
    assert shapes["a"].tag == "circle"
    assert (shapes["b"].tag, shapes["b"].get("href")) == ("use", "#m-x")
    assert (shapes["c"].tag, shapes["c"].get("href")) == ("use", "#m-q")
    rail = float(next(line for line in drawn.findall("line") if line.get("class") == "rail").get("x1")[:-1])
    assert float(shapes["c"].get("x")[:-1]) > rail > float(shapes["d"].get("cx")[:-1])


def test_median_interval_and_range_lie_at_their_values():
    drawn = tree(strip("x", SHOWN, MARKS))
    lines = {line.get("class"): line for line in drawn.findall("line")}
    assert lines["md"].get("x1") == f"{RAILED.place(50_000):.2f}%"
    band = drawn.find("rect")
    assert band.get("x") == f"{RAILED.place(20_000):.2f}%"
    assert band.get("width") == f"{RAILED.place(90_000) - RAILED.place(20_000):.2f}%"
    assert lines["rg"].get("x1") == f"{RAILED.place(10_000):.2f}%"
    assert [line.get("class") for line in drawn.findall("line")].count("cap") == 2


def test_without_a_median_none_is_drawn():
    drawn = tree(strip("x", replace(SHOWN, median=None, interval=None), MARKS))
    classes = {line.get("class") for line in drawn.findall("line")}
    assert "md" not in classes
    assert "cap" not in classes
    assert drawn.find("rect") is None


def test_title_and_description_are_text():
    drawn = tree(strip("x", SHOWN, MARKS))
    assert drawn.findtext("title") == "Wall <time>"
    assert drawn.findtext("desc") == 'Median "50" & more'
    assert drawn.get("aria-labelledby") == "xt xd"
    assert drawn.get("role") == "group"
    assert tree(strip("x", replace(SHOWN, values=()), Marks((), ()))).get("role") == "img"


def test_a_value_outside_the_axis_is_refused():
    with pytest.raises(ValueError, match="outside"):
        strip("x", replace(SHOWN, values=(10_000, 50_000, None, 10**9)), MARKS)


def test_the_same_values_give_the_same_text():
    assert strip("x", SHOWN, MARKS, "r/") == strip("x", SHOWN, MARKS, "r/")


def test_many_silent_runs_all_have_a_place_inside():
    count = 200
    shown = replace(SHOWN, values=(50_000, *[None] * count))
    drawn = tree(strip("x", shown, Marks((False,) * (count + 1), ())))
    hollow = [use for use in drawn.findall("use") if use.get("href") == "#m-q"]
    places = {(use.get("x"), use.get("y")) for use in hollow}
    assert len(places) == count
    assert all(0 <= float(y) <= int(drawn.get("height")) and float(x[:-1]) <= 99 for x, y in places)


def test_dots_keep_apart_while_there_is_room():
    assert offsets([50.0, 50.1, 50.2, 10.0, 50.3], levels(5), 400) == [0, -6, 6, 0, -12]
    assert offsets([10.0, 20.0, 30.0], levels(3), 400) == [0, 0, 0]


def test_equal_values_are_piled_up_when_each_must_be_seen():
    values = (50_000,) * 37
    drawn = tree(strip("x", replace(SHOWN, axis=AXIS, values=values, stacked=True), Marks((False,) * 37, ())))
    heights = sorted(float(dot.get("cy")) for dot in drawn.findall("circle"))
    assert len(set(heights)) == 37
    assert heights[0] >= 3
    assert heights[-1] <= int(drawn.get("height")) - 26


def test_a_crowd_does_not_hide_median_and_interval():
    values = tuple(range(20_000, 100_000, 1_000))
    drawn = tree(strip("x", replace(SHOWN, axis=AXIS, values=values), Marks((False,) * 80, ())))
    lowest = max(float(dot.get("cy")) for dot in drawn.findall("circle")) + 3.1
    marks = [line for line in drawn.findall("line") if line.get("class") in ("md", "cap", "halo")]
    assert len(marks) == 4
    assert min(float(line.get("y1")) for line in marks) > lowest
    assert max(float(line.get("y2")) for line in marks) <= int(drawn.get("height"))


def test_a_backdrop_and_a_mark_make_a_whole_chart():
    shown = replace(SHOWN, axis=AXIS, values=())
    drawn = tree(backdrop("x", shown) + own_mark(AXIS, 50_000, failed=False))
    dot = drawn.find("circle")
    assert dot.get("cx") == f"{AXIS.place(50_000):.2f}%"
    assert [line.get("class") for line in drawn.findall("line")].count("md") == 1
    failed = tree(backdrop("x", shown) + own_mark(AXIS, 50_000, failed=True))
    assert failed.find("use").get("href") == "#m-x"


def test_no_chart_carries_inline_style():
    text = strip("x", SHOWN, MARKS, "r/")
    assert not re.search(r"style|<script", text)
