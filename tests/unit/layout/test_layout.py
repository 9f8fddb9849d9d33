"""Addresses made from names."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen import layout


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("kit fixed", "kit-fixed"),
        ("kit/fixed", "kit-fixed"),
        ("Kit--Fixed!", "kit-fixed"),
        ("  a  ", "a"),
        ("Éclair", "eclair"),
        ("caf\u00e9", "cafe"),
        ("cafe\u0301", "cafe"),
        ("gpt-4.1 (mini)", "gpt-4-1-mini"),
        ("..", "x"),
        ("", "x"),
        ("☕☕", "x"),
        ("a" * 70, "a" * 60),
        ("a" * 59 + " b", "a" * 59),
    ],
)
def test_slug(name, slug):
    assert layout.slug(name) == slug


NAMES = ["kit fixed", "kit-fixed", "kit/fixed", "..", "☕☕"]


def test_names_whose_slugs_meet_stay_apart_whatever_their_order():
    """The first eight digits are of the sha256 of the names, as sha256sum prints them."""
    made = layout.slugs(NAMES)
    assert made == {
        "kit fixed": "kit-fixed-31e7592f",
        "kit-fixed": "kit-fixed-4b6e8c30",
        "kit/fixed": "kit-fixed-8388a4bf",
        "..": "x-5ec1f7e7",
        "☕☕": "x-16c88880",
    }
    for seed in range(5):
        names = NAMES * 2
        random.Random(seed).shuffle(names)
        assert layout.slugs(names) == made


def test_a_suffix_that_meets_another_name_grows():
    """`a` and `A` meet; what they would become is the whole name of two others, and so on."""
    names = ["a", "A"]
    for _ in range(4):
        names += [value for value in layout.slugs(names).values() if value not in names]
    made = layout.slugs(names)
    assert len(set(made.values())) == len(made) == len(names)
    assert all(re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", value) and len(value) <= 80 for value in made.values())
    assert layout.slugs(names[::-1]) == made


@given(st.lists(st.sampled_from("aA-"), min_size=1, max_size=3).map("".join))
def test_names_of_a_long_slug_stay_within_the_length_of_an_id(mark):
    names = [mark + "b" * 60, mark + "B" * 60, mark + "b" * 70, mark]
    assert all(len(value) <= 80 for value in layout.slugs(names).values())
    assert len(set(layout.slugs(names).values())) == len(set(names))


def test_a_slug_that_nothing_meets_has_no_suffix():
    assert layout.slugs(["alpha", "Beta 2"]) == {"alpha": "alpha", "Beta 2": "beta-2"}


def test_a_name_that_leaves_no_slug_has_one_of_its_own():
    assert layout.slugs(["☕☕"]) == {"☕☕": "x-16c88880"}


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("Run", "RUN", True),
        ("caf\u00e9", "cafe\u0301", True),
        ("stra\u00dfe", "STRASSE", True),
        ("\u212b", "\u00e5", True),
        ("a", "b", False),
        ("a-b", "a_b", False),
    ],
)
def test_names_that_are_one_on_some_host(one, other, equal):
    assert (layout.comparable(one) == layout.comparable(other)) == equal


@pytest.mark.parametrize(
    ("path", "prefix"),
    [("index.html", ""), ("benchmarks/index.html", "../"), ("benchmarks/runs/a--b.html", "../../")],
)
def test_way_up(path, prefix):
    assert layout.up(path) == prefix


@pytest.mark.parametrize(
    ("source", "address"), [("about.md", "about.html"), ("docs/a.b.md", "docs/a.b.html"), ("index.md", "index.html")]
)
def test_address_of_prose(source, address):
    assert layout.prose_page(source) == address
