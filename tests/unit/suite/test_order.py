"""The order of a suite's runs."""

from runner.suite.order import order
from tests.unit.suite.rig import model

MODELS = [
    model("z-1", "largest"),
    model("b-1", "small"),
    model("a-1", "small", provider="zoo"),
    model("m-1", "medium"),
    model("l-1", "large"),
]


def test_smaller_tiers_come_first_then_provider_and_id():
    assert [place.model.id for place in order(MODELS, 1)] == ["b-1", "a-1", "m-1", "l-1", "z-1"]


def test_each_repetition_begins_one_model_later_and_positions_count_on():
    places = order([model("a", "small"), model("b", "medium"), model("c", "large")], 4)
    assert [place.run for place in places] == [
        *("a-r1", "b-r1", "c-r1"),
        *("b-r2", "c-r2", "a-r2"),
        *("c-r3", "a-r3", "b-r3"),
        *("a-r4", "b-r4", "c-r4"),
    ]
    assert [place.position for place in places] == list(range(1, 13))
    assert [place.repetition for place in places] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]


def test_ids_that_meet_as_file_names_stay_apart():
    runs = {place.run for place in order([model("m.1"), model("m-1"), model("M_1")], 1)}
    assert len(runs) == 3
    assert all(run.startswith("m-1-") for run in runs)
