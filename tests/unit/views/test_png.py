"""PNG copies."""

import io

import pytest
from PIL import Image

from sitegen.views.draw import png, svg
from tests.unit.views import models


@pytest.mark.parametrize("width_px", [200, 901])
def test_width_shape_and_ground(width_px):
    picture = svg(models.document(models.part(models.box((0, 0, 0), (10, 10, 20)), "#0a80ff")), "front")
    image = Image.open(io.BytesIO(png(picture, width_px)))
    assert image.format == "PNG"
    assert image.width == width_px
    # 10 x 20 with a margin of 2.5 % of 20 on every side
    assert image.height == pytest.approx(width_px * 21 / 11, abs=2)
    assert image.getpixel((0, 0)) == (0, 0, 0, 0)
    assert image.getpixel((image.width // 2, image.height // 2)) == (0x0A, 0x80, 0xFF, 0xFF)


def test_an_empty_picture_has_a_copy_too():
    image = Image.open(io.BytesIO(png(svg(models.document(), "right"), 300)))
    assert image.width == 300
    assert image.getbbox() is not None
