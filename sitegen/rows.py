"""The summary row of a run: all that the build keeps of it, and what `results.csv` prints."""

from typing import Literal, NamedTuple

from sitegen.records.run import Status
from sitegen.records.suite import ProtocolKind

CostBasis = Literal["provider", "estimated"]
ReviewBasis = Literal["human-blind", "human-open", "ai-blind", "ai-open", "rule"]


class RunRow(NamedTuple):
    """One run in one line."""

    run: str
    suite: str
    kind: ProtocolKind
    fixture: bool
    task: str
    task_hash: str
    protocol: str
    provider: str
    model: str | None
    """Requested model; None where the origin names none."""
    model_label: str
    reported: tuple[str, ...]
    settings: str
    """Settings as canonical JSON."""
    settings_hash: str
    source: str
    source_hash: str
    evaluator: str
    evaluator_hash: str
    harness_hash: str
    repetition: int
    position: int | None
    started_at: str | None
    status: Status
    stop: str
    """Stop reason."""
    values: dict[str, int | None]
    """By measure id; only the measures of the run's protocol. None means unknown."""
    cost_basis: CostBasis | None
    """None where no cost is known."""
    price: str | None
    """Hash of the price snapshot."""
    checks_passed: bool | None
    """Completed and passed every automatic check; None for protocols without such checks."""
    verdict: str | None
    """The origin's verdict; None where ungraded or where the protocol has none."""
    review_basis: ReviewBasis | None
    """How the headline review was made; None where not reviewed."""
    artifact_lost: bool
    """True when no document was saved, so that quality can never be known."""
    twin: str | None
    """What no two attempts have in common, such as the milliseconds of all responses; None where nothing tells."""
    alike: str | None
    """What two attempts hardly have in common, their tokens, calls and artifacts; None where nothing tells."""

    @property
    def address(self) -> str:
        """The run's place on the site, `<suite>--<run>`."""
        return f"{self.suite}--{self.run}"

    @property
    def reported_models(self) -> str:
        r"""The reported model ids in one text, joined by `;`; within an id a semicolon is `\;` and a backslash `\\`."""
        return ";".join([name.replace("\\", "\\\\").replace(";", "\\;") for name in self.reported])

    @property
    def attempted(self) -> bool:
        """Whether the run is in the denominator."""
        return self.status != "not_started"
