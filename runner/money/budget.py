"""The spending limit of one invocation: reserve before a request, settle after it."""

from collections.abc import Callable
from dataclasses import dataclass

from runner.api.contract import Refused
from runner.money.reserve import reserve_ticks
from sitegen.cost import Unpriced, estimate
from sitegen.exact import usd_of
from sitegen.records.price import Price
from sitegen.records.usage import Usage


@dataclass(frozen=True, slots=True)
class Surplus:
    """A request that cost more than was reserved for it."""

    reserved_ticks: int
    spent_ticks: int


@dataclass(frozen=True, slots=True)
class Spending:
    """What an invocation has spent."""

    limit_ticks: int
    spent_ticks: int
    """Cost of the requests whose cost is known."""
    held_ticks: int
    """Reserves of requests whose cost is unknown; they stay spent."""
    unknown_requests: int
    """How many those are."""
    surpluses: tuple[Surplus, ...]

    @property
    def left_ticks(self) -> int:
        """What may still be reserved."""
        return max(self.limit_ticks - self.spent_ticks - self.held_ticks, 0)

    def __str__(self) -> str:
        amount = f"{usd_of(self.spent_ticks)} USD"
        return f"at least {amount}" if self.unknown_requests else amount


class Ledger:
    """Keeps the limit over all runs of an invocation, one request at a time; the runner's `Budget`."""

    def __init__(self, limit_ticks: int, today: Callable[[], str]) -> None:
        """Take the limit, and the clock that tells the day in UTC: a price holds on its days only."""
        self._limit = limit_ticks
        self._today = today
        self._spent = 0
        self._held = 0
        self._open: int | None = None
        self._unknown = 0
        self._surpluses: tuple[Surplus, ...] = ()

    @property
    def spending(self) -> Spending:
        """What has been spent so far; a request that is under way counts with its reserve, as one of unknown cost."""
        under_way = self._open is not None
        return Spending(
            self._limit,
            self._spent,
            self._held + (self._open or 0),
            self._unknown + under_way,
            self._surpluses,
        )

    def reserve(self, price: Price | None, request_bytes: int, output_tokens: int) -> Refused | None:
        """Reserve the most that a request can cost; None when it may be sent."""
        self._keep_open()
        if price is None:
            return None
        day = self._today()
        if not price.checked_on <= day <= price.expires_on:
            held = f"the price of {price.model} holds from {price.checked_on} to {price.expires_on}"
            return Refused("no-price", f"{held}, and today is {day} in UTC")
        most, left = reserve_ticks(price, request_bytes, output_tokens), self.spending.left_ticks
        if most > left:
            limit = f"{usd_of(left)} of {usd_of(self._limit)} USD are left"
            return Refused("budget", f"the next request can cost up to {usd_of(most)} USD, and {limit}")
        self._open = most
        return None

    def settle(self, price: Price | None, usage: Usage | None, provider_ticks: int | None) -> str | None:
        """Replace the reserve by what the request cost; return why spending must stop now, None where it may go on."""
        if price is None:
            return None
        cost = provider_ticks if provider_ticks is not None else _estimated(price, usage)
        if isinstance(cost, str):
            self._keep_open()
            return f"what a request to {price.model} cost is not known: {cost}"
        reserved, self._open = self._open or 0, None
        self._spent += cost
        if cost > reserved:
            self._surpluses = (*self._surpluses, Surplus(reserved, cost))
        return None

    def _keep_open(self) -> None:
        """Take the request under way as one whose cost will never be known."""
        if self._open is not None:
            self._held += self._open
            self._unknown += 1
            self._open = None


def _estimated(price: Price, usage: Usage | None) -> int | str:
    """Return the estimated ticks of a response, or why there are none."""
    if usage is None:
        return "no response states its usage"
    found = estimate(usage, price)
    return found.reason if isinstance(found, Unpriced) else found.ticks
