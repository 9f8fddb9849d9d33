"""The shadow of all parts on the floor, a level plane at the lowest point of the model."""

import numpy as np

from sitegen.views.outline import rings_of_sets
from sitegen.views.projection import Camera
from sitegen.views.regions import Ring, region, rings_of, rounded, united
from sitegen.views.scene import Scene
from sitegen.views.vectors import along

LIGHT = (0.27, 0.23, -0.93)
"""World direction in which the light falls."""
LAYERS = 3
RIM = 0.007
"""Width of the rim between two layers, as a share of the longer side of the model."""


def shadow_layers(scene: Scene, camera: Camera) -> list[list[Ring]]:
    """Return outlines of the shadow, from its soft rim inwards; none where the floor is seen edge on."""
    up, light = camera.seen((0.0, 0.0, 1.0)), camera.seen(LIGHT)
    if not up[2]:
        return []
    height = along(scene.points, up)
    fallen = scene.points + ((height - height.min()) / -LIGHT[2])[:, None] * np.array(light)
    lit = along(scene.normals, light) < 0
    rings = rings_of_sets(scene, fallen, np.where(lit, scene.part, -1), scene.part_count)
    whole = united([region(of_part) for of_part in rings])
    rim = RIM * scene.extent
    wide = rounded(whole, (LAYERS - 1) / 2 * rim)
    return [rings_of(rounded(wide, -rim * layer)) for layer in range(LAYERS)]
