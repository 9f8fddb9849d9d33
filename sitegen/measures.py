"""Every measured quantity once: id, label, unit, meaning, and the protocols that have it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:  # a build with nothing to do prints a count in words, and must not wait for the records
    from sitegen.records.suite import ProtocolKind

Unit = Literal["ms", "tokens", "ticks", "count", "points"]


@dataclass(frozen=True, slots=True)
class Measure:
    """One quantity that a run has as a whole number or as null."""

    id: str
    """Column name; ends in the unit where the value has one."""
    label: str
    """Label for readers, without the unit."""
    unit: Unit
    """Unit of the value."""
    meaning: str
    """One line for the data dictionary."""
    kinds: "frozenset[ProtocolKind]"
    """Protocols whose runs have it."""
    part_of: str | None = None
    """The total that it is a part of."""


_API: "frozenset[ProtocolKind]" = frozenset({"api"})
_IMPORTED: "frozenset[ProtocolKind]" = frozenset({"imported"})
_ALL = _API | _IMPORTED

_MEASURES = (
    Measure(
        "wall_ms",
        "Wall time",
        "ms",
        "Wall time by the protocol's definition: api from just before the first request to "
        "the final answer, limit or failure; imported the origin's agent time.",
        _ALL,
    ),
    Measure("provider_ms", "Provider time", "ms", "Sum of the times of all requests to the provider.", _API, "wall_ms"),
    Measure("tool_ms", "Tool time", "ms", "Sum of the durations of all tool calls.", _API, "wall_ms"),
    Measure(
        "trial_ms",
        "Trial time",
        "ms",
        "From the origin's start of the trial to its end, set-up and tests included.",
        _IMPORTED,
    ),
    Measure("test_ms", "Test time", "ms", "Duration of the origin's tests.", _IMPORTED, "trial_ms"),
    Measure(
        "cost_ticks",
        "Cost",
        "ticks",
        "The provider's own amount where every response has one, else the estimate from "
        "usage and a dated price; one tick is 1e-10 US dollars.",
        _ALL,
    ),
    Measure("input", "Input", "tokens", "All input tokens, cached reads and cache writes included.", _ALL),
    Measure("cached_read", "Cached read", "tokens", "Input tokens read from a cache.", _ALL, "input"),
    Measure("cache_write", "Cache write", "tokens", "Input tokens written to a cache.", _ALL, "input"),
    Measure("output", "Output", "tokens", "All output tokens, reasoning included.", _ALL),
    Measure(
        "reasoning", "Reasoning", "tokens", "Reasoning tokens, where the provider reports them apart.", _ALL, "output"
    ),
    Measure("turns", "Turns", "count", "Model turns completed.", _API),
    Measure("tool_calls", "Tool calls", "count", "Tool calls dispatched; a batch is one.", _API),
    Measure(
        "failed_tool_calls", "Failed tool calls", "count", "Tool calls that returned an error.", _API, "tool_calls"
    ),
    Measure("operations", "Operations", "count", "Operations, those inside batches counted one by one.", _API),
    Measure(
        "points",
        "Geometry",
        "points",
        "Points of 60 from the automatic checks on the saved artifact; not quality.",
        _API,
    ),
    Measure("quality", "Quality", "points", "Points of 100: the automatic checks plus the headline review.", _API),
)

MEASURES: Mapping[str, Measure] = MappingProxyType({measure.id: measure for measure in _MEASURES})
"""All measures by id, in the order in which tables show them."""


def of_kind(kind: "ProtocolKind") -> tuple[Measure, ...]:
    """Return the measures that runs of a protocol have, in table order."""
    return tuple(measure for measure in _MEASURES if kind in measure.kinds)
