"""Explicit settings of a model, by name; what is not named is left to the provider."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import JsonValue


@dataclass(frozen=True, slots=True)
class OneOf:
    """A setting with a fixed choice of texts."""

    values: tuple[str, ...]

    def fault(self, value: JsonValue) -> str | None:
        """Return what would be expected instead; None where the value fits."""
        return None if value in self.values else f"one of {', '.join(self.values)}"


@dataclass(frozen=True, slots=True)
class Between:
    """A setting that is a number within bounds, both included."""

    least: float
    most: float

    def fault(self, value: JsonValue) -> str | None:
        """Return what would be expected instead; None where the value fits."""
        fits = isinstance(value, int | float) and not isinstance(value, bool) and self.least <= value <= self.most
        return None if fits else f"a number from {self.least} to {self.most}"


Known: TypeAlias = Mapping[str, OneOf | Between]


def setting_faults(settings: Mapping[str, JsonValue], known: Known) -> tuple[str, ...]:
    """Return what is wrong with the settings, a sentence each."""
    faults = []
    for name, value in settings.items():
        if name not in known:
            choice = f"this provider takes {', '.join(sorted(known))}" if known else "this provider takes none"
            faults.append(f"setting {name!r} is unknown: {choice}")
        elif expected := known[name].fault(value):
            faults.append(f"setting {name!r} is {value!r}: expected {expected}")
    return tuple(faults)
