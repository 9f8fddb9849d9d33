"""A whole run: its record, its files, and every way in which it can be cut off."""

import asyncio
import json
import secrets

import pytest

from runner.api.protocol import LIMITS, entry
from runner.api.run import run_one
from runner.api.trace import events
from runner.providers import ADAPTERS
from runner.providers.exchange import Exchanged
from sitegen import fingerprint
from sitegen.formdoc import parse
from sitegen.inputs import FileFact, RunInput
from sitegen.records import RUN
from sitegen.records.price import Price, Rates
from sitegen.validate.run import run_issues
from sitegen.views.draw import svg
from tests.unit.api.rig import FORM, QUIET, TASK, Hands, Onlooker, Purse, answer, box, call, made, make, planned
from tests.unit.site.records import FIRST

FILES = ["front.svg", "isometric.svg", "model.form.json", "right.svg", "run.json", "trace.jsonl"]
PRICE = Price(
    provider="plain",
    model="plain",
    rates=Rates(input="2", cached_read="0.1", output="10"),
    unbilled=("cache_write",),
    source="https://example.org/prices",
    checked_on="2026-11-30",
    expires_on="2026-12-30",
)
DO = call("do")


def error(status, text=b"no"):
    return Exchanged(True, 5, status=status, body=text)


def test_a_run_from_empty_workspace_to_evidence(tmp_path):
    folder = tmp_path / "run"
    finished, _ = make(folder, [answer(box("a"), box("b", "c2")), answer(tier="default", flags=["odd"])], server=FORM)
    run = finished.run
    assert (run.status, run.stop.reason, finished.halt) == ("completed", "answered", None)
    assert sorted(path.name for path in folder.iterdir()) == FILES
    assert RUN.validate_json((folder / "run.json").read_bytes()) == run
    assert run.protocol == finished.protocol.hash == fingerprint.of_record(finished.protocol.hashed)
    assert run.task.hash == fingerprint.of_record(TASK)
    names = [tool.name for tool in finished.protocol.tools]
    assert "box" in names
    assert not {"set_camera", "capture_view"} & set(names)
    assert (run.document.saved, run.document.reopened) == (True, True)
    assert run.document.kernel.startswith("manifold3d ")
    assert run.evaluation.grade.visible_objects == 2
    assert len(parse((folder / "model.form.json").read_bytes()).parts) == 2
    for artifact in run.artifacts:
        data = (folder / artifact.name).read_bytes()
        assert (fingerprint.of_bytes(data), len(data)) == (artifact.sha256, artifact.bytes)
    assert [artifact.name for artifact in run.artifacts] == FILES[:4]
    assert (run.responses[1].service_tier, run.responses[1].flags) == ("default", ("odd",))
    assert run.model.reported == ("plain-1",)


def test_the_recorded_views_are_those_that_the_build_draws(tmp_path):
    folder = tmp_path / "run"
    make(folder, [answer(box("a")), answer()], server=FORM)
    document = parse((folder / "model.form.json").read_bytes())
    for view in ("front", "right", "isometric"):
        assert (folder / f"{view}.svg").read_text() == svg(document, view)


def test_times_are_measured_from_the_first_request_by_the_monotonic_clock(tmp_path):
    finished, _ = make(tmp_path / "run", [answer(DO), answer()], hands=Hands(), took_ms=1_500)
    run = finished.run
    assert [(one.at_ms, one.provider_ms) for one in run.responses] == [(0, 1_500), (1_500, 1_500)]
    assert (run.responses[0].calls[0].at_ms, run.wall_ms, run.provider_ms, run.tool_ms) == (1_500, 3_000, 3_000, 0)
    assert run.started_at == "2026-11-30T12:00:05.000Z"
    assert run.ended_at == "2026-11-30T12:00:08.000Z"


def test_the_trace_tells_what_happened_line_by_line(tmp_path):
    folder = tmp_path / "run"
    body = answer(DO, text="naïve ☕")
    _, sent = make(folder, [body, answer()])
    found = list(events(folder / "trace.jsonl"))
    assert [one["event"] for one in found] == [
        *("start", "request", "response", "call", "result", "request", "response", "server", "end")
    ]
    assert found[1]["sha256"] == fingerprint.of_bytes(sent.requests[0].body)
    assert str(found[2]["body"]).encode() == body
    assert found[2]["sha256"] == fingerprint.of_bytes(body)
    assert (found[3]["tool"], found[3]["arguments"], found[4]["text"]) == ("do", {}, "done")
    assert found[-1]["reason"] == "answered"
    assert (folder / "trace.jsonl").stat().st_mode & 0o777 == 0o600


def test_a_last_line_that_was_cut_is_passed_over_and_another_broken_one_named(tmp_path):
    path = tmp_path / "trace.jsonl"
    path.write_bytes(b'{"event": "a"}\n{"event": "b"}\n{"eve')
    assert [one["event"] for one in events(path)] == ["a", "b"]
    path.write_bytes(b'{"event": "a"}\n{"eve\n{"event": "b"}\n')
    with pytest.raises(ValueError, match=r"trace.jsonl, line 2"):
        list(events(path))


@pytest.mark.parametrize(
    ("exchanged", "reason"),
    [
        (error(400), "request-refused"),
        (error(401), "key-refused"),
        (error(403), "key-refused"),
        (error(429), "rate-limited"),
        (error(500), "provider-error"),
        (error(503), "overloaded"),
        (error(529), "overloaded"),
        (error(302), "provider-error"),
        (Exchanged(True, 5, status=200, body=answer()[:-9]), "unreadable-response"),
        (
            Exchanged(True, 5, status=200, body=answer()[:-9], fault="cut", detail="the body broke off"),
            "connection-lost",
        ),
        (Exchanged(True, 5, fault="reset", detail="reset"), "connection-lost"),
        (Exchanged(True, 5, status=200, fault="too-large", detail="33 MiB"), "unreadable-response"),
        (Exchanged(True, 5, status=500, fault="too-large", detail="33 MiB"), "provider-error"),
        (Exchanged(True, 5, status=429, fault="too-large", detail="33 MiB"), "rate-limited"),
        (Exchanged(True, 5, fault="timeout", detail="late"), "request-time-limit"),
    ],
)
def test_a_failed_request_ends_the_run_and_halts_the_suite(tmp_path, exchanged, reason):
    purse = Purse()
    finished, sent = make(tmp_path / "run", [answer(DO), exchanged, answer()], purse=purse)
    run = finished.run
    assert (run.status, run.stop.reason) == ("failed", reason)
    assert (run.requests, run.turns, len(sent.requests)) == (2, 1, 2)
    assert finished.halt
    assert [usage and usage.input for usage in purse.settled] == [100, None]
    assert run.usage.input is None
    assert (run.provider_error and run.provider_error.status) == (
        exchanged.status if exchanged.fault is None and exchanged.status != 200 else None
    )


def test_a_connection_that_never_came_about_is_no_request(tmp_path):
    nowhere = Exchanged(False, 0, fault="connect", detail="connection refused")
    purse = Purse()
    finished, _ = make(tmp_path / "a", [nowhere], purse=purse)
    assert (finished.run.status, finished.run.stop.reason, finished.run.requests) == ("not_started", "no-connection", 0)
    assert [usage and usage.input for usage in purse.settled] == [0]
    finished, _ = make(tmp_path / "b", [answer(DO), nowhere])
    run = finished.run
    assert (run.status, run.stop.reason, run.requests, run.usage.input) == ("failed", "no-connection", 1, 100)
    assert finished.halt


def test_what_was_spent_before_a_failure_is_a_lower_bound_and_no_total(tmp_path):
    """100 tokens in at 2 USD and 20 out at 10 USD per million: 100 x 20,000 + 20 x 100,000 ticks."""
    finished, _ = make(tmp_path / "run", [answer(DO), error(500)], price=PRICE)
    cost = finished.run.cost
    assert (cost.estimated_ticks, cost.provider_ticks, cost.at_least_ticks) == (None, None, 4_000_000)
    assert cost.reason == "1 of 2 requests brought no usage"
    finished, _ = make(tmp_path / "whole", [answer(DO), answer()], price=PRICE)
    assert (finished.run.cost.estimated_ticks, finished.run.cost.at_least_ticks) == (8_000_000, None)


def test_a_provider_that_bills_is_summed_and_its_bound_is_its_own(tmp_path):
    finished, _ = make(tmp_path / "a", [answer(DO, ticks=7), answer(ticks=5)], price=PRICE)
    assert (finished.run.cost.provider_ticks, finished.run.cost.estimated_ticks) == (12, 8_000_000)
    finished, _ = make(tmp_path / "b", [answer(DO, ticks=7), error(500)], price=PRICE)
    assert finished.run.cost.at_least_ticks == 7


def test_a_key_in_an_error_is_in_no_file(tmp_path):
    key = f"key-{secrets.token_hex(24)}"
    echo = f'{{"error": "Incorrect key {key} given, of /home/someone"}}'.encode()
    folder = tmp_path / "run"
    finished, _ = make(folder, [answer(DO), error(401, echo)], key=key)
    assert key not in finished.run.model_dump_json()
    assert "/home/someone" not in finished.run.model_dump_json()
    assert "Incorrect key" in finished.run.provider_error.message
    for path in folder.iterdir():
        assert key[:16].encode() not in path.read_bytes(), path.name


def escaped(key):
    """The key as JSON may write it: every letter as an escape, and a slash behind a backslash."""
    return "".join(f"\\u{ord(char):04x}" if char.isalnum() else f"\\{char}" if char == "/" else char for char in key)


def response(key):
    """An answer of OpenAI's form that has the key, escaped, as a model, a tier, an id and a tool."""
    call = '{"type": "function_call", "call_id": "c1", "name": "nope_@", "arguments": "{}"}'
    text = f'{{"id": "r-@", "status": "completed", "model": "m-@", "service_tier": "@", "output": [{call}]}}'
    return text.replace("@", escaped(key)).encode()


@pytest.mark.parametrize("status", [200, 401])
def test_a_key_behind_escapes_is_in_no_file_and_no_reason(tmp_path, status):
    """The bytes of the body do not hold it; what is read from them does."""
    key = f"Zq3x/{secrets.token_urlsafe(24)}/{secrets.token_urlsafe(9)}"
    refusal = '{"error": {"code": "bad @", "message": "no @"}}'.replace("@", escaped(key)).encode()
    folder = tmp_path / "run"
    answers = [response(key) if status == 200 else error(status, refusal), error(500, refusal)]
    finished, _ = make(folder, answers, key=key, adapter=ADAPTERS["openai"])
    told = [finished.run.model_dump_json(), finished.halt, finished.protocol.model_dump_json()]
    told += [path.read_bytes().decode() for path in folder.iterdir()]
    read = [text.replace("\\/", "/") for text in told]
    for start in range(len(key) - 12):
        assert not [text for text in read if key[start : start + 12] in text]
        assert not [text for text in told if escaped(key[start : start + 12]) in text.replace("\\\\", "\\")]
    assert "[removed]" in told[0]


def test_a_key_that_the_model_says_goes_back_verbatim_and_into_no_file(tmp_path):
    key = f"key-{secrets.token_hex(24)}"
    folder = tmp_path / "run"
    said = answer(box(f"a {key}"), call(None, "c2", fault=f"no {key}"), text=f"The key is {key}.", word=key)
    finished, sent = make(folder, [said, answer()], server=FORM, key=key)
    (turn,) = json.loads(sent.requests[1].body)["turns"]
    assert turn[0] == ["kept", f"The key is {key}."]
    assert finished.run.evaluation.grade.visible_objects == 1
    assert parse((folder / "model.form.json").read_bytes()).parts[0].label == "a [removed]"
    assert key not in finished.run.model_dump_json()
    for path in folder.iterdir():
        assert key[:16].encode() not in path.read_bytes(), path.name


def test_a_fault_of_the_runner_has_a_name_and_keeps_the_document(tmp_path):
    finished, _ = make(tmp_path / "run", [answer(box("a")), RuntimeError("a bug")], server=FORM)
    run = finished.run
    assert (run.stop.reason, run.stop.detail) == ("runner-fault", "RuntimeError: a bug")
    assert finished.halt == "the runner failed: RuntimeError"
    assert run.evaluation.grade.visible_objects == 1
    assert '"event": "fault"' in (tmp_path / "run" / "trace.jsonl").read_text()


def test_an_existing_folder_is_refused(tmp_path):
    (tmp_path / "run").mkdir()
    with pytest.raises(FileExistsError):
        make(tmp_path / "run", [answer()])
    assert list((tmp_path / "run").iterdir()) == []


def interrupted(folder, answers, at, **changes):
    """Cancel the run, as Ctrl-C does, while the request of that number waits for its answer."""

    async def run():
        stalled = asyncio.Event()
        task = asyncio.create_task(made(folder, answers, run=planned(**changes), stalls_at=at, stalled=stalled))
        await stalled.wait()
        task.cancel()
        return (await task)[0]

    return asyncio.run(run())


def test_an_interrupt_during_a_request_saves_document_and_evidence(tmp_path):
    folder = tmp_path / "run"
    finished = interrupted(folder, [answer(box("a"))], 2, server=FORM)
    run = finished.run
    assert (run.status, run.stop.reason, run.requests, run.turns) == ("failed", "interrupted", 2, 1)
    assert finished.halt == "the operator stopped the suite"
    assert run.document.saved
    assert run.evaluation.grade.visible_objects == 1
    assert sorted(path.name for path in folder.iterdir()) == FILES


def test_an_interrupt_before_the_first_request_is_recorded_as_not_started(tmp_path):
    async def run():
        task = asyncio.create_task(made(tmp_path / "run", [answer()], run=planned(server=QUIET)))
        while not (tmp_path / "run" / "trace.jsonl").exists():
            await asyncio.sleep(0)
        task.cancel()
        return (await task)[0]

    finished = asyncio.run(run())
    assert (finished.run.status, finished.run.stop.reason) == ("not_started", "interrupted")
    assert finished.halt


def test_the_site_finds_nothing_wrong_with_a_started_run(tmp_path):
    folder = tmp_path / "plain-r1"
    finished, _ = make(folder, [answer(box("a")), error(500)], server=FORM, price=PRICE)
    path = "content/evidence/first/runs/plain-r1"
    facts = tuple(FileFact(f"{path}/{one.name}", one.bytes, one.sha256) for one in finished.run.artifacts)
    found = {issue.code for issue in run_issues(RunInput(path, finished.run, None, facts), FIRST)}
    assert found <= {"suite-mismatch", "task-unknown", "slot-missing", "protocol-unknown"}


def test_the_protocol_hash_covers_limits_and_leaves_out_the_tools():
    one = entry(planned(), ())
    assert one.hashed.limits == LIMITS
    assert entry(planned(limits={"model_turns": 21}), ()).hash != one.hash
    assert json.loads(one.model_dump_json())["hashed"]["excluded_tools"] == ["set_camera", "capture_view"]


@pytest.mark.parametrize("address", ["https://xn--.example", "http://127.0.0.1:99999", "nowhere"])
def test_an_address_that_gets_past_every_check_still_ends_in_a_record(tmp_path, address):
    folder = tmp_path / "run"
    run = planned(base_url=address, provider="openai", adapter=ADAPTERS["openai"])
    finished = asyncio.run(run_one(run, folder, Purse(), Onlooker()))
    assert (finished.run.status, finished.run.stop.reason, finished.run.requests) == ("not_started", "runner-fault", 0)
    assert finished.halt == "the runner failed: ValueError"
    assert RUN.validate_json((folder / "run.json").read_bytes()) == finished.run
    assert "fault" in [one["event"] for one in events(folder / "trace.jsonl")]
