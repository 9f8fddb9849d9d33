"""Which models a suite runs, and everything that keeps one of them from starting."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from runner.money.prices import NoPrice, price_on
from runner.providers.contract import Adapter
from runner.providers.exchange import address_fault
from sitegen.records.model import SCRIPTED, Model
from sitegen.records.price import Price


@dataclass(frozen=True, slots=True)
class Pick:
    """A model of the suite and what it takes to drive it."""

    model: Model
    adapter: Adapter | None
    """None where there is no such adapter."""
    price: Price | NoPrice | None
    """The price of the day; None where nothing is billed."""
    key: str | None
    """None where none is set, or none is needed."""

    @property
    def fixture(self) -> bool:
        """Whether its runs are hand-made."""
        return self.model.adapter == SCRIPTED

    @property
    def faults(self) -> tuple[str, ...]:
        """What keeps the model from starting, a sentence each."""
        return tuple(self._faults())

    def _faults(self) -> Iterator[str]:
        name = self.model.id
        if self.adapter is None:
            yield f"{name}: there is no adapter named {self.model.adapter}"
        else:
            yield from (f"{name}: {fault}" for fault in self.adapter.check_settings(self.model.settings))
            yield from (f"{name}: {fault}" for fault in self._address_faults(self.adapter.route.base_url))
        if isinstance(self.price, NoPrice):
            yield f"{name}: {self.price.reason}"
        variable = self.model.key_variable
        if variable is not None and self.key is None:
            yield f"{name}: {variable} is not set; set it, or write it to a file and pass --env-file"
        if self.key is not None and not (self.key.isascii() and self.key.isprintable()):
            yield f"{name}: {variable} has characters that no request can carry: is it cut or padded?"

    def _address_faults(self, own: str) -> Iterator[str]:
        base_url = self.model.base_url or own
        if self.fixture:
            return
        if not base_url:
            yield "its adapter has no address of its own; name base_url in models.json"
        elif fault := address_fault(base_url):
            yield f"base_url in models.json: {fault}"


def wanted(models: Sequence[Model], ids: Sequence[str]) -> tuple[tuple[Model, ...], tuple[str, ...]]:
    """Return the models with these ids, and what is wrong with the list; without ids, every model that is no fixture.

    Only the exact id counts.
    """
    if not ids:
        found = tuple(model for model in models if model.adapter != SCRIPTED)
        return found, () if found else ("models.json names no model; add one, or run scripted calls by their id",)
    by_id = {model.id: model for model in models}
    faults = [
        f"{id}: no model of this id in models.json; there are {', '.join(by_id)}" for id in ids if id not in by_id
    ]
    faults += [f"{id}: named twice" for id in dict.fromkeys(ids) if ids.count(id) > 1]
    found = tuple(by_id[id] for id in dict.fromkeys(ids) if id in by_id)
    if len({model.adapter == SCRIPTED for model in found}) > 1:
        faults.append("scripted calls are no model: run them in a suite of their own")
    return found, tuple(faults)


def pick(model: Model, day: str, key: str | None, adapter: Adapter | None) -> Pick:
    """Return a model and what it takes to drive it on a day, in UTC."""
    return Pick(model, adapter, price_on({model.id: model}, model.id, day), key)
