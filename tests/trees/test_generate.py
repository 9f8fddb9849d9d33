"""The generated trees: valid, repeatable, of the wanted size, and with every state that they promise."""

import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from pydantic import TypeAdapter

from sitegen import fingerprint
from sitegen.cost import Estimate, estimate
from sitegen.records import PROTOCOL, RUN, SUITE, TASK
from sitegen.records.caveat import CaveatFile
from sitegen.records.claim import Claim
from sitegen.records.kinds.api import ApiRun
from sitegen.records.review import ReviewFile
from sitegen.records.site import SiteConfig
from sitegen.records.suite import Tombstone
from sitegen.store import parse_record, parse_value, stored_form
from tests.trees.generate import generate
from tests.trees.jsonform import canonical
from tests.trees.plan import plan

ADAPTERS: dict[str, TypeAdapter[Any]] = {
    "run.json": RUN,
    "suite.json": SUITE,
    "protocol.json": PROTOCOL,
    "task": TASK,
    "review.json": TypeAdapter(ReviewFile),
    "INVALIDATED.json": TypeAdapter(Tombstone),
}


@pytest.fixture(scope="module")
def root(tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("tree")
    generate(made, seed=11, runs=200)
    return Path(made)


def _json(path: Path) -> Any:
    return json.loads(path.read_bytes())


def _runs(root: Path) -> list[Any]:
    return [_json(path) for path in sorted(root.glob("content/evidence/*/runs/*/run.json"))]


def test_every_record_is_valid_and_in_stored_form(root):
    seen: Counter[str] = Counter()
    for path in sorted(root.glob("content/evidence/**/*.json")):
        name = "task" if path.parent.name == "tasks" else path.name
        data = path.read_bytes()
        record, issues = parse_record(ADAPTERS[name], data, name)
        assert not issues, (path, issues)
        assert record is not None
        assert stored_form(json.loads(data)) == data, path
        seen[name] += 1
    assert seen["run.json"] == 200
    assert seen.keys() == ADAPTERS.keys()


def test_the_files_beside_the_evidence_are_valid(root):
    content = root / "content"
    SiteConfig.model_validate_json(json.dumps(tomllib.loads((content / "site.toml").read_text())))
    caveats, issues = parse_value(
        TypeAdapter(CaveatFile), tomllib.loads((content / "method/caveats.toml").read_text()), "c"
    )
    assert not issues
    assert caveats is not None
    claims = sorted(content.glob("claims/*.toml"))
    assert len(claims) == 13
    for path in claims:
        claim, issues = parse_value(TypeAdapter(Claim), tomllib.loads(path.read_text()), path.name)
        assert not issues
        assert claim is not None
        assert claim.id == path.stem


def test_hashes_are_those_of_the_rfc_and_of_the_product(root):
    for path in sorted(root.glob("content/evidence/*/suite.json")):
        suite, folder = _json(path), path.parent
        files = {file.stem: file for file in folder.glob("tasks/*.json")}
        for ref in suite["tasks"]:
            task = _json(files.pop(ref["id"]))
            assert canonical(task) == rfc8785.dumps(task)
            assert (
                ref["hash"]
                == fingerprint.of_json(task)
                == fingerprint.of_record(TASK.validate_python(task, strict=False))
            )
        assert not files
        if suite.get("task_set"):
            assert suite["task_set"]["hash"] == fingerprint.of_task_set(SUITE.validate_json(path.read_bytes()).tasks)
        for entry in _json(folder / "protocol.json")["entries"]:
            assert entry["hash"] == fingerprint.of_json(entry["hashed"])
    for run in _runs(root):
        assert canonical(run) == rfc8785.dumps(run)


def test_suite_plans_and_runs_agree(root):
    for path in sorted(root.glob("content/evidence/*/suite.json")):
        suite = _json(path)
        assert suite["id"] == path.parent.name
        slots = {slot["run"]: slot for slot in suite["slots"]}
        hashes = {ref["id"]: ref["hash"] for ref in suite["tasks"]}
        protocols = {entry["hash"] for entry in _json(path.parent / "protocol.json")["entries"]}
        runs = [_json(file) for file in path.parent.glob("runs/*/run.json")]
        assert {slot["run"] for slot in suite["slots"] if slot["state"] == "started"} == {
            run["id"] for run in runs if run["status"] != "not_started"
        }
        for run in runs:
            slot = slots[run["id"]]
            assert (slot["model"], slot["task"], slot["repetition"]) == (
                run["model"]["requested"],
                run["task"]["id"],
                run["repetition"],
            )
            assert run["task"]["hash"] == hashes[run["task"]["id"]]
            assert run["protocol"] in protocols
            assert (run["suite"], run["fixture"]) == (suite["id"], suite["fixture"])


def test_costs_are_what_the_prices_yield(root):
    priced = 0
    for path in root.glob("content/evidence/*/runs/*/run.json"):
        run = RUN.validate_json(path.read_bytes())
        if not isinstance(run, ApiRun) or run.cost.price is None:
            continue
        assert run.cost.price.model == run.model.requested
        lines = [estimate(response.usage, run.cost.price) for response in run.responses]
        known = [line.ticks for line in lines if isinstance(line, Estimate)]
        assert run.cost.estimated_ticks == (sum(known) if len(known) == len(lines) else None)
        priced += 1
    assert priced > 100


def test_reviews_judge_the_artifact_that_is_there(root):
    methods: Counter[tuple[str, bool]] = Counter()
    for path in root.glob("content/evidence/*/runs/*/review.json"):
        artifacts = {one["sha256"]: one["name"] for one in _json(path.parent / "run.json")["artifacts"]}
        for review in _json(path)["reviews"]:
            assert (path.parent / artifacts[review["artifact_sha256"]]).is_file()
            methods[review["method"], review["blind"]] += 1
    assert set(methods) == {("human", True), ("human", False), ("ai", True), ("ai", False)}


def test_every_state_is_there(root):
    runs = _runs(root)
    api = [run for run in runs if run["kind"] == "api"]
    started = [run for run in api if run["status"] != "not_started"]
    grades = [run["evaluation"]["grade"] for run in started]
    trials = [run for run in runs if run["kind"] == "imported"]
    states = {
        "not started, with a record": any(run["status"] == "not_started" for run in api),
        "unknown wall time": any(run["wall_ms"] is None for run in started),
        "unknown token class in one response": any(
            run["usage"]["cached_read"] is None and run["usage"]["input"] for run in started
        ),
        "failure without reported model": any(run["requests"] and not run["responses"] for run in api),
        "zero tokens": any(run["usage"]["input"] == 0 for run in started),
        "artifact lost": any(grade["points"] is None for grade in grades),
        "no visible object": any(grade.get("visible_objects") == 0 for grade in grades),
        "check that nobody could make": any(check["passed"] is None for grade in grades for check in grade["checks"]),
        "grade that was corrected": any(run["evaluation"]["earlier"] for run in started),
        "provider's cost": any(run["cost"]["provider_ticks"] is not None for run in started),
        "provider's cost for some responses": any(
            run["cost"]["provider_ticks"] is None and any(one["provider_ticks"] for one in run["responses"])
            for run in started
        ),
        "integers at the limit of JSON": any(run["wall_ms"] == 2**53 - 1 for run in started),
        "fixture": any(run["fixture"] for run in runs),
        "ungraded trial": any(run["grade"]["verdict"] is None for run in trials),
        "resolved although failed": any(
            run["status"] == "failed" and run["grade"]["verdict"] == "resolved" for run in trials
        ),
        "no model named": any(run["model"]["requested"] is None for run in trials),
    }
    assert [name for name, there in states.items() if not there] == []


def test_cohorts_are_of_every_kind(root):
    cohorts: dict[tuple[object, ...], list[Any]] = {}
    for run in _runs(root):
        key = (run["fixture"], run["task"]["hash"], run["protocol"], run["model"]["requested"], str(run["settings"]),
               run["source"]["hash"], run["evaluator"]["hash"])  # fmt: skip
        cohorts.setdefault(key, []).append(run)
    groups = cohorts.values()
    assert any(len({run["suite"] for run in group}) > 1 for group in groups)
    assert any(len({model for run in group for model in run["model"]["reported"]}) > 1 for group in groups)
    assert any(len({str(run["cost"]["price"]) for run in group} - {"None"}) > 1 for group in groups)
    assert any(all(run["status"] == "failed" for run in group) for group in groups)
    assert any(all(run["status"] == "not_started" for run in group) for group in groups)
    sizes = {sum(run["status"] != "not_started" for run in group) for group in groups}
    assert {1, 2, 3, 6, 8} <= sizes
    for place in range(7):
        others = Counter(key[:place] + key[place + 1 :] for key in cohorts)
        assert any(count > 1 for count in others.values()), f"no two cohorts differ in member {place} of the key alone"


def test_the_same_seed_gives_the_same_bytes(root, tmp_path):
    again, other = tmp_path / "again", tmp_path / "other"
    again.mkdir()
    other.mkdir()
    generate(again, seed=11, runs=200)
    generate(other, seed=12, runs=200)
    assert _bytes(again) == _bytes(root)
    assert _bytes(other).keys() == _bytes(root).keys()
    assert _bytes(other) != _bytes(root)


def _bytes(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_large_artifacts_stand_beside_every_graded_run(tmp_path):
    generate(tmp_path, seed=11, runs=12, artifacts=True)
    for path in tmp_path.glob("content/evidence/*/runs/*/run.json"):
        run = _json(path)
        assert [one["name"] for one in run["artifacts"]] == ["machine.step"]
        assert run["artifacts"][0]["bytes"] == (path.parent / "machine.step").stat().st_size > 100_000


@pytest.mark.parametrize("runs", [1, 30, 160, 1_000, 10_000])
def test_plans_have_the_wanted_size(runs):
    suites = plan(runs, None)
    assert sum(suite.runs for suite in suites) == runs
    assert len({suite.id for suite in suites}) == len(suites)


def test_the_number_of_suites_can_be_chosen():
    assert len(plan(10_000, 60)) == 60
