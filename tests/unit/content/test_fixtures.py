"""The hand-made suites: marked as such throughout, and exact in every sum, recomputed with the standard library."""

import hashlib
import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from sitegen.build.prepare import make_gate, prepare
from sitegen.build.state import State
from sitegen.formdoc import parse
from sitegen.scan import walk

ROOT = Path(__file__).parents[3]
EVIDENCE = ROOT / "content" / "evidence"
SUITES = ("fixture-api-espresso", "fixture-api-espresso-core-42")
CLASSES = ("input", "cached_read", "cache_write", "output", "reasoning")


def runs_of(suite):
    return [json.loads(path.read_bytes()) for path in sorted(EVIDENCE.glob(f"{suite}/runs/*/run.json"))]


def ticks(usage, price):
    """Return 1e-10 USD: 10,000 a token at one USD per million."""
    rates = {name: Fraction(rate) for name, rate in price["rates"].items() if name != "cache_write"}
    written = usage["cache_write"] or 0
    total = (usage["input"] - usage["cached_read"] - written) * rates["input"]
    total += usage["cached_read"] * rates["cached_read"] + usage["output"] * rates["output"]
    for lifetime, count in usage["cache_write_by_lifetime"].items():
        total += count * Fraction(price["rates"]["cache_write"][lifetime])
    return total * 10_000


@pytest.mark.parametrize("suite", SUITES)
def test_everything_is_marked_as_invented(suite):
    assert json.loads((EVIDENCE / suite / "suite.json").read_bytes())["fixture"] is True
    for run in runs_of(suite):
        assert run["fixture"] is True
        assert run["provider"] in ("alder", "birch", "cedar")
        for label in (
            run["model"]["label"],
            run["source"]["label"],
            run["evaluator"]["label"],
            run["harness"]["label"],
        ):
            assert label.endswith("(invented)")


@pytest.mark.parametrize("suite", SUITES)
def test_totals_are_the_sums_of_the_responses(suite):
    for run in runs_of(suite):
        parts = [response["usage"] for response in run["responses"]]
        whole = run["requests"] == len(parts) > 0
        for name in CLASSES:
            values = [part[name] for part in parts]
            expected = sum(values) if whole and None not in values else None
            assert run["usage"][name] == expected, (run["id"], name)
        expected = sum(ticks(part, run["cost"]["price"]) for part in parts) if whole else None
        assert run["cost"]["estimated_ticks"] == expected, run["id"]


@pytest.mark.parametrize("suite", SUITES)
def test_documents_are_whole_and_belong_to_their_runs(suite):
    for run in runs_of(suite):
        for artifact in run["artifacts"]:
            data = (EVIDENCE / suite / "runs" / run["id"] / artifact["name"]).read_bytes()
            assert (hashlib.sha256(data).hexdigest(), len(data)) == (artifact["sha256"], artifact["bytes"])
            assert len(parse(data).parts) == run["evaluation"]["grade"]["visible_objects"]


def test_the_states_that_the_pages_have_to_show():
    runs = {run["id"]: run for run in runs_of("fixture-api-espresso")}
    suite = json.loads((EVIDENCE / "fixture-api-espresso" / "suite.json").read_bytes())
    assert len(suite["slots"]) == 18
    unstarted = {slot["run"] for slot in suite["slots"] if slot["state"] == "not_started"}
    assert unstarted == {"cedar-pro-1-r5", "cedar-pro-1-r6"}
    assert unstarted & runs.keys() == {"cedar-pro-1-r5"}
    assert {id for id, run in runs.items() if run["status"] == "failed"} == {
        "alder-2-r3",
        "birch-3-r6",
        "cedar-pro-1-r4",
    }
    assert len({name for run in runs.values() if run["provider"] == "birch" for name in run["model"]["reported"]}) == 2
    assert runs["cedar-pro-1-r4"]["evaluation"]["grade"]["visible_objects"] == 0


def test_the_corrected_grade_keeps_the_first_one():
    (run,) = [run for run in runs_of("fixture-api-espresso") if run["evaluation"] and run["evaluation"]["earlier"]]
    (earlier,) = run["evaluation"]["earlier"]
    first, now = earlier["grade"], run["evaluation"]["grade"]
    assert (first["points"], now["points"]) == (45, 60)
    changed = {a["id"]: b["points"] - a["points"] for a, b in zip(first["checks"], now["checks"], strict=True)}
    assert {id: gain for id, gain in changed.items() if gain} == {"required-labels": 10, "head-over-tray": 5}
    assert first["evaluator"]["hash"] != now["evaluator"]["hash"]
    assert [check["points_max"] for check in first["checks"]] == [check["points_max"] for check in now["checks"]]


def test_the_counts_of_cohorts_and_suites_agree():
    """The plan of the first fixture suite: 6 runs of each of three models; of cedar-pro-1 two were not started."""
    record = json.loads((ROOT / "content/evidence/fixture-api-espresso/suite.json").read_text())
    planned = Counter(slot["model"] for slot in record["slots"])
    unstarted = Counter(slot["model"] for slot in record["slots"] if slot["state"] == "not_started")
    gate, _ = make_gate(ROOT, {})
    prepared, _ = prepare(ROOT, walk(ROOT, "content"), gate, State(), 1, lambda _step, _done, _n: None)
    assert prepared is not None
    of = {one.key.model: one.counts for one in prepared.results.cohorts if one.suites == (record["id"],)}
    assert {model: counts.planned for model, counts in of.items()} == dict(planned)
    assert {model: counts.not_started for model, counts in of.items() if counts.not_started} == dict(unstarted)
    assert sorted(planned.values()) == [6, 6, 6]
    assert dict(unstarted) == {"cedar-pro-1": 2}
