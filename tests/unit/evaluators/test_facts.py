"""Unscored facts, on boxes whose overlaps and gaps are worked out by hand."""

from dataclasses import replace

import numpy as np
import pytest

from runner.evaluators import facts as module
from runner.evaluators.facts import FLOATING, GROWN, OVERLAP, SPLIT, facts
from runner.evaluators.growth import grown_text
from runner.evaluators.solids import visible_solids
from runner.form.dispatch import call
from runner.form.session import Session
from sitegen.formdoc import Document, Mesh
from tests.unit.evaluators.machine import Box, box_mesh


def found(*boxes):
    solids = visible_solids(Document("manifold3d", "3.5.4", tuple(box.part() for box in boxes)), canonical=False)
    values = {fact.label: fact.value for fact in facts(solids, None)}
    assert values.pop(GROWN) == "there is no housing"
    return [values[label] for label in (OVERLAP, FLOATING, SPLIT)]


def cube(label, at, side=10.0, **more):
    return Box(label, at, tuple(low + side for low in at), **more)


def joined(*meshes):
    starts = np.cumsum([0, *(len(mesh.vertices_um) for mesh in meshes[:-1])])
    triangles = [mesh.triangles + start for mesh, start in zip(meshes, starts, strict=True)]
    return Mesh(np.concatenate([mesh.vertices_um for mesh in meshes]), np.concatenate(triangles))


def test_overlaps_are_added_up_largest_first():
    boxes = (cube("a", (0, 0, 0)), cube("b", (9, 0, 0)), cube("c", (13, 5, 4)))
    # a and b share 1 x 10 x 10, b and c 6 x 5 x 6; a and c are 3 mm apart
    assert found(*boxes)[0] == "280.0 in 2 pairs: b / c 180.0; a / b 100.0"
    assert found(boxes[0], cube("b", (9.5, 9, 0)))[0] == "5.0 in 1 pair: a / b 5.0"


def test_touching_and_slight_overlaps_are_none():
    assert found(cube("a", (0, 0, 0)), cube("b", (10, 0, 0)))[0] == "0"
    assert found(cube("a", (0, 0, 0)), cube("b", (9.99, 0, 0)))[0] == "0"
    assert found(cube("a", (0, 0, 0)), cube("b", (9.989, 0, 0)))[0] == "1.1 in 1 pair: a / b 1.1"


def test_hidden_solids_do_not_overlap():
    assert found(cube("a", (0, 0, 0)), cube("b", (5, 0, 0), visible=False))[0] == "0"


def test_a_chain_of_small_gaps_joins():
    large = cube("large", (0, 0, 0), side=20.0)
    assert found(large, cube("next", (21, 0, 0)), cube("last", (32, 0, 0)))[1] == "none"
    assert found(large, cube("next", (21.001, 0, 0)), cube("last", (32, 0, 0)))[1] == "next, last"
    # 0.8 mm apart in X and in Y: 1.13 mm apart, though their boxes are near
    assert found(large, cube("corner", (20.8, 20.8, 0)))[1] == "corner"
    assert found(large, cube("inside", (5, 5, 5)))[1] == "none"


def test_pieces_are_counted_but_not_a_cavity():
    two = joined(box_mesh(cube("", (0, 0, 0))), box_mesh(cube("", (30, 0, 0))))
    inner = box_mesh(cube("", (2, 2, 2), side=5.0))
    hollow = joined(box_mesh(cube("", (0, 0, 0))), Mesh(inner.vertices_um, inner.triangles[:, ::-1]))
    assert found(cube("pair", (0, 0, 0), mesh=two))[2] == "pair (2)"
    assert found(cube("hollow", (0, 0, 0), mesh=hollow))[2] == "none"


def test_open_solids_are_left_out_and_it_is_said():
    mesh = box_mesh(cube("", (5, 0, 0)))
    gap = cube("gap", (5, 0, 0), mesh=Mesh(mesh.vertices_um, mesh.triangles[1:]))
    assert found(cube("a", (0, 0, 0)), gap) == [
        f"{what} (1 open or inside out left out)" for what in ("0", "none", "none")
    ]
    turned = cube("turned", (5, 0, 0), mesh=Mesh(mesh.vertices_um, mesh.triangles[:, ::-1]))
    assert found(cube("a", (0, 0, 0)), gap, turned)[2] == "none (2 open or inside out left out)"
    assert found() == ["0", "none", "none"]


def test_too_many_pairs_are_not_measured(monkeypatch):
    monkeypatch.setattr(module, "MAX_PAIRS", 2)
    boxes = [cube(f"n{n}", (n, 0, 0)) for n in range(3)]
    assert found(*boxes[:2])[0] == "900.0 in 1 pair: n0 / n1 900.0"
    assert found(*boxes) == ["not measured: 36 triangles, 3 near pairs"] * 3


def test_a_long_list_is_cut():
    labels = [f"{n:060}" for n in range(20)]
    value = found(
        cube("large", (0, 0, 0), 90.0), *(cube(label, (0, 200 + 50 * n, 0)) for n, label in enumerate(labels))
    )
    assert len(value[1]) == 284
    assert value[1].endswith(" ...")


@pytest.mark.parametrize(
    ("tool", "arguments", "text"),
    [
        ("box", {"size": [280, 200, 360], "at": [0, 0, 20]}, "360 mm became 378 mm"),
        ("cylinder", {"r": 50, "h": 200, "at": [0, 0, 0]}, "200 mm became 210 mm"),
        ("sphere", {"r": 50, "at": [0, 0, 0]}, "100 mm became 105 mm"),
        ("extrude", {"outline": [[0, 0], [30, 0], [0, 20]], "h": 100, "at": [0, 0, 0]}, "100 mm became 105 mm"),
        ("revolve", {"profile": [[0, 0], [10, 0], [0, 40]], "at": [0, 0, 5]}, "40 mm became 42 mm"),
        ("tube", {"path": [[0, 0, 20], [0, 0, 120]], "r": 4}, "100 mm became 105 mm"),
        (
            "loft",
            {"sections": [{"z": 0, "w": 9, "d": 9}, {"z": 80, "w": 5, "d": 5}], "at": [0, 0, 0]},
            "80 mm became 84 mm",
        ),
    ],
)
def test_the_housing_grows_by_its_first_feature(tmp_path, tool, arguments, text):
    assert grown_text(built(tmp_path, [(tool, arguments)])).startswith(f"{text}, closed (built by manifold3d ")


def test_a_housing_that_cannot_be_rebuilt_says_why(tmp_path):
    housing = built(tmp_path, [("box", {"size": [10, 10, 10], "at": [0, 0, 0]})])
    other = replace(housing, features=({"op": "box", "size": "large"},))
    assert grown_text(other).startswith("refused: ")


def built(folder, calls):
    session = Session(folder)
    for tool, arguments in calls:
        call(session, tool, {"label": "housing", **arguments})
    return visible_solids(session.assembly.document(), canonical=True)[0]
