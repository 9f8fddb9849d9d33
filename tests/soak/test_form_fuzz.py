"""A minute of random calls to FORM processes: every call is answered, and what they save stays canonical."""

import json
import time
from itertools import count

import pytest
from hypothesis import HealthCheck, given, seed, settings

from runner.form.errors import CODES
from sitegen.formdoc import check_reopen_without_kernel
from tests.unit.form.anycalls import START, calls
from tests.unit.form.test_server import exchange, started

pytestmark = pytest.mark.soak

TIME_S = 60
SESSIONS = 20
"""A process; all of them together within the minute after which a test's process is killed."""
EMPTY, PROBE = "empty.form.json", "probe.form.json"
NO_JSON = -32700
"""How a line with a lone surrogate is answered."""


class Wire:
    """Numbered calls to a process."""

    def __init__(self, process):
        self.process, self.numbers, self.called, self.refused = process, count(2), 0, 0

    def __call__(self, tool, arguments):
        """Return the answer, and whether it is a refusal."""
        number = next(self.numbers)
        params = {"name": tool, "arguments": arguments}
        sent = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
        answer = exchange(self.process, sent)
        assert answer["id"] == number
        if "error" in answer:
            assert answer["error"]["code"] == NO_JSON
            return None, True
        result = answer["result"]
        return json.loads(result["content"][0]["text"]), result.get("isError", False)

    def done(self, tool, arguments):
        answer, refused = self(tool, arguments)
        assert not refused, answer
        return answer


def talk(wire, workspace, calls):
    """Have one session, from an empty document to a saved one that opens again."""
    wire.done("open", {"file": EMPTY})
    before = None
    for tool, arguments in [*START, *calls]:
        answer, refused = wire(tool, arguments if isinstance(arguments, dict) else {})
        after = wire.done("save", {"file": PROBE})["sha256"]
        if refused:
            assert answer is None or answer["code"] in CODES
            assert answer is None or answer["code"] != "internal"
            assert after == before or before is None
        before = after
        wire.called, wire.refused = wire.called + 1, wire.refused + refused
    assert check_reopen_without_kernel((workspace / PROBE).read_bytes()) == ()
    assert wire.done("open", {"file": PROBE})["same_bytes"] is True


def sessions(wire, workspace, number):
    """Have some sessions, others for every number."""

    @seed(number)
    @settings(max_examples=SESSIONS, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(calls())
    def each(calls):
        talk(wire, workspace, calls)

    each()


def test_a_minute_of_calls(tmp_path):
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    ends_at = time.monotonic() + TIME_S
    number = called = refused = 0
    while time.monotonic() < ends_at:
        with started(workspace) as process:
            wire = Wire(process)
            wire.done("save", {"file": EMPTY})
            sessions(wire, workspace, number)
            assert process.poll() is None
        number, called, refused = number + 1, called + wire.called, refused + wire.refused
    print(f"{number} processes, {called} calls, {refused} refused")
    assert refused < 0.8 * called
    assert [path.name for path in tmp_path.iterdir()] == ["workspace"]
