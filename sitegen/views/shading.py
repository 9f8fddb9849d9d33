"""Light on a face as one of a few steps, and the colours of a part at each step."""

import numpy as np

from sitegen.views.sheet import INK
from sitegen.views.vectors import Floats, Ints, along

STEPS = 12
KEY = (-0.55, 0.62, 0.56)
"""Direction to the main light: right, up, toward the viewer; of length 1."""
FILL = (0.30, 0.10, 0.95)
"""Direction to the weak light, of length 1."""
HALFWAY = (-0.31, 0.35, 0.88)
"""Between the main light and the viewer, of length 1: here a face shines."""
AMBIENT, KEY_SHARE, FILL_SHARE, SKY_SHARE, GLOSS_SHARE = 0.26, 0.46, 0.16, 0.12, 0.30
FULL = 1.1
"""Light on a face of the last step."""
EVEN = 6
"""Decimal places of light, so that it is the same all over a flat face."""
AS_GIVEN = 7
"""At this step, that of a face square to the view, a part has the colour that the document gives it."""
DARKEST = 0.34
"""Share of the given colour at step 0."""
GLEAM = 0.5
"""Share of white at the last step."""
INK_ON_DARK = "#79828b"
DARK = 70
"""Parts less luminous than this, of 255, get light creases."""


def light(normals: Floats) -> Floats:
    """Return the light on surfaces with these unit normals, (n, 3), in steps of brightness from 0 to STEPS - 1."""
    key, fill = (np.maximum(along(normals, source), 0.0) for source in (KEY, FILL))
    gloss = np.maximum(along(normals, HALFWAY), 0.0)
    cubed = gloss * gloss * gloss
    gloss = np.square(np.square(np.square(cubed)))
    sky = 0.5 + 0.5 * normals[:, 1]
    full = AMBIENT + KEY_SHARE * key + FILL_SHARE * fill + SKY_SHARE * sky + GLOSS_SHARE * gloss
    steps: Floats = np.round(np.minimum(full / FULL, 1.0) * (STEPS - 1), EVEN)
    return steps


def step_of(light: Floats) -> Ints:
    """Return the steps of brightness, from 0 to STEPS - 1."""
    return np.floor(light + 0.5).astype(np.int64)


def shade(color: str, step: int) -> str:
    """Return the colour, `#rrggbb`, of a part of that colour at that step."""
    if step <= AS_GIVEN:
        share = DARKEST + (1 - DARKEST) * step / AS_GIVEN
        mixed = [channel * share for channel in _channels(color)]
    else:
        white = GLEAM * ((step - AS_GIVEN) / (STEPS - 1 - AS_GIVEN)) ** 2
        mixed = [channel + (255 - channel) * white for channel in _channels(color)]
    return "#" + "".join(f"{round(channel):02x}" for channel in mixed)


def crease_ink(color: str) -> str:
    """Return the colour of creases within a part of that colour: dark, or light where dark would not show."""
    red, green, blue = _channels(color)
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue >= DARK else INK_ON_DARK


def _channels(color: str) -> list[int]:
    return [int(color[at : at + 2], 16) for at in (1, 3, 5)]
