"""No view is mirrored: an L-shaped block with a post, made by FORM's own calls, looked at pixel by pixel."""

from math import sqrt

import pytest

from runner.form.dispatch import call
from runner.form.session import Session
from sitegen.views.draw import svg
from tests.unit.views import raster

PIXELS_PER_MM = 8.0


@pytest.fixture(scope="module")
def block(tmp_path_factory):
    """Legs of 40 mm in X and 25 mm in Y, both 10 mm wide and high; on the end of the X leg a post up to Z = 40."""
    session = Session(tmp_path_factory.mktemp("block"))
    outline = [[0, 0], [40, 0], [40, 10], [10, 10], [10, 25], [0, 25]]
    call(session, "extrude", {"label": "block", "outline": outline, "h": 10, "at": [0, 0, 0]})
    call(session, "box", {"label": "block", "mode": "add", "size": [10, 10, 40], "at": [35, 5, 0]})
    return session.assembly.document()


def isometric(x, y, z):
    """Where a point lies, looking along (-1, 1, -1) from the right, the front and above."""
    return (x + y) / sqrt(2), (y - x) / sqrt(6) + z * sqrt(2 / 3)


# In mm to the right and up. What is empty would be filled if the picture were mirrored or upside down.
@pytest.mark.parametrize(
    ("view", "filled", "empty"),
    [
        ("front", [(35, 35), (5, 5), (20, 5)], [(5, 35), (20, 35)]),
        ("right", [(5, 35), (20, 5)], [(20, 35)]),
        ("isometric", [isometric(35, 5, 40), isometric(5, 22, 10), isometric(2, 2, 10)], [isometric(5, 5, 25)]),
    ],
)
def test_every_place_is_on_its_side(block, view, filled, empty):
    picture = svg(block, view)
    frame = raster.frame_of(picture, PIXELS_PER_MM)
    shown = raster.parts_shown(picture, frame)

    def at(place):
        right, up = place
        row, column = int((-up - frame.top_mm) * PIXELS_PER_MM), int((right - frame.left_mm) * PIXELS_PER_MM)
        assert 0 <= row < frame.height
        assert 0 <= column < frame.width
        return shown[row, column]

    assert [at(place) for place in filled] == [0] * len(filled)
    assert [at(place) for place in empty] == [raster.NOTHING] * len(empty)
