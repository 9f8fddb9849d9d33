"""In which order the runs of a suite are made."""

from collections.abc import Sequence
from dataclasses import dataclass

from sitegen.layout import slugs
from sitegen.records.model import TIERS, Model


@dataclass(frozen=True, slots=True)
class Place:
    """One planned run."""

    run: str
    """Its id."""
    model: Model
    repetition: int
    position: int
    """From 1."""


def order(models: Sequence[Model], repetitions: int) -> tuple[Place, ...]:
    """Return the runs: smaller tiers first, then by provider and id; each repetition begins one model later."""
    ranked = sorted(models, key=lambda model: (TIERS.index(model.tier), model.provider, model.id))
    names = slugs([model.id for model in ranked])
    places: list[Place] = []
    for repetition in range(1, repetitions + 1):
        first = (repetition - 1) % len(ranked)
        for model in (*ranked[first:], *ranked[:first]):
            run = f"{names[model.id]}-r{repetition}"
            places.append(Place(run, model, repetition, len(places) + 1))
    return tuple(places)
