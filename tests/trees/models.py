"""Invented models with invented prices, one for each way in which providers report and bill."""

from dataclasses import dataclass
from typing import Literal

from tests.trees.jsonform import Object

Writes = Literal["none", "split", "unsplit", "unreported"]
"""How a provider tells of cache writes: it has none, splits them by lifetime, does not, or never reports them."""

CLASSES = ("input", "cached_read", "cache_write", "output", "reasoning")
"""Token classes of a usage record."""
EXPLAINED = CLASSES[:-1]
"""Classes with a reason where they are null; a text under the name `reasoning` would be taken for private reasoning."""

TICKS = 10_000
"""Ticks of a token at one US dollar per million."""


@dataclass(frozen=True, slots=True)
class Model:
    """One invented model."""

    id: str
    label: str
    provider: str
    cents: tuple[int, int, int, int]
    """Cents per million tokens: input, cached read, cache write, output."""
    writes: Writes = "none"
    reasoning: bool = True
    bills_ticks: bool = False
    long_input_from: int | None = None
    """Requests with more input tokens cost double."""
    priced: bool = True

    @property
    def slug(self) -> str:
        """The id as a part of file names."""
        return self.id.replace(".", "-")


_ALL = (
    Model("alder-2", "Alder 2", "alder", (300, 30, 375, 1500), writes="unsplit"),
    Model("birch-3.5", "Birch 3.5 “small”", "birch", (125, 12, 156, 1000), writes="split", reasoning=False),
    Model("cedar-1", "Cedar 1", "cedar", (20, 5, 0, 50), bills_ticks=True),
    Model("dogwood-4", "Dogwood 4 <flash>", "dogwood", (7, 1, 0, 30), writes="unreported", long_input_from=8_000),
    Model("elder-1", "Elder 1", "elder", (200, 20, 250, 800), writes="split"),
    Model("scripted", "Scripted calls", "scripted", (0, 0, 0, 0), priced=False, reasoning=False),
)

MODELS = {model.id: model for model in _ALL}
"""The models by id."""


def price(model: Model, edition: int = 0) -> Object | None:
    """Return the model's dated price, every field written out; None where nothing is billed.

    Args:
        model: The model.
        edition: 0, or 1 for a second snapshot of the same price that was read a week later.
    """
    if not model.priced:
        return None
    steps = []
    if model.long_input_from is not None:
        steps = [{"above_input_tokens": model.long_input_from, "rates": _rates(model, 2)}]
    return {
        "provider": model.provider,
        "model": model.id,
        "rates": _rates(model, 1),
        "steps": steps,
        "default_write_lifetime": "5m" if model.writes == "unsplit" else None,
        "unbilled": ["cache_write"] if model.writes == "unreported" else [],
        "source": f"https://prices.example/{model.provider}",
        "second_hand": False,
        "checked_on": ("2026-10-20", "2026-10-27")[edition],
        "expires_on": "2026-12-31",
    }


def _rates(model: Model, times: int) -> Object:
    read_in, cached, written, out = (_usd(cents * times) for cents in model.cents)
    lifetimes = {"split": ("5m", "1h"), "unsplit": ("5m",)}.get(model.writes, ())
    return {"input": read_in, "cached_read": cached, "cache_write": dict.fromkeys(lifetimes, written), "output": out}


def _usd(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}".rstrip("0").rstrip(".")


def estimate(model: Model, usage: Object) -> int | None:
    """Return the ticks of one response; None where a class that is billed is unknown."""
    read_in, cached, written, out = (usage[name] for name in EXPLAINED)
    if model.writes == "unreported":
        written = 0
    counts = [count for count in (read_in, cached, written, out) if isinstance(count, int)]
    if len(counts) < 4:
        return None
    whole, hits, writes, said = counts
    times = 2 if model.long_input_from is not None and whole > model.long_input_from else 1
    rates = [cents * times * TICKS // 100 for cents in model.cents]
    parts = (whole - hits - writes, hits, writes, said)
    return sum(tokens * rate for tokens, rate in zip(parts, rates, strict=True))
