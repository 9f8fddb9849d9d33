"""What a suite can cost at most, by the reserves of its requests."""

from runner.money.reserve import reserve_ticks
from sitegen.records.kinds.api import ApiLimits
from sitegen.records.price import Price


def worst_run_ticks(price: Price, limits: ApiLimits) -> int:
    """Return the sum of the reserves of a run that uses every turn, each request as large as it may be."""
    return limits.model_turns * reserve_ticks(price, limits.request_bytes, limits.output_tokens_per_request)
