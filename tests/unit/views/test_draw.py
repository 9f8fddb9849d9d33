"""Whole pictures: what they say, what they may hold, and that they are always the same."""

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from sitegen.formdoc import Document, Mesh
from sitegen.formdoc.mesh import frozen_mesh
from sitegen.views.draw import VIEWS, svg
from tests.unit.views import models

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {
    "svg": {"viewBox", "width", "height", "role", "stroke-linejoin", "stroke-linecap"},
    "title": set(),
    "desc": set(),
    "g": {"data-part"},
    "path": {"class", "fill", "fill-opacity", "stroke", "stroke-width", "d"},
    "text": {"x", "y", "text-anchor", "font-family", "font-size", "fill"},
}
BOX = models.box((-10, 0, 2.5), (10, 30, 40))


def titled(picture):
    root = ElementTree.fromstring(picture)
    return root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")


def part_groups(picture):
    return [int(group.attrib["data-part"]) for group in ElementTree.fromstring(picture).iter(f"{SVG}g")]


@pytest.mark.parametrize("view", VIEWS)
def test_title_and_description_have_count_and_box(view):
    document = models.document(models.part(BOX), models.part(models.box((0, 0, 0), (1, 1, 1))))
    title, description = titled(svg(document, view))
    assert title == f"{view.capitalize()} view: 2 parts, 20 × 30 × 40 mm"
    assert "2 parts" in description
    assert "X -10 to 10, Y 0 to 30, Z 0 to 40" in description


def test_only_visible_parts_are_drawn_and_measured():
    hidden = models.part(models.box((0, 0, 0), (900, 1, 1)), visible=False)
    picture = svg(models.document(hidden, models.part(BOX)), "front")
    assert part_groups(picture) == [1]
    assert titled(picture) == (
        "Front view: 1 part, 20 × 30 × 37.5 mm",
        "Orthographic drawing from the saved meshes of 1 part, to 0.005 mm. "
        "Bounding box in mm: X -10 to 10, Y 0 to 30, Z 2.5 to 40. Not visible: 1 part.",
    )


POINT = frozen_mesh(np.zeros((1, 3)), np.zeros((1, 3)))


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("parts", [[], [models.part(BOX, visible=False)], [models.part(POINT)]])
def test_nothing_to_see_is_said(parts, view):
    picture = svg(models.document(*parts), view)
    title, description = titled(picture)
    assert "no visible object" in title
    assert "no visible object" in description
    assert ElementTree.fromstring(picture).findtext(f"{SVG}text") == "no visible object"
    assert part_groups(picture) == []


def test_a_part_behind_another_one_is_not_drawn_but_counted():
    behind = models.part(models.box((-1, 30, 5), (1, 50, 6)))
    picture = svg(models.document(behind, models.part(BOX)), "front")
    assert part_groups(picture) == [1]
    assert titled(picture)[0].startswith("Front view: 2 parts")


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("document", [models.machine(), models.document()])
def test_a_strict_content_security_policy_has_nothing_to_refuse(document, view):
    for element in ElementTree.fromstring(svg(document, view)).iter():
        name = element.tag.removeprefix(SVG)
        assert set(element.attrib) <= ALLOWED[name]


def test_no_label_comes_into_the_picture():
    label = "<script>alert(1)</script>"
    picture = svg(models.document(models.part(BOX, label=label)), "front")
    assert "script" not in picture
    assert "alert" not in picture


def test_ink_can_be_restyled_by_class_and_stands_alone_by_attribute():
    picture = svg(models.machine(), "isometric")
    lines = [path.attrib for path in ElementTree.fromstring(picture).iter(f"{SVG}path") if "stroke" in path.attrib]
    assert {line["class"] for line in lines} == {"ink contour", "ink crease"}
    assert all(line["fill"] == "none" and re.fullmatch("#[0-9a-f]{6}", line["stroke"]) for line in lines)
    widths = {line["class"]: int(line["stroke-width"]) for line in lines}
    assert widths["ink contour"] > widths["ink crease"] > 0


def test_a_flat_face_is_one_fill_in_the_colour_of_its_part():
    picture = svg(models.document(models.part(BOX, "#0a80ff")), "front")
    fills = [
        path.get("fill") for path in ElementTree.fromstring(picture).iter(f"{SVG}path") if path.get("fill") != "none"
    ]
    assert fills == ["#0a80ff"]


def test_numbers_are_whole_and_the_longer_side_is_760_pixels():
    root = ElementTree.fromstring(svg(models.machine(), "front"))
    *_, width, height = map(int, root.attrib["viewBox"].split())
    assert max(int(root.attrib["width"]), int(root.attrib["height"])) == 760
    assert int(root.attrib["width"]) / int(root.attrib["height"]) == pytest.approx(width / height, rel=0.01)
    assert all("." not in path.attrib["d"] for path in root.iter(f"{SVG}path"))


def test_no_other_view():
    with pytest.raises(KeyError):
        svg(models.document(), "top")


SCRIPT = """
import hashlib, sys
from tests.unit.views import models
from sitegen.views.draw import VIEWS, svg
assert "cairosvg" not in sys.modules
print(hashlib.sha256("".join(svg(models.machine(), view) for view in VIEWS).encode()).hexdigest())
"""


@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_bytes_do_not_depend_on_the_process(seed):
    here = hashlib.sha256("".join(svg(models.machine(), view) for view in VIEWS).encode()).hexdigest()
    environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": "Pacific/Apia"}
    root = Path(__file__).parents[3]
    found = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=root, env=environment, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == here


def soup(count: int) -> Document:
    """Triangles at random, which cross each other as no solid does."""
    corners = np.random.default_rng(5).integers(-100_000, 100_000, (3 * count, 3)).astype(np.int32)
    return models.document(models.part(Mesh(corners, np.arange(3 * count, dtype=np.int32).reshape(-1, 3))))


def test_triangles_that_cross_without_end_are_named_and_not_drawn():
    """Without a limit 20,000 of them would take days."""
    picture = svg(soup(20_000), "isometric")
    title, description = titled(picture)
    assert title == "Isometric view, not drawn"
    assert description == "Not drawn: too many faces of the saved document may hide each other in this view."
    assert ElementTree.fromstring(picture).findtext(f"{SVG}text") == "not drawn: too many faces meet"
    assert part_groups(picture) == []


def test_some_triangles_that_cross_are_drawn():
    assert "data-part" in svg(soup(100), "isometric")


def test_a_fine_solid_is_drawn():
    assert "data-part" in svg(
        models.document(models.part(models.ball(40, 96)), models.part(models.rod(90, 30, 400))), "isometric"
    )
