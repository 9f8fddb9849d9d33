"""Models that the runner can drive, and what they cost."""

from datetime import date, timedelta
from typing import Annotated, Final, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, StringConstraints, model_validator

from sitegen.records.base import Day, FileName, Name, Record, Settings, Slug, fault
from sitegen.records.price import Price, PriceTable

SCRIPTED: Final = "scripted"
"""Adapter that replays calls written by hand: such runs are fixtures, never results."""

PRICE_LIFE_DAYS: Final = 30
"""Days after its check on which a price may still be used."""

Tier = Literal["small", "medium", "large", "largest"]
TIERS: Final[tuple[Tier, ...]] = ("small", "medium", "large", "largest")
"""Tiers, those that run first first."""

_HOST = r"([A-Za-z0-9.-]+|\[[0-9a-fA-F:.]+\])(:[0-9]{1,5})?"
BaseUrl = Annotated[str, StringConstraints(pattern=rf"^https?://{_HOST}(/[A-Za-z0-9._~%/-]*)?$", max_length=500)]
"""Where an API is reached, without credentials."""

_SECRET = r"(KEY|TOKEN|SECRET|PASSWORD)"
Variable = Annotated[str, StringConstraints(pattern=rf"^([A-Z][A-Z0-9_]*)?{_SECRET}[A-Z0-9_]*$", max_length=80)]
"""Name of an environment variable that by its name holds a secret: so the leak gate looks for its value."""

UNBILLED: Final = (SCRIPTED, "openai-compatible")
"""Adapters that may drive what is not billed per token; every native API is."""

_THIS_MACHINE = ("127.0.0.1", "localhost", "::1")


class PriceRow(PriceTable):
    """A model's price as it was read on one day, for the days on which it is valid."""

    valid_from: Day | None = None
    """First day on which the provider charges it; null where it did so already when it was read."""
    valid_until: Day | None = None
    """Last day on which the provider charges it; null where no end is announced."""

    @property
    def expires_on(self) -> str:
        """Last day on which the row may be used: 30 days after its check or `valid_until`, the earlier."""
        checked = (date.fromisoformat(self.checked_on) + timedelta(days=PRICE_LIFE_DAYS)).isoformat()
        return min(checked, self.valid_until or checked)

    @property
    def begins_on(self) -> str:
        """First day on which the row may be used."""
        return max(self.valid_from or self.checked_on, self.checked_on)

    @model_validator(mode="after")
    def _usable(self) -> Self:
        if self.expires_on < self.begins_on:
            expected = f"a row that can be used on some day from {self.begins_on}"
            raise fault(
                "price-dates", "the price has expired before it begins", found=self.expires_on, expected=expected
            )
        return self


class Model(Record):
    """One model that can be driven."""

    provider: Name
    """Who serves it."""
    id: Name
    """Model id as sent; prices are found by exactly this id."""
    label: Name
    """Display text."""
    tier: Tier
    """Place in the provider's line-up by list price; says nothing of parameter counts."""
    adapter: Slug
    """Adapter that drives it."""
    base_url: BaseUrl | None = None
    """Where its API is reached; null takes the adapter's own address."""
    key_variable: Variable | None = None
    """Environment variable that holds the key; null where none is needed."""
    settings: Settings = Field(default_factory=dict)
    """Explicit settings; what is not named is left to the provider."""
    billing: Literal["tokens", "none"] = "tokens"
    """`none` where nothing is billed per token; the cost is then null, not zero."""
    calls: FileName | None = None
    """List of calls below `benchmarks/illustration` that the adapter `scripted` replays; null for every model."""
    prices: tuple[PriceRow, ...] = ()
    """Dated prices, oldest first; of two rows that hold on a day the later one counts."""

    @model_validator(mode="after")
    def _sound(self) -> Self:
        if self.billing == "none" and self.prices:
            raise fault("field-value", "prices of a model that is not billed", found=len(self.prices), expected="none")
        if self.billing == "none" and self.adapter not in UNBILLED:
            expected = f"tokens, or one of the adapters {', '.join(UNBILLED)}"
            raise fault("field-value", "a provider that bills every token", found="none", expected=expected)
        if (self.calls is None) != (self.adapter != SCRIPTED):
            expected = "one for the adapter scripted, null for every other"
            raise fault("field-value", "a list of calls", found=self.calls, expected=expected)
        base = self.base_url or ""
        if self.key_variable and base.startswith("http:") and urlsplit(base).hostname not in _THIS_MACHINE:
            expected = "https, or an address of this machine"
            raise fault("field-value", "a key would be sent for everyone to read", found=base, expected=expected)
        return self


class ModelFile(Record):
    """`benchmarks/models.json`."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    models: tuple[Model, ...]
    """The models; each id once."""

    @model_validator(mode="after")
    def _distinct(self) -> Self:
        ids = [model.id for model in self.models]
        double = sorted({id for id in ids if ids.count(id) > 1})
        if double:
            raise fault("field-value", "ids that stand there twice", found=double, expected="each id once")
        return self


def snapshot(model: Model, row: PriceRow) -> Price:
    """Return the price of a row as a run records it."""
    return Price(
        provider=model.provider,
        model=model.id,
        expires_on=row.expires_on,
        **{name: getattr(row, name) for name in PriceTable.model_fields},
    )
