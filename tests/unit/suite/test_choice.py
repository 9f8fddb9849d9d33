"""Which models are chosen, and every fault of them at once."""

import json
import secrets

import pytest

from runner.money.prices import NoPrice
from runner.suite.asked import Asked, AskError, chosen
from runner.suite.checkout import OWN_ROOT
from sitegen.records.price import Price
from sitegen.secret_names import names_secret

SHIPPED = OWN_ROOT / "benchmarks"
CALLS = [{"tool": "check", "args": {}}]
ROW = {
    "checked_on": "2026-11-30",
    "source": "https://prices.example/a",
    "rates": {"input": "1", "cached_read": "1", "output": "1"},
}
ID = {"id": "m"}
BASE = {"provider": "openai", "label": "M", "tier": "small", "adapter": "openai", "key_variable": "OPENAI_API_KEY"}


def asked(benchmarks, *models, env_file=None):
    return Asked(benchmarks, "espresso-machine.v1", models, env_file)


@pytest.fixture
def benchmarks(tmp_path):
    """A folder with the shipped task and models of our own."""
    (tmp_path / "illustration").mkdir()
    (tmp_path / "illustration/some.calls.json").write_text(json.dumps(CALLS))
    (tmp_path / "espresso-machine.v1.json").write_bytes((SHIPPED / "espresso-machine.v1.json").read_bytes())
    models = [
        BASE | {"id": "good", "prices": [ROW]},
        BASE | {"id": "no-price"},
        BASE | {"id": "odd", "adapter": "fax", "prices": [ROW]},
        BASE | {"id": "nowhere", "adapter": "openai-compatible", "key_variable": None, "billing": "none"},
        BASE
        | {"id": "hand", "adapter": "scripted", "key_variable": None, "billing": "none", "calls": "some.calls.json"},
    ]
    (tmp_path / "models.json").write_text(json.dumps({"schema": 1, "models": models}))
    return tmp_path


def test_without_ids_every_model_but_what_is_scripted(benchmarks):
    assert [one.model.id for one in chosen(asked(benchmarks), "2026-12-01", {}).picks] == [
        *("good", "no-price", "odd", "nowhere")
    ]


def test_every_fault_is_told_at_once(benchmarks):
    found = chosen(asked(benchmarks, "good", "no-price", "odd", "nowhere", "goo"), "2026-12-01", {})
    assert found.faults == (
        "goo: no model of this id in models.json; there are good, no-price, odd, nowhere, hand",
        "good: OPENAI_API_KEY is not set; set it, or write it to a file and pass --env-file",
        "no-price: no price for no-price: its entry in models.json names none",
        "no-price: OPENAI_API_KEY is not set; set it, or write it to a file and pass --env-file",
        "odd: there is no adapter named fax",
        "odd: OPENAI_API_KEY is not set; set it, or write it to a file and pass --env-file",
        "nowhere: its adapter has no address of its own; name base_url in models.json",
    )


@pytest.mark.parametrize("address", ["http://127.0.0.1:99999", "https://xn--.example"])
def test_an_address_that_no_request_can_be_sent_to_is_a_fault(benchmarks, address):
    models = json.loads((benchmarks / "models.json").read_text())
    models["models"][0]["base_url"] = address
    (benchmarks / "models.json").write_text(json.dumps(models))
    (fault,) = chosen(asked(benchmarks, "good"), "2026-12-01", {"OPENAI_API_KEY": "x"}).faults
    assert fault.startswith(f"good: base_url in models.json: {address!r} is no address: ")


@pytest.mark.parametrize(
    ("ids", "fault"),
    [(("good", "good"), "good: named twice"), (("good", "hand"), "a suite of their own")],
)
def test_a_list_that_makes_no_suite(benchmarks, ids, fault):
    found = chosen(asked(benchmarks, *ids), "2026-12-01", {"OPENAI_API_KEY": "x"})
    assert [fault in one for one in found.faults] == [True]


def test_a_key_of_the_process_comes_before_the_file(benchmarks, tmp_path):
    first, second = (secrets.token_urlsafe(24) for _ in range(2))
    file = tmp_path / "keys"
    file.write_text(f"OPENAI_API_KEY={second}\n")
    assert chosen(asked(benchmarks, "good", env_file=file), "2026-12-01", {}).picks[0].key == second
    both = chosen(asked(benchmarks, "good", env_file=file), "2026-12-01", {"OPENAI_API_KEY": first})
    assert both.picks[0].key == first
    assert both.faults == ()


def test_the_price_of_the_day_is_chosen(benchmarks):
    keys = {"OPENAI_API_KEY": "x"}
    assert isinstance(chosen(asked(benchmarks, "good"), "2026-12-30", keys).picks[0].price, Price)
    late = chosen(asked(benchmarks, "good"), "2026-12-31", keys)
    assert isinstance(late.picks[0].price, NoPrice)
    assert "expired at the end of 2026-12-30" in late.faults[0]


def test_settings_that_the_adapter_refuses_are_faults(benchmarks):
    path = benchmarks / "models.json"
    models = json.loads(path.read_text())
    models["models"][0]["settings"] = {"no such setting": True}
    path.write_text(json.dumps(models))
    faults = chosen(asked(benchmarks, "good"), "2026-12-01", {"OPENAI_API_KEY": "x"}).faults
    assert faults and all(fault.startswith("good: ") for fault in faults)


@pytest.mark.parametrize("name", ["models.json", "espresso-machine.v1.json"])
def test_a_file_that_cannot_be_read_is_named(benchmarks, name):
    (benchmarks / name).write_text("{")
    with pytest.raises(AskError) as caught:
        chosen(asked(benchmarks), "2026-12-01", {})
    assert [one.code for one in caught.value.issues] == ["json-syntax"]
    (benchmarks / name).unlink()
    with pytest.raises(AskError) as caught:
        chosen(asked(benchmarks), "2026-12-01", {})
    assert [one.code for one in caught.value.issues] == ["file-missing"]
    (benchmarks / name).mkdir()
    with pytest.raises(AskError) as caught:
        chosen(asked(benchmarks), "2026-12-01", {})
    assert [one.code for one in caught.value.issues] == ["file-unreadable"]


def test_a_task_that_is_not_there_is_told_with_those_that_are(benchmarks):
    with pytest.raises(AskError) as caught:
        chosen(Asked(benchmarks, "tea", (), None), "2026-12-01", {})
    assert [one.expected for one in caught.value.issues] == ["a task; there are espresso-machine.v1"]


def test_a_file_without_models_makes_no_suite(benchmarks):
    (benchmarks / "models.json").write_text('{"schema": 1, "models": []}')
    found = chosen(asked(benchmarks), "2026-12-01", {})
    assert found.faults == ("models.json names no model; add one, or run scripted calls by their id",)


@pytest.mark.parametrize(
    "wrong",
    [
        {"billing": "none"},
        {"billing": "none", "adapter": "gemini"},
        {"key_variable": "PATH"},
        {"key_variable": "HOME"},
        {"key_variable": "1_KEY"},
    ],
)
def test_a_model_that_cannot_be_meant_so_is_refused(benchmarks, wrong):
    (benchmarks / "models.json").write_text(json.dumps({"schema": 1, "models": [BASE | {"id": "m"} | wrong]}))
    with pytest.raises(AskError) as caught:
        chosen(asked(benchmarks), "2026-12-01", {})
    assert [one.code for one in caught.value.issues] == ["field-value"]


@pytest.mark.parametrize("name", ["KEY", "OPENAI_API_KEY", "MY_TOKEN_2", "SECRET", "HOUSE_PASSWORD"])
def test_a_variable_that_may_hold_a_key_is_one_whose_value_the_leak_gate_looks_for(benchmarks, name):
    (benchmarks / "models.json").write_text(json.dumps({"schema": 1, "models": [BASE | {"key_variable": name} | ID]}))
    assert [one.model.key_variable for one in chosen(asked(benchmarks), "2026-12-01", {}).picks] == [name]
    assert names_secret(name)


@pytest.mark.parametrize("text", ["{", "[]", '[{"tool": "a"}]', None])
def test_a_list_of_calls_that_is_none_is_refused(benchmarks, text):
    path = benchmarks / "illustration/some.calls.json"
    path.unlink() if text is None else path.write_text(text)
    with pytest.raises(AskError) as caught:
        chosen(asked(benchmarks, "hand"), "2026-12-01", {})
    assert "some.calls.json" in caught.value.faults[0]


def test_the_shipped_models_can_all_start_once_their_keys_are_set():
    names = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "XAI_API_KEY", "GEMINI_API_KEY")
    found = chosen(asked(SHIPPED), "2026-11-30", {name: secrets.token_urlsafe(24) for name in names})
    assert found.faults == ()
    example = (SHIPPED / ".env.example").read_text()
    assert [line.partition("=")[0] for line in example.splitlines() if line[:1] not in ("#", "")] == list(names)
    assert {one.model.key_variable for one in found.picks} == set(names)


@pytest.mark.parametrize("key", ["abc\u2026def", "abc\tdef", "abc\u00e9"])
def test_a_key_that_no_request_can_carry_is_a_fault_and_is_not_shown(benchmarks, key):
    (fault,) = chosen(asked(benchmarks, "good"), "2026-12-01", {"OPENAI_API_KEY": key}).faults
    assert "OPENAI_API_KEY has characters" in fault
    assert "abc" not in fault


@pytest.mark.parametrize(
    ("change", "fault"),
    [({"evaluator": "taste"}, "no evaluator named taste"), ({"requirements": {}}, "espresso-machine-v1: ")],
)
def test_a_task_that_could_not_be_graded_is_a_fault(benchmarks, change, fault):
    path = benchmarks / "espresso-machine.v1.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    found = chosen(asked(benchmarks, "good"), "2026-12-01", {"OPENAI_API_KEY": "x"}).faults
    assert [fault in one for one in found] == [True]
