"""The scripted model builds the whole machine with FORM's tools, and its tables add up."""

import json
from collections import Counter

import pytest

from runner.calls import Call
from runner.form.dispatch import call
from runner.form.errors import FormError
from runner.form.session import Session
from runner.form.tools.files import DOCUMENT_NAME
from runner.illustration import built
from tests.simulator import espresso, sdk, spend
from tests.simulator.facts import PROVIDERS
from tests.simulator.script import Call as ScriptCall
from tests.simulator.script import Turn

CLASSES = ("input", "cached_read", "cache_write", "output", "reasoning")
BILLED = [name for name in PROVIDERS if name != "openai-compatible"]
LIST_PRICES = {  # PROVIDERS section 8: input, cached, output, writes.
    "openai": ("2", "0.10", "10", ["2.50", "5"]),
    "xai": ("2", "0.50", "6", []),
    "anthropic": ("4", "0.20", "20", ["5", "8"]),
    "gemini": ("2", "0.10", "10", []),
}


def worked(text: str) -> int:
    """Return what `3 x 4 + 5 x 6` comes to."""
    products = [term.split(" x ") for term in text.split(" + ")]
    return sum(int(count) * int(price) for count, price in products)


@pytest.mark.parametrize("provider", BILLED)
@pytest.mark.parametrize("price", ["shipped", "chosen"])
def test_costs_follow_by_hand_and_by_the_second_formula(provider, price):
    expected = espresso.expected(provider)
    for row in expected["turns"]:
        assert worked(row["work"][price]) == row["ticks"][price]
        body = {"usageMetadata" if provider == "gemini" else "usage": row["usage"]}
        assert spend.cost_ticks(provider, body, espresso.rates(provider, price)) == row["ticks"][price]
    assert expected["totals"]["ticks"][price] == sum(row["ticks"][price] for row in expected["turns"])


@pytest.mark.parametrize("provider", PROVIDERS)
def test_normalised_counts_follow_from_the_raw_ones(provider):
    expected = espresso.expected(provider)
    for row in expected["turns"]:
        found = spend.tokens(provider, {"usageMetadata" if provider == "gemini" else "usage": row["usage"]})
        assert {name: getattr(found, name) for name in CLASSES} == {name: row["normalised"][name] for name in CLASSES}
        assert dict(found.by_lifetime) == row["normalised"]["by_lifetime"]
        assert found.ticks == row.get("provider_ticks")
    for name in CLASSES:
        counts = [row["normalised"][name] for row in expected["turns"]]
        assert expected["totals"][name] == (None if None in counts else sum(counts))
    ticks = [row["provider_ticks"] for row in expected["turns"] if "provider_ticks" in row]
    assert expected["totals"].get("provider_ticks", 0) == sum(ticks)


@pytest.mark.parametrize("provider", BILLED)
def test_no_price_hides_a_class(provider):
    prices = espresso.expected(provider)["prices"]["chosen"]
    rates = [prices["input"], prices["cached_read"], prices["output"], *prices.get("writes", {}).values()]
    assert len(set(rates)) == len(rates)
    shipped = espresso.expected(provider)["prices"]["shipped"]
    found = (shipped["input"], shipped["cached_read"], shipped["output"], list(shipped.get("writes", {}).values()))
    assert found == LIST_PRICES[provider]


def test_no_count_comes_twice_but_zero():
    """A count taken from another turn, class or provider would show."""
    counts = Counter(
        count
        for provider in PROVIDERS
        for row in espresso.expected(provider)["turns"]
        for count in {row["normalised"]["input"], row["normalised"]["output"]}
    )
    assert [count for count, times in counts.items() if times > 1] == []


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The results of the script's calls, by turn, and the workspace that they leave."""
    workspace = tmp_path_factory.mktemp("form")
    session, results = Session(workspace), []
    for turn in espresso.machine("openai").steps:
        assert isinstance(turn, Turn)
        results.append([answer(session, asked) for asked in turn.calls])
    call(session, "save", {})
    return results, workspace


def answer(session: Session, asked: ScriptCall) -> tuple[str, bool]:
    """Return what FORM says to a call, and whether it is an error."""
    assert not isinstance(asked.arguments, str)
    try:
        return json.dumps(call(session, asked.tool, asked.arguments)), False
    except FormError as error:
        return json.dumps(error.answer()), True


def test_the_calls_are_ten_and_the_first_alone_fails(played):
    failures = [failed for given in played[0] for _, failed in given]
    assert failures == [True, *[False] * 9]
    assert [len(given) for given in played[0]] == [1, 1, 2, 1, 2, 3, 0]
    assert (len(failures), sum(failures), len(played[0])) == (espresso.CALLS, espresso.TOOL_ERRORS, espresso.TURNS)


def test_the_machine_is_the_illustrations_to_the_byte(played, tmp_path):
    """The illustration has full points; the wrong call at the start leaves no trace."""
    calls = [Call(**one) for one in json.loads(espresso.CALLS_FILE.read_text(encoding="utf-8"))]
    assert (played[1] / DOCUMENT_NAME).read_bytes() == built(calls, tmp_path, "calls")[0]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_whole_conversation_goes_through(play, played, provider):
    client = play(espresso.machine(provider))
    body = client.converse(provider, played[0][:-1])
    assert espresso.FINAL_TEXT in client.post(provider, body).text
    client.simulator.log.require_clean()
    assert [entry.turns for entry in client.simulator.log] == list(range(espresso.TURNS))
    for entry, row in zip(client.simulator.log, espresso.expected(provider)["turns"], strict=True):
        assert entry.model == espresso.expected(provider)["model"]
        assert entry.answered["usageMetadata" if provider == "gemini" else "usage"] == row["usage"]
        sdk.check_request(provider, entry.body)
        sdk.check_answer(provider, entry.answer)


def test_names_may_be_carried_otherwise():
    steps = espresso.machine("gemini", {"batch": "batch_1", "box": "box_1"}).steps
    called = [asked.tool for step in steps if isinstance(step, Turn) for asked in step.calls]
    assert called == ["box_1", *["batch_1"] * 6, "interference", "check", "list"]
