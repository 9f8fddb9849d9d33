"""Tokens as a provider or an origin reported them."""

from typing import Literal, Self

from pydantic import Field, model_validator

from sitegen.records.base import Count, Record, Text, fault

TokenClass = Literal["input", "cached_read", "cache_write", "output", "reasoning"]
TOKEN_CLASSES: tuple[TokenClass, ...] = ("input", "cached_read", "cache_write", "output", "reasoning")

ExplainedClass = Literal["input", "cached_read", "cache_write", "output"]
"""Classes whose absence can be explained; reasoning needs no reason, null says that it is not reported apart."""

Lifetime = Literal["5m", "30m", "1h", "12h"]
"""How long a written cache entry lives."""


class Usage(Record):
    """Token counts; null means that the class was not reported, never zero."""

    input: Count | None
    """All input tokens, cached ones and cache writes included."""
    cached_read: Count | None
    """Input tokens read from a cache; a part of input."""
    cache_write: Count | None
    """Input tokens written to a cache; a part of input."""
    output: Count | None
    """All output tokens, reasoning included."""
    reasoning: Count | None
    """Reasoning tokens; a part of output."""
    cache_write_by_lifetime: dict[Lifetime, Count] = Field(default_factory=dict)
    """The cache writes split by lifetime, where the provider splits them."""
    provider_total: Count | None = None
    """Input plus output as the provider itself adds them; null where it states no total."""
    missing: dict[ExplainedClass, Text] = Field(default_factory=dict)
    """Why a class is null, by class; required for input and output."""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.input is None or self.output is None or self.missing or self.cache_write_by_lifetime:
            self._check_missing()
            self._check_lifetimes()
        self._check_parts()
        if self.provider_total is not None:
            self._check_total()
        return self

    def _check_parts(self) -> None:
        parts = (self.cached_read or 0) + (self.cache_write or 0)
        if self.input is not None and parts > self.input:
            raise fault(
                "usage-identity",
                "cached_read + cache_write = {found} is more than input = {expected}",
                found=parts,
                expected=self.input,
            )
        if self.output is not None and (self.reasoning or 0) > self.output:
            raise fault(
                "usage-identity",
                "reasoning = {found} is more than output = {expected}",
                found=self.reasoning,
                expected=self.output,
            )

    def _check_total(self) -> None:
        if self.input is None or self.output is None:
            return
        if self.input + self.output != self.provider_total:
            raise fault(
                "usage-identity",
                "input + output = {found}, but the provider's total is {expected}",
                found=self.input + self.output,
                expected=self.provider_total,
            )

    def _check_lifetimes(self) -> None:
        if not self.cache_write_by_lifetime:
            return
        split = sum(self.cache_write_by_lifetime.values())
        if self.cache_write is None or split != self.cache_write:
            raise fault(
                "usage-identity",
                "cache writes by lifetime add up to {found}, but cache_write is {expected}",
                found=split,
                expected=self.cache_write,
            )

    def _check_missing(self) -> None:
        for name in self.missing:
            if getattr(self, name) is not None:
                raise fault(
                    "usage-missing",
                    "{name} has a value and a reason for its absence",
                    name=name,
                    found=getattr(self, name),
                    expected="null, or no entry in missing",
                )
        for name in ("input", "output"):
            if getattr(self, name) is None and name not in self.missing:
                raise fault(
                    "usage-missing",
                    "{name} is null without a reason",
                    name=name,
                    found=None,
                    expected=f"a reason under missing.{name}",
                )
