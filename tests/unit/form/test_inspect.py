"""Lists, measures, checks, gaps, overlaps and sections, against values worked out by hand."""

import pytest


@pytest.fixture
def two(form):
    form("box", label="left", size=[10, 20, 30], at=[0, 0, 0], group="g")
    form("box", label="right", size=[10, 20, 30], at=[25, 0, 0])
    return form


def test_list_has_one_line_a_solid(two):
    two("style", labels=["right"], visible=False)
    assert two("list") == {
        "solids": [
            ["left", [-5, -10, 0], [5, 10, 30], 6000, "g"],
            ["right", [20, -10, 0], [30, 10, 30], 6000, "", "hidden"],
        ]
    }
    assert [line[0] for line in two("list", group="g")["solids"]] == ["left"]
    assert [line[0] for line in two("list", group="")["solids"]] == ["right"]


def test_an_unknown_group_is_refused_with_the_known_ones(two):
    error = two.refused("list", group="h")
    assert (error["code"], error["field"]) == ("bad_value", "group")
    assert error["hint"].endswith("groups: g")


def test_an_empty_document_lists_nothing(form):
    assert form("list") == {"solids": []}
    assert form("check") == {"solids": 0, "hidden": [], "open": [], "split": [], "tiny": [], "duplicate": []}
    assert form("interference") == {"pairs": []}
    assert form("section", plane="z", offset=0) == {"solids": [], "area_mm2": 0}
    assert form.refused("measure")["code"] == "empty_document"


def test_measure_of_one_box(two):
    (facts,) = two("measure", labels=["left"])["solids"]
    assert facts == {
        "label": "left",
        "min": [-5, -10, 0],
        "max": [5, 10, 30],
        "size": [10, 20, 30],
        "volume_mm3": 6000,
        "area_mm2": 2 * (10 * 20 + 10 * 30 + 20 * 30),
        "centroid": [0, 0, 15],
        "closed": True,
    }


def test_measure_of_all(two):
    assert two("measure")["all"] == {"min": [-5, -10, 0], "max": [30, 10, 30], "volume_mm3": 12_000}


def test_the_centroid_of_a_pyramid(form):
    # A triangle outline grown to a prism has its centroid at a third of each leg.
    form("extrude", label="a", outline=[[0, 0], [30, 0], [0, 60]], h=8, at=[100, 0, 0])
    assert form("measure", labels=["a"])["solids"][0]["centroid"] == [110, 20, 4]


def test_small_volumes_keep_three_decimals(form):
    form("box", label="a", size=[0.5, 0.5, 0.5], at=[0, 0, 0])
    assert form("measure", labels=["a"])["solids"][0]["volume_mm3"] == 0.125


def test_check_names_what_is_odd(two):
    two("box", label="crumb", size=[0.9, 1, 1], at=[0, 0, 100])
    two("box", label="cube", size=[1, 1, 1], at=[0, 50, 100])
    two("copy", label="left", to="twin")
    two("box", label="right", mode="add", size=[1, 1, 1], at=[200, 0, 0])
    two("style", labels=["cube"], visible=False)
    assert two("check") == {
        "solids": 5,
        "hidden": ["cube"],
        "open": [],
        "split": [["right", 2]],
        "tiny": ["crumb"],
        "duplicate": [["left", "twin"]],
        "min": [-5, -10, 0],
        "max": [200.5, 50.5, 101],
    }


def test_clearance_of_two_boxes(two):
    assert two("clearance", a="left", b="right") == {"distance_mm": 15, "overlap_mm3": 0}
    two("move", labels=["right"], by=[-11, 20 + 3, 30 + 4])
    # Now 4 mm apart along x, 3 along y and 4 along z.
    assert two("clearance", a="left", b="right")["distance_mm"] == pytest.approx((16 + 9 + 16) ** 0.5, abs=0.001)


def test_clearance_of_touching_and_overlapping_boxes(two):
    two("move", labels=["right"], by=[-15, 0, 0])
    assert two("clearance", a="left", b="right") == {"distance_mm": 0, "overlap_mm3": 0}
    two("move", labels=["right"], by=[-2, 0, 0])
    assert two("clearance", a="left", b="right") == {"distance_mm": 0, "overlap_mm3": 2 * 20 * 30}


def test_clearance_needs_two_solids(two):
    assert two.refused("clearance", a="left", b="left")["field"] == "b"
    assert two.refused("clearance", a="left", b="rigth")["code"] == "no_such_label"


def test_interference_lists_visible_overlaps_above_the_least(two):
    two("box", label="bar", size=[40, 2, 2], at=[12, 0, 10])
    # The bar runs from x = -8 to 32, through both boxes, which are 10 mm wide.
    assert two("interference") == {"pairs": [["left", "bar", 10 * 4], ["right", "bar", 10 * 4]]}
    assert two("interference", min_mm3=40) == {"pairs": []}
    two("style", labels=["bar"], visible=False)
    assert two("interference", min_mm3=0) == {"pairs": []}


def test_interference_does_not_grow_without_end(form):
    calls = [{"tool": "box", "args": {"label": f"b{n}", "size": [10, 10, 10], "at": [n / 10, 0, 0]}} for n in range(20)]
    form("batch", calls=calls)
    answer = form("interference")
    assert len(answer["pairs"]) == 100
    assert answer["more"] == 190 - 100


@pytest.mark.parametrize(
    ("axis", "at", "line"),
    [
        ("x", 0, [600, [-10, 0], [10, 30]]),
        ("y", 0, [300, [-5, 0], [5, 30]]),
        ("z", 10, [200, [-5, -10], [5, 10]]),
    ],
)
def test_a_section_across_each_axis(form, axis, at, line):
    form("box", label="a", size=[10, 20, 30], at=[0, 0, 0])
    assert form("section", plane=axis, offset=at) == {"solids": [["a", *line]], "area_mm2": line[0]}


def test_a_section_of_a_hollow_solid(two):
    two("box", label="left", mode="cut", size=[6, 16, 40], at=[0, 0, -5])
    answer = two("section", plane="z", offset=10)
    assert answer["solids"][0] == ["left", 200 - 96, [-5, -10], [5, 10]]
    assert answer["area_mm2"] == 104 + 200


def test_a_section_beside_everything_is_empty(two):
    assert two("section", plane="z", offset=31) == {"solids": [], "area_mm2": 0}


def test_questions_change_nothing(machine):
    before = machine.state()
    machine("list")
    machine("describe", label="body")
    machine("measure")
    machine("check")
    machine("interference")
    machine("clearance", a="body", b="rail")
    machine("section", plane="z", offset=20)
    assert machine.state() == before
