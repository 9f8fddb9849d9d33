"""Which price a model has on a day, on the shipped models.json and on rows of our own."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from runner.money.prices import NoPrice, price_on, row_on
from sitegen.records.model import Model, ModelFile
from sitegen.store import parse_record

ROOT = Path(__file__).parents[3]
FILE = TypeAdapter(ModelFile)
SHIPPED = FILE.validate_json((ROOT / "benchmarks/models.json").read_bytes()).models
BILLED = {model.id: model for model in SHIPPED if model.billing == "tokens"}
RISING = ("gemini-4-argon", "gemini-4-carbon")
ROW: dict[str, Any] = {
    "checked_on": "2026-11-01",
    "source": "https://prices.example/a",
    "rates": {"input": "1", "cached_read": "1", "output": "1"},
}


def model(*rows, **changes):
    entry = {"provider": "p", "id": "m-1", "label": "M", "tier": "small", "adapter": "a", "prices": rows}
    return Model.model_validate_json(json.dumps(entry | changes))


def expired(day):
    return {(id, row.begins_on) for id, one in BILLED.items() for row in one.prices if row.expires_on < day}


def test_on_the_day_of_the_check_no_shipped_row_has_expired():
    assert expired("2026-11-30") == set()
    assert [id for id in BILLED if isinstance(price_on(BILLED, id, "2026-11-30"), NoPrice)] == []


def test_a_day_later_the_first_rows_of_two_models_have_expired_and_the_second_ones_hold():
    assert expired("2026-12-01") == {(id, "2026-11-30") for id in RISING}
    for id in RISING:
        before, after = row_on(BILLED[id], "2026-11-30"), row_on(BILLED[id], "2026-12-01")
        assert before is not None and after is not None
        assert (before.rates.input, before.rates.cached_read, before.rates.output) == ("2", "0.10", "10")
        assert (after.rates.input, after.rates.cached_read, after.rates.output) == ("4", "0.20", "20")


def test_in_the_middle_of_january_all_have_expired():
    assert len(expired("2027-01-15")) == sum(len(one.prices) for one in BILLED.values())
    for id in BILLED:
        found = price_on(BILLED, id, "2027-01-15")
        assert isinstance(found, NoPrice)
        assert "expired at the end of 2026-12-30" in found.reason


@pytest.mark.parametrize(
    ("day", "held"), [("2026-10-31", False), ("2026-11-01", True), ("2026-12-01", True), ("2026-12-02", False)]
)
def test_a_row_holds_from_its_check_for_thirty_days(day, held):
    assert (row_on(model(ROW), day) is not None) is held


def test_an_announced_end_comes_first():
    row = row_on(model(ROW | {"valid_until": "2026-11-10"}), "2026-11-10")
    assert row is not None and row.expires_on == "2026-11-10"
    assert row_on(model(ROW | {"valid_until": "2026-11-10"}), "2026-11-11") is None
    late = row_on(model(ROW | {"valid_until": "2027-11-10"}), "2026-11-10")
    assert late is not None and late.expires_on == "2026-12-01"


def test_of_two_rows_that_hold_the_later_one_counts():
    again = ROW | {"checked_on": "2026-11-20", "rates": ROW["rates"] | {"input": "9"}}
    found = row_on(model(ROW, again), "2026-11-25")
    assert found is not None and found.rates.input == "9"
    early = row_on(model(ROW, again), "2026-11-19")
    assert early is not None and early.rates.input == "1"


@pytest.mark.parametrize("likeness", ["m-1-mini", "m", "M-1", "m-1 ", "p/m-1", "m-1-2026-11-01"])
def test_a_likeness_of_names_gives_no_price(likeness):
    found = price_on({"m-1": model(ROW)}, likeness, "2026-11-05")
    assert isinstance(found, NoPrice)
    assert likeness in found.reason


def test_a_model_without_a_row_has_no_price_and_one_that_is_not_billed_needs_none():
    unpriced, free = model(), model(billing="none", adapter="openai-compatible")
    found = price_on({"m-1": unpriced}, "m-1", "2026-11-05")
    assert isinstance(found, NoPrice) and "names none" in found.reason
    assert price_on({"m-1": free}, "m-1", "2026-11-05") is None


def test_a_price_is_recorded_with_its_model_and_last_day():
    found = price_on({"m-1": model(ROW | {"second_hand": True})}, "m-1", "2026-11-05")
    assert found is not None and not isinstance(found, NoPrice)
    assert (found.provider, found.model, found.expires_on, found.second_hand) == ("p", "m-1", "2026-12-01", True)


BAD: dict[str, Any] = {
    "two entries of one id": ({"models": [{"id": "a"}, {"id": "a"}]}, ""),
    "a price of what is not billed": ({"models": [{"billing": "none", "prices": [ROW]}]}, "/models/0"),
    "a row that can never be used": (
        {"models": [{"prices": [ROW | {"valid_from": "2027-01-01"}]}]},
        "/models/0/prices/0",
    ),
    "a key over an open connection": (
        {"models": [{"key_variable": "A_KEY", "base_url": "http://models.example:80/v1"}]},
        "/models/0",
    ),
    "credentials in the address": ({"models": [{"base_url": "https://me:word@models.example"}]}, "/models/0/base_url"),
    "a tier of one's own": ({"models": [{"tier": "huge"}]}, "/models/0/tier"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_faulty_file_is_refused_with_its_place(name):
    given, place = BAD[name]
    entry = {"provider": "p", "id": "m-1", "label": "M", "tier": "small", "adapter": "a"}
    whole = {"schema": 1, "models": [entry | changes for changes in given["models"]]}
    parsed = parse_record(FILE, json.dumps(whole).encode(), "benchmarks/models.json")
    assert parsed.record is None
    assert [one.pointer for one in parsed.issues] == [place]


ADDRESSES = ["https://a.example", "https://a.example:8443/v1/x", "http://[::1]:80", "http://localhost:1234/"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_that_may_be_named(address):
    assert model(base_url=address).base_url == address


@pytest.mark.parametrize(
    "address", ["a.example", "ftp://a.example", "https://a/?key=x", "https://a/#x", "https://a b/"]
)
def test_an_address_that_may_not(address):
    with pytest.raises(ValueError, match="base_url"):
        model(base_url=address)


def test_a_key_may_go_to_this_machine():
    assert model(key_variable="A_KEY", base_url="http://127.0.0.1:8080/v1").base_url == "http://127.0.0.1:8080/v1"


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1.evil.example", "http://localhostevil.example/v1", "http://10.0.0.5", "http://a.example"],
)
def test_a_key_may_go_nowhere_else_for_everyone_to_read(address):
    with pytest.raises(ValueError, match="for everyone to read"):
        model(key_variable="A_KEY", base_url=address)
