"""Dated prices and the cost of a run."""

from typing import Literal, Self

from pydantic import Field, model_validator

from sitegen.records.base import Day, Name, Positive, Record, Text, Ticks, Url, UsdPerMillion, fault
from sitegen.records.usage import Lifetime


class Rates(Record):
    """US dollars per million tokens, by token class."""

    input: UsdPerMillion
    """Input tokens that were neither read from a cache nor written to one."""
    cached_read: UsdPerMillion
    """Input tokens read from a cache."""
    cache_write: dict[Lifetime, UsdPerMillion] = Field(default_factory=dict)
    """Input tokens written to a cache, by lifetime; empty where writing has no price of its own."""
    output: UsdPerMillion
    """Output tokens, reasoning included."""


class ContextStep(Record):
    """Other rates for a whole request whose input is long."""

    above_input_tokens: Positive
    """The step holds for requests with more reported input tokens than this."""
    rates: Rates | None
    """Rates of the whole request; null where they were not read, then no such request is priced."""


class PriceTable(Record):
    """What was read on one day about a model's price."""

    rates: Rates
    """Rates below every step."""
    steps: tuple[ContextStep, ...] = ()
    """Declared long-context steps, lowest first."""
    default_write_lifetime: Lifetime | None = None
    """Lifetime whose rate prices cache writes that the provider does not split."""
    unbilled: tuple[Literal["cached_read", "cache_write", "reasoning"], ...] = ()
    """Token classes that this model never reports and never bills apart; they count 0 in the formula."""
    source: Url
    """Where the price was read."""
    second_hand: bool = False
    """True where the price was read in someone else's table."""
    checked_on: Day
    """Day on which the price was read."""

    @model_validator(mode="after")
    def _rising(self) -> Self:
        limits = [step.above_input_tokens for step in self.steps]
        if limits != sorted(set(limits)):
            raise fault(
                "price-steps", "context steps are not in rising order", found=limits, expected=sorted(set(limits))
            )
        return self


class Price(PriceTable):
    """The price that a run was planned with."""

    provider: Name
    """Provider whose price it is."""
    model: Name
    """Model id that the price is for, exactly."""
    expires_on: Day
    """Last day on which the price may be used."""

    @model_validator(mode="after")
    def _dated(self) -> Self:
        if self.expires_on < self.checked_on:
            raise fault(
                "price-dates",
                "the price expires before it was checked",
                found=self.expires_on,
                expected=f"a day from {self.checked_on}",
            )
        return self


class Cost(Record):
    """What a run cost, as estimated and as billed; null means unknown, never free."""

    estimated_ticks: Ticks | None
    """Sum over responses of usage times the dated price; null when any response lacks usage or a price."""
    provider_ticks: Ticks | None
    """Sum of the provider's own amounts; null unless every response has one."""
    at_least_ticks: Ticks | None = None
    """Sum over the responses whose cost is known, where that of others is not: a lower bound, never a total."""
    price: Price | None = None
    """The price snapshot behind the estimate."""
    reason: Text | None = None
    """Why no cost is known; required when both amounts are null."""
    notes: tuple[Text, ...] = ()
    """Assumptions of the estimate, such as the lifetime taken for unsplit cache writes."""

    @model_validator(mode="after")
    def _explained(self) -> Self:
        if self.estimated_ticks is None and self.provider_ticks is None and self.reason is None:
            raise fault("cost-unexplained", "no cost and no reason", found=None, expected="a reason")
        if self.estimated_ticks is not None and self.price is None:
            raise fault("cost-unexplained", "an estimate without its price", found=None, expected="the price snapshot")
        if self.at_least_ticks is not None and (self.estimated_ticks, self.provider_ticks) != (None, None):
            raise fault(
                "cost-unexplained", "a lower bound beside a cost", found=self.at_least_ticks, expected="no lower bound"
            )
        return self
