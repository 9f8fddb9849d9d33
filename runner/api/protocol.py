"""The rules of protocol v1 as records: what is hashed, and the tools as sent beside it."""

from typing import Final

from runner.api.contract import PlannedRun
from sitegen import fingerprint
from sitegen.records.kinds.api import ApiLimits, ApiProtocolEntry, ApiRules
from sitegen.records.protocol import SentTool

VERSION: Final = 1
LIMITS: Final = ApiLimits(
    model_turns=20,
    tool_calls=60,
    output_tokens_per_request=8_192,
    run_ms=600_000,
    request_ms=180_000,
    request_bytes=176_000,
)
"""The limits of protocol v1."""
FRAMING: Final = (
    "The task's system instruction is the system instruction, its prompt the only message of the user; nothing is "
    "added to either. Then follow the model's turns as it sent them and the results of its tool calls, until it "
    "answers without a call."
)


def entry(planned: PlannedRun, tools: tuple[SentTool, ...]) -> ApiProtocolEntry:
    """Return the protocol of a run: its hash, what the hash covers, and the tools as sent."""
    rules = ApiRules(
        kind="api",
        version=VERSION,
        limits=planned.limits,
        excluded_tools=planned.task.excluded_tools,
        framing=FRAMING,
        adapter=planned.adapter.name,
        adapter_version=planned.adapter.version,
    )
    return ApiProtocolEntry(hash=fingerprint.of_record(rules), hashed=rules, tools=tools)
