"""Each of the eight checks, just in and just out, on a machine of boxes; lengths and volumes worked out by hand."""

from dataclasses import replace

import pytest

from runner.evaluators.espresso_v1 import evaluate
from tests.unit.evaluators.machine import CHECKS, MACHINE, Box, machine, relabelled, saved, the_task

HOUSING = MACHINE["housing"]
HEAD = MACHINE["group head"]
POINTS = dict(zip(CHECKS, (5, 15, 10, 10, 5, 5, 5, 5), strict=True))


def checked(boxes, reopened=True):
    grade = evaluate(saved(boxes), the_task(), reopened)
    return {check.id: check for check in grade.checks}


def pin(x_um, y_um, z_um):
    """A small box on the drip grate."""
    return Box("pin", (0, -110, 62), (x_um / 1000, -110 + y_um / 1000, 62 + z_um / 1000))


def housing(x=280.0, y=200.0, z=360.0, bottom=20.0):
    return replace(HOUSING, low=(-x / 2, 200 - y, bottom), high=(x / 2, 200, bottom + z))


def wide(width):
    return Box("plate", (160 - width, -50, 0), (160, -20, 10))


def deep(depth):
    return replace(MACHINE["portafilter"], low=(-30, 200 - depth, 240))


def high(height):
    return replace(MACHINE["water tank"], high=(100, 190, height))


def standing_at(z):
    return replace(MACHINE["base"], low=(-140, -160, z))


def loose(count):
    return [Box(f"box {n}", (20 * n, 0, 0), (20 * n + 10, 10, 10)) for n in range(count)]


def test_the_machine_has_all_points():
    grade = evaluate(saved(machine()), the_task(), True)
    assert {check.id: (check.passed, check.points, check.points_max) for check in grade.checks} == {
        name: (True, points, points) for name, points in POINTS.items()
    }
    assert (grade.points, grade.points_max, grade.visible_objects, grade.reason) == (60, 60, 17, None)
    assert grade.all_passed
    assert grade.evaluator.label == "espresso-v1-evaluator-1"


def sixth(*labels):
    return [replace(MACHINE["grate bar 5"], label=label) for label in labels]


IN_AND_OUT = [
    ("visible-objects", "ten", loose(10), loose(9)),
    ("closed-solids", "exactly 1 mm3", machine(pin(1000, 1000, 1001)), machine(pin(1000, 1000, 1000))),
    # 1,000,000,170 and 999,999,924 cubic micrometres: to three decimals both are 1.000 mm3
    ("closed-solids", "below rounding", machine(pin(930, 1027, 1047)), machine(pin(938, 957, 1114))),
    ("required-labels", "a word", relabelled({"drip grate": "Drip_Grate"}), relabelled({"drip grate": "drip grates"})),
    ("required-labels", "a hyphen", relabelled({"cup shelf": "cup  SHELF"}), relabelled({"cup shelf": "cup-shelf"})),
    ("housing-size", "width above", machine(housing(x=294)), machine(housing(x=294.002))),
    ("housing-size", "width below", machine(housing(x=266)), machine(housing(x=265.998))),
    ("housing-size", "depth above", machine(housing(y=210)), machine(housing(y=210.001))),
    ("housing-size", "depth below", machine(housing(y=190)), machine(housing(y=189.999))),
    ("housing-size", "height above", machine(housing(z=378)), machine(housing(z=378.001))),
    ("housing-size", "height below", machine(housing(z=342)), machine(housing(z=341.999))),
    ("housing-size", "bottom low", machine(housing(bottom=19)), machine(housing(bottom=18.999))),
    ("housing-size", "bottom high", machine(housing(bottom=21)), machine(housing(bottom=21.001))),
    ("envelope", "width", machine(wide(320)), machine(wide(320.001))),
    ("envelope", "depth", machine(deep(420)), machine(deep(420.001))),
    ("envelope", "height", machine(high(480)), machine(high(480.001))),
    ("envelope", "ground low", machine(standing_at(-0.5)), machine(standing_at(-0.501))),
    ("envelope", "ground high", machine(standing_at(0.5)), machine(standing_at(0.501))),
    ("head-over-tray", "height", machine(HEAD.moved(z=-200)), machine(HEAD.moved(z=-200.001))),
    ("head-over-tray", "left", machine(HEAD.moved(x=-149.999)), machine(HEAD.moved(x=-150))),
    ("head-over-tray", "right", machine(HEAD.moved(x=149.999)), machine(HEAD.moved(x=150))),
    ("head-over-tray", "front", machine(HEAD.moved(y=-149.999)), machine(HEAD.moved(y=-150))),
    ("head-over-tray", "back", machine(HEAD.moved(y=89.999)), machine(HEAD.moved(y=90))),
    ("bars-and-controls", "bars", machine(), machine(without=("grate bar 5",))),
    ("bars-and-controls", "more bars", machine(), machine(replace(MACHINE["grate bar 5"], label="grate bar 6"))),
    ("bars-and-controls", "a sixth, twice", machine(), [*machine(), *sixth("grate bar 6 (a)", "grate bar 6 (b)")]),
    ("bars-and-controls", "controls", machine(), machine(without=("control 1",))),
    ("bars-and-controls", "one number twice", relabelled({"control 1": "knob 1"}), relabelled({"control 1": "knob 2"})),
]


@pytest.mark.parametrize(
    ("name", "what", "within", "beyond"), IN_AND_OUT, ids=lambda value: value if isinstance(value, str) else ""
)
def test_just_in_and_just_out(name, what, within, beyond):
    inside, outside = checked(within)[name], checked(beyond)[name]
    assert (inside.passed, inside.points) == (True, POINTS[name]), inside.found
    assert (outside.passed, outside.points) == (False, 0), outside.found
    assert inside.found != outside.found


def test_the_reopening_check_needs_both_tests():
    good = saved(machine())
    spaced = good.replace(b'"form":1', b'"form": 1')
    cases = [(good, True, True), (good, False, False), (good, None, None), (spaced, True, False), (spaced, None, False)]
    for data, reopened, passed in cases:
        grade = evaluate(data, the_task(), reopened)
        check = next(check for check in grade.checks if check.id == "reopens")
        assert (check.passed, check.points) == (passed, 5 if passed else 0)
        assert grade.points == (60 if passed else 55)
        assert grade.all_passed is bool(passed)


def test_what_was_found_is_told():
    found = {name: check.found for name, check in checked(machine(HOUSING.moved(z=2), HEAD.moved(x=300))).items()}
    assert found["housing-size"] == "280 x 200 x 360 mm, bottom at Z 22"
    assert found["head-over-tray"] == "200 mm above, footprints do not overlap"
    assert found["envelope"] == "480 x 420 x 460 mm, lowest point at Z 0"
    low = checked(machine(HEAD.moved(z=-210.5)))["head-over-tray"].found
    assert low == "reaches 10.5 mm below the top of the drip tray, footprints share 80 x 90 mm"
    labels = checked(machine(without=("cup shelf", "control 2")))
    assert labels["required-labels"].found == "9 of 10; no such part: cup shelf"
    assert labels["bars-and-controls"].found == "grate bars: 5 of 5, controls: 1 of 2"
