"""Pictures compared with an independent depth buffer: who is seen where, and where there is ink."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest

from sitegen.formdoc import Document, parse
from sitegen.views.draw import VIEWS, svg
from tests.unit.views import models, raster
from tests.unit.views.raster import NOTHING

ILLUSTRATION = Path(__file__).parents[3] / "content" / "illustrations" / "espresso-machine" / "model.form.json"


def illustration() -> Document:
    return parse(ILLUSTRATION.read_bytes())


def ring_of_bars() -> Document:
    """Three bars, each before one neighbour and behind the other, so that no order of painting is right."""
    bars = [
        models.box((-50, -3, -26), (50, 3, -20)).rotate((0, 0, 9)).rotate((0, 120 * turn, 0)).translate((0, 0, 60))
        for turn in range(3)
    ]
    return models.document(*map(models.part, bars, ("#aa3333", "#33aa33", "#3333aa")))


def ball_in_wall() -> Document:
    wall, ball = models.box((0, 0, 0), (60, 20, 60)), models.ball(15, 48).translate((30, 0, 30))
    return models.document(models.part(wall), models.part(ball, "#aa3333"))


def same_front() -> Document:
    """Two boxes whose fronts, tops and right sides lie in one plane where they overlap, and one behind the first.

    The first waits for the third to be painted, and the second still for the first.
    """
    first, second = models.box((0, 0, 0), (40, 30, 30)), models.box((20, 0, 10), (40, 20, 30))
    third = models.box((0, 40, 0), (10, 45, 35))
    return models.document(*map(models.part, (first, second, third), ("#b9c0c7", "#aa3333", "#3333aa")))


SCENES: dict[str, tuple[Callable[[], Document], float]] = {
    "illustration": (illustration, 1.25),
    "machine": (models.machine, 1.5),
    "ring of bars": (ring_of_bars, 3.0),
    "ball in wall": (ball_in_wall, 4.0),
    "same front": (same_front, 4.0),
    "grate": (partial(models.grate, 10), 4.0),
    "box grid": (partial(models.box_grid, 40), 3.0),
    "tubes": (models.crossing_tubes, 3.0),
    **{f"clutter {seed}": (partial(models.clutter, seed), 1.25) for seed in range(4)},
}
CASES = [(name, view) for name in SCENES for view in VIEWS]


@cache
def model(name: str) -> Document:
    return SCENES[name][0]()


@cache
def rendered(name: str, view: str) -> tuple[str, raster.Frame, raster.Seen]:
    picture = svg(model(name), view)
    frame = raster.frame_of(picture, SCENES[name][1])
    return picture, frame, raster.truth(model(name), view, frame)


@cache
def ink_in(name: str, view: str) -> raster.Grid:
    picture, frame, _ = rendered(name, view)
    return raster.ink_shown(picture, frame)


@pytest.mark.parametrize(("name", "view"), CASES)
def test_every_pixel_off_the_boundaries_shows_the_right_part(name, view):
    picture, frame, seen = rendered(name, view)
    wrong = raster.parts_shown(picture, frame) != seen.part
    edges = raster.boundaries(seen.part)
    assert (seen.part != NOTHING).sum() > 5_000
    assert not (wrong & ~edges).any()
    assert (wrong & edges).sum() < 0.1 * edges.sum()


@pytest.mark.parametrize(("name", "view"), CASES)
def test_every_boundary_between_parts_is_inked(name, view):
    _, _, seen = rendered(name, view)
    bare = raster.boundaries(seen.part) & ~raster.near(ink_in(name, view), 2)
    assert not bare.any()


# The illustration has recesses of 1.5 mm and less: too shallow for the pixels to show that the depth jumps.
@pytest.mark.parametrize(("name", "view"), [case for case in CASES if case[0] != "illustration"])
def test_ink_marks_something_to_see(name, view):
    """A line that ought to be hidden runs across an even face; a few pixels of a rod's inner bend may."""
    _, frame, seen = rendered(name, view)
    ink = ink_in(name, view)
    idle = ink & ~raster.near(raster.features(seen, frame), 2)
    assert ink.sum() > 500
    assert idle.sum() < 0.001 * ink.sum()


@pytest.mark.parametrize("view", VIEWS)
def test_the_later_of_two_parts_with_one_front_is_seen(view):
    picture, frame, seen = rendered("same front", view)
    shown = raster.parts_shown(picture, frame)
    both = np.count_nonzero(seen.part == 1)
    assert both > 5_000
    assert np.count_nonzero(shown == 1) == pytest.approx(both, rel=0.02)
