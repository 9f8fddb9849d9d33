"""What tells one attempt from every other, whatever its record is called: the pattern of its responses."""

from sitegen.records.kinds.api import ApiRun, Response
from sitegen.records.kinds.imported import ImportedRun

_LEAST_RESPONSES = 3
"""Fewer may be equal by chance: a model that refuses at once says the same in about the same time."""


def marks(record: ApiRun | ImportedRun) -> tuple[str | None, str | None]:
    """Return what no two attempts have in common, and what they hardly have; None where nothing tells.

    Of an imported run the first is the origin's own id, of another run its tokens and its times to the millisecond.
    The second leaves the times out and takes the artifacts in: a model that answers the same question in the same way
    may really have done it twice.
    """
    if isinstance(record, ImportedRun):
        return record.trial.uuid, None
    if len(record.responses) < _LEAST_RESPONSES:
        return None, None
    tokens = hash(tuple([_tokens(response) for response in record.responses]))
    times = hash(tuple([_times(response) for response in record.responses]))
    artifacts = "".join([artifact.sha256 for artifact in record.artifacts])
    return f"{tokens} {times}", f"{tokens} {artifacts}" if artifacts else None


def _tokens(response: Response) -> tuple[int, ...]:
    """Return whole numbers only: their hash is the same in every process."""
    usage = response.usage
    counts = (usage.input, usage.cached_read, usage.cache_write, usage.output, usage.reasoning)
    return (*[-1 if count is None else count for count in counts], *[call.operations for call in response.calls])


def _times(response: Response) -> tuple[int, ...]:
    return (response.at_ms, response.provider_ms, *[call.duration_ms for call in response.calls])
