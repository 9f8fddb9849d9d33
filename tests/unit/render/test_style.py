"""The style sheet: contrast by the formula of WCAG 2.2, colours for every part of a chart, no outside file."""

import re

import pytest

from sitegen.charts import HATCHED
from sitegen.layout import templates_dir

CSS = (templates_dir() / "assets" / "fairtrial.css").read_text(encoding="utf-8")
COLOURS = {
    name: dict(zip(("light", "dark"), pair, strict=True))
    for name, *pair in re.findall(r"--(\w+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", CSS)
}
TEXT = ("ink", "soft", "link", "ochre", "good", "bad", "fix")
SHAPES = ("edge", "blue", "teal", "focus", "good", "bad", "ochre", "fix", "ink")


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def ratio(one, other):
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def contrast(one, other, scheme):
    return ratio(COLOURS[one][scheme], COLOURS[other][scheme])


def test_the_formula_gives_the_known_extremes():
    assert ratio("#ffffff", "#000000") == pytest.approx(21)
    assert ratio("#777777", "#777777") == 1
    assert ratio("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "tint"])
def test_text_has_four_and_a_half_to_one(scheme, ground):
    low = {name: round(contrast(name, ground, scheme), 2) for name in TEXT if contrast(name, ground, scheme) < 4.5}
    assert low == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_shapes_and_borders_have_three_to_one(scheme):
    low = {name: round(contrast(name, "paper", scheme), 2) for name in SHAPES if contrast(name, "paper", scheme) < 3}
    assert low == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("mark", ["blue", "bad", "ink"])
def test_marks_are_seen_on_the_interval(scheme, mark):
    assert contrast(mark, "blue2", scheme) >= 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_are_read_on_filled_and_on_empty_points(scheme):
    assert contrast("paper", "blue", scheme) >= 4.5
    assert contrast("ink", "paper", scheme) >= 4.5


@pytest.mark.parametrize("kind", ["on", "off", "pe"])
def test_points_of_a_scatter_differ_in_more_than_colour(kind):
    rule = re.search(rf"\.k\.{kind} \{{([^}}]*)\}}", CSS)
    assert (rule is None) == (kind == "off")  # hollow with a full edge; the others are filled, or have a dashed edge
    assert rule is None or ("fill: var(--blue)" in rule[1]) != ("stroke-dasharray" in rule[1])


@pytest.mark.parametrize(
    "part", ["resolved", "not-resolved", "ungraded", "uncached", "cached-read", "cache-write", "output", "reasoned"]
)
def test_every_part_of_a_bar_has_a_fill(part):
    assert re.search(rf"\.{part}\b[^{{]*\{{ fill: var", CSS)


def test_neighbours_with_equal_fill_differ_in_pattern():
    assert set(HATCHED) == {"not-resolved", "cache-write", "reasoned"}
    sprite = (templates_dir() / "sprite.html").read_text(encoding="utf-8")
    assert all(f'id="{pattern}"' in sprite for pattern in HATCHED.values())


def test_nothing_is_loaded_from_elsewhere():
    assert not re.search(r"@import|url\(|https?:", CSS)


@pytest.mark.parametrize(
    "needed",
    [
        "color-scheme: light dark",
        ":root:has(#scheme-dark:checked)",
        "@media print",
        "prefers-reduced-motion",
        "forced-colors: active",
        ":focus-visible",
    ],
)
def test_what_readers_rely_on_is_there(needed):
    assert needed in CSS


def test_templates_hold_no_style_no_handler_and_no_arithmetic():
    for path in sorted(templates_dir().glob("*.html")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\sstyle=|<style|\son[a-z]+=|\|\s*safe|javascript:", text), path.name
        for expression in re.findall(r"\{[{%](.*?)[%}]\}", text, re.S):
            bare = re.sub(r"'[^']*'|\"[^\"]*\"|loop\.index0?|-?%|\s~\s", "", expression)
            assert not re.search(r"[\w)\]]\s*(\+|\*|/|-|//|%)\s*[\w(]", bare), (path.name, expression)
