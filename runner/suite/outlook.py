"""What a suite would do and could cost, before anything is sent."""

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from runner.api.protocol import LIMITS
from runner.money.bounds import worst_run_ticks
from runner.money.reserve import reserve_ticks
from runner.suite.choice import Pick
from runner.suite.prepare import Prepared
from sitegen import fingerprint
from sitegen.exact import usd_of
from sitegen.records.model import PriceRow
from sitegen.records.price import Price


@dataclass(frozen=True, slots=True)
class ModelOutlook:
    """One model of a suite that has not begun."""

    pick: Pick
    request_bytes: int
    """Size of its first request."""
    first_ticks: int | None
    """Reserve of its first request; None where it has no price."""
    worst_ticks: int | None
    """Reserve of a run that uses every turn; None where it has no price."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A suite that has not begun."""

    day: str
    """The day whose prices it has."""
    budget_usd: str
    suite: Prepared
    models: tuple[ModelOutlook, ...]
    """In the order of the first repetition."""
    faults: tuple[str, ...]
    """What keeps it from running."""

    @property
    def worst_ticks(self) -> int:
        """Sum of the reserves of all runs that have a price."""
        return self.suite.plan.repetitions * sum(model.worst_ticks or 0 for model in self.models)


def outlook(suite: Prepared, day: str, budget_usd: str, faults: tuple[str, ...]) -> Outlook:
    """Return what a suite would do and could cost."""
    by_id = {pick.model.id: pick for pick in suite.plan.picks}
    first = [by_id[place.model.id] for place in suite.places if place.repetition == 1]
    return Outlook(day, budget_usd, suite, tuple(_model(suite, pick) for pick in first), faults)


def _model(suite: Prepared, pick: Pick) -> ModelOutlook:
    size = len(suite.first_request(pick))
    if not isinstance(pick.price, Price):
        return ModelOutlook(pick, size, None, None)
    reserve = reserve_ticks(pick.price, size, LIMITS.output_tokens_per_request)
    return ModelOutlook(pick, size, reserve, worst_run_ticks(pick.price, LIMITS))


def lines(outlook: Outlook) -> Iterator[str]:
    """Yield the outlook, line by line."""
    suite, plan = outlook.suite, outlook.suite.plan
    left_out = [tool.name for tool in suite.tools if tool.name in plan.task.excluded_tools]
    yield f"Task {plan.task.id}, hash {fingerprint.of_record(plan.task)}"
    yield f"Source {suite.frozen.source.label}, hash {suite.frozen.source.hash}"
    yield f"Tools {len(suite.tools)} listed by the server, left out: {', '.join(left_out) or 'none'}"
    yield (
        f"Limits {LIMITS.model_turns} turns, {LIMITS.tool_calls} calls, {LIMITS.run_ms // 1000} s a run; "
        f"a request {LIMITS.output_tokens_per_request} output tokens, {LIMITS.request_ms // 1000} s, "
        f"{LIMITS.request_bytes} bytes"
    )
    yield f"Runs {len(suite.places)}: {len(plan.picks)} models, {plan.repetitions} of each, smaller tiers first"
    for model in outlook.models:
        yield from _model_lines(model, outlook.day)
    if any(model.worst_ticks for model in outlook.models):
        yield (
            f"Worst case {usd_of(outlook.worst_ticks)} USD, by reserves; no request is sent that could pass the "
            f"budget of {outlook.budget_usd} USD. Both are planning bounds, no limit of a provider."
        )


def _model_lines(model: ModelOutlook, day: str) -> Iterator[str]:
    one = model.pick.model
    key = "no key needed"
    if one.key_variable is not None:
        key = f"{one.key_variable} {'missing' if model.pick.key is None else 'is set'}"
    yield f"  {one.id} ({one.provider}, {one.tier}): {key}; first request {model.request_bytes} bytes"
    for row in one.prices:
        yield f"    {_row_line(row, day)}"
    if one.billing == "none":
        yield "    not billed per token"
    if model.first_ticks is not None and model.worst_ticks is not None:
        yield f"    first reserve {usd_of(model.first_ticks)} USD, worst run {usd_of(model.worst_ticks)} USD"


def _row_line(row: PriceRow, day: str) -> str:
    rates = f"{row.rates.input} in, {row.rates.cached_read} cached, {row.rates.output} out"
    hand = ", second-hand" if row.second_hand else ""
    return f"price {rates}: {row_state(row, day)}, from {row.begins_on} to {row.expires_on}{hand}"


def row_state(row: PriceRow, day: str) -> str:
    """Return whether a row of prices holds on a day."""
    if day > row.expires_on:
        return "expired"
    return "holds" if day >= row.begins_on else "not yet"


def as_json(outlook: Outlook) -> dict[str, JsonValue]:
    """Return the outlook as JSON."""
    suite, plan = outlook.suite, outlook.suite.plan
    return {
        "day": outlook.day,
        "task": {"id": plan.task.id, "hash": fingerprint.of_record(plan.task)},
        "source": suite.frozen.source.model_dump(mode="json"),
        "evaluator": suite.frozen.evaluator.model_dump(mode="json"),
        "harness": suite.frozen.harness.model_dump(mode="json"),
        "tools": [tool.name for tool in suite.tools],
        "left_out": [tool.name for tool in suite.tools if tool.name in plan.task.excluded_tools],
        "limits": LIMITS.model_dump(mode="json"),
        "order": [place.run for place in suite.places],
        "models": [_model_json(model, outlook.day) for model in outlook.models],
        "worst_case_usd": usd_of(outlook.worst_ticks),
        "budget_usd": outlook.budget_usd,
        "faults": list(outlook.faults),
    }


def _model_json(model: ModelOutlook, day: str) -> dict[str, JsonValue]:
    one = model.pick.model
    return {
        "id": one.id,
        "provider": one.provider,
        "tier": one.tier,
        "billing": one.billing,
        "key_variable": one.key_variable,
        "key_is_set": model.pick.key is not None,
        "first_request_bytes": model.request_bytes,
        "first_reserve_usd": None if model.first_ticks is None else usd_of(model.first_ticks),
        "worst_run_usd": None if model.worst_ticks is None else usd_of(model.worst_ticks),
        "prices": [
            {"from": row.begins_on, "to": row.expires_on, "state": row_state(row, day), "second_hand": row.second_hand}
            for row in one.prices
        ],
    }
