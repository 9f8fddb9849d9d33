"""Any calls at all: each is answered or refused, a refusal changes nothing, and the document stays canonical."""

import json

from hypothesis import HealthCheck, given, settings

from runner.form.errors import CODES
from runner.form.reopen import reopened
from runner.form.server import answered
from runner.form.session import Session
from sitegen.formdoc import canonical, check_reopen_without_kernel
from tests.unit.form.anycalls import START, calls


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(calls("capture_view"))
def test_any_calls_leave_a_canonical_document(tmp_path, calls):
    session = Session(tmp_path)
    for name, arguments in [*START, *calls]:
        before, steps = canonical(session.assembly.document()), len(session.history)
        result = answered(session, name, arguments if isinstance(arguments, dict) else {})
        answer = json.loads(result.model_dump()["content"][0]["text"])
        data = canonical(session.assembly.document())
        if result.is_error:
            assert answer["code"] in CODES
            assert answer["code"] != "internal", answer
            assert (data, len(session.history)) == (before, steps)
        assert check_reopen_without_kernel(data) == ()
    assert canonical(reopened(data).document()) == data
    assert {path.suffix for path in tmp_path.iterdir()} <= {".json", ".stl", ".glb", ".3mf", ".step"}
