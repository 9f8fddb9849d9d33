"""Records against each other: content hashes, artifacts, plans, and what adds up within a run."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from sitegen.verify.finding import NOTHING, Finding, shown
from sitegen.verify.held import Site
from sitegen.verify.records import RUNS, SUITES, TOKENS, Object, digest

LONGEST_PRICED_INPUT = 180_000
"""Input tokens above which no request is priced."""


def faults(site: Site, suites: Sequence[Object]) -> Iterator[Finding]:
    """Yield where a record does not agree with its own parts, its files or its suite."""
    for suite in suites:
        yield from _suite(suite)
        for path, run in suite["runs"].items():
            if run is not None:
                yield from _run(site, path, run, suite)
                yield from _reviews(path, run, suite["reviews"][path])
                yield from _sums(path, run) if run["kind"] == "api" else ()


def _fault(file: str, pointer: str, found: Any, expected: Any) -> Iterator[Finding]:
    if found != expected:
        yield Finding(file, pointer, "record", shown(found), shown(expected))


def _suite(suite: Object) -> Iterator[Finding]:
    folder, record = f"{SUITES}{suite['id']}/", suite["record"]
    for index, entry in enumerate((suite["protocol"] or {}).get("entries", ())):
        yield from _fault(f"{folder}protocol.json", f"/entries/{index}/hash", entry["hash"], digest(entry["hashed"]))
    if record is None:
        return
    for task in record["tasks"]:
        held = suite["tasks"].get(task["id"])
        yield from _fault(
            f"{folder}tasks/{task['id']}.json", "", NOTHING if held is None else digest(held), task["hash"]
        )
    if record.get("task_set"):
        tasks = sorted(record["task_set"]["tasks"], key=lambda task: task["id"])
        expected = digest([task["hash"] for task in tasks])
        yield from _fault(f"{folder}suite.json", "/task_set/hash", record["task_set"]["hash"], expected)
        yield from _fault(f"{folder}suite.json", "/task_set/tasks", tasks, record["tasks"])
    if suite["tombstone"] is None:
        yield from _slots(f"{folder}suite.json", suite)


def _slots(file: str, suite: Object) -> Iterator[Finding]:
    """Yield started slots without a record, and records without a slot."""
    rows = {row["run"]: row for row in (*suite["rows"], *suite["taken_back"])}
    slots = {slot["run"]: slot for slot in suite["record"]["slots"]}
    for index, slot in enumerate(suite["record"]["slots"]):
        row = rows.get(slot["run"])
        if slot["state"] == "started" and row is None and slot in suite["slots"]:
            found = "no record of a run that was started"
            yield Finding(file, f"/slots/{index}", "record", found, f"{RUNS}{suite['id']}--{slot['run']}.json")
        elif row is not None:
            state = "not_started" if row["status"] == "not_started" else "started"
            planned = (slot["state"], slot["model"], slot["task"], slot["repetition"])
            yield from _fault(file, f"/slots/{index}", planned, (state, row["model"], row["task"], row["repetition"]))
    for run in rows.keys() - slots.keys():
        yield Finding(file, "/slots", "record", NOTHING, f"a slot of the run {run}")


def _run(site: Site, path: str, run: Object, suite: Object) -> Iterator[Finding]:
    yield from _fault(path, "/id", f"{RUNS}{run['suite']}--{run['id']}.json", path)
    folder = f"{path.removesuffix('.json')}/"
    for index, artifact in enumerate(run.get("artifacts", ())):
        held = site.files.get(folder + artifact["name"])
        said = (artifact["sha256"], artifact["bytes"])
        if held is None or (held.sha256, held.size) != said:
            there = "no such file" if held is None else f"{held.sha256}, {held.size} bytes"
            expected = f"{said[0]}, {said[1]} bytes, by {path} /artifacts/{index}"
            yield Finding(folder + artifact["name"], "", "record", there, expected)
    listed = {artifact["name"] for artifact in run.get("artifacts", ())} | {"review.json"}
    for name in (found.removeprefix(folder) for found in site.files if found.startswith(folder)):
        if name not in listed:
            yield Finding(folder + name, "", "record", "a file", f"{NOTHING}: the record does not list it")
    entries = {entry["hash"] for entry in (suite["protocol"] or {}).get("entries", ())}
    tasks = {task["id"]: task["hash"] for task in (suite["record"] or {}).get("tasks", ())}
    if suite["record"] is not None:
        if run["protocol"] not in entries:
            yield Finding(path, "/protocol", "record", run["protocol"], "an entry of the suite's protocol.json")
        yield from _fault(path, "/task", run["task"], {"id": run["task"]["id"], "hash": tasks.get(run["task"]["id"])})


def _reviews(path: str, run: Object, file: Object | None) -> Iterator[Finding]:
    if file is None:
        return
    place = f"{path.removesuffix('.json')}/review.json"
    yield from _fault(place, "/run", file["run"], run["id"])
    known = {artifact["sha256"] for artifact in run.get("artifacts", ())}
    for index, review in enumerate(file["reviews"]):
        if review["artifact_sha256"] not in known:
            at = f"/reviews/{index}/artifact_sha256"
            yield Finding(place, at, "record", review["artifact_sha256"], "an artifact of the run")


def _sums(path: str, run: Object) -> Iterator[Finding]:
    """Yield totals of a run that its responses do not add up to."""
    responses = run["responses"]
    calls = [call for response in responses for call in response.get("calls", ())]
    yield from _fault(path, "/turns", run["turns"], len(responses))
    yield from _fault(path, "/tool_calls", run["tool_calls"], len(calls))
    yield from _fault(path, "/failed_tool_calls", run["failed_tool_calls"], sum(not call["ok"] for call in calls))
    yield from _fault(path, "/operations", run["operations"], sum(call.get("operations", 1) for call in calls))
    for name, parts in (
        ("provider_ms", [response["provider_ms"] for response in responses]),
        ("tool_ms", [call["duration_ms"] for call in calls]),
    ):
        if run[name] is not None:
            yield from _fault(path, f"/{name}", run[name], sum(parts))
    whole = bool(responses) and run["requests"] == len(responses)
    for name in TOKENS:
        parts = [response["usage"][name] for response in responses]
        yield from _fault(path, f"/usage/{name}", run["usage"][name], _total(parts, whole))
    amounts = [response.get("provider_ticks") for response in responses]
    yield from _fault(path, "/cost/provider_ticks", run["cost"]["provider_ticks"], _total(amounts, whole))
    price = run["cost"].get("price")
    if price:
        estimates = [_estimate(response["usage"], price) for response in responses]
        yield from _fault(path, "/cost/estimated_ticks", run["cost"]["estimated_ticks"], _total(estimates, whole))
    reported = sorted({response["model"] for response in responses if response.get("model")})
    yield from _fault(path, "/model/reported", run["model"]["reported"], reported)


def _total(parts: Sequence[int | None], whole: bool) -> int | None:
    known = [part for part in parts if part is not None]
    return sum(known) if whole and len(known) == len(parts) else None


def _estimate(usage: Object, price: Object) -> int | None:
    """Return what one response costs by the price, in ticks; None where it cannot be known."""
    unbilled = price.get("unbilled", ())
    counts = {
        name: 0 if usage[name] is None and name in unbilled else usage[name]
        for name in ("input", "cached_read", "cache_write", "output")
    }
    steps = price.get("steps", ())
    longest = min([LONGEST_PRICED_INPUT, *(step["above_input_tokens"] for step in steps if step["rates"] is None)])
    if None in counts.values() or counts["input"] > longest:
        return None
    rates = price["rates"]
    for step in steps:
        rates = step["rates"] if step["rates"] and counts["input"] > step["above_input_tokens"] else rates
    writes = usage.get("cache_write_by_lifetime") or {}
    if counts["cache_write"] and not writes:
        writes = {price.get("default_write_lifetime"): counts["cache_write"]}
    by_lifetime = rates.get("cache_write", {})
    rest = counts["input"] - counts["cached_read"] - counts["cache_write"]
    if rest < 0 or (counts["cache_write"] and any(lifetime not in by_lifetime for lifetime in writes)):
        return None
    terms = [(rest, rates["input"]), (counts["cached_read"], rates["cached_read"]), (counts["output"], rates["output"])]
    if counts["cache_write"]:
        terms += [(tokens, by_lifetime[lifetime]) for lifetime, tokens in writes.items()]
    return int(sum(tokens * Fraction(rate) * 10**4 for tokens, rate in terms))
