"""Which price a model has on a day. Only exactly its own id counts; a likeness of names gives no price."""

from collections.abc import Mapping
from dataclasses import dataclass

from sitegen.records.model import Model, PriceRow, snapshot
from sitegen.records.price import Price


@dataclass(frozen=True, slots=True)
class NoPrice:
    """Why a model may not be started on a day."""

    reason: str


def price_on(models: Mapping[str, Model], id: str, day: str) -> Price | NoPrice | None:
    """Return the price of the model with exactly this id on a day; None where it is not billed per token.

    Args:
        models: The models by id.
        id: Id of the model as it is sent.
        day: The day, in UTC, on which the request starts.
    """
    model = models.get(id)
    if model is None:
        return NoPrice(f"no price for {id}: it is not in models.json")
    if model.billing == "none":
        return None
    row = row_on(model, day)
    return NoPrice(_why(model, day)) if row is None else snapshot(model, row)


def row_on(model: Model, day: str) -> PriceRow | None:
    """Return the model's row that holds on a day, the last of several; None where none does."""
    return next((row for row in reversed(model.prices) if row.begins_on <= day <= row.expires_on), None)


def _why(model: Model, day: str) -> str:
    if not model.prices:
        return f"no price for {model.id}: its entry in models.json names none"
    last = model.prices[-1]
    if day < last.begins_on:
        return f"no price for {model.id} on {day}: the next one holds from {last.begins_on}"
    return (
        f"the price of {model.id} expired at the end of {last.expires_on} (checked on {last.checked_on}). "
        f"Read {last.source} again and write the new row to models.json"
    )
