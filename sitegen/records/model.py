"""Models that the runner can drive, and what they cost."""

from typing import Literal

from pydantic import Field

from sitegen.records.base import Name, Record, Settings
from sitegen.records.price import Price


class Model(Record):
    """One entry of `benchmarks/models.json`."""

    provider: Name
    """Provider whose adapter drives it."""
    id: Name
    """Model id as sent."""
    label: Name
    """Display text."""
    tier: Name
    """Place in the provider's line-up; says nothing of parameter counts."""
    key_variable: Name | None
    """Environment variable that holds the key; null where none is needed."""
    settings: Settings = Field(default_factory=dict)
    """Explicit settings; what is not named is left to the provider."""
    billing: Literal["tokens", "none"] = "tokens"
    """`none` where nothing is billed per token; the cost is then null, not zero."""
    prices: tuple[Price, ...] = ()
    """Dated prices, oldest first."""
