"""Stacked bars and axis labels."""

from xml.etree import ElementTree

import pytest

from sitegen.charts import Part, axis, bar, labels

PARTS = (Part("resolved", "resolved", 77), Part("not-resolved", "not resolved", 281), Part("ungraded", "ungraded", 42))


def test_the_parts_fill_the_bar_in_their_shares():
    drawn = ElementTree.fromstring(bar("x", "Outcome", PARTS))
    plain = [rect for rect in drawn.findall("rect") if rect.get("class")]
    assert [rect.get("class") for rect in plain] == ["p resolved", "p not-resolved", "p ungraded"]
    assert [rect.get("width") for rect in plain] == ["19.25%", "70.25%", "10.50%"]
    assert [rect.get("x") for rect in plain] == ["0.00%", "19.25%", "89.50%"]
    assert drawn.findtext("desc") == "77 resolved, 281 not resolved, 42 ungraded; 400 in all."


def test_neighbours_differ_by_more_than_colour():
    drawn = ElementTree.fromstring(bar("x", "Outcome", PARTS))
    assert [rect.get("fill") for rect in drawn.findall("rect") if rect.get("fill")] == ["url(#h-a)"]
    assert len([line for line in drawn.findall("line") if line.get("class") == "cut"]) == 2


def test_an_empty_part_is_named_and_not_drawn():
    drawn = ElementTree.fromstring(
        bar("x", "Outcome", (Part("resolved", "resolved", 0), Part("ungraded", "ungraded", 3)))
    )
    assert len(drawn.findall("rect")) == 1
    assert drawn.findtext("desc", "").startswith("0 resolved, ")
    assert not drawn.findall("line")


def test_a_bar_of_nothing_is_refused():
    with pytest.raises(ValueError, match="nothing"):
        bar("x", "Outcome", (Part("resolved", "resolved", 0),))


def test_axis_labels_stand_at_their_ticks():
    found = axis(60_000, 445_000, "ms")
    drawn = ElementTree.fromstring(labels(found, 400))
    texts = drawn.findall("text")
    assert [text.text for text in texts] == ["0", "150", "300", "450"]
    assert [text.get("text-anchor") for text in texts] == ["start", "middle", "middle", "end"]
    assert texts[1].get("x") == f"{found.place(150_000):.2f}%"
    assert drawn.get("aria-hidden") == "true"


def test_labels_that_would_touch_are_left_out_but_their_ticks_stay():
    found = axis(1, 900_000, "tokens")
    narrow = ElementTree.fromstring(labels(found, 60))
    assert len(narrow.findall("text")) < len(found.ticks) == len(narrow.findall("line"))


def test_the_place_of_silent_runs_is_marked():
    drawn = ElementTree.fromstring(labels(axis(1, 9, "count", rail=True), 400))
    assert drawn.findall("text")[-1].text == "?"
