"""The `api` family: a model driven through its provider's native API."""

from typing import Literal, Self

from pydantic import model_validator

from sitegen.records.base import Count, DecimalText, Milliseconds, Name, Positive, Record, Sha256, Text, Ticks, fault
from sitegen.records.grade import Evaluation
from sitegen.records.protocol import ProtocolEntryBase, ProtocolFileBase
from sitegen.records.run import RunBase
from sitegen.records.suite import SuiteBase
from sitegen.records.usage import TOKEN_CLASSES, Usage


class ApiLimits(Record):
    """Limits that the runner enforced by its own clock and counters."""

    model_turns: Positive
    """Most model turns of a run."""
    tool_calls: Positive
    """Most tool calls of a run."""
    output_tokens_per_request: Positive
    """Most output tokens of one request, thinking included where the provider counts it so."""
    run_ms: Positive
    """Longest wall time of a run."""
    request_ms: Positive
    """Longest wall time of one request."""
    request_bytes: Positive
    """Largest serialized request."""


class ApiRules(Record):
    """The hashed fields of an `api` protocol."""

    kind: Literal["api"]
    """Discriminator."""
    version: Positive
    """Version of the protocol."""
    limits: ApiLimits
    """The limits."""
    excluded_tools: tuple[Name, ...]
    """Rule by which discovered tools are left out, as names."""
    framing: Text
    """How task and system instruction are put into the request."""
    adapter: Name
    """Provider adapter."""
    adapter_version: Positive
    """Its version."""


class ApiProtocolEntry(ProtocolEntryBase):
    """One `api` protocol."""

    hashed: ApiRules
    """What the protocol hash covers."""


class ApiProtocolFile(ProtocolFileBase):
    """`protocol.json` of an `api` suite."""

    kind: Literal["api"]
    """Discriminator."""
    entries: tuple[ApiProtocolEntry, ...]
    """One entry per protocol hash of the suite."""


class ApiSuite(SuiteBase):
    """A suite of runs through native APIs."""

    kind: Literal["api"]
    """Discriminator."""
    repetitions: Positive
    """Planned repetitions of each cell."""
    budget_usd: DecimalText | None
    """Spending limit of the invocation; null where nothing was billed."""
    dependencies: Sha256 | None = None
    """Hash of lock file and installed distributions during the suite; null for hand-made suites."""


class ToolCall(Record):
    """One call of a tool by the model."""

    at_ms: Milliseconds
    """Start, since the start of the run."""
    duration_ms: Milliseconds
    """How long the tool took."""
    tool: Name
    """Name of the tool."""
    ok: bool
    """False when the tool returned an error."""
    operations: Count = 1
    """Operations inside the call; more than one in a batch."""
    fault: Text | None = None
    """Why the call never reached the server, such as arguments that are no JSON object; null where it did."""


class Response(Record):
    """One request to the provider and its response."""

    at_ms: Milliseconds
    """Start of the request, since the start of the run."""
    provider_ms: Milliseconds
    """From the request's first byte to the whole response."""
    usage: Usage
    """Usage of this response."""
    provider_ticks: Ticks | None = None
    """The provider's own amount for this response; null where it states none."""
    stop: Name
    """The provider's stop reason."""
    model: Name | None = None
    """Model id that the response reported."""
    service_tier: Name | None = None
    """Service tier that the response reported; another tier has another price."""
    flags: tuple[Text, ...] = ()
    """What was odd about the response, such as a check sum that fails."""
    calls: tuple[ToolCall, ...] = ()
    """Tool calls of this turn that were answered, in order."""


class ProviderError(Record):
    """The error response that ended a run."""

    status: Positive
    """HTTP status."""
    kind: Name
    """The provider's own type or code of the error; `unknown` where it names none."""
    message: Text | None
    """Its message, cleaned of secrets; null where it has none."""


class SavedDocument(Record):
    """How the saving of the document went, at the end of a started run."""

    saved: bool
    """Whether the server saved it; without a saved document the artifact is lost."""
    reopened: bool | None
    """Whether the server got the same bytes back from its features; null where it gave no answer."""
    kernel: Name | None
    """Kernel and version that saved and opened it; null where the server named none."""
    detail: Text | None = None
    """What went wrong."""


class ApiRun(RunBase):
    """A run through a native API."""

    kind: Literal["api"]
    """Discriminator."""
    provider_ms: Milliseconds | None
    """Sum of the provider times of all responses."""
    tool_ms: Milliseconds | None
    """Sum of the durations of all tool calls."""
    requests: Count
    """Requests dispatched."""
    turns: Count
    """Model turns completed."""
    tool_calls: Count
    """Tool calls dispatched."""
    failed_tool_calls: Count
    """Tool calls that returned an error."""
    operations: Count
    """Operations, those inside batches counted one by one."""
    responses: tuple[Response, ...]
    """Every response, in order."""
    evaluation: Evaluation | None
    """The grade; null only for a run that was not started."""
    provider_error: ProviderError | None = None
    """The error response that ended the run; null for every other end."""
    document: SavedDocument | None = None
    """How the saving of the document went; null where nothing was recorded of it."""

    @model_validator(mode="after")
    def _graded(self) -> Self:
        """Refuse points of a document that was not saved, or that is not among the artifacts."""
        if self.document is None or self.evaluation is None or self.evaluation.grade.points is None:
            return self
        if not self.document.saved:
            raise fault("grade-artifact", "points without a saved document", found=False, expected="no points")
        if not self.artifacts:
            raise fault("grade-artifact", "points of a document that is not there", found=[], expected="the document")
        return self

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        calls = [call for response in self.responses for call in response.calls]
        self._same("turns", len(self.responses), self.turns)
        self._same("tool_calls", len(calls), self.tool_calls)
        self._same("failed_tool_calls", sum([not call.ok for call in calls]), self.failed_tool_calls)
        self._same("operations", sum([call.operations for call in calls]), self.operations)
        if self.status == "not_started":
            self._same("requests", 0, self.requests)
        else:
            self._same(
                "provider_ms",
                sum([response.provider_ms for response in self.responses]),
                self.provider_ms,
                optional=True,
            )
            self._same("tool_ms", sum([call.duration_ms for call in calls]), self.tool_ms, optional=True)
            if self.evaluation is None:
                raise fault(
                    "grade-unexplained", "a started run without an evaluation", found=None, expected="an evaluation"
                )
        least = self.turns if self.status == "not_started" else max(self.turns, 1)
        if self.requests < least:
            raise fault("run-sum", "fewer requests than turns", found=self.requests, expected=least)
        self._usage_sums()
        self._explained("provider_ms", "tool_ms")
        self._part_of("wall_ms", "provider_ms", slack_ms=len(self.responses) // 2 + 1)
        self._part_of("wall_ms", "tool_ms", slack_ms=len(calls) // 2 + 1)
        reported = sorted({response.model for response in self.responses if response.model is not None})
        if list(self.model.reported) != reported:
            raise fault(
                "model-reported",
                "reported ids are not those of the responses",
                found=self.model.reported,
                expected=reported,
            )
        return self

    def _same(self, name: str, expected: int, found: int | None, optional: bool = False) -> None:
        if found != expected and not (optional and found is None):
            raise fault(
                "run-sum", "{name} is not what its responses add up to", name=name, found=found, expected=expected
            )

    def _usage_sums(self) -> None:
        usages = [response.usage for response in self.responses]
        for name in TOKEN_CLASSES:
            parts = [getattr(usage, name) for usage in usages]
            whole = self.requests == self.turns and bool(parts) and None not in parts
            expected = sum(parts) if whole else None
            found = getattr(self.usage, name)
            if found != expected:
                raise fault(
                    "usage-sum", "{name} is not the sum over the responses", name=name, found=found, expected=expected
                )
